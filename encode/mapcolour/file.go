package mapcolour

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
	"counterproof/encode/grid"
)

// fileColours is the number of colours if the file does not state it. The file formats have no field
// for the number of colours.
const fileColours = 4

// A file holds what has been read from a file with a graph.
type file struct {
	edges    [][2]int // between regions in the order of their first use
	weighted bool     // the first edge has a weight
	drawn    []region // the regions, if the file is a drawing
}

// read reads a DIMACS .col file, a list of edges, or the drawing of a graph without its notation.
func read(data []byte) ([]encode.Instance, error) {
	f := &file{}
	text, err := f.undraw(string(data))
	if err != nil {
		return nil, err
	}
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
			m.warnings = append(m.warnings, fmt.Sprintf("numbered the regions from 0, %s: the first is %s, and region %d is %s", g.Order, encode.Short(m.names[0]), last, encode.Short(m.names[last])))
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
	if err := f.colour(m); err != nil {
		return nil, err
	}
	return []encode.Instance{m}, nil
}

// weight matches what may follow the two names of an edge: a number, or data as networkx writes it.
var weight = regexp.MustCompile(`^(?:[-+]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?|\{.*\})$`)

// add adds an edge.
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
	case f.drawn != nil && len(f.edges) == len(f.drawn)*len(f.drawn):
		return e.From.Errorf("want the whole drawing, in which every region has a line, and each neighbour once")
	case len(f.edges) == maxEdges:
		return e.From.Errorf("want at most %d edges", maxEdges)
	}
	f.edges = append(f.edges, [2]int{e.U, e.V})
	return nil
}

// A region is a line of the drawing of a graph.
type region struct {
	line         encode.Span
	colour, name string // the colour is '.' if the region has none
	given        bool
}

// regionLine matches a line of the drawing of a graph.
var regionLine = regexp.MustCompile(`^ *([0-9]+) ([* ])([0-9A-Za-z.])(?:` + listSign + `( [0-9 ]+))?(?:` + encode.NameSign + `(.+))?$`)

// undraw turns the drawing of a graph into lists of neighbours, in which the numbers keep their places.
// It returns any other text as it is.
func (f *file) undraw(text string) (string, error) {
	var lists strings.Builder
	for line := range encode.TextLines(text) {
		line.Text = strings.TrimRight(line.Text, " \t\r")
		m := regionLine.FindStringSubmatchIndex(line.Text)
		part := func(k int) string { return line.Text[max(0, m[2*k]):max(0, m[2*k+1])] }
		switch {
		case line.Text == "" || line.Text[0] == '#':
			lists.WriteString(line.Text)
		case f.drawn == nil && strings.HasPrefix(line.Text, "┌"):
			return "", line.Errorf("want the game ID of a map, which the command show prints above the drawing")
		case f.drawn == nil && (m == nil || part(1) != "0" || part(2) == " " && part(3) != "." && part(4) == ""):
			return text, nil
		case m == nil || part(1) != strconv.Itoa(len(f.drawn)) || encode.Plain(part(5)) != part(5):
			return "", line.Errorf("want region %d with its colour and its neighbours, as show draws them, got %q", len(f.drawn), line.Text)
		default:
			lists.WriteString(line.Text[:m[3]] + ":" + strings.Repeat(" ", max(0, m[8]-m[3]-1)) + part(4))
			f.drawn = append(f.drawn, region{line, part(3), part(5), part(2) == "*"})
		}
		lists.WriteByte('\n')
	}
	return lists.String(), nil
}

// colour gives the map the given colours and the names of its drawing. It drops all other colours.
func (f *file) colour(m *Map) error {
	if f.drawn != nil && len(f.edges) != 2*len(m.edges) {
		return f.drawn[0].line.Errorf("want the whole drawing, in which each of two neighbours lists the other")
	}
	names := make([]string, len(f.drawn))
	dropped := 0
	for r, d := range f.drawn {
		v := strings.Index(colourNames, d.colour)
		switch {
		case v >= m.colours:
			return d.line.Errorf("want colours from 0 to %c, got %s: a comment line with colours=K states the number of colours", colourNames[m.colours-1], d.colour)
		case d.given:
			m.given[r] = v
		case d.colour != ".":
			dropped++
		}
		if names[r] = cmp.Or(d.name, strconv.Itoa(r)); d.name != "" {
			m.names = names
		}
	}
	if dropped > 0 {
		m.warnings = append(m.warnings, fmt.Sprintf("ignored the colours of %s, because only colours with a star are clues", encode.Plural(dropped, "region")))
	}
	return nil
}
