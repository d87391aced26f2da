package pairplace

import (
	"fmt"
	"math/bits"
	"strings"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// chains returns the rule chain. A chain passes through groups of which exactly one member must be true.
// There is a group for the letters of each cell. With an odd number of columns, each
// row has a group for the columns that the row can leave unpaired. In a full table, where every two
// columns are a pair in some row, each pair also has a group for the rows in which the pair can
// occur.
func (f *frame) chains() deduce.Rule {
	c := &deduce.Chains{Values: f.n, Excludes: f.excludes()}
	group := func(n int, literal func(k int) int32) {
		c.Groups = append(c.Groups, wording.Each(encode.Left(n, nil), literal))
	}
	for cell := range f.h * f.n {
		group(f.n, func(v int) int32 { return f.code(cell/f.n, cell%f.n, v) })
	}
	for r := range f.h * f.extra() {
		group(f.n, func(a int) int32 { return f.code(r, a, a) })
	}
	for a := range f.n {
		for v := range deduce.Each(f.has(f.h + a)) {
			group(f.h, func(r int) int32 { return f.code(r, a, v) })
		}
	}
	r := c.Rule("chain", extreme, "A chain shows that a cell cannot have a letter. If the cell had this letter, its column and the column with the name of the letter would be a pair. This removes letters from the row and from the two columns. Then some cell would have only one letter left. Or, with an odd number of columns, only one column could still be unpaired in some row. Or, in a full table, only one row would be left for some pair. In each case, the only remaining letter, column or row would remove other letters, and so on. At the end, the cell from which the argument started could not have the supposed letter.")
	r.CoveredBy = technique.Short
	r.Tell = func(steps []deduce.Step) string { return f.tellChain(&steps[0]) }
	return r
}

func (f *frame) code(r, a, v int) int32 { return int32((r*f.n+a)*f.n + v) }

// excludes returns a function that lists what is impossible if a cell holds a letter. The argument
// of the function is the literal for that cell and letter. Three things are impossible. First, the
// cell cannot hold another letter. Second, the rest of its row and column cannot hold the same
// letter. Third, the letter makes two columns a pair, so the cell of the other column must hold the
// letter of this column. The first two exclusions then also apply to the cell of the other column.
// If a column holds its own letter, no other column can hold its own letter in the same row, unless
// the table is loose. In a loose table, the column can also hold its own letter in other rows.
func (f *frame) excludes() func(literal int32) []int32 {
	var excluded []int32
	return func(literal int32) []int32 {
		cell, b := int(literal)/f.n, int(literal)%f.n
		r, a := cell/f.n, cell%f.n
		excluded = excluded[:0]
		for c := range f.n {
			if c != b {
				excluded = append(excluded, f.code(r, a, c), f.code(r, c, a))
			}
			if c != a && a != b {
				excluded = append(excluded, f.code(r, c, b), f.code(r, b, c))
			}
			if c != a && a == b && f.one {
				excluded = append(excluded, f.code(r, c, c))
			}
		}
		for row := range f.h {
			if row != r && (a != b || f.one) {
				excluded = append(excluded, f.code(row, a, b), f.code(row, b, a))
			}
		}
		return excluded
	}
}

func (f *frame) tellChain(st *deduce.Step) string {
	chain := st.Chain()
	var b strings.Builder
	fmt.Fprintf(&b, "if %s were %s", f.SiteName(st.Site), f.letter(st.Value))
	for i, x := range chain {
		b.WriteString([...]string{", then ", ", so "}[min(i, 1)])
		cell, v := x.From.Site, f.letter(x.From.Value)
		r, last := cell/f.n+1, x.To == deduce.None
		switch g := x.Group - f.h*f.n; {
		case g < 0 && last:
			fmt.Fprintf(&b, "%s would have no letter", f.SiteName(cell))
		case g < 0:
			fmt.Fprintf(&b, "%s would be %s", f.SiteName(cell), f.letter(x.To.Value))
		case f.one && g < f.h && last:
			fmt.Fprintf(&b, "row %d would leave no column unpaired", r)
		case f.one && g < f.h:
			fmt.Fprintf(&b, "row %d would leave %s unpaired", r, f.letter(x.To.Value))
		case last:
			fmt.Fprintf(&b, "column %c would have no row for %s", letters[cell%f.n], v)
		default:
			fmt.Fprintf(&b, "column %c would have %s in row %d", letters[cell%f.n], v, x.To.Site/f.n+1)
		}
	}
	if last := chain[len(chain)-1].To; last != deduce.None {
		b.WriteString(f.clash(st.Bit, last))
	}
	return b.String()
}

func (f *frame) clash(x, y deduce.Bit) string {
	r, a, b := x.Site/f.n, x.Site%f.n, x.Value
	r2, c, d := y.Site/f.n, y.Site%f.n, y.Value
	switch {
	case r != r2 && a == b:
		return fmt.Sprintf(", and %s would be unpaired twice", f.letter(a))
	case r != r2:
		return fmt.Sprintf(", and %s and %s would be a pair twice", f.letter(min(a, b)), f.letter(max(a, b)))
	case a == b && c == d:
		return fmt.Sprintf(", and row %d would leave both %s and %s unpaired", r+1, f.letter(a), f.letter(c))
	}
	twice := a
	if b == c || b == d {
		twice = b
	}
	return fmt.Sprintf(", and row %d would have %s twice", r+1, f.letter(twice))
}

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
