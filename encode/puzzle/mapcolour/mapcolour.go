// Package mapcolour colours maps, and any other graphs, with k colours so that neighbours differ.
// It reads the maps of Simon Tatham's puzzle collection.
//
// The package does not check whether a graph is planar. Its deduction rules are one rule about
// Kempe chains and the rules of the collection's grader, which rates the difficulty of a map.
// Without the rule about Kempe chains, the deduction and the grader agree on the level of a map.
package mapcolour

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "map",
	Title: "Map colouring",
	Rules: "Give every region one of the colours so that neighbours have different colours. " +
		"Some regions have their colour already.",
	Signs: "Solutions that differ only by a permutation of the colours are counted separately.",
	Paper: "The colours have numbers, beginning with 0. A circle with a number marks a region that has its colour already. " +
		"Write the number of its colour into every other region, or colour the region. Regions are neighbours if they share a part of a border, not only a corner. " +
		"Maps that are drawn by a computer take four colours, 0 to 3.",
	Sites:   "The sites are the regions in the order of their numbers. In a game ID, the regions are numbered by their first cells in reading order. The value is the colour. Regions and colours are numbered from 0.",
	Example: "regions=5 colours=3 edges=0-1,0-2,1-2,1-3,2-3,3-4 given=0:0,1:1,4:2",
	Source:  "one solution: checked by hand (region 2 touches colours 0 and 1, region 3 then 1 and 2)",
	Styles:  constraint.AtMostOneStyles,
	Formats: []string{
		"'regions=N colours=K edges=0-1,0-2,... given=0:2,3:1', with 1 to 4096 regions and 1 to 62 colours. Here, 'given=0:2' means that region 0 has colour 2. 'edges=' and 'given=' may be left out. The names of all regions may follow, as in 'names=France,Spain,United Kingdom'",
		"a map drawn with a letter for each cell: 'aabb/accb', or a line for each row. All cells with the same letter are one region. There are 4 colours unless 'colours=3' follows, and then 'given=a:0,c:2' may follow",
		"game IDs of Simon Tatham's Map, '20x15n30:EDGES,CLUES', with four colours and up to 65536 cells. A game ID stays a game ID in the canonical notation, because it contains the picture of the map",
		"DIMACS '.col' files ('p edge N M', 'e U V'). There are 4 colours, unless a comment line says 'colours=K' or 'K colours', and nothing else. Weights are ignored",
		"a list of edges: two names on each line, with blanks, ',', ';', '--' or '->' between them, a region with its neighbours, as in 'France: Spain, Italy', or the name of one region. " +
			"A weight may follow each edge; it is ignored. A name between commas may have blanks, and a name in double quotes any character. " +
			"Names can be numbers. The regions are numbered from 0, in numerical order if all names are numbers, and otherwise in the order of their first use. " +
			"Comments begin with '#'. There are 4 colours, unless a comment line or a line of its own says 'colours=K', or a comment line says 'K colours'",
		"the drawing of a graph, as 'show' and 'solve' print it. Only the colours with a star are clues. There are 4 colours, unless a comment line says 'colours=K'",
	},
	Parse:    func(text string) (encode.Instance, error) { return parse(text) },
	Import:   read,
	Generate: encode.Generator(sizeError, small, generate),
	Size:     encode.Size{H: 15, W: 20, N: 30},
	Sizes:    "10x8n12 small, 12 regions; 15x11n20 medium, 20 regions; 20x15n30 large, 30 regions",
	Beyond:   encode.Beyond{Level: "unreasonable", Than: levels[hard]}, // as in Simon Tatham's Map, which has no level kempe
	Daily:    encode.Daily{Week: "10x8n12 easy, 15x11n20 easy, 15x11n20 normal, 20x15n30 normal, 15x11n20 hard, 20x15n30 hard, 20x15n30 kempe"},
}

const (
	maxRegions = 4096
	maxColours = 62 // one character per value
	maxEdges   = 1 << 20
)

// A Map is one instance: a graph, or the map of a game ID.
type Map struct {
	colours  int
	edges    [][2]int // the smaller end first, sorted, without duplicates
	given    []int    // by region; none if no colour is given
	picture  *picture // the picture of a game ID; nil for a plain graph
	names    []string // by region, in the file or the notation that the map was read from; nil if there are no names
	spelled  bool     // the notation contains the names
	warnings []string
}

const none = -1

func newMap(n, colours int) *Map {
	return &Map{colours: colours, given: slices.Repeat([]int{none}, n)}
}

func (m *Map) order() {
	for i, e := range m.edges {
		if e[0] > e[1] {
			m.edges[i] = [2]int{e[1], e[0]}
		}
	}
	slices.SortStableFunc(m.edges, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	m.edges = slices.Compact(m.edges)
}

func (m *Map) String() string {
	if m.picture != nil && m.spelled {
		text, _ := m.text() // a spelled map has a letter for each region
		return text
	} else if m.picture != nil {
		return m.picture.id(m.given)
	}
	text := fmt.Sprintf("regions=%d colours=%d", len(m.given), m.colours)
	edges := wording.Each(m.edges, func(e [2]int) string { return fmt.Sprintf("%d-%d", e[0], e[1]) })
	if edges != nil {
		text += " edges=" + strings.Join(edges, ",")
	}
	given := wording.Each(m.clued(), func(r int) string { return fmt.Sprintf("%d:%d", r, m.given[r]) })
	if given != nil {
		text += " given=" + strings.Join(given, ",")
	}
	if m.spelled {
		text += " names=" + strings.Join(m.names, ",")
	}
	return text
}

func (m *Map) clued() []int {
	return encode.Where(m.given, func(v int) bool { return v != none })
}

func (m *Map) Sites() []int { return slices.Repeat([]int{m.colours}, len(m.given)) }

// Clues counts each given colour as a group of its own, in the order of the regions.
func (m *Map) Clues() int { return len(m.clued()) }

func (m *Map) Without(i ...int) clues.HasClues {
	less := m.clone()
	clued := m.clued()
	for _, k := range i {
		less.given[clued[k]] = none
	}
	return less
}

func (m *Map) clone() *Map {
	more := *m
	more.given = slices.Clone(m.given)
	return &more
}

func (m *Map) Warnings() []string { return m.warnings }

func (m *Map) neighbours() [][]int {
	near := slices.Repeat([][]int{{}}, len(m.given))
	for _, e := range m.edges {
		near[e[0]] = append(near[e[0]], e[1])
		near[e[1]] = append(near[e[1]], e[0])
	}
	for _, list := range near {
		slices.Sort(list)
	}
	return near
}
