package cnf

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestReadModel(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		vars       int
		want       Model
		status     Status
	}{
		{"competition", "c hello\ns SATISFIABLE\nv 1 -2\nc between\nv 3\nv 0\n", 3, Model{true, false, true}, Satisfiable},
		{"values first, no status, no newline", "v -1 2 0", 2, Model{false, true}, Satisfiable},
		{"auxiliaries are passed over", "s SATISFIABLE\nv -1 2 -3 0\n", 1, Model{false}, Satisfiable},
		{"the same value twice", "v 1 1 0", 1, Model{true}, Satisfiable},
		{"no variables", "s SATISFIABLE\nv 0\n", 0, Model{}, Satisfiable},
		{"competition, unsatisfiable", "c x\ns UNSATISFIABLE\n", 3, nil, Unsatisfiable},
		{"competition, unknown", "s UNKNOWN\n", 3, nil, Unknown},
		{"minisat", "SAT\n1 -2\n3 0\n", 3, Model{true, false, true}, Satisfiable},
		{"minisat, the last variables in no clause", "SAT\n-1 2 0\n", 4, Model{false, true, false, false}, Satisfiable},
		{"minisat, all variables in no clause", "SAT\n 0\n", 2, Model{false, false}, Satisfiable},
		{"minisat, unsatisfiable", "UNSAT\n", 3, nil, Unsatisfiable},
		{"minisat, unknown", "INDET\r\n", 3, nil, Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, status, err := ReadModel(iotest.OneByteReader(strings.NewReader(tt.text)), tt.vars)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(got, tt.want); diff != "" || status != tt.status {
				t.Errorf("got %v %v, want %v %v", got, status, tt.want, tt.status)
			}
		})
	}
}

func TestReadModelErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"nothing", "c x\n", "line 2, column 1, SAT, UNSAT, INDET"},
		{"no solver", "hello\n", `line 1, column 1, SAT, UNSAT, INDET, "hello"`},
		{"bare literals", "1 2 0\n", `line 1, column 1, SAT, UNSAT, INDET, "1"`},
		{"unknown status", "s MAYBESATISFIABLE\n", `line 1, column 3, SATISFIABLE, UNSATISFIABLE, UNKNOWN, "MAYBESATISFIABLE"`},
		{"minisat's word in an s line", "s SAT\n", `line 1, column 3, SATISFIABLE, UNSATISFIABLE, UNKNOWN, "SAT"`},
		{"more on the status line", "s SATISFIABLE 1\n", `line 1, column 15, "1"`},
		{"two status lines", "s SATISFIABLE\ns SATISFIABLE\n", `line 2, column 1, "s"`},
		{"literals without v", "s SATISFIABLE\n1 2 0\n", `line 2, column 1, "1"`},
		{"no 0", "s SATISFIABLE\nv 1 2\n", "line 3, column 1, 0"},
		{"no values", "s SATISFIABLE\n", "line 2, column 1, 0"},
		{"a value is missing", "SAT\n2 0", "line 2, column 4, 1, 2"},
		{"the last value is missing", "v 1 0", "line 1, column 6, 1, 2"},
		{"both signs", "v 1 2 -1 0\n", "line 1, column 7, 1"},
		{"two models", "v 1 2 0\nv -1 2 0\n", "line 2, column 3, 0, -1"},
		{"not a number", "SAT\n1 two 0\n", `line 2, column 3, "two"`},
		{"values of nothing", "s UNSATISFIABLE\nv 1 2 0\n", "line 3, column 1, UNSATISFIABLE"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := ReadModel(strings.NewReader(tt.text), 2)
			checkError(t, err, tt.want)
		})
	}
}

func FuzzReadModel(f *testing.F) {
	f.Add("c x\ns SATISFIABLE\nv 1 -2\nv 3 0\n", 3)
	f.Add("SAT\n-1 2 0\n", 2)
	f.Add("s UNSATISFIABLE\n", 1)
	f.Add("v 1 -1 0", 1)
	f.Add("INDET\n", 0)
	f.Fuzz(func(t *testing.T, text string, vars int) {
		vars &= 15
		m, status, err := ReadModel(strings.NewReader(text), vars)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Column < 1 {
				t.Fatalf("got %v, want a *SyntaxError with a place", err)
			}
			return
		}
		if (m != nil) != (status == Satisfiable) || m != nil && len(m) != vars {
			t.Fatalf("got %v %v for %d variables", m, status, vars)
		}
		if m == nil {
			return
		}
		var b strings.Builder
		b.WriteString("s SATISFIABLE\nv")
		for i, x := range m {
			if x {
				fmt.Fprintf(&b, " %d", i+1)
			} else {
				fmt.Fprintf(&b, " -%d", i+1)
			}
		}
		b.WriteString(" 0\n")
		again, _, err := ReadModel(strings.NewReader(b.String()), vars)
		if diff := cmp.Diff(m, again); diff != "" || err != nil {
			t.Errorf("%v; read -, written and read +:\n%s", err, diff)
		}
	})
}

