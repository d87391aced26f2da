package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
)

// capabilities lists the interfaces that an instance may implement.
var capabilities = []reflect.Type{
	reflect.TypeFor[encode.Deducible](), reflect.TypeFor[encode.Explainable](), reflect.TypeFor[encode.HasBoxes](),
	reflect.TypeFor[encode.HasCellLabels](), reflect.TypeFor[encode.HasCells](), reflect.TypeFor[encode.HasClueSpots](),
	reflect.TypeFor[encode.HasClues](), reflect.TypeFor[encode.HasConflict](), reflect.TypeFor[encode.HasDemands](),
	reflect.TypeFor[encode.HasDrawing](), reflect.TypeFor[encode.HasEqualValues](), reflect.TypeFor[encode.HasFullClues](),
	reflect.TypeFor[encode.HasHiddenSolution](), reflect.TypeFor[encode.HasLayout](), reflect.TypeFor[encode.HasMarks](),
	reflect.TypeFor[encode.HasObstacle](), reflect.TypeFor[encode.HasPaperBoard](), reflect.TypeFor[encode.HasParts](),
	reflect.TypeFor[encode.HasPicture](), reflect.TypeFor[encode.HasPieces](), reflect.TypeFor[encode.HasReveals](),
	reflect.TypeFor[encode.HasSiteNames](), reflect.TypeFor[encode.HasSize](), reflect.TypeFor[encode.HasSpots](),
	reflect.TypeFor[encode.HasSymmetries](), reflect.TypeFor[encode.HasTable](), reflect.TypeFor[encode.HasTableCell](),
	reflect.TypeFor[encode.HasTextColours](), reflect.TypeFor[encode.HasToggles](), reflect.TypeFor[encode.HasValueClues](),
	reflect.TypeFor[encode.HasValueNames](), reflect.TypeFor[encode.HasWarnings](), reflect.TypeFor[encode.Refusable](),
	reflect.TypeFor[encode.TakesGiven](),
}

// TestCapabilities compares the interfaces that the boards of each puzzle implement with a table. A
// board that loses a method implements an interface no longer, and nothing else would notice.
func TestCapabilities(t *testing.T) {
	wanted, err := os.ReadFile(filepath.Join("testdata", "capabilities.txt"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for line := range strings.Lines(string(wanted)) {
		name, puzzles, _ := strings.Cut(line, ":")
		want[name] = strings.Fields(puzzles)
	}
	if got := interfaces(t); !slices.Equal(got, names(capabilities)) {
		t.Fatalf("package encode has the interfaces %v, and the test looks for %v", got, names(capabilities))
	}
	have := map[string][]string{}
	for _, p := range All() {
		for _, text := range some(t, p) {
			in, err := p.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, capability := range capabilities {
				name := capability.Name()
				has, first := reflect.TypeOf(in).Implements(capability), text == p.Example
				if has && first {
					have[name] = append(have[name], p.Name)
				}
				if !first && has != slices.Contains(have[name], p.Name) {
					t.Errorf("%s: %s: %s differs from the example", p.Name, text, name)
				}
			}
		}
	}
	for _, name := range names(capabilities) {
		if !slices.Equal(have[name], want[name]) {
			t.Errorf("%s: the boards of %v implement it, want %v", name, have[name], want[name])
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("%s is not an interface of package encode", name)
	}
}

func names(types []reflect.Type) []string {
	var all []string
	for _, t := range types {
		all = append(all, t.Name())
	}
	slices.Sort(all)
	return all
}

// interfaces returns the names of the exported interfaces of package encode, except Instance.
func interfaces(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var all []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() && spec.Name.Name != "Instance" {
				if _, ok := spec.Type.(*ast.InterfaceType); ok {
					all = append(all, spec.Name.Name)
				}
			}
			return true
		})
	}
	slices.Sort(all)
	return all
}
