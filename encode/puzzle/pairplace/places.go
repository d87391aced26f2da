package pairplace

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
	"counterproof/native/matching"
)

func (f *frame) singles() []deduce.Rule {
	return []deduce.Rule{{
		Name: "mate", Level: easy,
		Statement: "A is in column B only if B is in column A. So if column A has lost the letter B in a row, column B loses the letter A in that row.",
		Find:      f.findMates,
		Facts:     func(st *deduce.Step) []deduce.Bit { return deduce.AppendBits(nil, st.Values, st.Sites[0]) },
		Moves:     deduce.Moves{Reason: func(st *deduce.Step) any { return st.Sites[0] }, Echoes: true},
		Tell: func(steps []deduce.Step) string {
			var lost uint64
			for _, st := range steps {
				lost |= st.Values
			}
			return fmt.Sprintf("%s cannot be %s", f.SiteName(steps[0].Sites[0]), f.or(lost))
		},
	}, {
		Name: "naked single", Level: easy,
		Statement: "If a cell has only one letter left, the other cells of its row and its column lose this letter. If this letter is the column's own letter, the column is unpaired in that row, and the other columns lose their own letters in that row." + f.ifLoose("In this table, own letters do not exclude one another: several columns of a row can be unpaired, and a column can be unpaired in several rows."),
		Find:      f.findSingles,
		Facts:     func(st *deduce.Step) []deduce.Bit { return deduce.AppendBits(nil, f.all()&^st.Values, st.Sites[0]) },
		Moves:     deduce.Moves{Reason: func(st *deduce.Step) any { return fmt.Sprint(f.both(st), st.Values) }, Places: f.both, Spreads: true},
		Tell: func(steps []deduce.Step) string {
			return fmt.Sprintf("%s can only be %s", f.SiteName(steps[0].Sites[0]), f.letters(steps[0].Values))
		},
	}, {
		Name: "hidden single", Level: easy,
		Statement: "If a letter is left in only one cell of a row, this cell loses all its other letters. With an odd number of columns, if only one column of a row still has its own letter left, its cell loses all other letters. In a full table, where every two columns are a pair in some row, the rule also works for a letter that is left in only one cell of a column." + f.ifLoose("In this table, it only works for letters of rows."),
		Find:      f.findPlaces,
		Facts:     f.placeFacts,
		Moves:     deduce.Moves{Places: f.both},
		Tell:      f.tellPlace,
	}}
}

// both returns the two cells of the pair that a pattern places: the cell of the pattern, and the
// cell in the same row and in the column that the letter names.
func (f *frame) both(st *deduce.Step) []int {
	at := st.Sites[0]
	mate := at - at%f.n + bits.TrailingZeros64(st.Values)
	if mate == at {
		return []int{at}
	}
	return []int{at, mate}
}

func (f *frame) findMates(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, i := range changed {
		a := int(i) % f.n
		row := int(i) - a
		for b := range deduce.Each(f.all() &^ s[i] &^ (1 << a)) {
			if s.Has(row+b, a) {
				emit(row+b, a, deduce.Pattern{Sites: []int{int(i)}, Values: 1 << b})
			}
		}
	}
}

func (f *frame) findSingles(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, i := range changed {
		left := s[i]
		if left&(left-1) != 0 {
			continue
		}
		r, a := int(i)/f.n, int(i)%f.n
		for v := range f.n {
			if left&^(1<<v) != 0 {
				continue
			}
			p := deduce.Pattern{Sites: []int{int(i)}, Values: 1 << v}
			take := func(cell, v int) {
				if cell != int(i) && s.Has(cell, v) {
					emit(cell, v, p)
				}
			}
			for c := range f.n {
				take(r*f.n+c, v)
				if v == a && f.one {
					take(r*f.n+c, c)
				}
			}
			for row := range f.h {
				if v != a || f.one {
					take(row*f.n+a, v)
				}
			}
		}
	}
}

// has returns the letters that must occur in a line (a row or a column). In a row, all letters must
// occur. In a column of a full table, every letter that can occur must occur. For a column of any
// other table, the result is empty.
func (f *frame) has(line int) uint64 {
	switch {
	case line < f.h:
		return f.all()
	case !f.isFull:
		return 0
	case f.one:
		return f.all()
	}
	return f.all() &^ (1 << (line - f.h))
}

// findPlaces implements the rule "hidden single". If a letter has only one cell in a line, the
// field Clue of the pattern is the line. If only one column of a row can be unpaired, Clue is
// f.h+f.n plus the row.
func (f *frame) findPlaces(s deduce.State, changed []int32, emit deduce.Emit) {
	settle := func(i, v, clue int) {
		for other := range deduce.Each(s[i] &^ (1 << v)) {
			emit(i, other, deduce.Pattern{Sites: []int{i}, Values: 1 << v, Clue: clue})
		}
	}
	for line := range f.touched(changed) {
		cells := f.line(line)
		var once, twice, own uint64
		for a, i := range cells {
			twice |= once & s[i]
			once |= s[i]
			own += s[i] >> a & 1 // in a row, this counts the columns that can be unpaired
		}
		has := f.has(line)
		for _, i := range cells {
			for v := range deduce.Each(has &^ twice & (s[i] | ^once)) {
				settle(i, v, line)
			}
		}
		if line >= f.h || !f.one || own > 1 {
			continue
		}
		for a, i := range cells {
			if own == 0 || s.Has(i, a) {
				settle(i, a, f.h+f.n+line)
			}
		}
	}
}

func (f *frame) placeFacts(st *deduce.Step) (facts []deduce.Bit) {
	if r := st.Clue - f.h - f.n; r >= 0 {
		for a, i := range f.line(r) {
			if i != st.Sites[0] {
				facts = append(facts, deduce.Bit{Site: i, Value: a})
			}
		}
		return facts
	}
	return f.units().Outside(st)
}

func (f *frame) tellPlace(steps []deduce.Step) string {
	st := &steps[0]
	if r := st.Clue - f.h - f.n; r >= 0 {
		return fmt.Sprintf("only column %s can still be unpaired in row %d", f.letters(st.Values), r+1)
	}
	return fmt.Sprintf("%s has its only place for %s in %s", f.name(st.Clue), f.letters(st.Values), f.across(st.Clue, st.Sites))
}

// sets returns the rules about naked and hidden pairs and sets. A set is a group of cells of a row
// or column that take as many letters as there are cells in the group.
func (f *frame) sets() []deduce.Rule {
	naked := func(level, k int, many string) deduce.Rule {
		return f.units().Naked(level, k, "Take up to "+many+" cells of a row or column, and all letters that are left in them. If there are at most as many letters as cells taken, the other cells of that row or column lose these letters."+f.ifLoose("In a column of this table, the rule considers only cells that cannot have the column's own letter."))
	}
	hidden := func(level, k int, many string) deduce.Rule {
		return f.units().Hidden(level, k, "Take up to "+many+" letters and a row, and mark the cells of the row that still have at least one of these letters left. If there are at most as many marked cells as letters taken, the marked cells lose all other letters. In a full table, the rule also works for a column instead of a row.")
	}
	return []deduce.Rule{
		naked(normal, 2, "two"),
		hidden(normal, 2, "two"),
		naked(hard, 3, "three"),
		hidden(hard, 3, "three"),
		naked(hard, 4, "four"),
		hidden(hard, 4, "four"),
	}
}

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
	parts := wording.Each(x.parts, func(part uint64) string {
		if part&(part-1) != 0 {
			return "one of " + technique.And(f.columns(part))
		}
		return technique.Or(f.columns(part))
	})
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
