package pairplace

import (
	"fmt"
	"strings"

	"counterproof/native/deduce"
)

// chains are the rule about chains, for one table, and the links of its steps.
// Its groups are the letters of each cell, then with an odd number of columns
// those that each row may leave unpaired, and then in a full table the rows of
// each letter in each column.
func (f *frame) chains() (rule, func(st *deduce.Step) []deduce.Link) {
	c := &deduce.Chains{Values: f.n, Takes: f.takes()}
	for i := range f.h * f.n {
		var group []int32
		for v := range f.n {
			group = append(group, f.code(i/f.n, i%f.n, v))
		}
		c.Groups = append(c.Groups, group)
	}
	if f.odd {
		for r := range f.h {
			var group []int32
			for a := range f.n {
				group = append(group, f.code(r, a, a))
			}
			c.Groups = append(c.Groups, group)
		}
	}
	for a := range f.n {
		for v := range deduce.Each(f.has(f.h + a)) {
			var group []int32
			for r := range f.h {
				group = append(group, f.code(r, a, v))
			}
			c.Groups = append(c.Groups, group)
		}
	}
	links := func(st *deduce.Step) []deduce.Link {
		if st.Rule.Name != "chain" {
			return nil
		}
		return c.Links(st)
	}
	return rule{
		c.Rule("chain", extreme, "A letter that an alternating chain rules out: with its mate it takes letters from its row and its columns, so that a cell has one letter left, or a row of odd length one column to leave unpaired, or in a full table a pair one row; this takes others, and so on, until the first letter is taken."),
		func(st *deduce.Step) string { return f.tellChain(st, c.Links(st)) },
	}, links
}

func (f *frame) code(r, a, v int) int32 { return int32((r*f.n+a)*f.n + v) }

// takes are the letters that one excludes: others of its cell, the same in its row
// and column, and those of its mate; own letters exclude each other in a row.
func (f *frame) takes() func(code int32) []int32 {
	var taken []int32
	return func(code int32) []int32 {
		cell, b := int(code)/f.n, int(code)%f.n
		r, a := cell/f.n, cell%f.n
		taken = taken[:0]
		for c := range f.n {
			if c != b {
				taken = append(taken, f.code(r, a, c), f.code(r, c, a))
			}
			if c != a && a != b {
				taken = append(taken, f.code(r, c, b), f.code(r, b, c))
			}
			if c != a && a == b {
				taken = append(taken, f.code(r, c, c))
			}
		}
		for row := range f.h {
			if row != r {
				taken = append(taken, f.code(row, a, b), f.code(row, b, a))
			}
		}
		return taken
	}
}

func (f *frame) tellChain(st *deduce.Step, links []deduce.Link) string {
	var b strings.Builder
	fmt.Fprintf(&b, "if %s were %s", f.cell(st.Site), f.letter(st.Value))
	for _, x := range links {
		cell, v := x.From.Site, f.letter(x.From.Value)
		r, last := cell/f.n+1, x.To == deduce.None
		switch g := x.Group - f.h*f.n; {
		case g < 0 && last:
			fmt.Fprintf(&b, ", %s would have no letter", f.cell(cell))
		case g < 0:
			fmt.Fprintf(&b, ", %s would be %s", f.cell(cell), f.letter(x.To.Value))
		case f.odd && g < f.h && last:
			fmt.Fprintf(&b, ", row %d would leave no column unpaired", r)
		case f.odd && g < f.h:
			fmt.Fprintf(&b, ", row %d would leave %s unpaired", r, f.letter(x.To.Value))
		case last:
			fmt.Fprintf(&b, ", column %c would have no row for %s", letters[cell%f.n], v)
		default:
			fmt.Fprintf(&b, ", column %c would have %s in row %d", letters[cell%f.n], v, x.To.Site/f.n+1)
		}
	}
	return b.String()
}
