package mapcolour

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/files"
	"counterproof/encode/wording"
)

// fileColours is the number of colours if the file does not state it. The file formats have no field
// for the number of colours.
const fileColours = 4

type file struct {
	edges    [][2]int // between regions in the order of their first use
	weighted bool     // the first edge has a weight
}

var drawing = regexp.MustCompile(`^(?: *0 (?:\*[0-9A-Za-z]| \.|.*` + listSign + `)|┌)`)

// read reads a DIMACS .col file or a list of edges. A drawing without its notation does not state the
// number of colours, so read refuses it.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	bare := files.Uncomment(text, false)
	if draws(bare) {
		return nil, encode.ErrOneLine
	}
	for line := range encode.TextLines(bare) {
		if drawing.MatchString(line.Text) {
			return nil, line.Errorf("want the notation or the game ID of the map, which the command show prints above the drawing")
		} else if strings.TrimSpace(line.Text) != "" {
			break
		}
	}
	f := &file{}
	g, err := files.ReadGraph(text, files.GraphRules{Most: maxRegions, Edge: f.add})
	if err != nil {
		return nil, err
	}
	m := newMap(len(g.Names), fileColours)
	m.warnings = g.Warnings
	for _, e := range f.edges {
		m.edges = append(m.edges, [2]int{g.Number[e[0]], g.Number[e[1]]})
	}
	if f.weighted {
		m.warnings = append(m.warnings, "ignored the weights of the edges")
	}
	if !slices.Equal(g.Names, grid.Decimals(encode.Left(len(g.Names), nil))) {
		m.names = g.Names
		if g.Order != "" {
			last := len(m.names) - 1 // long names are cut, because an experiment file can name any file as a map
			m.warnings = append(m.warnings, fmt.Sprintf("numbered the regions from 0, %s: the first is %s, and region %d is %s", g.Order, wording.Short(m.names[0]), last, wording.Short(m.names[last])))
		}
	}
	if number := g.Colours; number.Text == "" {
		m.warnings = append(m.warnings, fmt.Sprintf("the file does not state the number of colours, so there are %d; to change that, add a comment line with colours=K", m.colours))
	} else if k, ok := encode.Number(number.Text, maxColours); ok && k > 0 {
		m.colours = k
	} else {
		return nil, number.Errorf("want 1 to %d colours, got %q", maxColours, number.Text)
	}
	m.order()
	return []encode.Instance{m}, nil
}

// weight matches what may follow the two names of an edge: a number, or data as networkx writes it.
var weight = regexp.MustCompile(`^(?:[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?|\{.*\})$`)

func (f *file) add(e files.Edge) error {
	label := e.Label.Text
	switch first := len(f.edges) == 0; {
	case first && strings.ContainsAny(label, " \t,;") && !weight.MatchString(label):
		return encode.ErrOneLine // rows of words or numbers
	case e.U == e.V:
		return e.From.Errorf("want an edge between two regions, got one from %q to itself", e.From.Text)
	case label != "" && !weight.MatchString(label):
		return e.Label.Errorf("want two names, the ends of an edge, and at most a weight after them, got %q", label)
	case first:
		f.weighted = label != "" && label != "{}"
	case f.weighted != (label != "" && label != "{}"):
		return e.From.Errorf("want a weight for every edge or for none")
	case len(f.edges) == maxEdges:
		return e.From.Errorf("want at most %d edges", maxEdges)
	}
	f.edges = append(f.edges, [2]int{e.U, e.V})
	return nil
}
