package pairplace

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"counterproof/encode/reason"
	"counterproof/native/deduce"
	"counterproof/native/matching"
)

// A barrier explains why the columns of row r cannot be paired up once two of them are a
// pair. Without the barrier's columns, the other columns fall apart into parts that
// cannot be paired with one another. Each part with an odd number of columns needs a
// partner from the barrier, but there are more such parts than columns of the barrier.
type barrier struct {
	r       int
	columns uint64
	parts   []uint64
}

// matching returns the rule "matching", which considers all columns of a row at once. It
// finds everything that the rule "parity" finds, and everything that naked and hidden
// sets of any size find in rows.
func (f *frame) matching() rule {
	return rule{
		deduce.Rule{
			Name: "matching", Level: extreme,
			Statement: "Two columns are not a pair in a row if the other columns could then not all be paired up. The step names the reason: without a set of k columns, the rest falls apart into more than k groups of odd size, and each of these groups would need a partner from the set.",
			Find:      f.findMatching,
			Facts: func(st *deduce.Step) (facts []deduce.Bit) {
				x := f.barriers[st.Clue]
				done := x.columns | f.ends(st)
				for _, part := range x.parts {
					facts = f.apart(facts, x.r, part, done)
					done |= part
				}
				return facts
			},
			Moves: deduce.Moves{Reason: func(st *deduce.Step) any { return fmt.Sprint(f.barriers[st.Clue].r, f.ends(st)) }},
		},
		func(st *deduce.Step) string {
			x := f.barriers[st.Clue]
			var parts []string
			for _, part := range x.parts {
				name := f.group(part)
				if part&(part-1) != 0 {
					name = "(" + name + ")"
				}
				parts = append(parts, name)
			}
			left := "nothing"
			if x.columns != 0 {
				left = "only " + reason.And(strings.Fields(f.group(x.columns)))
			}
			return fmt.Sprintf("in %s, with %s, %s would be left for %s", f.name(x.r), f.couple(st), left, reason.And(parts))
		},
	}
}

// findMatching checks, for each possible pair of every changed row, whether the remaining
// columns can still be paired up. It computes one matching of the row and repairs it for
// each pair.
func (f *frame) findMatching(s deduce.State, changed []int32, emit deduce.Emit) {
	for r := range f.touched(changed) {
		if r >= f.h {
			break
		}
		g := matching.Graph(f.pairs(s, r))
		mate := g.Maximum()
		perfect := !slices.Contains(mate, -1)
		for a := range g {
			for b := range deduce.Each(g[a] & (1<<a - 1)) {
				if perfect && mate[a] == b {
					continue
				}
				columns, ok := without(g, mate, a, b)
				if ok {
					continue
				}
				f.barriers = append(f.barriers, barrier{r, columns, oddParts(g, 1<<a|1<<b|columns)})
				p := deduce.Pattern{Clue: len(f.barriers) - 1}
				for _, part := range f.barriers[p.Clue].parts {
					columns |= part
				}
				for c := range deduce.Each(columns & f.all()) {
					p.Sites = append(p.Sites, r*f.n+c)
				}
				f.part(s, r, a, b, p, emit)
			}
		}
	}
}

// without reports whether all columns other than a and b can be paired up with one
// another. If not, it returns the columns of a barrier. mate is a maximum matching of the
// row.
func without(g matching.Graph, mate []int, a, b int) (barrier uint64, ok bool) {
	mate = slices.Clone(mate)
	for _, c := range []int{a, b} {
		if mate[c] >= 0 {
			mate[mate[c]] = -1
			mate[c] = -1
		}
	}
	for c := range g {
		if c == a || c == b || mate[c] >= 0 {
			continue
		}
		if barrier, ok := g.Augment(mate, c, 1<<a|1<<b); !ok {
			return barrier, false
		}
	}
	return 0, true
}

// oddParts removes a pair and a barrier from the graph; both are in the parameter
// without. Then it returns the smallest connected parts that have an odd number of
// vertices. It returns one part more than the barrier has columns.
func oddParts(g []uint64, without uint64) (parts []uint64) {
	n := bits.OnesCount64(without) - 1
	for {
		part := oddPart(g, without)
		if part == 0 {
			break
		}
		parts = append(parts, part)
		without |= part
	}
	slices.SortFunc(parts, func(x, y uint64) int { return cmp.Compare(bits.OnesCount64(x), bits.OnesCount64(y)) })
	return parts[:n]
}
