package main

import (
	"bytes"
	"context"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// made lists the mutants of a package that has one file, a.go.
func made(t *testing.T, src string) (all []Mutant) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parse(fset, "/x/a.go", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return Mutants(fset, file, []byte(src), Layered(fset, []*ast.File{file}))
}

func TestOperators(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"e.Add(-l, m)", "delete call: e.Add(-l, m); drop argument: , m; negate literal: m -> -m; drop sign: -l -> l"},
		{"if a < b { return a }", "negate: a < b -> !(a < b); delete exit: return a; swap operator: < -> <="},
		{"if !ok { break }", "delete exit: break; negate: !ok -> ok"},
		{"if a == b && ok { f() }", "negate: a == b && ok -> !(a == b && ok); swap operator: && -> ||; swap operator: == -> !=; delete call: f()"},
		{"x = append(x, true)", "delete call: x = append(x, true); constant: true -> false"},
		{"x := []int{7, 8}", "drop element: , 8; constant: 7 -> 8; constant: 8 -> 9"},
		{"v.Sites = some", "drop site: some -> some[1:]"},
		{"x := V{Sites: some(a)}", "drop site: some(a) -> some(a)[1:]"},
		{"k := r*w + c", "swap operator: + -> -; transpose: r*w + c -> c*w+r"},
		{"for i := range 3 { k += i; k++ }", "constant: 3 -> 4; swap operator: += -> -=; swap operator: ++ -> --"},
		{"for i := 0; i < n; i++ { }", "constant: 0 -> 1; swap operator: < -> <="},
		{"x := make([]int, 0, 5)", "constant: 0 -> 1"},
		{"x := [2]int{}", ""},
		{`panic("no" + fmt.Sprint(1))`, ""},
		{`x := "a" + b`, ""},
		{"return at(a, b), at(a, s), at(a, a)", "swap arguments: a, b -> b, a"}, // s has another type
	} {
		src := "package a\nfunc f(a, b int, s string) {\n" + c.body + "\n}\n"
		var got []string
		for _, m := range made(t, src) {
			got = append(got, strings.TrimPrefix(m.ID, "a.go f: "))
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s gives\n%s, want\n%s", c.body, g, c.want)
		}
	}
}

func TestSource(t *testing.T) {
	all := made(t, "package a\nfunc (b *B[T]) f(x int) { g(x+1) ; g(x+1) }\n")
	last := all[len(all)-1]
	if want := "a.go B.f: constant: 1 -> 2 (2)"; last.ID != want {
		t.Errorf("the ID is %q, want %q", last.ID, want)
	}
	got := string(last.source())
	if want := "package a\nfunc (b *B[T]) f(x int) { g(x+1) ; g(x+2) }\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, m := range all {
		if m.Op == "delete call" && m.New != "_ = []any{x+1}" {
			t.Errorf("the call becomes %q", m.New)
		}
	}
}

func TestLayers(t *testing.T) {
	src := `package a
import "elsewhere"
var P = elsewhere.Puzzle{Name: "x", Parse: read, Generate: func() { draw() }}
type B struct{}
func (b *B) Check()  { b.rule(); sum := 1; _ = sum }
func (b *B) rule()   { f(1) }
func (b *B) Encode() { both(); b.String() }
func (b *B) Reduce() { both(); elsewhere.Of(b).decode(2); elsewhere.Of(b).Draw() }
func (b *B) decode(x int) { f(1) }
func (b *B) Draw()   { f(1) }
func (b *B) String() { f(1) }
func both()          { f(1) }
func sum()           { f(1) }
func read()          { both(); f(1) }
func draw()          { (&B{}).Check(); f(1) }
func f(int)          { }
`
	got := map[string]string{}
	for _, m := range made(t, src) {
		got[strings.Fields(m.ID)[1]] = m.Layer
	}
	for fn, want := range map[string]string{
		"B.Check:": "rules", "B.rule:": "rules", "both:": "clauses", "B.decode:": "native", "B.Draw:": "rest",
		"B.String:": "notation", "sum:": "rest", "read:": "notation", "draw:": "generator",
	} {
		if got[fn] != want {
			t.Errorf("%s has the layer %q, want %q", fn, got[fn], want)
		}
	}
	for _, m := range made(t, "package a\nfunc Check() { f(1) }\n") {
		if m.Layer != "a" {
			t.Errorf("in a package that is not a puzzle the layer is %q, want the file", m.Layer)
		}
	}
}

