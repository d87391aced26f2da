package extern_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/system/solvers"
	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"
	. "counterproof/sat/extern"
)

// found returns the tools whose programs are installed. It skips the test if there are none.
func found(t *testing.T) []*Tool {
	t.Helper()
	var tools []*Tool
	for _, tool := range builtIn(t) {
		if tool.Answer == Counts {
			continue
		}
		if got := processtest.Package(tool.Name); got != tool.Package {
			t.Errorf("make tools installs the package %q for %s, want %q", got, tool.Name, tool.Package)
		}
		if _, ok := processtest.Find(t, tool.Name); ok {
			tools = append(tools, tool)
		}
	}
	if len(tools) == 0 {
		t.Skip("*** SKIPPED: no outside solver is installed ***")
	}
	return tools
}

// builtIn returns the definitions that are a part of this program.
func builtIn(t *testing.T) (tools []*Tool) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	all, err := solvers.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		tools = append(tools, &s.Tool)
	}
	return tools
}

// find returns the definition of a solver that exists.
func find(name string) *Tool {
	tool, err := solvers.Find(name)
	if err != nil || tool == nil {
		panic(fmt.Sprint(name, err))
	}
	return tool
}

// solutions runs a search and returns its solutions, sorted, as strings with a 0 or 1 for each
// projected variable.
func solutions(ctx context.Context, tool *Tool, f *cnf.Formula) ([]string, cnf.Stats, error) {
	var st cnf.Stats
	var all []string
	err := Solver{tool, f}.Search(ctx, &st, func(m cnf.Model) bool {
		all = append(all, projected(f, m))
		return true
	})
	slices.Sort(all)
	return all, st, err
}

func projected(f *cnf.Formula, m cnf.Model) string {
	var b strings.Builder
	for _, v := range f.Vars() {
		if m[v-1] {
			b.WriteByte('1')
		} else {
			b.WriteByte('0')
		}
	}
	return b.String()
}

// truthTable lists the solutions by trying all assignments. It evaluates each clause directly.
func truthTable(f *cnf.Formula) []string {
	seen := map[string]bool{}
	m := make(cnf.Model, f.NumVars)
	for bits := range 1 << f.NumVars {
		for v := range m {
			m[v] = bits>>v&1 == 1
		}
		ok := true
		for _, c := range f.Clauses {
			ok = ok && slices.ContainsFunc(c, func(l cnf.Lit) bool {
				return l > 0 && m[l-1] || l < 0 && !m[-l-1]
			})
		}
		if ok {
			seen[projected(f, m)] = true
		}
	}
	var all []string
	for s := range seen {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

func formula(vars int, free []cnf.Lit, clauses ...[]cnf.Lit) *cnf.Formula {
	return &cnf.Formula{NumVars: vars, Clauses: clauses, Projection: cnf.Projection{Free: free}}
}

type lits = []cnf.Lit

// TestProgramsOnSmallFormulas checks the installed programs on small formulas with unusual features
// that a program might handle wrongly.
func TestProgramsOnSmallFormulas(t *testing.T) {
	cases := map[string]*cnf.Formula{
		"no variable":                   formula(0, nil),
		"no variable, an empty clause":  formula(0, nil, lits{}),
		"no clause":                     formula(3, lits{1, 2, 3}),
		"no clause, projected":          formula(3, lits{2}),
		"no clause, nothing projected":  formula(3, nil),
		"an empty clause":               formula(2, lits{1, 2}, lits{1, 2}, lits{}),
		"units":                         formula(3, lits{1, 2, 3}, lits{1}, lits{-3}),
		"units, nothing projected":      formula(3, nil, lits{1}, lits{-2}),
		"units that contradict":         formula(1, lits{1}, lits{1}, lits{-1}),
		"nothing projected, no model":   formula(2, nil, lits{1, 2}, lits{1, -2}, lits{-1, 2}, lits{-1, -2}),
		"a literal twice, a tautology":  formula(2, lits{1, 2}, lits{1, 1, 2}, lits{2, -2}),
		"the last variables unused":     formula(9, lits{1, 8, 9}, lits{1, 2}),
		"an unused variable in between": formula(5, lits{1, 3, 5}, lits{1, 2}, lits{-4, 5}),
		"projected literals, negative":  formula(4, lits{-1, 2, -4}, lits{1, 2}, lits{3, 4}),
		"a variable equal to another":   formula(3, lits{3}, lits{1, -3}, lits{-1, 3}, lits{2, -3}),
	}
	for _, tool := range found(t) {
		for name, f := range cases {
			got, _, err := solutions(t.Context(), tool, f)
			if want := truthTable(f); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %s: %v, %v, want %v", tool.Name, name, got, err, want)
			}
		}
	}
}

// TestProgramsOnRandomFormulas compares the installed programs with truth tables on random formulas
// with random projections, some of them with groups.
func TestProgramsOnRandomFormulas(t *testing.T) {
	for _, tool := range found(t) {
		rng := rand.New(rand.NewPCG(7, 1))
		several, number := 0, 12
		if tool.Answer == AllModels {
			number = 150
		}
		for i := range number {
			f := random(rng)
			got, st, err := solutions(t.Context(), tool, f)
			want := truthTable(f)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s, formula %d: %v, %v, want %v: %+v", tool.Name, i, got, err, want, *f)
			}
			if len(want) > 1 {
				several++
			}
			runs := int64(len(want) + 1)
			if tool.Answer == AllModels || len(f.Vars()) == 0 {
				runs = 1
			}
			if st.Runs != runs || st.Seconds <= 0 || st.ProgramBytes < 0 {
				t.Errorf("%s, formula %d: %d runs, want %d; %v s", tool.Name, i, st.Runs, runs, st.Seconds)
			}
		}
		if several < number/3 {
			t.Errorf("%d of %d formulas have several solutions", several, number)
		}
	}
}

