package nonogram

import (
	"slices"

	"counterproof/native/deduce"
	"counterproof/native/runlength"
)

// A probe is a copy of the cells of the board in which one cell can have a supposed colour. The
// method run solves rows and columns one by one, until nothing new follows or a line cannot be
// filled.
type probe struct {
	*reasoner
	cells  []runlength.State
	moves  []move
	dirty  []bool // by line: whether the line must be solved again
	seen   []bool // by line: whether the line was ever dirty
	failed int    // the line that cannot be filled, or fine if there is none
}

const fine = -1

type move struct {
	line  int
	cells []int
	to    []runlength.State
}

// A memory holds what earlier probes found, and which rows and columns each probe solved. A new
// probe of the same cell can find something else only if a cell in one of these lines has become
// known since the last probe.
type memory struct {
	call  int
	cells []runlength.State // the cells at the last call of findProbes
	news  []int             // by line: the number of the first call of findProbes after the last change of the line
	tried []int             // by cell: the number of the call of findProbes that last probed the cell
	seen  [][]bool          // by cell: the lines that the last probe of the cell solved
	told  map[deduce.Bit]int
	tales []tale // a step refers to its tale by Pattern.Clue
}

// A tale explains how the rule "probe" determines the colour of a cell. A branch holds the moves
// that follow from supposing one colour of a cell. If both colours of the supposed cell lead to the
// same result, the tale has two branches. If one colour leads to a line that cannot be filled, the
// tale has only the branch of this colour. If the result follows without a supposed colour, the
// tale also has one branch.
type tale struct {
	start    []runlength.State
	at       int // the supposed cell, or none without a supposition
	target   int // the cell that becomes known
	to       runlength.State
	branches []branch
	call     int // the number of the call of findProbes that found the tale
}

type branch struct {
	to     runlength.State // the colour of the supposed cell
	moves  []move
	failed int
}

// findProbes implements the search of the rule "probe". First it emits what follows from the lines
// without supposing anything, so the rule finds all conclusions of the easier rules. Then it
// supposes each colour of each open cell. If one colour leads to a line that cannot be filled,
// findProbes emits what the other colour implies. If neither colour does, findProbes emits what
// both colours have in common. The memory keeps every conclusion, so that a later call finds the
// conclusion again. The conclusions that take the fewest moves come first.
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
		if base.failed != fine || v != runlength.Unknown || t.known(at) {
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

func (r *reasoner) base(s deduce.State) *probe {
	n := len(r.lines)
	cells := make([]runlength.State, len(s))
	for at, left := range s {
		cells[at] = [...]runlength.State{1: runlength.Zero, 2: runlength.One, 3: runlength.Unknown}[left&3]
	}
	return &probe{reasoner: r, cells: cells, dirty: slices.Repeat([]bool{true}, n), seen: make([]bool, n), failed: fine}
}

// A teller finds conclusions in one state, and adds the tales that explain them to the memory.
type teller struct {
	*memory
	state deduce.State
	start []runlength.State
}

func (t *teller) add(x tale) {
	gone := x.gone()
	if _, ok := t.told[gone]; ok || !t.state.Has(gone.Site, gone.Value) {
		return
	}
	x.start, x.call = t.start, t.call
	t.told[gone] = len(t.tales)
	t.tales = append(t.tales, x)
}

func (t *teller) probe(base *probe, at int) {
	t.tried[at], t.seen[at] = t.call, make([]bool, len(base.lines))
	var branches []branch
	var ends []*probe
	for _, to := range []runlength.State{runlength.Zero, runlength.One} {
		q := base.suppose(at, to, t.seen[at])
		branches = append(branches, branch{to, q.moves, q.failed})
		ends = append(ends, q)
	}
	for i, b := range branches {
		if b.failed != fine {
			t.add(tale{at: at, target: at, to: branches[1-i].to, branches: branches[i : i+1]})
		}
	}
	t.agree(at, branches, ends...)
}

// agree adds a tale for each cell that gets the same colour in all branches, which end with the
// probes ends. If a branch leads to a line that cannot be filled, agree ignores the branch. If all
// branches do so, the board has no solution, and agree adds a tale for each value of each cell.
func (t *teller) agree(at int, branches []branch, ends ...*probe) {
	i := slices.IndexFunc(branches, func(b branch) bool { return b.failed == fine })
	if i < 0 {
		for y := range t.state {
			t.add(tale{at: at, target: y, to: runlength.Zero, branches: branches})
			t.add(tale{at: at, target: y, to: runlength.One, branches: branches})
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
				t.add(tale{at: at, target: y, to: m.to[j], branches: branches})
			}
		}
	}
}

