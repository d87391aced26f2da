package battleships

import (
	"bytes"
	"cmp"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
)

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
	if value == 1 {
		return play.Look{Mark: play.ShipMark}
	}
	return play.Look{Fill: paleSky, Mark: play.WaveMark}
}
