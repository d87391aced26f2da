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

// A wing is a folder with packages that belong together. Its packages may import each other, the
// packages of the wings in knows, the modules, and the standard library. Test files may also import
// all packages of this project, and testModules.
type wing struct {
	folders string // a package belongs to the line with the longest matching folder
	knows   string
	modules string
	apart   bool // the packages below the folder do not import each other, except those in shared
}

// shared lists the packages that the packages apart from them may import.
var shared = strings.Fields("native/hitting")

// The solvers know no puzzle. The checkers of proofs and certificates know no solver. A puzzle knows
// neither a SAT solver nor another puzzle. What draws records knows no solver.
var wings = []wing{
	{"encode/wording", "", "", false},
	{"sat/cnf", "encode/wording", "", false},
	{"sat/drat sat/extern sat/cpog", "sat/cnf encode/wording", "", true},
	{"sat/dnnf", "sat/cnf sat/drat", "", false},
	{"sat/counter", "sat/cnf sat/dnnf", "", false},
	{"sat/opb", "sat/cnf encode/constraint encode/wording", "", false},
	{"sat", "sat/cnf", "github.com/crillab/gophersat", false},
	{"native", "", "", true},

	{"encode/draw", "", "", false},
	{"encode/constraint", "sat/cnf", "", false},
	{"encode", "sat/cnf native encode/constraint encode/draw encode/wording", "", false},
	{"encode/capability", "native encode encode/draw encode/wording", "", false},
	{"encode/board encode/technique encode/files", "sat/cnf native encode encode/capability encode/draw encode/wording", "", false},
	{"encode/puzzle", "sat/cnf native encode encode/capability encode/board encode/constraint encode/draw encode/files encode/technique encode/wording", "", true},
	{"encode/formula", "sat/cnf sat/opb encode encode/wording", "", false},
	{"encode/model encode/flatzinc", "sat/cnf native encode encode/constraint encode/wording", "", false},
	{"encode/catalog", "encode encode/formula encode/model encode/puzzle", "", false},
	{"encode/puzzletest encode/test", "sat/cnf sat native encode encode/capability encode/constraint encode/draw", "", false},

	{"bench/system", "", "", false},
	{"bench/system/child", "sat/extern", "", false},
	{"bench/system/tomlfile", "encode/wording", "github.com/pelletier/go-toml/v2", false},
	{"bench/system/solvers", "sat/extern encode/wording bench/system/tomlfile", "", false},
	{"bench/system/minizinc", "sat/extern encode/model bench/system", "", false},
	{"bench/record", "encode/wording bench/system", "modernc.org/sqlite", false},
	{"bench/solve/certificate", "sat/cnf sat/cpog sat/drat encode encode/wording bench/system bench/solve/certificate/restate", "", false},
	{"bench/solve/certificate/restate", "sat/cnf", "", false},
	{"bench/solve", "sat/cnf sat/counter sat/dnnf sat/extern sat/opb sat native encode encode/capability encode/board encode/draw encode/wording bench/system bench/system/minizinc bench/system/solvers bench/record", "", false},
	{"bench/run", "sat/cnf sat/dnnf sat/extern encode encode/capability encode/wording bench/system bench/system/child bench/system/solvers bench/system/tomlfile bench/record bench/solve bench/solve/certificate", "github.com/nats-io/nats-server/v2 github.com/nats-io/nats.go", false},
	{"bench/run/referee", "sat/cnf sat/counter sat/extern sat encode encode/wording bench/system bench/solve", "", false},
	{"bench/ask", "sat/cnf encode encode/capability encode/draw encode/files encode/wording bench/system/child bench/record bench/solve bench/solve/certificate", "", false},
	{"bench/test", "native encode encode/capability encode/catalog bench/system bench/record", "", false},

	{"reports/glyph", "", "golang.org/x/image golang.org/x/text gonum.org/v1/plot", false},
	{"reports/study", "encode/wording bench/system bench/record reports/glyph", "gonum.org/v1/gonum gonum.org/v1/plot", false},
	{"reports/paper", "encode encode/capability encode/draw encode/wording bench/solve reports/glyph", "codeberg.org/go-fonts/liberation golang.org/x/image gonum.org/v1/plot", false},
	{"reports/web", "bench/system bench/record bench/ask docs", "github.com/yuin/goldmark", false},
	{"reports/test", "encode/catalog bench/record bench/ask bench/test reports/paper reports/web", "github.com/chromedp/chromedp github.com/chromedp/cdproto github.com/gobwas/ws", false},

	{"docs", "", "", false},
	{"cmd/mutate", "", "", false},
	{"cmd", "sat/cnf sat/counter sat/dnnf sat/drat sat/extern sat/opb sat native encode encode/capability encode/catalog encode/flatzinc encode/model encode/constraint encode/draw encode/files encode/technique encode/wording " +
		"bench/system bench/system/child bench/system/minizinc bench/system/solvers bench/record bench/solve bench/solve/certificate bench/run bench/run/referee bench/ask reports/study reports/paper reports/web",
		"github.com/cpuguy83/go-md2man/v2 github.com/schollz/progressbar/v3 github.com/ulikunitz/xz github.com/urfave/cli/v2 golang.org/x/term", false},
}

