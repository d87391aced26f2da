// Package scaffold has the command new, which starts a new kind of puzzle in a checkout of the
// project. It writes a package that compiles, the test of the package, and lines about the puzzle
// in other files.
package scaffold

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"

	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/wording"
)

// NewCommand is the command new.
var NewCommand = &cli.Command{
	Name:  "new",
	Usage: "start a new kind of puzzle, with a package that compiles",
	Description: `Writes the package encode/puzzle/NAME with its test, and adds the puzzle to the catalogue. Run
the command at the root of a checkout of Counterproof. At first, the package has the rules of an example, which can be
counted, printed and played; replace them with the rules of your puzzle. With --kind numbers, the example is Latin
squares. With --kind shading, cells are made black, and numbers count them. With --kind colours, cells get three
colours, and neighbours differ.

NAME consists of 2 to 20 letters a-z and digits. The page docs/your-own-puzzle.md shows how to turn such a package into
a complete puzzle.
$ counterproof new puzzle kropki
$ counterproof new puzzle --kind shading hitori && go test ./encode/puzzle/hitori`,
	ArgsUsage: "puzzle NAME",
	Flags:     []cli.Flag{&cli.StringFlag{Name: "kind", Value: kinds[0], Usage: "start with the example `KIND`: numbers, shading or colours"}},
	Action:    console.Do(newPuzzle),
	BashComplete: func(c *cli.Context) {
		if !c.Args().Present() {
			fmt.Fprintln(c.App.Writer, "puzzle")
		}
	},
}

// FlagsFirst moves the flags of "new puzzle --kind KIND NAME" to the place where the flag parser looks
// for them, before the word puzzle. It returns other command lines as they are.
func FlagsFirst(args []string) []string {
	if len(args) < 5 || args[1] != "new" || args[2] != "puzzle" || !strings.HasPrefix(args[3], "-") {
		return args
	}
	last := len(args) - 1
	return slices.Concat(args[:2], args[3:last], args[2:3], args[last:])
}

// kinds lists the kinds of examples. Each has a file of templates.
var kinds = []string{"numbers", "shading", "colours"}

func newPuzzle(c *console.Call) error {
	if c.Args[0] != "puzzle" {
		return c.Usagef("want puzzle, got %q: counterproof new puzzle NAME", wording.Short(c.Args[0]))
	}
	name := c.Args[1]
	kind := c.String("kind")
	if !slices.Contains(kinds, kind) {
		return c.Usagef("--kind: no kind %q: %s", wording.Short(kind), wording.Want(kind, kinds))
	}
	changes, err := plan(name, kind)
	if err == nil {
		err = atomicfile.WriteAll(".", wording.Each(changes, func(x change) atomicfile.Named { return x.Named }))
	}
	if err != nil {
		return fmt.Errorf("new: %w", err)
	}
	for _, x := range changes {
		fmt.Fprintln(c.Stdout, wording.Either(x.made, "made", "changed"), x.Name)
	}
	_, err = fmt.Fprintf(c.Stdout, "next: make && go test ./encode/puzzle/%s, then docs/your-own-puzzle.md\n", name)
	return err
}

type change struct {
	atomicfile.Named      // relative to the root
	made             bool // the file is new
}

//go:embed templates
var templates embed.FS

// fill returns a file of the package from its template and the parts of the kind. Actions
// in a template stand between "[[" and "]]", because Go itself uses braces.
func fill(file, kind, module, name string) []byte {
	all := template.Must(template.New(file).Delims("[[", "]]").ParseFS(templates, "templates/"+file, "templates/"+kind+".tmpl"))
	var text strings.Builder
	names := strings.NewReplacer("NAME", name, "TITLE", strings.ToUpper(name[:1])+name[1:], `"counterproof/`, `"`+module+"/")
	err := all.Execute(&text, nil)
	code, err2 := format.Source([]byte(names.Replace(text.String())))
	if err := errors.Join(err, err2); err != nil {
		panic(err) // a test fills all templates
	}
	return code
}

