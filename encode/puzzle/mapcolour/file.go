package mapcolour

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
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

// mostSudoku is the largest number of values of a sudoku.
const mostSudoku = 25

// As implements encode.Convertible. A map is a sudoku of n x n cells if it has n colours and its regions
// are the cells in reading order. Two regions must be neighbours exactly if they share a row, a column
// or a box. The function does not look for other orders of the regions.
func (m *Map) As(puzzle string) (string, error) {
	switch named := m.Named(); {
	case puzzle == "text" && named != "":
		return named, nil
	case puzzle == "text":
		return m.text()
	case puzzle != "sudoku":
		return "", fmt.Errorf("a map can be written as a sudoku, but not as an instance of %s", puzzle)
	}
	n := m.colours
	if n > mostSudoku || len(m.given) != n*n {
		return "", fmt.Errorf("the map is not a sudoku: want as many regions as the square of the colours, with at most %d colours, got %d regions and %d colours",
			mostSudoku, len(m.given), n)
	}
	for h := 2; 2*h <= n; h++ {
		if w := n / h; h*w == n && m.hasBoxes(h, w) {
			cells := wording.Each(m.given, func(v int) string {
				if v == none {
					return "."
				}
				return strings.ToUpper(strconv.FormatInt(int64(v+1), mostSudoku+1))
			})
			return fmt.Sprintf("%dx%d:%s", h, w, strings.Join(cells, "")), nil
		}
	}
	return "", errors.New("the map is not a sudoku: want the cells of a sudoku in reading order as its regions, with an edge between any two cells of a row, of a column or of a box")
}

// hasBoxes returns whether the neighbours are the pairs of cells of a sudoku whose boxes are h high and
// w wide. In such a sudoku, a cell has n-1 neighbours in its row, as many in its column, and (h-1)*(w-1)
// others in its box. So it is enough to count the edges if each edge is between neighbours.
func (m *Map) hasBoxes(h, w int) bool {
	n := h * w
	return len(m.edges) == n*n*(2*(n-1)+(h-1)*(w-1))/2 && !slices.ContainsFunc(m.edges, func(e [2]int) bool {
		r, c, r2, c2 := e[0]/n, e[0]%n, e[1]/n, e[1]%n
		return r != r2 && c != c2 && (r/h != r2/h || c/w != c2/w)
	})
}