// random returns a random formula of up to 8 variables. In half of the formulas the first three
// variables are a group: exactly one of them is true.
func random(rng *rand.Rand) *cnf.Formula {
	f := &cnf.Formula{NumVars: 3 + rng.IntN(6)}
	grouped := rng.IntN(2) == 0
	if grouped {
		f.Groups = [][]cnf.Lit{{1, 2, 3}}
		f.Clauses = [][]cnf.Lit{{1, 2, 3}, {-1, -2}, {-1, -3}, {-2, -3}}
	}
	for v := 1; v <= f.NumVars; v++ {
		if rng.IntN(3) == 0 && (v > 3 || !grouped) {
			f.Free = append(f.Free, cnf.Lit(v)*cnf.Lit(1-2*rng.IntN(2)))
		}
	}
	for range rng.IntN(3 * f.NumVars) {
		var c []cnf.Lit
		for range 1 + rng.IntN(4) {
			c = append(c, cnf.Lit(1+rng.IntN(f.NumVars))*cnf.Lit(1-2*rng.IntN(2)))
		}
		f.Add(c...)
	}
	return f
}

// TestStop checks that the program is ended when yield stops the search after a few of 2^20 models.
func TestStop(t *testing.T) {
	f := formula(20, nil)
	for v := 1; v <= 20; v++ {
		f.Free = append(f.Free, cnf.Lit(v))
	}
	for _, tool := range found(t) {
		most := 5000
		if tool.Answer != AllModels {
			most = 5
		}
		n := 0
		began := time.Now()
		err := Solver{tool, f}.Search(t.Context(), new(cnf.Stats), func(cnf.Model) bool {
			n++
			return n < most
		})
		if err != nil || n != most || len(Running()) != 0 {
			t.Errorf("%s: %d models, %v, %d programs left; want %d", tool.Name, n, err, len(Running()), most)
		}
		if took := time.Since(began); took > processtest.Patience {
			t.Errorf("%s: took %v", tool.Name, took)
		}
	}
}

