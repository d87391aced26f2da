// Package counterproof has no code. Its tests check which package may import which.
package counterproof

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A floor lists what a package may import in addition to the standard library. A trailing /...
// stands for all packages below a folder. Test files may import any package of this module, and
// testModules. The test also checks the module cmd/mutate. A permission that no file uses is an
// error, so the table lists what is used.
type floor struct {
	packages string // the packages that the line applies to; the first matching line counts
	ours     string
	modules  string
}

const shared = "encode/constraint encode/draw encode/board/grid encode/board/polyomino encode/board/covering encode/files encode/board/toggle encode/reason"

var floors = []floor{
	{"sat/cnf", "", ""},
	{"sat/drat", "sat/cnf", ""},
	{"sat/opb", "sat/cnf", ""},
	{"sat/extern", "sat/cnf", ""},
	{"sat", "sat/cnf", "github.com/crillab/gophersat"},
	{"native", "", ""},
	{"native/...", "native", ""},
	{"encode", "sat/cnf native native/brute encode/constraint encode/draw encode/nearest", ""},
	{"encode/constraint", "sat/cnf", ""},
	{"encode/draw", "", ""},
	{"encode/nearest", "", ""},
	{"encode/catalog", "encode encode/...", ""},
	{"encode/test/facttest", "", ""},
	{"encode/files", "encode sat/cnf", ""},
	{"encode/puzzletest", "encode encode/draw encode/test/facttest sat sat/cnf native native/brute encode/constraint", ""},
	{"encode/...", "encode sat/cnf native native/... " + shared, ""},
	{"bench/record/method", "", ""},
	{"bench/solve/engine", "bench/record/method encode sat sat/cnf sat/extern native encode/nearest", ""},
	{"bench/system/atomicfile", "", ""},
	{"bench/solve/daily", "bench/solve/generator encode", ""},
	{"bench/solve/generator", "encode native encode/nearest", ""},
	{"bench/system/release", "", ""},
	{"bench/solve/certificate", "bench/system/atomicfile bench/system/release encode sat/cnf sat/drat", ""},
	{"bench/record/result", "", ""},
	{"bench/run/list", "bench/record/result", ""},
	{"bench/record/judge", "bench/record/method bench/record/result", ""},
	{"bench/record/ledger", "bench/system/atomicfile bench/record/result encode", "modernc.org/sqlite"},
	{"bench/test/processtest", "", ""},
	{"bench/system/usage", "", ""},
	{"bench/solve/marginal", "encode encode/draw encode/board/grid", ""},
	{"bench/solve/answer", "bench/solve/engine bench/record/judge bench/record/method bench/record/result bench/system/usage encode native native/brute sat/cnf sat/extern", ""},
	{"bench/solve/explain", "bench/solve/answer bench/solve/engine bench/solve/marginal encode encode/draw native sat/cnf", ""},
	{"bench/solve/repair", "bench/solve/answer bench/solve/engine bench/record/method encode native native/hitting", ""},
	{"bench/solve/formula", "encode encode/nearest sat sat/cnf sat/opb", ""},
	{"bench/ask", "bench/solve/answer bench/solve/certificate bench/solve/daily bench/solve/engine bench/solve/explain bench/solve/formula bench/solve/generator bench/record/judge bench/record/method bench/record/result encode encode/draw encode/files encode/nearest native sat/cnf", ""},
	{"bench/run/work", "bench/solve/answer bench/solve/certificate bench/solve/engine bench/record/judge bench/record/ledger bench/run/list bench/record/method bench/record/result bench/system/usage encode sat/cnf sat/extern bench/system/child", ""},
	{"bench/system/child", "", ""},
	{"bench/ask/asker", "bench/ask bench/system/child sat/extern", ""},
	{"bench/run/crosscheck", "bench/solve/answer bench/solve/engine bench/record/judge bench/record/ledger bench/record/method bench/record/result bench/run/work encode", ""},
	{"bench/run/experiment", "bench/solve/answer bench/solve/generator bench/record/judge bench/record/method bench/record/result bench/run/work encode sat/extern encode/nearest", "github.com/pelletier/go-toml/v2"},
	{"bench/run/queue", "bench/solve/answer bench/record/ledger bench/run/list bench/record/method bench/record/result encode sat/extern", ""},
	{"bench/run/cluster", "bench/run/experiment bench/record/judge bench/record/ledger bench/record/result bench/run/work encode encode/nearest", ""},
	{"bench/run/queue/transport", "bench/system/atomicfile bench/run/queue", "github.com/nats-io/nats-server/v2 github.com/nats-io/nats.go"},
	{"bench/run/queue/coordinator", "bench/record/judge bench/record/ledger bench/run/queue bench/run/queue/transport bench/record/result bench/run/work encode", ""},
	{"bench/run/queue/worker", "bench/run/queue bench/run/queue/transport bench/record/result bench/run/work encode", ""},
	{"bench/run/queue/simulate", "", ""},
	{"bench/test/fakes", "bench/record/ledger bench/record/result bench/system/usage encode encode/catalog native", ""},
	{"reports/study/format", "bench/record/result", ""},
	{"reports/study/stat", "", "gonum.org/v1/gonum/stat"},
	{"reports/study/data", "bench/record/method bench/record/result bench/record/judge reports/study/format reports/study/stat encode/nearest", ""},
	{"reports/glyph", "", "golang.org/x/image/font/sfnt golang.org/x/text/unicode/bidi gonum.org/v1/plot/font gonum.org/v1/plot/vg"},
	{"reports/study/theme", "reports/study/format reports/glyph", "gonum.org/v1/plot"},
	{"reports/study/plot", "bench/record/method bench/record/result bench/record/judge reports/study/format reports/study/stat reports/study/data reports/study/theme encode/nearest", "gonum.org/v1/plot"},
	{"reports/study/page", "bench/system/atomicfile bench/record/result bench/record/judge encode reports/study/data reports/study/format reports/study/plot reports/study/stat reports/study/theme", "gonum.org/v1/plot/vg"},
	{"reports/web/markdown", "", "github.com/yuin/goldmark"},
	{"reports/test/recordtest", "bench/record/result", ""},
	{"reports/test/browsertest", "bench/test/processtest", "github.com/chromedp/chromedp github.com/chromedp/cdproto"},
	{"reports/paper/film", "encode/draw", ""},
	{"reports/paper/canvas", "encode/draw reports/glyph", "gonum.org/v1/plot/vg gonum.org/v1/plot/font golang.org/x/image/font/opentype codeberg.org/go-fonts/liberation/liberationsansregular"},
	{"reports/paper/sheet", "encode/draw reports/paper/canvas", ""},
	{"reports/paper/booklet", "bench/solve/answer encode encode/draw reports/paper/canvas reports/paper/sheet", ""},
	{"reports/web", "bench/system/atomicfile docs reports/web/markdown", ""},
	{"reports/web/server", "bench/ask bench/record/ledger bench/record/result reports/web", ""},
	{"reports/test/webtest", "bench/ask encode/catalog reports/paper/booklet reports/web reports/web/server", ""},
	{"cmd/counterproof", "bench/run/crosscheck bench/solve/engine bench/record/method bench/system/release cmd/counterproof/boards cmd/counterproof/browser cmd/counterproof/console cmd/counterproof/desk cmd/counterproof/experiments cmd/counterproof/formulas cmd/counterproof/scaffold cmd/counterproof/scale cmd/counterproof/study encode encode/catalog sat/extern encode/nearest", "github.com/cpuguy83/go-md2man/v2 github.com/urfave/cli/v2"},
	{"cmd/counterproof/console", "bench/solve/answer bench/system/atomicfile bench/run/experiment bench/solve/explain bench/solve/generator bench/record/method bench/record/result bench/run/work encode encode/catalog encode/files sat/cnf encode/nearest bench/record/ledger reports/study/plot bench/system/child", "github.com/schollz/progressbar/v3 github.com/urfave/cli/v2 golang.org/x/term"},
	{"cmd/counterproof/formulas", "bench/system/atomicfile bench/solve/formula cmd/counterproof/console encode encode/constraint sat sat/cnf sat/drat sat/opb", "github.com/urfave/cli/v2"},
	{"cmd/counterproof/boards", "bench/solve/answer bench/system/atomicfile bench/solve/engine bench/solve/explain bench/solve/formula bench/solve/generator bench/record/judge bench/record/method bench/solve/repair bench/record/result bench/run/work cmd/counterproof/console encode encode/catalog encode/constraint encode/files reports/paper/canvas encode/draw reports/paper/film reports/paper/sheet sat/cnf sat/extern", "github.com/urfave/cli/v2"},
	{"cmd/counterproof/desk", "bench/solve/answer bench/system/atomicfile bench/solve/daily bench/run/experiment bench/solve/generator bench/record/judge bench/record/method bench/record/result bench/run/work cmd/counterproof/console encode encode/reason reports/paper/booklet reports/paper/canvas reports/study/page reports/study/plot reports/paper/sheet", "github.com/urfave/cli/v2"},
	{"cmd/counterproof/browser", "bench/ask reports/paper/booklet cmd/counterproof/console encode/catalog reports/web reports/web/server bench/ask/asker", "github.com/urfave/cli/v2"},
	{"cmd/engine", "bench/ask encode/catalog reports/paper/booklet", ""},
	{"cmd/counterproof/study", "bench/solve/answer bench/system/atomicfile bench/solve/certificate bench/run/crosscheck bench/solve/generator bench/record/judge bench/record/method bench/record/result bench/run/work cmd/counterproof/console encode encode/catalog", "github.com/urfave/cli/v2"},
	{"cmd/counterproof/experiments", "bench/run/experiment bench/record/judge bench/record/ledger bench/run/queue/coordinator bench/run/queue/transport bench/record/result bench/run/work cmd/counterproof/console encode reports/study/data reports/study/format reports/web/markdown reports/study/page reports/study/plot reports/web/server encode/nearest", "github.com/urfave/cli/v2"},
	{"cmd/counterproof/scale", "bench/system/atomicfile bench/run/cluster bench/run/experiment bench/record/ledger bench/run/queue/transport bench/run/queue/worker bench/record/result bench/run/work cmd/counterproof/console encode/catalog", "github.com/urfave/cli/v2"},
	{"cmd/counterproof/scaffold", "bench/system/atomicfile cmd/counterproof/console encode", "github.com/urfave/cli/v2"},
	{"docs", "", ""},
	{"cmd/docs", "bench/system/atomicfile cmd/counterproof/boards encode encode/catalog encode/constraint encode/draw native", ""},
	{"cmd/mutate", "", ""},
}

