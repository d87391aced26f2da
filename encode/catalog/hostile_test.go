package catalog

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/files"
)

// mostAllocated is the largest number of bytes that Parse or Import may allocate per byte of a text
// that it refuses. This is enough for a few copies of the text, but not for a record of each word.
const mostAllocated = 32

// TestHostileTexts checks that no puzzle uses much memory to refuse a text of a megabyte. It reads
// each text with Import, with files.Read and as a line. The short form reads each text as two puzzles:
// the one that the text resembles and one other.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 20
	fill := func(begin, part string) string { return begin + strings.Repeat(part, size/len(part)) }
	for i, c := range []struct{ puzzle, text string }{
		{"sudoku", fill("", "1")}, {"pushpull", fill("", ".")}, {"pentomino", fill("", "x")}, {"minesweeper", fill("", "?")}, {"calendar", fill("", " ")},
		{"sudoku", fill("", "\n")}, {"pairplace", fill("", "/")}, {"packing", fill("", ";")}, {"laplace", fill("", ",")},
		{"exactcover", fill("", "a b ")}, {"submarines", fill("", "? ")}, {"nonogram", fill("", "1\n")}, {"lightsout", fill("", ".\n")}, {"packing", fill("", "x\n\n")},
		{"minesweeper", fill("", "./")}, {"packing", fill("", ".;")}, {"packing", fill("", "x;")}, {"pushpull", fill("", "1/")},
		{"sherlock", fill("a:", "b,")}, {"sherlock", fill("a:b,c,d;", "next b c;")}, {"sherlock", fill("a:b,c,d\n", "next b c\n")},
		{"sherlock", fill("", "a:b,c,d\n")}, {"sherlock", fill("a:b,c,d;next", " b")},
		{"battleships", fill("rows=1 cols=1 fleet= given=", ". ")}, {"battleships", fill("rows=1\ncols=1\n", "1\n")}, {"submarines", fill("rows=", "1,")},
		{"submarines", fill("rows=1 cols=", "1,")}, {"battleships", fill("rows=1 cols=1 fleet=", "1,")},
		{"submarines", fill("| 1 ", "? ")}, {"submarines", fill("? | 1\n", "? ? | ")}, {"nonogram", fill("1 1\n\n", "1\n")}, {"nonogram", fill("1\n", "\n")},
		{"nonogram", fill(":\n:\n", "1\n")}, {"pairplace", fill("1 ?\n", "1\n")}, {"pairplace", fill("", "1 ?\n")}, {"sudoku", fill("", "1 ")},
		{"nonogram", fill("3x3:", "1/")}, {"lightsout", fill("3x3:", "a")}, {"sudoku", fill("=====\n", "1\n")},
		{"map", fill("regions=3 colours=4 edges=", "0-1,")}, {"map", fill("regions=3 colours=4 given=", "0:1,")}, {"map", fill("p edge 3 3\n", "e 1 2 3 4\n")},
		{"exactcover", fill("A B\n", "\n")}, {"exactcover", fill("A B C D\n", "A\n")}, {"map", fill("p edge ", "3 ")},
		{"laplace", fill("sum 0..9 ", "1,")}, {"laplace", fill("sum 0..9 ", "1/")}, {"lightsout", fill("torus:", "./")},
		{"minesweeper", fill("mines=3 ", "./")}, {"minesweeper", fill("mines=3\n", "?\n")}, {"calendar", fill("weekday:", "-")},
		{"map", fill("A: ", "B,")}, {"map", fill("A: ", "B ")}, {"map", fill("A: ", "B;")}, {"map", fill("a -- b", " -- b")}, {"map", fill("", "a -- b;")},
		{"exactcover", fill("a b\n", "a b;")}, {"pairplace", fill("", "\"")}, {"map", fill("a: ", "{\"b\"},")},
		{"sherlock", fill("0 *0  beside 1", " 1")}, {"sherlock", fill("0 *0  beside 1\n", "1\n")}, {"exactcover", fill("a b", "#")},
	} {
		text := c.text
		for j, p := range All() {
			if p.Name != c.puzzle && j != i%len(All()) && !processtest.IsLong() {
				continue
			}
			for _, way := range []struct {
				name string
				read func() error
			}{
				{"a file", func() error {
					if p.Import == nil {
						return nil
					}
					_, err := p.Import([]byte(text))
					return err
				}},
				{"a text", func() error {
					all, err := files.Read(p, []byte(text), files.Reading{})
					if err == nil {
						for _, err := range all {
							return err
						}
					}
					return err
				}},
				{"a line", func() error {
					if strings.Contains(text, "\n") { // a line contains no line break
						return nil
					}
					_, err := p.Parse(text)
					return err
				}},
			} {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				err := way.read()
				runtime.ReadMemStats(&after)
				parse := new(encode.ParseError)
				if err == nil || !errors.Is(err, encode.ErrOneLine) && !errors.As(err, &parse) {
					continue // the text is an instance after all
				}
				if ratio := float64(after.TotalAlloc-before.TotalAlloc) / float64(len(text)); ratio > mostAllocated {
					t.Errorf("%s, %s of %.30q: %.0f bytes are allocated for each byte: %.80v", p.Name, way.name, text, ratio, err)
				}
			}
		}
	}
}
