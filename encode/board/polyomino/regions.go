package polyomino

import (
	"cmp"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/wording"
)

// regions divide the cells of a board, so that every option that is left lies in one region.
type regions struct {
	first []int // by cell: the first cell of its region
	sizes []int // by first cell: the number of cells; 0 for other cells
	count int
}

// regions returns the regions if the options in alive are left. The parameter least is a lower bound on
// their number: most options need not be read, because the first few join all cells that belong together.
func (r *reasoner) regions(alive covering.Set, least int) *regions {
	of := encode.Left(len(r.Cells), nil)
	count := len(of)
	find := func(c int) int {
		for of[c] != c {
			of[c] = of[of[c]]
			c = of[c]
		}
		return c
	}
	place := -1
	for o := range alive.Each() {
		x := &r.options[o]
		if x.place == place {
			continue
		}
		if count == least {
			break
		}
		place = x.place
		for _, c := range x.cells[1:] {
			if a, b := find(x.cells[0]), find(c); a != b {
				of[max(a, b)] = min(a, b)
				count--
			}
		}
	}
	sizes := make([]int, len(of))
	for c := range of {
		of[c] = find(c)
		sizes[of[c]]++
	}
	return &regions{of, sizes, count}
}

// split returns the regions that option o leaves. They are at least as many as before, and one more
// unless o fills its region.
func (r *reasoner) split(v *view, o int) *regions {
	least, cells := v.whole.count, r.options[o].cells
	if v.whole.sizes[v.whole.first[cells[0]]] > len(cells) {
		least++
	}
	return r.regions(v.alive.Without(r.cover.Rivals[o]), least)
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
		f = r.fails(r.split(v, o))
		v.failures[o] = f
	}
	return f
}

// fails returns nil if the pieces, by their sizes, can fill the regions. A single region that they
// cannot fill is the best reason, the smallest first.
func (r *reasoner) fails(x *regions) failure {
	areas := encode.Keep(x.sizes, encode.Where(x.sizes, func(n int) bool { return n > 0 }))
	slices.Sort(areas)
	key := string(wording.Each(areas, func(n int) rune { return rune(n) })) // a board has at most 4096 cells
	if r.fillable[key] {
		return nil
	}
	cells := make([][]int, len(x.first))
	for c, first := range x.first {
		cells[first] = append(cells[first], c)
	}
	all := slices.DeleteFunc(cells, func(region []int) bool { return region == nil })
	slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
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
