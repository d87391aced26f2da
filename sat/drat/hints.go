package drat

import (
	"fmt"
	"slices"

	"counterproof/sat/cnf"
)

// A Hinter derives clauses by unit propagation, and names the clauses that it used. Each clause has an
// id: the clauses of the formula are numbered from 1, and the caller numbers the lemmas. The hints
// of a derivation are the ids of clauses, in the order in which each of them has only one literal that is
// not false yet, as in the format LRAT (L. Cruz-Filipe and others, "Efficient certified RAT
// verification", CADE 2017).
type Hinter struct{ c *Checker }

// NewHinter returns a Hinter that starts with the clauses of f. NewChecker describes them.
func NewHinter(f *cnf.Formula) *Hinter { return &Hinter{newChecker(f, true)} }

// Add checks a lemma, keeps it under the id, and returns its hints. The errors are the errors of
// Checker.Add. The hints are valid until the next call.
func (h *Hinter) Add(clause []cnf.Lit, id int32) ([]int32, error) {
	h.c.clauses.id = id
	inconsistent := h.c.inconsistent
	if err := h.c.derive(clause); err != nil {
		return nil, err
	}
	hints := h.c.hints
	if !inconsistent {
		hints = slices.Clone(hints) // keeping the lemma may find a conflict, too
	}
	h.c.keep()
	return hints, nil
}

// Delete removes a clause and returns its id, so that hints do not name it again. It keeps the clause
// and returns 0 if a literal that is true without assumptions follows from it. It also returns 0 for an
// unknown clause, for all copies of a binary clause except the last one, and after a refutation.
func (h *Hinter) Delete(clause []cnf.Lit) int32 {
	c := h.c
	if c.inconsistent || c.translate(clause, 1) != nil {
		return 0
	}
	c.dedupe()
	why := c.find(c.lits)
	if why == 0 {
		return 0
	}
	binary := len(c.lits) == 2
	for i, l := range c.lits {
		if binary {
			why = because(c.lits[1-i])
		}
		if v := l >> 1; c.value[l] > 0 && c.level[v] == 0 && c.reason[v] == why {
			return 0
		}
	}
	if !binary {
		id := c.clauses.store[why-3]
		c.remove(c.lits)
		return id
	}
	x, y := c.lits[0], c.lits[1]
	c.remove(c.lits)
	if slices.Contains(c.clauses.binary[x], y) {
		return 0
	}
	id := c.clauses.pairs[pair(x, y)]
	delete(c.clauses.pairs, pair(x, y))
	return id
}

// Derive makes the assumptions true and propagates. If this leads to a conflict, it returns true and
// the hints for the conflict. Otherwise it returns hints that make all literals in wanted true, and an
// error if one of them does not follow. The hints are valid until the next call.
func (h *Hinter) Derive(assume, wanted []cnf.Lit) (hints []int32, conflict bool, err error) {
	c := h.c
	if err := c.translate(assume, 1); err != nil {
		return nil, false, err
	}
	if c.conflicts(c.lits) {
		return c.hints, true, nil
	}
	if err := c.translate(wanted, 1); err != nil {
		return nil, false, err
	}
	for i, l := range c.lits {
		if c.value[l] <= 0 {
			return nil, false, fmt.Errorf("the literal %d does not follow by unit propagation", wanted[i])
		}
	}
	c.collect(c.lits, 0)
	return c.hints, false, nil
}

func pair(x, y lit) [2]lit { return [2]lit{min(x, y), max(x, y)} }

// collect sets hints to the ids of the clauses that give the literals their values, and then the id
// of the clause last, unless it is 0, and of the clauses that make its literals false. If nobody asks
// for hints, it does nothing.
func (t *trail) collect(lits []lit, last ref) {
	if t.seen == nil {
		return
	}
	t.hints = t.hints[:0]
	if last > 0 {
		lits = t.clauses.lits(last)
	}
	if last > 0 {
		t.hints = append(t.hints, t.clauses.store[last-3])
	} else if last < 0 {
		t.hints = append(t.hints, t.clauses.pairs[pair(lits[0], lits[1])])
	}
	left := 0
	mark := func(l lit) {
		if v := l >> 1; t.seen[v] == 0 {
			t.seen[v] = needed
			left++
		}
	}
	for _, l := range t.assumed {
		if t.value[l] > 0 && len(t.levels) > 0 { // at level 0, the assumptions are from an earlier call
			t.seen[l>>1] = assumed
		}
	}
	for _, l := range lits {
		mark(l)
	}
	for i := len(t.lits) - 1; left > 0; i-- {
		l := t.lits[i]
		if t.seen[l>>1] != needed {
			continue
		}
		t.seen[l>>1] = 0
		left--
		switch why := t.reason[l>>1]; {
		case why > 0:
			t.hints = append(t.hints, t.clauses.store[why-3])
			for _, other := range t.clauses.lits(why) {
				if other != l {
					mark(other)
				}
			}
		case why < 0:
			t.hints = append(t.hints, t.clauses.pairs[pair(l, ^why)])
			mark(^why)
		}
	}
	slices.Reverse(t.hints)
	for _, l := range t.assumed {
		t.seen[l>>1] = 0
	}
}

const (
	needed  = 1 + iota // collect needs the reason of the variable
	assumed            // the variable needs no reason
)
