package minesweeper

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/play"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
	"counterproof/native/sums"
)

const easy, normal, hard, exact = 0, 1, 2, 3

var levels = []string{"easy", "normal", "hard", "exact"}

const fewNumbers = 4

const safe, mine = 0, 1

// A reasoner finds what the rules conclude on one board. A rule looks at some of the numbers, or at
// the total. It lists all ways to place mines that satisfy these numbers. Then it removes each
// value that does not occur in any of these ways. If other rules remove more values, fewer ways remain,
// so the rule still removes every value that it removed before. A reasoner is not safe for concurrent use.
type reasoner struct {
	*Board
	ctx   context.Context // when this context is done, the slow rules stop
	st    *native.Stats   // statistics of native/sums
	site  []int           // by cell: its site, -1 if the cell is not covered
	cell  []int           // by site: its cell
	near  [][]int         // by cell: the sites around the cell, if the cell shows a number or can show one later
	need  []int           // by cell: the number of mines in near
	wrong int             // a cell without sites around it whose number is wrong, or -1
	total int             // mines in the sites; valid only if Board.mines is not -1
	notes int
	noted []int // by site: the value of notes when the site was last added to a finding
	sums  numbers
}

// A finding holds the cells of the numbers that a deduction uses, and the values around these cells
// that were already removed.
type finding struct {
	numbers []int
	gone    []deduce.Bit
	broken  bool // whether the numbers contradict each other
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

// shows reports whether cell i shows a number: it is open, or proved safe in a game.
func (r *reasoner) shows(s deduce.State, i int) bool {
	return r.cells[i] >= 0 || r.site[i] >= 0 && r.game != nil && !r.game.mine[i] && !s.Has(r.site[i], mine)
}

func (r *reasoner) set() *technique.Set {
	set := &technique.Set{
		Levels: levels,
		Start:  technique.Start(r.Sites()),
		Rules: []deduce.Rule{
			{Name: "single number", Level: easy, Find: r.together(1), Facts: r.facts,
				Statement: "If all mines around a number are known, the other cells around it are safe. If a number still needs as many mines as there are undecided cells around it, all of these cells are mines."},
			{Name: "pair of numbers", Level: normal, Find: r.together(2), Facts: r.facts,
				Statement: "Two numbers share cells. The second number may need so many mines in the shared cells that these cells hold all mines of the first number. Then the other cells of the first number are safe. " +
					"The second number may also allow so few mines in the shared cells that the first number needs a mine in each of its other cells. Then these other cells are mines."},
			{Name: "mine count", Level: normal, Find: r.count, Facts: r.facts,
				Statement: "If all mines of the board are known, the other cells are safe. If there are as many undecided cells as unknown mines, all undecided cells are mines."},
			{Name: "few numbers", Level: hard, Find: r.together(fewNumbers), Facts: r.facts,
				Statement: fmt.Sprintf("The rule lists all ways to place mines around up to %d numbers that share cells with one another. A cell that is a mine in all these ways is a mine, and a cell that is safe in all these ways is safe.", fewNumbers)},
			{Name: "connected numbers", Level: exact, Find: r.connected, Facts: r.facts,
				Statement: "The same as 'few numbers', but with all numbers that are connected by shared cells, directly or through other numbers."},
			{Name: "all ways", Level: exact, Find: r.all, Facts: r.facts,
				Statement: "The same as 'few numbers', but with all ways to place mines on the whole board that obey all numbers and the total."},
		},
		Text:     r.text,
		Sentence: r.moveText,
		Picture:  r.drawState,
	}
	for i := range set.Rules {
		set.Rules[i].Reason = func(st *deduce.Step) any { return fmt.Sprint(st.Proof.(*finding).numbers) }
	}
	return set
}

// Rules returns the rules below. The rule "all ways" finds everything that follows from the board,
// unless the numbers overlap too widely for native/sums.
//
//	easy    single number
//	normal  pair of numbers, mine count (which uses only the total)
//	hard    few numbers (any two, three or four that share cells)
//	exact   connected numbers, all ways (which use native/sums; all ways needs the total)
func (b *Board) Rules() []deduction.Rule {
	return newReasoner(context.Background(), new(native.Stats), b).set().List()
}

// Deduce opens cells in a game: once a cell is proved safe, the rules use its number, as a player
// does.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return newReasoner(ctx, st, b).set().Deduce(ctx, b, st, o)
}

// Hidden returns the mines of a game, and nil for a board that is not a game.
func (b *Board) Hidden() *encode.Solution {
	if b.game == nil {
		return nil
	}
	s := encode.Solution(wording.Each(b.Reveals(), func(r play.Reveal) byte { return byte(r.Value) }))
	return &s
}

func (r *reasoner) contradiction(s deduce.State, p deduce.Pattern, emit deduce.Emit) {
	p.Proof.(*finding).broken = true
	s.EmitAll(p, emit)
}

