package nonogram

import (
	"context"
	"fmt"
	"math"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/runlength"
)

// Encode encodes each row and each column separately, in the encoding that the style names. In all
// encodings the cells determine the auxiliary variables. Below, n is the number of cells of a line,
// and d is the number of cells by which its runs can shift:
//
//	starts     the start of each run, in order encoding: d variables per run, and
//	           clauses of three literals for a cell of a run and for a cell between
//	           two runs (as intervals in the order encoding of Tamura et al.,
//	           Constraints 2009)
//	places     the start of each run, one-hot: d+1 variables per run; a cell is black
//	           exactly if a run with its actual start covers it
//	automaton  the state of the line's automaton after each cell, one-hot: about
//	           n*d variables; unit propagation fixes every cell that the line
//	           implies (Quimper and Walsh, CP 2006)
func (b *Board) Encode(e *encode.Encoder) {
	line := map[string]func(*encode.Encoder, []int, []encode.Lit){
		"starts": starts, "places": places, "automaton": automaton,
	}[e.Style()]
	if line == nil {
		line = starts
	}
	for site, v := range b.given {
		switch v {
		case white:
			e.Add(e.Is(site, 0))
		case black:
			e.Add(e.Is(site, 1))
		}
	}
	for i, runs := range slices.Concat(b.rows, b.cols) {
		if slices.Contains(b.gone, i) {
			continue
		}
		cells := grid.Line(len(b.rows), len(b.cols), i)
		line(e, runs, wording.Each(cells, func(at int) encode.Lit { return e.Is(at, 1) }))
	}
}

func least(runs []int, n int) (first []int, free int) {
	at := 0
	for _, length := range runs {
		first = append(first, at)
		at += length + 1
	}
	return first, n - max(at-1, 0)
}

// A ladder is an integer from lo to hi in order encoding.
type ladder struct {
	lo, hi int
	from   []encode.Lit // from[i] is true exactly if the number is lo+1+i or more
}

func newLadder(e *encode.Encoder, lo, hi int) ladder {
	x := ladder{lo: lo, hi: hi}
	for range hi - lo {
		x.from = append(x.from, e.Fresh())
	}
	for i := 1; i < len(x.from); i++ {
		e.Add(-x.from[i], x.from[i-1])
	}
	return x
}

// least returns a literal that is true if the number is t or more.
func (x ladder) least(t int) encode.Lit {
	switch {
	case t <= x.lo:
		return always
	case t > x.hi:
		return never
	}
	return x.from[t-x.lo-1]
}

const always, never encode.Lit = math.MaxInt32, -math.MaxInt32 // in place of literals without a variable

// add adds a clause without the literals that are never true. If one of its literals is always true, the
// clause is not needed.
func add(e *encode.Encoder, clause ...encode.Lit) {
	if !slices.Contains(clause, always) {
		e.Add(slices.DeleteFunc(clause, func(l encode.Lit) bool { return l == never })...)
	}
}

func starts(e *encode.Encoder, runs []int, cells []encode.Lit) {
	first, free := least(runs, len(cells))
	n := len(runs)
	start := wording.Fill(n, func(k int) ladder { return newLadder(e, first[k], first[k]+free) })
	for k := 1; k < n; k++ { // a run starts after the previous run and a gap
		for i, from := range start[k-1].from {
			e.Add(-from, start[k].from[i])
		}
	}
	for i, cell := range cells {
		for k, length := range runs { // the cell is black, or run k does not cover it
			add(e, cell, start[k].least(i+1), -start[k].least(i-length+1))
		}
		for k := range n + 1 { // the cell is white, or the cell is not between runs k-1 and k
			reached, ahead := never, never
			if k > 0 {
				reached = start[k-1].least(i - runs[k-1] + 1)
			}
			if k < n {
				ahead = -start[k].least(i + 1)
			}
			add(e, -cell, reached, ahead)
		}
	}
}

func places(e *encode.Encoder, runs []int, cells []encode.Lit) {
	first, free := least(runs, len(cells))
	cover := make([][]encode.Lit, len(cells))
	var before []encode.Lit // before[i]: the previous run starts i or more cells after its leftmost place
	for k, length := range runs {
		place := make([]encode.Lit, free+1)
		for i := range place {
			place[i] = e.Fresh()
			for j := range length {
				at := first[k] + i + j
				e.Add(-place[i], cells[at])
				cover[at] = append(cover[at], place[i])
			}
			if end := first[k] + i + length; end < len(cells) {
				e.Add(-place[i], -cells[end])
			}
			if begin := first[k] + i; begin > 0 {
				e.Add(-place[i], -cells[begin-1])
			}
		}
		e.Add(append([]encode.Lit{}, place...)...)
		// from[i] is true exactly if the run is i or more cells after its leftmost
		// place.
		from := make([]encode.Lit, free+1)
		for i := free; i > 0; i-- {
			if from[i] = place[i]; i < free {
				from[i] = e.Or(place[i], from[i+1])
			}
		}
		for i := range free {
			e.Add(-place[i], -from[i+1])
		}
		if before != nil {
			for i := 1; i <= free; i++ {
				e.Add(-before[i], from[i])
			}
		}
		before = from
	}
	for at, cell := range cells {
		e.Add(append([]encode.Lit{-cell}, cover[at]...)...)
	}
}

