package laplace

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

// A reasoner finds what sums and differences of clues conclude on one board. Each of them is an
// equation with a range for each number. A number that leaves the others too much or too little goes.
// Ranges only get narrower, so such a deduction remains triggered.
type reasoner struct {
	*Board
	clueSums *deduce.Sums
	findings []*finding   // the clues, and the sums and differences of two clues in which a cell cancels
	cellsOf  *deduce.Sums // says which findings have a changed cell
}

// A finding is an equation: a sum of clues with their factors, what it is, and the cells that are left
// in it, with their factors.
type finding struct {
	clues, cells []deduce.Term
	total        int
	before       deduce.State // the values left in each of the cells, once the finding removes a number
}

func (b *Board) reasoner() *reasoner {
	equations := wording.Each(encode.Left(len(b.clues), nil), func(i int) []deduce.Term { return b.sees(nil, i) })
	r := &reasoner{Board: b, clueSums: deduce.NewSums(equations, len(b.clues), false)}
	for i, cells := range equations {
		r.findings = append(r.findings, r.combine([]deduce.Term{{Of: i, Weight: 1}}))
		var others []deduce.Term // the earlier clues, with the factors with which a cell cancels
		for _, t := range cells {
			for _, o := range r.clueSums.With[t.Of] {
				if o.Of < i {
					others = append(others, deduce.Term{Of: o.Of, Weight: -t.Weight * o.Weight})
				}
			}
		}
		slices.SortStableFunc(others, func(a, b deduce.Term) int { return cmp.Or(a.Of-b.Of, a.Weight-b.Weight) })
		for _, o := range slices.Compact(others) {
			r.findings = append(r.findings, r.combine([]deduce.Term{{Of: i, Weight: 1}, o}))
		}
	}
	r.cellsOf = deduce.NewSums(wording.Each(r.findings, func(f *finding) []deduce.Term { return f.cells }), len(b.clues), false)
	return r
}

// combine adds clues with their factors.
func (r *reasoner) combine(clues []deduce.Term) *finding {
	f := &finding{clues: clues, cells: r.clueSums.Add(clues)}
	f.total = wording.Sum(clues, func(c deduce.Term) int { return c.Weight * r.clues[c.Of] })
	if wording.Sum(f.cells, func(t deduce.Term) int { return t.Weight }) < 0 { // "15 minus 10" reads better than "10 minus 15"
		f.total = -f.total
		for _, terms := range [][]deduce.Term{f.clues, f.cells} {
			for i := range terms {
				terms[i].Weight = -terms[i].Weight
			}
		}
	}
	slices.SortStableFunc(f.clues, func(a, b deduce.Term) int { return cmp.Or(b.Weight-a.Weight, a.Of-b.Of) })
	return f
}

func (r *reasoner) set() *technique.Set {
	set := &technique.Set{
		Levels: []string{"easy", "normal", "hard"},
		Start:  technique.Start(r.Sites()),
		Rules: []deduce.Rule{
			{Name: "one clue",
				Statement: "A number goes if the other cells of a clue cannot make up the rest: their numbers are too small or too large. If only one number of a clue is missing, the clue decides it.",
				Find:      r.find(1)},
			{Name: "two clues", Level: 1,
				Statement: "The rule adds or subtracts two clues so that cells which both see cancel, and applies 'one clue' to the cells that are left.",
				Find:      r.find(2)},
			{Name: "few clues", Level: 2,
				Statement: fmt.Sprintf("The rule adds and subtracts up to %d clues so that only one unknown number is left in the sum, which then decides it.", deduce.Few),
				Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
					r.clueSums.Find(s, changed, deduce.Few, func(sum []deduce.Term) { r.conclude(s, r.combine(slices.Clone(sum)), emit) })
				}},
		},
		Text: func(st *deduce.Step) string {
			return r.because(st) + ", so " + fmt.Sprintf("%s is not %s", r.cell(st.Site), r.number(st.Value))
		},
		Sentence: r.moveText,
		Picture:  r.drawState,
	}
	for i := range set.Rules {
		set.Rules[i].Facts = r.facts
		set.Rules[i].Reason = func(st *deduce.Step) any { return fmt.Sprint(st.Proof.(*finding).clues) }
		set.Rules[i].Cost = func(st *deduce.Step) int { return len(st.Proof.(*finding).cells) }
	}
	return set
}

// Rules returns three rules, which add and subtract clues. None of them assumes that there is only one
// solution. They do not search for all solutions of an equation in the range.
func (b *Board) Rules() []deduction.Rule { return b.reasoner().set().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.reasoner().set().Deduce(ctx, b, st, o)
}

// span returns the smallest and the largest number left in a cell, times a factor.
func (r *reasoner) span(left uint64, factor int) (least, most int) {
	a, b := factor*(r.lo+bits.TrailingZeros64(left)), factor*(r.lo+bits.Len64(left)-1)
	return min(a, b), max(a, b)
}

// find looks at the findings with the given number of clues.
func (r *reasoner) find(clues int) func(s deduce.State, changed []int32, emit deduce.Emit) {
	return func(s deduce.State, changed []int32, emit deduce.Emit) {
		for i, is := range r.cellsOf.Touched(changed) {
			if f := r.findings[i]; is && len(f.clues) == clues {
				r.conclude(s, f, emit)
			}
		}
	}
}

// The field Clue of a pattern says why a number goes.
const (
	tooMuch   = iota // the other cells always have more than the rest
	tooLittle        // the other cells always have less than the rest
)

