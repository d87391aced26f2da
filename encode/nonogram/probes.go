package nonogram

import (
	"slices"

	"counterproof/native/deduce"
	"counterproof/native/line"
)

// A probe goes through lines until nothing is new or one cannot be filled.
type probe struct {
	*reasoner
	cells  []line.State
	moves  []move
	dirty  []bool // by line
	seen   []bool // by line: it was dirty
	failed int    // the line that cannot be filled; fine: none
}

const fine = -1

// A move is what a line settles at once.
type move struct {
	line  int
	cells []int
	to    []line.State
}

// A memory is what probes have found up to now, and when which lines and cells
// were looked at: what a probe finds can only change where a line that it has seen
// does.
type memory struct {
	call  int
	cells []line.State // of the last call
	news  []int        // by line: the call before which it changed
	tried []int        // by cell: the call of the last probe
	seen  [][]bool     // by cell: the lines of that probe
	told  map[deduce.Bit]int
	tales []tale // by Pattern.Clue
}

// A tale is what probes say of a bit: those of both colours of a cell, or one
// without a supposition. The last move of a branch, or else its failure, decides.
type tale struct {
	start    []line.State
	at       int // the cell that is supposed; none: none is
	target   int // the cell that is settled
	to       line.State
	branches []branch
}

type branch struct {
	to     line.State // of the cell that is supposed
	moves  []move
	failed int
}

// findProbes is the rule probe. What is so without a supposition is found too, so
// that nothing is lost to the easier rules: and where one colour of a cell fails,
// all that the other leads to. A bit that was told stays so. Those that take the
// fewest moves come first.
func (r *reasoner) findProbes(s deduce.State, _ []int32, emit deduce.Emit) {
	base := r.base(s)
	t := &teller{memory: &r.memory, state: s, start: slices.Clone(base.cells)}
	base.run()
	t.begin(base)
	if slices.Contains(s, 0) {
		base.failed = 0
	}
	t.agree(none, []branch{{moves: base.moves, failed: base.failed}}, base)
	for at, v := range base.cells {
		if base.failed != fine || v != line.Unknown || t.known(at) {
			continue
		}
		if r.ctx.Err() != nil {
			return
		}
		t.probe(base, at)
	}
	var open []int
	for k := range t.tales {
		if gone := t.tales[k].gone(); s.Has(gone.Site, gone.Value) {
			open = append(open, k)
		}
	}
	slices.SortStableFunc(open, func(j, k int) int { return t.tales[j].length() - t.tales[k].length() })
	for _, k := range open {
		x := &t.tales[k]
		p := deduce.Pattern{Sites: []int{x.target}, Values: 3, Clue: k}
		if x.at != none {
			p.Sites[0] = x.at
		}
		emit(x.gone().Site, x.gone().Value, p)
	}
}

// base returns the probe that supposes nothing.
func (r *reasoner) base(s deduce.State) *probe {
	n := len(r.lines)
	cells := make([]line.State, len(s))
	for at, left := range s {
		cells[at] = [...]line.State{1: line.Zero, 2: line.One, 3: line.Unknown}[left&3]
	}
	return &probe{reasoner: r, cells: cells, dirty: slices.Repeat([]bool{true}, n), seen: make([]bool, n), failed: fine}
}

// A teller adds the tales of a state to the memory.
type teller struct {
	*memory
	state deduce.State
	start []line.State
}

// tell adds a tale, unless one is known of its bit or the bit is gone.
func (t *teller) tell(x tale) {
	gone := x.gone()
	if _, ok := t.told[gone]; ok || !t.state.Has(gone.Site, gone.Value) {
		return
	}
	x.start = t.start
	t.told[gone] = len(t.tales)
	t.tales = append(t.tales, x)
}

// probe supposes both colours of a cell.
func (t *teller) probe(base *probe, at int) {
	t.tried[at], t.seen[at] = t.call, make([]bool, len(base.lines))
	var branches []branch
	var ends []*probe
	for _, to := range []line.State{line.Zero, line.One} {
		q := base.suppose(at, to, t.seen[at])
		branches = append(branches, branch{to, q.moves, q.failed})
		ends = append(ends, q)
	}
	for i, b := range branches {
		if b.failed != fine {
			t.tell(tale{at: at, target: at, to: branches[1-i].to, branches: branches[i : i+1]})
		}
	}
	t.agree(at, branches, ends...)
}

// agree tells what the branches agree in, given the probes at their ends. A branch
// that failed agrees with everything.
func (t *teller) agree(at int, branches []branch, ends ...*probe) {
	i := slices.IndexFunc(branches, func(b branch) bool { return b.failed == fine })
	if i < 0 {
		for y := range t.state {
			t.tell(tale{at: at, target: y, to: line.Zero, branches: branches})
			t.tell(tale{at: at, target: y, to: line.One, branches: branches})
		}
		return
	}
	for _, m := range branches[i].moves {
		for j, y := range m.cells {
			all := true
			for _, q := range ends {
				all = all && (q.failed != fine || q.cells[y] == m.to[j])
			}
			if all {
				t.tell(tale{at: at, target: y, to: m.to[j], branches: branches})
			}
		}
	}
}

// gone is the bit that the tale is about.
func (t *tale) gone() deduce.Bit { return deduce.Bit{Site: t.target, Value: 1 - int(t.to-line.Zero)} }