const testModules = "pgregory.net/rapid github.com/rogpeppe/go-internal github.com/google/go-cmp github.com/chromedp/chromedp github.com/chromedp/cdproto"

// ours reports whether an imported package belongs to this module, and returns its path below the
// module. The path of the module is only in go.mod.
func ours(imported string) (below string, ok bool) { return strings.CutPrefix(imported, module()+"/") }

// module returns the path of the module.
var module = sync.OnceValue(func() string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		panic(err)
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	return name
})

// topLevel lists the folders that the root may have.
var topLevel = strings.Fields("bench cmd docs encode native reports sat")

// TestLayout checks the folders of the root, the imports of every file, and the number of files of
// every package. It also checks that every permission is used.
func TestLayout(t *testing.T) {
	files, used := map[string]int{}, map[permission]bool{} // files of each package, apart from tests
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			if name != "." && !strings.Contains(name, "/") && !slices.Contains(topLevel, name) {
				if name != "out" && name != "bin" && !strings.HasPrefix(name, ".") {
					t.Errorf("%s: unknown top-level folder; want one of %v", name, topLevel)
				}
				return fs.SkipDir
			}
			if d.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) == ".go" && strings.Contains(name, "/") {
			files[path.Dir(name)] += 0 // a package may have only tests
			if !strings.HasSuffix(name, "_test.go") {
				files[path.Dir(name)]++
			}
			checkImports(t, name, used)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg, n := range files {
		if why := crowded(pkg, n); why != "" {
			t.Error(why)
		}
	}
	for _, f := range floors {
		if _, exists := files[f.packages]; !exists && !strings.HasSuffix(f.packages, "/...") {
			t.Errorf("%s: the policy names this package, but it does not exist", f.packages)
		}
		for _, may := range strings.Fields(f.ours + " " + f.modules) {
			if !used[permission{f.packages, may}] {
				t.Errorf("%s may import %s but does not: remove the permission", f.packages, may)
			}
		}
	}
	for _, may := range strings.Fields(testModules) {
		if !used[permission{"", may}] {
			t.Errorf("test files may import %s but do not: remove the permission", may)
		}
	}
}

