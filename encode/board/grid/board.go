package grid

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// A Board describes a picture of h x w squares, with texts around the squares and lines ("chains")
// over the squares.
type Board struct {
	Title string // above the board; empty means no title
	// MarkTitle says whether the title has a yellow background.
	MarkTitle bool
	H, W      int
	Cell      func(r, c int) Cell
	// BoxH and BoxW are the height and width of the boxes with heavier lines around them, in cells. 0
	// means no such lines.
	BoxH, BoxW int
	// Left and Right are the texts next to the rows, Top and Bottom the texts above and below the
	// columns. They may be nil.
	Left, Right, Top, Bottom []string
	// Before holds the texts in front of each row, Above the texts above each column. The last text
	// of a list is next to the board. Before and Above may be nil.
	Before, Above [][]string
	Clues         []Clue // where the clues are, in the order in which clues.HasDemands names them; may be nil
	Lines         []int  // the rows and columns, numbered as in Line, whose texts have a yellow background
	// Chains are closed lines through the centres of cells. Each cell is a pair of row and column.
	Chains [][][2]int
}

// A Cell describes what one square shows.
type Cell struct {
	Fill  draw.Colour // 0 means white
	Frame draw.Colour // a heavy line inside the edges; 0 means none
	Text  string      // in the middle
	Note  string      // small, in the upper left corner
	Disc  bool        // a filled circle in the middle
	Ink   draw.Colour // the colour of Text and Disc; 0 means black
	Size  int         // the font size of Text; 0 means 22, or less for more than two letters
	// Ship is a part of a ship in Ink: 'c' is a whole ship, 'm' a middle, and '#' any part. The
	// ends are 't' (top), 'b' (bottom), 'l' (left) and 'r' (right). 0 means no ship.
	Ship byte
	// Marks are small texts arranged in a square, such as the remaining values. They may be nil.
	Marks []Mark
}

// A Mark is a small text in a cell, for example one of the values that the cell may still take.
type Mark struct {
	Text   string      // empty leaves its place free
	Fill   draw.Colour // the colour behind the text; 0 means none
	Struck bool        // whether the text is crossed out
}

const (
	unit   = 40 // the side of a cell
	margin = 6
	gap    = 24 // the space between boards
	around = 20 // the font size of the texts around a board
	letter = 12 // the width of a letter in these texts; digits of wide fonts have 0.64 of their size
	narrow = 9  // the width of a letter in the title
)

// Draw returns a picture of the boards, side by side.
func Draw(boards ...*Board) *draw.Picture {
	p := &draw.Picture{W: 2*margin - gap}
	for _, b := range boards {
		q := b.draw()
		p.Place(q, p.W+gap-margin, margin, 1)
		p.W += q.W + gap
		p.H = max(p.H, q.H+2*margin)
	}
	return p
}

// Later returns a function that calls Draw with the boards. The function has the type that
// encode.Explanation.Picture needs.
func Later(boards ...*Board) func() (*draw.Picture, error) {
	return func() (*draw.Picture, error) { return Draw(boards...), nil }
}

// Mark marks cells, which are numbered row by row, and returns b. A black cell gets a yellow disc.
// Other cells become yellow. Mark also marks each cell that has a text in the map texts. An empty
// cell shows the text in the middle. Other cells show the text in their upper left corner.
func (b *Board) Mark(cells []int, texts map[int]string) *Board {
	plain := b.Cell
	b.Cell = func(r, c int) Cell {
		cell, at := plain(r, c), r*b.W+c
		text := texts[at]
		switch {
		case text == "" && !slices.Contains(cells, at):
			return cell
		case cell.Fill == draw.Black:
			cell.Disc, cell.Ink = true, draw.Yellow
		default:
			cell.Fill, cell.Ink = draw.Yellow, 0
		}
		if cell.Text == "" && cell.Ship == 0 && !cell.Disc {
			cell.Text = text
		} else if text != "" {
			cell.Note = text
		}
		return cell
	}
	return b
}

func widest(texts []string) int { return wording.Most(texts, length) }

func longest(texts []string) int {
	if n := widest(texts); n > 0 {
		return n*letter + 2*margin
	}
	return 0
}

func tall(texts []string) int {
	if longest(texts) == 0 {
		return 0
	}
	return 28
}

const stack = 21 // the height of each text above a column

func (b *Board) before() int { return wording.Most(b.Before, row) }

// row returns the width of the texts in front of a row.
func row(texts []string) int { return length(strings.Join(texts, ""))*letter + len(texts)*margin }

