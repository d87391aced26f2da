// Package restate states the rules of some puzzles a second time, apart from the encoders of the
// puzzles, and compares the formula of a certificate with these rules. So a mistake in an encoder does
// not pass because the same encoder makes the formula again. The puzzles are exactcover, sudoku and
// nonogram.
//
// A rule is a list of projected variables with a finite automaton that reads their values in order. For
// example, the automaton of an item of an exact cover counts the chosen options. Compare proves that
// the formula has exactly the projected models that all rules accept:
//
//  1. It splits the clauses into parts. No auxiliary variable occurs in two parts.
//  2. The parts whose projected variables all belong to a rule must together imply the rule.
//  3. Each part must follow from one rule: every assignment that the rule accepts extends to values of
//     the auxiliary variables that satisfy the part.
//
// For 2 and 3, a walk gives values to the variables of the rule, in order, with unit propagation in the
// clauses. It joins branches with the same state of the automaton and the same remaining clauses. At the
// end it decides whether the clauses that remain have a model. So the walk knows nothing about the
// encodings, and it needs no copy of them. It proves both directions also for auxiliary variables that
// the projected variables do not determine.
//
// The package trusts nothing but its own code. It does not read texts that are not canonical.
package restate

import (
	"slices"
	"strconv"
	"strings"

	"counterproof/sat/cnf"
)

// A Board is an instance of a puzzle as rules.
type Board struct {
	vars  int // the number of projected variables
	rules []*rule
}

// A rule is a finite automaton that reads the values of its variables. The state at the beginning is 0.
type rule struct {
	name   string
	scope  []cnf.Lit                           // the variables, ascending
	next   func(state, i int, chosen bool) int // the state after variable scope[i]; -1: the rule is broken
	accept func(state int) bool                // of the state after all variables
	once   bool                                // no accepted assignment has two true variables
}

func (b *Board) add(name string, scope []cnf.Lit, accept func(state int) bool, next func(state, i int, chosen bool) int) *rule {
	r := &rule{name, scope, next, accept, false}
	b.rules = append(b.rules, r)
	return r
}

// between adds the rule that lo to hi of the variables are true.
func (b *Board) between(name string, lo, hi int, scope ...cnf.Lit) {
	r := b.add(name, scope, func(n int) bool { return n >= lo }, func(n, _ int, chosen bool) int {
		switch {
		case !chosen:
			return n
		case n == hi:
			return -1
		}
		return n + 1
	})
	r.once = hi == 1
}

// Read reads the canonical text of an instance. It returns nil if it does not know the puzzle or does
// not understand the text.
func Read(puzzle, instance string) *Board {
	b := &Board{}
	read := map[string]func(string) bool{"exactcover": b.cover, "nonogram": b.nonogram, "sudoku": b.sudoku}[puzzle]
	if read == nil || !read(instance) {
		return nil
	}
	return b
}

// number reads a decimal number up to most, without leading zeros. It returns -1 for any other text.
func number(text string, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != text {
		return -1
	}
	return n
}

// cover reads an exact cover in one line of DLX text. Variable o says that option o is chosen, from 1.
func (b *Board) cover(text string) bool {
	lines := strings.Split(text, " ; ")
	b.vars = len(lines) - 1
	uses, colours := map[string][]cnf.Lit{}, map[string][]string{} // by item: its options, and the colours that they give to it
	for o, line := range lines[1:] {
		for _, word := range strings.Split(line, " ") {
			item, colour, _ := strings.Cut(word, ":")
			uses[item], colours[item] = append(uses[item], cnf.Lit(o+1)), append(colours[item], colour)
		}
	}
	named, secondary, ok := map[string]bool{}, false, true
	for _, word := range strings.Split(strings.TrimSuffix(lines[0], " ;"), " ") {
		if word == "|" && !secondary {
			secondary = true
			continue
		}
		count, name, counted := strings.Cut(word, "|")
		if !counted {
			count, name = "1", word
		}
		from, to, two := strings.Cut(count, ":")
		if !two {
			to = from
		}
		lo, hi := number(from, 1<<30), number(to, 1<<30)
		scope := slices.Compact(slices.Clone(uses[name]))
		ok = ok && name != "" && !strings.ContainsAny(name, "|:") && !named[name] && 0 <= lo && lo <= hi && len(scope) == len(uses[name])
		if named[name] = true; secondary {
			ok = ok && !counted
			b.shared(name, scope, colours[name])
		} else {
			ok = ok && strings.Join(colours[name], "") == ""
			b.between("item "+name, lo, hi, scope...)
		}
	}
	for item := range uses {
		ok = ok && named[item]
	}
	return ok
}

