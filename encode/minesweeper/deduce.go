package minesweeper

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/reason"
	"counterproof/native"
	"counterproof/native/deduce"
)

// The levels of the rules.
const (
	easy = iota
	normal
	hard
	exact
)

var levels = []string{"easy", "normal", "hard", "exact"}

// fewNumbers are as many as the rule of level hard takes together.
const fewNumbers = 4

// A site's two values.
const (
	safe = iota
	mine
)

// A reasoner finds what the rules conclude on one board. A rule takes some of
// the numbers, or the total, and says what they alone decide in a state: a value
// goes that no way to place mines there has. Fewer values leave fewer ways. It is
// for one goroutine.
type reasoner struct {
	*Board
	ctx   context.Context // of a search; a rule that sees it done finds nothing
	st    *native.Stats   // of native/sums
	site  []int           // by cell, -1: not covered
	cell  []int           // by site
	near  [][]int         // by cell: the sites around it, of cells that show a number or may come to
	need  []int           // by cell: how many mines are among those
	wrong int             // a cell whose number no mines make true, without a site around it; -1: none
	total int             // of mines in the sites; known only if mines is not -1
	found []finding
	notes int
	noted []int // by site: notes where it is in the finding
	sums  numbers
}

// A finding is the numbers that a pattern is made of, by their cells, and the
// bits around them that were gone when it was found.
type finding struct {
	numbers []int
	gone    []deduce.Bit
	broken  bool // they contradict each other
}

func newReasoner(ctx context.Context, st *native.Stats, b *Board) *reasoner {
	n := len(b.cells)
	r := &reasoner{Board: b, ctx: ctx, st: st, site: b.siteOf(), near: make([][]int, n), need: make([]int, n), wrong: -1, total: b.mines}
	for i, shows := range b.cells {
		switch {
		case shows == covered:
			r.cell = append(r.cell, i)
			if b.game == nil || b.game.mine[i] {
				continue
			}
			r.need[i] = int(b.game.number(i))
		case shows == flagged:
			r.total--
			continue
		default:
			r.need[i] = int(shows)
		}
		around(b.h, b.w, i, func(j int) {
			switch {
			case r.site[j] >= 0:
				r.near[i] = append(r.near[i], r.site[j])
			case b.cells[j] == flagged:
				r.need[i]--
			}
		})
		if shows >= 0 && len(r.near[i]) == 0 && r.need[i] != 0 {
			r.wrong = i
		}
	}
	r.noted = make([]int, len(r.cell))
	r.sums = newNumbers(n, len(r.cell))
	return r
}

// shows reports whether a number is to be seen in the cell: on the board, or on
// that of a game, where a safe cell is opened.
func (r *reasoner) shows(s deduce.State, i int) bool {
	return r.cells[i] >= 0 || r.site[i] >= 0 && r.game != nil && !r.game.mine[i] && !s.Has(r.site[i], mine)
}

func (r *reasoner) set() *reason.Set {
	return &reason.Set{
		Levels: levels,
		Start:  reason.Start(r.Sites()),
		Rules: []deduce.Rule{
			{Name: "single number", Level: easy, Find: r.together(1), Facts: r.facts,
				Statement: "If all mines of a number are known, the other cells around it are safe. If only as many cells are left as it needs mines, all of them are mines."},
			{Name: "pair of numbers", Level: normal, Find: r.together(2), Facts: r.facts,
				Statement: "Two numbers share cells. If the second has so few cells of its own that the shared cells hold all mines of the first, the first number's own cells are safe. " +
					"If the second has so few mines that the first needs all of its own cells for the rest, these are mines."},
			{Name: "mine count", Level: normal, Find: r.count, Facts: r.facts,
				Statement: "If all mines of the board are known, the other cells are safe. If only as many cells are left as mines, all of them are mines."},
			{Name: "few numbers", Level: hard, Find: r.together(fewNumbers), Facts: r.facts,
				Statement: fmt.Sprintf("The rule lists all ways to place mines around up to %d numbers that share cells. What all ways share is true.", fewNumbers)},
			{Name: "connected numbers", Level: exact, Find: r.connected, Facts: r.facts,
				Statement: "The rule takes all ways to place mines around all numbers that are connected by shared cells. What all ways share is true."},
			{Name: "all ways", Level: exact, Find: r.all, Facts: r.facts,
				Statement: "The rule takes all ways to place the mines of the whole board by all its numbers. What all ways share is true."},
		},
		Text:    r.text,
		Picture: r.drawState,
	}
}

