package pairplace

import (
	"fmt"
	"math/bits"

	"counterproof/native/deduce"
)

// parity returns the rule "parity": a pair is impossible if it leaves an odd number of
// columns that can only be paired with one another.
func (f *frame) parity() deduce.Rule {
	return deduce.Rule{
		Name: "parity", Level: hard,
		Statement: "Suppose that two columns are a pair in a row. If an odd number of other columns can then be paired only with one another in this row, the two columns are not a pair there. In a table with an odd number of columns, the unpaired column counts as paired with an extra column." + f.ifLoose("In this table, there is no such column. Instead, the rule applies only if none of these other columns can be unpaired. It also applies to one column that is supposed to be unpaired instead of two that are supposed to be a pair."),
		Find:      f.findParity,
		Facts:     func(st *deduce.Step) []deduce.Bit { return f.apart(nil, st.Clue, st.Values, f.ends(st)) },
		Moves:     deduce.Moves{Reason: func(st *deduce.Step) any { return fmt.Sprint(st.Clue, f.ends(st)) }},
		Tell: func(steps []deduce.Step) string {
			st := &steps[0]
			return fmt.Sprintf("if %s in %s, then %s", f.couple(st), f.name(st.Clue), f.stranded(st.Values))
		},
	}
}

func (f *frame) couple(st *deduce.Step) string {
	a, b := st.Site%f.n, st.Value
	if a == b {
		return f.letter(a) + " were unpaired"
	}
	return f.letter(min(a, b)) + " and " + f.letter(max(a, b)) + " were a pair"
}

// stranded says that the columns of an odd part cannot be paired up. The part can contain the extra
// column, whose partner is unpaired.
func (f *frame) stranded(part uint64) string {
	columns := part & f.all()
	switch n := bits.OnesCount64(columns); {
	case n == 0:
		return "no column could be unpaired"
	case part != columns && n == 2:
		return fmt.Sprintf("only %s could be unpaired, and the other one would have no partner", f.or(columns))
	case part != columns:
		return fmt.Sprintf("only %s could be unpaired, and that would leave an odd number of them to be paired with one another", f.or(columns))
	case n == 1:
		return fmt.Sprintf("%s would have no partner", f.letters(columns))
	}
	return fmt.Sprintf("%s would have no partners but one another, and their number is odd", f.letters(columns))
}

// near returns a set for each column of row r, as bits: the columns with which the column can
// still be paired. If each row leaves one column unpaired, column n is an extra column whose partner
// is unpaired. If the table is loose, the set of a column that can be unpaired has the column itself.
func (f *frame) near(s deduce.State, r int) []uint64 {
	near := make([]uint64, f.n+1)
	for a := range f.n {
		for b := range deduce.Each(s[r*f.n+a]) {
			switch {
			case a != b:
			case f.one:
				b = f.n
			case !f.own(r*f.n + a):
				continue
			}
			near[a] |= 1 << b
			near[b] |= 1 << a
		}
	}
	return near[:f.n+f.extra()]
}

func (f *frame) findParity(s deduce.State, changed []int32, emit deduce.Emit) {
	for r := range f.touched(changed) {
		if r >= f.h {
			break
		}
		near := f.near(s, r)
		for a := range near {
			for b := range deduce.Each(near[a] & (2<<a - 1)) {
				if set := oddPart(near, 1<<a|1<<b); set != 0 {
					f.part(s, r, a, b, set, deduce.Pattern{Values: set, Clue: r}, emit)
				}
			}
		}
	}
}

// part emits that the columns a and b cannot be a pair in row r, where a must be larger than b. If
// a is the extra column (see near), part emits that column b cannot be unpaired there. The sites of
// the pattern are the cells of the given columns.
func (f *frame) part(s deduce.State, r, a, b int, columns uint64, p deduce.Pattern, emit deduce.Emit) {
	for c := range deduce.Each(columns & f.all()) {
		p.Sites = append(p.Sites, r*f.n+c)
	}
	if a == f.n {
		a = b
	}
	if s.Has(r*f.n+a, b) {
		emit(r*f.n+a, b, p)
	}
	if a != b && s.Has(r*f.n+b, a) {
		emit(r*f.n+b, a, p)
	}
}

// oddPart removes the vertices in the set without from the graph, and returns a connected part with
// an odd number of vertices, none of which can be unpaired. It returns 0 if there is no such part.
func oddPart(near []uint64, without uint64) uint64 {
	left := (1<<len(near) - 1) &^ without
	for left != 0 {
		part, unpaired := left&-left, uint64(0)
		for todo := part; todo != 0; {
			c := bits.TrailingZeros64(todo)
			more := near[c] & left &^ part
			part |= more
			unpaired |= near[c] & (1 << c)
			todo = todo&(todo-1) | more
		}
		if bits.OnesCount64(part)%2 == 1 && unpaired == 0 {
			return part
		}
		left &^= part
	}
	return 0
}

func (f *frame) ends(st *deduce.Step) uint64 {
	a, b := st.Site%f.n, st.Value
	if a == b && f.one {
		b = f.n
	}
	return 1<<a | 1<<b
}

// apart appends the facts that, in row r, no column of a part can be paired with a column outside
// the part. It leaves out the columns in the parameter but. For two columns of the table there are
// two facts: each column has lost the letter of the other. For the extra column and another column
// there is one fact: the other column cannot be unpaired. In a loose table, there is also a fact for
// each column of the part: it cannot be unpaired.
func (f *frame) apart(facts []deduce.Bit, r int, part, but uint64) []deduce.Bit {
	rest := (1<<(f.n+f.extra()) - 1) &^ (part | but)
	for c := range deduce.Each(part) {
		if !f.one && f.own(r*f.n+c) {
			facts = append(facts, deduce.Bit{Site: r*f.n + c, Value: c})
		}
		for d := range deduce.Each(rest) {
			switch {
			case d == f.n:
				facts = append(facts, deduce.Bit{Site: r*f.n + c, Value: c})
			case c == f.n:
				facts = append(facts, deduce.Bit{Site: r*f.n + d, Value: d})
			default:
				facts = append(facts, deduce.Bit{Site: r*f.n + c, Value: d}, deduce.Bit{Site: r*f.n + d, Value: c})
			}
		}
	}
	return facts
}
