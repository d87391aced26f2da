package nonogram

import (
	"bytes"
	"context"
	"slices"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
	"counterproof/native/runlength"
)

const easy, normal, hard, extreme = 0, 1, 2, 3

var levels = []string{"easy", "normal", "hard", "extreme"}

// Rules returns overlap and finish (level easy), edge and gap (normal), complete line (hard) and
// probe (extreme). The easy and normal rules count cells or check where each run fits on its own. The
// rule "complete line" uses native/runlength to find everything that a single line implies, so it
// finds all conclusions of the easier rules. The rule "probe" supposes a colour of one cell and finds
// the consequences only with the rule "complete line".
func (b *Board) Rules() []deduction.Rule { return newReasoner(context.Background(), b).set().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return newReasoner(ctx, b).set().Deduce(ctx, b, st, o)
}

// A reasoner finds what the rules conclude on one board. It is not safe for concurrent
// use.
type reasoner struct {
	*Board
	ctx    context.Context // when this context is done, probes find nothing more
	lines  []strip         // rows, then columns
	looks  []look          // by Pattern.Clue of the rules that look at lines
	memory memory
}

type strip struct {
	cells, runs []int
}

type look struct {
	line  int
	at    int               // the run for overlap, the black cell for edge, none for an impossible line
	cells []runlength.State // the line before the step
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	all := slices.Concat(b.rows, b.cols)
	return &reasoner{Board: b, ctx: ctx, lines: wording.Fill(len(all), func(i int) strip {
		return strip{grid.Line(len(b.rows), len(b.cols), i), all[i]}
	})}
}

func (r *reasoner) set() *technique.Set {
	set := &technique.Set{Levels: levels, Start: technique.Start(r.Sites()), Text: r.text, Sentence: r.moveText, Picture: r.drawState}
	for at, v := range r.given {
		if v != open {
			set.Start[at] = 1 << (v - white)
		}
	}
	about := func(name string, level int, find finder, statement string) {
		set.Rules = append(set.Rules, deduce.Rule{
			Name: name, Level: level, Statement: statement,
			Find:  func(s deduce.State, changed []int32, emit deduce.Emit) { r.findInLines(find, s, changed, emit) },
			Facts: func(st *deduce.Step) []deduce.Bit { return r.lineFacts(find, st) },
			Moves: deduce.Moves{Reason: func(st *deduce.Step) any { return r.looks[st.Clue].line }},
		})
	}
	about("overlap", easy, overlap, "The rule pushes all runs of a line (a row or column) as far as possible to the beginning of the line, and then as far as possible to its end. A run may not cover a cell that is left empty or end next to a filled cell, and no filled cell may lie before the first run or after the last. A cell that the same run covers in both cases is filled.")
	about("finish", easy, finish, "If a line has as many filled cells as its runs need, its other cells are left empty.")
	about("edge", normal, edge, "The rule takes a known filled cell. It lists all positions in which a run of the line covers this cell, between the run's first and last possible positions. A cell that is covered in all of these positions is filled, and a cell that is next to the run in all of them is left empty.")
	about("gap", normal, gap, "A cell is left empty if no run can cover it in any position between the run's first and last possible positions.")
	about("complete line", hard, complete, "If a cell is filled in all ways to complete its line, it is filled. If it is filled in none of them, it is left empty.")
	set.Rules = append(set.Rules, deduce.Rule{
		Name: "probe", Level: extreme,
		Statement: "The rule tries to fill a cell and to leave it empty. Each time, it applies the rule 'complete line' to one line after the other. If one way leads to a line that cannot be completed, the other way is right. If both ways fill another cell, or both leave it empty, that follows, too.",
		Find:      r.findProbes,
		Facts:     r.probeFacts,
		Moves: deduce.Moves{Reason: func(st *deduce.Step) any {
			t := &r.memory.tales[st.Clue]
			return [2]int{t.at, t.call}
		}},
	})
	return set
}

// stateOf maps the values that are left for a cell to its state.
var stateOf = [4]runlength.State{1: runlength.Zero, 2: runlength.One}

