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
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
)

// capabilities lists the interfaces that an instance may implement.
var capabilities = []reflect.Type{
	reflect.TypeFor[encode.Convertible](), reflect.TypeFor[deduction.Deducible](), reflect.TypeFor[encode.Explainable](), reflect.TypeFor[layout.HasBoxes](),
	reflect.TypeFor[layout.HasCellLabels](), reflect.TypeFor[encode.HasCells](), reflect.TypeFor[encode.HasChains](), reflect.TypeFor[encode.HasCommonFormula](), reflect.TypeFor[play.HasClueSpots](),
	reflect.TypeFor[clues.HasClues](), reflect.TypeFor[clues.HasConflict](), reflect.TypeFor[clues.HasDemands](), reflect.TypeFor[clues.HasFixedValues](),
	reflect.TypeFor[encode.HasDrawing](), reflect.TypeFor[encode.HasFamily](), reflect.TypeFor[play.HasEqualValues](), reflect.TypeFor[layout.HasFileNames](), reflect.TypeFor[clues.HasFullClues](),
	reflect.TypeFor[encode.HasGraph](), reflect.TypeFor[deduction.HasHiddenSolution](), reflect.TypeFor[play.HasKempeChains](), reflect.TypeFor[layout.HasLayout](), reflect.TypeFor[clues.HasMarks](), reflect.TypeFor[clues.HasNamedValues](),
	reflect.TypeFor[encode.HasObstacle](), reflect.TypeFor[encode.HasOrbit](), reflect.TypeFor[deduction.HasPaperBoard](), reflect.TypeFor[clues.HasParts](),
	reflect.TypeFor[encode.HasPicture](), reflect.TypeFor[play.HasPieces](), reflect.TypeFor[play.HasReveals](),
	reflect.TypeFor[layout.HasSiteNames](), reflect.TypeFor[layout.HasSize](), reflect.TypeFor[play.HasSpots](),
	reflect.TypeFor[encode.HasSymmetries](), reflect.TypeFor[encode.HasText](), reflect.TypeFor[play.HasTable](), reflect.TypeFor[layout.HasTableCell](),
	reflect.TypeFor[layout.HasTextColours](), reflect.TypeFor[deduction.HasTraps](), reflect.TypeFor[play.HasToggles](), reflect.TypeFor[clues.HasValueClues](),
	reflect.TypeFor[layout.HasValueNames](), reflect.TypeFor[encode.HasWarnings](),
	reflect.TypeFor[clues.TakesGiven](),
}

// TestCapabilities compares the interfaces that the boards of each puzzle implement with a table. A
// board that loses a method implements an interface no longer, and nothing else would notice. A new
// puzzle that no line of the table names is not compared.
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
		t.Fatalf("the packages have the interfaces %v, and the test looks for %v", got, names(capabilities))
	}
	have := map[string][]string{}
	for _, p := range append(All(), OfFiles()...) {
		if !slices.Contains(strings.Fields(string(wanted)), p.Name) {
			continue
		}
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
		t.Errorf("%s is no such interface", name)
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

// interfaces returns the names of the exported interfaces of package encode, except Instance, and of the
// packages of encode/capability.
func interfaces(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../*.go", "../capability/*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, found...)
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
