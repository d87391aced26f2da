package models

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/system/minizinc"
)

// run runs a solver on a FlatZinc text and returns what it prints, without statistics.
func run(t *testing.T, ctx context.Context, solver, text string, flags ...string) (out string, status int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.fzn")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status, ok := AsSolver(ctx, slices.Concat([]string{"/bin/" + minizinc.LinkPrefix + solver}, flags, []string{path}), &stdout, &stderr)
	if !ok || (status == 0) != (stderr.Len() == 0) {
		t.Fatalf("%s %v: got %v, %d, %q", solver, flags, ok, status, stderr.String())
	}
	return stdout.String(), status
}

const separator = "----------\n"

// TestSolver compares what both solvers print with answers found by hand. Solutions may come in any order.
func TestSolver(t *testing.T) {
	const (
		sum    = "constraint int_lin_eq([1,1],[x,y],4);\n"
		header = "var 1..3: x:: output_var;\nvar -3..3: y;\nvar bool: b;\narray [1..2] of var int: a:: output_array([0..1]) = [y,7];\n" +
			"array [1..2] of var bool: g:: output_array([1..1,1..2]) = [b,true];\nconstraint bool_eq(b,false);\n"
		rest = "g = array2d(1..1, 1..2, [false, true]);\n"
	)
	solution := func(x, y string) string { return "x = " + x + ";\na = array1d(0..1, [" + y + ", 7]);\n" + rest }
	all := []string{solution("1", "3"), solution("2", "2"), solution("3", "1")}
	for _, c := range []struct {
		text, flags string
		solutions   []string
		end         string
		ordered     bool
	}{
		{header + sum + "solve satisfy;", "-a", all, "==========\n", false},
		{header + sum + "solve satisfy;", "-n 0 -p 2 -r 5 -f -v -t 100000", all, "==========\n", false},
		{header + sum + "constraint int_eq(x,2);\nsolve satisfy;", "", all[1:2], "", false},
		{header + sum + "constraint int_eq(x,2);\nsolve satisfy;", "-n 2", all[1:2], "==========\n", false},
		{header + sum + "constraint int_le(y,0);\nsolve satisfy;", "-a", nil, "=====UNSATISFIABLE=====\n", false},
		{header + sum + "solve maximize x;", "", all[2:], "==========\n", true},
		{header + sum + "solve minimize x;", "", all[:1], "==========\n", true},
		{header + "constraint int_times(x,y,y);\nsolve minimize y;", "", []string{solution("1", "-3")}, "==========\n", true},
		{"var 1..5: x:: output_var;\nsolve minimize 3;", "", nil, "==========\n", true},
		{"var 1..5: x;\nconstraint int_ne(x,2);\nsolve satisfy;", "-a", []string{""}, "==========\n", true},
	} {
		for _, solver := range minizinc.Solvers {
			out, status := run(t, t.Context(), solver, c.text, strings.Fields(c.flags)...)
			parts := strings.SplitAfter(out, separator)
			got, end := parts[:len(parts)-1], parts[len(parts)-1]
			for i := range got {
				got[i] = strings.TrimSuffix(got[i], separator)
			}
			if !c.ordered {
				slices.Sort(got)
			}
			if c.solutions != nil && !slices.Equal(got, c.solutions) || end != c.end || status != 0 {
				t.Errorf("%s %s on\n%s\ngot %q, %q", solver, c.flags, c.text, got, end)
			}
		}
	}
}

// TestOptimisation checks that each printed solution is better than the one before and that the last one is best:
// a knapsack of weight 10, whose best value 13 is known from all 16 choices.
func TestOptimisation(t *testing.T) {
	const text = "var bool: a:: output_var;\nvar bool: b:: output_var;\nvar bool: c:: output_var;\nvar bool: d:: output_var;\nvar 0..100: v:: output_var;\n" +
		"var 0..1: i;\nvar 0..1: j;\nvar 0..1: k;\nvar 0..1: l;\nconstraint bool2int(a,i);\nconstraint bool2int(b,j);\nconstraint bool2int(c,k);\nconstraint bool2int(d,l);\n" +
		"constraint int_lin_le([5,4,6,3],[i,j,k,l],10);\nconstraint int_lin_eq([6,5,8,3,-1],[i,j,k,l,v],0);\nsolve maximize v;\n"
	for _, solver := range minizinc.Solvers {
		for _, flag := range []string{"-a", "-i", "-f"} {
			out, _ := run(t, t.Context(), solver, text, flag, "-s")
			var values []string
			for line := range strings.Lines(out) {
				if v, ok := strings.CutPrefix(line, "v = "); ok {
					values = append(values, strings.Repeat(" ", 10-len(v))+v) // sorts as numbers do
				}
			}
			n := len(values)
			if n == 0 || strings.TrimSpace(values[n-1]) != "13;" || !slices.IsSorted(values) || flag == "-f" && n > 1 {
				t.Errorf("%s %s: got the values %q", solver, flag, values)
			}
			if all := fmt.Sprintf("nSolutions=%d\n", n); flag != "-f" && !strings.Contains(out, all) {
				t.Errorf("%s %s: got %q, want %s", solver, flag, out, all)
			}
			for _, want := range []string{"==========\n", "%%%mzn-stat: nSolutions=", "%%%mzn-stat: solveTime=0.", "%%%mzn-stat: nodes=", "%%%mzn-stat: failures=", "%%%mzn-stat-end\n"} {
				if !strings.Contains(out, want) {
					t.Errorf("%s: got %q, want %q", solver, out, want)
				}
			}
		}
	}
}

