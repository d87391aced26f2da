package cnf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// lineEnds lists the line ends of Unix, Windows and the old Mac OS.
var lineEnds = []string{"\n", "\r\n", "\r"}

const mark = "\ufeff"

// inUTF16 returns a text in UTF-16.
func inUTF16(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

// TestTexts checks that every reader reads a text in the same way with every line end, with and
// without a byte order mark, in UTF-8 and in UTF-16. Mistakes must have the same position.
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
				dressed := start + strings.ReplaceAll(text, "\n", end)
				for _, same := range []string{dressed, inUTF16(dressed, binary.LittleEndian), inUTF16(dressed, binary.BigEndian)} {
					if got := read(same); got != want {
						t.Errorf("%q: as %q: got %s, want %s", text, same, got, want)
					}
				}
			}
		}
	}
}

// TestUTF8 decodes texts with characters of two units at every place, also across blocks. Half a character is
// replaced, and a last odd byte is dropped. An error of the reader stays.
func TestUTF8(t *testing.T) {
	for _, n := range []int{0, 1, 2046, 2047, 2048, 2049, 4095, 10_000} {
		text := "c" + strings.Repeat("x", n) + "𝄞é日\n" + strings.Repeat("𝄞", n)
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			got, err := io.ReadAll(UTF8(iotest.OneByteReader(strings.NewReader(inUTF16(text, order) + "\x01"))))
			if err != nil || string(got) != text {
				t.Errorf("n = %d: %v, got %d bytes, want %d", n, err, len(got), len(text))
			}
		}
	}
	for text, want := range map[string]string{"": "", "c": "c", "é": "é", "\xff\xfe": "\ufeff", "c\x00\x34\xd8": "c\ufffd", "c\x00\x34\xd8x\x00": "c\ufffdx", "\x1e\xdd\xff\xfe": "\x1e\xdd\xff\xfe"} {
		if got, err := io.ReadAll(UTF8(strings.NewReader(text))); err != nil || string(got) != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "c", "c x", "c\x00x\x00"} {
		if _, err := io.ReadAll(UTF8(io.MultiReader(strings.NewReader(text), iotest.ErrReader(errFull)))); !errors.Is(err, errFull) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestOtherCharacters reads a formula and an answer with characters that look like a blank, and with
// characters that nobody sees. The columns of mistakes count the bytes of the text.
func TestOtherCharacters(t *testing.T) {
	const text = "p\u00a0cnf\u20073\u202f1\n\u200b1\u3000-2 \u206003\ufeff\u00a00\r\u200b\nc café\u00a0日本\nc\u00a0p show 1 2 0\n"
	f, err := Read(iotest.OneByteReader(strings.NewReader(text)))
	if want := "[[1 -2 3]] [1 2]"; err != nil || fmt.Sprint(f.Clauses, f.Free) != want {
		t.Errorf("got %v, %v, want %s", f, err, want)
	}
	a, err := ReadAnswer(strings.NewReader("s\u00a0SATISFIABLE\u200b\nv\u00a01 -2\u00a00\n"), 2, nil)
	if err != nil || fmt.Sprint(a.Model) != "[true false]" {
		t.Errorf("got %v, %v", a, err)
	}
	for text, want := range map[string]string{
		"p cnf 3 1\n1\u00a0x 0\n":        `line 2, column 4, "x"`,
		"p cnf 3 1\n1 \u200b\u3000é 0\n": "line 2, column 9",
		"p cnf 3 1\n\u200b1 0 y\n":       `line 2, column 8, "y"`,
		"p cnf 3 1\n1\u200c 0\n":         "line 2, column 1",
		"p cnf 3 1\n1 \xa0 0\n":          "line 2, column 3",
	} {
		_, err := Read(strings.NewReader(text))
		checkError(t, err, want)
	}
}

// TestOtherTexts checks that every reader says that a text is compressed, and does not quote it.
func TestOtherTexts(t *testing.T) {
	for text, want := range map[string]string{
		"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03": "line 1, column 1, (gzip)",
		"\xfd7zXZ\x00\x00\x04\xe6\xd6":             "line 1, column 1, (xz)",
		"\x28\xb5\x2f\xfd\x04\x58\x71":             "line 1, column 1, (zstd)",
		"BZh91AY&SY\xc7\x69":                       "line 1, column 1, (bzip2)",
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

// prose lists comments that say nothing about a count.
var prose = []string{"c", "c hello", "comment", "c max 3 clauses", "c MAX", "c ind of variables", "c project x", "cr lf", "c weights follow", "c t is time", "c %", "c p", "  c 1 2 0"}

// TestMutatedFormulas writes random formulas in the dresses of other programs: other line ends, a
// byte order mark, comments, blanks, clauses over several lines, SATLIB's end mark, and each form of
// the projection at any place. Read must return the same formula. Without its last 0, and with a
// clause after the end mark, the text must be an error.
func TestMutatedFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "variables")
		f := &Formula{NumVars: n}
		for range rapid.IntRange(1, 4).Draw(t, "clauses") {
			var clause []Lit
			for range rapid.IntRange(0, 3).Draw(t, "length") {
				l := Lit(rapid.IntRange(1, n).Draw(t, "variable"))
				if rapid.Bool().Draw(t, "negated") {
					l = -l
				}
				clause = append(clause, l)
			}
			f.Add(clause...)
		}
		for v := range n {
			if rapid.Bool().Draw(t, "projected") {
				f.Free = append(f.Free, Lit(v+1))
			}
		}
		for range 20 {
			checkMutation(t, f)
		}
	})
}

