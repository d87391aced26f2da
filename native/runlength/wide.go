package runlength

import "math/bits"

// A wide solves lines in the same way as solveNarrow, but with sets of several words. It holds the
// buffers for lines of at most n cells, where n is the argument of newWide.
type wide struct {
	words                int // words of a set
	mayZero, mayOne, set []uint64
	behind, zeros, ones  []uint64
	hop                  [][]uint64
	ahead, starts        []uint64 // a set for each number of runs
}

func words(n int) int { return (n + 2 + 63) / 64 }

func newWide(n int) *wide {
	k := words(n)
	w := &wide{words: k}
	for _, s := range []*[]uint64{&w.mayZero, &w.mayOne, &w.set, &w.behind, &w.zeros, &w.ones} {
		*s = make([]uint64, k)
	}
	for step := 1; step <= n+1; step *= 2 {
		w.hop = append(w.hop, make([]uint64, k))
	}
	w.ahead = make([]uint64, (n/2+3)*k)
	w.starts = make([]uint64, (n/2+3)*k)
	return w
}

// solve does the work of Solve on a line of n cells, and returns false if it has no filling. The sets
// zero and one hold the cells that are known to be 0 and 1. solve adds all cells that they force.
func (w *wide) solve(runs []int, n, slack int, zero, one []uint64) bool {
	if slack < 0 {
		return false
	}
	for i := range w.words {
		w.mayZero[i] = below(n+1, i) &^ one[i]
		w.mayOne[i] = below(n, i) &^ zero[i]
	}
	if !w.forward(runs, n) {
		return false
	}
	w.backward(runs, n, slack)
	for i := range w.words {
		all := below(n, i)
		zero[i] = all &^ w.ones[i]
		one[i] = all &^ w.zeros[i]
	}
	return true
}

func (w *wide) forward(runs []int, n int) bool {
	k, m := w.words, len(runs)
	clear(w.set)
	w.set[0] = 1
	w.carry(w.ahead[:k], w.set)
	for j, run := range runs {
		s := w.starts[j*k : j*k+k]
		copy(s, w.mayOne)
		had := 1
		for ; 2*had <= run; had *= 2 {
			andRight(s, s, had)
		}
		andRight(s, s, run-had)
		andRight(s, w.mayZero, run)
		for i := range k {
			s[i] &= w.ahead[j*k+i]
		}
		clear(w.set)
		orLeft(w.set, s, run+1)
		w.carry(w.ahead[(j+1)*k:(j+2)*k], w.set)
	}
	return has(w.ahead[m*k:], n+1)
}

// backward computes w.zeros and w.ones: the cells that can be zero and the cells that can be one.
func (w *wide) backward(runs []int, n, slack int) {
	k, m := w.words, len(runs)
	hops := 0
	copy(w.set, w.mayZero)
	for step := 1; step <= slack; step *= 2 {
		copy(w.hop[hops], w.set)
		hops++
		andRight(w.set, w.set, step)
	}
	clear(w.behind)
	w.behind[(n+1)/64] |= 1 << ((n + 1) % 64)
	clear(w.zeros)
	clear(w.ones)
	w.back(hops, w.ahead[m*k:])
	for j := m - 1; j >= 0; j-- {
		run := runs[j]
		s := w.starts[j*k : j*k+k]
		andRight(s, w.behind, run+1)
		orLeft(w.zeros, s, run)
		copy(w.set, s)
		had := 1
		for ; 2*had <= run; had *= 2 {
			orLeft(w.set, w.set, had)
		}
		orLeft(w.set, w.set, run-had)
		for i := range k {
			w.ones[i] |= w.set[i]
		}
		copy(w.behind, s)
		w.back(hops, w.ahead[j*k:])
	}
}

// carry extends each position in a set over the following cells that can be zero. It reads the set
// in the parameter from and stores the result in the parameter to.
func (w *wide) carry(to, from []uint64) {
	var c uint64
	for i, m := range w.mayZero {
		var sum uint64
		sum, c = bits.Add64(from[i]&m, m, c)
		to[i] = sum ^ m | from[i]
	}
}

// back extends the positions in w.behind backward over cells that can be zero. Then it adds to
// w.zeros the cells that can be a zero between two runs. The set ahead says where the runs on the
// left can end, and w.behind says where the other runs can begin.
func (w *wide) back(hops int, ahead []uint64) {
	for i := range hops {
		step := 1 << i
		words, shift := step/64, step%64
		for x := range w.words - words {
			v := w.behind[x+words] >> shift
			if x+words+1 < w.words {
				v |= w.behind[x+words+1] << (64 - shift)
			}
			w.behind[x] |= v & w.hop[i][x]
		}
	}
	for x := range w.words {
		v := w.behind[x] >> 1
		if x+1 < w.words {
			v |= w.behind[x+1] << 63
		}
		w.zeros[x] |= ahead[x] & v & w.mayZero[x]
	}
}