// An interrupting writer calls stop after the given number of solutions.
type interrupting struct {
	text  bytes.Buffer
	after int
	stop  func()
}

func (w *interrupting) Write(b []byte) (int, error) {
	if w.after -= strings.Count(string(b), separator); w.after == 0 {
		w.stop()
	}
	return w.text.Write(b)
}

// TestInterruption checks that a solver that is interrupted leaves whole solutions and does not claim to have all.
func TestInterruption(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.fzn")
	if err := os.WriteFile(path, []byte("var 1..1000000: x:: output_var;\nvar 1..1000000: y:: output_var;\nsolve satisfy;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, solver := range minizinc.Solvers {
		ctx, stop := context.WithCancel(t.Context())
		out := &interrupting{after: 2, stop: stop}
		status, _ := AsSolver(ctx, []string{minizinc.LinkPrefix + solver, "-a", "-s", path}, out, out)
		n := strings.Count(out.text.String(), separator)
		if status != 0 || n < 2 || strings.Contains(out.text.String(), "==========") || strings.Count(out.text.String(), "x = ") != n || !strings.Contains(out.text.String(), "mzn-stat-end") {
			t.Errorf("%s: got %d, %.500q", solver, status, out.text.String())
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, solver := range minizinc.Solvers {
		if out, status := run(t, stopped, solver, "var 1..2: x;\nsolve satisfy;\n"); out != "=====UNKNOWN=====\n" || status != 0 {
			t.Errorf("%s, interrupted before its first solution: got %q, %d", solver, out, status)
		}
	}
	names, declared := []string{}, ""
	for i := range 30 {
		names = append(names, "x"+string(rune('A'+i/6))+string(rune('a'+i%6)))
		declared += "var 0..1: " + names[i] + ";\n"
	}
	hard := declared + "array [1..30] of var int: all = [" + strings.Join(names, ",") + "];\nconstraint int_lin_eq([" + strings.Repeat("2,", 29) + "2],all,31);\nsolve satisfy;\n" // an odd sum
	if out, status := run(t, t.Context(), minizinc.Solvers[0], hard, "-t", "50"); out != "=====UNKNOWN=====\n" && out != "=====UNSATISFIABLE=====\n" || status != 0 {
		t.Errorf("a time limit: got %q, %d", out, status)
	}
}

func TestSolverErrors(t *testing.T) {
	const good = "var 1..2: x;\nsolve satisfy;\n"
	for _, c := range []struct{ text, flags string }{
		{"var 1..2: x;\nconstraint unknown(x);\nsolve satisfy;\n", ""}, {"var float: x;\nsolve satisfy;\n", ""}, {"", ""}, {good, "-x"}, {good, "-n x"},
		{good, "-n -1"}, {good, "-t -5"}, {good, "other.fzn"}, {"var int: x:: output_var;\nsolve satisfy;\n", ""},
	} {
		for _, solver := range minizinc.Solvers {
			if out, status := run(t, t.Context(), solver, c.text, strings.Fields(c.flags)...); status != 1 || out != "=====ERROR=====\n" {
				t.Errorf("%s %s on %q: got %q, %d", solver, c.flags, c.text, out, status)
			}
		}
	}
	for _, args := range [][]string{nil, {"counterproof"}, {"fzn-gecode", "m.fzn"}} {
		if _, ok := AsSolver(t.Context(), args, nil, nil); ok {
			t.Errorf("%v is taken for a solver", args)
		}
	}
}

// TestBest compares the best value of random linear problems with the best one of all assignments.
func TestBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(39, 4))
	for range 40 {
		var w [3][3]int // two constraints and the objective
		for i := range w {
			for j := range w[i] {
				w[i][j] = rng.IntN(9) - 4
			}
		}
		sum := func(i int, x [3]int) (n int) {
			for j := range x {
				n += w[i][j] * x[j]
			}
			return n
		}
		bounds, goal := [2]int{rng.IntN(9) - 6, rng.IntN(9) - 6}, []string{"minimize", "maximize"}[rng.IntN(2)]
		found, best := false, 0
		for k := range 6 * 6 * 6 {
			x := [3]int{k%6 - 2, k/6%6 - 2, k/36 - 2}
			if v := sum(2, x); sum(0, x) <= bounds[0] && sum(1, x) <= bounds[1] && (!found || (v > best) == (goal == "maximize")) {
				found, best = true, v
			}
		}
		text := "var -2..3: a;\nvar -2..3: b;\nvar -2..3: c;\nvar int: v:: output_var;\n"
		for i, bound := range bounds {
			text += fmt.Sprintf("constraint int_lin_le([%d,%d,%d],[a,b,c],%d);\n", w[i][0], w[i][1], w[i][2], bound)
		}
		text += fmt.Sprintf("constraint int_lin_eq([%d,%d,%d,-1],[a,b,c,v],0);\nsolve %s v;\n", w[2][0], w[2][1], w[2][2], goal)
		want := "=====UNSATISFIABLE=====\n"
		if found {
			want = fmt.Sprintf("v = %d;\n%s==========\n", best, separator)
		}
		for _, solver := range minizinc.Solvers {
			if out, _ := run(t, t.Context(), solver, text); out != want {
				t.Errorf("%s on\n%s\ngot %q, want %q", solver, text, out, want)
			}
		}
	}
}
