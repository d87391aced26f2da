package submarines

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
	"counterproof/native"
	"counterproof/native/deduce"
)

const water, submarine = 0, 1

// A reasoner finds what the sums of one board conclude. Lines are the rows, then the columns. Each
// rule compares the sums of some lines with the largest number of submarines that these lines can
// hold. This number never grows when values go, so a deduction remains triggered.
type reasoner struct {
	*Board
	sums  []int   // by line: its sum
	lines [][]int // by line: its cells
}

// A finding is the reason of a deduction.
type finding struct {
	lines      []int // the lines whose sums are compared
	value      int   // of the rule "one line": the value that the line has often enough; otherwise -1
	need, room int   // the number of submarines that the lines need and, if value is -1, can hold
	gone       []deduce.Bit
	broken     bool // whether the sums contradict each other
}

func (b *Board) reasoner() *reasoner {
	h, w := len(b.rows), len(b.cols)
	r := &reasoner{Board: b, sums: slices.Concat(b.rows, b.cols)}
	for i := range r.sums {
		r.lines = append(r.lines, grid.Line(h, w, i))
	}
	return r
}

func (r *reasoner) set() *technique.Set {
	set := &technique.Set{
		Levels: []string{"easy", "normal"},
		Start:  technique.Start(r.Sites()),
		Rules: []deduce.Rule{
			{Name: "one line", Find: r.findOne,
				Statement: "If a row or column needs as many submarines as it has cells that can hold one, each of these cells has a submarine. If it has all its submarines, its other cells are water."},
			{Name: "two lines", Level: 1, Find: r.findTwo,
				Statement: "Two rows can hold only so many submarines: in each column, at most two, and no more than the column still needs. If the two rows need just this number, each column gives them all it can. The same holds for two columns."},
		},
		Text: func(st *deduce.Step) string {
			w := len(r.cols)
			return fmt.Sprintf("%s, so row %d, column %d is %s", r.because(st.Proof.(*finding)), st.Site/w+1, st.Site%w+1, r.ValueName(st.Site, 1-st.Value))
		},
		Sentence: r.moveText,
		Picture:  r.drawState,
	}
	for i := range set.Rules {
		rule := &set.Rules[i]
		rule.Facts = func(st *deduce.Step) []deduce.Bit { return st.Proof.(*finding).gone }
		rule.Reason = func(st *deduce.Step) any {
			f := st.Proof.(*finding)
			return fmt.Sprint(f.lines, f.value)
		}
	}
	return set
}

// Rules returns two rules, which compare the sums of one line and of two lines. They do not compare
// more lines, which would find every cell that is the same in all solutions: of 200,000 random boards
// with sides of 4 to 6, 30 need that. No rule assumes that there is only one solution. On a board with one solution, some
// line is full or empty, and this remains so when the line is taken away. So "one line" solves it.
func (b *Board) Rules() []deduction.Rule { return b.reasoner().set().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.reasoner().set().Deduce(ctx, b, st, o)
}

func (r *reasoner) conclude(s deduce.State, f *finding, goes []deduce.Bit, emit deduce.Emit) {
	p := deduce.Pattern{Proof: f}
	for _, l := range f.lines {
		p.Sites = append(p.Sites, r.lines[l]...)
	}
	if f.broken {
		s.EmitAll(p, emit)
	}
	for _, b := range goes {
		emit(b.Site, b.Value, p)
	}
}

func (r *reasoner) findOne(s deduce.State, changed []int32, emit deduce.Emit) {
	touched := make([]bool, len(r.sums))
	for _, at := range changed {
		touched[int(at)/len(r.cols)], touched[len(r.rows)+int(at)%len(r.cols)] = true, true
	}
	for l, is := range touched {
		for value := range 2 {
			if is {
				r.findLine(s, l, value, emit)
			}
		}
	}
}

// findLine checks whether a line has a value as often as it may.
func (r *reasoner) findLine(s deduce.State, l, value int, emit deduce.Emit) {
	f := &finding{lines: []int{l}, value: value, need: r.sums[l]}
	var goes []deduce.Bit
	for _, at := range r.lines[l] {
		switch {
		case !s.Has(at, 1-value):
			f.gone = append(f.gone, deduce.Bit{Site: at, Value: 1 - value})
		case s.Has(at, value):
			goes = append(goes, deduce.Bit{Site: at, Value: value})
		}
	}
	most := [2]int{len(r.lines[l]) - r.sums[l], r.sums[l]}[value]
	if f.broken = len(f.gone) > most; len(f.gone) >= most && len(goes) > 0 || f.broken {
		r.conclude(s, f, goes, emit)
	}
}

// known returns for each line the number of its cells that must be submarines.
func (r *reasoner) known(s deduce.State) []int {
	known := make([]int, len(r.lines))
	for l, cells := range r.lines {
		for _, at := range cells {
			if !s.Has(at, water) {
				known[l]++
			}
		}
	}
	return known
}

func (r *reasoner) findTwo(s deduce.State, _ []int32, emit deduce.Emit) {
	known, h := r.known(s), len(r.rows)
	for b := range r.sums {
		for a := range b {
			switch {
			case b < h:
				r.compare(s, known, a, b, 0, h, emit)
			case a >= h:
				r.compare(s, known, a, b, h, 0, emit)
			}
		}
	}
}

// compare checks whether the lines a and b need as many submarines as they can hold. In each line
// across, they can hold as many submarines as they have cells for them, but no more than the line
// across needs. The parameters side and across are the numbers of the first line in the direction of a
// and b, and of the first line across.
func (r *reasoner) compare(s deduce.State, known []int, a, b, side, across int, emit deduce.Emit) {
	f := &finding{lines: []int{a, b}, value: -1, need: r.sums[a] + r.sums[b]}
	hold := func(k int) (able, spare int) { // in line across+k: the cells for submarines, and the submarines needed
		spare = r.sums[across+k] - known[across+k]
		for _, l := range f.lines {
			at := r.lines[l][k]
			if s.Has(at, submarine) {
				able++
			}
			if !s.Has(at, water) {
				spare++
			}
		}
		return able, spare
	}
	for k := range r.lines[a] {
		able, spare := hold(k)
		f.room += min(able, spare)
	}
	if f.room > f.need {
		return
	}
	f.broken = f.room < f.need
	var goes []deduce.Bit
	for k := range r.lines[a] {
		able, spare := hold(k)
		for i, at := range r.lines[across+k] {
			value, holds := submarine, spare <= able // the value that goes, and whether it does
			if side+i == a || side+i == b {
				value, holds = water, able <= spare
			}
			switch {
			case !holds:
			case s[at] == 3:
				goes = append(goes, deduce.Bit{Site: at, Value: value})
			case !s.Has(at, 1-value):
				f.gone = append(f.gone, deduce.Bit{Site: at, Value: 1 - value})
			}
		}
	}
	if len(goes) > 0 || f.broken {
		r.conclude(s, f, goes, emit)
	}
}