func (r *reasoner) pattern(s deduce.State, cells []int, whole bool) deduce.Pattern {
	f := &finding{numbers: slices.Sorted(slices.Values(cells))}
	p := deduce.Pattern{Proof: f}
	r.notes++
	add := func(j int) {
		if r.noted[j] != r.notes {
			r.noted[j] = r.notes
			p.Sites = append(p.Sites, j)
			f.gone = deduce.AppendBits(f.gone, 3&^s[j], j)
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
	return p
}

func (r *reasoner) facts(st *deduce.Step) []deduce.Bit {
	f := st.Proof.(*finding)
	if !local(st) {
		return f.gone
	}
	own := wording.Set(f.numbers, func(i int) int { return r.site[i] }) // the sites of the cells of the numbers
	s := r.before(f)
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

// before returns the state in which only the values that the finding uses are removed.
func (r *reasoner) before(f *finding) deduce.State {
	s := technique.Start(r.Sites())
	for _, x := range f.gone {
		s[x.Site] &^= 1 << x.Value
	}
	return s
}

// local reports whether the step's rule uses only few numbers, and not the total.
func local(st *deduce.Step) bool { return st.Rule.Level < exact && st.Rule.Name != "mine count" }

func (r *reasoner) count(s deduce.State, _ []int32, emit deduce.Emit) {
	if r.mines < 0 {
		return
	}
	left, open, broken := r.total, 0, false
	for _, values := range s {
		switch values {
		case 3:
			open++
		case 1 << mine:
			left--
		case 0:
			broken = true
		}
	}
	switch {
	case broken || left < 0 || left > open:
		r.contradiction(s, r.pattern(s, nil, true), emit)
	case open > 0 && (left == 0 || left == open):
		goes := mine
		if left > 0 {
			goes = safe
		}
		p := r.pattern(s, nil, true)
		for j, values := range s {
			if values == 3 {
				emit(j, goes, p)
			}
		}
	}
}

// after returns the board with what a state knows: known mines, and safe cells with their numbers if
// the board is a game. If whole is false, the board has no total.
func (r *reasoner) after(s deduce.State, whole bool) *Board {
	b := r.clone()
	for j, i := range r.cell {
		switch {
		case s[j] == 1<<mine:
			b.cells[i] = flagged
		case r.shows(s, i):
			b.cells[i] = r.game.number(i)
		case s[j] == 1<<safe:
			b.cells[i] = silent
		}
	}
	if !whole {
		b.mines = -1
	}
	return b
}

// connected implements the rule "connected numbers". The rule ignores the total, so each connected
// part of the frontier is a problem of its own.
func (r *reasoner) connected(s deduce.State, _ []int32, emit deduce.Emit) {
	r.exact(s, false, emit)
}

// all implements the rule "all ways", which uses all numbers and the total. On a board without a
// total, the rule finds nothing.
func (r *reasoner) all(s deduce.State, _ []int32, emit deduce.Emit) {
	if r.mines >= 0 {
		r.exact(s, true, emit)
	}
}

// exact removes the values that occur in no solution. If whole is true, it uses the total. It finds
// nothing if the numbers overlap too widely for native/sums.
func (r *reasoner) exact(s deduce.State, whole bool, emit deduce.Emit) {
	if slices.Contains(s, 0) {
		shown := slices.DeleteFunc(encode.Left(len(r.cells), nil), func(i int) bool { return !r.shows(s, i) })
		r.contradiction(s, r.pattern(s, shown, true), emit)
		return
	}
	b := r.after(s, whole)
	p, numbers := b.problem()
	a, err := p.Analyse(r.ctx, r.st)
	if err != nil {
		return
	}
	if a.Count.Sign() == 0 {
		r.contradiction(s, r.pattern(s, numbers, whole), emit)
		return
	}
	_, _, cells := b.Layout()
	sites := encode.Keep(r.site, cells) // by variable
	if whole {
		r.settle(s, a, sites, encode.Left(p.N, nil), numbers, true, emit)
		return
	}
	for _, c := range a.Components {
		r.settle(s, a, sites, c.Vars, encode.Keep(numbers, c.Sums), false, emit)
	}
}

func (r *reasoner) settle(s deduce.State, a *sums.Analysis, sites, vars, cells []int, whole bool, emit deduce.Emit) {
	p := deduce.Pattern{Clue: -1}
	for _, v := range vars {
		goes := -1
		switch ones := a.Ones[v]; {
		case ones.Sign() == 0:
			goes = mine
		case ones.Cmp(a.Count) == 0:
			goes = safe
		default:
			continue
		}
		if p.Clue < 0 {
			p = r.pattern(s, cells, whole)
		}
		emit(sites[v], goes, p)
	}
}