func (b *Board) above() int {
	return wording.Most(b.Above, func(texts []string) int { return len(texts)*stack + margin })
}

type paper struct{ draw.Picture }

func (p *paper) text(x, y, size int, text string) {
	p.Text(float64(x), float64(y), text, draw.Font{Size: float64(size)})
}

func (p *paper) rect(x, y, w, h int, s draw.Style) {
	p.Rect(float64(x), float64(y), float64(w), float64(h), s)
}

func (b *Board) draw() *draw.Picture {
	w := b.width()
	p := &paper{}
	if b.MarkTitle {
		b.markText(p, Clue{InTitle, 0})
	}
	p.text(w/2, 16, 15, b.Title)
	x0, y0 := b.corner()
	bottom := y0 + b.H*unit
	p.W, p.H = float64(w), float64(bottom+tall(b.Bottom))
	b.texts(p, x0, y0)
	for r := range b.H {
		for c := range b.W {
			b.Cell(r, c).draw(p, x0+c*unit, y0+r*unit)
		}
	}
	if b.BoxH > 0 {
		heavy := draw.Style{Fill: draw.Black}
		for c := b.BoxW; c < b.W; c += b.BoxW {
			p.rect(x0+c*unit-1, y0, 2, b.H*unit, heavy)
		}
		for r := b.BoxH; r < b.H; r += b.BoxH {
			p.rect(x0, y0+r*unit-1, b.W*unit, 2, heavy)
		}
	}
	p.rect(x0, y0, b.W*unit, b.H*unit, draw.Style{Stroke: draw.Black, Width: 2.5})
	for _, chain := range b.Chains {
		p.Polygons(draw.Style{Stroke: draw.Vermilion, Width: 3, Round: true}, wording.Each(chain, func(at [2]int) draw.Point {
			return draw.Point{float64(x0 + at[1]*unit + unit/2), float64(y0 + at[0]*unit + unit/2)}
		}))
	}
	return &p.Picture
}

func (b *Board) corner() (x, y int) {
	return (b.width()-b.inner())/2 + longest(b.Left) + b.before(), tall([]string{b.Title}) + tall(b.Top) + b.above()
}

func (b *Board) inner() int { return longest(b.Left) + b.before() + b.W*unit + longest(b.Right) }

func (b *Board) width() int { return max(b.inner(), length(b.Title)*narrow) }

// Spots returns the areas of the given cells in a picture of only this board. A cell is the number
// r*W+c.
func (b *Board) Spots(cells []int) []play.Spot {
	x0, y0 := b.corner()
	return wording.Fill(len(cells), func(i int) play.Spot {
		return play.Square(float64(margin+x0+cells[i]%b.W*unit), float64(margin+y0+cells[i]/b.W*unit), unit)
	})
}

// AllSpots returns the areas of all cells, row by row.
func (b *Board) AllSpots() []play.Spot { return b.Spots(encode.Left(b.H*b.W, nil)) }

func (b *Board) texts(p *paper, x0, y0 int) {
	for _, i := range b.Lines {
		b.markText(p, Clue{InLine, i})
	}
	for r, s := range b.Left {
		p.text(x0-b.before()-longest(b.Left)/2, y0+r*unit+unit/2+7, around, s)
	}
	for r, s := range b.Right {
		p.text(x0+b.W*unit+longest(b.Right)/2, y0+r*unit+unit/2+7, around, s)
	}
	for c, s := range b.Top {
		p.text(x0+c*unit+unit/2, y0-b.above()-8, around, s)
	}
	for r, texts := range b.Before {
		for i, s := range texts {
			p.text(x0-margin/2-row(texts[i:])+row(texts[i:i+1])/2, y0+r*unit+unit/2+7, around, s)
		}
	}
	for c, texts := range b.Above {
		for i, s := range texts {
			p.text(x0+c*unit+unit/2, y0-margin-(len(texts)-1-i)*stack, around, s)
		}
	}
	for c, s := range b.Bottom {
		p.text(x0+c*unit+unit/2, y0+b.H*unit+22, around, s)
	}
}

