package minesweeper

import (
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/native"
	"counterproof/native/sums"
)

// An opening records how far a game can be solved without guessing from its first square. A
// cell is opened when the open cells and the total prove that it holds no mine.
type opening struct {
	steps  []step
	shows  []int8 // the cells at the end; flagged means proved to be a mine
	closed int    // cells without a mine that stay covered; 0 if the game is solved
}

type step struct {
	number int   // the cell of the only number that the step used, or -1 if the step used all numbers and perhaps the total
	safe   []int // cells proved safe, which are opened in this order
	mines  []int // cells proved to be mines
}

type player struct {
	*game
	opening
	look []int  // open cells whose neighbourhood has changed
	due  []bool // by cell: whether the cell is in the list look
}

// play opens the first square and continues until it cannot prove that another covered cell is safe
// or a mine. The first square must be set and hold no mine. play looks at single numbers first.
// When single numbers prove nothing more, play uses native/sums, which finds every proof. If the
// open numbers overlap too widely for native/sums, the play ends. The error is ctx.Err().
func (g *game) play(ctx context.Context, st *native.Stats) (*opening, error) {
	n := len(g.mine)
	closed := opening{shows: slices.Repeat([]int8{covered}, n), closed: n - count(g.mine)}
	p := &player{game: g, opening: closed, due: make([]bool, n)}
	p.clear(g.first)
	for p.closed > 0 {
		if len(p.look) > 0 {
			i := p.look[len(p.look)-1]
			p.look = p.look[:len(p.look)-1]
			p.due[i] = false
			p.one(i)
			continue
		}
		more, err := p.all(ctx, st)
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	return &p.opening, nil
}

// clear opens cell i, which is safe, and the cells that open together with it. It adds the opened
// cells and the open cells around them to the cells that must be looked at again.
func (p *player) clear(i int) {
	for _, j := range p.open(p.shows, i) {
		p.closed--
		p.changed(j)
		if p.shows[j] > 0 {
			p.again(j)
		}
	}
}

func (p *player) again(i int) {
	if !p.due[i] {
		p.due[i] = true
		p.look = append(p.look, i)
	}
}

func (p *player) changed(i int) {
	around(p.h, p.w, i, func(j int) {
		if p.shows[j] > 0 {
			p.again(j)
		}
	})
}

func (p *player) take(s step) {
	if len(s.safe)+len(s.mines) == 0 {
		return
	}
	p.steps = append(p.steps, s)
	for _, i := range s.mines {
		p.shows[i] = flagged
		p.changed(i)
	}
	for _, i := range s.safe {
		p.clear(i)
	}
}

func (p *player) rest(i int) (cells []int, mines int) {
	mines = int(p.shows[i])
	around(p.h, p.w, i, func(j int) {
		switch p.shows[j] {
		case covered:
			cells = append(cells, j)
		case flagged:
			mines--
		}
	})
	return cells, mines
}

func (p *player) one(i int) {
	switch cells, mines := p.rest(i); mines {
	case 0:
		p.take(step{number: i, safe: cells})
	case len(cells):
		p.take(step{number: i, mines: cells})
	}
}

// all looks at all open numbers together. It first leaves out the total, because the total matters
// only near the end of a game. It returns false if the numbers and the total prove nothing.
func (p *player) all(ctx context.Context, st *native.Stats) (bool, error) {
	b := &Board{h: p.h, w: p.w, cells: p.shows}
	_, _, cells := b.Layout()
	for _, b.mines = range [2]int{-1, count(p.mine)} {
		q, _ := b.problem()
		if more, err := p.exact(ctx, st, q, cells); more || err != nil {
			return more, err
		}
	}
	return false, nil
}

// exact performs a step with the cells that have one value in all solutions of q, if there are any.
func (p *player) exact(ctx context.Context, st *native.Stats, q *sums.Problem, cells []int) (bool, error) {
	a, err := q.Analyse(ctx, st)
	if errors.Is(err, sums.ErrLimit) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	s := step{number: -1}
	for v, ones := range a.Ones {
		switch {
		case ones.Sign() == 0:
			s.safe = append(s.safe, cells[v])
		case ones.Cmp(a.Count) == 0:
			s.mines = append(s.mines, cells[v])
		}
	}
	p.take(s)
	return len(s.safe)+len(s.mines) > 0, nil
}

type game struct {
	h, w  int
	mine  []bool // by cell, in reading order
	first int    // the first cell to open, or -1
}

// String returns the game's ID, as sgt-mines prints it. The mines in the ID are masked, so that
// nobody can read them.
func (g *game) String() string {
	bits := grid.Pack(g.mine)
	mask(bits, len(g.mine), 0)
	mask(bits, len(g.mine), 1)
	text := grid.Hex(bits, len(g.mine))
	if g.first < 0 {
		return fmt.Sprintf("%dx%d:m%s", g.w, g.h, text)
	}
	return fmt.Sprintf("%dx%d:%d,%d,m%s", g.w, g.h, g.first%g.w, g.first/g.w, text)
}

// mask performs one of the two steps of masking the bitmap b, which has the given number of bits.
// Step 0 changes the first half, and step 1 changes the second half. Unmasking is step 1, then step
// 0. A step XORs its half with SHA-1 of the other half followed by "0", then by "1", and so on.
// mask clears the padding bits.
func mask(b []byte, bits, step int) {
	half := len(b) / 2
	target, seed := b[:half], b[half:]
	if step == 1 {
		target, seed = seed, target
	}
	for i := 0; i*sha1.Size < len(target); i++ {
		sum := sha1.Sum(strconv.AppendInt(append([]byte(nil), seed...), int64(i), 10))
		for j, x := range sum {
			if at := i*sha1.Size + j; at < len(target) {
				target[at] ^= x
			}
		}
	}
	if n := bits % 8; n > 0 {
		b[len(b)-1] &= 0xff << (8 - n)
	}
}

func around(h, w, i int, f func(j int)) {
	for r := max(i/w-1, 0); r <= min(i/w+1, h-1); r++ {
		for c := max(i%w-1, 0); c <= min(i%w+1, w-1); c++ {
			if j := r*w + c; j != i {
				f(j)
			}
		}
	}
}

func (g *game) number(i int) int8 {
	n := int8(0)
	around(g.h, g.w, i, func(j int) {
		if g.mine[j] {
			n++
		}
	})
	return n
}

// open opens cell i, which must not hold a mine: it writes the number of the cell into the slice
// shows. If an opened cell shows 0, all cells around it are opened, too.
func (g *game) open(shows []int8, i int) (opened []int) {
	if shows[i] >= 0 {
		return nil
	}
	shows[i] = g.number(i)
	opened = []int{i}
	for k := 0; k < len(opened); k++ {
		if shows[opened[k]] > 0 {
			continue
		}
		around(g.h, g.w, opened[k], func(j int) {
			if shows[j] < 0 {
				shows[j] = g.number(j)
				opened = append(opened, j)
			}
		})
	}
	return opened
}

func (g *game) board() *Board {
	b := &Board{h: g.h, w: g.w, game: g, mines: count(g.mine), cells: slices.Repeat([]int8{covered}, len(g.mine))}
	if g.first >= 0 {
		g.open(b.cells, g.first)
	}
	return b
}

// parseID reads a game ID of the form WxH[nN][letters]:[X,Y,][m|u]BITMAP. It counts the
// mines in the bitmap and ignores N. It also accepts sides below 3, which sgt-mines
// rejects.
func parseID(text string) (*Board, error) {
	params, desc, _ := encode.OneLine(text).Cut(":")
	w, h, rest, err := grid.Sides(params, maxCells, "9x9:4,4,m and a bitmap")
	if err != nil {
		return nil, err
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if err := rest.Only("0123456789"+letters, "':' after the size"); err != nil {
		return nil, err
	}
	n := h * w
	if h > maxCells/w {
		return nil, encode.Errorf(1, 1, "want at most %d cells, got %d", maxCells, n)
	}
	g := &game{h: h, w: w, first: -1}
	opened := desc
	if strings.Contains(desc.Text, ",") {
		var place [2]int
		for k, side := range [2]int{w, h} {
			n, digits := encode.LeadingNumber(desc.Text, maxCells)
			if digits == 0 || n >= side {
				return nil, desc.Errorf("want the %s of the opened square, 0 to %d, got %q", [2]string{"column", "row"}[k], side-1, word(desc))
			}
			if desc = desc.From(digits); !strings.HasPrefix(desc.Text, ",") {
				return nil, desc.Errorf("want ',' after a number of the opened square, got %q", word(desc))
			}
			place[k], desc = n, desc.From(1)
		}
		g.first = place[1]*w + place[0]
	}
	masked := strings.HasPrefix(desc.Text, "m")
	if masked || strings.HasPrefix(desc.Text, "u") {
		desc = desc.From(1)
	}
	bits, err := grid.ReadHex(desc, n, "bitmap")
	if err != nil {
		return nil, err
	}
	if masked {
		mask(bits, n, 1)
		mask(bits, n, 0)
	}
	g.mine = grid.Unpack(bits, n)
	if g.first >= 0 && g.mine[g.first] {
		return nil, opened.Errorf("the opened square, column %d and row %d from 0, is a mine", g.first%w, g.first/w)
	}
	return g.board(), nil
}
