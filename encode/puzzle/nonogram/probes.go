package nonogram

import (
	"slices"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// A memory holds what earlier probes found, and which rows and columns each probe looked at. A new
// probe of the same cell can find something else only if a cell in one of these lines has become
// known since the last probe.
type memory struct {
	call  int
	base  deduce.State // what followed without a supposition at the last call of findProbes
	news  []int        // by line: the number of the first call of findProbes after the last change of the line
	tried []int        // by cell: the number of the call of findProbes that last probed the cell
	seen  [][]int      // by cell: the lines that the last probe of the cell looked at
	told  map[deduce.Bit]bool
	tales []*tale
}

// A tale explains how the rule "probe" determines the colour of a cell. A branch is the probe of one
// colour of the supposed cell. If both colours lead to the same result, the tale has two branches. If
// one colour leads to a line that cannot be filled, the tale has only the branch of this colour. If the
// result follows without a supposed colour, the tale also has one branch.
type tale struct {
	at       int // the supposed cell, or none without a supposition
	gone     deduce.Bit
	branches []*technique.Branch
	call     int // the number of the call of findProbes that found the tale
}

// findProbes implements the search of the rule "probe". First it emits what follows from the lines
// without supposing anything, so the rule finds all conclusions of the easier rules. Then it
// supposes each colour of each open cell. If one colour leads to a line that cannot be filled,
// findProbes emits what the other colour implies. If neither colour does, findProbes emits what
// both colours have in common. The memory keeps every conclusion, so that a later call finds the
// conclusion again. The conclusions that take the fewest steps come first.
func (r *reasoner) findProbes(s deduce.State, _ []int32, emit deduce.Emit) {
	trial, ok := technique.NewTrial(r.ctx, r.rules, s)
	if !ok {
		return
	}
	r.begin(trial.Base.State)
	r.agree(s, none, trial.Base)
	for at, left := range trial.Base.State {
		if trial.Base.Empty || left != 3 || r.knows(at) {
			continue
		}
		if !r.probe(s, trial, at) {
			return
		}
	}
	open := slices.DeleteFunc(slices.Clone(r.memory.tales), func(t *tale) bool { return !s.Has(t.gone.Site, t.gone.Value) })
	slices.SortStableFunc(open, func(t, u *tale) int { return t.length() - u.length() })
	for _, t := range open {
		p := deduce.Pattern{Sites: []int{t.gone.Site}, Values: 3, Proof: t}
		if t.at != none {
			p.Sites[0] = t.at
		}
		emit(t.gone.Site, t.gone.Value, p)
	}
}

// probe supposes both colours of a cell. It returns false if the context ends.
func (r *reasoner) probe(s deduce.State, trial *technique.Trial, at int) bool {
	var branches []*technique.Branch
	lines := r.through(at)
	for v := range 2 {
		b, ok := trial.Suppose(deduce.Bit{Site: at, Value: 1 - v})
		if !ok {
			return false
		}
		branches = append(branches, b)
		for _, st := range b.Steps[len(trial.Base.Steps):] {
			lines = technique.AppendNew(lines, r.through(st.Site)...)
		}
		if b.Empty {
			r.add(s, tale{at: at, gone: deduce.Bit{Site: at, Value: v}, branches: branches[v:]})
		}
	}
	r.memory.tried[at], r.memory.seen[at] = r.memory.call, lines
	r.agree(s, at, branches...)
	return true
}

// agree adds a tale for each cell that gets the same colour in all branches, except those that lead to a
// line that cannot be filled. If all branches do so, the board has no solution, and agree adds a tale for
// each value of each cell.
func (r *reasoner) agree(s deduce.State, at int, branches ...*technique.Branch) {
	for i, left := range technique.Left(branches...) {
		for v := range deduce.Each(s[i] &^ left) {
			r.add(s, tale{at: at, gone: deduce.Bit{Site: i, Value: v}, branches: branches})
		}
	}
}

func (r *reasoner) add(s deduce.State, t tale) {
	m := &r.memory
	if !m.told[t.gone] && s.Has(t.gone.Site, t.gone.Value) {
		t.call = m.call
		m.told[t.gone] = true
		m.tales = append(m.tales, &t)
	}
}

func (t *tale) length() int {
	return wording.Sum(t.branches, func(b *technique.Branch) int { return len(b.Steps) })
}

func (r *reasoner) begin(base deduce.State) {
	m := &r.memory
	if m.told == nil {
		m.told, m.base = map[deduce.Bit]bool{}, make(deduce.State, len(base))
		m.news, m.tried, m.seen = make([]int, len(r.lines)), make([]int, len(base)), make([][]int, len(base))
	}
	m.call++
	for at, left := range base {
		if left != m.base[at] {
			encode.Put(m.news, r.through(at), m.call)
		}
	}
	m.base = base
}

// knows reports whether a new probe of the cell would find nothing new. This is so if no line that
// the last probe of the cell looked at has changed since that probe.
func (r *reasoner) knows(at int) bool {
	m := &r.memory
	return m.seen[at] != nil && !slices.ContainsFunc(m.seen[at], func(l int) bool { return m.news[l] > m.tried[at] })
}

// through returns the row and the column of a cell.
func (r *reasoner) through(at int) []int {
	w := len(r.cols)
	return []int{at / w, len(r.rows) + at%w}
}

// needed returns the steps and facts of a branch that the goals need, or a contradiction. If the last
// step is about a line that cannot be filled, this line alone is the contradiction.
func needed(b *technique.Branch, goals ...deduce.Bit) ([]deduce.Step, []deduce.Bit) {
	if last := len(b.Steps) - 1; b.Empty && last >= 0 && lookOf(&b.Steps[last]).at == none {
		return b.Needed(1<<b.Steps[last].Value, goals...)
	}
	return b.Needed(3, goals...)
}

// probeFacts returns the facts (known cells) that the branches of the step's tale need, without
// duplicates.
func (r *reasoner) probeFacts(st *deduce.Step) (facts []deduce.Bit) {
	for _, b := range st.Proof.(*tale).branches {
		_, more := needed(b, st.Bit)
		facts = technique.AppendNew(facts, more...)
	}
	return facts
}
