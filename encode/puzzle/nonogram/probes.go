package nonogram

import (
	"slices"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
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
}

// A memory holds what earlier probes found, and which rows and columns each probe solved. A new
// probe of the same cell can find something else only if a cell in one of these lines has become
// known since the last probe.
type memory struct {
	call  int
	state deduce.State      // at the last call of findProbes
	cells []runlength.State // the cells at the last call of findProbes
	news  []int             // by line: the number of the first call of findProbes after the last change of the line
	tried []int             // by cell: the number of the call of findProbes that last probed the cell
	seen  [][]bool          // by cell: the lines that the last probe of the cell solved
	told  map[deduce.Bit]int
	tales []tale // a step refers to its tale by Pattern.Clue
}

// A tale explains how the rule "probe" determines the colour of a cell. A branch is the probe of one
// colour of the supposed cell. If both colours lead to the same result, the tale has two branches. If
// one colour leads to a line that cannot be filled, the tale has only the branch of this colour. If the
// result follows without a supposed colour, the tale also has one branch.
type tale struct {
	at       int // the supposed cell, or none without a supposition
	target   int // the cell that becomes known
	to       runlength.State
	branches []*probe
	call     int // the number of the call of findProbes that found the tale
}

// findProbes implements the search of the rule "probe". First it emits what follows from the lines
// without supposing anything, so the rule finds all conclusions of the easier rules. Then it
// supposes each colour of each open cell. If one colour leads to a line that cannot be filled,
// findProbes emits what the other colour implies. If neither colour does, findProbes emits what
// both colours have in common. The memory keeps every conclusion, so that a later call finds the
// conclusion again. The conclusions that take the fewest moves come first.
func (r *reasoner) findProbes(s deduce.State, _ []int32, emit deduce.Emit) {
	n := len(r.lines)
	base := &probe{reasoner: r, dirty: slices.Repeat([]bool{true}, n), seen: make([]bool, n), failed: fine}
	base.cells = wording.Each(s, func(left uint64) runlength.State { return stateOf[left] })
	base.run()
	m := &r.memory
	m.begin(s, base)
	if slices.Contains(s, 0) {
		base.failed = 0
	}
	m.agree(none, base)
	for at, v := range base.cells {
		if base.failed != fine || v != runlength.Unknown || m.known(at) {
			continue
		}
		if r.ctx.Err() != nil {
			return
		}
		m.probe(base, at)
	}
	open := encode.Where(m.tales, func(t tale) bool { return s.Has(t.gone().Site, t.gone().Value) })
	slices.SortStableFunc(open, func(j, k int) int { return m.tales[j].length() - m.tales[k].length() })
	for _, k := range open {
		x := &m.tales[k]
		p := deduce.Pattern{Sites: []int{x.target}, Values: 3, Clue: k}
		if x.at != none {
			p.Sites[0] = x.at
		}
		emit(x.gone().Site, x.gone().Value, p)
	}
}

func (m *memory) add(x tale) {
	gone := x.gone()
	if _, ok := m.told[gone]; ok || !m.state.Has(gone.Site, gone.Value) {
		return
	}
	x.call = m.call
	m.told[gone] = len(m.tales)
	m.tales = append(m.tales, x)
}

func (m *memory) probe(base *probe, at int) {
	m.tried[at], m.seen[at] = m.call, make([]bool, len(base.lines))
	branches := []*probe{base.suppose(at, runlength.Zero, m.seen[at]), base.suppose(at, runlength.One, m.seen[at])}
	for i, b := range branches {
		if b.failed != fine {
			m.add(tale{at: at, target: at, to: branches[1-i].cells[at], branches: branches[i : i+1]})
		}
	}
	m.agree(at, branches...)
}