// mostFiles limits the number of files, apart from tests, of a package of bench, reports or cmd.
const mostFiles = 22

// crowded returns a message if the package has too many files, and otherwise an empty text.
func crowded(pkg string, files int) string {
	top, _, _ := strings.Cut(pkg, "/")
	if files <= mostFiles || !slices.Contains([]string{"bench", "reports", "cmd"}, top) {
		return ""
	}
	return fmt.Sprintf("%s: %d files, at most %d: find the second idea in it", pkg, files, mostFiles)
}

// checkImports marks the permissions that the imports of the file use.
func checkImports(t *testing.T, name string, used map[permission]bool) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Error(err)
		return
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		by, why := permitted(path.Dir(name), imported, strings.HasSuffix(name, "_test.go"))
		if why != "" {
			t.Errorf("%s imports %s: %s", name, imported, why)
		}
		used[by] = true
	}
}

// A permission is a word of the policy: a pattern or a module. The field packages holds the
// packages of the line with this word. It is empty for testModules.
type permission struct{ packages, may string }

// permitted returns the first permission that allows the package to import the other package. The
// permission is empty if the import needs none, such as the standard library. It is also empty if
// the import is forbidden; the result why then gives the reason.
func permitted(pkg, imported string, test bool) (by permission, why string) {
	i := slices.IndexFunc(floors, func(f floor) bool { return matches(f.packages, pkg) })
	if i < 0 {
		return by, "the policy has no line for " + pkg
	}
	f := floors[i]
	if below, ok := ours(imported); ok {
		if test {
			return by, ""
		}
		for _, may := range strings.Fields(f.ours) {
			if matches(may, below) {
				return permission{f.packages, may}, ""
			}
		}
		return by, pkg + " may only import " + f.ours
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return by, "" // the standard library
	}
	if may := moduleOf(f.modules, imported); may != "" {
		if test {
			return by, ""
		}
		return permission{f.packages, may}, ""
	}
	if may := moduleOf(testModules, imported); test && may != "" {
		return permission{"", may}, ""
	}
	return by, pkg + " may only use " + f.modules
}

