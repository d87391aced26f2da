package line

// narrow is the longest line whose positions fit into one word: position i is
// what is before cell i, and behind the last cell stands one more, a zero, so
// that every run is followed by one.
const narrow = 62

// solveNarrow is Solve on a line of n cells as sets of cells known to be zero and
// one. slack is n+1 less the runs and the zero behind each.
func solveNarrow(runs []int, n, slack int, zero, one uint64) (uint64, uint64, bool) {
	if slack < 0 {
		return 0, 0, false
	}
	all := uint64(1)<<(n+1) - 1
	mayZero := all &^ one
	mayOne := all &^ (zero | 1<<n)

	// Forward: ahead[j] are the positions that the first j runs can be before.
	// Adding carries every position over the cells after it that may be zero.
	var ahead, starts [narrow/2 + 2]uint64
	a := uint64(1)
	a = ((a & mayZero) + mayZero ^ mayZero) | a
	ahead[0] = a
	for j, run := range runs {
		s := mayOne
		had := 1
		for ; 2*had <= run; had *= 2 {
			s &= s >> had
		}
		s &= s >> (run - had)
		s &= mayZero >> run & a
		starts[j] = s
		a = s << (run + 1)
		a = ((a & mayZero) + mayZero ^ mayZero) | a
		ahead[j+1] = a
	}
	k := len(runs)
	if a>>(n+1) == 0 {
		return 0, 0, false
	}

	// Backward: behind are the positions that the runs from j on can be after. A
	// position is carried back over at most slack cells, in doubling steps.
	var hop [6]uint64
	hops := 0
	for p, step := mayZero, 1; step <= slack; step *= 2 {
		hop[hops] = p
		hops++
		p &= p >> step
	}
	behind := uint64(1) << (n + 1)
	for i := range hops {
		behind |= hop[i] & (behind >> (1 << i))
	}
	zeros := ahead[k] & (behind >> 1) & mayZero
	ones := uint64(0)
	for j := k - 1; j >= 0; j-- {
		run := runs[j]
		s := starts[j] & (behind >> (run + 1))
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
		zeros |= ahead[j] & (behind >> 1) & mayZero
	}
	all >>= 1
	return all &^ ones, all &^ zeros, true
}
