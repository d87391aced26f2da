package drat

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func readAll(r io.Reader) (steps []Step, err error) {
	for step, err := range Read(r) {
		if err != nil {
			return steps, err
		}
		step.Clause = append([]cnf.Lit{}, step.Clause...)
		steps = append(steps, step)
	}
	return steps, nil
}

func add(line int, clause ...cnf.Lit) Step  { return Step{line, false, append([]cnf.Lit{}, clause...)} }
func drop(line int, clause ...cnf.Lit) Step { return Step{line, true, append([]cnf.Lit{}, clause...)} }

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []Step
		err        string
	}{
		{"a lemma a line", "1 -2 0\n0\n", []Step{add(1, 1, -2), add(2)}, ""},
		{"a deletion", "d 1 -2 0\n", []Step{drop(1, 1, -2)}, ""},
		{"nothing", "", nil, ""},
		{"no newline at the end", "1 0\nd 1 0", []Step{add(1, 1), drop(2, 1)}, ""},
		{"several a line", "1 0 d 2 -1 0 0", []Step{add(1, 1), drop(1, 2, -1), add(1)}, ""},
		{"several lines a clause", "\n\n1\n2\n\n0 d\n3 0", []Step{add(3, 1, 2), drop(6, 3)}, ""},
		{"comments", "c\ncomment 1 0\n1 0\n c d\nc a 0", []Step{add(3, 1)}, ""},
		{"a comment after a line that ends with a space", "1 0 \nc 2\n3 0", []Step{add(1, 1), add(3, 3)}, ""},
		{"a comment in a clause", "1\nc 2\n3 0", []Step{add(1, 1, 3)}, ""},
		{"spaces", "\t 1  -2\r\n \t0\r\n", []Step{add(1, 1, -2)}, ""},
		{"the largest", "16777216 -16777216 0", []Step{add(1, 1<<24, -1<<24)}, ""},
		{"leading zeros", "007 00", []Step{add(1, 7)}, ""},

		{"too large", "1 0\n1 16777217 0", []Step{add(1, 1)}, "line 2, column 3, 16777217, 16777216"},
		{"much too small", "-99999999999999999999999999999 0", nil, "line 1, column 1, -9999999999999999999, 16777216"},
		{"a word", "1 two 0", nil, `line 1, column 3, "two"`},
		{"a comment in a line", "1 0 c", []Step{add(1, 1)}, `line 1, column 5, "c"`},
		{"d in a clause", "1 d 2 0", nil, `line 1, column 3, "d"`},
		{"d twice", "d d 2 0", nil, `line 1, column 3, "d"`},
		{"d and no space", "d1 2 0", nil, `line 1, column 1, "d1"`},
		{"-0", "1 -0", nil, `line 1, column 3, "-0"`},
		{"a plus", "+1 0", nil, `line 1, column 1, "+1"`},
		{"a minus", "1 - 0", nil, `line 1, column 3, "-"`},
		{"two minuses", "--1 0", nil, `line 1, column 1, "--1"`},
		{"no 0", "1 0\n1 2\n", []Step{add(1, 1)}, "line 3, column 1, 0"},
		{"no 0, no newline", "1 2", nil, "line 1, column 4, 0"},
		{"d and no more", "1 0 d", []Step{add(1, 1)}, "line 1, column 6, 0"},
		{"a header", "p cnf 1 2", nil, `line 1, column 1, "p"`},
		{"a long word", strings.Repeat("x", 100), nil, `line 1, column 1, "` + strings.Repeat("x", 20) + "...\""},

		// The literals 63 and -8193 are the example in drat-trim's manual.
		{"binary", "a\x7e\x83\x80\x01\x00d\x02\x03\x00a\x00", []Step{add(1, 63, -8193), drop(2, 1, -1), add(3)}, ""},
		{"binary, a deletion first", "d\x7e\x83\x80\x01\x00", []Step{drop(1, 63, -8193)}, ""},
		{"binary, a deletion that begins like a text", "d 0c\x00", []Step{drop(1, 16, 24, -49)}, ""},
		{"binary, the largest", "a\x80\x80\x80\x10\x81\x80\x80\x10\x00", []Step{add(1, 1<<24, -1<<24)}, ""},
		{"a text that begins with a long clause", "d 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26\n0",
			[]Step{drop(1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26)}, ""},
		{"a text with a comment after a deletion", "d 1 0\nc \x00?\n2 0", []Step{drop(1, 1), add(3, 2)}, ""},
		{"binary, no step", "a\x02\x00b", []Step{add(1, 1)}, "line 2, column 1, 'a', 'd', 0x62"},
		{"binary, no end", "a\x02", nil, "line 1, column 3"},
		{"binary, half a literal", "a\x80", nil, "line 1, column 3"},
		{"binary, -0", "a\x01\x00", nil, "line 1, column 2, -0"},
		{"binary, too large", "a\x82\x80\x80\x10\x00", nil, "line 1, column 5, 16777216"},
		{"binary, much too large", "a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00", nil, "line 1, column 5, 16777216"},
		{"binary, too many bytes", "a\x80\x80\x80\x80\x80\x80\x80\x00\x00", nil, "line 1, column 7, 16777216"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.text), iotest.OneByteReader(strings.NewReader(tt.text))} {
				steps, err := readAll(r)
				if diff := cmp.Diff(tt.want, steps); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
				if !facttest.Matches(err, tt.err) {
					t.Errorf("got the error %v, want the facts %q", err, tt.err)
				}
			}
		})
	}
}