func checkMutation(t *rapid.T, f *Formula) {
	space := func() string { return rapid.SampledFrom([]string{" ", "  ", "\t"}).Draw(t, "blank") }
	lines := []string{fmt.Sprint("p", space(), "cnf", space(), f.NumVars, space(), len(f.Clauses))}
	for _, clause := range f.Clauses {
		line := ""
		for _, l := range clause {
			line += fmt.Sprint(l, rapid.SampledFrom([]string{" ", " ", "\t ", "\n"}).Draw(t, "break"))
		}
		lines = append(lines, strings.Split(line+"0", "\n")...)
	}
	broken := strings.TrimSuffix(strings.Join(lines, "\n"), "0")
	if _, err := Read(strings.NewReader(broken + "\n%\n0\n")); err == nil {
		t.Fatalf("read a text without its last 0:\n%s", broken)
	}
	if rapid.Bool().Draw(t, "marked") {
		lines = append(lines, "%", rapid.SampledFrom([]string{"", "0", " 0"}).Draw(t, "zero"))
		if _, err := Read(strings.NewReader(strings.Join(lines, "\n") + "\n1 0\n")); err == nil {
			t.Fatalf("read a clause after the end mark: %q", lines)
		}
	}
	show := rapid.SampledFrom(forms[:]).Draw(t, "form")
	for _, l := range f.Free {
		show += fmt.Sprint(space(), l)
	}
	extra := []string{"", show + " 0"}
	if show[0] == 'v' { // the file's end mark allows only comments after it
		lines, extra = append([]string{show + " 0"}, lines...), nil
	}
	for range rapid.IntRange(0, 3).Draw(t, "comments") {
		extra = append(extra, rapid.SampledFrom(prose).Draw(t, "comment"))
	}
	for _, line := range extra {
		at := rapid.IntRange(0, len(lines)).Draw(t, "place")
		lines = append(lines[:at:at], append([]string{line}, lines[at:]...)...)
	}
	end := rapid.SampledFrom(lineEnds).Draw(t, "line end")
	text := rapid.SampledFrom([]string{"", mark}).Draw(t, "start") + strings.Join(lines, end)
	got, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	if diff := cmp.Diff(got, f, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%q: got -, want +:\n%s", text, diff)
	}
}
