package sat

import "counterproof/sat/cnf"

// A residual is the part of a formula that propagation leaves open: the clauses without a true
// literal, stripped of their false literals, over the open variables renumbered from 1. It
// reuses its slices for the next cube.
type residual struct {
	number []int32 // by variable-1: number in the residual; 0: not in the residual
	gone   []bool  // by variable-1: eliminated
	vars   []int   // by number-1: the variable
	seen   []int   // by row: the last cube that copied it
	cube   int     // counts the calls of reduce
	lits   []int   // literals of all clauses
	ends   []int   // by clause: where its literals end in lits
	out    [][]int // the clauses, slices of lits
}

func newResidual(t *trail) *residual {
	r := &residual{number: make([]int32, len(t.counted)), seen: make([]int, t.clauses), gone: make([]bool, len(t.counted))}
	for _, e := range t.gone {
		r.gone[e.variable-1] = true
	}
	return r
}

// reduce returns the open clauses, renumbered, and the open variables in their new order. Both are
// valid until the next call.
//
// reduce finds the open clauses by going through the open variables, because copying all clauses at
// every node took 18 times as long as solving.
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

// block converts a clause of the formula to the new numbers of the variables, and drops its
// literals that are false on the trail.
func (r *residual) block(t *trail, clause []cnf.Lit) []cnf.Lit {
	var out []cnf.Lit
	for _, l := range clause {
		if m := toLit(l); t.value[m] == 0 {
			out = append(out, cnf.Lit(r.renumber(m)))
		}
	}
	return out
}