// TestReadIsLazy checks that Read reads at most one buffer ahead of the steps that the caller
// takes.
func TestReadIsLazy(t *testing.T) {
	text := strings.NewReader(strings.Repeat("1 0\n", 1_000_000))
	for range Read(text) {
		break
	}
	if read := int(text.Size()) - text.Len(); read > bufferSize {
		t.Errorf("%d bytes were read for the first step", read)
	}
}

// encode writes steps in the binary format.
func encode(steps []Step) []byte {
	var out []byte
	for _, s := range steps {
		kind := byte('a')
		if s.Delete {
			kind = 'd'
		}
		out = append(out, kind)
		for _, l := range append(s.Clause, 0) {
			n := 2 * l.Var()
			if l < 0 {
				n++
			}
			for ; n >= 0x80; n >>= 7 {
				out = append(out, byte(n)|0x80)
			}
			out = append(out, byte(n))
		}
	}
	return out
}

func write(t interface{ Fatal(...any) }, steps []Step) []byte {
	var out bytes.Buffer
	w := NewWriter(&out)
	for _, s := range steps {
		if s.Delete {
			w.Delete(s.Clause)
		} else {
			w.Add(s.Clause)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestWrittenIsRead checks that written steps read back, both as text and as binary.
func TestWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var steps []Step
		for i := range rapid.IntRange(0, 10).Draw(t, "steps") {
			s := add(i + 1)
			s.Delete = rapid.Bool().Draw(t, "delete")
			for range rapid.IntRange(0, 6).Draw(t, "literals") {
				l := cnf.Lit(rapid.IntRange(1, cnf.MaxVars).Draw(t, "variable"))
				if rapid.Bool().Draw(t, "negated") {
					l = -l
				}
				s.Clause = append(s.Clause, l)
			}
			steps = append(steps, s)
		}
		for _, text := range [][]byte{write(t, steps), encode(steps)} {
			got, err := readAll(bytes.NewReader(text))
			if diff := cmp.Diff(steps, got); err != nil || diff != "" {
				t.Fatalf("%q: %v, -want +got\n%s", text, err, diff)
			}
		}
	})
}

func TestWriterFails(t *testing.T) {
	r, out := io.Pipe()
	r.CloseWithError(io.ErrShortWrite)
	w := NewWriter(out)
	if err := w.Add([]cnf.Lit{1}); err != nil {
		t.Errorf("got %v before anything is written out", err)
	}
	if err := w.Flush(); err != io.ErrShortWrite {
		t.Errorf("got %v from Flush", err)
	}
	if err := w.Delete([]cnf.Lit{1}); err != io.ErrShortWrite {
		t.Errorf("got %v from Delete", err)
	}
}

// FuzzRead checks that no bytes make Read panic, and that the steps it reads can be written and
// read back.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"1 -2 0\nd 1 -2 0\n0\n", "c x\n1\n2 0 d\n3 0", "a\x7e\x83\x80\x01\x00d\x02\x00", "d 0c\x00", "1 x"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		steps, _ := readAll(bytes.NewReader(text))
		last := 1
		for i := range steps {
			if steps[i].Line < last {
				t.Fatalf("line %d after line %d", steps[i].Line, last)
			}
			last = steps[i].Line
			steps[i].Line = i + 1
		}
		again, err := readAll(bytes.NewReader(write(t, steps)))
		if diff := cmp.Diff(steps, again); err != nil || diff != "" {
			t.Fatalf("%v, -read +read again\n%s", err, diff)
		}
	})
}