// moduleOf returns the module of the list that has the imported package, or "".
func moduleOf(modules, imported string) string {
	for _, m := range strings.Fields(modules) {
		if imported == m || strings.HasPrefix(imported, m+"/") {
			return m
		}
	}
	return ""
}

func matches(pattern, pkg string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(pkg, below+"/")
	}
	return pattern == pkg
}

// TestLayoutCanFail checks that the policy forbids the imports that it is meant to forbid.
func TestLayoutCanFail(t *testing.T) {
	for _, c := range []struct {
		pkg, imported string
		test, ok      bool
	}{
		{"sat/cnf", "fmt", false, true},
		{"sat/cnf", "counterproof/native", false, false},
		{"sat", "github.com/crillab/gophersat/solver", false, true},
		{"sat", "counterproof/native", false, false},
		{"sat/drat", "counterproof/sat", false, false},
		{"bench/solve/certificate", "counterproof/sat", false, false},
		{"encode", "counterproof/sat", false, false},
		{"encode/constraint", "counterproof/encode", false, false},
		{"encode/draw", "counterproof/encode", false, false},
		{"encode/puzzletest", "counterproof/bench/solve/engine", false, false},
		{"encode/puzzle/calendar", "counterproof/encode/board/polyomino", false, true},
		{"encode/puzzle/calendar", "counterproof/encode/puzzle/packing", false, false},
		{"encode/puzzle/calendar", "counterproof/encode/puzzle/packing", true, true},
		{"encode/puzzle/calendar", "github.com/crillab/gophersat/solver", false, false},
		{"native", "counterproof/sat/cnf", false, false},
		{"native/cover", "counterproof/native", false, true},
		{"native/cover", "counterproof/sat/cnf", false, false},
		{"native/cover", "pgregory.net/rapid", false, false},
		{"native/cover", "pgregory.net/rapid", true, true},
		{"bench/record/judge", "counterproof/bench/record/ledger", false, false},
		{"reports/study/data", "counterproof/bench/record/judge", false, true},
		{"reports/study/data", "counterproof/encode", false, false},
		{"reports/study/data", "counterproof/reports/study/plot", false, false},
		{"reports/study/stat", "counterproof/bench/record/result", false, false},
		{"reports/study/plot", "counterproof/encode/draw", false, false},
		{"reports/paper/canvas", "counterproof/encode/draw", false, true},
		{"reports/paper/canvas", "counterproof/encode", false, false},
		{"bench/record/ledger", "gonum.org/v1/plot", false, false},
		{"nowhere", "counterproof/encode", false, false},
	} {
		if _, why := permitted(c.pkg, c.imported, c.test); (why == "") != c.ok {
			t.Errorf("permitted(%q, %q, %v): %q", c.pkg, c.imported, c.test, why)
		}
	}
}

