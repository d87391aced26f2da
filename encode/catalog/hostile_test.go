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
// each text with Import, with files.Read and as a line. Only a long test reads all texts.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 20
	fill := func(begin, part string) string { return begin + strings.Repeat(part, size/len(part)) }
	for i, text := range []string{
		fill("", "1"), fill("", "."), fill("", "x"), fill("", "?"), fill("", " "), fill("", "\n"), fill("", "/"), fill("", ";"), fill("", ","),
		fill("", "a b "), fill("", "? "), fill("", "1\n"), fill("", ".\n"), fill("", "x\n\n"), fill("", "./"), fill("", ".;"), fill("", "x;"), fill("", "1/"),
		fill("a:", "b,"), fill("a:b,c,d;", "next b c;"), fill("a:b,c,d\n", "next b c\n"), fill("", "a:b,c,d\n"), fill("a:b,c,d;next", " b"),
		fill("rows=1 cols=1 fleet= given=", ". "), fill("rows=1\ncols=1\n", "1\n"), fill("rows=", "1,"), fill("rows=1 cols=", "1,"), fill("rows=1 cols=1 fleet=", "1,"),
		fill("| 1 ", "? "), fill("? | 1\n", "? ? | "), fill("1 1\n\n", "1\n"), fill("1\n", "\n"), fill(":\n:\n", "1\n"), fill("1 ?\n", "1\n"), fill("", "1 ?\n"), fill("", "1 "), fill("3x3:", "1/"), fill("3x3:", "a"), fill("=====\n", "1\n"),
		fill("regions=3 colours=4 edges=", "0-1,"), fill("regions=3 colours=4 given=", "0:1,"), fill("p edge 3 3\n", "e 1 2 3 4\n"), fill("A B\n", "\n"), fill("A B C D\n", "A\n"),
		fill("p edge ", "3 "), fill("sum 0..9 ", "1,"), fill("sum 0..9 ", "1/"), fill("torus:", "./"), fill("mines=3 ", "./"), fill("mines=3\n", "?\n"), fill("weekday:", "-"),
		fill("A: ", "B,"), fill("A: ", "B "), fill("A: ", "B;"), fill("a -- b", " -- b"), fill("", "a -- b;"), fill("a b\n", "a b;"), fill("", "\""), fill("a: ", "{\"b\"},"), fill("0 *0  beside 1", " 1"), fill("0 *0  beside 1\n", "1\n"), fill("a b", "#"),
	} {
		if i%12 != 0 && !processtest.IsLong() {
			continue
		}
		for _, p := range All() {
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
