package mapcolour

import (
	"fmt"
	"strings"

	"counterproof/encode"
)

// fileColours is how many colours a file asks for that does not say: the
// notations have no place for it.
const fileColours = 4

// A file is a graph as its lines were read.
type file struct {
	colours int
	said    bool // by a comment
	ends    [][2]word
	n       int // regions; of a .col file
}

// A word stands in a line, both from 1.
type word struct {
	text         string
	line, column int
}

func (w word) errorf(format string, args ...any) error {
	return encode.Errorf(w.line, w.column, format, args...)
}

// maxWords is more words than a line has that is read, apart from comments.
const maxWords = 5

// words splits a line into its first maxWords words.
func words(text string, line int) []word {
	var all []word
	at := 0
	for f := range strings.FieldsSeq(text) {
		if len(all) == maxWords {
			break
		}
		at += strings.Index(text[at:], f)
		all = append(all, word{f, line, at + 1})
		at += len(f)
	}
	return all
}

// read reads a .col file or a list of edges.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	f := &file{colours: fileColours}
	isDimacs := false
	for line := range strings.SplitSeq(text, "\n") {
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
		m.warnings = append(m.warnings, fmt.Sprintf("the file does not say how many colours: %d (a comment line with colours=K says otherwise)", f.colours))
	}
	m.order()
	return []encode.Instance{m}, nil
}

// comment reads the number of colours from a comment that says nothing else.
func (f *file) comment(rest []word) error {
	if len(rest) != 1 {
		return nil
	}
	text, ok := strings.CutPrefix(rest[0].text, "colours=")
	if !ok {
		return nil
	}
	if f.colours, ok = number(text); !ok || f.colours < 1 || f.colours > maxColours {
		return rest[0].errorf("want 1 to %d colours, got %q", maxColours, text)
	}
	f.said = true
	return nil
}

// add adds an edge.
func (f *file) add(a, b word) error {
	if len(f.ends) == maxEdges {
		return a.errorf("want at most %d edges", maxEdges)
	}
	f.ends = append(f.ends, [2]word{a, b})
	return nil
}

// graph makes the map of n regions; number says which region a word is.
func (f *file) graph(n int, number func(w word) int) (*Map, error) {
	m := newMap(n, f.colours)
	for _, e := range f.ends {
		a, b := number(e[0]), number(e[1])
		if a == b {
			return nil, e[0].errorf("want an edge between two regions, got one from %s to itself", encode.Short(encode.Plain(e[0].text)))
		}
		m.edges = append(m.edges, [2]int{a, b})
	}
	return m, nil
}

func problemLine(line string) bool {
	w := words(line, 1)
	return len(w) > 1 && w[0].text == "p" && (w[1].text == "edge" || w[1].text == "col")
}

// dimacs reads a .col file. The number of edges that it states is often that of
// both directions, and is not compared.
func (f *file) dimacs(text string) (*Map, error) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		w := words(line, n)
		var err error
		switch {
		case len(w) == 0:
		case w[0].text == "c":
			err = f.comment(w[1:])
		case problemLine(line) && f.n == 0 && len(w) == 4:
			var ok bool
			if f.n, ok = number(w[2].text); !ok || f.n < 1 || f.n > maxRegions {
				err = w[2].errorf("want a number of regions from 1 to %d, got %q", maxRegions, w[2].text)
			} else if _, ok = number(w[3].text); !ok {
				err = w[3].errorf("want a number of edges, got %q", w[3].text)
			}
		case w[0].text == "e" && f.n > 0 && len(w) == 3:
			for _, end := range w[1:] {
				if n, ok := number(end.text); !ok || n < 1 || n > f.n {
					return nil, end.errorf("want a region from 1 to %d, got %q", f.n, end.text)
				}
			}
			err = f.add(w[1], w[2])
		default:
			err = w[0].errorf("want c COMMENT, then one line p edge N M, then lines e U V, got %q", strings.TrimSpace(line))
		}
		if err != nil {
			return nil, err
		}
	}
	return f.graph(f.n, func(w word) int {
		n, _ := number(w.text)
		return n - 1
	})
}

// list reads two names a line. If all are numbers these are the regions, from 0.
func (f *file) list(text string) (*Map, error) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		w := words(line, n)
		var err error
		switch {
		case len(w) == 0:
		case strings.HasPrefix(w[0].text, "#"):
			err = f.comment(words(strings.Replace(line, "#", " ", 1), n))
		case len(w) == 2 && !strings.ContainsAny(line, "=:|"):
			err = f.add(w[0], w[1])
		case len(f.ends) == 0:
			err = encode.ErrOneLine
		default:
			err = w[0].errorf("want two names, the ends of an edge, got %q", strings.TrimSpace(line))
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
			n, ok := number(w.text)
			numbers = numbers && ok
			if most = max(most, n); numbers && most >= maxRegions {
				return nil, w.errorf("want regions from 0 to %d, got %d", maxRegions-1, n)
			}
			if _, ok := region[w.text]; !ok {
				if len(names) == maxRegions {
					return nil, w.errorf("want at most %d regions", maxRegions)
				}
				region[w.text] = len(names)
				names = append(names, w.text)
			}
		}
	}
	if numbers {
		return f.graph(most+1, func(w word) int {
			n, _ := number(w.text)
			return n
		})
	}
	m, err := f.graph(len(names), func(w word) int { return region[w.text] })
	if err == nil {
		m.warnings = append(m.warnings, "the names are not kept, the regions are numbered in the order of the file: "+numbered(names))
	}
	return m, err
}

// numbered returns the first names with their numbers, for a warning. It leaves out the others
// and the ends of long ones: an experiment file can name any file as a map.
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
