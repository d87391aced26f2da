package booklet

import (
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
	"counterproof/encode/wording"
	"counterproof/reports/paper/sheet"
)

const (
	mostOnCover = 4
	mostMoves   = 3       // of the worked example
	mostLetters = 250     // of a sentence in the worked example, which has about six lines
	exampleSeed = 1 << 40 // no booklet is likely to have it, so the example is no board of the booklet
)

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
	facts := contents(boards)
	if document.Title != p.Title {
		facts = p.Title + ", " + facts
	}
	cover := sheet.Section{Cover: true, Banner: document.Title, Intro: []string{wording.First(p.Rules), facts + " " + note}}
	n := min(mostOnCover, len(boards))
	for i := range n {
		cover.Items = append(cover.Items, puzzles.Items[i*len(boards)/n])
	}
	puzzles.Intro = nil
	document.Display, document.Sections = true, []sheet.Section{cover, rules, puzzles, answers}
	return document, nil
}

// contents says how many boards of each level a booklet has.
func contents(boards []Board) string {
	var levels []string
	number := map[string]int{}
	for _, b := range boards {
		if words := levelWords(b.Level); words != "" {
			if number[words] == 0 {
				levels = append(levels, words)
			}
			number[words]++
		}
	}
	text := wording.Plural(len(boards), "board") + " with answers"
	if len(levels) > 0 {
		text += ": " + strings.Join(wording.Each(levels, func(level string) string { return fmt.Sprintf("%d %s", number[level], level) }), ", ")
	}
	return text + "."
}

// levelWords returns what a player does at a level, if its name does not say so.
func levelWords(level string) string { return cmp.Or(deduction.LevelWords[level], level) }

// note returns the level and the size of a board in words. It leaves out the size if all boards of the
// puzzle have the same one.
func note(p *encode.Puzzle, b Board) string {
	var parts []string
	if b.Level != "" {
		parts = append(parts, levelWords(b.Level))
	}
	if sized, ok := b.Instance.(layout.HasSize); ok && generator.Draws(p) {
		size := sized.Size()
		name := encode.Size{H: size.H, W: size.W}.String()
		for _, known := range generator.Sizes(p) {
			if z, err := encode.ParseSize(known.Size); err == nil && (encode.Size{H: z.H, W: z.W, N: z.N}) == size {
				name = known.Name
			}
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, ", ")
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
	size, err := encode.ParseSize(generator.Sizes(p)[0].Size)
	if err != nil {
		return nil, err
	}
	g, err := generator.Draw{Size: size, Seed: exampleSeed}.For(p)
	if err != nil {
		return nil, err
	}
	drawn, err := g.Board(ctx, 0)
	if err == nil && len(drawn.Sites()) < len(in.Sites()) {
		in = drawn
	}
	return in, err
}

// moves returns pictures of a few moves with short sentences. It prefers different techniques, then
// moves that place values, then early ones.
func moves(d *deduction.Result) (figures []sheet.Item) {
	if d.MovePicture == nil {
		return nil
	}
	var found, chosen []int
	for i, m := range d.Moves {
		if !m.Given || len(d.Found()) == 0 {
			found = append(found, i)
		}
	}
	seen := map[string]bool{}
	for _, may := range []func(m deduction.Move) bool{
		func(m deduction.Move) bool { return len(m.Placed) > 0 && !seen[m.Name] },
		func(m deduction.Move) bool { return len(m.Placed) > 0 },
		func(deduction.Move) bool { return true },
	} {
		for _, i := range found {
			if len(chosen) < mostMoves && !slices.Contains(chosen, i) && may(d.Moves[i]) && len(d.MoveText(i)) <= mostLetters {
				chosen, seen[d.Moves[i].Name] = append(chosen, i), true
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
