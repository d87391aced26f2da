package pairplace

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode/technique"
	"counterproof/native/deduce"
	"counterproof/native/matching"
)

// A barrier is a set of columns. It explains why columns a and b cannot be a pair in row r: the
// other columns could not all be paired up. Without a, b and the columns of the barrier, the
// columns of the row fall apart into parts. No column of one part can be paired with a column of
// another part. Each part with an odd number of columns needs a partner from the barrier. But there
// are more such parts than columns of the barrier.
type barrier struct {
	r       int
	columns uint64
	parts   []uint64
}

// matching returns the rule "matching", which considers all columns of a row at once. It
// finds everything that the rule "parity" finds, and everything that naked and hidden
// sets of any size find in rows.
func (f *frame) matching() deduce.Rule {
	return deduce.Rule{
		Name: "matching", Level: extreme,
		Statement: "Suppose that two columns are a pair in a row. If it is then impossible to pair up all other columns in this row, the two columns are not a pair there. The move names k of the other columns as the reason. Without these k columns, the rest falls apart into groups that cannot be paired with each other, and more than k of the groups have an odd size. Each group of odd size would need one of the k columns as a partner for one of its own columns." + f.ifLoose("In this table, groups with a column that can be unpaired do not count."),
		Find:      f.findMatching,
		Facts: func(st *deduce.Step) (facts []deduce.Bit) {
			x := st.Proof.(*barrier)
			done := x.columns | f.ends(st)
			for _, part := range x.parts {
				facts = f.apart(facts, x.r, part, done)
				done |= part
			}
			return facts
		},
		Moves: deduce.Moves{Reason: func(st *deduce.Step) any { return fmt.Sprint(st.Proof.(*barrier).r, f.ends(st)) }},
		Tell: func(steps []deduce.Step) string {
			st := &steps[0]
			x := st.Proof.(*barrier)
			return fmt.Sprintf("if %s in %s, then %s", f.couple(st), f.name(x.r), f.needy(x))
		},
	}
}

func (f *frame) needy(x *barrier) string {
	if x.columns == 0 {
		return f.stranded(x.parts[0])
	}
	var parts []string
	for _, part := range x.parts {
		name := technique.Or(f.columns(part))
		if part&(part-1) != 0 {
			name = "one of " + technique.And(f.columns(part))
		}
		parts = append(parts, name)
	}
	return fmt.Sprintf("%s would each need a partner, and only %s would be left for them", technique.And(parts), technique.And(f.columns(x.columns)))
}

// columns names columns. The extra column of a row is the partner of the unpaired column.
func (f *frame) columns(set uint64) []string {
	names := technique.Names(set&f.all(), f.letter)
	if set&^f.all() != 0 {
		names = append(names, "the unpaired place")
	}
	return names
}

// findMatching looks at each possible pair of every changed row. It checks whether the remaining
// columns can still be paired up. It computes one matching of the row and repairs it for each pair.
func (f *frame) findMatching(s deduce.State, changed []int32, emit deduce.Emit) {
	for r := range f.touched(changed) {
		if r >= f.h {
			break
		}
		near := f.near(s, r)
		g := f.matchable(near)
		mate := g.Maximum()
		perfect := !slices.Contains(mate, -1)
		for a := range near {
			for b := range deduce.Each(near[a] & (1<<a - 1)) {
				if perfect && mate[a] == b {
					continue
				}
				columns, ok := without(g, mate, a, b)
				if ok {
					continue
				}
				columns &= 1<<len(near) - 1
				x := &barrier{r, columns, oddParts(near, 1<<a|1<<b|columns)}
				for _, part := range x.parts {
					columns |= part
				}
				f.part(s, r, a, b, columns, deduce.Pattern{Proof: x}, emit)
			}
		}
	}
}

// matchable returns a graph in which all vertices can be paired up if and only if the columns of a
// row can. For a loose table, the columns that can be unpaired are all joined to one another and,
// if the number of columns is odd, to an extra vertex. A part of the graph with such a column has
// all of them. So oddParts finds enough other parts, and a barrier does not need the extra vertex.
func (f *frame) matchable(near []uint64) matching.Graph {
	if !f.loose() {
		return near
	}
	g := append(slices.Clone(near), make([]uint64, f.n%2)...)
	var open uint64
	for a := range near {
		open |= near[a] & (1 << a)
	}
	for a := range deduce.Each(open) {
		g[a] |= open | (1 << f.n)
		g[a] &= (1<<len(g) - 1) &^ (1 << a)
	}
	if f.n%2 == 1 {
		g[f.n] = open
	}
	return g
}

// without reports whether all columns other than a and b can be paired up with one another. If they
// cannot, without returns the columns of a barrier.
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

// oddParts removes the vertices in the parameter without from the graph. These are the vertices of
// a pair and of a barrier. Then oddParts returns the smallest connected parts that have an odd
// number of vertices. The number of these parts is the number of columns of the barrier plus one.
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
