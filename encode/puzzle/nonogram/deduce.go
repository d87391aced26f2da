package nonogram

import (
	"context"
	"slices"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
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
	cells []int
	runs  []int
}

type look struct {
	line  int
	at    int               // the run for overlap, the black cell for edge, none for an impossible line
	cells []runlength.State // the line before the step
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	r := &reasoner{Board: b, ctx: ctx}
	for i, runs := range slices.Concat(b.rows, b.cols) {
		r.lines = append(r.lines, strip{grid.Line(len(b.rows), len(b.cols), i), runs})
	}
	return r
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
	h, w := len(r.rows), len(r.cols)
	dirty := make([]bool, h+w)
	for _, at := range changed {
		dirty[int(at)/w], dirty[h+int(at)%w] = true, true
	}
	for l := range r.lines {
		if !dirty[l] {
			continue
		}
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