// findInLines applies a finder to every line with a changed cell. If a line cannot be filled,
// findInLines removes both colours from all its cells. So after more removals, the rule still finds
// every conclusion that it found before.
func (r *reasoner) findInLines(find finder, s deduce.State, changed []int32, emit deduce.Emit) {
	for _, l := range technique.Touched(len(r.rows), len(r.cols), changed) {
		x := &r.lines[l]
		cells, ok := make([]runlength.State, len(x.cells)), true
		for i, at := range x.cells {
			cells[i], ok = stateOf[s[at]], ok && s[at] != 0
		}
		last := -1
		found := func(i int, to runlength.State, at int) {
			gone := 1 - int(to-runlength.Zero)
			if !s.Has(x.cells[i], gone) {
				return
			}
			if last < 0 || r.looks[last].at != at {
				last = len(r.looks)
				r.looks = append(r.looks, look{l, at, cells})
			}
			emit(x.cells[i], gone, deduce.Pattern{Sites: x.cells, Values: 3, Clue: last})
		}
		if ok {
			ok = find(x.runs, cells, found)
		}
		if !ok {
			for i := range cells {
				found(i, runlength.Zero, none)
				found(i, runlength.One, none)
			}
		}
	}
}

// none is the value of look.at for a line that cannot be filled.
const none = -1

// lineFacts returns known cells of a line from which the finder concludes the step, or finds that the
// line cannot be filled. None of them can be left out.
func (r *reasoner) lineFacts(find finder, st *deduce.Step) (facts []deduce.Bit) {
	x := &r.lines[r.looks[st.Clue].line]
	near, to := x.index(st.Site), runlength.Zero+runlength.State(1-st.Value)
	for i, v := range sparing(r.looks[st.Clue].cells, near, func(cells []runlength.State) bool {
		found := false
		ok := find(x.runs, cells, func(j int, v runlength.State, _ int) { found = found || j == near && v == to })
		return found || !ok
	}) {
		if v != runlength.Unknown {
			facts = append(facts, deduce.Bit{Site: x.cells[i], Value: 1 - int(v-runlength.Zero)})
		}
	}
	return facts
}

func (x *strip) index(at int) int {
	if len(x.cells) < 2 {
		return 0
	}
	return (at - x.cells[0]) / (x.cells[1] - x.cells[0])
}

// sparing returns a minimal subset of the known cells for which the function in the parameter so
// still returns true. The function must return true for the set of all known cells. sparing first
// tries to drop the cells that are farthest from the position near.
func sparing(cells []runlength.State, near int, so func(cells []runlength.State) bool) []runlength.State {
	kept := append([]runlength.State(nil), cells...)
	for far := max(near, len(kept)-1-near); far >= 0; far-- {
		for _, i := range [2]int{near - far, near + far} {
			if i < 0 || i >= len(kept) || kept[i] == runlength.Unknown {
				continue
			}
			v := kept[i]
			if kept[i] = runlength.Unknown; !so(kept) {
				kept[i] = v
			}
		}
	}
	return kept
}

