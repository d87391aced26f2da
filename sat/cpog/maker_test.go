package cpog_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/sat/cnf"
)

// A maker writes the proof of a small formula: a tree of decisions about projected variables, with
// Skolem nodes as leaves. Its naive unit propagation finds the hints of every lemma.
type maker struct {
	f         *cnf.Formula
	projected map[int]bool
	r         *rand.Rand
	share     bool // equal residual formulas have one node
	lines     []string
	clauses   []known
	lastID    int
	nodes     int
	memo      map[string]*state
}

// A known clause is one that hints may name.
type known struct {
	id         int
	lits       []cnf.Lit
	structural bool
}

// A state has the nodes of a residual formula, 0 for those it lacks.
type state struct {
	sides [2]cnf.Lit // the products of both values of the decision
	whole cnf.Lit
}

// proofOf returns a proof of the count of f.
func proofOf(f *cnf.Formula, r *rand.Rand, share bool) string {
	m := &maker{f: f, r: r, share: share, projected: map[int]bool{}, memo: map[string]*state{}}
	for _, v := range f.Vars() {
		m.projected[int(v)] = true
	}
	for i, c := range f.Clauses {
		m.clauses = append(m.clauses, known{id: i + 1, lits: c})
	}
	m.lastID = len(f.Clauses)
	root := m.build(nil, f.Clauses)
	if last := m.lines[len(m.lines)-1]; root != 0 && (len(m.clauses[len(m.clauses)-1].lits) != 1 || strings.Contains(last, " t ")) {
		m.lemma(false, root)
	}
	m.lines = slices.Insert(m.lines, 0, fmt.Sprintf("r %d", root))
	return strings.Join(m.lines, "\n") + "\n"
}

// id returns the next id, sometimes after a gap.
func (m *maker) id() int {
	m.lastID++
	if m.r.IntN(4) == 0 {
		m.lastID += m.r.IntN(5)
	}
	return m.lastID
}

func list[T any](numbers []T) string {
	return strings.Trim(strings.Trim(fmt.Sprint(numbers), "[]")+" 0", " ")
}

func (m *maker) write(format string, args ...any) {
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}

// lemma adds a lemma with its hints.
func (m *maker) lemma(structural bool, lits ...cnf.Lit) {
	hints := m.hints(cnf.Negated(lits), structural)
	id, command := m.id(), "a"
	if structural {
		command = "as"
	}
	m.write("%d %s %s %s", id, command, list(lits), list(hints))
	m.clauses = append(m.clauses, known{id, slices.Clone(lits), structural})
}

// define adds the clauses of a node after the line of its definition.
func (m *maker) define(command string, children ...cnf.Lit) cnf.Lit {
	m.nodes++
	node := cnf.Lit(m.f.NumVars + m.nodes)
	if command == "s" {
		if m.r.IntN(2) == 0 {
			m.lemma(true, cnf.Negated(children)...)
		}
		hints := m.hints(children, true)
		m.write("%d s %d %d %d %s", m.id(), node, children[0], children[1], list(hints))
	} else {
		m.write("%d %s %d %s", m.id(), command, node, list(children))
	}
	add := func(offset int, lits ...cnf.Lit) {
		m.clauses = append(m.clauses, known{m.lastID + offset, lits, true})
	}
	switch command {
	case "t":
		add(0, node)
		return node
	case "p":
		add(0, append(cnf.Negated(children), node)...)
		for i, l := range children {
			add(i+1, -node, l)
		}
	case "s":
		add(0, append(slices.Clone(children), -node)...)
		for i, l := range children {
			add(i+1, node, -l)
		}
	}
	m.lastID += len(children)
	return node
}

// hints returns the ids of clauses that lead from true literals to a conflict, in order and each needed.
func (m *maker) hints(lits []cnf.Lit, structural bool) []int {
	value := map[cnf.Lit]bool{}
	reason := map[cnf.Lit]*known{} // of true literals
	var order []cnf.Lit
	for _, l := range lits {
		value[l], value[-l] = true, false
	}
	var conflict *known
	for changed := true; changed && conflict == nil; {
		changed = false
		for i := len(m.clauses) - 1; i >= 0 && conflict == nil; i-- {
			c := &m.clauses[i]
			if structural && !c.structural {
				continue
			}
			var open []cnf.Lit
			satisfied := false
			for _, l := range c.lits {
				v, ok := value[l]
				satisfied = satisfied || v
				if !ok && !slices.Contains(open, l) {
					open = append(open, l)
				}
			}
			switch {
			case satisfied || len(open) > 1:
			case len(open) == 0:
				conflict = c
			default:
				l := open[0]
				value[l], value[-l], reason[l] = true, false, c
				order = append(order, l)
				changed = true
			}
		}
	}
	if conflict == nil {
		panic(fmt.Sprint("no conflict from ", lits, " with ", m.clauses))
	}
	needed := map[cnf.Lit]bool{}
	need := func(c *known) {
		for _, l := range c.lits {
			needed[-l] = true
		}
	}
	need(conflict)
	hints := []int{conflict.id}
	for _, l := range slices.Backward(order) {
		if needed[l] {
			need(reason[l])
			hints = append(hints, reason[l].id)
		}
	}
	slices.Reverse(hints)
	return hints
}