// TestCrowded checks that a package with too many files is reported.
func TestCrowded(t *testing.T) {
	for _, c := range []struct {
		pkg   string
		files int
		ok    bool
	}{
		{"bench/record/ledger", mostFiles, true},
		{"bench/record/ledger", mostFiles + 1, false},
		{"reports/study/plot", mostFiles + 1, false},
		{"cmd/counterproof/boards", mostFiles + 1, false},
		{"sat/extern", mostFiles + 1, true},
	} {
		if why := crowded(c.pkg, c.files); (why == "") != c.ok {
			t.Errorf("crowded(%q, %d): %q", c.pkg, c.files, why)
		}
	}
}

// TestPicture compares the picture of the layers in docs/design.md with the list floors.
func TestPicture(t *testing.T) {
	text, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn := pictured(string(text))
	if len(drawn) < 15 {
		t.Fatalf("the picture has the arrows %v, want arrows of at least 15 packages", drawn)
	}
	if wrong := wrongArrows(drawn); len(wrong) > 0 {
		t.Errorf("docs/design.md, section 2: %s", strings.Join(wrong, "; "))
	}
	// The changes add an arrow that is not permitted, add an upward arrow, and remove an arrow.
	for _, change := range [][2]string{{"sat/extern", "native"}, {"bench/record/judge", "bench/record/ledger"}, {"encode", ""}} {
		changed := maps.Clone(drawn)
		changed[change[0]] = nil
		if change[1] != "" {
			changed[change[0]] = append(slices.Clone(drawn[change[0]]), change[1])
		}
		if len(wrongArrows(changed)) == 0 {
			t.Errorf("no error for the arrows %s --> %v", change[0], changed[change[0]])
		}
	}
}

// pictured returns the arrows of the picture: the imports of each package.
func pictured(text string) map[string][]string {
	drawn := map[string][]string{}
	_, text, _ = strings.Cut(text, "## 2. The layers")
	text, _, _ = strings.Cut(text, "## 3.")
	for line := range strings.Lines(text) {
		from, to, found := strings.Cut(line, " --> ")
		words := strings.Fields(from)
		if !found || len(words) == 0 {
			continue
		}
		drawn[words[len(words)-1]] = strings.Fields(to)
		for _, pkg := range strings.Fields(to) {
			drawn[pkg] = append(drawn[pkg], []string{}...) // names a package that imports nothing
		}
	}
	return drawn
}

