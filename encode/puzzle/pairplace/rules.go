package pairplace

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/cover"
	"counterproof/sat/cnf"
)

// Check goes through the cells in reading order, and stops at the first cell that differs from its
// clue or contradicts an earlier cell.
func (t *Table) Check(s encode.Solution) error {
	for i := range s {
		r, own, letter := i/t.n, i%t.n, int(s[i])
		broken := func(rule string, column int, sites ...int) error {
			rule = t.SiteName(i) + ": " + fmt.Sprintf(rule, letters[column])
			return &encode.Violation{Rule: rule, Sites: sites}
		}
		if want := t.given[i]; want >= 0 && letter != want {
			return broken("the clue is %c", want, i)
		}
		if letter == own && !t.own(i) {
			return broken("%c is unpaired, with an even number of columns", own, i)
		}
		for column := range own {
			before := r*t.n + column
			other := int(s[before])
			switch {
			case other == letter:
				return broken("%c occurs twice in the row", letter, before, i)
			case other == column && letter == own && t.extra() == 1:
				return broken("%c is unpaired too", column, before, i)
			case (other == own) != (letter == column):
				return broken("%c is paired with it in only one direction", column, before, i)
			}
		}
		for before := own; before < i; before += t.n {
			if int(s[before]) == letter && (letter != own || t.extra() == 1) {
				return broken("%c occurs twice in the column", letter, before, i)
			}
		}
	}
	return nil
}

// Encode implements encode.Instance. There is a projected variable for each possible pair in each
// row and, if columns can be unpaired, for each column of each row. So a blocking clause has half
// as many literals as there are cells. For each cell, exactly one of the variables that give the
// cell a letter is true. If each row leaves one column unpaired, exactly one of the variables for
// unpaired columns is true in each row.
//
// In a full table, every pair occurs in some row, because the table has exactly as many places for
// pairs as there are pairs. Clauses that say so made no difference to the solver on puzzles of up
// to 15x16.
func (t *Table) Encode(e *encode.Encoder) {
	couples := t.couples()
	is := func(r, k int) encode.Lit { return encode.Lit(r*len(couples) + k + 1) }
	groups := make([][]encode.Lit, t.h*(t.n+t.extra())) // one per cell, then one per row for its only unpaired column
	for r := range t.h {
		for k, p := range couples {
			cell, mate := r*t.n+p.a, r*t.n+p.b
			groups[cell] = append(groups[cell], is(r, k))
			if cell == mate {
				mate = t.h*t.n + r
			}
			if mate < len(groups) {
				groups[mate] = append(groups[mate], is(r, k))
			}
		}
	}
	e.Project(groups, nil, func(m cnf.Model) encode.Solution {
		s := make([]byte, t.h*t.n)
		for i := range t.h * len(couples) {
			if r, p := i/len(couples), couples[i%len(couples)]; m.True(encode.Lit(i + 1)) {
				s[r*t.n+p.a], s[r*t.n+p.b] = byte(p.b), byte(p.a)
			}
		}
		return encode.Solution(s)
	})
	for r := range t.h {
		for k, p := range couples {
			e.Gives(is(r, k), r*t.n+p.a, p.b)
			if p.a != p.b {
				e.Gives(is(r, k), r*t.n+p.b, p.a)
			}
		}
	}
	for i, b := range t.given {
		if b != blank {
			e.Add(is(i/t.n, slices.Index(couples, pair{0, min(i%t.n, b), max(i%t.n, b)})))
		}
		if k := slices.Index(couples, pair{0, i % t.n, i % t.n}); k >= 0 && !t.own(i) {
			e.Add(-is(i/t.n, k))
		}
	}
	for _, g := range groups {
		e.ExactlyOne(g...)
	}
	for k, p := range couples {
		if p.a == p.b && t.extra() == 0 {
			continue // the column can be unpaired in several rows
		}
		e.AtMostOne(wording.Fill(t.h, func(r int) encode.Lit { return is(r, k) })...)
	}
}

// Reduce implements encode.Instance. The native problem is an exact cover: it covers the cells with
// pairs, and each pair is used at most once. The method that comes first depends on the table:
//
//   - If no row has a clue and there are more than 3 rows and 12 columns, dancing links come first.
//     Such a table has too many solutions to count, but dancing links find a solution at once: 51
//     rows of 52 columns took 0.1 s.
//   - The memo comes first in two other cases. In one case, no row has a clue. In the other, at
//     least two rows have no clue and there are at most 8 columns. Such a table has many solutions
//     to count. With more columns, going through the cells in order, as the memo does, can take
//     minutes to find one solution.
//   - Otherwise the memo comes first if a cover.Front finds the exact cover narrow, and bitset if
//     not.
//
// Without any clue, the columns are interchangeable. So every counting method counts only the
// solutions in which the letters of one column are in order. It multiplies their number by the
// number of orders. In a free table, rows can differ in kind, so the counting methods count all
// solutions.
func (t *Table) Reduce() []encode.Reduction {
	all := covering.Later(t.best(), func() (*cover.Problem, func([]int) encode.Solution) {
		p, pairs := t.problem()
		return p, func(options []int) encode.Solution {
			s := make([]byte, t.h*t.n)
			for _, o := range options {
				x := pairs[o]
				s[x.r*t.n+x.a], s[x.r*t.n+x.b] = byte(x.b), byte(x.a)
			}
			return encode.Solution(s)
		}
	})
	if t.clueless() == t.h && !t.free {
		for i := range all {
			if all[i].Count != nil {
				all[i].Count = t.inOrder(all[i].Method)
			}
		}
	}
	return all
}

