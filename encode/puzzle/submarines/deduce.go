package submarines

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
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
	sums, all   []int   // by line: its sum, and its number
	lines       [][]int // by line: its cells
	able, spare []int   // by index of a line across: buffers of compare
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
	n := max(h, w)
	r := &reasoner{Board: b, sums: slices.Concat(b.rows, b.cols), all: encode.Left(h+w, nil), able: make([]int, n), spare: make([]int, n)}
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

// across returns the lines that cross a line, in the order of its cells.
func (r *reasoner) across(line int) []int {
	h := len(r.rows)
	if line < h {
		return r.all[h:]
	}
	return r.all[:h]
}

// cell returns the cell in which two lines cross.
func (r *reasoner) cell(line, across int) int {
	return min(line, across)*len(r.cols) + max(line, across) - len(r.rows)
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
		across := r.across(b)
		for a := range b {
			if (a < h) == (b < h) {
				r.compare(s, known, []int{a, b}, across, emit)
			}
		}
	}
}

// compare checks whether lines need as many submarines as they can hold. In each line across, they
// can hold as many submarines as they have cells for them, but no more than the line across needs.
func (r *reasoner) compare(s deduce.State, known, lines, across []int, emit deduce.Emit) {
	f := &finding{lines: lines, value: -1}
	for _, l := range lines {
		f.need += r.sums[l]
	}
	for k, c := range across {
		r.able[k], r.spare[k] = 0, r.sums[c]-known[c]
		for _, l := range lines {
			at := r.cell(l, c)
			if s.Has(at, submarine) {
				r.able[k]++
			}
			if !s.Has(at, water) {
				r.spare[k]++
			}
		}
		f.room += min(r.able[k], r.spare[k])
	}
	if f.room > f.need {
		return
	}
	f.broken = f.room < f.need
	var goes []deduce.Bit
	for k, c := range across {
		for i, l := range r.across(c) {
			at := r.lines[c][i]
			value, holds := submarine, r.spare[k] <= r.able[k] // the value that goes, and whether it does
			if slices.Contains(lines, l) {
				value, holds = water, r.able[k] <= r.spare[k]
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
