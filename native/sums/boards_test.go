package sums

import "math/rand/v2"

// mined is a board with mines, on which some of the other cells are open. In its problem, the variables
// are the covered cells and the sums are the open cells.
type mined struct {
	h, w int
	mine []bool
	open []bool
}

// newMined returns a covered board with random mines.
func newMined(rng *rand.Rand, h, w, mines int) *mined {
	m := &mined{h, w, make([]bool, h*w), make([]bool, h*w)}
	for _, i := range rng.Perm(h * w)[:mines] {
		m.mine[i] = true
	}
	return m
}

// around returns the neighbours of cell i.
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

// number returns the number of mines around cell i.
func (m *mined) number(i int) int {
	n := 0
	for _, j := range m.around(i) {
		if m.mine[j] {
			n++
		}
	}
	return n
}

// scatter opens n random safe cells.
func (m *mined) scatter(rng *rand.Rand, n int) {
	for _, i := range rng.Perm(len(m.mine)) {
		if n > 0 && !m.mine[i] && !m.open[i] {
			m.open[i] = true
			n--
		}
	}
}

// play opens random safe cells until at least n are open. As in the game, a cell without mines around it
// opens its neighbours.
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

// problem returns the problem of the board. It includes the number of mines if total is true.
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
