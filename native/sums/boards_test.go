package sums

import "math/rand/v2"

// mined is a Minesweeper board, on which some of the cells without a mine are open. In the problem
// of the board, each covered cell is a variable and each open cell states a sum.
type mined struct {
	h, w int
	mine []bool
	open []bool
}

// newMined returns an h x w board with the given number of mines on random cells and no open cells.
func newMined(rng *rand.Rand, h, w, mines int) *mined {
	m := &mined{h, w, make([]bool, h*w), make([]bool, h*w)}
	for _, i := range rng.Perm(h * w)[:mines] {
		m.mine[i] = true
	}
	return m
}

// around returns the up to eight neighbours of cell i.
func (m *mined) around(i int) []int {
	var all []int
	for r := max(0, i/m.w-1); r <= min(m.h-1, i/m.w+1); r++ {
		for c := max(0, i%m.w-1); c <= min(m.w-1, i%m.w+1); c++ {
			if r*m.w+c != i {
				all = append(all, r*m.w+c)
			}
		}
	}
	return all
}

// number returns how many neighbours of cell i are mines.
func (m *mined) number(i int) int {
	n := 0
	for _, j := range m.around(i) {
		if m.mine[j] {
			n++
		}
	}
	return n
}

// scatter opens n random cells that have no mine and are not open yet.
func (m *mined) scatter(rng *rand.Rand, n int) {
	for _, i := range rng.Perm(len(m.mine)) {
		if n > 0 && !m.mine[i] && !m.open[i] {
			m.open[i] = true
			n--
		}
	}
}

// play opens random cells without mines until it has opened at least n cells. As in the game,
// opening a cell without mines around it also opens its neighbours.
func (m *mined) play(rng *rand.Rand, n int) {
	var press func(i int)
	press = func(i int) {
		if m.open[i] {
			return
		}
		m.open[i] = true
		n--
		if m.number(i) == 0 {
			for _, j := range m.around(i) {
				press(j)
			}
		}
	}
	for _, i := range rng.Perm(len(m.mine)) {
		if n > 0 && !m.mine[i] {
			press(i)
		}
	}
}

// problem returns the problem of finding the mines on the board. The total number of mines is known
// if total is true.
func (m *mined) problem(total bool) *Problem {
	p := &Problem{Total: -1}
	variable := make([]int, len(m.mine))
	mines := 0
	for i, open := range m.open {
		if !open {
			variable[i] = p.N
			p.N++
		}
		if m.mine[i] {
			mines++
		}
	}
	if total {
		p.Total = mines
	}
	for i, open := range m.open {
		if !open {
			continue
		}
		s := Sum{Value: m.number(i)}
		for _, j := range m.around(i) {
			if !m.open[j] {
				s.Vars = append(s.Vars, variable[j])
			}
		}
		p.Sums = append(p.Sums, s)
	}
	return p
}
