//go:build !js

package minizinc_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	. "counterproof/bench/system/minizinc"
	"counterproof/bench/test/processtest"
	"counterproof/encode/flatzinc"
	"counterproof/encode/model"
	"counterproof/encode/wording"
)

// write writes files, whose names and texts alternate, and returns their folder.
func write(t *testing.T, files ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func gather(path string, data ...string) (model.Source, error) {
	return Gather(path, data, os.ReadFile, func(name string) string { return strings.TrimSuffix(name, ".gz") })
}

func names(s model.Source) (all []string) {
	for _, f := range s.Files {
		all = append(all, f.Name)
	}
	return all
}

// TestGather checks which files belong to a model: only its own includes, whatever comments and strings say.
func TestGather(t *testing.T) {
	dir := write(t,
		"m/main.mzn", "include \"globals.mzn\"; % include \"no.mzn\";\n/* include \"no.mzn\"; */ include % why\n \"sub/a.mzn\";\noutput [\"include \\\"no.mzn\\\"\"];",
		"m/no.mzn", "", "m/sub/a.mzn", `include "b.mzn"; include "../main.mzn";`, "m/sub/b.mzn", "", "m/outside.mzn", `include "../lib/c.mzn";`,
		"lib/c.mzn", "", "data/8.dzn", "n=8;", "data/more.json", "{}", "other/8.dzn", "", "m/wrong.mzn", `include "/etc/x.mzn";`, "m/latin.mzn", "\xff")
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		model string
		data  []string
		want  []string // nil: an error
	}{
		{"m/main.mzn", []string{"data/8.dzn", "data/more.json"}, []string{"main.mzn", "sub/a.mzn", "sub/b.mzn", "8.dzn", "more.json"}},
		{"m/outside.mzn", nil, []string{"m/outside.mzn", "lib/c.mzn"}},
		{"m/main.mzn", []string{"data/8.dzn", "other/8.dzn"}, nil},
		{"m/main.mzn", []string{"m/no.mzn"}, nil},
		{"m/wrong.mzn", nil, nil},
		{"m/latin.mzn", nil, nil},
		{"m/gone.mzn", nil, nil},
	} {
		data := slices.Clone(c.data)
		for i := range data {
			data[i] = at(data[i])
		}
		s, err := gather(at(c.model), data...)
		if (err == nil) != (c.want != nil) || err == nil && !slices.Equal(names(s), c.want) {
			t.Errorf("%s with %v: got %v, %v, want %v", c.model, c.data, names(s), err, c.want)
		}
	}
	t.Chdir(at("m"))
	if s, err := gather("outside.mzn"); err != nil || !slices.Equal(names(s), []string{"m/outside.mzn", "lib/c.mzn"}) {
		t.Errorf("a relative path: got %v, %v", names(s), err)
	}
}