var testModules = strings.Fields("pgregory.net/rapid github.com/rogpeppe/go-internal github.com/google/go-cmp github.com/santhosh-tekuri/jsonschema/v6 github.com/chromedp/chromedp github.com/chromedp/cdproto")

// mostFiles limits the number of files of a package, apart from tests.
const mostFiles = 22

// module returns the path of the module, which is only in go.mod.
var module = sync.OnceValue(func() string {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		panic(err)
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	return name
})

// wingOf returns the wing of a package, or nil, and the folder of the wing.
func wingOf(pkg string) (of *wing, folder string) {
	for i := range wings {
		for _, f := range strings.Fields(wings[i].folders) {
			if within(f, pkg) && len(f) > len(folder) {
				of, folder = &wings[i], f
			}
		}
	}
	return of, folder
}

func within(folder, pkg string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }

// permitted returns the word of the policy that allows a package to import another. It returns ""
// if the import needs no permission. If the import is forbidden, the result why gives the reason.
func permitted(pkg, imported string, test bool) (by, why string) {
	w, folder := wingOf(pkg)
	if w == nil {
		return "", "no wing has the package " + pkg
	}
	if below, ok := strings.CutPrefix(imported, module()+"/"); ok {
		other, otherFolder := wingOf(below)
		switch {
		case test || other == nil:
			return "", ""
		case other == w && (!w.apart || below == folder || slices.Contains(shared, below)):
			return "", ""
		case other == w:
			return "", fmt.Sprintf("the packages of %s do not import each other", w.folders)
		case slices.Contains(strings.Fields(w.knows), otherFolder):
			return otherFolder, ""
		}
		return "", fmt.Sprintf("%s may only know %s", w.folders, w.knows)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return "", "" // the standard library
	}
	modules := strings.Fields(w.modules)
	if test {
		modules = slices.Concat(testModules, modules)
	}
	for _, m := range modules {
		if within(m, imported) {
			return m, ""
		}
	}
	return "", fmt.Sprintf("%s may only use the modules %s", w.folders, w.modules)
}

// topLevel lists the folders that the root may have.
var topLevel = strings.Fields("bench cmd docs encode native reports sat")

// TestLayout checks the folders of the root, the imports of every file, and the number of files of
// every package. It also checks that every permission is used.
func TestLayout(t *testing.T) {
	files, used := map[string]int{}, map[[2]string]bool{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "out", "bin"}, d.Name())):
			return fs.SkipDir
		case d.IsDir() && name != "." && !strings.Contains(name, "/") && !slices.Contains(topLevel, name):
			t.Errorf("%s: unknown top-level folder; want one of %v", name, topLevel)
		case path.Ext(name) == ".go" && strings.Contains(name, "/"):
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
		if n > mostFiles {
			t.Errorf("%s: %d files, at most %d: find the second idea in it", pkg, n, mostFiles)
		}
	}
	for _, w := range wings {
		for _, f := range strings.Fields(w.folders) {
			if _, err := os.Stat(f); err != nil {
				t.Errorf("the policy names the folder %s, but it does not exist", f)
			}
		}
		for _, may := range strings.Fields(w.knows + " " + w.modules) {
			if !used[[2]string{w.folders, may}] {
				t.Errorf("%s may import %s but does not: remove the permission", w.folders, may)
			}
		}
	}
	for _, may := range testModules {
		if !used[[2]string{"", may}] {
			t.Errorf("test files may import %s but do not: remove the permission", may)
		}
	}
}

// TestNativePackages compares the packages of native with those that docs/design.md names in the row
// of native.
func TestNativePackages(t *testing.T) {
	text, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	_, row, _ := strings.Cut(string(text), "\n| `native` |")
	row, _, _ = strings.Cut(row, "\n")
	var named, want []string
	for i, word := range strings.Split(row, "`") {
		if i%2 == 1 {
			named = append(named, word)
		}
	}
	files, err := os.ReadDir("native")
	for _, f := range files {
		if f.IsDir() && f.Name() != "testdata" {
			want = append(want, f.Name())
		}
	}
	if slices.Sort(named); err != nil || !slices.Equal(named, want) {
		t.Errorf("docs/design.md names the packages %v of native, want %v", named, want)
	}
}