// inOrder returns a function that counts the solutions of a table without clues by the named
// method. The function fixes one letter per row: the first column has the letters B, C and so on
// from the top down. If the number of columns is odd, column A is instead unpaired in the first
// row, column B in the second, and so on. Every other choice of these letters has the same number
// of solutions, because a renaming of the columns maps one choice to the other. In one run each,
// three rows of ten columns took 0.03 s instead of 4.5 s, and seven rows of eight columns took
// 0.005 s instead of 0.7 s.
func (t *Table) inOrder(name string) func(context.Context, *native.Stats) (*big.Int, error) {
	fixed := &Table{h: t.h, n: t.n, given: slices.Clone(t.given)}
	for r := range t.h {
		a, b := 0, r+1
		if t.n%2 == 1 {
			a, b = r, r
		}
		fixed.given[r*t.n+a], fixed.given[r*t.n+b] = b, a
	}
	return func(ctx context.Context, st *native.Stats) (*big.Int, error) {
		all := fixed.Reduce()
		i := slices.IndexFunc(all, func(r encode.Reduction) bool { return r.Method == name })
		n, err := all[i].Count(ctx, st)
		if err != nil {
			return nil, err
		}
		names := most(t.n) // possible values of the letter that inOrder fixes in a row
		return n.Mul(n, new(big.Int).MulRange(int64(names-t.h+1), int64(names))), nil
	}
}

// best returns the name of the method that Reduce puts first. It does not build the exact cover.
func (t *Table) best() string {
	switch free := t.clueless(); {
	case free == t.h && t.h > 3 && t.n > 12:
		return "dlx"
	case free == t.h || free > 1 && t.n <= 8:
		return "memo"
	}
	front := cover.NewFront(t.items(func(string, ...any) string { return "" }))
	t.options(func(_ pair, o cover.Option) { front.Add(o) })
	if front.Narrow() {
		return "memo"
	}
	return "bitset"
}

func (t *Table) clueless() int {
	rows := slices.Collect(slices.Chunk(t.given, t.n))
	return len(encode.Where(rows, func(row []int) bool { return slices.Max(row) == blank }))
}

// A pair is two columns a and b that are paired in row r. If a equals b, the column is unpaired in
// this row.
type pair struct{ r, a, b int }

// couples lists the pairs that a row can have, for row 0. In a loose table, the unpaired columns
// come last, because the exact cover has no item for them.
func (t *Table) couples() (all []pair) {
	for a := range t.n {
		for b := a + 1 - t.extra(); b < t.n; b++ {
			all = append(all, pair{0, a, b})
		}
	}
	if t.loose() {
		for a := range t.n {
			all = append(all, pair{0, a, a})
		}
	}
	return all
}

func (t *Table) problem() (*cover.Problem, []pair) {
	p := &cover.Problem{Items: t.items(fmt.Sprintf)}
	var pairs []pair
	t.options(func(x pair, o cover.Option) {
		p.Options = append(p.Options, slices.Clone(o))
		pairs = append(pairs, x)
	})
	return p, pairs
}

// items returns the items of the exact cover: the cells, row by row, and then the pairs. If each
// row leaves one column unpaired, it also has an item for this column, after its cells. In a
// full table, the pairs are primary items. Primary items for the pairs saved a third of the time
// for generating minimal tables of 15x16.
func (t *Table) items(name func(format string, args ...any) string) []cover.Item {
	var items []cover.Item
	for r := range t.h {
		for c := range t.n + t.extra() {
			items = append(items, cover.Item{Name: name("%d%c", r+1, (letters[:t.n] + "=")[c]), Lo: 1, Hi: 1})
		}
	}
	full := t.full()
	for _, p := range t.couples() {
		if p.a == p.b && t.extra() == 0 {
			break
		}
		items = append(items, cover.Item{Name: name("%c%c", letters[p.a], letters[p.b]), Secondary: !full, Lo: 1, Hi: 1})
	}
	return items
}

// options yields every pair that the clues of its row allow, with the option of the exact cover
// that stands for the pair. Each option overwrites the one before, so the caller must not keep an
// option.
func (t *Table) options(yield func(x pair, o cover.Option)) {
	width := t.n + t.extra()
	option := make(cover.Option, 3)
	for k, p := range t.couples() {
		for r := range t.h {
			x, y := t.given[r*t.n+p.a], t.given[r*t.n+p.b]
			single := p.a == p.b
			if x != blank && x != p.b || y != blank && y != p.a || single && !t.own(r*t.n+p.a) {
				continue
			}
			other := p.b
			if single {
				other = t.n
			}
			option[0].Item, option[1].Item, option[2].Item = r*width+p.a, r*width+other, t.h*width+k
			if single && t.extra() == 0 {
				yield(pair{r, p.a, p.b}, option[:1])
			} else {
				yield(pair{r, p.a, p.b}, option)
			}
		}
	}
}
