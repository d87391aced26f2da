package counterproof

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
)

// quicker maps commands of docs/your-own-puzzle.md to their short forms. A long test runs the commands
// themselves, which also compile the engine for browsers with the new puzzle. In a short test, only
// make docs compiles the program, and the commands of the program run after it.
var quicker = map[string]string{
	"make":                                "true",
	"make docs":                           "make -o engine docs",
	"go test ./bench/solve/daily -update": "go test ./bench/solve/daily -run TestPinned -update",
}

// TestYourOwnPuzzle follows docs/your-own-puzzle.md in a copy of the module. It runs the commands of
// the page, compares their output, and puts the Go declarations into the files. The package must
// pass vet after every block, and its tests where the page runs them and after the last block. In a
// long test it must pass its tests after every block.
func TestYourOwnPuzzle(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiles the program several times")
	}
	page, err := os.ReadFile("docs/your-own-puzzle.md")
	if err != nil {
		t.Fatal(err)
	}
	root := copyModule(t)
	folder := filepath.Join(root, "encode", "puzzle", "futoshiki")
	const vet, test = "go vet ./encode/puzzle/futoshiki", "go test ./encode/puzzle/futoshiki"
	blocks, skeleton := 0, 0
	var later []string
	for i, part := range strings.Split("\n"+string(page), "\n```") {
		info, text, _ := strings.Cut(part, "\n")
		language, file, _ := strings.Cut(info, " ")
		text += "\n"
		switch {
		case i%2 == 0 || language == "console": // TestExamples runs the commands of a console
		case language == "minizinc":
			if kept, err := os.ReadFile(file); err != nil || string(kept) != text {
				t.Errorf("%s differs from the text of the page, %v", file, err)
			}
		case language == "sh":
			for _, example := range strings.Split("\n"+text, "\n$ ")[1:] {
				if strings.HasPrefix(example, "bin/") && !processtest.IsLong() {
					later = append(later, example)
				} else {
					runShown(t, root, example)
				}
				if skeleton == 0 {
					skeleton, _ = countLines(t, filepath.Join(folder, "futoshiki.go"))
				}
			}
		case language == "go":
			blocks++
			if file == "" {
				file = "futoshiki.go"
			}
			if formatted, err := format.Source([]byte(text)); err != nil || string(formatted) != text {
				t.Errorf("want the code as gofmt writes it, %v, got\n%s", err, text)
			}
			if err := merge(filepath.Join(folder, file), text); err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			check := vet
			if processtest.IsLong() {
				check += " && " + test
			}
			if out, err := shell(t, root, check); err != nil {
				t.Fatalf("%v: %s\nafter\n%s", err, out, text)
			}
		default:
			t.Errorf("a block of the language %q", language)
		}
	}
	for _, example := range later {
		runShown(t, root, example)
	}
	if blocks < 8 {
		t.Errorf("only %d blocks of Go", blocks)
	}
	if out, err := shell(t, root, test); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	checkStatedSize(t, string(page), folder, skeleton)
	for _, name := range []string{"docs/images/futoshiki.svg"} {
		drawn, err := os.ReadFile(filepath.Join(root, name))
		kept, err2 := os.ReadFile(name)
		if err := errors.Join(err, err2); err != nil || !bytes.Equal(drawn, kept) {
			t.Errorf("%s differs from the picture that the page draws: %v", name, err)
		}
	}
	if program, ok := processtest.Find(t, "sgt-unequal"); ok {
		checkUnequal(t, root, program)
	}
}

// runShown runs a command in a folder and compares its output with the lines that the page shows below
// the command.
func runShown(t *testing.T, root, example string) {
	t.Helper()
	command, want, _ := strings.Cut(example, "\n")
	want, end, _ := strings.Cut(want, "...\n") // any lines
	if short := quicker[command]; short != "" && !processtest.IsLong() {
		command = short
	}
	got, err := shell(t, root, command)
	if err != nil || !strings.HasPrefix(got, strings.TrimSuffix(want, "\n")) || !strings.HasSuffix(got, end) {
		t.Fatalf("%s: %v, and prints\n%s\nthe page says\n%s", command, err, got, want)
	}
}

