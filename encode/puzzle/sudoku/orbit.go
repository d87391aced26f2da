package sudoku

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
)

// mostSteps limits the work of Orbit to about a second. A solved board of 9x9 cells takes 178,000 steps. A board
// with few clues takes about 600 (9x9 cells, 17 µs), 4,000 (16x16) or 10,000 (25x25). A solved board of 12x12 cells
// would take 7 million.
const mostSteps = 4_000_000

var errSteps = errors.New("its rows, columns and values can be exchanged in too many ways: want a board with fewer clues")

// Orbit implements encode.HasOrbit. The symmetries exchange the values, the bands and the stacks, the rows of
// a band and the columns of a stack, and rows with columns. If boxes are not square, the last symmetry changes
// the shape of the boxes, and the result has boxes that are wider than high.
//
// The result has the smallest text. Players know it as the minlex form (New Sudoku Players' Forum, thread
// "Canonical Form", from 2007). A breadth-first search writes it row by row, and keeps all ways to choose the rows,
// the columns and the values that give the smallest text so far. It leaves open the order of columns that are
// still empty. Most boards have few ways after the second row.
func (b *Board) Orbit(ctx context.Context) (encode.Instance, error) {
	boards := []*Board{b}
	switch other := b.transposed(); {
	case b.h > b.w:
		boards = []*Board{other}
	case b.h == b.w:
		boards = append(boards, other)
	}
	m := &minlex{box: boards[0].box}
	for _, from := range boards {
		m.ways = append(m.ways, way{from: from, twins: from.twins(), next: 1})
	}
	var text []byte
	for r := range m.side() {
		ways := m.ways
		m.best, m.ways, m.row = bytes.Repeat([]byte{mostSide + 1}, m.side()), nil, r
		for _, y := range ways {
			for from := range m.side() {
				if m.mayFollow(&y, from) {
					m.write(y.with(from), from, 0)
				}
			}
			if m.steps > mostSteps {
				return nil, errSteps
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		text = append(text, m.best...)
	}
	return &Board{box: m.box, clues: string(text)}, nil
}

func (b *Board) transposed() *Board {
	cells := grid.Turn{Swap: true}.Cells(b.side(), b.side())
	return &Board{box: box{b.w, b.h}, clues: string(encode.Keep([]byte(b.clues), cells))}
}

// A way says which rows, columns and values of a board are the first ones of the text.
type way struct {
	from   *Board
	twins  []int              // of the rows of the board
	rows   uint32             // the rows that are written, as bits
	band   int                // the band of the last row
	stacks uint32             // the stacks that have a place
	cols   [mostSide]byte     // by place: its column
	starts uint32             // the places at which a group of columns begins; the order inside a group is open
	value  [mostSide + 1]byte // the new value of each value; 0 if it is open
	next   byte               // the next new value
}

func (y way) with(row int) way {
	y.rows |= 1 << row
	y.band = row / y.from.h
	return y
}

// twins returns, for each row, an earlier row that gives the same text in its place, or -1. Empty rows of a band
// are such rows, and so are the rows of empty bands. A row can wait until its twin is written.
func (b *Board) twins() []int {
	n, twins := b.side(), []int{}
	empty := func(row, rows int) bool { return strings.Trim(b.clues[row*n:][:rows*n], "\x00") == "" }
	for row := range n {
		twin := -1
		for before := range row {
			band, other := row/b.h*b.h, before/b.h*b.h
			if band == other && empty(row, 1) && empty(before, 1) ||
				row-band == before-other && empty(band, b.h) && empty(other, b.h) {
				twin = before
			}
		}
		twins = append(twins, twin)
	}
	return twins
}

// A minlex is a search for the smallest text.
type minlex struct {
	box
	row   int    // the row that is written
	best  []byte // its smallest text so far
	ways  []way  // that give this text
	text  [mostSide]byte
	steps int
}

// mayFollow reports whether a row can be the next one.
func (m *minlex) mayFollow(y *way, row int) bool {
	written := y.rows >> (row / m.h * m.h) & (1<<m.h - 1) // of the band
	if y.rows>>row&1 == 1 || m.row%m.h > 0 && row/m.h != y.band || m.row%m.h == 0 && written != 0 {
		return false
	}
	twin := y.twins[row]
	return twin < 0 || y.rows>>twin&1 == 1
}

// write writes the rest of a row, from the given place on, in all ways that may give the smallest text. At
// each place, it writes the smallest possible value.
func (m *minlex) write(y way, row, place int) {
	n := m.side()
	if m.steps++; m.steps > mostSteps || bytes.Compare(m.text[:place], m.best[:place]) > 0 {
		return
	}
	if place == n {
		if bytes.Compare(m.text[:n], m.best) < 0 {
			copy(m.best, m.text[:])
			m.ways = m.ways[:0]
		}
		m.ways = append(m.ways, y)
		return
	}
	if bits.OnesCount32(y.stacks)*m.w == place {
		m.choose(y, row, place)
		return
	}
	end := place + 1
	for y.starts>>end&1 == 0 {
		end++
	}
	clue := func(at int) byte { return y.from.clues[row*n+int(y.cols[at])] }
	filled := place
	for at := place; at < end; at++ {
		if clue(at) == 0 {
			y.cols[filled], y.cols[at] = y.cols[at], y.cols[filled]
			m.text[filled] = 0
			filled++
		}
	}
	if filled > place {
		y.starts |= 1 << filled
		m.write(y, row, filled)
		return
	}
	least := y.next
	for at := place; at < end; at++ {
		if v := y.value[clue(at)]; v > 0 {
			least = min(least, v)
		}
	}
	for at := place; at < end; at++ {
		z, v := y, clue(at)
		if z.value[v] == 0 && least == z.next {
			z.value[v] = z.next
			z.next++
		}
		if z.value[v] == least {
			m.text[place] = least
			z.cols[place], z.cols[at] = y.cols[at], y.cols[place]
			z.starts |= 1 << (place + 1)
			m.write(z, row, place+1)
		}
	}
}

// choose gives a place to each of the stacks that have none.
func (m *minlex) choose(y way, row, place int) {
	for s := range m.h {
		if y.stacks>>s&1 == 0 {
			z := y
			z.stacks |= 1 << s
			for i := range m.w {
				z.cols[place+i] = byte(s*m.w + i)
			}
			z.starts |= 1<<place | 1<<(place+m.w)
			m.write(z, row, place)
		}
	}
}
