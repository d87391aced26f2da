package scaffold

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"

	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
)

var goodName = regexp.MustCompile(`^[a-z][a-z0-9]{1,19}$`)

// reserved lists names that a puzzle cannot have, because they have another meaning for Go or for
// the commands. For example, Go ignores files of a package documentation, and list help prints a
// help text.
var reserved = []string{"all", "documentation", "encode", "help", "init", "internal", "main", "testdata", "vendor"}

// device matches names that Go forbids in import paths, because Windows has devices of these names.
var device = regexp.MustCompile(`^(aux|con|nul|prn|com[1-9]|lpt[1-9])$`)

// checkName refuses a name that cannot be both a Go package and a puzzle. Names of systems, such as
// linux, are good: Go has a rule about files that end in _linux, but none about linux.go.
func checkName(name string) error {
	switch {
	case !goodName.MatchString(name):
		return console.Usagef("want a NAME of 2 to 20 letters a-z and digits that begins with a letter, got %q", wording.Short(name))
	case device.MatchString(name):
		return console.Usagef("Go does not import a package %q, because Windows has a device of this name: choose another name", name)
	case token.IsKeyword(name) || doc.IsPredeclared(name) || slices.Contains(reserved, name):
		return console.Usagef("%q has another meaning in Go or in the commands: choose another name", name)
	}
	return nil
}

// checkDeclared refuses a name that a file next to the catalogue declares, because Go does not allow a
// file to import a name that its own package declares.
func checkDeclared(name string) error {
	files, _ := filepath.Glob(filepath.Join(filepath.FromSlash(catalog), "..", "*.go")) // the pattern is correct
	ignoring := types.Config{Error: func(error) {}, IgnoreFuncBodies: true}             // the imports are not needed
	for _, file := range files {
		fset := token.NewFileSet()
		tree, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if pkg, _ := ignoring.Check("", fset, []*ast.File{tree}, nil); pkg.Scope().Lookup(name) != nil {
			return console.Usagef("%s declares %s already: choose another name", filepath.ToSlash(file), name)
		}
	}
	return nil
}