func plan(name, kind string) ([]change, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	mod, err := os.ReadFile("go.mod")
	module, _, _ := strings.Cut(strings.TrimPrefix(string(mod), "module "), "\n")
	if _, err2 := os.Stat(catalog); err != nil || err2 != nil {
		return nil, console.Usagef("the current folder is not the root of a checkout of Counterproof, which has go.mod and %s: change to the root first", catalog)
	}
	known, err := puzzles()
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(folder + name); err == nil {
		return nil, console.Usagef("%s exists already: choose another name", folder+name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for pkg, puzzle := range known {
		if puzzle == name {
			return nil, console.Usagef("%s is the puzzle %s already: choose another name", folder+pkg, name)
		}
	}
	if err := checkDeclared(name); err != nil {
		return nil, err
	}
	var changes []change
	for _, x := range []struct{ template, file string }{{"puzzle.go.tmpl", name + ".go"}, {"puzzle_test.go.tmpl", name + "_test.go"}} {
		changes = append(changes, change{atomicfile.Named{Name: folder + name + "/" + x.file, Data: fill(x.template, kind, module, name)}, true})
	}
	for _, l := range listings(module, name, known) {
		old, err := os.ReadFile(filepath.FromSlash(l.file))
		if err != nil {
			return nil, err
		}
		text := string(old)
		for _, e := range l.entries {
			if text, err = e.insert(text); err != nil {
				return nil, fmt.Errorf("%s: %w", l.file, err)
			}
		}
		changes = append(changes, change{atomicfile.Named{Name: l.file, Data: []byte(text)}, false})
	}
	return changes, nil
}

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

const (
	catalog = "encode/catalog/catalog.go"
	folder  = "encode/puzzle/" // of the puzzles
)

// puzzles returns the names of the puzzles by package: encode/puzzle/mapcolour has the puzzle map. They come
// from the sources, because the checkout may be newer than this program.
func puzzles() (map[string]string, error) {
	text, err := os.ReadFile(filepath.FromSlash(catalog))
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, m := range listed.FindAllStringSubmatch(string(text), -1) {
		pkg := m[1]
		names[pkg] = pkg
		files, _ := filepath.Glob(folder + pkg + "/*.go") // the pattern is correct
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			if m := named.FindSubmatch(source); m != nil {
				names[pkg] = string(m[1])
			}
		}
	}
	return names, nil
}

var (
	listed = regexp.MustCompile(`(?m)^\t\t&(\w+)\.Puzzle,$`)
	named  = regexp.MustCompile(`(?m)^var Puzzle = encode\.Puzzle\{\n\tName: +"(\w+)",$`)
)

// A listing is a file of the checkout that lists all puzzles, to which a new puzzle must be added.
type listing struct {
	file    string
	entries []entry
}

type entry struct {
	among *regexp.Regexp    // matches the lines of the list; its group matches the key by which they are sorted
	keys  map[string]string // the keys of the matches that are not keys themselves
	name  string            // the key of the new line
	line  string
}

func listings(module, name string, known map[string]string) []listing {
	return []listing{
		{catalog, []entry{
			{regexp.MustCompile(`(?m)^\t"` + regexp.QuoteMeta(module) + `/encode/puzzle/(\w+)"$`), nil, name, "\t\"" + module + "/" + folder + name + "\""},
			{listed, known, name, "\t\t&" + name + ".Puzzle,"},
		}},
		{"encode/catalog/generate_test.go", []entry{
			{regexp.MustCompile(`(?m)^\t\t"(\w+)": \{(?:H: |\}).*,$`), nil, name, "\t\t\"" + name + "\": {H: 9, W: 9},"},
		}},
	}
}

// insert adds the line before the first line with a larger key, or at the end of the list.
func (e entry) insert(text string) (string, error) {
	at := -1
	for _, m := range e.among.FindAllStringSubmatchIndex(text, -1) {
		if match := text[m[2]:m[3]]; cmp.Or(e.keys[match], match) > e.name {
			return text[:m[0]] + e.line + "\n" + text[m[0]:], nil
		}
		at = m[1]
	}
	if at < 0 {
		return "", fmt.Errorf("found no list of puzzles to add the line %q to: add the puzzle by hand", strings.TrimSpace(e.line))
	}
	return text[:at] + "\n" + e.line + text[at:], nil
}
