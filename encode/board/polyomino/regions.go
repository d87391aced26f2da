package polyomino

import (
	"cmp"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/covering"
)

// A link says that some options cover both of two cells.
type link struct {
	a, b    int
	options covering.Set
}

// connect lists the links. Through them, each option connects all its cells. A cell of an option is
// linked to its neighbours above and on the left or, without such neighbours, to the first cell.
func (r *reasoner) connect() {
	index := map[[2]int]int{}
	add := func(c, d, o int) {
		i, ok := index[[2]int{c, d}]
		if !ok {
			i = len(r.links)
			index[[2]int{c, d}] = i
			r.links = append(r.links, link{c, d, covering.NewSet(len(r.options))})
		}
		r.links[i].options.Add(o)
	}
	for o, x := range r.options {
		for _, c := range x.cells {
			linked := false
			for _, d := range []int{r.At(r.Cells[c].R-1, r.Cells[c].C), r.At(r.Cells[c].R, r.Cells[c].C-1)} {
				if d >= 0 && slices.Contains(x.cells, d) {
					add(c, d, o)
					linked = true
				}
			}
			if !linked {
				add(c, x.cells[0], o)
			}
		}
	}
}

// regions returns the number of regions, and the region of each cell. Every option in alive lies in
// one region.
func (r *reasoner) regions(alive covering.Set) (n int, of []int) {
	of = encode.Left(len(r.Cells), nil)
	find := func(c int) int {
		for of[c] != c {
			of[c] = of[of[c]]
			c = of[c]
		}
		return c
	}
	for _, l := range r.links {
		if a, b := find(l.a), find(l.b); a != b && l.options.Meets(alive) {
			of[max(a, b)] = min(a, b)
		}
	}
	for c := range of { // a region has the number of its first cell until then
		if of[c] == c {
			of[c] = n
			n++
		} else {
			of[c] = of[of[c]]
		}
	}
	return n, of
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
	n, of := r.regions(alive)
	areas := make([]int, n)
	for _, i := range of {
		areas[i]++
	}
	key := fmt.Sprint(slices.Sorted(slices.Values(areas)))
	if r.fillable[key] {
		return nil
	}
	order := encode.Left(n, nil)
	slices.SortStableFunc(order, func(i, j int) int { return areas[i] - areas[j] })
	var all failure
	for _, i := range order {
		all = append(all, encode.Where(of, func(region int) bool { return region == i }))
		if !r.fills(areas[i:i+1], false) {
			return all[len(all)-1:]
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
