package nonogram

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/reason"
	"counterproof/native"
	"counterproof/native/deduce"
	"counterproof/native/line"
)

// The levels of the rules.
const (
	easy = iota
	normal
	hard
	extreme
)

var levels = []string{"easy", "normal", "hard", "extreme"}

// Rules implements encode.Deducible.
//
//	easy     overlap, finish
//	normal   edge, gap
//	hard     complete line
//	extreme  probe
//
// The easier rules ask where each run fits, one by one, or count. Complete line is
// all that a line says by itself, by native/line, and so takes what they do; a probe
// supposes one cell, and no more, and goes through complete lines.
func (b *Board) Rules() []encode.Rule { return newReasoner(context.Background(), b).set().List() }

// Deduce implements encode.Deducible.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o encode.Deducing) (*encode.Deduced, error) {
	return newReasoner(ctx, b).set().Deduce(ctx, b, st, o)
}

// A reasoner finds what the rules conclude on one board. It is for one goroutine.
type reasoner struct {
	*Board
	ctx    context.Context // of probes; a rule that sees it done finds nothing
	lines  []strip         // rows, then columns
	looks  []look          // by Pattern.Clue of the rules about lines
	memory memory
}

// A strip is a row or a column.
type strip struct {
	cells []int
	runs  []int
}

// A look is what a rule about lines saw.
type look struct {
	line  int
	at    int          // the run of overlap, the black cell of edge
	cells []line.State // before
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	r := &reasoner{Board: b, ctx: ctx}
	h, w := len(b.rows), len(b.cols)
	for i := range h {
		x := strip{runs: b.rows[i]}
		for c := range w {
			x.cells = append(x.cells, i*w+c)
		}
		r.lines = append(r.lines, x)
	}
	for c := range w {
		x := strip{runs: b.cols[c]}
		for i := range h {
			x.cells = append(x.cells, i*w+c)
		}
		r.lines = append(r.lines, x)
	}
	return r
}

func (r *reasoner) set() *reason.Set {
	set := &reason.Set{Levels: levels, Start: reason.Start(r.Sites()), Text: r.text, Picture: r.drawState}
	for at, v := range r.given {
		if v != open {
			set.Start[at] = [...]uint64{white: 1, black: 2}[v]
		}
	}
	about := func(name string, level int, find finder, statement string) {
		set.Rules = append(set.Rules, deduce.Rule{
			Name: name, Level: level, Statement: statement,
			Find:  func(s deduce.State, changed []int32, emit deduce.Emit) { r.findInLines(find, s, changed, emit) },
			Facts: func(st *deduce.Step) []deduce.Bit { return r.lineFacts(find, st) },
		})
	}
	about("overlap", easy, overlap, "The runs of a line are pushed to its beginning and to its end as far as they fit. They do not lie on white cells or next to black ones. The first run is not behind the first black cell, and the last run is not before the last one. A cell that a run covers in both of its places is black.")
	about("finish", easy, finish, "If a line has as many black cells as its runs need, its other cells are white.")
	about("edge", normal, edge, "The rule lists the places over a black cell where a run fits, between the two to which it can be pushed. A cell in all of these places is black, and a cell next to all of them is white.")
	about("gap", normal, gap, "A cell is white if no run fits over it between the two places to which the run can be pushed.")
	about("complete line", hard, complete, "If a cell has the same colour in all ways to fill its line, it takes that colour.")
	set.Rules = append(set.Rules, deduce.Rule{
		Name: "probe", Level: extreme,
		Statement: "The rule tries both colours of a cell and completes lines one after the other. If one colour leads to a line that cannot be filled, the cell takes the other colour. What both colours lead to is true.",
		Find:      r.findProbes,
		Facts:     r.probeFacts,
	})
	return set
}

// state is what is known of the cells of a line; ok is false where one can have no
// colour.
func (x *strip) state(s deduce.State) (cells []line.State, ok bool) {
	cells = make([]line.State, len(x.cells))
	ok = true
	for i, at := range x.cells {
		switch s[at] & 3 {
		case 1:
			cells[i] = line.Zero
		case 2:
			cells[i] = line.One
		case 0:
			ok = false
		}
	}
	return cells, ok
}

// findInLines asks a finder about the lines of changed cells. A line that cannot
// be filled takes both colours from all its cells: so a rule loses nothing that it
// has found.
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
		cells, ok := x.state(s)
		last := -1
		found := func(i int, to line.State, at int) {
			gone := 1 - int(to-line.Zero)
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
				found(i, line.Zero, none)
				found(i, line.One, none)
			}
		}
	}
}

// none is the at of a look at a line that cannot be filled.
const none = -1

// lineFacts are known cells of the line on which the step rests, none of which can
// be spared: those are tried first that are far from it.
func (r *reasoner) lineFacts(find finder, st *deduce.Step) []deduce.Bit {
	x := &r.lines[r.looks[st.Clue].line]
	to := line.Zero + line.State(1-st.Value)
	return x.facts(sparing(r.looks[st.Clue].cells, x.index(st.Site), func(cells []line.State) bool {
		return concludes(find, x.runs, cells, x.index(st.Site), to)
	}))
}

// index is where a cell stands in the line.
func (x *strip) index(at int) int {
	if len(x.cells) < 2 {
		return 0
	}
	return (at - x.cells[0]) / (x.cells[1] - x.cells[0])
}

// facts are the known cells as bits.
func (x *strip) facts(cells []line.State) (facts []deduce.Bit) {
	for i, v := range cells {
		if v != line.Unknown {
			facts = append(facts, deduce.Bit{Site: x.cells[i], Value: 1 - int(v-line.Zero)})
		}
	}
	return facts
}

// concludes reports whether the finder settles a cell of the line.
func concludes(find finder, runs []int, cells []line.State, i int, to line.State) bool {
	found := false
	ok := find(runs, cells, func(j int, v line.State, _ int) { found = found || j == i && v == to })
	return found || !ok
}

// sparing leaves of the known cells some without any of which it would not be so, as
// it is with all.
func sparing(cells []line.State, near int, so func(cells []line.State) bool) []line.State {
	kept := append([]line.State(nil), cells...)
	for far := max(near, len(kept)-1-near); far >= 0; far-- {
		for _, i := range [2]int{near - far, near + far} {
			if i < 0 || i >= len(kept) || kept[i] == line.Unknown {
				continue
			}
			v := kept[i]
			if kept[i] = line.Unknown; !so(kept) {
				kept[i] = v
			}
		}
	}
	return kept
}
