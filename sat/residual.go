package sat

import "counterproof/sat/cnf"

// A residual is what propagation leaves of a formula: the clauses without a true
// literal, less their false ones, over the open variables renumbered from 1. Its
// slices are used again for the next cube.
type residual struct {
	number []int32 // by variable, from 0; 0: not in the residual
	gone   []bool  // by variable, from 0: eliminated
	vars   []int   // by number less one: the variable
	seen   []int   // by row: the cube that has it
	cube   int
	lits   []int // of all clauses
	ends   []int // by clause: where its literals end
	out    [][]int
}

func newResidual(t *trail) *residual {
	r := &residual{number: make([]int32, len(t.counted)), seen: make([]int, t.clauses), gone: make([]bool, len(t.counted))}
	for _, e := range t.gone {
		r.gone[e.variable-1] = true
	}
	return r
}

// reduce returns the clauses and the open variables in their new order. They are
// valid until the next call.
//
// It goes by the open variables, not by the clauses: copying all clauses at every
// node took 18 times as long as solving.
func (r *residual) reduce(t *trail) (clauses [][]int, vars []int) {
	r.cube++
	for _, v := range r.vars {
		r.number[v-1] = 0
	}
	r.vars = r.vars[:0]
	for v := range t.counted {
		if t.value[2*v] == 0 && !r.gone[v] {
			r.vars = append(r.vars, v+1)
			r.number[v] = int32(len(r.vars))
		}
	}
	r.lits, r.ends = r.lits[:0], r.ends[:0]
	for _, v := range r.vars {
		for l := lit(2*v - 2); l <= lit(2*v-1); l++ {
			for _, m := range t.implied[l] {
				if m > l && t.value[m] == 0 {
					r.lits = append(r.lits, r.renumber(l.not()), r.renumber(m))
					r.ends = append(r.ends, len(r.lits))
				}
			}
			for _, row := range t.in[l] {
				if int(row) < t.clauses && t.sat[row] == 0 && r.seen[row] != r.cube {
					r.seen[row] = r.cube
					for _, m := range t.rows[row] {
						if t.value[m] == 0 {
							r.lits = append(r.lits, r.renumber(m))
						}
					}
					r.ends = append(r.ends, len(r.lits))
				}
			}
		}
	}
	r.out = r.out[:0]
	start := 0
	for _, end := range r.ends {
		r.out = append(r.out, r.lits[start:end])
		start = end
	}
	return r.out, r.vars
}

func (r *residual) renumber(l lit) int {
	n := int(r.number[l>>1])
	if l&1 != 0 {
		return -n
	}
	return n
}

// block renumbers a clause of the formula; its literals on the trail are false.
func (r *residual) block(t *trail, clause []cnf.Lit) []cnf.Lit {
	var out []cnf.Lit
	for _, l := range clause {
		if m := toLit(l); t.value[m] == 0 {
			out = append(out, cnf.Lit(r.renumber(m)))
		}
	}
	return out
}