// checkImports marks the permissions that the imports of the file use.
func checkImports(t *testing.T, name string, used map[[2]string]bool) {
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
		} else if strings.HasSuffix(name, "_test.go") {
			used[[2]string{"", by}] = true
		} else if w, _ := wingOf(path.Dir(name)); by != "" {
			used[[2]string{w.folders, by}] = true
		}
	}
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
		{"bench/solve/certificate/restate", "counterproof/encode", false, false},
		{"bench/solve/certificate", "counterproof/sat", false, false},
		{"encode", "counterproof/sat", false, false},
		{"encode/wording", "counterproof/sat/cnf", false, false},
		{"encode/constraint", "counterproof/encode", false, false},
		{"encode/draw", "counterproof/encode", false, false},
		{"encode/puzzletest", "counterproof/bench/solve/lookup", false, false},
		{"encode/puzzle/calendar", "counterproof/encode/board/polyomino", false, true},
		{"encode/puzzle/calendar", "counterproof/encode/puzzle/packing", false, false},
		{"encode/puzzle/calendar", "counterproof/encode/puzzle/packing", true, true},
		{"encode/puzzle/calendar", "github.com/crillab/gophersat/solver", false, false},
		{"native", "counterproof/sat/cnf", false, false},
		{"native/cover", "counterproof/native", false, true},
		{"native/cover", "counterproof/native/brute", false, false},
		{"native/sums", "counterproof/native/hitting", false, true},
		{"native/cover", "counterproof/sat/cnf", false, false},
		{"native/cover", "pgregory.net/rapid", false, false},
		{"native/cover", "pgregory.net/rapid", true, true},
		{"bench/record/judge", "counterproof/bench/solve/answer", false, false},
		{"reports/study/data", "counterproof/bench/record/judge", false, true},
		{"reports/study/data", "counterproof/bench/solve/answer", false, false},
		{"reports/study/plot", "counterproof/encode/draw", false, false},
		{"reports/paper/canvas", "counterproof/encode/draw", false, true},
		{"reports/paper/canvas", "counterproof/sat", false, false},
		{"bench/record/ledger", "gonum.org/v1/plot", false, false},
		{"nowhere", "counterproof/encode", false, false},
	} {
		if _, why := permitted(c.pkg, strings.Replace(c.imported, "counterproof", module(), 1), c.test); (why == "") != c.ok {
			t.Errorf("permitted(%q, %q, %v): %q", c.pkg, c.imported, c.test, why)
		}
	}
}

// TestPicture compares the picture of the wings in docs/design.md with the policy. The picture shows
// every wing, and no arrow that follows from other arrows.
func TestPicture(t *testing.T) {
	text, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn := pictured(string(text))
	if wrong := wrongArrows(drawn); len(wrong) > 0 {
		t.Errorf("docs/design.md, section 2: %s", strings.Join(wrong, "\n"))
	}
	// The changes add an arrow that is not permitted, add an upward arrow, and remove an arrow.
	for _, change := range [][2]string{{"native", "sat/cnf"}, {"bench/record", "bench/solve"}, {"encode/catalog", ""}} {
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

// pictured returns the arrows of the picture from each line of wings.
func pictured(text string) map[string][]string {
	drawn := map[string][]string{}
	_, text, _ = strings.Cut(text, "## 2. The wings")
	text, _, _ = strings.Cut(text, "## 3.")
	for line := range strings.Lines(text) {
		from, to, found := strings.Cut(line, "-->")
		if found {
			drawn[strings.Join(strings.Fields(from), " ")] = strings.Fields(to)
		}
	}
	return drawn
}

// wrongArrows describes the arrows that the policy does not permit, that follow from other arrows,
// or that are missing.
func wrongArrows(drawn map[string][]string) (wrong []string) {
	below := map[string]map[string]bool{} // by folder
	var reach func(w *wing) map[string]bool
	reach = func(w *wing) map[string]bool {
		if below[w.folders] == nil {
			below[w.folders] = map[string]bool{}
			for _, to := range strings.Fields(w.knows) {
				below[w.folders][to] = true
				over, _ := wingOf(to)
				maps.Copy(below[w.folders], reach(over))
			}
		}
		return below[w.folders]
	}
	for i := range wings {
		w := &wings[i]
		direct := slices.DeleteFunc(strings.Fields(w.knows), func(to string) bool {
			return slices.ContainsFunc(strings.Fields(w.knows), func(f string) bool {
				over, _ := wingOf(f)
				return f != to && reach(over)[to]
			})
		})
		slices.Sort(direct)
		if got, ok := drawn[w.folders]; !ok || !slices.Equal(slices.Sorted(slices.Values(got)), direct) {
			wrong = append(wrong, fmt.Sprintf("%s has arrows to %v, want %v", w.folders, got, direct))
		}
	}
	if len(drawn) != len(wings) {
		wrong = append(wrong, fmt.Sprintf("the picture has %d lines, want %d", len(drawn), len(wings)))
	}
	return wrong
}
