package sums

import (
	"context"

	"counterproof/native"
)

// Search implements native.Solver: values[v] is the value of variable v.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(values []byte) bool) error {
	if err := p.check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	of := make([][]int, p.N)
	left := make([]int, len(p.Sums))
	rest := make([]int, len(p.Sums))
	for i, s := range p.Sums {
		left[i], rest[i] = s.Value, len(s.Vars)
		if left[i] < 0 || left[i] > rest[i] {
			return nil
		}
		for _, v := range s.Vars {
			of[v] = append(of[v], i)
		}
	}
	var order []int
	seen := make([]bool, p.N)
	all, _, open := p.components()
	for _, c := range all {
		for _, s := range c.Sums {
			for _, v := range p.Sums[s].Vars {
				if !seen[v] {
					seen[v] = true
					order = append(order, v)
				}
			}
		}
	}
	order = append(order, open...)
	values := make([]byte, p.N)
	var err error
	var enter func(i, total int) bool
	enter = func(i, total int) bool {
		st.Nodes++
		if st.Nodes&1023 == 0 {
			if err = ctx.Err(); err != nil {
				return false
			}
		}
		if p.Total >= 0 && (total > p.Total || total+p.N-i < p.Total) {
			return true
		}
		if i == p.N {
			return yield(values)
		}
		v := order[i]
		for x := range 2 {
			ok := true
			for _, s := range of[v] {
				left[s] -= x
				rest[s]--
				ok = ok && left[s] >= 0 && left[s] <= rest[s]
			}
			values[v] = byte(x)
			st.Updates++
			more := !ok || enter(i+1, total+x)
			for _, s := range of[v] {
				left[s] += x
				rest[s]++
			}
			if !more {
				return false
			}
		}
		values[v] = 0
		return true
	}
	enter(0, 0)
	return err
}
