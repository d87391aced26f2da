package line

// narrow is the longest line whose positions fit into one word: position i is
// what is before cell i, and behind the last cell stands one more, a zero, so
// that every run is followed by one.
const narrow = 62

// A narrowPass is what a pass over a line keeps of each step.
type narrowPass struct {
	ahead  [narrow/2 + 2]uint64 // [j]: positions that the first j runs can be before
	starts [narrow/2 + 2]uint64 // [j]: where run j can start, behind those runs
}

// solveNarrow is Solve on a line of n cells as sets of cells known to be zero and
// one. slack is n+1 less the runs and the zero behind each.
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

// forward finds ahead and starts, and returns the last of ahead. Adding carries
// every position over the cells after it that may be zero.
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

// backward returns the cells that can be zero and those that can be one. behind are
// the positions that the runs from j on can be after. A position is carried back
// over at most slack cells, in doubling steps.
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
