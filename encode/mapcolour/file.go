package mapcolour

import (
	"fmt"
	"math"
	"strings"

	"counterproof/encode"
)

// fileColours is the number of colours if the file does not state it in a comment. The file formats
// have no field for the number of colours.
const fileColours = 4

// A file holds the edges and the number of colours that have been read from a file.
type file struct {
	colours int
	said    bool // whether a comment states the colours
	ends    [][2]encode.Span
	n       int // number of regions, only for a .col file
}

// maxWords is larger than the number of words of any valid line that is not a comment.
const maxWords = 5

// read reads a DIMACS .col file or a list of edges.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	f := &file{colours: fileColours}
	isDimacs := false
	for line := range encode.TextLines(text) {
		if isDimacs = problemLine(line); isDimacs {
			break
		}
	}
	var m *Map
	var err error
	if isDimacs {
		m, err = f.dimacs(text)
	} else {
		m, err = f.list(text)
	}
	if err != nil {
		return nil, err
	}
	m.colours = f.colours
	if !f.said {
		m.warnings = append(m.warnings, fmt.Sprintf("the file does not state the number of colours, so there are %d; to change that, add a comment line with colours=K", f.colours))
	}
	m.order()
	return []encode.Instance{m}, nil
}

// comment reads the words of a comment. If the comment has the form colours=K and
// contains nothing else, it sets the number of colours.
func (f *file) comment(rest []encode.Span) error {
	if len(rest) != 1 {
		return nil
	}
	text, ok := strings.CutPrefix(rest[0].Text, "colours=")
	if !ok {
		return nil
	}
	if f.colours, ok = encode.Number(text, maxColours); !ok || f.colours < 1 {
		return rest[0].Errorf("want 1 to %d colours, got %q", maxColours, text)
	}
	f.said = true
	return nil
}

// add adds an edge between the regions that two words name.
func (f *file) add(a, b encode.Span) error {
	if len(f.ends) == maxEdges {
		return a.Errorf("want at most %d edges", maxEdges)
	}
	f.ends = append(f.ends, [2]encode.Span{a, b})
	return nil
}

// graph returns the graph with n regions and the edges that were read. The function
// number returns the region that a word names.
func (f *file) graph(n int, number func(w encode.Span) int) (*Map, error) {
	m := newMap(n, f.colours)
	for _, e := range f.ends {
		a, b := number(e[0]), number(e[1])
		if a == b {
			return nil, e[0].Errorf("want an edge between two regions, got one from %s to itself", encode.Short(encode.Plain(e[0].Text)))
		}
		m.edges = append(m.edges, [2]int{a, b})
	}
	return m, nil
}

func problemLine(line encode.Span) bool {
	w := line.Words(maxWords)
	return len(w) > 1 && w[0].Text == "p" && (w[1].Text == "edge" || w[1].Text == "col")
}

// dimacs reads a .col file. It does not check that the stated number of edges is right,
// because many files count each edge in both directions.
func (f *file) dimacs(text string) (*Map, error) {
	for line := range encode.TextLines(text) {
		w := line.Words(maxWords)
		var err error
		switch {
		case len(w) == 0:
		case w[0].Text == "c":
			err = f.comment(w[1:])
		case problemLine(line) && f.n == 0 && len(w) == 4:
			var ok bool
			if f.n, ok = encode.Number(w[2].Text, maxRegions); !ok || f.n < 1 {
				err = w[2].Errorf("want a number of regions from 1 to %d, got %q", maxRegions, w[2].Text)
			} else if _, ok = encode.Number(w[3].Text, math.MaxInt32); !ok {
				err = w[3].Errorf("want a number of edges, got %q", w[3].Text)
			}
		case w[0].Text == "e" && f.n > 0 && len(w) == 3:
			for _, end := range w[1:] {
				if n, ok := encode.Number(end.Text, f.n); !ok || n < 1 {
					return nil, end.Errorf("want a region from 1 to %d, got %q", f.n, end.Text)
				}
			}
			err = f.add(w[1], w[2])
		default:
			err = w[0].Errorf("want c COMMENT, then one line p edge N M, then lines e U V, got %q", strings.TrimSpace(line.Text))
		}
		if err != nil {
			return nil, err
		}
	}
	return f.graph(f.n, func(w encode.Span) int {
		n, _ := encode.Number(w.Text, maxRegions)
		return n - 1
	})
}

// list reads a file with two names of regions per line. If all names are numbers, they
// are the numbers of the regions, counted from 0.
func (f *file) list(text string) (*Map, error) {
	for line := range encode.TextLines(text) {
		w := line.Words(maxWords)
		var err error
		switch {
		case len(w) == 0:
		case strings.HasPrefix(w[0].Text, "#"):
			err = f.comment(encode.Span{Text: strings.Replace(line.Text, "#", " ", 1), Line: line.Line, Column: 1}.Words(maxWords))
		case len(w) == 2 && !strings.ContainsAny(line.Text, "=:|"):
			err = f.add(w[0], w[1])
		case len(f.ends) == 0:
			err = encode.ErrOneLine
		default:
			err = w[0].Errorf("want two names, the ends of an edge, got %q", strings.TrimSpace(line.Text))
		}
		if err != nil {
			return nil, err
		}
	}
	if len(f.ends) == 0 {
		return nil, encode.ErrOneLine
	}
	most := 0
	region := map[string]int{}
	var names []string
	numbers := true
	for _, e := range f.ends {
		for _, w := range e {
			n, ok := encode.Number(w.Text, 999_999_999)
			numbers = numbers && ok
			if most = max(most, n); numbers && most >= maxRegions {
				return nil, w.Errorf("want regions from 0 to %d, got %d", maxRegions-1, n)
			}
			if _, ok := region[w.Text]; !ok {
				if len(names) == maxRegions {
					return nil, w.Errorf("want at most %d regions", maxRegions)
				}
				region[w.Text] = len(names)
				names = append(names, w.Text)
			}
		}
	}
	if numbers {
		return f.graph(most+1, func(w encode.Span) int {
			n, _ := encode.Number(w.Text, maxRegions)
			return n
		})
	}
	m, err := f.graph(len(names), func(w encode.Span) int { return region[w.Text] })
	if err == nil {
		m.warnings = append(m.warnings, "replaced the names of regions by numbers, in the order of the file: "+numbered(names))
	}
	return m, err
}

// numbered returns a text for a warning: the first two names with their numbers, and how many more
// names there are. It shortens long names, because an experiment file can name any file as a map.
func numbered(names []string) string {
	const most = 2
	var all []string
	for i, name := range names[:min(most, len(names))] {
		all = append(all, fmt.Sprintf("%d %s", i, encode.Short(encode.Plain(name))))
	}
	text := strings.Join(all, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
