package laplace

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode/wording"
)

// rules says how to find the numbers from the clues without the inverse matrix.
var rules = map[kernel]string{
	sum: "Let S be the sum of three numbers of a column: in the row of a clue, above it and below it.\n" +
		"A clue minus the clue to its left is the S to its right, minus the S two columns to its left.\n" +
		"S is 0 outside the grid, so these differences give every third S, from both ends of the row.\n" +
		"The clues then give the other S. The same steps along the columns give the numbers from all S.",
	diff: "The number below a cell is the number above it, plus the number to its right,\n" +
		"minus the number to its left, minus the clue of the cell. So the first row gives all others.\n" +
		"Below the last row all numbers are 0, which gives equations for the first row.",
}

// maxDerived is the most cells of a board whose derivation is printed.
const maxDerived = 36

// A derivation finds the numbers whose clues are all 0, as the note of 3 April 2006 does: with letters
// for the numbers, until the letters are 0 too.
type derivation struct {
	*Board
	cells   [][]int // by cell: its factor of each letter; nil if nothing is known
	letters int
	lines   []string
}

// A fact is an equation: the sum of the cells, times their factors, is 0. It is a clue, or a clue minus
// a neighbouring clue.
type fact struct {
	name    string
	factors []int
}

// facts returns the equations. The note uses those in first: all clues, and the differences between the
// clues at a corner and below or above it.
func (b *Board) facts() (first, all []fact) {
	a := b.matrix()
	minus := func(i, j int) fact {
		f := fact{fmt.Sprintf("B(%d) - B(%d)", i+1, j+1), slices.Clone(a[i])}
		for k := range f.factors {
			f.factors[k] -= a[j][k]
		}
		return f
	}
	if h, w := b.h, b.w; h > 1 {
		first = []fact{minus(w, 0), minus((h-2)*w, (h-1)*w), minus(h*w-w-1, h*w-1), minus(2*w-1, w-1)}
	}
	for i := range a {
		first = append(first, fact{fmt.Sprintf("B(%d)", i+1), a[i]})
	}
	all = slices.Clone(first)
	for i := range a {
		if i >= b.w {
			all = append(all, minus(i, i-b.w))
		}
		if i%b.w > 0 {
			all = append(all, minus(i, i-1))
		}
	}
	return first, all
}

// derive returns the steps in words. After the steps of each kind it shows the grid. For all sizes up to
// maxDerived, it does not end before all equations hold.
func (b *Board) derive() []string {
	d := &derivation{Board: b, cells: make([][]int, len(b.clues))}
	first, all := b.facts()
	last := 0
	for {
		before := aligned(d.w, wording.Each(d.cells, expression))
		kind, line := d.next(first, all)
		if kind != last && last > 0 {
			d.lines = append(d.lines, before)
		}
		if last = kind; kind == 0 {
			break
		}
		d.lines = append(d.lines, line)
	}
	end := "So clues that are all 0 have only the solution 0, and no clue grid has two solutions."
	if slices.ContainsFunc(d.cells, func(x []int) bool { return expression(x) != "0" }) {
		end = "So the clues are all 0 for all values of the letters that are left: the size is singular."
	}
	return append(d.lines, end)
}

// next takes the first step of the simplest kind, and returns its kind and words, or 0. The kinds are: a
// pair of numbers with the sum 0, a number that other numbers determine, two letters that are equal or
// opposite, a letter that is 0, and a letter that several others determine. If there is no such step,
// the kind 6 gives a letter to a number.
func (d *derivation) next(first, all []fact) (kind int, line string) {
	for _, facts := range [][]fact{first, all} {
		for kind := 1; kind <= 5; kind++ {
			for _, f := range facts {
				if words := d.step(kind, f); words != "" {
					return kind, f.name + ": " + words
				}
			}
		}
	}
	if i := slices.IndexFunc(d.cells, func(x []int) bool { return x == nil }); i >= 0 {
		d.cells[i] = d.letter(1)
		return 6, fmt.Sprintf("Let X(%d) = %s", i+1, expression(d.cells[i]))
	}
	return 0, ""
}

// letter returns a new letter times the factor.
func (d *derivation) letter(factor int) []int {
	x := make([]int, d.letters+1)
	x[d.letters] = factor
	d.letters++
	return x
}

// rest inserts what is known into an equation. It returns the unknown cells and the letters.
func (d *derivation) rest(f fact) (open, letters []int) {
	letters = make([]int, len(d.cells))
	for i, factor := range f.factors {
		switch {
		case factor != 0 && d.cells[i] == nil:
			open = append(open, i)
		case factor != 0:
			add(letters, factor, d.cells[i])
		}
	}
	return open, letters
}

func add(to []int, factor int, x []int) {
	for k, f := range x {
		to[k] += factor * f
	}
}

func (d *derivation) step(kind int, f fact) string {
	open, letters := d.rest(f)
	used, unit := 0, -1 // the letters with a factor, and the first that has the factor 1 or -1
	for k, factor := range letters {
		if factor != 0 {
			used++
			if unit < 0 && factor*factor == 1 {
				unit = k
			}
		}
	}
	switch {
	case kind == 1 && len(open) == 2 && used == 0:
		i, j := open[0], open[1]
		if (i/d.w+min(i%d.w, d.w-1-i%d.w))%2 > 0 { // the note gives a letter without a sign to such cells
			i, j = j, i
		}
		d.cells[i] = d.letter(1)
		d.cells[j] = slices.Clone(d.cells[i])
		d.cells[j][d.letters-1] = -f.factors[i] * f.factors[j]
		return fmt.Sprintf("X(%d) = %s, X(%d) = %s", i+1, expression(d.cells[i]), j+1, expression(d.cells[j]))
	case kind == 2 && len(open) == 1:
		d.cells[open[0]] = make([]int, d.letters)
		add(d.cells[open[0]], -f.factors[open[0]], letters[:d.letters])
		return fmt.Sprintf("X(%d) = %s", open[0]+1, expression(d.cells[open[0]]))
	case len(open) > 0 || kind == 3 && (used != 2 || unit < 0) || kind == 4 && used != 1 || kind == 5 && (used < 3 || unit < 0) || kind < 3:
		return ""
	}
	at, words := max(unit, 0), expression(letters)+" = 0"
	value := make([]int, len(letters))
	if used == 1 {
		at = slices.IndexFunc(letters, func(f int) bool { return f != 0 })
	} else {
		add(value, -letters[at], letters)
		value[at] = 0
		words += ", so " + name(at) + " = " + expression(value)
	}
	for i, x := range d.cells {
		if at < len(x) && x[at] != 0 {
			factor := x[at]
			d.cells[i] = append(x, make([]int, len(letters)-len(x))...)
			d.cells[i][at] = 0
			add(d.cells[i], factor, value)
		}
	}
	return words
}

// expression writes a sum of letters, or '?' for nil.
func expression(x []int) string {
	if x == nil {
		return "?"
	}
	var t strings.Builder
	for k, f := range x {
		switch {
		case f == 0:
			continue
		case f < 0:
			t.WriteByte('-')
		case t.Len() > 0:
			t.WriteByte('+')
		}
		if f*f > 1 {
			fmt.Fprint(&t, max(f, -f))
		}
		t.WriteString(name(k))
	}
	if t.Len() == 0 {
		return "0"
	}
	return t.String()
}

// name returns the name of a letter. A derivation needs at most 18 letters, for 2x17 cells.
func name(k int) string { return string(rune('a' + k)) }
