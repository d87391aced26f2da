package sat

import "counterproof/sat/cnf"

// A residual is what propagation leaves of a formula: the clauses without a true
// literal, less their false ones, over the open variables renumbered from 1. Its
// slices are used again for the next cube.
type residual struct {
	number []int32 // by variable, from 0; 0: not in the residual
	vars   []int   // by number less one: the variable
	seen   []int   // by row: the cube that has it
	cube   int
	block_ []int
	ends   []int
	out    [][]int
}

func newResidual(t *trail) *residual {
	return &residual{number: make([]int32, len(t.counted)), seen: make([]int, t.clauses)}
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
		if t.value[2*v] == 0 {
			r.vars = append(r.vars, v+1)
			r.number[v] = int32(len(r.vars))
		}
	}
	r.block_, r.ends = r.block_[:0], r.ends[:0]
	for _, v := range r.vars {
		for l := lit(2*v - 2); l <= lit(2*v-1); l++ {
			for _, m := range t.implied[l] {
				if m > l && t.value[m] == 0 {
					r.block_ = append(r.block_, r.renumber(l.not()), r.renumber(m))
					r.ends = append(r.ends, len(r.block_))
				}
			}
			for _, row := range t.in[l] {
				if int(row) < t.clauses && t.sat[row] == 0 && r.seen[row] != r.cube {
					r.seen[row] = r.cube
					for _, m := range t.rows[row] {
						if t.value[m] == 0 {
							r.block_ = append(r.block_, r.renumber(m))
						}
					}
					r.ends = append(r.ends, len(r.block_))
				}
			}
		}
	}
	r.out = r.out[:0]
	start := 0
	for _, end := range r.ends {
		r.out = append(r.out, r.block_[start:end])
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