// TestReadLinearModel checks the output of pseudo-Boolean solvers. They name the variables that
// occur in a constraint, in any order, and write no 0.
func TestReadLinearModel(t *testing.T) {
	for _, tt := range []struct {
		text string
		vars int
		want Model
	}{
		{"s SATISFIABLE\nv x1 -x2 x3\n", 3, Model{true, false, true}},
		{"v x3 -x1\nv x4\ns SATISFIABLE\n", 3, Model{false, false, true}},
		{"s SATISFIABLE\nv \n", 0, Model{}},
		{"s SATISFIABLE\nv \n", 2, nil}, // without any value there is no model
	} {
		got, _, err := ReadModel(strings.NewReader(tt.text), tt.vars)
		if diff := cmp.Diff(got, tt.want); diff != "" || (err == nil) != (tt.want != nil) {
			t.Errorf("%q: %v, got -, want +:\n%s", tt.text, err, diff)
		}
	}
	for _, tt := range []struct{ text, want string }{
		{"v x1 2 0\n", `line 1, column 6, "2"`},
		{"v 1 x2\n", `line 1, column 5, "x2"`},
		{"v x0\n", `line 1, column 3, "x0"`},
		{"v x-1\n", `line 1, column 3, "x-1"`},
		{"v --x1\n", `line 1, column 3, "--x1"`},
		{"v x1 -x1\n", "line 1, column 6, 1"},
		{"SAT\nx1\n", `line 2, column 1, "x1"`},
		{"s SATISFIABLE\nc s exact arb int 4\n", "line 3, column 1"},
	} {
		_, _, err := ReadModel(strings.NewReader(tt.text), 2)
		checkError(t, err, tt.want)
	}
}

func TestReadAnswer(t *testing.T) {
	for _, tt := range []struct {
		text  string
		model bool
		count string
	}{
		{"v 1 0\n", true, ""},
		{"s SATISFIABLE\nc s exact arb int 4\n", false, "4"},
		{"s mc 4\n", false, "4"},
		{"s UNKNOWN\n", false, ""},
	} {
		a, err := ReadAnswer(strings.NewReader(tt.text), 1, nil)
		if err != nil || (a.Model != nil) != tt.model || (a.Count != nil) != (tt.count != "") || a.Count != nil && a.Count.String() != tt.count {
			t.Errorf("%q: %+v, %v", tt.text, a, err)
		}
	}
}

// TestReadAnswerIdle checks that an answer may omit a variable that occurs in no clause, but no
// other variable.
func TestReadAnswerIdle(t *testing.T) {
	idle := func(v int) bool { return v == 2 }
	a, err := ReadAnswer(strings.NewReader("s SATISFIABLE\nv 1 -3 0\n"), 3, idle)
	if err != nil || !slices.Equal(a.Model, Model{true, false, false}) {
		t.Errorf("%v, %v", a.Model, err)
	}
	if a, err := ReadAnswer(strings.NewReader("v 1 2 0\n"), 3, idle); err == nil {
		t.Errorf("without variable 3: %v", a.Model)
	}
}

// TestWriteModel checks in both forms that lines have at most 78 characters and read back.
func TestWriteModel(t *testing.T) {
	for n := range 100 {
		m := make(Model, n)
		for i := range m {
			m[i] = i%3 == 0
		}
		for _, write := range []func(io.Writer, Model) error{WriteModel, WriteLinearModel} {
			b := &strings.Builder{}
			if err := write(b, m); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if len(line) > 79 || !strings.HasPrefix(line, "v") {
					t.Errorf("the line %q", line)
				}
			}
			got, _, err := ReadModel(strings.NewReader("s SATISFIABLE\n"+b.String()), n)
			if diff := cmp.Diff(got, m); diff != "" || err != nil {
				t.Errorf("%v; got -, want +:\n%s%s", err, diff, b)
			}
		}
	}
	var b strings.Builder
	if WriteLinearModel(&b, Model{true, false}); b.String() != "v x1 -x2\n" {
		t.Errorf("got %q", b.String())
	}
}
