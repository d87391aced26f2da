//go:build !js

package lookup

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/model"
	"counterproof/encode/test/facttest"
)

// TestMiniZincSolvers compares the solutions of Gecode with our own: constraints of our library, constants in every
// place, domains with holes, variables that are not sites, sites that are constants, empty domains, and given values.
func TestMiniZincSolvers(t *testing.T) {
	if _, ok := processtest.Find(t, "fzn-gecode"); !ok {
		t.Skip("*** SKIPPED: fzn-gecode is not installed ***")
	}
	const vars = "var {1,2,5}: x:: output_var;\nvar -2..3: y:: output_var;\nvar bool: b:: output_var;\nvar bool: c;\nvar 0..3: z;\n" +
		"array [1..2] of var int: a:: output_array([1..2]) = [y,4];\n"
	for _, rules := range []string{
		"", "fzn_all_different_int([x,y,z,2])", "fzn_all_different_int([3])", "fzn_all_different_int([x,4,4])",
		"fzn_table_int([x,y],[1,2,5,-1,1,2,2,7])", "fzn_table_int([x,5],[1,5,2,4])", "fzn_table_int([x],[])", "fzn_table_bool([b,c,true],[true,false,true,false,false,true,true,true,true])",
		"bool_eq(b,c) int_lin_eq([1,1,-1],[x,y,z],2)", "int_lin_le([1,-2],[x,y],0) bool_clause([b],[c]) set_in_reif(x,{1,5},c)", "int_div(x,y,z) bool_xor(b,c)",
		"int_mod(x,y,z)", "array_var_int_element(z,[x,y,5],x) array_int_element(x,[3,1,2,2,0],z)", "array_bool_element(x,[true,false,true,true,false],b)", "int_le_reif(x,y,b) int_ne_reif(z,1,c) set_in(z,{})",
		"array_int_maximum(z,[x,y]) array_bool_or([b,c],true) bool2int(b,z)", "int_min(x,y,z) int_abs(y,z)", "int_le(3,2)",
	} {
		text := vars
		for rule := range strings.FieldsSeq(rules) {
			text += "constraint " + rule + ";\n"
		}
		in, err := model.MiniZinc.OfFile("m.fzn", []byte(text+"solve satisfy;\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, board := range []encode.Instance{in, clues.Restrict(in, []clues.Given{{Site: 2, Value: 1}})} {
			want, got := listed(t, board, "native"), listed(t, board, "minizinc/gecode")
			if !slices.Equal(want, got) {
				t.Errorf("%s: Gecode finds %d solutions, native %d", rules, len(got), len(want))
			}
		}
	}
}

// listed returns the solutions by a method, in order.
func listed(t *testing.T, in encode.Instance, name string) (all []encode.Solution) {
	t.Helper()
	m, err := Resolve(&model.MiniZinc, in, method.MustParse(name))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Search(t.Context(), new(Stats), func(s encode.Solution) bool { all = append(all, s); return true }); err != nil {
		t.Fatalf("%s on %s: %v", name, in, err)
	}
	slices.Sort(all)
	return all
}

// TestMiniZincAnswers checks what a solver may say, by scripts in the place of Gecode.
func TestMiniZincAnswers(t *testing.T) {
	in, err := model.MiniZinc.OfFile("m.fzn", []byte("var 1..3: x:: output_var;\nsolve satisfy;\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for script, want := range map[string]string{ // the number of solutions, or the facts of the error
		"echo 'v0 = 1;'; echo ----------; echo 'v0 = 1;'; echo ----------; echo ==========": "1",
		"echo =====UNSATISFIABLE=====":                                       "0",
		"echo '% comment'; echo 'v0 = 3;'; echo ----------; echo ==========": "1",
		"echo 'v0 = 1;'; echo ----------":                                    "gecode, complete",
		"echo =====UNKNOWN=====":                                             "gecode, complete",
		"echo 'Error: no such constraint' >&2; exit 1":                       "gecode, no such constraint",
		"echo 'v0 = 4;'; echo ----------; echo ==========":                   "minizinc/gecode, x, 4",
		"echo 'v1 = 1;'; echo ----------; echo ==========":                   "minizinc/gecode, x",
		"echo nonsense": "gecode, nonsense",
		"echo 'v0 = 1;'; echo ----------; echo 'v0 = 2;'; echo ----------; exec sleep 1000": "stop",
	} {
		if err := os.WriteFile(filepath.Join(dir, "fzn-gecode"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		m, err := Resolve(&model.MiniZinc, in, method.MustParse("minizinc/gecode"))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		ctx, stop := context.WithCancel(t.Context())
		err = m.Search(ctx, new(Stats), func(encode.Solution) bool {
			if n++; want == "stop" && n == 2 {
				stop()
			}
			return true
		})
		stop()
		switch {
		case want == "stop":
			if err != context.Canceled || n != 2 {
				t.Errorf("interrupted: got %d solutions, %v", n, err)
			}
		case want == "0" || want == "1":
			if err != nil || n != int(want[0]-'0') {
				t.Errorf("%s: got %d solutions, %v, want %s", script, n, err, want)
			}
		case err == nil || !facttest.States(err.Error(), want):
			t.Errorf("%s: got %v, want the facts %q", script, err, want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Resolve(&model.MiniZinc, in, method.MustParse("minizinc/gecode")); err == nil || !facttest.States(err.Error(), "minizinc/gecode, minizinc, fzn-gecode, PATH") {
		t.Errorf("without a solver: got %v", err)
	}
}
