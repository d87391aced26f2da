package polyomino

import (
	"cmp"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/wording"
)

// regions returns the first cell of the region of each cell. Every option in alive lies in one region.
func (r *reasoner) regions(alive covering.Set) []int {
	of := encode.Left(len(r.Cells), nil)
	find := func(c int) int {
		for of[c] != c {
			of[c] = of[of[c]]
			c = of[c]
		}
		return c
	}
	place := -1
	for o := range alive.Each() {
		x := r.options[o]
		if x.place == place {
			continue
		}
		place = x.place
		for _, c := range x.cells[1:] {
			a, b := find(x.cells[0]), find(c)
			of[max(a, b)] = min(a, b)
		}
	}
	return wording.Each(encode.Left(len(of), nil), find)
}

// A failure names regions, by their cells, that the pieces cannot fill.
type failure [][]int

// cut excludes the options that leave regions which the pieces cannot fill, because of their sizes.
func (r *reasoner) cut(v *view) covering.Set {
	return v.once("region", func() covering.Set {
		out := covering.NewSet(len(r.options))
		for o := range v.alive.Each() {
			if r.ctx.Err() == nil && r.failure(v, o) != nil {
				out.Add(o)
			}
		}
		return out
	})
}

// failure returns the regions that option o leaves and that the pieces cannot fill, or nil.
func (r *reasoner) failure(v *view, o int) failure {
	f, ok := v.failures[o]
	if !ok {
		f = r.fails(v.alive.Without(r.cover.Rivals[o]))
		v.failures[o] = f
	}
	return f
}

// fails returns nil if the pieces, by their sizes, can fill the regions that the options in alive
// leave. A single region that they cannot fill is the best reason, the smallest first.
func (r *reasoner) fails(alive covering.Set) failure {
	cells := make([][]int, len(r.Cells))
	for c, first := range r.regions(alive) {
		cells[first] = append(cells[first], c)
	}
	all := slices.DeleteFunc(cells, func(region []int) bool { return region == nil })
	slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
	areas := wording.Each(all, func(region []int) int { return len(region) })
	key := fmt.Sprint(areas)
	if r.fillable[key] {
		return nil
	}
	for i := range all {
		if !r.fills(areas[i:i+1], false) {
			return all[i : i+1]
		}
	}
	if r.fills(areas, true) {
		r.fillable[key] = true
		return nil
	}
	return all
}

// mostWays limits the ways to divide the pieces among regions that fills tries.
const mostWays = 100_000

// fills reports whether the pieces can fill all regions, of the given areas. The parameter all says
// that pieces which must be used cannot be left out. If there are too many ways to try, it returns
// true.
func (r *reasoner) fills(areas []int, all bool) bool {
	values := encode.Left(r.values, nil)
	slices.SortFunc(values, func(a, b int) int { return cmp.Or(r.sizes[b]-r.sizes[a], r.must(a)-r.must(b)) })
	left, ways := slices.Clone(areas), 0
	var try func(k, least int) bool
	try = func(k, least int) bool {
		if ways++; ways > mostWays {
			return true
		}
		if k == len(values) {
			return !slices.ContainsFunc(left, func(area int) bool { return area > 0 })
		}
		v, next := values[k], 0
		equal := k+1 < len(values) && r.sizes[v] == r.sizes[values[k+1]] && r.must(v) == r.must(values[k+1])
		for i := least; i < len(left); i++ {
			if left[i] < r.sizes[v] {
				continue
			}
			if equal { // equal pieces take regions in ascending order
				next = i
			}
			left[i] -= r.sizes[v]
			done := try(k+1, next)
			left[i] += r.sizes[v]
			if done {
				return true
			}
		}
		if equal {
			next = len(left)
		}
		return (!all || r.must(v) == 0) && try(k+1, next)
	}
	return try(0, 0)
}

// must returns 1 for a piece that must be used, and 0 for another.
func (r *reasoner) must(value int) int {
	if r.cover.Must[len(r.Cells)+value] {
		return 1
	}
	return 0
}