// TestToy checks which mutants of a small package are noticed by each of two test suites. The good
// suite must notice all except one, which cannot be noticed: Max returns the same number with > and
// >=. The bad suite must notice none of the mutants of Max.
func TestToy(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a dozen programs")
	}
	results := filepath.Join(t.TempDir(), "results")
	call := func(args ...string) (string, string) {
		var stdout, stderr bytes.Buffer
		status := run(context.Background(), append([]string{"-n", "0", "-timeout", "5s", "-results", results}, args...), &stdout, &stderr)
		if status != 0 {
			t.Fatalf("exit status %d: %s", status, stderr.String())
		}
		return stdout.String(), stderr.String()
	}
	table, progress := call("./testdata/toy=./testdata/good")
	for mutant, want := range map[string]string{
		"Max: negate: a > b -> !(a > b)": "killed TestLaws",
		"Max: swap operator: > -> >=":    "survived",
		"Max: delete exit: return a":     "killed TestLaws",
		"Steps: constant: 0 -> 1":        "killed TestRest",
		"Steps: swap operator: >= -> >":  "killed TestRest",
		"Steps: swap operator: -= -> +=": "endless",
	} {
		if !strings.Contains(progress, "toy.go "+mutant+": "+want) {
			t.Errorf("no line says %s: %s", mutant, want)
		}
	}
	if strings.Count(table, "/toy.go:") != 1 {
		t.Errorf("want exactly one survivor, got\n%s", table)
	}
	again, progress := call("./testdata/toy=./testdata/good")
	if again != table || progress != "" {
		t.Errorf("the second run tests %q and prints\n%s\nwant no tests and\n%s", progress, again, table)
	}

	table, _ = call("-only", "Max", "./testdata/toy=./testdata/bad")
	if want := "| `testdata/toy` | toy | 3 | 0 | 0 | 0 | 3 | 0 |\n"; !strings.Contains(table, want) {
		t.Errorf("the bad suite's table is\n%s", table)
	}
}

