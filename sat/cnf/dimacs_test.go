package cnf

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"counterproof/encode/test/facttest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestWrite(t *testing.T) {
	for _, tt := range []struct {
		name string
		f    Formula
		want string
	}{
		{"empty", Formula{}, "c t pmc\nc p show 0\np cnf 0 0\nc project 0\n"},
		{"groups and free, shown once and ascending", Formula{
			NumVars:    5,
			Clauses:    [][]Lit{{1, -2}, {}, {-5}},
			Projection: Projection{Groups: [][]Lit{{3, 1}, {1, 4}}, Free: []Lit{-2}},
			Comments:   []string{"site 0 value 1 var 1", "two"},
		}, "c t pmc\nc p show 1 2 3 4 0\nc site 0 value 1 var 1\nc two\np cnf 5 3\nc project 1 2 3 4 0\n1 -2 0\n0\n-5 0\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := tt.f.Write(&b); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(b.String(), tt.want); diff != "" {
				t.Errorf("got -, want +:\n%s", diff)
			}
		})
	}
}

// TestWriteClauses checks that only clauses follow the header.
func TestWriteClauses(t *testing.T) {
	f := &Formula{NumVars: 3, Clauses: [][]Lit{{1, -2}, {}}, Projection: Projection{Free: []Lit{1, 2}}, Comments: []string{"a comment"}}
	var b strings.Builder
	if err := f.WriteClauses(&b); err != nil {
		t.Fatal(err)
	}
	if want := "c a comment\np cnf 3 2\n1 -2 0\n0\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	if err := f.WriteClauses(failing{}); !errors.Is(err, errFull) {
		t.Errorf("a full disk: %v", err)
	}
}