// shared adds the rule of a secondary item: if several options with the item are chosen, they must give it
// the same colour. The state is the number of the colour, from 2, or 1 after an option without a colour.
func (b *Board) shared(item string, scope []cnf.Lit, colours []string) {
	numbers := map[string]int{"": 1}
	for _, c := range colours {
		if numbers[c] == 0 {
			numbers[c] = len(numbers) + 1
		}
	}
	b.add("secondary item "+item, scope, func(int) bool { return true }, func(state, i int, chosen bool) int {
		switch colour := numbers[colours[i]]; {
		case !chosen:
			return state
		case state == 0 || state == colour && colour > 1:
			return colour
		}
		return -1
	})
}

// sudoku reads a sudoku. Variable at*n + v says that cell at has the value v, from 1, on a board of n x n
// cells, which count from 0.
func (b *Board) sudoku(text string) bool {
	shape, cells, shaped := strings.Cut(text, ":")
	high, wide, _ := strings.Cut(shape, "x")
	h, w := number(high, 12), number(wide, 12) // boxes have h rows and w columns
	if !shaped {
		cells = text
		for k := 2; k <= 5; k++ { // without a shape, boxes are nearly square and not higher than wide
			for m := k; m <= 25/k; m++ {
				if k*m*k*m == len(cells) {
					h, w = k, m
				}
			}
		}
	}
	n := h * w
	if h < 2 || w < 2 || n > 25 || n*n != len(cells) {
		return false
	}
	b.vars = n * n * n
	is := func(r, c, v int) cnf.Lit { return cnf.Lit((r*n+c)*n + v + 1) }
	for i := range n {
		for j := range n {
			var cell, row, column, box []cnf.Lit
			for k := range n {
				cell, row, column = append(cell, is(i, j, k)), append(row, is(i, k, j)), append(column, is(k, i, j))
				box = append(box, is(i/h*h+k/w, i%h*w+k%w, j))
			}
			b.between("a cell", 1, 1, cell...)
			b.between("a row", 1, 1, row...)
			b.between("a column", 1, 1, column...)
			b.between("a box", 1, 1, box...)
			switch v := strings.IndexByte("123456789ABCDEFGHIJKLMNOP"[:n], cells[i*n+j]); {
			case v >= 0:
				b.between("a clue", 1, 1, cell[v])
			case cells[i*n+j] != '.':
				return false
			}
		}
	}
	return true
}

// nonogram reads a game ID. Variable at says that cell at is black, from 1, in reading order.
func (b *Board) nonogram(text string) bool {
	size, rest, _ := strings.Cut(text, ":")
	clues, given, some := strings.Cut(rest, ",")
	wide, high, _ := strings.Cut(size, "x")
	w, h, lines := number(wide, 256), number(high, 256), strings.Split(clues, "/")
	if w < 1 || h < 1 || len(lines) != w+h {
		return false
	}
	b.vars = w * h
	for i, clue := range lines {
		var cells []cnf.Lit
		for at := range w * h {
			if i < w && at%w == i || i >= w && at/w == i-w {
				cells = append(cells, cnf.Lit(at+1))
			}
		}
		var runs []int
		for _, word := range strings.Split(clue, ".") {
			if n := number(word, 256); n > 0 {
				runs = append(runs, n)
			} else if clue != "" {
				return false
			}
		}
		b.line(cells, runs)
	}
	return !some || b.given(given)
}

// given reads the given cells. A letter is a number of other cells, and then a given cell, which is black
// if the letter is a capital. A z is 25 other cells.
func (b *Board) given(text string) bool {
	at := 0
	for _, c := range []byte(text) {
		gap, black := int(c-'a'), 0
		if c < 'a' {
			gap, black = int(c-'A'), 1
		}
		if gap > 25 || at >= b.vars {
			return false
		}
		if at += gap; gap < 25 && at < b.vars {
			at++
			b.between("a given cell", black, black, cnf.Lit(at))
		}
	}
	return at == b.vars
}

// line adds the rule of a row or column. The state is 512 times the number of complete runs, with the white
// cell after them, and the number of cells of the next run so far.
func (b *Board) line(cells []cnf.Lit, runs []int) {
	accept := func(state int) bool {
		run, got := state/512, state%512
		return run == len(runs) || run == len(runs)-1 && got == runs[run]
	}
	b.add("a line", cells, accept, func(state, _ int, black bool) int {
		run, got := state/512, state%512
		switch {
		case black && run < len(runs) && got < runs[run]:
			return state + 1
		case !black && got == 0:
			return state
		case !black && got == runs[run]:
			return (run + 1) * 512
		}
		return -1
	})
}