func TestCleanMustPass(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module red\n\ngo 1.26\n",
		"a.go":      "package red\n\nfunc F() int { return 1 }\n",
		"a_test.go": "package red\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { t.Fatal() }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var stdout, stderr bytes.Buffer
	if err := os.WriteFile("b.go", []byte("package red\n\nfunc G() int { return no }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if status := run(context.Background(), []string{"."}, &stdout, &stderr); status != 1 || !strings.Contains(stderr.String(), "undefined: no") {
		t.Errorf("code that does not compile: exit status %d: %s", status, stderr.String())
	}
	if err := os.Remove("b.go"); err != nil {
		t.Fatal(err)
	}
	stderr.Reset()
	if status := run(context.Background(), []string{"."}, &stdout, &stderr); status != 1 || !strings.Contains(stderr.String(), "killed TestF") {
		t.Errorf("exit status %d: %s", status, stderr.String())
	}
}

// TestTable checks the tables that are written into a page, for made-up results.
func TestTable(t *testing.T) {
	dir := t.TempDir()
	reasons := filepath.Join(dir, "reasons")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(reasons, "# known\nencode/b\ta.go f: y\tequivalent\tit says the same\nencode/b\ta.go f: z\thole\tnobody looks\n")
	known, err := readReasons(reasons)
	if err != nil {
		t.Fatal(err)
	}
	table := &Table{Reasons: known}
	for _, r := range []struct{ pkg, id, layer, outcome, by string }{
		{"example.org/x/encode/b", "a.go f: w", "rules", Killed, "TestLawsOfB"},
		{"example.org/x/encode/b", "a.go f: x", "rules", Killed, "TestOther"},
		{"example.org/x/encode/b", "a.go f: y", "rules", Survived, ""},
		{"example.org/x/encode/b", "a.go f: z", "clauses", Survived, ""},
		{"example.org/x/encode/a", "a.go f: p || q", "a", Survived, ""},
		{"example.org/x/encode/a", "a.go f: loop", "a", Endless, "time"},
	} {
		p := &Package{ImportPath: r.pkg}
		p.Module.Path = "example.org/x"
		table.Add(p, Mutant{File: "a.go", Func: "f", Layer: r.layer, ID: r.id}, Result{Outcome: r.outcome, By: r.by})
	}
	page := filepath.Join(dir, "page.md")
	write(page, "before\n<!-- mutants -->\nold\n<!-- /mutants -->\nafter\n")
	laws := regexp.MustCompile("^TestLaws")
	if err := table.Replace(page, laws); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	want := `before
<!-- mutants -->
| package | layer | mutants | killed by the laws | killed by other tests | endless | survived | survived, but harmless |
|---|---|--:|--:|--:|--:|--:|--:|
| ` + "`encode/a`" + ` | a | 2 | 0 | 0 | 1 | 1 | 0 |
| ` + "`encode/b`" + ` | rules | 3 | 1 | 1 | 0 | 1 | 1 |
|  | clauses | 1 | 0 | 0 | 0 | 1 | 0 |
| all |  | 6 | 1 | 1 | 1 | 3 | 1 |

| survivor | change | class | why |
|---|---|---|---|
| ` + "`encode/a/a.go f` | `p \\|\\| q`" + ` |  |  |
| ` + "`encode/b/a.go f` | `y`" + ` | equivalent | it says the same |
| ` + "`encode/b/a.go f` | `z`" + ` | hole | nobody looks |
<!-- /mutants -->
after
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	write(page, "no marks\n")
	if err := table.Replace(page, laws); err == nil {
		t.Error("a page without the marks gives no error")
	}
	write(reasons, "two\tparts\n")
	if _, err := readReasons(reasons); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a line of two parts: %v", err)
	}
}

// TestFind checks which stored results are still valid. Normally, a change of the package or of its
// tests makes a result invalid. If kept is true, the result for a killed mutant stays valid as long
// as the mutated function is unchanged. The same holds for a survivor that is classified as
// harmless.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		code, tests, within, outcome string
		kept, want                   bool
	}{
		{"c", "t", "f", Survived, false, true},
		{"c", "new", "f", Survived, true, false},
		{"c", "new", "f", Killed, false, false},
		{"c", "new", "f", Killed, true, true},
		{"c", "new", "f", Invalid, false, true},
		{"new", "t", "f", Killed, false, false},
		{"new", "t", "f", Endless, true, true},
		{"new", "t", "new", Killed, true, false},
	} {
		all := &Results{byMutant: map[string][]Result{}, kept: c.kept, harmless: func(*Package, *Mutant) bool { return false }}
		all.put(Result{Code: "c", Func: "f", Tests: "t", Package: "p", ID: "m", Outcome: c.outcome})
		if _, got := all.Find(&Package{ImportPath: "p", code: c.code, tests: c.tests}, &Mutant{ID: "m", within: c.within}); got != c.want {
			t.Errorf("%+v: got %v", c, got)
		}
		all.harmless = func(p *Package, m *Mutant) bool { return p.short() == "p" && m.ID == "m" }
		_, got := all.Find(&Package{ImportPath: "p", code: c.code, tests: c.tests}, &Mutant{ID: "m", within: c.within})
		if want := c.want || c.kept && c.within == "f"; got != want {
			t.Errorf("%+v, and harmless: got %v", c, got)
		}
	}
}

// TestPackages checks that, if two arguments name the same package, the last one counts. It also
// checks that a package without tests is left out with a message.
func TestPackages(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(context.Background(), []string{"-list", "./testdata/toy=./testdata/bad", "./testdata/toy", "./testdata/good"}, &stdout, &stderr); status != 0 {
		t.Fatalf("exit status %d: %s", status, stderr.String())
	}
	if got, want := stderr.String(), "/cmd/mutate/testdata/toy: no tests\n"; !strings.HasSuffix(got, want) || strings.Count(got, "\n") > 1 || stdout.Len() > 0 {
		t.Errorf("mutate lists %q and reports %q, want only a report that ends with %q", stdout.String(), got, want)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"-n", "-1", "."}, {"-jobs", "0", "."}, {"-first", "(", "."}, {"-none"}} {
		var stdout, stderr bytes.Buffer
		if status := run(context.Background(), args, &stdout, &stderr); status != 2 || stderr.Len() == 0 {
			t.Errorf("%q: exit status %d, %q", slices.Clone(args), status, stderr.String())
		}
	}
}
