// Package mapcolour colours maps, and any other graphs, with k colours so that neighbours differ.
// It reads the maps of Simon Tatham's puzzle collection.
//
// The package does not check whether a graph is planar. Its deduction rules are one rule about
// Kempe chains and the rules of the collection's grader, which rates the difficulty of a map.
// Without the rule about Kempe chains, the deduction and the grader agree on the level of a map.
package mapcolour

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/constraint"
	"counterproof/encode/technique"
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

func (m *Map) clued() []int { return encode.Where(m.given, func(v int) bool { return v != none }) }

func (m *Map) Sites() []int { return slices.Repeat([]int{m.colours}, len(m.given)) }

// Clues counts each given colour as a group of its own, in the order of the regions.
func (m *Map) Clues() int { return len(m.clued()) }

func (m *Map) Without(i ...int) clues.HasClues {
	less := m.clone()
	encode.Put(less.given, encode.Keep(m.clued(), i), none)
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

// SiteName returns the name of a region that the notation contains. Otherwise it returns the number, which the
// flag --given takes, and the name.
func (m *Map) SiteName(site int) string {
	if m.names != nil && !m.spelled {
		return fmt.Sprintf("region %d (%s)", site, m.names[site])
	}
	return "region " + m.name(site)
}

// name returns the name of a region or, without names, its number.
func (m *Map) name(region int) string {
	if m.names != nil {
		return m.names[region]
	}
	return strconv.Itoa(region)
}

func (m *Map) several(regions []int) string {
	regions = slices.Sorted(slices.Values(regions))
	switch {
	case m.names == nil:
		return technique.Numbers("region", regions)
	case len(regions) == 1:
		return "region " + m.name(regions[0])
	}
	return "regions " + technique.And(wording.Each(regions, m.name))
}

const maxName = 80

// fits reports whether the notation can have the name.
func fits(name string) bool {
	return name != "" && name == strings.TrimSpace(name) && !strings.ContainsAny(name, `,"#`) &&
		utf8.ValidString(name) && utf8.RuneCountInString(name) <= maxName && !strings.ContainsFunc(name, wording.Unsafe)
}

// Named implements layout.HasFileNames.
func (m *Map) Named() string {
	if m.names == nil || m.spelled || slices.ContainsFunc(m.names, func(name string) bool { return !fits(name) }) {
		return ""
	}
	named := m.clone()
	named.spelled = true
	return named.String()
}

// readNames reads the names of all regions, which are joined by commas.
func (m *Map) readNames(t *terms) {
	const sign = " names="
	if t.err != nil || !strings.HasPrefix(t.rest.Text, sign) {
		return
	}
	list := t.rest.From(len(sign)).Split(",", maxRegions+1)
	t.rest, m.spelled = t.rest.End(), true
	for _, name := range list {
		switch {
		case !fits(name.Text):
			t.err = name.Errorf(`want a name of 1 to %d characters without ',', '#' and '"', got %q`, maxName, name.Text)
			return
		case slices.Contains(m.names, name.Text):
			t.err = name.Errorf("want different names, got %q twice", name.Text)
			return
		}
		m.names = append(m.names, name.Text)
	}
	if len(list) != len(m.given) {
		t.err = list[0].Errorf("want %d names, one for each region, got %d", len(m.given), len(list))
	}
}

// drawn matches maps that are drawn with a letter for each cell, such as aabb/accb.
var drawn = regexp.MustCompile(`^[A-Za-z]{2,}(/[A-Za-z]+)+( |$)`)

// draws reports whether a text has drawn maps, or one drawn map with a line for each row. Rows of one
// letter, or of different lengths, are rather the names of regions.
func draws(text string) bool {
	width, rows := 0, 0
	for line := range strings.Lines(strings.TrimSpace(text)) {
		row := strings.TrimSpace(line)
		if drawn.MatchString(row) {
			return true
		}
		width = cmp.Or(width, len(row))
		if len(row) != width || strings.Trim(row, letters) != "" {
			return false
		}
		rows++
	}
	return rows > 1 && width > 1
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// parseDrawn reads a drawn map. All cells with the same letter are one region, also if they do not touch.
func parseDrawn(text string) (*Map, error) {
	cells, _, _ := encode.OneLine(text).Cut(" ")
	if len(cells.Text) > 2*maxCells {
		return nil, cells.Errorf("want at most %d cells, got more", maxCells)
	}
	rows := cells.Split("/", maxCells)
	p := &picture{h: len(rows), w: len(rows[0].Text)}
	var names []string
	for _, row := range rows {
		if len(row.Text) != p.w {
			return nil, row.Errorf("want %d letters, as in the first row, got %d", p.w, len(row.Text))
		}
		for letter := range strings.SplitSeq(row.Text, "") {
			if !slices.Contains(names, letter) {
				names = append(names, letter)
			}
			p.cell = append(p.cell, slices.Index(names, letter))
		}
	}
	if len(p.cell) > maxCells {
		return nil, cells.Errorf("want at most %d cells, got %d", maxCells, len(p.cell))
	}
	m := p.graph(len(names))
	m.names, m.spelled = names, true
	t := &terms{rest: encode.OneLine(text).From(len(cells.Text)), regions: "a letter of the drawing"}
	if strings.HasPrefix(t.rest.Text, " colours=") {
		m.colours = t.number(" colours=", maxColours)
	}
	t.readGiven(m, func(text string) (int, bool) { r := slices.Index(names, text); return r, r >= 0 })
	return m, t.end()
}

// text writes a map with a picture as a drawing: a letter for each cell.
func (m *Map) text() (string, error) {
	if m.picture == nil {
		return "", errors.New("the map is a graph without a picture: only a map with cells can be drawn with letters")
	}
	name := func(r int) string { return letters[r : r+1] }
	if m.spelled {
		name = m.name
	} else if len(m.given) > len(letters) {
		return "", fmt.Errorf("the map has %d regions: want at most %d, one for each letter", len(m.given), len(letters))
	}
	var b strings.Builder
	for i, r := range m.picture.cell {
		if i > 0 && i%m.picture.w == 0 {
			b.WriteByte('/')
		}
		b.WriteString(name(r))
	}
	if m.colours != gameColours {
		fmt.Fprintf(&b, " colours=%d", m.colours)
	}
	given := wording.Each(m.clued(), func(r int) string { return fmt.Sprintf("%s:%d", name(r), m.given[r]) })
	if given != nil {
		b.WriteString(" given=" + strings.Join(given, ","))
	}
	return b.String(), nil
}
