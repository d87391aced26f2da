package pairplace

import (
	"fmt"
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