// length is the number of moves of all branches.
func (t *tale) length() (n int) {
	for _, b := range t.branches {
		n += len(b.moves)
	}
	return n
}

// begin notes in which lines the cells are others than in the last call.
func (m *memory) begin(base *probe) {
	if m.told == nil {
		m.told = map[deduce.Bit]int{}
		m.cells = make([]line.State, len(base.cells))
		m.news, m.tried = make([]int, len(base.lines)), make([]int, len(base.cells))
		m.seen = make([][]bool, len(base.cells))
	}
	m.call++
	w := len(base.cols)
	for at, v := range base.cells {
		if v != m.cells[at] {
			m.news[at/w], m.news[len(base.rows)+at%w] = m.call, m.call
		}
	}
	m.cells = base.cells
}

// known reports whether a probe of the cell would find what the last one did.
func (m *memory) known(at int) bool {
	for l, seen := range m.seen[at] {
		if seen && m.news[l] > m.tried[at] {
			return false
		}
	}
	return m.seen[at] != nil
}

// suppose is another probe that goes on with a cell of a colour.
func (p *probe) suppose(at int, to line.State, seen []bool) *probe {
	q := &probe{reasoner: p.reasoner, cells: slices.Clone(p.cells), moves: slices.Clip(p.moves), dirty: make([]bool, len(p.lines)), seen: seen, failed: fine}
	q.cells[at] = to
	q.touch(at)
	q.run()
	return q
}

// touch has the lines of a cell solved.
func (p *probe) touch(at int) {
	w := len(p.cols)
	for _, l := range [2]int{at / w, len(p.rows) + at%w} {
		p.dirty[l], p.seen[l] = true, true
	}
}

func (p *probe) run() {
	for {
		l := slices.Index(p.dirty, true)
		if l < 0 {
			return
		}
		x := &p.lines[l]
		before := x.of(p.cells)
		after := slices.Clone(before)
		if !line.Solve(x.runs, after) {
			p.failed = l
			return
		}
		m := move{line: l}
		for i, v := range after {
			if at := x.cells[i]; v != before[i] {
				p.cells[at] = v
				p.touch(at)
				m.cells, m.to = append(m.cells, at), append(m.to, v)
			}
		}
		p.dirty[l] = false
		if m.cells != nil {
			p.moves = append(p.moves, m)
		}
	}
}

// of are those of all cells that are in the line.
func (x *strip) of(cells []line.State) []line.State {
	in := make([]line.State, len(x.cells))
	for i, at := range x.cells {
		in[i] = cells[at]
	}
	return in
}

// A trace is what of a branch leads to its end.
type trace struct {
	*reasoner
	cells []line.State
	when  []int // by cell: one more than the number of the move that settled it; 0: none did
	need  []bool
}

// trace finds from its end the moves of a branch that count, of these the cells
// that do, and the cells that are needed from before.
func (t *tale) trace(r *reasoner, b branch) (moves []move, facts []deduce.Bit) {
	x := &trace{r, slices.Clone(t.start), make([]int, len(t.start)), make([]bool, len(t.start))}
	if t.at != none {
		x.cells[t.at] = b.to
	}
	for k, m := range b.moves {
		for i, at := range m.cells {
			x.cells[at], x.when[at] = m.to[i], k+1
		}
	}
	if b.failed == fine {
		x.need[t.target] = true
	} else {
		runs := r.lines[b.failed].runs
		x.want(b.failed, len(b.moves), 0, func(cells []line.State) bool { return !line.Solve(runs, cells) })
	}
	for k := len(b.moves) - 1; k >= 0; k-- {
		m := b.moves[k]
		part := move{line: m.line}
		for i, at := range m.cells {
			if !x.need[at] {
				continue
			}
			part.cells, part.to = append(part.cells, at), append(part.to, m.to[i])
			s := &r.lines[m.line]
			near := s.index(at)
			x.want(m.line, k, near, func(cells []line.State) bool {
				return !line.Solve(s.runs, cells) || cells[near] == m.to[i]
			})
		}
		if part.cells != nil {
			moves = append(moves, part)
		}
	}
	slices.Reverse(moves)
	for at, need := range x.need {
		if need && x.when[at] == 0 && at != t.at {
			facts = append(facts, deduce.Bit{Site: at, Value: 1 - int(x.cells[at]-line.Zero)})
		}
	}
	return moves, facts
}

// want needs of the cells of a line that were known before a move as few as make
// it so.
func (x *trace) want(l, before, near int, so func(cells []line.State) bool) {
	s := &x.lines[l]
	known := s.of(x.cells)
	for i, at := range s.cells {
		if x.when[at] > before {
			known[i] = line.Unknown
		}
	}
	for i, v := range sparing(known, near, func(cells []line.State) bool { return so(slices.Clone(cells)) }) {
		if v != line.Unknown {
			x.need[s.cells[i]] = true
		}
	}
}

// probeFacts are those of all branches.
func (r *reasoner) probeFacts(st *deduce.Step) (facts []deduce.Bit) {
	t := &r.memory.tales[st.Clue]
	for _, b := range t.branches {
		_, more := t.trace(r, b)
		for _, f := range more {
			if !slices.Contains(facts, f) {
				facts = append(facts, f)
			}
		}
	}
	return facts
}