func (t *tale) gone() deduce.Bit {
	return deduce.Bit{Site: t.target, Value: 1 - int(t.to-runlength.Zero)}
}

func (t *tale) length() (n int) {
	for _, b := range t.branches {
		n += len(b.moves)
	}
	return n
}

func (m *memory) begin(base *probe) {
	if m.told == nil {
		m.told = map[deduce.Bit]int{}
		m.cells = make([]runlength.State, len(base.cells))
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

// known reports whether a new probe of the cell would find nothing new. This is so if no line that
// the last probe of the cell solved has changed since that probe.
func (m *memory) known(at int) bool {
	for l, seen := range m.seen[at] {
		if seen && m.news[l] > m.tried[at] {
			return false
		}
	}
	return m.seen[at] != nil
}

func (p *probe) suppose(at int, to runlength.State, seen []bool) *probe {
	q := &probe{reasoner: p.reasoner, cells: slices.Clone(p.cells), moves: slices.Clip(p.moves), dirty: make([]bool, len(p.lines)), seen: seen, failed: fine}
	q.cells[at] = to
	q.touch(at)
	q.run()
	return q
}

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
		if !runlength.Solve(x.runs, after) {
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

func (x *strip) of(cells []runlength.State) []runlength.State {
	in := make([]runlength.State, len(x.cells))
	for i, at := range x.cells {
		in[i] = cells[at]
	}
	return in
}

// A trace finds out which moves and cells of a branch are needed for the result of the branch.
type trace struct {
	*reasoner
	cells []runlength.State
	when  []int // by cell: 1 + the index of the move that determined the cell; 0 if no move did
	need  []bool
}

// trace goes through the moves of a branch from the last to the first. It returns the moves that
// are needed for the colours of the targets, each with only the needed cells. If the branch ends at
// a line that cannot be filled, trace returns the moves that are needed for this contradiction. It
// also returns the needed facts, which are cells known before the first move.
func (t *tale) trace(r *reasoner, b branch, targets ...int) (moves []move, facts []deduce.Bit) {
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
		for _, at := range targets {
			x.need[at] = true
		}
	} else {
		runs := r.lines[b.failed].runs
		x.want(b.failed, len(b.moves), 0, func(cells []runlength.State) bool { return !runlength.Solve(runs, cells) })
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
			x.want(m.line, k, near, func(cells []runlength.State) bool {
				return !runlength.Solve(s.runs, cells) || cells[near] == m.to[i]
			})
		}
		if part.cells != nil {
			moves = append(moves, part)
		}
	}
	slices.Reverse(moves)
	for at, need := range x.need {
		if need && x.when[at] == 0 && at != t.at {
			facts = append(facts, deduce.Bit{Site: at, Value: 1 - int(x.cells[at]-runlength.Zero)})
		}
	}
	return moves, facts
}

// want marks in x.need a minimal set of cells of line l for which so returns true. It considers only
// cells that were known before the move with the index before. It first tries to drop the cells that
// are farthest from the position near.
func (x *trace) want(l, before, near int, so func(cells []runlength.State) bool) {
	s := &x.lines[l]
	known := s.of(x.cells)
	for i, at := range s.cells {
		if x.when[at] > before {
			known[i] = runlength.Unknown
		}
	}
	for i, v := range sparing(known, near, func(cells []runlength.State) bool { return so(slices.Clone(cells)) }) {
		if v != runlength.Unknown {
			x.need[s.cells[i]] = true
		}
	}
}

// probeFacts returns the facts (known cells) that the branches of the step's tale need, without
// duplicates.
func (r *reasoner) probeFacts(st *deduce.Step) (facts []deduce.Bit) {
	t := &r.memory.tales[st.Clue]
	for _, b := range t.branches {
		_, more := t.trace(r, b, t.target)
		for _, f := range more {
			if !slices.Contains(facts, f) {
				facts = append(facts, f)
			}
		}
	}
	return facts
}
