package booklet

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/reports/paper/canvas"
	"counterproof/reports/paper/sheet"
)

// Sections returns a section with the boards and a section with the answers. Each answer has the
// number of its board. The section with the boards begins with the rules. The parameter perPage is
// the number of boards on a page, or 0.
func Sections(p *encode.Puzzle, boards []Board, perPage int) []sheet.Section {
	puzzles := sheet.Section{PerPage: perPage, Intro: task(p, boards)}
	answers := sheet.Section{Heading: "Answers", Small: true}
	for i, b := range boards {
		name := p.Title
		if placed, ok := b.Instance.(layout.HasTableCell); ok {
			name = placed.TableCell().Label
		}
		title := fmt.Sprintf("%d. %s", i+1, name)
		puzzles.Items = append(puzzles.Items, sheet.Item{Picture: p.Picture(b.Instance, nil), Title: title, Note: note(p, b)})
		answers.Items = append(answers.Items, sheet.Item{Picture: p.Picture(b.Instance, b.Key.Solution), Title: title, Caption: b.Key.String()})
	}
	return []sheet.Section{puzzles, answers}
}

// task returns two paragraphs: the rules of the puzzle, and how to solve the boards on paper.
func task(p *encode.Puzzle, boards []Board) []string {
	answers := "The answers are at the end."
	several := func(b Board) bool { return b.Key.String() != "" }
	if !slices.ContainsFunc(boards, several) {
		answers = "Each board has exactly one solution. " + answers
	}
	return []string{p.Rules, strings.TrimSpace(p.Paper + " " + answers)}
}

// A Printer makes PDF documents of single boards, for pages in a browser.
type Printer struct{}

// Sheet returns the document that the command sheet, without flags, writes for one board. The error
// is ctx.Err(), or says why the board cannot be drawn.
func (Printer) Sheet(ctx context.Context, p *encode.Puzzle, in encode.Instance) ([]byte, error) {
	b := Board{Instance: in}
	if err := b.Finish(ctx, p); err != nil {
		return nil, err
	}
	pages, err := sheet.Sheet{Title: p.Title, Sections: Sections(p, []Board{b}, 0)}.Pages()
	if err != nil {
		return nil, err
	}
	return pdf(pages...)
}

// Picture returns a document with one picture, as the command show writes it with the flag --pdf.
func (Printer) Picture(picture *draw.Picture) ([]byte, error) { return pdf(picture) }

func pdf(pages ...*draw.Picture) ([]byte, error) {
	var b bytes.Buffer
	err := canvas.PDF(&b, pages...)
	return b.Bytes(), err
}