func below(n, i int) uint64 {
	switch {
	case n >= 64*(i+1):
		return ^uint64(0)
	case n <= 64*i:
		return 0
	}
	return 1<<(n-64*i) - 1
}

func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 != 0 }

// orLeft adds to the first set all numbers of the second set increased by n. Both may be the same.
func orLeft(set, from []uint64, n int) {
	words, shift := n/64, n%64
	for x := len(set) - 1; x >= words; x-- {
		v := from[x-words] << shift
		if x > words {
			v |= from[x-words-1] >> (64 - shift)
		}
		set[x] |= v
	}
}

// andRight removes from the first set all numbers x for which x+n is not in the second set.
func andRight(set, with []uint64, n int) {
	words, shift := n/64, n%64
	for x := range set {
		var v uint64
		if x+words < len(with) {
			v = with[x+words] >> shift
			if x+words+1 < len(with) {
				v |= with[x+words+1] << (64 - shift)
			}
		}
		set[x] &= v
	}
}

// narrow is the largest number of cells in a line whose positions fit into one word. Position i is
// the boundary just before cell i. A zero is added behind the last cell, so that every run is
// followed by a zero. So a line of n cells has n+2 positions.
const narrow = 62

// A narrowPass holds what solveNarrow finds when it places the runs of a line from left to right.
// Each entry is a set of positions (see narrow).
type narrowPass struct {
	ahead  [narrow/2 + 2]uint64 // [j]: positions in front of which the first j runs fit, each with a zero after it
	starts [narrow/2 + 2]uint64 // [j]: positions where run j (counted from 0) can start if the runs before it fit in front
}

// solveNarrow does the work of Solve on a line of n cells, where n is at most the constant narrow.
// It takes the set of cells that are known to be 0 and the set of cells that are known to be 1, and
// returns these sets with all cells that the line forces.
func solveNarrow(runs []int, n, slack int, zero, one uint64) (uint64, uint64, bool) {
	if slack < 0 {
		return 0, 0, false
	}
	all := uint64(1)<<(n+1) - 1
	mayZero := all &^ one
	mayOne := all &^ (zero | 1<<n)
	var p narrowPass
	if a := p.forward(runs, mayZero, mayOne); a>>(n+1) == 0 {
		return 0, 0, false
	}
	zeros, ones := p.backward(runs, n, slack, mayZero)
	all >>= 1
	return all &^ ones, all &^ zeros, true
}

// forward computes p.ahead and p.starts, and returns the last entry of p.ahead, which is for all
// runs. To extend each position over the following cells that can be zero, it uses the carries of
// an addition.
func (p *narrowPass) forward(runs []int, mayZero, mayOne uint64) uint64 {
	a := uint64(1)
	a = ((a & mayZero) + mayZero ^ mayZero) | a
	p.ahead[0] = a
	for j, run := range runs {
		s := mayOne
		had := 1
		for ; 2*had <= run; had *= 2 {
			s &= s >> had
		}
		s &= s >> (run - had)
		s &= mayZero >> run & a
		p.starts[j] = s
		a = s << (run + 1)
		a = ((a & mayZero) + mayZero ^ mayZero) | a
		p.ahead[j+1] = a
	}
	return a
}

// backward places the runs from right to left and combines the result with p. It returns the cells
// that can be zero and the cells that can be one. Its variable behind holds the positions behind
// which the runs from run j on fit. The loops over hop extend each position backward over up to
// slack cells that can be zero, in steps of 1, 2, 4, ... cells.
func (p *narrowPass) backward(runs []int, n, slack int, mayZero uint64) (zeros, ones uint64) {
	var hop [6]uint64
	hops := 0
	for h, step := mayZero, 1; step <= slack; step *= 2 {
		hop[hops] = h
		hops++
		h &= h >> step
	}
	behind := uint64(1) << (n + 1)
	for i := range hops {
		behind |= hop[i] & (behind >> (1 << i))
	}
	zeros = p.ahead[len(runs)] & (behind >> 1) & mayZero
	for j := len(runs) - 1; j >= 0; j-- {
		run := runs[j]
		s := p.starts[j] & (behind >> (run + 1))
		zeros |= s << run
		o := s
		had := 1
		for ; 2*had <= run; had *= 2 {
			o |= o << had
		}
		ones |= o | o<<(run-had)
		behind = s
		for i := range hops {
			behind |= hop[i] & (behind >> (1 << i))
		}
		zeros |= p.ahead[j] & (behind >> 1) & mayZero
	}
	return zeros, ones
}