// copyModule copies the files of the module into a new folder and returns its path.
func copyModule(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range topLevel {
		if err := os.CopyFS(filepath.Join(root, name), os.DirFS(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", "layout_test.go", "Makefile", "CHANGELOG.md"} {
		data, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// shell runs a command in a folder and returns its output, and an error if the command fails. With
// -trimpath, the compiler reuses its results for other copies of the module.
func shell(t *testing.T, dir, command string) (string, error) {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath -buildvcs=false", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// merge puts the declarations of a block into a file. A declaration replaces the old declaration
// with the same name, and an import block replaces the old import block. A package clause with its
// comment replaces the old clause and everything above the old clause. New declarations go to the
// end.
func merge(file, block string) error {
	old, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return os.WriteFile(file, []byte(block), 0o666)
	}
	if err != nil {
		return err
	}
	clause := regexp.MustCompile(`(?m)^package .*\n`)
	if header := clause.FindStringIndex(block); header != nil {
		old = append([]byte(block[:header[1]]), old[clause.FindIndex(old)[1]:]...)
		block = block[header[1]:]
	}
	parts, err := declarations("package p\n" + block)
	if err != nil {
		return err
	}
	for _, part := range parts {
		there, err := declarations(string(old))
		if err != nil {
			return err
		}
		i := slices.IndexFunc(there, func(d declaration) bool { return d.name == part.name })
		switch {
		case i >= 0:
			old = []byte(string(old[:there[i].from]) + part.text + string(old[there[i].to:]))
		case part.name == "import":
			return fmt.Errorf("%s has no import block", file)
		default:
			old = append(old, "\n"+part.text+"\n"...)
		}
	}
	return os.WriteFile(file, old, 0o666)
}

// A declaration is a part of a source file: its text with its comment, and its position.
type declaration struct {
	name, text string
	from, to   int
}

// declarations returns the declarations of a source file. An import block has the name import. The
// name of a method begins with the name of its type.
func declarations(source string) (all []declaration, err error) {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, "", source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, d := range parsed.Decls {
		from, to := files.Position(d.Pos()).Offset, files.Position(d.End()).Offset
		var name string
		var comment *ast.CommentGroup
		switch d := d.(type) {
		case *ast.FuncDecl:
			name, comment = d.Name.Name, d.Doc
			if d.Recv != nil {
				name = source[files.Position(d.Recv.List[0].Type.Pos()).Offset:files.Position(d.Recv.End()).Offset] + name
			}
		case *ast.GenDecl:
			comment = d.Doc
			switch spec := d.Specs[0].(type) {
			case *ast.ImportSpec:
				name = "import"
			case *ast.TypeSpec:
				name = spec.Name.Name
			case *ast.ValueSpec:
				name = spec.Names[0].Name
			}
		}
		if comment != nil {
			from = files.Position(comment.Pos()).Offset
		}
		all = append(all, declaration{name, source[from:to], from, to})
	}
	return all, nil
}

func countLines(t *testing.T, file string) (lines, code int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		lines++
		if trimmed := bytes.TrimSpace(line); len(trimmed) > 0 && !bytes.HasPrefix(trimmed, []byte("//")) {
			code++
		}
	}
	return lines, code
}

// checkStatedSize compares the numbers of lines that the page states with the files.
func checkStatedSize(t *testing.T, page, folder string, skeleton int) {
	t.Helper()
	puzzle, code := countLines(t, filepath.Join(folder, "futoshiki.go"))
	hints, more := countLines(t, filepath.Join(folder, "deduce.go"))
	want := fmt.Sprintf("The skeleton has %d lines of Go. The finished puzzle has %d lines, and the code of its hints has another %d. Of these %d lines, %d are neither empty nor comments.",
		skeleton, puzzle, hints, puzzle+hints, code+more)
	if !strings.Contains(strings.Join(strings.Fields(page), " "), want) {
		t.Errorf("the page does not say %q", want)
	}
}

// checkUnequal counts the solutions of boards from the program Unequal by Simon Tatham. Unequal
// promises that each of its boards has exactly one solution.
func checkUnequal(t *testing.T, root, program string) {
	out, err := exec.Command(program, "--generate", "20", "4de").Output()
	if err != nil {
		t.Fatal(err)
	}
	var boards []string
	for id := range strings.Lines(string(out)) {
		boards = append(boards, "'"+fromUnequal(t, strings.TrimSpace(id))+"'")
	}
	counts, err := shell(t, root, "bin/counterproof count --method native,sat futoshiki "+strings.Join(boards, " "))
	got := regexp.MustCompile(`(?m)\t1$`).FindAllString(counts, -1)
	if err != nil || len(boards) != 20 || len(got) != 40 {
		t.Errorf("want one solution for each of 20 boards by two methods, got %v\n%s", err, counts)
	}
}

// fromUnequal translates a game ID of Unequal, such as 4:0R,2,... for a board of 4 x 4. A cell is a
// number, or 0 for a blank. The letters U, R, D and L behind the number name the neighbours with a
// smaller number.
func fromUnequal(t *testing.T, id string) string {
	t.Helper()
	_, cells, _ := strings.Cut(id, ":")
	list := strings.Split(strings.TrimSuffix(cells, ","), ",")
	const n = 4
	if len(list) != n*n {
		t.Fatalf("%s has %d cells", id, len(list))
	}
	larger := func(i int, direction string) bool { return i < len(list) && strings.Contains(list[i], direction) }
	var out strings.Builder
	for i, cell := range list {
		if i > 0 && i%n == 0 {
			out.WriteByte('/')
		}
		out.WriteString(strings.Replace(cell[:1], "0", ".", 1))
		switch {
		case larger(i, "R"):
			out.WriteByte('>')
		case larger(i+1, "L") && i%n < n-1:
			out.WriteByte('<')
		}
		switch {
		case larger(i, "D"):
			out.WriteByte('v')
		case larger(i+n, "U"):
			out.WriteByte('^')
		}
	}
	return out.String()
}
