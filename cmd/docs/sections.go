package main

import (
	"context"
	"fmt"
	"strings"

	"counterproof/cmd/counterproof/boards"
	"counterproof/encode"
	"counterproof/encode/constraint"
)

// A maker writes the sections of one puzzle's page and the pictures that they show.
type maker struct {
	ctx     context.Context
	puzzle  *encode.Puzzle
	listing *boards.Listing
	files   map[string][]byte // the generated files; the maker adds its pictures
}

// sections returns the sections of the page. Their argument is an instance, after a number for move.
// Without an instance, they show the example of the catalogue.
func (m *maker) sections() map[string]section {
	all := map[string]section{
		"pictures": {write: m.pictures},
		"rules":    {write: plain(m.rules)},
		"notation": {write: plain(m.notation)},
		"methods":  {write: plain(m.methods)},
	}
	if len(m.listing.Deduction) > 0 {
		all["deduce"] = section{write: plain(m.deduction)}
		all["move"] = section{write: m.move, optional: true}
	}
	in, _ := m.instance("")
	if _, ok := in.(encode.Explainable); ok { // a theory can have a picture
		all["explain"] = section{write: m.explanation, optional: true}
	}
	return all
}

// plain makes a section without an argument.
func plain(write func() string) func(argument string) (string, error) {
	return func(argument string) (string, error) {
		if argument != "" {
			return "", fmt.Errorf("want no argument, got %q", argument)
		}
		return write(), nil
	}
}

// rules returns the rules of the puzzle as a paragraph and a list. The list has the sentences that
// begin with a quoted word, because each of them defines this word.
func (m *maker) rules() string {
	var paragraph []string
	list := ""
	for _, sentence := range strings.Split(m.listing.Rules, ". ") {
		sentence = markdown(strings.TrimSuffix(sentence, ".")) + "."
		if strings.HasPrefix(sentence, "`") {
			list += "- " + sentence + "\n"
		} else {
			paragraph = append(paragraph, sentence)
		}
	}
	if list != "" {
		list = "\n" + list
	}
	return strings.Join(paragraph, " ") + "\n" + list
}

func (m *maker) notation() string {
	var b strings.Builder
	b.WriteString("| | notation |\n|---|---|\n")
	for i, f := range m.listing.Formats {
		kind := "also read"
		if i == 0 {
			kind = "canonical"
		}
		fmt.Fprintf(&b, "| %s | %s |\n", kind, broken(cell(f)))
	}
	for _, s := range m.listing.Sets {
		fmt.Fprintf(&b, "| set | `%s`: %s |\n", s.Name, cell(s.Doc))
	}
	fmt.Fprintf(&b, "\n%s\n", markdown(m.listing.Sites))
	return b.String()
}

func (m *maker) methods() string {
	var b strings.Builder
	row := func(what, names string) { fmt.Fprintf(&b, "| %s | %s |\n", what, names) }
	b.WriteString("| what | names |\n|---|---|\n")
	var native, other []string
	for _, name := range m.listing.Methods {
		switch family, part, _ := strings.Cut(name, "/"); {
		case family == "native" && part != "":
			native = append(native, "`"+name+"`")
		case family != "native" && family != "sat":
			other = append(other, "`"+name+"`")
		}
	}
	row("native methods, the best first", strings.Join(native, ", "))
	row("SAT, the default [style](../puzzles.md#styles) first", m.styles())
	row("[other methods](../methods.md#sat-and-other-methods)", strings.Join(other, ", ")+", `extern/NAME`, `extern/NAME/STYLE`")
	row("[formats](../formats.md) of `encode`", "`"+strings.Join(m.listing.Output, "`, `")+"`")
	symmetry := "not available"
	if in, err := m.puzzle.Parse(m.puzzle.Example); err == nil {
		if _, ok := in.(encode.HasSymmetries); ok {
			symmetry = "available"
		}
	}
	row("`count --up-to-symmetry`, which counts [orbits](../glossary.md#symmetry-and-orbit)", symmetry)
	makes := "not available"
	if m.listing.Generates {
		makes = "boards with exactly one solution, " + m.listing.Size + " by default"
		if m.puzzle.Ambiguous {
			makes = "boards with one or more solutions, " + m.listing.Size + " by default"
		}
	}
	row("`generate`", makes)
	return b.String()
}

// styles lists the methods of SAT, with a mark on the styles that need a projection.
func (m *maker) styles() string {
	var names []string
	projected := false
	for _, name := range m.listing.Styles {
		text := "`sat/" + name + "`"
		if s, ok := constraint.StyleOf(name); ok && !s.Keeps {
			text += " (projected)"
			projected = true
		}
		names = append(names, text)
	}
	text := strings.Join(names, ", ") + "; each also as `sat/STYLE/cubes`, split into [cubes](../glossary.md#cube)"
	if projected {
		text = strings.Replace(text, "(projected)", "([projected](../glossary.md#projection))", 1)
	}
	return text
}

func (m *maker) deduction() string {
	var b strings.Builder
	b.WriteString("| [level](../glossary.md#level) | rule | what the rule sees, and what it removes |\n|---|---|---|\n")
	for _, r := range m.listing.Deduction {
		unique := ""
		if r.Unique {
			unique = " (Only for boards with exactly one solution.)"
		}
		fmt.Fprintf(&b, "| %s | %s | %s%s |\n", r.Level, r.Rule, cell(r.Statement), unique)
	}
	return b.String()
}

func cell(text string) string { return strings.ReplaceAll(markdown(text), "|", `\|`) }

// broken adds a line break after each sentence of a cell. Code stays unchanged.
func broken(cell string) string {
	parts := strings.Split(cell, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.ReplaceAll(parts[i], ". ", ".<br> ")
	}
	return strings.Join(parts, "`")
}

// markdown escapes a text of the catalogue. Words in single quotes become code.
func markdown(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\'' && (i == 0 || strings.IndexByte(" (", text[i-1]) >= 0) {
			if n := quoted(text[i+1:]); n > 0 {
				b.WriteString("`" + text[i+1:i+1+n] + "`")
				i += n + 1
				continue
			}
		}
		if strings.IndexByte("*_<[\\`#", text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// quoted returns the number of bytes before the closing single quote, or 0.
func quoted(text string) int {
	for n := 1; n < len(text); n++ {
		if text[n] == '\'' && (n+1 == len(text) || strings.IndexByte(" .,;:)", text[n+1]) >= 0) {
			return n
		}
	}
	return 0
}

func (m *maker) skeleton() string {
	var b strings.Builder
	part := func(heading, name string) {
		if heading != "" {
			fmt.Fprintf(&b, "\n## %s\n", heading)
		}
		if name != "" {
			fmt.Fprintf(&b, "\n%s%s%s\n%s\n", opening, name, closing, end)
		}
	}
	fmt.Fprintf(&b, "# %s\n", m.listing.Title)
	part("", "rules")
	part("", "pictures")
	part("Notation", "notation")
	part("Methods and encodings", "methods")
	if len(m.listing.Deduction) > 0 {
		part("What deduce knows", "deduce")
	}
	part("Limits", "")
	part("Sources", "")
	return b.String()
}
