// Package exactcover makes a puzzle of Knuth's exact cover with colours (TAOCP 7.2.2.1). The
// notation is the text form of his DLX programs. The package native/cover has the native methods
// and reads the text form.
package exactcover

import (
	"errors"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/play"
	"counterproof/encode/constraint"
	"counterproof/encode/files"
	"counterproof/native/cover"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "exactcover",
	Title: "Exact cover",
	Rules: "Choose options so that every primary item is in exactly one chosen option. " +
		"A secondary item may be in several chosen options only if all of them give it the same colour.",
	Signs: "An item written 'lo:hi|name' must be in at least lo and at most hi chosen options, and 'k|name' is short for 'k:k|name'.",
	Paper: "Each row is an option and each column is an item. A disc or a box means that the option contains the item, and the sign in a box is the colour that the option gives to the item. " +
		"A solid line is a primary item and a dashed line is a secondary item. A number below a column says how many chosen options must contain the item. " +
		"Mark the rows that you choose.",
	Sites:   "The sites are the options in the order of the text. The value is 1 for a chosen option and 0 otherwise.",
	Example: "1 2 3 4 5 6 7 ; 1 4 7 ; 1 4 ; 4 5 7 ; 3 5 6 ; 2 3 6 7 ; 2 7",
	Source:  "the one cover {B, D, F} is the worked example of Algorithm X in many texts",
	Styles:  constraint.AtMostOneStyles,
	Formats: []string{
		"Knuth's DLX text, its lines joined by ' ; ': 'A B C | X ; A X:1 ; B C'",
		"Knuth's DLX text on several lines. Lines that begin with '|' are comments. Marks '* ' in front of options are ignored, with a warning",
		"'A B;A;B', with ';' between the lines, if the text has no word ';' and names no option as it is",
	},
	Parse:    parse,
	Import:   read,
	Generate: generate,
	Size:     usual,
	Sizes:    "4x6 4 items, 6 options; 6x10 6 items, 10 options; 8x14 8 items, 14 options",
	Daily:    encode.Daily{Week: "4x6, 5x8, 6x10, 7x12, 8x14, 9x16, 10x18"},
}

// A Problem is one instance: an exact cover problem with colours.
type Problem struct {
	*cover.Problem
	warnings []string
}

// String implements encode.Instance. A last ';' says that a text without options is one line.
func (p Problem) String() string {
	text := p.OneLine()
	if len(p.Options) == 0 && strings.Contains(text, ";") {
		text += " ;"
	}
	return text
}

// Warnings names what the parser drops: options without a primary item, and the marks of a
// solution.
func (p Problem) Warnings() []string { return p.warnings }

// parse reads DLX text. If the text names no option and has no word ';', each ';' in it ends a line.
func parse(text string) (encode.Instance, error) {
	problem, warnings, err := cover.Read(text)
	if err == nil && len(problem.Options) == 0 && strings.Contains(text, ";") && !joined(text) {
		text = strings.ReplaceAll(text, ";", " ; ")
		problem, warnings, err = cover.Read(text)
		var at *cover.TextError
		if errors.As(err, &at) { // the blanks are not in the text of the user
			at.Column -= 2 * strings.Count(strings.Split(text, "\n")[at.Line-1][:at.Column-1], ";")
		}
	}
	if err != nil {
		return nil, parseError(err)
	}
	return Problem{problem, warnings}, nil
}

func joined(text string) bool { return slices.Contains(strings.Fields(text), ";") }

// read reads a problem as DLX text of several lines. In a drawing, the marks of chosen options are
// dropped with a warning. If the word ';' occurs in the file, or if the first line is a problem with
// options, the file has one problem on each line, and read returns encode.ErrOneLine.
func read(data []byte) ([]encode.Instance, error) {
	text := string(data)
	if joined(text) {
		return nil, encode.ErrOneLine
	}
	in, err := parse(text)
	if err == nil {
		return []encode.Instance{in}, nil
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(files.Uncomment(text, false)), "\n"); strings.Contains(first, ";") {
		if in, err := parse(first); err == nil && len(in.Sites()) > 0 {
			return nil, encode.ErrOneLine
		}
	}
	if bare := strings.ReplaceAll(text, "\n* ", "\n  "); bare != text {
		problem, warnings, err := cover.Read(bare)
		if err != nil {
			return nil, parseError(err)
		}
		return []encode.Instance{Problem{problem, append(warnings, "ignored the marks of chosen options, because a board has no solution")}}, nil
	}
	return nil, err
}

func parseError(err error) error {
	var at *cover.TextError
	if errors.As(err, &at) {
		return &encode.ParseError{Line: at.Line, Column: at.Column, Err: at.Err}
	}
	return err
}

func (p Problem) Sites() []int {
	return slices.Repeat([]int{2}, len(p.Options))
}

// Draw writes the items in the first line, and one option in each further line. A '*' marks the
// options of the solution s.
func (p Problem) Draw(s *encode.Solution) string {
	lines := strings.Split(p.OneLine(), " ; ")
	for o := range p.Options {
		mark := "  "
		if s != nil && (*s)[o] == 1 {
			mark = "* "
		}
		lines[o+1] = mark + lines[o+1]
	}
	return strings.Join(lines, "\n") + "\n"
}

// Table implements play.HasTable. The parts of an option are its items.
func (p Problem) Table() play.Table {
	g := play.Group{Rows: []play.Row{}}
	for o, option := range p.Options {
		row := play.Row{Site: o, Parts: []play.Part{}}
		for _, use := range option {
			part := play.Part{Cover: use.Item}
			if use.Colour > 0 {
				part.Colour = p.Colours[use.Colour-1]
			}
			row.Parts = append(row.Parts, part)
		}
		g.Rows = append(g.Rows, row)
	}
	t := play.Table{Groups: []play.Group{g}, Notes: []string{}, Covers: []play.Cover{}}
	for _, item := range p.Items {
		c := play.Cover{Name: item.Name, Lo: item.Lo, Hi: item.Hi}
		if item.Secondary {
			c = play.Cover{Name: item.Name, Hi: 1, Shared: true}
		}
		t.Covers = append(t.Covers, c)
	}
	return t
}