// automaton encodes a finite automaton that reads the line and one more white cell. The clue
// determines a word of black and white letters: the cells of each run, with one white letter after
// each run. In state p, the automaton has read the first p letters. At the beginning and after a
// white letter, the automaton can read further white cells and stay in its state. So all cells that
// lead into a state have the same colour.
//
// Two kinds of clauses follow from the others: a state implies that one of its possible successors
// follows, and a colour implies one of the states into which cells of this colour lead. Without
// these clauses, unit propagation fixes fewer cells.
func automaton(e *encode.Encoder, runs []int, cells []encode.Lit) {
	_, free := least(runs, len(cells))
	if len(runs) == 0 {
		for _, cell := range cells {
			e.Add(-cell)
		}
		return
	}
	black := []bool{false} // the letter that leads to each state
	for _, length := range runs {
		black = append(append(black, slices.Repeat([]bool{true}, length)...), false)
	}
	last := len(black) - 1
	edge := e.Fresh()
	e.Add(-edge)
	now := slices.Repeat([]encode.Lit{never}, last+1) // by state; never means that the state is impossible
	now[0] = e.Fresh()
	e.Add(now[0])
	for i, cell := range append(slices.Clone(cells), edge) {
		next := slices.Repeat([]encode.Lit{never}, last+1)
		for p := max(0, i+1-free); p <= min(i+1, last); p++ {
			next[p] = e.Fresh()
		}
		step(e, black, cell, now, next)
		now = next
	}
}

// step adds the clauses for reading one cell. The automaton goes from one of the states in the list
// now to one of the states in the list next. The literal never means that the state is impossible.
func step(e *encode.Encoder, black []bool, cell encode.Lit, now, next []encode.Lit) {
	ifWhite, ifBlack := []encode.Lit{cell}, []encode.Lit{-cell}
	for p, s := range next {
		if s == never {
			continue
		}
		from, stay, letter := never, now[p], -cell
		if p > 0 {
			from = now[p-1]
		}
		if black[p] {
			stay, letter = never, cell
			ifBlack = append(ifBlack, s)
		} else {
			ifWhite = append(ifWhite, s)
		}
		add(e, -s, from, stay)
		e.Add(-s, letter)
	}
	e.Add(ifWhite...)
	e.Add(ifBlack...)
	for p, s := range now {
		if s == never {
			continue
		}
		stay, to := next[p], never
		if black[p] {
			stay = never
		}
		if p+1 < len(next) {
			to = next[p+1]
		}
		add(e, -s, stay, to)
	}
}

// A reader reads the cells of a line from its beginning and tracks how much of the clue these cells
// match.
type reader struct {
	next int // the current run, or the next run after a white cell
	got  int // black cells of the current run so far
	last int // number of cells read so far
}

// Check reads the cells in reading order and stops at the first wrong cell. A cell is wrong if it
// differs from its given value; the violation then has only this site. A cell is also wrong if,
// whatever the later cells are, its row or column cannot match the clue. The sites of this
// violation are the cells of the line up to the wrong cell.
func (b *Board) Check(s encode.Solution) error {
	h, w := len(b.rows), len(b.cols)
	above := make([]reader, w)
	for r, runs := range b.rows {
		var before reader
		for c := range w {
			at := r*w + c
			if b.given != nil && b.given[at] != open && (b.given[at] == black) != (s[at] == 1) {
				return &encode.Violation{Rule: layout.CellName(at, w) + " differs from its given cell", Sites: []int{at}}
			}
			if why := before.read(runs, w, s[at] == 1); why != "" && !slices.Contains(b.gone, r) {
				return &encode.Violation{Rule: grid.LineName(h, r) + " " + why, Sites: grid.Line(h, w, r)[:c+1]}
			}
			if why := above[c].read(b.cols[c], h, s[at] == 1); why != "" && !slices.Contains(b.gone, h+c) {
				return &encode.Violation{Rule: grid.LineName(h, h+c) + " " + why, Sites: grid.Line(h, w, h+c)[:r+1]}
			}
		}
	}
	return nil
}

func (p *reader) read(runs []int, n int, black bool) string {
	p.last++
	switch {
	case black && p.next == len(runs):
		return "has more runs than its clue"
	case black:
		if p.got++; p.got > runs[p.next] {
			return fmt.Sprintf("has a run longer than %d", runs[p.next])
		}
	case p.got > 0:
		if p.got < runs[p.next] {
			return fmt.Sprintf("has a run shorter than %d", runs[p.next])
		}
		p.next, p.got = p.next+1, 0
	}
	need := -p.got // cells that the remaining runs still need
	for i, length := range runs[p.next:] {
		if i > 0 {
			need++
		}
		need += length
	}
	if need > n-p.last {
		return "has no room for the rest of its clue"
	}
	return ""
}

func (b *Board) Reduce() []encode.Reduction {
	r := encode.Native("line", runlength.Version, b.problem())
	r.Walk = b.walk
	return []encode.Reduction{r}
}

func (b *Board) walk(ctx context.Context, st *native.Stats) (native.Walk, error) {
	return b.problem().Walk(ctx, st)
}

func (b *Board) problem() *runlength.Problem {
	return &runlength.Problem{Rows: b.rows, Cols: b.cols, Known: b.given}
}
