package cnf

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestReadSplit(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Split
	}{
		{"cubes", "c x\np inccnf\n1 -2 0\n2\n3 0\na 1 -2 0\na -1 0\nc y\na 0\n", Split{
			&Formula{NumVars: 3, Clauses: [][]Lit{{1, -2}, {2, 3}}, Projection: Projection{Free: []Lit{1, 2, 3}}},
			[][]Lit{{1, -2}, {-1}, {}}, false, false, nil}},
		{"variables of the cubes and of the projection", "c p show 2 7 0\np inccnf\n1 0\na 4 0", Split{
			&Formula{NumVars: 7, Clauses: [][]Lit{{1}}, Projection: Projection{Free: []Lit{2, 7}}},
			[][]Lit{{4}}, false, true, nil}},
		{"no cube", "p inccnf\n1 0\n", Split{
			&Formula{NumVars: 1, Clauses: [][]Lit{{1}}, Projection: Projection{Free: []Lit{1}}}, [][]Lit{{}}, false, false, nil}},
		{"DIMACS", "p cnf 2 1\n1 0\n", Split{
			&Formula{NumVars: 2, Clauses: [][]Lit{{1}}, Projection: Projection{Free: []Lit{1, 2}}}, nil, true, false, nil}},
		{"DIMACS, all projected", "p cnf 2 1\n1 0\nc ind 1 2 0\n", Split{
			&Formula{NumVars: 2, Clauses: [][]Lit{{1}}, Projection: Projection{Free: []Lit{1, 2}}}, nil, true, true, nil}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadSplit(iotest.OneByteReader(strings.NewReader(tt.text)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, &tt.want); diff != "" {
				t.Errorf("got -, want +:\n%s", diff)
			}
		})
	}
}

func TestReadSplitErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"a clause behind a cube", "p inccnf\n1 0\na 1 0\n2 0\n", "line 4, column 1"},
		{"a cube in a clause", "p inccnf\n1 2\na 1 0\n", "line 3, column 1, 0, 1"},
		{"no 0", "p inccnf\na 1 2\n3 0\n", "line 2, column 6, 0"},
		{"more behind 0", "p inccnf\na 1 0 2 0\n", `line 2, column 7, 0, "2"`},
		{"no literal", "p inccnf\na one 0\n", `line 2, column 3, 0, "one"`},
		{"a huge variable", "p inccnf\n16777217 0\n", "line 2, column 1, 16777217, 16777216"},
		{"numbers in the header", "p inccnf 3 2\n", `line 1, column 10, "3"`},
		{"another header", "p inccnf\np cnf 1 1\n", "line 2, column 1"},
		{"a cube in DIMACS", "p cnf 1 1\na 1 0\n", `line 2, column 1, "a"`},
		{"half a clause", "p inccnf\n1 2\n", "line 3, column 1, 0, 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadSplit(strings.NewReader(tt.text))
			checkError(t, err, tt.want)
		})
	}
	_, err := Read(strings.NewReader("p inccnf\n1 0\n"))
	checkError(t, err, `line 1, column 3, "cnf", "p", "inccnf"`)
}

func TestWriteICNF(t *testing.T) {
	const want = "c t pmc\nc p show 1 2 0\nc hello\np inccnf\nc project 1 2 0\n1 -3 0\na 1 -2 0\na -1 0\n"
	f := Formula{NumVars: 3, Clauses: [][]Lit{{1, -3}}, Projection: Projection{Free: []Lit{2, 1}}, Comments: []string{"hello"}}
	var b strings.Builder
	if err := f.WriteICNF(&b, slices.Values([][]Lit{{1, -2}, {-1}})); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.String(), want); diff != "" {
		t.Errorf("got -, want +:\n%s", diff)
	}
}

// TestOldProjection checks that `c ind` lines, the sampling set of older counters, are read as
// a projection. A `c p show` line overrides them. A comment `c ind` with prose is ignored.
func TestOldProjection(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []Lit
	}{
		{"c ind 1 3 0\nc ind 2 0\np cnf 4 0\n", []Lit{1, 2, 3}},
		{"p cnf 4 0\nc p show 4 0\nc ind 1 3 0\n", []Lit{4}},
		{"c ind 0\np cnf 4 0\n", nil},
		{"c ind variables are not listed here\np cnf 2 0\n", []Lit{1, 2}},
	} {
		f, err := Read(strings.NewReader(tt.text))
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
		} else if diff := cmp.Diff(f.Free, tt.want); diff != "" {
			t.Errorf("%q: got -, want +:\n%s", tt.text, diff)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"c ind 1 3\np cnf 4 0\n", "line 1, column 10, 0"},
		{"c ind 5 0\np cnf 4 0\n", "line 1, column 7, 1, 4, 5"},
		{"p cnf 4 0\nc p weight 1 0.4 0\n", "line 2, column 5"},
	} {
		_, err := Read(strings.NewReader(tt.text))
		checkError(t, err, tt.want)
	}
}

func FuzzReadSplit(f *testing.F) {
	f.Add("c p show 1 0\np inccnf\n1 -2 0\na 1 -2 0\na -1 0\n")
	f.Add("p cnf 2 1\n1 -2 0\n")
	f.Add("p inccnf\na 0\n1 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSplit(strings.NewReader(text))
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("got %v, want a *SyntaxError with a place", err)
			}
			return
		}
		if s.Whole || s.Uncounted != nil || len(s.Formula.Free) > 1000 {
			return
		}
		var b strings.Builder
		if err := s.Formula.WriteICNF(&b, slices.Values(s.Cubes)); err != nil {
			t.Fatal(err)
		}
		s.Projected = true // now it is written
		again, err := ReadSplit(strings.NewReader(b.String()))
		if diff := cmp.Diff(s, again, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%v; read -, written and read +:\n%s", err, diff)
		}
	})
}
