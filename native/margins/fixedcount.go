package margins

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"counterproof/native"
)

// Count fills the lines with given entries one by one. After each line, it holds all margins (the
// sums that the cross lines still need) and the number of ways to reach each margin. After the last
// of these lines, Count continues as Problem.Count does, from all margins at once.
func (p *Fixed) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := p.filler()
	if err != nil {
		return nil, err
	}
	if f == nil {
		return new(big.Int), nil
	}
	c := &fixedCount{filler: f, gauge: p.gauge(ctx, st)}
	now := map[string]*margin{"": {f.cross, big.NewInt(1)}}
	for i := range f.lines {
		next := map[string]*margin{}
		groups := f.interchangeable(i)
		for _, m := range now {
			st.Nodes++
			if c.leave(i, m, groups, next); c.err != nil {
				return nil, c.err
			}
		}
		now = next
	}
	return c.finish(now)
}

// A margin holds the numbers of ones that the cross lines still need, and the number of ways to
// fill the earlier lines so that these numbers remain.
type margin struct {
	left []int
	ways *big.Int
}

type fixedCount struct {
	*filler
	*gauge
}

// interchangeable divides the cross lines into groups. Cross lines of the same group have the same
// given entries in all lines after line i.
func (f *filler) interchangeable(i int) map[string][]int {
	groups := map[string][]int{}
	for x := range f.cross {
		var later []byte
		for _, given := range f.given[i+1:] {
			later = append(later, given[x])
		}
		groups[string(later)] = append(groups[string(later)], x)
	}
	return groups
}

// leave fills line i in every possible way, starting from the margin m, and adds the resulting
// margins to the map next. The cross lines of a group that still need equally many ones form a
// kind. It is enough to decide how many cross lines of each kind get a one.
func (c *fixedCount) leave(i int, m *margin, groups map[string][]int, next map[string]*margin) {
	left, need := slices.Clone(m.left), c.need[i]
	var kinds [][]int
	for _, group := range groups {
		byLeft := map[int][]int{}
		for _, x := range group {
			v := c.given[i][x]
			if v == 1 {
				left[x]--
				need--
			}
			if v == Open {
				byLeft[left[x]] = append(byLeft[left[x]], x)
			} else if !c.can(i, x, left[x]) {
				return
			}
		}
		kinds = slices.AppendSeq(kinds, maps.Values(byLeft))
	}
	room := make([]int, len(kinds)+1) // cross lines of the kinds from k on
	for k := len(kinds) - 1; k >= 0; k-- {
		room[k] = room[k+1] + len(kinds[k])
	}
	var choose func(k, need int, ways *big.Int)
	choose = func(k, need int, ways *big.Int) {
		if need < 0 || need > room[k] || c.err != nil {
			return
		}
		if k == len(kinds) {
			c.add(i, left, ways, groups, next)
			return
		}
		of := kinds[k]
		for n := 0; n <= min(need, len(of)); n++ {
			if n > 0 {
				left[of[n-1]]--
			}
			if (n == 0 || c.can(i, of[0], left[of[0]])) && (n == len(of) || c.can(i, of[n], left[of[n]])) {
				choose(k+1, need-n, new(big.Int).Mul(ways, new(big.Int).Binomial(int64(len(of)), int64(n))))
			}
		}
		for _, x := range of[:min(need, len(of))] {
			left[x]++
		}
	}
	choose(0, need, m.ways)
}

// add adds the given number of ways to a margin after line i in the map next. It first sorts the
// numbers within each group of interchangeable cross lines, so that equivalent margins become
// equal.
func (c *fixedCount) add(i int, left []int, ways *big.Int, groups map[string][]int, next map[string]*margin) {
	if !passes(slices.Clone(left), c.bound[i+1]) {
		return
	}
	sorted := slices.Clone(left)
	for _, group := range groups {
		var sums []int
		for _, x := range group {
			sums = append(sums, left[x])
		}
		slices.Sort(sums)
		for k, x := range group {
			sorted[x] = sums[k]
		}
	}
	key := fmt.Sprint(sorted)
	m := next[key]
	if m == nil {
		m = &margin{sorted, new(big.Int)}
		next[key] = m
	}
	m.ways.Add(m.ways, ways)
	c.move(sorted, len(m.ways.Bits()), int64(len(next)*(perState+16*len(left))))
}

// finish returns the number of all matrices, as a sum over the given margins. For each margin, the
// number of ways to reach it is multiplied by the number of ways to fill the lines without given
// entries.
func (c *fixedCount) finish(from map[string]*margin) (*big.Int, error) {
	total := new(big.Int)
	if len(from) == 0 {
		return total, nil
	}
	if len(c.rest) == 0 || len(c.cross) == 0 {
		for _, m := range from { // no ones are missing any more
			total.Add(total, m.ways)
		}
		return total, nil
	}
	l := newLadder(c.rest, c.cross)
	first := newRung(len(l.start))
	for _, m := range from {
		first.add(first.find(newState(m.left, len(l.start))), m.ways)
	}
	total.Set(l.countFrom(c.gauge, first))
	if c.err != nil {
		return nil, c.err
	}
	return total, nil
}
