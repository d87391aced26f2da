package battleships

import (
	"bytes"
	"cmp"
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
func (b *Board) Demands() []string {
	hints := wording.Each(b.hints(), func(i int) string {
		return fmt.Sprintf("the %s at %s", hintNames[b.given[i]], layout.SiteName(b, i))
	})
	return append(hints, wording.Each(b.lines(), func(l *line) string { return fmt.Sprintf("the %d of %s", l.sum, l.name) })...)
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

func (b *Board) ReadCell(_ int, cell encode.Span) (int, error) {
	v, err := grid.Sign(cell, "~cmtblrs#", "want '~' for water or a part of a ship (c, m, t, b, l or r)")
	return min(v, 1), err
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
	cells := wording.Each(b.given, func(hint byte) bars.Kind { return kinds[hint] })
	return &bars.Problem{H: len(b.rows), W: len(b.cols), Bars: b.fleet, Rows: b.rows, Cols: b.cols, Cells: cells}
}

func (b *Board) Reduce() []encode.Reduction {
	return []encode.Reduction{encode.Native("bars", bars.Version, b.problem())}
}

// shapes lists the hints by the values of the four neighbours of a ship cell: up, down, left, right.
var shapes = map[[4]bool]byte{
	{}:                          'c',
	{true, true, false, false}:  'm',
	{false, false, true, true}:  'm',
	{false, true, false, false}: 't',
	{true, false, false, false}: 'b',
	{false, false, false, true}: 'l',
	{false, false, true, false}: 'r',
}

// letters returns the hints of the board or, unless s is nil, the hints that fit the cells of this
// solution. The letter is '#' for a ship cell that no hint fits. Such cells occur only in assignments
// that break the rules.
func (b *Board) letters(s *encode.Solution) []byte {
	if s == nil {
		return b.given
	}
	w := len(b.cols)
	at := func(r, c int) bool {
		return r >= 0 && r < len(b.rows) && c >= 0 && c < w && (*s)[r*w+c] == 1
	}
	all := bytes.Repeat([]byte{'w'}, len(*s))
	for i := range all {
		r, c := i/w, i%w
		if at(r, c) {
			all[i] = cmp.Or(shapes[[4]bool{at(r-1, c), at(r+1, c), at(r, c-1), at(r, c+1)}], '#')
		}
	}
	return all
}

// Draw draws the letters of the hints, '~' for water, '.' for an unknown cell, the sums on the
// right and below, and the fleet. In a solution, each cell has the letter of the hint that fits it.
func (b *Board) Draw(s *encode.Solution) string {
	letters := b.letters(s)
	return grid.Sums(sumTexts(b.rows), sumTexts(b.cols), func(r, c int) string {
		letter := letters[r*len(b.cols)+c]
		if letter == 'w' {
			letter = '~'
		}
		return string(letter)
	}) + b.fleetText() + "\n"
}

func (b *Board) fleetText() string {
	if len(b.fleet) == 0 {
		return "no ships"
	}
	return "fleet " + strings.Join(grid.Decimals(b.fleet), " ")
}

func (b *Board) Picture(s *encode.Solution) *draw.Picture {
	return grid.Draw(b.picture(b.letters(s), ""))
}

// paleSky is the colour of water that is not a hint.
const paleSky draw.Colour = 0xd4ebf7ff

func (b *Board) picture(letters []byte, title string) *grid.Board {
	if title != "" {
		title += ": "
	}
	w := len(b.cols)
	return &grid.Board{
		Title: title + b.fleetText(),
		H:     len(b.rows),
		W:     w,
		Cell: func(r, c int) (cell grid.Cell) {
			i := r*w + c
			hint := b.given[i] != none
			if hint {
				cell.Fill = draw.Sky
			}
			switch letter := letters[i]; {
			case letter == none:
			case letter == part:
				cell.Ship = '#'
			case letter != 'w':
				cell.Ship = letter
			case hint:
				cell.Text = "~"
			default:
				cell.Fill = paleSky
			}
			return cell
		},
		Right:  sumTexts(b.rows),
		Bottom: sumTexts(b.cols),
		Clues:  append(grid.CellClues(b.hints()), grid.LineClues(b.sums())...),
	}
}

func (b *Board) Spots() []play.Spot { return b.picture(b.given, "").AllSpots() }

func (b *Board) Look(_, value int) play.Look {
	return [2]play.Look{water: {Fill: paleSky, Mark: play.WaveMark}, ship: {Mark: play.ShipMark}}[value]
}
