package sums

import (
	"context"

	"counterproof/native"
)

// Conflict is a smallest set of sums, the total counting as one, that has no
// solution; none if the problem has solutions.
func (p *Problem) Conflict(ctx context.Context, st *native.Stats) (sums []int, total bool, err error) {
	n, err := p.Count(ctx, st)
	if err != nil || n.Sign() != 0 {
		return nil, false, err
	}
	try := func(sums []int, total bool) (bool, error) {
		q := &Problem{N: p.N, Total: -1}
		if total {
			q.Total = p.Total
		}
		for _, s := range sums {
			q.Sums = append(q.Sums, p.Sums[s])
		}
		n, err := q.Count(ctx, st)
		return err == nil && n.Sign() == 0, err
	}
	var find func(from, size int, total bool) (bool, error)
	find = func(from, size int, total bool) (bool, error) {
		if size == 0 {
			return try(sums, total)
		}
		for s := from; s+size <= len(p.Sums); s++ {
			sums = append(sums, s)
			if ok, err := find(s+1, size-1, total); ok || err != nil {
				return ok, err
			}
			sums = sums[:len(sums)-1]
		}
		return false, nil
	}
	for size := 1; ; size++ {
		if ok, err := find(0, size, false); ok || err != nil {
			return sums, false, err
		}
		if p.Total >= 0 {
			if ok, err := find(0, size-1, true); ok || err != nil {
				return sums, true, err
			}
		}
	}
}