// wrongArrows describes the arrows that the floors do not permit, that follow from other arrows, or
// that are missing.
func wrongArrows(drawn map[string][]string) (wrong []string) {
	names := slices.Sorted(maps.Keys(drawn))
	imports, below := map[string][]string{}, map[string]map[string]bool{}
	for _, from := range names {
		imports[from] = slices.DeleteFunc(slices.Clone(names), func(to string) bool { return to == from || !mayImport(from, to) })
	}
	var reach func(pkg string) map[string]bool
	reach = func(pkg string) map[string]bool {
		if below[pkg] == nil {
			below[pkg] = map[string]bool{}
			for _, to := range imports[pkg] {
				below[pkg][to] = true
				maps.Copy(below[pkg], reach(to))
			}
		}
		return below[pkg]
	}
	for _, from := range names {
		direct := slices.DeleteFunc(slices.Clone(imports[from]), func(to string) bool {
			return slices.ContainsFunc(imports[from], func(over string) bool { return over != to && reach(over)[to] })
		})
		if got := slices.Sorted(slices.Values(drawn[from])); !slices.Equal(got, direct) {
			wrong = append(wrong, fmt.Sprintf("%s has arrows to %v, want %v", from, got, direct))
		}
	}
	return wrong
}

// mayImport reports whether the floors let a package of the picture import another. In the picture,
// all commands are one package, and native/... stands for all packages below native.
func mayImport(from, to string) bool {
	i := slices.IndexFunc(floors, func(f floor) bool { return matches(f.packages, from) })
	if i < 0 {
		return false
	}
	for _, f := range floors {
		if f.packages != floors[i].packages && (from != "cmd/counterproof" || !strings.HasPrefix(f.packages, from+"/")) {
			continue
		}
		for _, may := range strings.Fields(f.ours) {
			if matches(may, to) || matches(to, may) {
				return true
			}
		}
	}
	return false
}

// TestNativeTable compares the table of native packages in docs/design.md with the imports of the
// puzzles.
func TestNativeTable(t *testing.T) {
	text, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "\n| puzzle | lists and counts solutions |")
	if !found {
		t.Fatal("docs/design.md has no table of native packages")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	stated := map[string][]string{}
	for _, row := range strings.Split(table, "\n")[2:] {
		words := strings.Split(row, "`") // every second word is the name of a package
		for i := 3; i < len(words); i += 2 {
			stated[words[1]] = append(stated[words[1]], words[i])
		}
		slices.Sort(stated[words[1]])
	}
	catalog, err := parser.ParseFile(token.NewFileSet(), "encode/catalog/catalog.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range catalog.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		below, _ := ours(imported)
		puzzle, ok := strings.CutPrefix(below, "encode/")
		if !ok {
			continue
		}
		uses := nativePackages(t, below)
		slices.Sort(uses)
		if uses = slices.Compact(uses); !slices.Equal(uses, stated[puzzle]) {
			t.Errorf("docs/design.md says that %s uses %v, but it imports %v", puzzle, stated[puzzle], uses)
		}
		delete(stated, puzzle)
	}
	for puzzle := range stated {
		t.Errorf("docs/design.md lists %s, but the catalogue has no such puzzle", puzzle)
	}
}

// nativePackages lists the packages below native that a package below encode imports, directly or
// through other packages below encode. A package can be listed twice.
func nativePackages(t *testing.T, pkg string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(pkg + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			below, _ := ours(imported)
			if native, ok := strings.CutPrefix(below, "native/"); ok {
				names = append(names, native)
			} else if strings.HasPrefix(below, "encode/") && !seen[below] {
				seen[below] = true
				names = append(names, nativePackages(t, below)...)
			}
		}
	}
	return names
}
