package minesweeper

import (
	"fmt"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native/sums"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return b.h, b.w, encode.Where(b.cells, func(n int8) bool { return n == covered })
}

func (b *Board) ValueName(_, value int) string { return [...]string{"safe", "mine"}[value] }

// Obstacle looks for a number, or a total, that is smaller than the number of known mines or too
// large for the covered cells.
func (b *Board) Obstacle() string {
	for _, i := range b.shownNumbers() {
		if why := b.nearby(i).excludes(int(b.cells[i])); why != "" {
			return b.numberName(i) + " has " + why + " around it"
		}
	}
	if b.mines < 0 {
		return ""
	}
	if why := b.tally().excludes(b.mines); why != "" {
		return fmt.Sprintf("the board has %s, which cannot make a total of %s", why, b.title())
	}
	return ""
}

// A tally counts the covered cells and the known mines among some cells.
type tally struct{ covered, mines int }

func (t *tally) add(shows int8) {
	switch shows {
	case covered:
		t.covered++
	case flagged:
		t.mines++
	}
}

func (b *Board) tally() (t tally) {
	for _, shows := range b.cells {
		t.add(shows)
	}
	return t
}

func (b *Board) nearby(i int) (t tally) {
	around(b.h, b.w, i, func(j int) { t.add(b.cells[j]) })
	return t
}

// excludes says which cells rule out a number of mines. If the number is possible, it returns an
// empty text.
func (t tally) excludes(mines int) string {
	known := wording.Plural(t.mines, "known mine")
	switch {
	case mines < t.mines:
		return known
	case mines > t.covered+t.mines && t.mines == 0:
		return "only " + wording.Plural(t.covered, "covered cell")
	case mines > t.covered+t.mines:
		return "only " + wording.Plural(t.covered, "covered cell") + " and " + known
	}
	return ""
}

// ReduceGiven implements clues.TakesGiven. Each given value becomes a sum of one cell.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	p, _ := b.problem()
	for i, v := range values {
		if v != clues.NotGiven {
			p.Sums = append(p.Sums, sums.Sum{Vars: []int{i}, Value: v})
		}
	}
	return []encode.Reduction{encode.Native("sums", sums.Version, p)}
}

// WithValues implements clues.HasValueClues. A mine becomes a known mine. Any other cell is opened
// and shows the number of mines around it. The number is more information than the value.
func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more, chosen := b.clone(), make([]bool, len(s))
	for _, i := range sites {
		chosen[i] = true
	}
	g := &game{h: b.h, w: b.w, mine: b.mined(s)}
	for i, at := range b.siteOf() {
		switch {
		case at < 0 || !chosen[at]:
		case g.mine[i]:
			more.cells[i] = flagged
		default:
			more.cells[i] = g.number(i)
		}
	}
	return more
}

func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	return grid.Sign(cell, "-*", "want '*' for a mine or '-' for a covered cell without a mine")
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	skip := 0
	if b.mines >= 0 {
		skip = 1
		if len(lines) == b.h {
			return "", lines[0].Errorf("want the line mines=%d before the %d rows of the board", b.mines, b.h)
		}
	}
	return grid.ReadCharacters(b, lines, skip)
}

func (b *Board) Spots() []play.Spot {
	_, _, cells := b.Layout()
	return b.picture(nil).Spots(cells)
}

func (b *Board) ClueSpots() [][]play.Spot { return b.picture(nil).ClueSpots() }

func (b *Board) Look(_, value int) play.Look {
	return play.Look{Mark: [2]play.Mark{safe: play.CrossMark, mine: play.DiscMark}[value]}
}

func (b *Board) Opened(sites []int) (in encode.Instance, left []int) {
	_, _, cells := b.Layout()
	after := b.clone()
	for _, site := range sites {
		after.cells[cells[site]] = b.game.number(cells[site])
	}
	return after, encode.Left(len(cells), sites)
}

// Reveals implements play.HasReveals. Only a game knows where the mines are.
func (b *Board) Reveals() []play.Reveal {
	if b.game == nil {
		return nil
	}
	_, _, cells := b.Layout()
	all := make([]play.Reveal, len(cells))
	for i, cell := range cells {
		if b.game.mine[cell] {
			all[i] = play.Reveal{Value: mine, Look: play.Look{Fill: draw.Vermilion, Mark: play.DiscMark}}
			continue
		}
		shown := opened(b.game.number(cell))
		all[i] = play.Reveal{Value: safe, Look: play.Look{Fill: shown.Fill, Text: shown.Text, Ink: shown.Ink}}
	}
	return all
}