// A finder determines the colours of some cells of a line, and calls its parameter found for each
// of these cells, even if the colour is already known. The arguments of found are the index of the
// cell, its colour, and a number that says why the colour follows, such as the index of a run. A
// finder returns false if it detects that the line cannot be filled. The caller then ignores the
// calls of found.
//
// Suppose that more cells of a line become known. The finder then determines at least the same
// cells as before, unless it detects that the line cannot be filled.
type finder func(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool

type span struct{ first, last int }

// room finds the first and the last start of each run, or returns false if the runs do not fit. It pushes
// all runs to the left, and then to the right, as far as they fit. Each run comes after the previous run.
// Black cells before the first run or after the last run are not allowed. room ignores black cells between
// two runs.
func room(runs []int, cells []runlength.State) (spans []span, ok bool) {
	backRuns, backCells := slices.Clone(runs), slices.Clone(cells)
	slices.Reverse(backRuns)
	slices.Reverse(backCells)
	starts, ends := leftmost(runs, cells), leftmost(backRuns, backCells)
	if len(starts) < len(runs) || len(ends) < len(runs) {
		return nil, false
	}
	for j, run := range runs {
		s := span{starts[j], len(cells) - ends[len(runs)-1-j] - run}
		if s.last < s.first {
			return nil, false
		}
		spans = append(spans, s)
	}
	return spans, true
}

// leftmost pushes all runs to the left. It returns their starts, without the runs that do not fit. The last
// run covers the last black cell or comes after it.
func leftmost(runs []int, cells []runlength.State) (starts []int) {
	at := 0
	for j, run := range runs {
		if j == len(runs)-1 {
			at = max(at, bytes.LastIndexByte(cells, runlength.One)-run+1)
		}
		for at+run <= len(cells) && !fitsAt(cells, at, run) {
			at++
		}
		if at+run > len(cells) {
			break
		}
		starts = append(starts, at)
		at += run + 1
	}
	return starts
}

// fitsAt reports whether a run can start at cell i: it covers no white cell, and no black cell is next to it.
func fitsAt(cells []runlength.State, i, run int) bool {
	end := i + run
	return bytes.IndexByte(cells[i:end], runlength.Zero) < 0 &&
		(i == 0 || cells[i-1] != runlength.One) && (end == len(cells) || cells[end] != runlength.One)
}

func overlap(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	spans, ok := room(runs, cells)
	for j, s := range spans {
		for i := s.last; i < s.first+runs[j]; i++ {
			found(i, runlength.One, j)
		}
	}
	return ok
}

// blacks returns the number of black cells of a line.
func blacks(runs []int) int { return wording.Sum(runs, func(run int) int { return run }) }

func finish(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	left := blacks(runs) - bytes.Count(cells, []byte{runlength.One})
	if left != 0 {
		return left > 0
	}
	for i, v := range cells {
		if v != runlength.One {
			found(i, runlength.Zero, 0)
		}
	}
	return true
}

func gap(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	spans, ok := room(runs, cells)
	if !ok {
		return false
	}
	covered := make([]bool, len(cells))
	for j, s := range spans {
		from := 0 // the current run covers no new cells before this one
		for i := s.first; i <= s.last; i++ {
			if fitsAt(cells, i, runs[j]) {
				for from = max(from, i); from < i+runs[j]; from++ {
					covered[from] = true
				}
			}
		}
	}
	for i, c := range covered {
		if !c {
			found(i, runlength.Zero, 0)
		}
	}
	return true
}

// edge looks at each black cell and at all ways in which a run can cover the cell. It finds the
// cells that have the same colour in all these ways. The last argument of each call of found is the
// index of the black cell.
func edge(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	spans, ok := room(runs, cells)
	for x, v := range cells {
		if v != runlength.One {
			continue
		}
		begin, end := span{first: len(cells)}, span{first: len(cells)}
		for j, s := range spans {
			for i := max(s.first, x-runs[j]+1); i <= min(s.last, x); i++ {
				if fitsAt(cells, i, runs[j]) {
					begin = span{min(begin.first, i), max(begin.last, i)}
					end = span{min(end.first, i+runs[j]), max(end.last, i+runs[j])}
				}
			}
		}
		if end.last == 0 { // no run can cover the cell
			return false
		}
		for i := begin.last; i < end.first; i++ {
			found(i, runlength.One, x)
		}
		if begin.first == begin.last && begin.first > 0 {
			found(begin.first-1, runlength.Zero, x)
		}
		if end.first == end.last && end.first < len(cells) {
			found(end.first, runlength.Zero, x)
		}
	}
	return ok
}

func complete(runs []int, cells []runlength.State, found func(i int, to runlength.State, at int)) bool {
	all := slices.Clone(cells)
	if !runlength.Solve(runs, all) {
		return false
	}
	for i, v := range all {
		if v != runlength.Unknown {
			found(i, v, 0)
		}
	}
	return true
}