func (c Cell) draw(p *paper, x, y int) {
	fill := cmp.Or(c.Fill, draw.White)
	p.rect(x, y, unit, unit, draw.Style{Fill: fill, Stroke: draw.Grey, Width: 1})
	if c.Frame != 0 {
		p.rect(x+4, y+4, unit-8, unit-8, draw.Style{Stroke: c.Frame, Width: 4})
	}
	ink := cmp.Or(c.Ink, draw.Black)
	if c.Disc {
		p.Circle(float64(x+unit/2), float64(y+unit/2), 11, draw.Style{Fill: ink})
	}
	p.ship(c.Ship, ink, x+unit/2, y+unit/2)
	size := 22
	if n := length(c.Text); c.Size > 0 {
		size = c.Size
	} else if n > 2 {
		size = max(7, 54/n)
	}
	base := y + unit/2 + size/3
	if c.Note != "" {
		base += 5 // below the note
	}
	p.Text(float64(x+unit/2), float64(base), c.Text, draw.Font{Size: float64(size), Fill: ink})
	small := min(10, max(5, 64/max(1, length(c.Note))))
	p.Text(float64(x+3), float64(y+11), c.Note, draw.Font{Size: float64(small), Anchor: draw.Start, Fill: noteInk})
	c.drawMarks(p, x, y)
}

const noteInk draw.Colour = 0x444444ff

func (c Cell) drawMarks(p *paper, x, y int) {
	k := 1
	for k*k < len(c.Marks) {
		k++
	}
	side := (unit - 2) / k
	free := unit - 2 - (len(c.Marks)+k-1)/k*side // below the marks
	for i, m := range c.Marks {
		if m.Text == "" {
			continue
		}
		left, top := x+1+i%k*(unit-2)/k, y+1+free/2+i/k*(unit-2)/k
		if m.Fill != 0 {
			p.rect(left, top, side, side, draw.Style{Fill: m.Fill})
		}
		size := max(4, min(16, side-1))
		p.text(left+side/2, top+side/2+(size+1)/3, size, m.Text)
		if m.Struck {
			x, y, d := float64(left), float64(top), float64(side)
			p.Lines(draw.Style{Stroke: draw.Vermilion, Width: 1.25}, []draw.Point{{x, y + d}, {x + d, y}})
		}
	}
}

// A Turn is a rotation or reflection of a board: rows in reverse order, columns in reverse order, and then
// rows exchanged with columns. These three make all eight rotations and reflections.
type Turn struct{ Down, Across, Swap bool }

// Turns lists all rotations and reflections. The first one changes nothing.
func Turns() []Turn {
	return wording.Fill(8, func(k int) Turn { return Turn{k&1 != 0, k&2 != 0, k&4 != 0} })
}

// Size returns the height and the width of the image of a board of h x w cells.
func (t Turn) Size(h, w int) (int, int) {
	if t.Swap {
		return w, h
	}
	return h, w
}

// Cells returns, for each cell of the image of a board of h x w cells, the cell of the board.
func (t Turn) Cells(h, w int) []int {
	from := make([]int, h*w)
	_, width := t.Size(h, w)
	for i := range from {
		r, c := i/width, i%width
		if t.Swap {
			r, c = c, r
		}
		if t.Down {
			r = h - 1 - r
		}
		if t.Across {
			c = w - 1 - c
		}
		from[i] = r*w + c
	}
	return from
}

// Drawing returns the image of a board that is drawn in rows of the same length, joined by '/'.
func (t Turn) Drawing(text string) string {
	w := len(text)
	if i := strings.IndexByte(text, '/'); i >= 0 {
		w = i
	}
	h := (len(text) + 1) / (w + 1)
	_, width := t.Size(h, w)
	var image strings.Builder
	for i, at := range t.Cells(h, w) {
		if i > 0 && i%width == 0 {
			image.WriteByte('/')
		}
		image.WriteByte(text[at/w*(w+1)+at%w])
	}
	return image.String()
}

// Turned returns what belongs to the rows and the columns of the image of a board.
func Turned[T any](t Turn, rows, cols []T) (r, c []T) {
	if r = slices.Clone(rows); t.Down {
		slices.Reverse(r)
	}
	if c = slices.Clone(cols); t.Across {
		slices.Reverse(c)
	}
	if t.Swap {
		return c, r
	}
	return r, c
}

// Orbit does the work of encode.HasOrbit for boards whose symmetries are rotations and reflections. The
// function image returns the image of the board, or nil if the puzzle lacks this symmetry. The result is
// the image with the smallest text.
func Orbit(ctx context.Context, image func(Turn) encode.Instance) (least encode.Instance, err error) {
	for _, t := range Turns() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if in := image(t); in != nil && (least == nil || in.String() < least.String()) {
			least = in
		}
	}
	return least, nil
}
