package laplace

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
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
	equations [][]deduce.Term
	single    sums // the clues
	pairs     sums // the sums and differences of two clues in which a cell cancels
	few       *deduce.Sums
}

// sums holds findings without the field before, and for each cell the findings that use it.
type sums struct {
	all  []*finding
	with [][]*finding
}

// A finding is an equation: a sum of clues with their factors, what it is, and the cells that are left
// in it, with their factors.
type finding struct {
	clues, cells []deduce.Term
	total        int
	before       deduce.State // the values left in each of the cells
}

func (b *Board) reasoner() *reasoner {
	r := &reasoner{Board: b}
	with := make([][]int, len(b.clues)) // by cell: the earlier clues that see it
	r.single.with, r.pairs.with = make([][]*finding, len(b.clues)), make([][]*finding, len(b.clues))
	for i := range b.clues {
		cells := b.sees(nil, i)
		r.equations = append(r.equations, wording.Each(cells, func(c seen) deduce.Term { return deduce.Term{Of: c.site, Weight: c.weight} }))
		r.single.add(r.combine([]deduce.Term{{Of: i, Weight: 1}}))
		var beside []int
		for _, c := range cells {
			beside = append(beside, with[c.site]...)
			with[c.site] = append(with[c.site], i)
		}
		slices.Sort(beside)
		for _, j := range slices.Compact(slices.Clone(beside)) {
			both := len(encode.Where(beside, func(k int) bool { return k == j })) // the number of cells that both see
			for _, sign := range []int{-1, 1} {
				f := r.combine([]deduce.Term{{Of: i, Weight: 1}, {Of: j, Weight: sign}})
				if len(f.cells) < len(cells)+len(r.equations[j])-both {
					r.pairs.add(f)
				}
			}
		}
	}
	r.few = deduce.NewSums(r.equations, len(b.clues), false)
	return r
}

func (x *sums) add(f *finding) {
	x.all = append(x.all, f)
	for _, t := range f.cells {
		x.with[t.Of] = append(x.with[t.Of], f)
	}
}

func negate(terms []deduce.Term) {
	for i := range terms {
		terms[i].Weight = -terms[i].Weight
	}
}

// combine adds clues with their factors.
func (r *reasoner) combine(clues []deduce.Term) *finding {
	f := &finding{clues: clues}
	var all []deduce.Term
	for _, c := range clues {
		f.total += c.Weight * r.clues[c.Of]
		for _, t := range r.equations[c.Of] {
			all = append(all, deduce.Term{Of: t.Of, Weight: c.Weight * t.Weight})
		}
	}
	slices.SortStableFunc(all, func(a, b deduce.Term) int { return a.Of - b.Of })
	for _, t := range all {
		if n := len(f.cells); n > 0 && f.cells[n-1].Of == t.Of {
			f.cells[n-1].Weight += t.Weight
		} else {
			f.cells = append(f.cells, t)
		}
	}
	f.cells = slices.DeleteFunc(f.cells, func(t deduce.Term) bool { return t.Weight == 0 })
	sum := 0
	for _, t := range f.cells {
		sum += t.Weight
	}
	if sum < 0 { // "15 minus 10" reads better than "10 minus 15"
		f.total = -f.total
		negate(f.clues)
		negate(f.cells)
	}
	slices.SortFunc(f.clues, func(a, b deduce.Term) int { return cmp.Or(b.Weight-a.Weight, a.Of-b.Of) })
	return f
}

func (r *reasoner) set() *technique.Set {
	set := &technique.Set{
		Levels: []string{"easy", "normal", "hard"},
		Start:  technique.Start(r.Sites()),
		Rules: []deduce.Rule{
			{Name: "one clue",
				Statement: "A number goes if the other cells of a clue cannot make up the rest: their numbers are too small or too large. If only one number of a clue is missing, the clue decides it.",
				Find:      r.find(&r.single)},
			{Name: "two clues", Level: 1,
				Statement: "The rule adds or subtracts two clues so that cells which both see cancel, and applies 'one clue' to the cells that are left.",
				Find:      r.find(&r.pairs)},
			{Name: "few clues", Level: 2,
				Statement: fmt.Sprintf("The rule adds and subtracts up to %d clues until one unknown number stands alone.", deduce.Few),
				Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
					r.few.Find(s, changed, deduce.Few, func(sum []deduce.Term) { r.conclude(s, r.combine(slices.Clone(sum)), emit) })
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

func (r *reasoner) find(x *sums) func(s deduce.State, changed []int32, emit deduce.Emit) {
	return func(s deduce.State, changed []int32, emit deduce.Emit) {
		if len(changed) >= len(s) {
			for _, f := range x.all {
				r.conclude(s, f, emit)
			}
			return
		}
		for _, at := range changed {
			for _, f := range x.with[at] {
				r.conclude(s, f, emit)
			}
		}
	}
}

// conclude removes the numbers that an equation excludes.
func (r *reasoner) conclude(s deduce.State, f *finding, emit deduce.Emit) {
	least, most := 0, 0
	for _, t := range f.cells {
		l, m := r.span(s[t.Of], t.Weight)
		least, most = least+l, most+m
	}
	var goes []deduce.Bit
	for _, t := range f.cells {
		l, m := r.span(s[t.Of], t.Weight)
		for v := range deduce.Each(s[t.Of]) {
			if x := f.total - t.Weight*(r.lo+v); x < least-l || x > most-m {
				goes = append(goes, deduce.Bit{Site: t.Of, Value: v})
			}
		}
	}
	if len(goes) == 0 && (len(f.cells) > 0 || f.total == 0) {
		return
	}
	found := *f
	found.before = wording.Each(f.cells, func(t deduce.Term) uint64 { return s[t.Of] })
	p := deduce.Pattern{Proof: &found, Sites: wording.Each(f.cells, func(t deduce.Term) int { return t.Of })}
	if len(f.cells) == 0 {
		s.EmitAll(p, emit)
	}
	for _, b := range goes {
		emit(b.Site, b.Value, p)
	}
}

// facts returns the numbers that are too small or too large in the other cells.
func (r *reasoner) facts(st *deduce.Step) (facts []deduce.Bit) {
	f := st.Proof.(*finding)
	rest, least := f.total, 0
	for k, t := range f.cells {
		if t.Of == st.Site {
			rest -= t.Weight * (r.lo + st.Value)
			continue
		}
		l, _ := r.span(f.before[k], t.Weight)
		least += l
	}
	for k, t := range f.cells {
		left := f.before[k]
		gone := uint64(1)<<bits.TrailingZeros64(left) - 1
		if (t.Weight > 0) != (rest < least) { // the others have too much if rest is below their least sum
			gone = ^uint64(0) << bits.Len64(left) & (1<<(r.hi-r.lo+1) - 1)
		}
		if t.Of != st.Site {
			facts = deduce.AppendBits(facts, t.Of, gone)
		}
	}
	return facts
}