func TestWriteFails(t *testing.T) {
	f := Formula{NumVars: 1, Clauses: [][]Lit{{1}}}
	if err := f.Write(failing{}); !errors.Is(err, errFull) {
		t.Errorf("got %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }

func TestRead(t *testing.T) {
	free := func(vars ...Lit) Projection { return Projection{Free: vars} }
	for _, tt := range []struct {
		name, text string
		want       Formula
	}{
		{"all variables are projected", "p cnf 3 1\n1 -3 0\n",
			Formula{NumVars: 3, Clauses: [][]Lit{{1, -3}}, Projection: free(1, 2, 3)}},
		{"several show lines, before and behind the header", "c t pmc\nc p show 3 1 0\np cnf 4 0\nc p show 1 2 0\n",
			Formula{NumVars: 4, Projection: free(1, 2, 3)}},
		{"nothing is projected", "c p show 0\np cnf 2 1\n1 0",
			Formula{NumVars: 2, Clauses: [][]Lit{{1}}}},
		{"clauses over lines, comments between", "c hello\nc\ncomment\np  cnf\t2 3\r\n1\nc p hide 1\n2 0 -1 0\n\n0",
			Formula{NumVars: 2, Clauses: [][]Lit{{1, 2}, {-1}, nil}, Projection: free(1, 2)}},
		{"SATLIB's end", "p cnf 1 1\n 1 0\n%\n0\n\n",
			Formula{NumVars: 1, Clauses: [][]Lit{{1}}, Projection: free(1)}},
		{"a project line is a comment", "c t mc\np cnf 1 0\nc project 1 0\n",
			Formula{NumVars: 1, Projection: free(1)}},
		{"all are projected, and counted", "c p show 1 2 0\nc t mc\np cnf 2 0\n",
			Formula{NumVars: 2, Projection: free(1, 2)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Read(iotest.OneByteReader(strings.NewReader(tt.text)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*got, tt.want, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("got -, want +:\n%s", diff)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "", `line 1, column 1, "p cnf VARIABLES CLAUSES"`},
		{"no header", "c\n 1 0\n", `line 2, column 2, "p cnf VARIABLES CLAUSES", "1"`},
		{"two headers", "p cnf 1 0\np cnf 1 0\n", `line 2, column 1`},
		{"not cnf", "p sat 1 0\n", `line 1, column 3, "cnf", "p", "sat"`},
		{"no clauses in the header", "p cnf 1\n", `line 1, column 8`},
		{"negative variables", "p cnf -1 0\n", `line 1, column 7, -1`},
		{"absurd variables", "p cnf 99999999999999999999999999999999999999999999 0\n", `line 1, column 7, 99999999999999999999, 16777216`},
		{"too many variables", "p cnf 16777217 0\n", `line 1, column 7, 16777217, 16777216`},
		{"absurd clauses", "p cnf 1 2000000000\n1 0\n", `line 3, column 1, 2000000000, 1`},
		{"more in the header", "p cnf 1 0 0\n", `line 1, column 11, "0"`},
		{"not a number", "p cnf 2 1\n1 x 0\n", `line 2, column 3, "x"`},
		{"plus", "p cnf 2 1\n+1 0\n", `line 2, column 1, "+1"`},
		{"minus zero", "p cnf 2 1\n1 -0\n", `line 2, column 3, "-0"`},
		{"beyond the header's variables", "p cnf 2 1\n1 -3 0\n", `line 2, column 3, 1, 2, -3`},
		{"beyond any number", "p cnf 2 1\n1 99999999999 0\n", `line 2, column 3, 99999999999, 16777216`},
		{"too many clauses", "p cnf 2 1\n1 0 2 0\n", `line 2, column 5, 1`},
		{"no 0", "p cnf 2 1\n1 2", `line 2, column 4, 0, 1`},
		{"truncated", "p cnf 2 2\n1 0\n", `line 3, column 1, 2, 1`},
		{"some are projected, and all counted", "p cnf 3 0\nc  t  mc\nc p show 2 1 0\n", "line 2, column 7, pmc, 2, 3, mc"},
		{"an older projection, and all counted", "c t mc\nc ind 1 0\np cnf 2 0\n", "line 1, column 5, pmc, 1, 2, mc"},
		{"weighted", "c t wmc\n", `line 1, column 5, mc, pmc, "wmc"`},
		{"show beyond the variables", "c\nc p show 1 2 0\np cnf 1 0\n", `line 2, column 12, 1, 2`},
		{"show a literal", "c p show -1 0\np cnf 1 0\n", `line 1, column 10, -1`},
		{"show without 0", "c p show 1\np cnf 1 0\n", `line 1, column 11, 0`},
		{"show behind 0", "c p show 0 1\np cnf 1 0\n", `line 1, column 12, 0, "1"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tt.text))
			checkError(t, err, tt.want)
		})
	}
}

// checkError checks that err is a *SyntaxError that states the facts.
func checkError(t *testing.T, err error, facts string) {
	t.Helper()
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("got %v, want a *SyntaxError", err)
	}
	if missing := facttest.Missing(err.Error(), facts); missing != "" {
		t.Errorf("got %s, which lacks %s", err, missing)
	}
}

func TestReadersPassReadingErrorsOn(t *testing.T) {
	r := func() *strings.Reader { return strings.NewReader("p cnf 1 1\n1") }
	if _, err := Read(iotest.TimeoutReader(iotest.OneByteReader(r()))); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("Read: got %v, want %v", err, iotest.ErrTimeout)
	}
	if _, _, err := ReadModel(iotest.ErrReader(errFull), 1); !errors.Is(err, errFull) {
		t.Errorf("ReadModel: got %v, want %v", err, errFull)
	}
}

// TestReadAllocatesByTheText checks that a header with the largest numbers of variables and
// clauses does not make Read allocate memory for them.
func TestReadAllocatesByTheText(t *testing.T) {
	r := testing.Benchmark(func(b *testing.B) {
		for range b.N {
			if _, err := Read(strings.NewReader("c p show 1 0\np cnf 16777216 2147483648\n1 0")); err == nil {
				b.Fatal("a truncated file was read")
			}
		}
	})
	if got, want := r.AllocedBytesPerOp(), int64(16<<10); got > want {
		t.Errorf("got %d bytes, want at most %d", got, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("c t pmc\nc p show 1 2 0\np cnf 3 2\nc project 1 2 0\n1 -2 0\n3 0\n")
	f.Add("p cnf 3 2\n1\n-2 0 3 0\n%\n0\n")
	f.Add("c p show 0\np cnf 0 1\n0\n")
	f.Add("p cnf 16777216 2147483647\n-16777216 0")
	f.Add("c p show 9 0\np cnf 2 1\n1 -0 + 0")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Read(strings.NewReader(text))
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("got %v, want a *SyntaxError with a place", err)
			}
			return
		}
		var b bytes.Buffer
		if err := got.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b)
		if err != nil {
			t.Fatalf("the written text cannot be read: %v", err)
		}
		if diff := cmp.Diff(got, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("read -, written and read +:\n%s", diff)
		}
	})
}