// build writes the nodes and lemmas of the residual formula after the decisions. It returns its node, or 0
// if it is unsatisfiable. The last lemma says: the node is true, or a decision is not.
func (m *maker) build(decisions []cnf.Lit, clauses [][]cnf.Lit) cnf.Lit {
	if slices.ContainsFunc(clauses, func(c []cnf.Lit) bool { return len(c) == 0 }) {
		m.lemma(false, cnf.Negated(decisions)...)
		return 0
	}
	key := fmt.Sprint(clauses)
	s := m.memo[key]
	if s == nil || !m.share {
		s = &state{}
		m.memo[key] = s
	}
	var v cnf.Lit
	for _, c := range clauses {
		for _, l := range c {
			if m.projected[l.Var()] && (v == 0 || l.Var() < v.Var()) {
				v = cnf.Lit(l.Var())
			}
		}
	}
	if v == 0 {
		return m.leaf(s, decisions, clauses)
	}
	if parts := components(clauses); len(parts) > 1 {
		return m.conjunction(s, decisions, parts)
	}
	var alive []cnf.Lit
	for i, l := range []cnf.Lit{v, -v} {
		child := m.build(append(slices.Clip(decisions), l), under(clauses, l))
		if child == 0 {
			continue
		}
		if s.sides[i] == 0 {
			s.sides[i] = m.define("p", l, child)
		}
		m.lemma(false, append(cnf.Negated(decisions), -l, s.sides[i])...)
		alive = append(alive, s.sides[i])
	}
	switch {
	case len(alive) == 0:
		m.lemma(false, cnf.Negated(decisions)...)
		return 0
	case len(alive) == 1:
		s.whole = alive[0]
	case s.whole == 0:
		s.whole = m.define("s", alive...)
	}
	m.lemma(false, append(cnf.Negated(decisions), s.whole)...)
	return s.whole
}

func (m *maker) conjunction(s *state, decisions []cnf.Lit, parts [][][]cnf.Lit) cnf.Lit {
	var nodes []cnf.Lit
	for _, part := range parts {
		node := m.build(decisions, part)
		if node == 0 {
			return 0
		}
		nodes = append(nodes, node)
	}
	if s.whole == 0 {
		s.whole = m.define("p", nodes...)
	}
	m.lemma(false, append(cnf.Negated(decisions), s.whole)...)
	return s.whole
}

// leaf handles a residual formula without projected variables.
func (m *maker) leaf(s *state, decisions []cnf.Lit, clauses [][]cnf.Lit) cnf.Lit {
	model, ok := m.solve(decisions, clauses)
	if !ok {
		return 0
	}
	if s.whole == 0 && len(model) == 0 && len(m.projected) == m.f.NumVars {
		s.whole = m.define("p")
	} else if s.whole == 0 {
		s.whole = m.define("t", model...)
	}
	return s.whole
}

// solve returns literals that satisfy the clauses. If there are none, it writes a lemma.
func (m *maker) solve(decisions []cnf.Lit, clauses [][]cnf.Lit) (model []cnf.Lit, ok bool) {
	if len(clauses) == 0 {
		return nil, true
	}
	if !slices.ContainsFunc(clauses, func(c []cnf.Lit) bool { return len(c) == 0 }) {
		v := cnf.Lit(clauses[0][0].Var())
		for _, l := range []cnf.Lit{v, -v} {
			if model, ok := m.solve(append(slices.Clip(decisions), l), under(clauses, l)); ok {
				return append(model, l), true
			}
		}
	}
	m.lemma(false, cnf.Negated(decisions)...)
	return nil, false
}

// under returns the clauses without a true literal, each without its false literals.
func under(clauses [][]cnf.Lit, l cnf.Lit) (rest [][]cnf.Lit) {
	for _, c := range clauses {
		if !slices.Contains(c, l) {
			rest = append(rest, slices.DeleteFunc(slices.Clone(c), func(k cnf.Lit) bool { return k == -l }))
		}
	}
	return rest
}

// components divides clauses into parts without common variables.
func components(clauses [][]cnf.Lit) (parts [][][]cnf.Lit) {
	for _, c := range clauses {
		merged := [][]cnf.Lit{c}
		parts = slices.DeleteFunc(parts, func(part [][]cnf.Lit) bool {
			for _, d := range part {
				for _, l := range d {
					if slices.ContainsFunc(c, func(k cnf.Lit) bool { return k.Var() == l.Var() }) {
						merged = append(merged, part...)
						return true
					}
				}
			}
			return false
		})
		parts = append(parts, merged)
	}
	return parts
}
