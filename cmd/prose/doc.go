package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// A docComment is the comment of a declaration.
type docComment struct {
	line, column int
	text         string // the first paragraph
	complaint    string // what is wrong with its start, or ""
}

// docComments returns the doc comments of a file. They belong to the package, to functions and methods,
// to the methods of interfaces, and to types, variables and constants at the top level.
func docComments(files *token.FileSet, file *ast.File) (comments []docComment) {
	add := func(group *ast.CommentGroup, check func(start []string) string) {
		if group == nil {
			return
		}
		ps := paragraphs(commentLines(files, group))
		if len(ps) == 0 {
			return
		}
		line, column := ps[0].position(0)
		comments = append(comments, docComment{line, column, ps[0].text, check(strings.Fields(ps[0].text))})
	}
	add(file.Doc, func(start []string) string { return packageComplaint(file.Name.Name, start) })
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			add(decl.Doc, func(start []string) string { return functionComplaint(decl.Name.Name, start) })
		case *ast.GenDecl:
			if !decl.Lparen.IsValid() {
				add(decl.Doc, func(start []string) string { return nameComplaint(namesOf(decl.Specs[0]), start) })
			}
			for i, spec := range decl.Specs {
				if !sharesDoc(files, decl.Specs[i:]) {
					add(docOf(spec), func(start []string) string { return nameComplaint(namesOf(spec), start) })
				}
				for _, method := range interfaceMethods(spec) {
					add(method.Doc, func(start []string) string { return functionComplaint(method.Names[0].Name, start) })
				}
			}
		}
	}
	return comments
}

// packageComplaint checks that the comment of a package starts with "Package NAME" or, for a
// command, with "Command NAME". Like functionComplaint and nameComplaint, it returns what is wrong,
// or "" if nothing is wrong.
func packageComplaint(name string, start []string) string {
	switch {
	case name != "main" && (len(start) < 2 || start[0] != "Package" || start[1] != strings.TrimSuffix(name, "_test")):
		return fmt.Sprintf("start the package comment with %q", "Package "+name)
	case name == "main" && (len(start) < 2 || start[0] != "Command"):
		return fmt.Sprintf("start the comment of a command with %q", "Command NAME")
	}
	return ""
}

// functionComplaint checks that the comment of a function starts with its name and a verb, or with
// several names.
func functionComplaint(name string, start []string) string {
	if len(start) < 2 {
		return fmt.Sprintf("start with %q and a verb", name)
	}
	first, comma := strings.CutSuffix(start[0], ",")
	if first != name {
		return fmt.Sprintf("start with %q and a verb, not with %q", name, start[0])
	}
	if comma || start[1] == "and" || start[1] == "or" || isVerb(start[1:]) {
		return ""
	}
	return fmt.Sprintf("put a verb after %q, not %q", name, start[1])
}

// nameComplaint checks that the comment of a type, a variable or a constant starts with one of the
// declared names, with or without an article.
func nameComplaint(names, start []string) string {
	if len(start) > 1 && slices.Contains([]string{"A", "An", "The"}, start[0]) {
		start = start[1:]
	}
	if len(start) > 0 && slices.Contains(names, strings.TrimRight(start[0], ",")) || slices.Contains(names, "_") {
		return ""
	}
	return fmt.Sprintf("start with %q", names[0])
}

// isVerb reports whether the words start with a verb in the third person or a modal verb. Adverbs
// may precede the verb. It also takes other words that end in s, such as plural nouns, for verbs.
func isVerb(words []string) bool {
	for len(words) > 1 && (slices.Contains(adverbs, words[0]) || strings.HasSuffix(words[0], "ly")) {
		words = words[1:]
	}
	word := strings.TrimRight(words[0], ",.:;")
	if slices.Contains(modals, word) {
		return true
	}
	return strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !slices.Contains(notVerbs, word)
}

var (
	adverbs  = strings.Fields("never always also only just then usually first")
	modals   = strings.Fields("must may can cannot might should will")
	notVerbs = strings.Fields("is as was this its his hers always perhaps thus plus minus besides versus whose")
)

// docOf returns the comment above one of the lines of a group of declarations.
func docOf(spec ast.Spec) *ast.CommentGroup {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return spec.Doc
	case *ast.ValueSpec:
		return spec.Doc
	}
	return nil
}

// sharesDoc reports whether the comment above a line of a group also belongs to the next line. It
// does if the next line follows directly and has no comment of its own.
func sharesDoc(files *token.FileSet, specs []ast.Spec) bool {
	return len(specs) > 1 && docOf(specs[1]) == nil &&
		files.Position(specs[0].End()).Line+1 == files.Position(specs[1].Pos()).Line
}

func namesOf(spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return []string{spec.Name.Name}
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			names = append(names, name.Name)
		}
		return names
	case *ast.ImportSpec:
		return []string{"_"}
	}
	return nil
}

func interfaceMethods(spec ast.Spec) (methods []*ast.Field) {
	if t, ok := spec.(*ast.TypeSpec); ok {
		if face, ok := t.Type.(*ast.InterfaceType); ok {
			for _, field := range face.Methods.List {
				if len(field.Names) > 0 {
					methods = append(methods, field)
				}
			}
		}
	}
	return methods
}