// fake puts a shell script on PATH under the name of a tool's program.
func fake(t *testing.T, name, script string) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("*** SKIPPED: no shell ***")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// small has the solutions 01 and 10 of its projected variables 1 and 2.
func small() *cnf.Formula { return formula(4, lits{1, 2}, lits{1, 2}, lits{3, 4}, lits{-1, -2}) }

// TestFakes runs shell scripts instead of solvers. The scripts behave as no solver should. The test
// checks which models and errors the search returns.
func TestFakes(t *testing.T) {
	const (
		first  = "v 1 -2 3 4 0"
		second = "v -1 2 3 4 0"
		sat    = "s SATISFIABLE"
		unsat  = "s UNSATISFIABLE"
	)
	say := func(lines ...string) string { return "cat >/dev/null; printf '" + strings.Join(lines, `\n`) + `\n'; ` }
	for _, c := range []struct {
		name, tool, script string
		models             int
		err                string // facts of the error; empty: no error
		wrong              bool   // the error is a WrongError
	}{
		{"right", "clasp", say("c hello", first, second, sat) + "exit 30", 2, "", false},
		{"over many lines", "clasp", say("v 1 -2", "c between", "v 3 4", "v 0", second, sat) + "exit 30", 2, "", false},
		{"does not read", "clasp", "echo " + unsat + "; exit 20", 0, "", false},
		{"wrong model", "clasp", say(first, "v 1 2 3 4 0", sat) + "exit 30", 1, "clasp, 3, [-1 -2]", true},
		{"a solution twice", "clasp", say(first, second, "v 1 -2 3 -4 0", sat) + "exit 30", 2, "clasp, 2", true},
		{"no solution, wrongly", "clasp", say(unsat) + "exit 20", 0, "", false}, // only another method can notice
		{"a list that is not complete", "clasp", say(first, sat) + "exit 10", 1, "clasp, SATISFIABLE, 1, exit status 10", false},
		{"unsatisfiable with a model", "clasp", say(first, unsat) + "exit 20", 1, "clasp, UNSATISFIABLE, 1", false},
		{"satisfiable without a model", "clasp", say(sat) + "exit 30", 0, "clasp, SATISFIABLE, 0", false},
		{"another exit status", "clasp", say(unsat) + "exit 30", 0, "clasp, UNSATISFIABLE, 0, exit status 30", false},
		{"gives up", "clasp", say("s UNKNOWN") + "exit 0", 0, "clasp, exit status 0", false},
		{"an error", "clasp", say(first) + "echo warning >&2; echo 'out of luck ' >&2; exit 33", 1, "clasp, exit status 33, out of luck", false},
		{"an error and nothing else", "clasp", "exit 1", 0, "clasp, exit status 1", false},
		{"crashes", "clasp", say(first) + "kill -SEGV $$", 1, "clasp, signal: segmentation fault", false},
		{"is killed", "clasp", say(first, second) + "kill -KILL $$", 2, "clasp, signal: killed", false},
		{"is out of time", "clasp", say(first) + "kill -XCPU $$", 1, ErrCPU.Error(), false},
		{"no status line", "clasp", say(first, second) + "exit 30", 2, "clasp, line 3", false},
		{"half a model", "clasp", say(first, "v -1 2 3") + "exit 30", 1, "clasp, line 3, 0", false},
		{"a model without a variable", "clasp", say("v 1 -2 4 0", sat) + "exit 30", 0, "clasp, line 1, 4, 3", false},
		{"another variable", "clasp", say("v 1 -2 3 4 5 0", sat) + "exit 30", 0, `clasp, line 1, 4, "5"`, false},
		{"no number", "clasp", say("v -9223372036854775808 0", sat) + "exit 30", 0, `clasp, line 1, "-9223372036854775808"`, false},
		{"a variable both true and false", "clasp", say("v 1 -1 2 3 4 0", sat) + "exit 30", 0, "clasp, line 1, 1", false},
		{"garbage", "clasp", say("hello") + "exit 30", 0, `clasp, line 1, "hello"`, false},
		{"a model behind the end", "clasp", say(sat, first) + "exit 30", 0, `clasp, line 2, "v 1 -2 3 4 0"`, false},
		{"endless garbage", "clasp", "while :; do echo garbage; done", 0, `clasp, line 1, "garbage"`, false},
		{"an endless line", "clasp", "while :; do printf 'v 1 -2 3 4 '; done", 0, bufio.ErrBufferFull.Error(), false},
		{"an endless model", "clasp", "while :; do echo 'v 1 -2 3 4'; done", 0, context.DeadlineExceeded.Error(), false},
		{"hangs", "clasp", say(first) + "sleep 1000", 1, context.DeadlineExceeded.Error(), false},

		{"right", "cadical", `case $(cat) in
"p cnf 4 3
1 2 0
3 4 0
-1 -2 0") echo '` + first + "\n" + sat + `'; exit 10;;
*"-1 2 0") echo '` + sat + "\n" + second + `'; exit 10;;
*"-1 2 0
1 -2 0") echo '` + unsat + `'; exit 20;;
esac`, 2, "", false},
		{"repeats its model", "cadical", say(sat, first) + "exit 10", 1, "cadical, 1", true},
		{"wrong model", "cadical", say(sat, "v 1 -2 -3 -4 0") + "exit 10", 0, "cadical, 2, [3 4]", true},
		{"no solution, wrongly", "cadical", say(unsat) + "exit 20", 0, "", false},
		{"satisfiable, exits as unsatisfiable", "cadical", say(sat, first) + "exit 20", 0, "cadical, SATISFIABLE, exit status 20", false},
		{"unsatisfiable, exits as satisfiable", "cadical", say(unsat) + "exit 10", 0, "cadical, UNSATISFIABLE, exit status 10", false},
		{"gives up", "cadical", say("s UNKNOWN") + "exit 0", 0, "cadical, exit status 0", false},
		{"complains", "cadical", "echo 'cannot read' >&2; exit 1", 0, "cadical, exit status 1, cannot read", false},
		{"crashes", "cadical", say(sat, "v 1 -2") + "echo last words >&2; kill -ABRT $$", 0, "cadical, signal: aborted", false},
		{"garbage", "cadical", say("hello") + "exit 10", 0, "cadical, line 1, column 1", false},
		{"a model without a variable", "cadical", say(sat, "v 1 -2 4 0") + "exit 10", 0, "cadical, line 3, column 1, 4, 3", false},
		{"endless garbage", "cadical", "while :; do echo garbage; done", 0, "cadical, line 1, column 1", false},
		{"endless words", "cadical", "while :; do echo c; done", 0, context.DeadlineExceeded.Error(), false},
		{"hangs", "cadical", "sleep 1000", 0, context.DeadlineExceeded.Error(), false},

		{"a result file", "minisat", "cat >/dev/null; printf 'SAT\\n1 -2 3 4 0\\n' >$3; echo SATISFIABLE; exit 10", 1, "minisat, 1", true},
		{"a result file", "minisat", "cat >/dev/null; echo UNSAT >$3; echo UNSATISFIABLE; exit 20", 0, "", false},
		{"no result file", "minisat", "cat >/dev/null; echo PARSE ERROR; exit 3", 0, "minisat, exit status 3, PARSE ERROR", false},
		{"gives up", "minisat", "cat >/dev/null; echo INDET >$3; exit 0", 0, "minisat, exit status 0", false},

		// The other programs answer like cadical.
		{"wrong model", "kissat", say(sat, "v 1 -2 -3 -4 0") + "exit 10", 0, "kissat, 2, [3 4]", true},
		{"wrong model", "picosat", say(sat, "v 1 -2 -3 -4 0") + "exit 10", 0, "picosat, 2, [3 4]", true},
		{"wrong model", "cryptominisat5", say(sat, "v 1 -2 -3 -4 0") + "exit 10", 0, "cryptominisat5, 2, [3 4]", true},
	} {
		t.Run(c.tool+" "+c.name, func(t *testing.T) {
			fake(t, c.tool, c.script)
			ctx, cancel := context.WithTimeout(t.Context(), processtest.Patience)
			if strings.Contains(c.err, "deadline") {
				cancel()
				ctx, cancel = context.WithTimeout(t.Context(), 300*time.Millisecond)
			}
			defer cancel()
			got, _, err := solutions(ctx, find(c.tool), small())
			if !facttest.Matches(err, c.err) {
				t.Errorf("error %v, want the facts %q", err, c.err)
			}
			var wrong *WrongError
			if errors.As(err, &wrong) != c.wrong || errors.Is(err, ErrCPU) != (c.err == ErrCPU.Error()) {
				t.Errorf("error %T, want a WrongError: %v", err, c.wrong)
			}
			if len(got) != c.models && !strings.Contains(c.err, "deadline") {
				t.Errorf("%v, want %d models", got, c.models)
			}
			if left := Running(); len(left) > 0 {
				t.Errorf("the programs %v are still running", left)
			}
		})
	}
}