// conclude removes the numbers that an equation excludes.
func (r *reasoner) conclude(s deduce.State, f *finding, emit deduce.Emit) {
	pattern := func(why int) deduce.Pattern {
		found := *f
		found.before = wording.Each(f.cells, func(t deduce.Term) uint64 { return s[t.Of] })
		return deduce.Pattern{Proof: &found, Sites: wording.Each(f.cells, func(t deduce.Term) int { return t.Of }), Clue: why}
	}
	if len(f.cells) == 0 && f.total != 0 {
		s.EmitAll(pattern(tooMuch), emit)
	}
	least, most := 0, 0
	for _, t := range f.cells {
		l, m := r.span(s[t.Of], t.Weight)
		least, most = least+l, most+m
	}
	for _, t := range f.cells {
		l, m := r.span(s[t.Of], t.Weight)
		for v := range deduce.Each(s[t.Of]) {
			switch rest := f.total - t.Weight*(r.lo+v); {
			case rest < least-l:
				emit(t.Of, v, pattern(tooMuch))
			case rest > most-m:
				emit(t.Of, v, pattern(tooLittle))
			}
		}
	}
}

// facts returns the numbers of the other cells that are gone at the end of their ranges that matters.
func (r *reasoner) facts(st *deduce.Step) (facts []deduce.Bit) {
	f := st.Proof.(*finding)
	for k, t := range f.cells {
		left := f.before[k]
		gone := uint64(1)<<bits.TrailingZeros64(left) - 1
		if (t.Weight > 0) != (st.Clue == tooMuch) {
			gone = ^uint64(0) << bits.Len64(left) & (1<<(r.hi-r.lo+1) - 1)
		}
		if t.Of != st.Site {
			facts = deduce.AppendBits(facts, gone, t.Of)
		}
	}
	return facts
}

func (r *reasoner) number(v int) string { return strconv.Itoa(r.lo + v) }

func (r *reasoner) cell(at int) string { return layout.CellName(at, r.w) }

// signed joins names with the signs of their factors: "the clue 4 at row 1, column 1 minus 2 times
// the clue 3 at row 1, column 2".
func signed(terms []deduce.Term, name func(i int) string) string {
	var b strings.Builder
	for k, t := range terms {
		sign := [2]string{" plus ", " minus "}
		if k == 0 {
			sign = [2]string{"", "minus "}
		}
		n := max(t.Weight, -t.Weight)
		b.WriteString(sign[(n-t.Weight)/(2*n)])
		if n > 1 {
			fmt.Fprintf(&b, "%d times ", n)
		}
		b.WriteString(name(t.Of))
	}
	return b.String()
}

func (r *reasoner) because(st *deduce.Step) string {
	f := st.Proof.(*finding)
	text := signed(f.clues, func(i int) string { return fmt.Sprintf("the clue %d at %s", r.clues[i], r.cell(i)) })
	if len(f.clues) > 1 {
		text += fmt.Sprintf(" is %d, which", f.total)
	}
	if len(f.cells) == 0 {
		return text + " is the sum of no cells"
	}
	// Cells with the same factor come together.
	factors, with := technique.Group(f.cells, func(t deduce.Term) int { return t.Weight })
	return text + " is " + signed(wording.Each(factors, func(weight int) deduce.Term { return deduce.Term{Of: weight, Weight: weight} }), func(weight int) string {
		cells := wording.Each(with[weight], func(t deduce.Term) int { return t.Of })
		if len(cells) > 1 {
			return "the sum of the cells in " + technique.CellList(cells, r.w)
		}
		return "the number at " + r.cell(cells[0])
	})
}

func (r *reasoner) moveText(m *technique.Move) string {
	gone, at := m.Gone(), m.Empty()
	var parts []string
	for _, site := range slices.Sorted(maps.Keys(gone)) {
		names := technique.Names(gone[site], r.number)
		switch left := m.Before[site] &^ gone[site]; {
		case site == at:
			parts = []string{fmt.Sprintf("no number is left for %s, where %s cannot be", r.cell(site), technique.Or(names))}
		case at >= 0:
		case bits.OnesCount64(left) == 1:
			parts = append(parts, r.cell(site)+" is "+r.number(bits.TrailingZeros64(left)))
		default:
			parts = append(parts, r.cell(site)+" is not "+technique.Or(names))
		}
	}
	return m.Name() + ": " + r.because(m.Lead()) + ", so " + technique.Parts(parts)
}

// drawState shows the number of each cell, or the range of its numbers if this range has become
// smaller. For a move, its clues are yellow, the cells of its equation pale yellow, and the cells that it
// changes blue.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	p := r.numbered(nil)
	plain := p.Cell
	var gone map[int]uint64
	f := &finding{}
	if m != nil {
		gone, f = m.Gone(), m.Lead().Proof.(*finding)
	}
	has := func(terms []deduce.Term, i int) bool {
		return slices.ContainsFunc(terms, func(t deduce.Term) bool { return t.Of == i })
	}
	p.Cell = func(row, c int) grid.Cell {
		cell, i := plain(row, c), row*r.w+c
		least, most := bits.TrailingZeros64(s[i]&^gone[i]), bits.Len64(s[i]&^gone[i])-1
		switch {
		case most < 0:
			cell.Text = "?"
		case least == most:
			cell.Text = r.number(least)
		case least > 0 || most < r.hi-r.lo:
			cell.Text, cell.Size = r.number(least)+".."+r.number(most), 11
		}
		switch {
		case gone[i] != 0:
			cell.Fill = draw.Sky
		case has(f.clues, i):
			cell.Fill = draw.Yellow
		case has(f.cells, i):
			cell.Fill = draw.PaleYellow
		}
		return cell
	}
	return grid.Draw(p)
}
