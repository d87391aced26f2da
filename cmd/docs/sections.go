package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

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
		"rules":    {write: m.rules, plain: true},
		"notation": {write: m.text("notation"), plain: true},
		"methods":  {write: m.text("methods"), plain: true},
	}
	if len(m.listing.Deduction) > 0 {
		all["deduce"] = section{write: m.text("deduce"), plain: true}
		all["move"] = section{write: m.move, optional: true}
	}
	in, _ := m.instance("")
	if _, ok := in.(encode.Explainable); ok { // a theory can have a picture
		all["explain"] = section{write: m.explanation, optional: true}
	}
	return all
}

// rules returns the rules of the puzzle as a paragraph and a list. The list has the sentences that
// begin with a quoted word, because each of them defines this word.
func (m *maker) rules(string) (string, error) {
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
	return strings.Join(paragraph, " ") + "\n" + list, nil
}

//go:embed page.tmpl
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"broken": broken, "cell": cell, "markdown": markdown,
	"code": func(names []string) string { return "`" + strings.Join(names, "`, `") + "`" },
}).Parse(pageText))

// text returns a function that fills the template of a section, or of a whole page.
func (m *maker) text(name string) func(string) (string, error) {
	return func(string) (string, error) {
		var native, other []string
		for _, name := range m.listing.Methods {
			switch family, part, _ := strings.Cut(name, "/"); {
			case family == "native" && part != "":
				native = append(native, name)
			case family != "native" && family != "sat":
				other = append(other, name)
			}
		}
		in, _ := m.instance("")
		_, symmetric := in.(encode.HasSymmetries)
		var b strings.Builder
		err := page.ExecuteTemplate(&b, name, map[string]any{
			"Listing": m.listing, "Native": native, "Other": other, "Styles": m.styles(),
			"Symmetric": symmetric, "Ambiguous": m.puzzle.Ambiguous,
		})
		return b.String(), err
	}
}

// styles lists the methods of SAT, with a mark on the styles that need a projection.
func (m *maker) styles() string {
	var names []string
	for _, name := range m.listing.Styles {
		text := "`sat/" + name + "`"
		if s, ok := constraint.StyleOf(name); ok && !s.Keeps {
			text += " (projected)"
		}
		names = append(names, text)
	}
	text := strings.Join(names, ", ") + "; each also as `sat/STYLE/cubes`, split into [cubes](../glossary.md#cube), and as `sat/STYLE/count`, which does not list"
	return strings.Replace(text, "(projected)", "([projected](../glossary.md#projection))", 1)
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

// A section is a generated part of a page. It lies between two marks, each on a line of its own.
// The first mark states the name of the section and, for some sections, an argument:
//
//	<!-- generated: NAME ARGUMENT -->
//	<!-- end -->
type section struct {
	write    func(argument string) (string, error)
	plain    bool // the section takes no argument
	optional bool
}

const (
	opening = "<!-- generated: "
	closing = " -->"
	end     = "<!-- end -->"
)

// fill returns the page with a new text in every section. A section that occurs twice is an
// error, and so is a missing section that is not optional.
func fill(page []byte, sections map[string]section) ([]byte, error) {
	var out bytes.Buffer
	seen := map[string]bool{}
	inside := "" // the name of the section whose old text is being skipped
	for i, line := range strings.SplitAfter(string(page), "\n") {
		mark := strings.TrimSuffix(line, "\n")
		if inside != "" {
			switch {
			case strings.HasPrefix(mark, opening):
				return nil, fmt.Errorf("line %d: want %s, which ends the section %q, got another section", i+1, end, inside)
			case mark == end:
				inside = ""
				out.WriteString(line)
			}
			continue
		}
		out.WriteString(line)
		if !strings.HasPrefix(mark, opening) {
			continue
		}
		name, argument, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(mark, opening), closing), " ")
		s, ok := sections[name]
		switch {
		case !strings.HasSuffix(mark, closing):
			return nil, fmt.Errorf("line %d: want%s at the end of the line", i+1, closing)
		case !ok:
			return nil, fmt.Errorf("line %d: unknown section %q: want one of %s", i+1, name, strings.Join(slices.Sorted(maps.Keys(sections)), ", "))
		case seen[name]:
			return nil, fmt.Errorf("line %d: the section %q occurs twice", i+1, name)
		case s.plain && argument != "":
			return nil, fmt.Errorf("line %d: %s: want no argument, got %q", i+1, name, argument)
		}
		text, err := s.write(argument)
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", i+1, name, err)
		}
		out.WriteString(text)
		seen[name], inside = true, name
	}
	if inside != "" {
		return nil, fmt.Errorf("the section %q has no end: want a line %s", inside, end)
	}
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		if !sections[name].optional && !seen[name] {
			return nil, errors.New("want a line " + opening + name + closing + " and below it a line " + end)
		}
	}
	return out.Bytes(), nil
}