// TestKissat checks the support for kissat with a script that answers as kissat's documentation
// says.
func TestKissat(t *testing.T) {
	fake(t, "kissat", `[ "$1" = --version ] && { echo 3.1.1; exit; }
[ $# = 0 ] || exit 1
case $(sed -n 's/^p cnf 4 //p') in
3) printf 's SATISFIABLE\nv 1 -2 -3 4 0\n'; exit 10;;
4) printf 's SATISFIABLE\nv -1 2 3 4 0\n'; exit 10;;
5) echo s UNSATISFIABLE; exit 20;;
esac`)
	got, st, err := solutions(t.Context(), find("kissat"), small())
	if err != nil || fmt.Sprint(got) != "[01 10]" || st.Runs != 3 {
		t.Errorf("got %v in %d runs, %v; want 01 and 10 in 3", got, st.Runs, err)
	}
	if v, err := find("kissat").Version(); v != "3.1.1" || err != nil {
		t.Errorf("version %q, %v", v, err)
	}
}

func TestVersion(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	fake(t, "clasp", "echo x >>"+asked+"; printf 'clasp version 9.8.7\\nmore\\n'")
	for range 3 {
		if v, err := find("clasp").Version(); v != "9.8.7" || err != nil {
			t.Errorf("version %q, %v", v, err)
		}
	}
	if b, _ := os.ReadFile(asked); len(b) != 2 {
		t.Errorf("asked %d times, want once", len(b)/2)
	}
	for script, want := range map[string]string{
		"exit 1": "exit status 1",
		":":      "--version",
	} {
		fake(t, "clasp", script)
		if v, err := find("clasp").Version(); !facttest.Matches(err, want) {
			t.Errorf("%s: version %q, %v, want the facts %q", script, v, err, want)
		}
	}
	// If a program cannot be asked for its version, the version changes with its file.
	fake(t, "minisat", "exit 0")
	one, err := find("minisat").Version()
	fake(t, "minisat", "exit  0")
	other, err2 := find("minisat").Version()
	if err != nil || err2 != nil || one == other || !strings.HasPrefix(one, "sha256:") {
		t.Errorf("versions %q, %q, %v, %v", one, other, err, err2)
	}
}

func TestNotFound(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, tool := range builtIn(t) {
		_, _, err := solutions(t.Context(), tool, small())
		var missing *NotFoundError
		if !errors.As(err, &missing) || !facttest.States(err.Error(), tool.Name+", "+tool.Command[0]+", PATH, "+tool.Package) {
			t.Errorf("%s: %v", tool.Name, err)
		}
		if _, err := tool.Version(); !errors.As(err, &missing) {
			t.Errorf("%s: the version: %v", tool.Name, err)
		}
	}
	if left := solvers.Found(); len(left) > 0 {
		t.Errorf("%d found", len(left))
	}
}
