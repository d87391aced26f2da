// Package booklet makes documents on paper from boards of puzzles: a booklet of boards with the rules
// and the answers, and the picture of one board.
package booklet

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/reports/paper/canvas"
	"counterproof/reports/paper/sheet"
)

const (
	mostOnCover = 4
	mostMoves   = 3   // of the worked example
	mostLetters = 250 // of a sentence in the worked example, which has about six lines
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

// Magazine returns the document with a cover and a page of rules before its sections, which the function
// Sections made of the boards. The note, such as the random seed, is on the cover. The error is ctx.Err(),
// or says which solution of the example breaks a rule.
func Magazine(ctx context.Context, p *encode.Puzzle, boards []Board, document sheet.Sheet, note string) (sheet.Sheet, error) {
	puzzles, answers := document.Sections[0], document.Sections[1]
	figures, err := example(ctx, p)
	if err != nil {
		return document, err
	}
	rules := sheet.Section{Banner: "How to play", Intro: puzzles.Intro, Figures: "A worked example", Items: figures, PerPage: len(figures)}
	cover := sheet.Section{Cover: true, Banner: document.Title, Intro: []string{wording.First(p.Rules), contents(p, boards) + " " + note}}
	n := min(mostOnCover, len(boards))
	for i := range n {
		cover.Items = append(cover.Items, puzzles.Items[i*len(boards)/n])
	}
	puzzles.Intro = nil
	document.Display, document.Sections = true, []sheet.Section{cover, rules, puzzles, answers}
	return document, nil
}

// contents says how many boards of each level a booklet has.
func contents(p *encode.Puzzle, boards []Board) string {
	var levels []string
	number := map[string]int{}
	for _, b := range boards {
		words := levelWords(b.Level)
		if number[words]++; number[words] == 1 && words != "" {
			levels = append(levels, words)
		}
	}
	text := fmt.Sprintf("%s of %s with answers", wording.Plural(len(boards), "board"), p.Title)
	each := wording.Each(levels, func(level string) string { return fmt.Sprintf("%d %s", number[level], level) })
	return text + wording.If(len(each) > 0, ": "+strings.Join(each, ", ")) + "."
}

// levelWords returns what a player does at a level, if its name does not say so.
func levelWords(level string) string { return cmp.Or(deduction.LevelWords[level], level) }

// note returns the level and the size of a board in words. It leaves out the size of
// puzzles whose boards have none or are all known.
func note(p *encode.Puzzle, b Board) string {
	words := levelWords(b.Level)
	sized, ok := b.Instance.(layout.HasSize)
	if !ok || !generator.Draws(p) {
		return words
	}
	size := sized.Size()
	name := encode.Size{H: size.H, W: size.W}.String()
	for _, known := range generator.Sizes(p) {
		if usual, _, _ := strings.Cut(known.Size, "X"); usual == size.String() { // without the first cell
			name = known.Name
		}
	}
	return strings.TrimPrefix(words+", "+name, ", ")
}

// example returns pictures of moves that solve the example of the puzzle, and of its solution.
func example(ctx context.Context, p *encode.Puzzle) (figures []sheet.Item, err error) {
	in, err := smallest(ctx, p)
	if err != nil {
		return nil, err
	}
	if board, ok := deduction.Of(in); ok {
		d, err := answer.Deduce(ctx, board, deduction.Options{Moves: true})
		if err != nil {
			return nil, err
		}
		figures = moves(d)
	}
	if len(figures) == 0 {
		figures = []sheet.Item{{Picture: p.Picture(in, nil), Title: "The board"}}
	}
	key, err := answer.FindKey(ctx, in)
	return append(figures, sheet.Item{Picture: p.Picture(in, key.Solution), Title: "The solution", Caption: key.String()}), err
}

// smallest returns the example of the puzzle, or a random board of the smallest size if it has fewer sites.
func smallest(ctx context.Context, p *encode.Puzzle) (encode.Instance, error) {
	in := p.ExampleBoard()
	if !generator.Draws(p) {
		return in, nil
	}
	size, _ := encode.ParseSize(generator.Sizes(p)[0].Size)    // an error would mean the usual size
	g, err := generator.Draw{Size: size, Seed: 1 << 40}.For(p) // a seed that hardly any booklet has
	if err != nil {
		return nil, err
	}
	drawn, err := g.Board(ctx, 0)
	if err == nil && len(drawn.Sites()) < len(in.Sites()) {
		in = drawn
	}
	return in, err
}

// moves returns pictures of a few moves with short sentences. It prefers moves that place
// values, first of different techniques, and then early moves.
func moves(d *deduction.Result) (figures []sheet.Item) {
	if d.MovePicture == nil {
		return nil
	}
	var chosen []int
	found := encode.Where(d.Moves, func(m deduction.Move) bool { return !m.Given || len(d.Found()) == 0 })
	seen := map[string]bool{}
	for pass := range 3 {
		for _, i := range found {
			move := d.Moves[i]
			wanted := pass == 2 || len(move.Placed) > 0 && (pass == 1 || !seen[move.Name])
			if wanted && len(chosen) < mostMoves && !slices.Contains(chosen, i) && len(d.MoveText(i)) <= mostLetters {
				chosen, seen[move.Name] = append(chosen, i), true
			}
		}
	}
	slices.Sort(chosen)
	for _, i := range chosen {
		figures = append(figures, sheet.Item{Picture: d.MovePicture(i), Title: fmt.Sprintf("Step %d of %d", slices.Index(found, i)+1, len(found)),
			Note: levelWords(d.Moves[i].Rule.Level), Caption: wording.Sentence(d.MoveText(i))})
	}
	return figures
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

// A Board is one board of a booklet. The method Finish finds its answer.
type Board struct {
	Level    string // empty: not known
	Instance encode.Instance
	Key      *answer.Key
}

// Finish finds the answer of the board, and determines its level if possible. If the board cannot
// be solved on paper, Finish replaces the field Instance by the board for paper.
func (b *Board) Finish(ctx context.Context, p *encode.Puzzle) (err error) {
	if game, ok := b.Instance.(deduction.HasPaperBoard); ok {
		printed, err := game.PaperBoard(ctx)
		if err != nil {
			return err
		}
		if printed != nil {
			b.Instance, b.Level = printed, "" // the printed board can be easier
		}
	}
	if b.Key, err = answer.FindKey(ctx, b.Instance); err != nil {
		return fmt.Errorf("%s: %s: %w", p.Name, wording.Short(b.Instance.String()), err)
	}
	in, ok := deduction.Of(b.Instance)
	if !ok || b.Level != "" || b.Key.String() != "" {
		return nil
	}
	d, err := answer.Deduce(ctx, in, deduction.Options{Final: true})
	if err == nil && d.Solution != nil {
		b.Level = d.Level
	}
	return err
}