// agree adds a tale for each cell that gets the same colour in all branches. If a branch leads to a
// line that cannot be filled, agree ignores the branch. If all branches do so, the board has no
// solution, and agree adds a tale for each value of each cell.
func (m *memory) agree(at int, branches ...*probe) {
	i := slices.IndexFunc(branches, func(b *probe) bool { return b.failed == fine })
	if i < 0 {
		for y := range m.state {
			m.add(tale{at: at, target: y, to: runlength.Zero, branches: branches})
			m.add(tale{at: at, target: y, to: runlength.One, branches: branches})
		}
		return
	}
	for _, x := range branches[i].moves {
		for _, y := range x.cells {
			to := branches[i].cells[y]
			if !slices.ContainsFunc(branches, func(b *probe) bool { return b.failed == fine && b.cells[y] != to }) {
				m.add(tale{at: at, target: y, to: to, branches: branches})
			}
		}
	}
}

func (t *tale) gone() deduce.Bit {
	return deduce.Bit{Site: t.target, Value: 1 - int(t.to-runlength.Zero)}
}

func (t *tale) length() int {
	return wording.Sum(t.branches, func(b *probe) int { return len(b.moves) })
}

func (m *memory) begin(s deduce.State, base *probe) {
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
	m.state, m.cells = s, base.cells
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
		after := encode.Keep(p.cells, x.cells)
		if !runlength.Solve(x.runs, after) {
			p.failed = l
			return
		}
		m := move{line: l}
		for i, at := range x.cells {
			if after[i] != p.cells[at] {
				p.cells[at] = after[i]
				p.touch(at)
				m.cells = append(m.cells, at)
			}
		}
		p.dirty[l] = false
		if m.cells != nil {
			p.moves = append(p.moves, m)
		}
	}
}

// trace goes through the moves of a branch from the last to the first. It returns the moves that
// are needed for the colours of the targets, each with only the needed cells. If the branch ends at
// a line that cannot be filled, trace returns the moves that are needed for this contradiction. It
// also returns the needed facts, which are cells known before the first move.
func (t *tale) trace(b *probe, targets ...int) (moves []move, facts []deduce.Bit) {
	when := make([]int, len(b.cells)) // by cell: 1 + the index of the move that determined the cell; 0 if no move did
	need := make([]bool, len(b.cells))
	for k, m := range b.moves {
		for _, at := range m.cells {
			when[at] = k + 1
		}
	}
	// want marks a minimal set of cells of line l for which so returns true. It considers only cells that
	// were known before the move with the index before, and first tries to drop those far from near.
	want := func(l, before, near int, so func(runs []int, cells []runlength.State) bool) {
		s := &b.lines[l]
		known := encode.Keep(b.cells, s.cells)
		for i, at := range s.cells {
			if when[at] > before {
				known[i] = runlength.Unknown
			}
		}
		for i, v := range sparing(known, near, func(cells []runlength.State) bool { return so(s.runs, slices.Clone(cells)) }) {
			need[s.cells[i]] = need[s.cells[i]] || v != runlength.Unknown
		}
	}
	if b.failed == fine {
		encode.Put(need, targets, true)
	} else {
		want(b.failed, len(b.moves), 0, func(runs []int, cells []runlength.State) bool { return !runlength.Solve(runs, cells) })
	}
	for k, m := range slices.Backward(b.moves) {
		part := move{line: m.line}
		for _, at := range m.cells {
			if !need[at] {
				continue
			}
			part.cells = append(part.cells, at)
			near := b.lines[m.line].index(at)
			want(m.line, k, near, func(runs []int, cells []runlength.State) bool {
				return !runlength.Solve(runs, cells) || cells[near] == b.cells[at]
			})
		}
		if part.cells != nil {
			moves = append(moves, part)
		}
	}
	slices.Reverse(moves)
	for at, need := range need {
		if need && when[at] == 0 && at != t.at {
			facts = append(facts, deduce.Bit{Site: at, Value: 1 - int(b.cells[at]-runlength.Zero)})
		}
	}
	return moves, facts
}

// probeFacts returns the facts (known cells) that the branches of the step's tale need, without
// duplicates.
func (r *reasoner) probeFacts(st *deduce.Step) (facts []deduce.Bit) {
	t := &r.memory.tales[st.Clue]
	for _, b := range t.branches {
		_, more := t.trace(b, t.target)
		facts = technique.AppendNew(facts, more...)
	}
	return facts
}