// Rules implements encode.Deducible.
//
//	easy    single number
//	normal  pair of numbers, mine count (the total alone)
//	hard    few numbers: any two, three or four that share cells
//	exact   connected numbers, all ways (native/sums, with the total)
//
// The last rule leaves nothing that follows from the board, unless the numbers
// overlap too widely for native/sums.
func (b *Board) Rules() []encode.Rule {
	return newReasoner(context.Background(), new(native.Stats), b).set().List()
}

// Deduce implements encode.Deducible. On a game ID a safe cell is opened: once a
// mine is gone from it, the rules read its number, as a player does.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o encode.Deducing) (*encode.Deduced, error) {
	return newReasoner(ctx, st, b).set().Deduce(ctx, b, st, o)
}

// Hidden implements encode.HasHiddenSolution: the mines of a game.
func (b *Board) Hidden() *encode.Solution {
	if b.game == nil {
		return nil
	}
	var values []byte
	for i, shows := range b.cells {
		if shows != covered {
			continue
		}
		v := byte(safe)
		if b.game.mine[i] {
			v = mine
		}
		values = append(values, v)
	}
	s := encode.Solution(values)
	return &s
}

// contradiction takes everything: no way is left, and there never will be one.
func (r *reasoner) contradiction(s deduce.State, p deduce.Pattern, emit deduce.Emit) {
	r.found[p.Clue].broken = true
	for j, left := range s {
		for v := range deduce.Each(left) {
			emit(j, v, p)
		}
	}
}

// pattern notes a finding: the sites are those around the numbers, of all sites
// if there are none, and the numbers' own.
func (r *reasoner) pattern(s deduce.State, cells []int, whole bool) deduce.Pattern {
	p := deduce.Pattern{Clue: len(r.found)}
	f := finding{numbers: slices.Sorted(slices.Values(cells))}
	r.notes++
	add := func(j int) {
		if r.noted[j] != r.notes {
			r.noted[j] = r.notes
			p.Sites = append(p.Sites, j)
			f.gone = deduce.AppendBits(f.gone, j, 3&^s[j])
		}
	}
	for _, i := range cells {
		if j := r.site[i]; j >= 0 {
			add(j)
		}
		for _, j := range r.near[i] {
			add(j)
		}
	}
	if whole {
		for j := range s {
			add(j)
		}
	}
	r.found = append(r.found, f)
	return p
}

// facts are the bits that were gone, for rules of few numbers those of them that
// it takes.
func (r *reasoner) facts(st *deduce.Step) []deduce.Bit {
	f := &r.found[st.Clue]
	if !local(st) {
		return f.gone
	}
	own := map[int]bool{} // the sites of the numbers
	for _, i := range f.numbers {
		own[r.site[i]] = true
	}
	s := reason.Start(r.Sites())
	for _, x := range f.gone {
		s[x.Site] &^= 1 << x.Value
	}
	var facts []deduce.Bit
	for _, x := range f.gone {
		if !own[x.Site] || x.Value != mine {
			s[x.Site] |= 1 << x.Value
			if r.follows(s, f.numbers, st.Bit) {
				continue
			}
			s[x.Site] &^= 1 << x.Value
		}
		facts = append(facts, x)
	}
	return facts
}

// local reports that the step's rule is one of few numbers.
func local(st *deduce.Step) bool { return st.Rule.Level < exact && st.Rule.Name != "mine count" }