func compile(t *testing.T, s model.Source) (*flatzinc.Model, model.Compiled) {
	t.Helper()
	c, err := Compile(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	m, err := flatzinc.Read([]byte(c.FlatZinc))
	if err != nil {
		t.Fatalf("%v\n%s", err, c.FlatZinc)
	}
	return m, c
}

func need(t *testing.T) {
	t.Helper()
	if _, ok := processtest.Find(t, "minizinc"); !ok {
		t.Skip("*** SKIPPED: minizinc is not installed ***")
	}
}

// TestCompile checks what the compiler gets and what comes back: includes, data, defines, our constraints, and
// no folder of this machine.
func TestCompile(t *testing.T) {
	need(t)
	dir := write(t, "q.mzn", `include "globals.mzn"; include "sub/same.mzn"; include "fixed.dzn"; int: n; int: k; int: f; array[1..n] of var 1..n: q;
constraint all_different(q); constraint same(q[1], k); constraint table([q[2],q[3]], [|f,3|3,4|]);
constraint table([q[4] > 2], [|true|]); var set of 1..3: s; solve satisfy;`,
		"sub/same.mzn", "predicate same(var int: x, int: y) = x + y != 3;", "fixed.dzn", "f = 2;", "4.dzn", "n = 4;", "k.json", `{"k": 1}`)
	at := func(name string) string { return filepath.Join(dir, name) }
	s, err := gather(at("q.mzn"), at("4.dzn"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Compile(t.Context(), s); !errors.As(err, new(*Error)) || !strings.Contains(err.Error(), "k") {
		t.Errorf("without k: got %v", err)
	}
	s.Defines = []string{"k=2"}
	m, c := compile(t, s)
	var used []string
	for _, x := range m.Constraints {
		used = append(used, x.Name)
	}
	for _, want := range []string{"fzn_all_different_int", "fzn_table_int"} {
		if !slices.Contains(used, want) {
			t.Errorf("got the constraints %v, want %s", used, want)
		}
	}
	if !strings.HasPrefix(c.Compiler, "MiniZinc 2.") || !strings.Contains(c.Ozn, "show(s)") || !strings.Contains(c.FlatZinc, `"q.mzn|1|`) {
		t.Errorf("got %s, %s, %s", c.Compiler, c.FlatZinc, c.Ozn)
	}
	if strings.Contains(c.FlatZinc+c.Ozn, os.TempDir()) || strings.Contains(c.FlatZinc, "/usr/") {
		t.Error("the FlatZinc names folders of this machine")
	}
	if again, err := Compile(t.Context(), s); err != nil || again != c {
		t.Errorf("compiled again, the result differs: %v", err)
	}
	packed := model.Pack(s, c)
	if s2, c2, ok := model.Unpack(packed); !ok || c2 != c || !slices.Equal(s2.Files, s.Files) || !slices.Equal(s2.Defines, s.Defines) {
		t.Error("a bundle is not unpacked as it was packed")
	}
	if s, err = gather(at("q.mzn"), at("4.dzn"), at("k.json")); err != nil {
		t.Fatal(err)
	}
	compile(t, s)
}

// TestErrors checks that the message of the compiler is passed on, with positions and without folders.
func TestErrors(t *testing.T) {
	need(t)
	for text, want := range map[string]string{
		"var 1..3 x;":                               "m.mzn:1.10",
		"include \"gone.mzn\"; solve satisfy;":      "gone.mzn",
		"constraint assert(false, \"too small\");":  "too small",
		"int: n; solve satisfy;":                    "n",
		strings.Repeat("var 1..3: y = z;\n", 1_000): "z",
	} {
		_, err := Compile(t.Context(), model.Source{Files: []model.SourceFile{{Name: "m.mzn", Text: text}}})
		bad, ok := errors.AsType[*Error](err)
		if !ok || !strings.Contains(bad.Text, want) || strings.Contains(bad.Text, os.TempDir()) || len(bad.Text) > 10_000 {
			t.Errorf("%.40q: got %v, want the message about %s", text, err, want)
		}
	}
	for _, name := range []string{"../m.mzn", "/m.mzn", ""} {
		if _, err := Compile(t.Context(), model.Source{Files: []model.SourceFile{{Name: name, Text: "solve satisfy;"}}}); err == nil {
			t.Errorf("the name %q is accepted", name)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	slow := "array[1..3000, 1..3000] of var 0..9: x; constraint forall(i, j in 1..3000, k in 1..3000)(x[i,j] + x[j,k] != 3); solve satisfy;"
	if _, err := Compile(ctx, model.Source{Files: []model.SourceFile{{Name: "m.mzn", Text: slow}}}); err != context.DeadlineExceeded {
		t.Errorf("a compilation that is interrupted: got %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Path(); err != ErrNotFound {
		t.Errorf("without minizinc: got %v", err)
	}
}

// TestGlobals checks that the standard decompositions of global constraints, and sets, become constraints that
// package flatzinc knows, also in a context where they are reified.
func TestGlobals(t *testing.T) {
	need(t)
	const variables = `array[1..4] of var 1..4: x; array[1..4] of var 1..4: y; array[1..4] of var bool: b; array[1..3] of var bool: e;
var 0..4: n; var set of 1..5: s; var set of 2..6: u; array[1..3] of var set of 1..3: parts; var C: colour; var opt 1..3: o;
array[1..2, 1..2] of var 1..3: g`
	all, n := "include \"globals.mzn\"; enum C = {red, green}; solve satisfy;\n", 0
	for _, line := range []string{
		"x[1] * x[2] + x[3] div x[4] - x[1] mod x[2] + pow(x[1], 2) + x[2]^x[3] + abs(x[1] - 9) > max(x) + min(y) + max(x[1], y[2]) /\\ (x[1] = 2 xor b[1])",
		"all_different(x) /\\ all_equal(y) /\\ increasing(x) /\\ decreasing(b) /\\ lex_less(x, y) /\\ lex_lesseq(b, [true, n > 1, false, true]) /\\ nvalue(n, x) /\\ value_precede(1, 2, y) /\\ inverse(x, y) /\\ member(x, n) /\\ alldifferent_except_0(y) /\\ strictly_increasing(x)",
		"count(x, 2) = n /\\ among(n, y, {1, 3}) /\\ global_cardinality(x, [1, 2], [n, 1]) /\\ at_least(1, x, 2) /\\ exactly(2, y, 1) /\\ bin_packing(5, x, [1, 2, 3, 1]) /\\ sliding_sum(2, 8, 3, x) /\\ knapsack([1, 1, 1, 1], [1, 1, 1, 1], x, n, y[1])",
		"regular(x, 2, 4, [|1, 2, 2, 0|2, 1, 0, 1|], 1, {1}) /\\ regular([b[i] + 1 | i in 1..4], \"(1 2)* 1*\") /\\ table(x, [|1, 2, 3, 4|2, 2, 3, 4|]) /\\ table(b, [|true, true, false, true|]) /\\ cost_regular(x, 1, 4, [|1, 1, 1, 1|], 1, {1}, [|1, 2, 3, 0|], y[2])",
		"circuit(x) /\\ subcircuit(y) /\\ connected([1, 2, 3], [2, 3, 4], b, e) /\\ tree([1, 2, 3], [2, 3, 4], 1, b, e) /\\ path(4, 3, [1, 2, 3], [2, 3, 4], 1, 4, b, e)",
		"cumulative(x, [1, 2, 1, 1], [1, 1, 2, 1], 3) /\\ disjunctive(y, [1, 1, 1, 1]) /\\ diffn(x, y, [1, 1, 1, 1], [2, 1, 1, 1])",
		"sort(x, y) /\\ arg_max(x) = 2 /\\ arg_sort(y)[1] = 3 /\\ maximum(n, x) /\\ symmetric_all_different(x) /\\ lex2(g) /\\ element(n, x, 3) /\\ x[y[2]] = g[x[1] mod 2 + 1, 2] /\\ b[x[1]]",
		"card(s) = n /\\ s subset {1, 2, 4} /\\ x[1] in s /\\ s union u = {1, 2, 3} /\\ (s intersect u = {2} <-> b[1]) /\\ max(s) > 2 /\\ sum(i in s)(i) = 4 /\\ partition_set(parts, 1..3) /\\ parts[x[1] mod 3 + 1] != s /\\ s diff u <= {4} /\\ parts[2] < parts[3] /\\ link_set_to_booleans(s, [b[i mod 4 + 1] | i in 1..5])",
		"colour != red \\/ (occurs(o) -> deopt(o) > 1) /\\ if b[1] then x[1] = 1 else y[1] = 2 endif /\\ n in {0, 2, 4} /\\ (x[2] in {1, 4} <-> b[2])",
		"not (x[1] in s \\/ all_different(x)) /\\ (count(y, 1) = 2 <-> b[1]) /\\ (x[1] + 2 * x[2] <= n -> b[2]) /\\ not lex_less(x, y) /\\ (table([x[1], x[2]], [|1, 2|3, 4|]) <-> b[3]) /\\ exists(b) /\\ (x[1] * 3 = 6 <-> b[2]) /\\ (x[1] div x[2] = 2 xor x[1] != y[1])",
	} {
		for part := range strings.SplitSeq(line, " /\\ ") { // each gets variables of its own
			all += "constraint let {" + variables + "} in (" + part + ");\n"
			n++
		}
	}
	m, _ := compile(t, model.Source{Files: []model.SourceFile{{Name: "m.mzn", Text: all}}})
	used := wording.Set(m.Constraints, func(c flatzinc.Constraint) string { return c.Name })
	if len(m.Constraints) < n || len(used) < 25 { // a model without solutions becomes one constraint
		t.Errorf("got %d constraints of %d kinds from %d", len(m.Constraints), len(used), n)
	}
}

// TestNamed checks that a solver is found by its id or the last word of its id, and gets its version.
func TestNamed(t *testing.T) {
	need(t)
	short, long := Named("gecode"), Named("org.gecode.gecode")
	version, ok := strings.CutPrefix(short, "gecode ")
	if !ok || version == "" || version[0] < '0' || version[0] > '9' || long != "org.gecode.gecode "+version {
		t.Errorf("got %q and %q, want the version of Gecode", short, long)
	}
	for _, name := range []string{"ecode", "org", "no such solver"} {
		if got := Named(name); got != name {
			t.Errorf("got %q, want %q", got, name)
		}
	}
}

// TestPlaced checks that a contradiction which the compiler finds has its place in the FlatZinc: the call in the
// model, and not the rule in another file.
func TestPlaced(t *testing.T) {
	need(t)
	dir := write(t, "m.mzn", "include \"sub/p.mzn\";\nvar 1..3: x;\n  constraint p(x);", "sub/p.mzn", "predicate p(var int: x) =\n x > 1 /\\\n x > 7;")
	s, err := gather(filepath.Join(dir, "m.mzn"))
	if err != nil {
		t.Fatal(err)
	}
	m, c := compile(t, s)
	if len(m.Constraints) != 1 || !strings.HasPrefix(m.Constraints[0].Path, "m.mzn|3|14|") {
		t.Errorf("got %v from\n%s", m.Constraints, c.FlatZinc)
	}
}
