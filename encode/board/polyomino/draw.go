package polyomino

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// letters are used in drawings for pieces that have no letter of their own, in the order of the
// numbers of the pieces.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

func (t *Tiling) letter(v int) byte {
	own := byte(0)
	if i := t.pieceOf(v); i >= 0 { // a packing may lack pieces
		own = t.Pieces[i].Letter
	}
	return cmp.Or(own, letters[v%len(letters)])
}

// empty reports whether the value v means that the cell stays empty. See Piece.On.
func (t *Tiling) empty(v int) bool {
	i := t.pieceOf(v)
	return i >= 0 && t.Pieces[i].On != nil
}

// spare reports whether an open cell may stay empty.
func (t *Tiling) spare(x Cell) bool {
	return slices.ContainsFunc(t.Pieces, func(p Piece) bool { return slices.Contains(p.On, x) })
}

// Marks returns the board as Board.String does, with '_' for each cell that may stay empty.
func (t *Tiling) Marks() string {
	text := []byte(t.Board.String())
	for _, x := range t.Cells {
		if t.spare(x) {
			text[x.R*(t.W+1)+x.C] = '_'
		}
	}
	return string(text)
}

// Draw implements encode.Instance. In each open cell, it draws the letter of the covering piece, or
// '.' if s is nil, or '_' if the cell may stay empty. A closed cell has its label, and so has a cell
// that stays empty. All cells are as wide as the widest label.
func (t *Tiling) Draw(s *encode.Solution) string {
	w := t.cellWidth()
	var text strings.Builder
	for r := range t.H {
		cells := make([]string, t.W)
		for c := range cells {
			cells[c] = t.label(r, c)
			if i := t.At(r, c); i >= 0 && s != nil && (cells[c] == "" || !t.empty(int((*s)[i]))) {
				cells[c] = strings.Repeat(string(t.letter(int((*s)[i]))), w)
			} else if i >= 0 && s == nil {
				cells[c] = "."
				if t.spare(t.Cells[i]) {
					cells[c] = "_"
				}
			}
			cells[c] = fmt.Sprintf("%*s", w, cells[c])
		}
		text.WriteString(strings.TrimRight(strings.Join(cells, gap(w)), " ") + "\n")
	}
	return text.String()
}

// TextColours returns, for each cell, the number of the covering piece plus one.
func (t *Tiling) TextColours(s *encode.Solution) (tints []int) {
	w, r := t.cellWidth(), 0
	for line := range strings.Lines(t.Draw(s)) {
		for k, x := range []rune(line) {
			tint := 0
			if i := t.At(r, k/(w+len(gap(w)))); i >= 0 && x > ' ' && !t.empty(int((*s)[i])) {
				tint = int((*s)[i]) + 1
			}
			tints = append(tints, tint)
		}
		r++
	}
	return tints
}

func (t *Tiling) label(r, c int) string {
	if t.Label == nil || min(r, c) < 0 || r >= t.H || c >= t.W {
		return ""
	}
	return t.Label(r, c)
}

func (t *Tiling) cellWidth() int {
	labels := wording.Fill(t.H*t.W, func(at int) string { return t.label(at/t.W, at%t.W) })
	return max(1, wording.Most(labels, utf8.RuneCountInString))
}

func gap(w int) string { return " "[:min(w-1, 1)] } // between cells that are w characters wide

// palette holds twelve colours for pieces, alternately light and dark. Readers with any colour
// vision can distinguish the pieces by lightness, outline and letters.
var palette = []draw.Colour{
	draw.Sky, draw.Orange, draw.Green, draw.Yellow, draw.Purple, draw.Vermilion,
	draw.Blue, 0xb3de69ff, 0xbc80bdff, 0x8dd3c7ff, 0xfdb462ff, 0x999999ff,
}

const (
	unit   = 40 // the side of a cell in a picture
	margin = 4
)

// Picture draws the board in cells of 40 units. Each piece has a colour and a letter, and heavy lines
// separate the pieces and surround the board. Cells that may stay empty are white. The closed cells
// have their labels. Without a solution, Picture also draws the labels of open cells, and the pieces next to the board.
func (t *Tiling) Picture(s *encode.Solution) *draw.Picture {
	if s == nil {
		return t.withPieces(nil)
	}
	return t.paint(s, nil)
}

// paint draws the board without the pieces next to it. If s is nil, closed cells with a label are
// pale yellow, and the sites that are keys of the map entered have the letters of this map.
func (t *Tiling) paint(s *encode.Solution, entered map[int]string) *draw.Picture {
	p := &draw.Picture{W: float64(t.W*unit + 2*margin), H: float64(t.H*unit + 2*margin)}
	under := func(r, c int) int {
		i := t.At(r, c)
		switch {
		case i < 0 && t.label(r, c) != "": // lines surround each of these cells
			return -2 - r*t.W - c
		case i < 0:
			return -1
		case s == nil:
			return 0
		case t.empty(int((*s)[i])): // empty cells are alike
			return t.values
		default:
			return int((*s)[i])
		}
	}
	pieces := make([][][]draw.Point, t.values) // the cells of each piece, painted together so that there are no seams
	var lines [][]draw.Point
	for r := range t.H + 1 {
		for c := range t.W + 1 {
			x, y := float64(margin+c*unit), float64(margin+r*unit)
			v := under(r, c)
			if v != under(r-1, c) {
				lines = append(lines, []draw.Point{{x, y}, {x + unit, y}})
			}
			if v != under(r, c-1) {
				lines = append(lines, []draw.Point{{x, y}, {x, y + unit}})
			}
			label := t.label(r, c)
			switch {
			case s != nil && v == t.values:
				drawOpen(p, x, y, t.label(r, c), "", true)
			case v >= 0 && s != nil:
				pieces[v] = append(pieces[v], []draw.Point{{x, y}, {x + unit, y}, {x + unit, y + unit}, {x, y + unit}})
			case v >= 0:
				at := t.At(r, c)
				drawOpen(p, x, y, label, entered[at], t.spare(t.Cells[at]))
			case label != "":
				if s == nil {
					p.Rect(x, y, unit, unit, draw.Style{Fill: draw.PaleYellow})
				}
				p.Text(x+unit/2, y+unit/2+5, label, draw.Font{Size: 14})
			}
		}
	}
	for v, cells := range pieces {
		if cells != nil {
			fill := palette[v%len(palette)]
			p.Polygons(draw.Style{Fill: fill}, cells...)
			first := cells[0][0]
			p.Text(first[0]+unit/2, first[1]+unit/2+6, string(t.letter(v)), draw.Font{Size: 18, Fill: fill.Ink()})
		}
	}
	p.Lines(draw.Style{Stroke: draw.Black, Width: 2.5, Round: true}, lines...)
	return p
}

func drawOpen(p *draw.Picture, x, y float64, label, entry string, spare bool) {
	style := draw.Style{Fill: 0xeeeeeeff, Stroke: 0xaaaaaaff, Width: 1}
	if spare {
		style.Fill = draw.White
	}
	if entry == "" {
		p.Rect(x, y, unit, unit, style)
		p.Text(x+unit/2, y+unit/2+5, label, draw.Font{Size: 14})
		return
	}
	style.Fill = draw.Yellow
	p.Rect(x, y, unit, unit, style)
	base := y + unit/2 + 6
	if label != "" {
		base += 5 // below the label
	}
	p.Text(x+unit/2, base, entry, draw.Font{Size: 18})
	p.Text(x+3, y+11, label, draw.Font{Size: 10, Anchor: draw.Start, Fill: 0x444444ff})
}
