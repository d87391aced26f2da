package minesweeper

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/native"
)

// paperWork limits the search for a board on paper: the number of deductions times the number of
// cells of the board. Above this limit, PaperBoard opens all useful cells at once and covers no
// cell again. Boards of 16x16 cells with 40 mines take about 90 deductions. Boards of 30x16 cells
// with 99 mines take about 200, which is two thirds of the limit.
const paperWork = 150_000

// PaperBoard implements deduction.HasPaperBoard. A game opens safe cells while it is played, and paper
// does not. So the board on paper shows more numbers than the open cells of the game. With these
// numbers, the rules up to the level of the game find all mines. First, PaperBoard opens cells
// about which these rules say nothing, in an order that depends only on the game. Then it covers
// each of these cells again if the rules do not need the cell.
func (b *Board) PaperBoard(ctx context.Context) (encode.Instance, error) {
	if b.game == nil {
		return nil, nil
	}
	d, err := b.Deduce(ctx, new(native.Stats), deduction.Options{Final: true})
	if err != nil {
		return nil, err
	}
	p := &paper{Board: b.clone(), game: b.game, most: exact}
	if d.Solution != nil {
		p.most = max(easy, slices.Index(levels, d.Level))
	}
	opened, err := p.open(ctx)
	if err == nil {
		err = p.cover(ctx, opened)
	}
	if err != nil {
		return nil, err
	}
	return p.Board, nil
}

type paper struct {
	*Board
	game *game
	most int // the hardest level of rules that the board is allowed to need
	work int // work so far: each deduction adds the number of cells of the board
}

func (p *paper) deduce(ctx context.Context) (*deduction.Result, error) {
	p.work += len(p.cells)
	return p.Deduce(ctx, new(native.Stats), deduction.Options{
		Use:   func(r deduction.Rule) bool { return slices.Index(levels, r.Level) <= p.most },
		Final: true,
	})
}

func (p *paper) open(ctx context.Context) (opened []int, err error) {
	order := p.order()
	for {
		d, err := p.deduce(ctx)
		if err != nil || d.Solution != nil {
			return opened, err
		}
		site := p.siteOf()
		var unknown, rest []int
		for _, i := range order {
			switch {
			case p.cells[i] != covered:
			case d.State[site[i]] == 3:
				unknown = append(unknown, i)
			default:
				rest = append(rest, i)
			}
		}
		if len(unknown) == 0 {
			unknown = rest // their numbers can say something about mines
		}
		if len(unknown) == 0 {
			return opened, nil // the total says that all covered cells are mines
		}
		if p.work < paperWork {
			unknown = unknown[:1+len(unknown)/16]
		}
		for _, i := range unknown {
			p.cells[i] = p.game.number(i)
			opened = append(opened, i)
		}
	}
}

// order returns the safe cells that are covered, in an order that depends only on the game. Cells without
// mines around them come last: a game would open the cells around them, too.
func (p *paper) order() []int {
	rng := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(p.game.String()))))
	var some, none []int
	for _, i := range rng.Perm(len(p.cells)) {
		switch {
		case p.cells[i] != covered || p.game.mine[i]:
		case p.game.number(i) == 0:
			none = append(none, i)
		default:
			some = append(some, i)
		}
	}
	return append(some, none...)
}

// cover covers an opened cell again if the rules do not need the number in the cell. It tries each
// of the opened cells until the work reaches the limit paperWork.
func (p *paper) cover(ctx context.Context, opened []int) error {
	for _, i := range opened {
		if p.work+len(p.cells) > paperWork {
			return nil
		}
		shown := p.cells[i]
		p.cells[i] = covered
		d, err := p.deduce(ctx)
		if err != nil {
			return err
		}
		if d.Solution == nil {
			p.cells[i] = shown
		}
	}
	return nil
}

func (b *Board) heatMap(chance []*big.Rat, configurations *big.Int) *grid.Board {
	board := b.picture(nil)
	board.Title = b.withTotal(counted(configurations))
	shown := board.Cell
	board.Cell = func(r, c int) grid.Cell {
		p := chance[r*b.w+c]
		if p == nil {
			return shown(r, c)
		}
		x, _ := p.Float64()
		fill := draw.Shade(x)
		cell := grid.Cell{Fill: fill, Ink: fill.Ink(), Size: 13} // the text ">99%" is 34 wide
		switch {
		case p.Sign() == 0:
			cell.Text = "safe"
		case p.Cmp(certain) == 0:
			cell.Disc = true
		case x < 0.005:
			cell.Text = "<1%"
		case x > 0.995:
			cell.Text = ">99%"
		default:
			cell.Text = strconv.Itoa(percent(p)) + "%"
		}
		return cell
	}
	return board
}

// counted prints a number of more than 15 digits with three significant digits.
func counted(n *big.Int) string {
	text := n.String()
	switch {
	case text == "1":
		return "1 configuration"
	case len(text) > 15:
		return fmt.Sprintf("%.3g configurations", new(big.Float).SetInt(n))
	}
	return text + " configurations"
}

func (b *Board) withTotal(title string) string {
	switch {
	case b.mines < 0:
		return title
	case title == "":
		return b.title()
	}
	return title + " (" + b.title() + ")"
}

func (b *Board) conflictMap(cells []int, total bool) *grid.Board {
	title := "the marked numbers contradict each other"
	switch {
	case len(cells) == 0:
		title = "the total contradicts the board"
	case total:
		title = "the marked numbers and the total contradict each other"
	case len(cells) == 1:
		title = "the marked number contradicts the board"
	}
	return b.bare(title, cells)
}

// bare returns a picture of the board without mines in its covered cells. The parameter marked lists
// the cells whose numbers are marked.
func (b *Board) bare(title string, marked []int) *grid.Board {
	board := b.picture(nil)
	board.Title = b.withTotal(title)
	zeros := map[int]string{} // only marked cells show a 0
	for _, i := range marked {
		if b.cells[i] == 0 {
			zeros[i] = "0"
		}
	}
	return board.Mark(marked, zeros)
}

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	_, _, site := b.Layout()
	p := b.picture(nil)
	texts := map[int]string{} // by cell
	for at, name := range play.Entered(b, entries) {
		texts[site[at]] = name
	}
	for _, k := range clues {
		if at := p.Clues[k]; at.In == grid.InCell && b.cells[at.At] == 0 {
			texts[at.At] = "0"
		}
	}
	return grid.Draw(p.MarkClues(clues, texts))
}
