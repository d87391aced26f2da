package minesweeper

import (
	"context"
	"errors"

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
	mines int    // mines not yet proved
	look  []int  // open cells whose neighbourhood has changed
	due   []bool // by cell: whether the cell is in the list look
}

// play opens the first square and continues until it cannot prove that another covered cell is safe
// or a mine. The first square must be set and hold no mine. play looks at single numbers first.
// When single numbers prove nothing more, play uses native/sums, which finds every proof. If the
// open numbers overlap too widely for native/sums, the play ends. The error is ctx.Err().
func (g *game) play(ctx context.Context, st *native.Stats) (*opening, error) {
	p := &player{game: g, due: make([]bool, len(g.mine))}
	p.shows = make([]int8, len(g.mine))
	for i, mine := range g.mine {
		p.shows[i] = covered
		if mine {
			p.mines++
		} else {
			p.closed++
		}
	}
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
		p.mines--
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
	q := &sums.Problem{Total: -1}
	variable := make([]int, len(p.shows)) // by cell: 1 + its variable, 0 if the cell has none
	var cells []int                       // by variable: its cell
	for i, n := range p.shows {
		if n <= 0 {
			continue
		}
		rest, mines := p.rest(i)
		if len(rest) == 0 {
			continue
		}
		for k, j := range rest {
			if variable[j] == 0 {
				cells = append(cells, j)
				variable[j] = len(cells)
			}
			rest[k] = variable[j] - 1
		}
		q.Sums = append(q.Sums, sums.Sum{Vars: rest, Value: mines})
	}
	q.N = len(cells)
	if more, err := p.exact(ctx, st, q, cells); more || err != nil {
		return more, err
	}
	for i, n := range p.shows {
		if n == covered && variable[i] == 0 {
			cells = append(cells, i)
		}
	}
	q.N, q.Total = len(cells), p.mines
	return p.exact(ctx, st, q, cells)
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
