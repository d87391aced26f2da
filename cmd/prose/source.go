package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A kind says where prose is written, such as in comments, messages or pages.
type kind int

const (
	productComments kind = iota
	testComments
	docs
	help
	messages // all other strings of product code: errors, warnings, captions, pages
	kinds
)

func (k kind) String() string {
	return [...]string{"comments", "test comments", "docs", "help", "messages"}[k]
}

// A document is all prose of one kind in a file.
type document struct {
	file     string
	kind     kind
	passages []passage
	comments []docComment // the doc comments of a Go file
}

// read returns the prose of the Go files and Markdown pages below the folder root. If there are paths,
// it reads only these files and folders. Names of files are relative to root. It skips generated Go
// files and the folders .git, bin, out and testdata.
func read(root string, paths []string) (docs []document, err error) {
	err = fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "out", "testdata"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || !chosen(name, paths):
			return nil
		}
		var reader func(name string, text []byte) ([]document, error)
		switch path.Ext(name) {
		case ".go":
			reader = readGo
		case ".md":
			reader = readMarkdown
		default:
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		found, err := reader(name, text)
		docs = append(docs, found...)
		return err
	})
	return docs, err
}

// chosen reports whether a file is one of the paths or below one of them. If there are no paths, it
// returns true for every file.
func chosen(file string, paths []string) bool {
	return len(paths) == 0 || slices.ContainsFunc(paths, func(p string) bool {
		p = path.Clean(filepath.ToSlash(p))
		return p == "." || file == p || strings.HasPrefix(file, p+"/")
	})
}

// readGo returns the comments of a Go file and, unless it is a test, its strings.
func readGo(name string, text []byte) ([]document, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	test := strings.HasSuffix(name, "_test.go")
	comments := document{file: name, kind: productComments, comments: docComments(files, file)}
	if test {
		comments.kind = testComments
	}
	for _, group := range file.Comments {
		comments.passages = append(comments.passages, paragraphs(commentLines(files, group))...)
	}
	if test {
		return []document{comments}, nil
	}
	inHelp, inMessages := stringPassages(files, file)
	return []document{comments, {file: name, kind: help, passages: inHelp}, {file: name, kind: messages, passages: inMessages}}, nil
}

// commentLines returns the lines of a comment without comment marks and directives, up to the
// expected output of an example.
func commentLines(files *token.FileSet, group *ast.CommentGroup) (lines []passage) {
	for _, comment := range group.List {
		at := files.Position(comment.Pos())
		text, block := strings.CutPrefix(comment.Text, "/*")
		if block {
			text = strings.TrimSuffix(text, "*/")
		} else {
			if directive.MatchString(text) {
				continue
			}
			text = text[len("//"):]
		}
		for i, line := range strings.Split(text, "\n") {
			column := at.Column + 2
			if i > 0 {
				column = 1
			}
			if strings.HasPrefix(line, " ") {
				line, column = line[1:], column+1
			}
			if exampleOutput.MatchString(line) {
				return lines
			}
			var p passage
			p.add(strings.TrimRight(line, " \t\r"), at.Line+i, column)
			lines = append(lines, p)
		}
	}
	return lines
}

var (
	directive     = regexp.MustCompile(`^//(?:[a-z0-9]+:[a-z0-9]|nolint|line |export |extern )`)
	exampleOutput = regexp.MustCompile(`^(?i:output|unordered output):`)
)

// helpFields lists the fields of commands and flags that hold help texts.
var helpFields = []string{"Usage", "UsageText", "Description"}

// stringPassages returns the prose in the strings of a file. The result inHelp has all help texts
// of commands, and inMessages has all other strings with at least three words.
func stringPassages(files *token.FileSet, file *ast.File) (inHelp, inMessages []passage) {
	commands := slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return strings.Contains(spec.Path.Value, "github.com/urfave/cli/")
	})
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			if ok && commands && slices.Contains(helpFields, key.Name) {
				inHelp = append(inHelp, paragraphs(stringLines(files, n.Value))...)
				return false
			}
		case *ast.BasicLit, *ast.BinaryExpr:
			lines := stringLines(files, n.(ast.Expr))
			for _, p := range paragraphs(lines) {
				if words(p.text) >= 3 {
					inMessages = append(inMessages, p)
				}
			}
			return lines == nil
		}
		return true
	})
	return inHelp, inMessages
}

// stringLines returns the lines of a string literal, or of several strings joined by + if one of
// them is a literal. Any joined expression that is not a literal becomes one word. A line after \n
// has the position of the literal that contains it.
func stringLines(files *token.FileSet, e ast.Expr) []passage {
	if !hasString(e) {
		return nil
	}
	lines := make([]passage, 1)
	var collect func(e ast.Expr)
	collect = func(e ast.Expr) {
		at := files.Position(e.Pos())
		switch e := e.(type) {
		case *ast.BinaryExpr:
			collect(e.X)
			collect(e.Y)
			return
		case *ast.BasicLit:
			if value, err := strconv.Unquote(e.Value); err == nil {
				for i, line := range strings.Split(value, "\n") {
					if i > 0 {
						lines = append(lines, passage{})
					}
					if e.Value[0] == '`' && i > 0 {
						at.Line, at.Column = at.Line+1, 0
					}
					lines[len(lines)-1].add(line, at.Line, at.Column+1)
				}
				return
			}
		case *ast.CallExpr:
			if len(e.Args) > 0 && hasString(e.Args[0]) { // fmt.Sprintf and the like
				collect(e.Args[0])
				return
			}
		}
		lines[len(lines)-1].add("_", at.Line, at.Column)
	}
	collect(e)
	return lines
}

// hasString reports whether the expression is a string literal, several expressions joined by + of
// which one is a literal, or a call whose first argument is one of these.
func hasString(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.STRING
	case *ast.BinaryExpr:
		return e.Op == token.ADD && (hasString(e.X) || hasString(e.Y))
	case *ast.CallExpr:
		return len(e.Args) > 0 && hasString(e.Args[0])
	}
	return false
}
