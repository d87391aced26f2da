// Command docs writes the generated parts of docs/puzzles.md and docs/puzzles from the catalogue:
//
//	docs [-check]
//
// Start it in the folder of the module. It generates all of docs/puzzles.md. In the page of a puzzle,
// docs/puzzles/NAME.md, it generates only the text between marks; see section. The rest of the page is
// written by hand. If a puzzle has no page, it writes one with all marks and without prose. It also
// writes the pictures in the same folder.
//
// With -check it writes nothing and names every file that is out of date. In that case the exit status
// is 1. A file in docs/puzzles that belongs to no puzzle also gives exit status 1, even without -check.
package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"counterproof/bench/system/atomicfile"
	"counterproof/cmd/counterproof/boards"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/encode/constraint"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const (
	index = "docs/puzzles.md"
	pages = "docs/puzzles"
)

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("docs", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.Bool("check", false, "write nothing and name the files that are out of date")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "docs: want no arguments, got %q\n", flags.Arg(0))
		return 2
	}
	good, err := update(*check, stdout)
	if err != nil {
		fmt.Fprintln(stderr, "docs:", err)
	}
	return wording.Either(good && err == nil, 0, 1)
}

// update names the files that are out of date, and writes them unless check is true. It also names the
// files that were not generated. They stay, because they may hold prose. The result good is false if there
// are such files, or if check is true and a file is out of date.
func update(check bool, stdout io.Writer) (good bool, err error) {
	files, err := generate(context.Background())
	if err != nil {
		return false, err
	}
	if err := os.MkdirAll(pages, 0o777); err != nil {
		return false, err
	}
	good = true
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, files[name]) {
			continue
		}
		fmt.Fprintln(stdout, name+wording.If(check, " is out of date: run make docs"))
		if good = good && !check; !check {
			if err := atomicfile.Write(name, files[name]); err != nil {
				return false, err
			}
		}
	}
	entries, err := os.ReadDir(pages)
	for _, e := range entries {
		if name := path.Join(pages, e.Name()); files[name] == nil {
			good = false
			fmt.Fprintf(stdout, "%s belongs to no puzzle: delete it\n", name)
		}
	}
	return good, err
}

func generate(ctx context.Context) (map[string][]byte, error) {
	var b bytes.Buffer
	if err := boards.PrintIndex(&b); err != nil {
		return nil, err
	}
	files := map[string][]byte{index: b.Bytes()}
	for _, p := range catalog.All() {
		m := &maker{ctx: ctx, puzzle: p, listing: boards.NewListing(p), files: files}
		name := path.Join(pages, p.Name+".md")
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			var skeleton string
			skeleton, err = m.text("skeleton")("")
			text = []byte(skeleton)
		}
		if err != nil {
			return nil, err
		}
		if files[name], err = fill(text, m.sections()); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return files, nil
}

// wide is the largest width of a picture that is shown next to another one. A wider picture would
// be illegible on half of a screen, so the second picture is then below the first.
const wide = 500

// instance reads the instance of a section; empty means the example of the catalogue.
func (m *maker) instance(text string) (encode.Instance, error) {
	text = cmp.Or(text, m.puzzle.Example)
	in, err := m.puzzle.Parse(text)
	if err != nil {
		return nil, err
	}
	if in.String() != text {
		return nil, fmt.Errorf("want the canonical text %s", in)
	}
	return in, nil
}

// pictures returns the text that shows a board and the first solution that the best native method finds.
func (m *maker) pictures(text string) (string, error) {
	in, err := m.instance(text)
	if err != nil {
		return "", err
	}
	var found []encode.Solution
	err = in.Reduce()[0].Search(m.ctx, new(native.Stats), func(s encode.Solution) bool {
		found = append(found, s)
		return len(found) < 2
	})
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%v has no solution", in)
	}
	if err := in.Check(found[0]); err != nil {
		return "", err
	}
	board, solved := m.puzzle.Picture(in, nil), m.puzzle.Picture(in, &found[0])
	if board == nil {
		return "", fmt.Errorf("%s draws no pictures", m.puzzle.Name)
	}
	left, err := m.picture("", board, "A board of "+m.puzzle.Title)
	if err != nil {
		return "", err
	}
	right, err := m.picture("-solution", solved, "The same board with a solution")
	if err != nil {
		return "", err
	}
	caption := wording.Either(len(found) > 1, "one of its solutions", "its only solution")
	if max(board.W, solved.W) > wide {
		return fmt.Sprintf("A board:\n\n%s\n\nand %s:\n\n%s\n", left, caption, right), nil
	}
	return fmt.Sprintf("| a board | %s |\n|:---:|:---:|\n| %s | %s |\n", caption, left, right), nil
}

// move shows a move of deduction. The argument has its number, from 1, and an instance.
func (m *maker) move(argument string) (string, error) {
	number, text, _ := strings.Cut(argument, " ")
	i, err := strconv.Atoi(number)
	if err != nil {
		return "", fmt.Errorf("want the number of a move and an instance, got %q", argument)
	}
	in, err := m.instance(text)
	if err != nil {
		return "", err
	}
	d, err := in.(deduction.Deducible).Deduce(m.ctx, new(native.Stats), deduction.Options{Moves: true})
	if err != nil {
		return "", err
	}
	if i < 1 || i > len(d.Moves) || d.MovePicture == nil {
		return "", fmt.Errorf("want a move from 1 to %d that can be drawn, got %d", len(d.Moves), i)
	}
	p := d.MovePicture(i - 1)
	image, err := m.picture("-move", draw.Caption(p, wording.Sentence(d.MoveText(i-1))), "A move of deduction")
	if err != nil {
		return "", err
	}
	rule := d.Moves[i-1].Rule
	return fmt.Sprintf("%s\n\nMove %d of %d, by the rule *%s* (level %s).\n", image, i, len(d.Moves), rule.Name, rule.Level), nil
}

func (m *maker) explanation(text string) (string, error) {
	in, err := m.instance(text)
	if err != nil {
		return "", err
	}
	x, err := in.(encode.Explainable).Explain(m.ctx)
	if err != nil {
		return "", err
	}
	if x.Picture == nil {
		return "", fmt.Errorf("the explanation of %v has no picture", in)
	}
	p, err := x.Picture()
	if err != nil {
		return "", err
	}
	p.Title, p.Description = m.puzzle.Title+", explained", in.String()
	image, err := m.picture("-explained", p, "What explain draws of a board")
	return image + "\n", err
}

func (m *maker) picture(suffix string, p *draw.Picture, alt string) (string, error) {
	var b bytes.Buffer
	if err := p.WriteSVG(&b); err != nil {
		return "", err
	}
	name := m.puzzle.Name + suffix + ".svg"
	m.files[path.Join(pages, name)] = b.Bytes()
	return fmt.Sprintf("![%s](%s)", alt, name), nil
}

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
	return strings.Join(paragraph, " ") + "\n" + wording.If(list != "", "\n"+list), nil
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
	names := wording.Each(m.listing.Styles, func(name string) string {
		s, ok := constraint.StyleOf(name)
		return "`sat/" + name + "`" + wording.If(ok && !s.Keeps, " (projected)")
	})
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
