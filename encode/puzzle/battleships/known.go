package battleships

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native/bars"
)

func (b *Board) Layout() (h, w int, cell []int) {
	return len(b.rows), len(b.cols), encode.Left(len(b.given), nil)
}

func (b *Board) ValueName(_, value int) string { return [...]string{"water", "ship"}[value] }

// Obstacle checks the sums against the fleet and the board first, and then against the hints.
func (b *Board) Obstacle() string {
	if why := b.excess(); why != "" {
		return why
	}
	for _, l := range b.lines() {
		ships, left := 0, len(l.cells)
		for _, i := range l.cells {
			switch b.given[i] {
			case none:
			case 'w':
				left--
			default:
				ships++
			}
		}
		switch need := wording.Plural(l.sum, "ship cell"); {
		case ships > l.sum:
			return fmt.Sprintf("%s needs %s but its hints show %d", l.name, need, ships)
		case left < l.sum:
			return fmt.Sprintf("%s needs %s but its hints leave only %s", l.name, need, wording.Plural(left, "cell"))
		}
	}
	return ""
}

var hintNames = map[byte]string{
	'w': "water", 'c': "ship of one cell", 'm': "middle of a ship",
	't': "top end", 'b': "bottom end", 'l': "left end", 'r': "right end",
	part: "part of a ship",
}

// Demands implements clues.HasDemands. The clues are numbered as for the method Clues.
func (b *Board) Demands() (names []string) {
	for _, i := range b.hints() {
		names = append(names, fmt.Sprintf("the %s at %s", hintNames[b.given[i]], layout.SiteName(b, i)))
	}
	for _, l := range b.lines() {
		names = append(names, fmt.Sprintf("the %d of %s", l.sum, l.name))
	}
	return names
}

func (b *Board) Relaxed(gone []int) encode.Instance { return b.Without(gone...) }

func (b *Board) Marked(clues []int, entries []clues.Given) *draw.Picture {
	return grid.Draw(b.picture(b.given, "").MarkClues(clues, play.Entered(b, entries)))
}

func (b *Board) ClueSpots() [][]play.Spot { return b.picture(b.given, "").ClueSpots() }

// ReduceGiven implements clues.TakesGiven. The given values become known cells of native/bars.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	p := b.problem()
	for i, v := range values {
		switch water := p.Cells[i] == bars.Zero; {
		case v == clues.NotGiven:
		case p.Cells[i] == bars.Unknown:
			p.Cells[i] = bars.Zero + bars.Kind(v) // Zero or One
		case water == (v == 1):
			return clues.Unsolvable(b.Reduce())
		}
	}
	return []encode.Reduction{encode.Native("bars", bars.Version, p)}
}

// WithValues adds hints. The hint for a ship cell also shows which part of the ship the cell is.
func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more := &Board{rows: b.rows, cols: b.cols, fleet: b.fleet, given: slices.Clone(b.given)}
	letters := b.letters(&s)
	for _, i := range sites {
		more.given[i] = letters[i]
	}
	return more
}

func (b *Board) ReadCell(_ int, cell encode.Span) (byte, error) {
	switch {
	case cell.Text == "~":
		return 0, nil
	case len(cell.Text) == 1 && strings.Contains("cmtblrs#", cell.Text):
		return 1, nil
	}
	return 0, cell.Errorf("want '~' for water or a part of a ship (c, m, t, b, l or r), got %q", cell.Text)
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	return grid.ReadRows(b, lines, 0, len(b.rows), len(b.cols))
}

var kinds = map[byte]bars.Kind{
	none: bars.Unknown, 'w': bars.Zero, 'c': bars.Single, 'm': bars.Middle,
	't': bars.Top, 'b': bars.Bottom, 'l': bars.Left, 'r': bars.Right,
	part: bars.One,
}

func (b *Board) problem() *bars.Problem {
	p := &bars.Problem{H: len(b.rows), W: len(b.cols), Bars: b.fleet, Rows: b.rows, Cols: b.cols}
	for _, hint := range b.given {
		p.Cells = append(p.Cells, kinds[hint])
	}
	return p
}

func (b *Board) Reduce() []encode.Reduction {
	return []encode.Reduction{encode.Native("bars", bars.Version, b.problem())}
}
