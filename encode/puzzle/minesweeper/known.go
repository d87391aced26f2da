package minesweeper

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/native/sums"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return b.h, b.w, encode.Where(b.cells, func(n int8) bool { return n == covered })
}

func (b *Board) ValueName(_, value int) string { return [...]string{"safe", "mine"}[value] }

// Obstacle looks for a number, or a total, that is smaller than the number of known mines or too
// large for the covered cells.
func (b *Board) Obstacle() string {
	var all [2]int // covered cells and known mines
	for i, n := range b.cells {
		switch n {
		case covered:
			all[0]++
		case flagged:
			all[1]++
		}
		if n < 0 {
			continue
		}
		var near [2]int
		around(b.h, b.w, i, func(j int) {
			switch b.cells[j] {
			case covered:
				near[0]++
			case flagged:
				near[1]++
			}
		})
		if why := beyond(int(n), near); why != "" {
			return fmt.Sprintf("the %d at %s has %s around it", n, encode.CellName(i, b.w), why)
		}
	}
	if b.mines < 0 {
		return ""
	}
	if why := beyond(b.mines, all); why != "" {
		return fmt.Sprintf("the board has %s, which cannot make a total of %s", why, b.title())
	}
	return ""
}

// beyond says which cells rule out a number of mines. If the number is possible, it returns an
// empty text.
func beyond(mines int, cells [2]int) string {
	count := func(n int, what string) string {
		if n == 1 {
			return fmt.Sprintf("1 %s", what)
		}
		return fmt.Sprintf("%d %ss", n, what)
	}
	switch {
	case mines < cells[1]:
		return count(cells[1], "known mine")
	case mines > cells[0]+cells[1] && cells[1] == 0:
		return "only " + count(cells[0], "covered cell")
	case mines > cells[0]+cells[1]:
		return "only " + count(cells[0], "covered cell") + " and " + count(cells[1], "known mine")
	}
	return ""
}

// ReduceGiven implements encode.TakesGiven. Each given value becomes a sum of one cell.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	p, _ := b.problem()
	for i, v := range values {
		if v != encode.NotGiven {
			p.Sums = append(p.Sums, sums.Sum{Vars: []int{i}, Value: v})
		}
	}
	return []encode.Reduction{encode.Native("sums", sums.Version, p)}
}

// WithValues implements encode.HasValueClues. A mine becomes a known mine. Any other cell is opened
// and shows the number of mines around it. The number is more information than the value.
func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := &Board{h: b.h, w: b.w, cells: slices.Clone(b.cells), mines: b.mines}
	site := b.siteOf()
	chosen := make([]bool, len(s))
	for _, i := range sites {
		chosen[i] = true
	}
	mine := func(r, c int) bool {
		i := r*b.w + c
		return b.cells[i] == flagged || b.cells[i] == covered && s[site[i]] == 1
	}
	for i := range b.cells {
		if b.cells[i] != covered || !chosen[site[i]] {
			continue
		}
		if more.cells[i] = flagged; s[site[i]] == 1 {
			continue
		}
		more.cells[i] = 0
		r, c := i/b.w, i%b.w
		for y := max(r-1, 0); y <= min(r+1, b.h-1); y++ {
			for x := max(c-1, 0); x <= min(c+1, b.w-1); x++ {
				if mine(y, x) {
					more.cells[i]++
				}
			}
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

func (b *Board) Spots() []encode.Spot {
	_, _, cells := b.Layout()
	return b.picture(nil).Spots(cells)
}

func (b *Board) ClueSpots() [][]encode.Spot {
	clues := grid.CellClues(b.shownNumbers())
	if b.mines >= 0 {
		clues = append(clues, grid.Clue{In: grid.InTitle})
	}
	return b.picture(nil).ClueSpots(clues)
}

func (b *Board) Look(_, value int) encode.Look {
	return encode.Look{Mark: [2]encode.Mark{safe: encode.CrossMark, mine: encode.DiscMark}[value]}
}

func (b *Board) Opened(sites []int) (in encode.Instance, left []int) {
	_, _, cells := b.Layout()
	after := &Board{h: b.h, w: b.w, cells: slices.Clone(b.cells), mines: b.mines}
	for _, site := range sites {
		after.cells[cells[site]] = b.game.number(cells[site])
	}
	return after, encode.Left(len(cells), sites)
}

// Reveals implements encode.HasReveals. Only a game knows where the mines are.
func (b *Board) Reveals() []encode.Reveal {
	if b.game == nil {
		return nil
	}
	_, _, cells := b.Layout()
	all := make([]encode.Reveal, len(cells))
	for i, cell := range cells {
		if b.game.mine[cell] {
			all[i] = encode.Reveal{Value: mine, Look: encode.Look{Fill: draw.Vermilion, Mark: encode.DiscMark}}
			continue
		}
		shown := opened(b.game.number(cell))
		all[i] = encode.Reveal{Value: safe, Look: encode.Look{Fill: shown.Fill, Text: shown.Text, Ink: shown.Ink}}
	}
	return all
}
