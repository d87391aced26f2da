package runlength

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
