package cnf

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// lineEnds lists the line ends of Unix, Windows and the old Mac OS.
var lineEnds = []string{"\n", "\r\n", "\r"}

const mark = "\ufeff"

// TestTexts checks that every reader reads a text in the same way with every line end, with and
// without a byte order mark, and reports the same position of a mistake.
func TestTexts(t *testing.T) {
	for _, text := range []string{
		"c p show 1 2 0\n\np cnf 3 2\n1 -2 0\n3\n0\n",
		"p inccnf\n1 -2 0\na 1 0\n",
		"s SATISFIABLE\nc x\n\nv 1 -2\nv 3 0\n",
		"SAT\n1 -2 3 0\n",
		"s SATISFIABLE\nc s exact arb int 12\n",
		"p cnf 3 1\n\n1 -2 x 0\n",
		"s SATISFIABLE\n\nv 1 -2 x\n",
		"p cnf 1 2\n1 0\n",
	} {
		read := func(text string) string {
			split, err := ReadSplit(iotest.OneByteReader(strings.NewReader(text)))
			a, errA := ReadAnswer(strings.NewReader(text), 3, nil)
			all := fmt.Sprint(err, a, errA)
			if split != nil {
				all += fmt.Sprint(*split.Formula, split.Cubes)
			}
			return all
		}
		want := read(text)
		for _, end := range lineEnds {
			for _, start := range []string{"", mark} {
				if got := read(start + strings.ReplaceAll(text, "\n", end)); got != want {
					t.Errorf("%q: with %q and line end %q: got %s, want %s", text, start, end, got, want)
				}
			}
		}
	}
}

// TestOtherTexts checks that every reader says that a text is compressed or in UTF-16, and does not
// quote it.
func TestOtherTexts(t *testing.T) {
	for text, want := range map[string]string{
		"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03": "line 1, column 1, (gzip)",
		"\xfd7zXZ\x00\x00\x04\xe6\xd6":             "line 1, column 1, (xz)",
		"\x28\xb5\x2f\xfd\x04\x58\x71":             "line 1, column 1, (zstd)",
		"BZh91AY&SY\xc7\x69":                       "line 1, column 1, (bzip2)",
		"\xff\xfep\x00 \x00c\x00n\x00":             "line 1, column 1, UTF-16, UTF-8",
		"\xfe\xff\x00p\x00 \x00c\x00n":             "line 1, column 1, UTF-16, UTF-8",
	} {
		r := func() io.Reader { return strings.NewReader(text) }
		_, err := Read(r())
		checkError(t, err, want)
		_, err = ReadSplit(r())
		checkError(t, err, want)
		_, _, err = ReadModel(r(), 1)
		checkError(t, err, want)
		_, err = ReadAnswer(r(), 1, nil)
		checkError(t, err, want)
	}
}
