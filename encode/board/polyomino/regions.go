package polyomino

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/native/hitting"
)

// regions divide the cells of a board, so that every option that is left lies in one region.
type regions struct {
	first []int // by cell: the first cell of its region
	sizes []int // by first cell: the number of cells; 0 for other cells
	count int
	joins []int // the options that joined the regions
}

// divide sets x to the regions if only the options in alive are left. The parameter least is a lower
// bound on their number: most options need not be read, because the first few join all cells that
// belong together.
func (r *reasoner) divide(x *regions, alive hitting.Set, least int) {
	if x.first == nil {
		x.first, x.sizes = make([]int, len(r.Cells)), make([]int, len(r.Cells))
	}
	for c := range x.first {
		x.first[c], x.sizes[c] = c, 0
	}
	x.count, x.joins = len(x.first), x.joins[:0]
	of := x.first
	find := func(c int) int {
		for of[c] != c {
			of[c] = of[of[c]]
			c = of[c]
		}
		return c
	}
	place := -1
	for o := range alive.All() {
		if r.options[o].place == place {
			continue
		}
		if x.count == least {
			break
		}
		place = r.options[o].place
		cells, before := r.options[o].cells, x.count
		root := find(cells[0])
		for _, c := range cells[1:] {
			if b := find(c); b != root {
				root, of[max(root, b)] = min(root, b), min(root, b)
				x.count--
			}
		}
		if x.count < before {
			x.joins = append(x.joins, o)
		}
	}
	for c := range of {
		of[c] = find(c)
		x.sizes[of[c]]++
	}
}

// split returns the regions that option o leaves, until its next call. They are at least as many as
// before, and one more unless o fills its region.
func (r *reasoner) split(v *view, o int) *regions {
	least, cells := v.whole.count, r.options[o].cells
	if v.whole.sizes[v.whole.first[cells[0]]] > len(cells) {
		least++
	}
	copy(r.left, v.alive)
	r.left.Drop(r.cover.Rivals[o])
	r.divide(&r.parts, r.left, least)
	return &r.parts
}

// A cut is what is known about an option: whether it leaves regions that the pieces cannot fill. With
// fewer options, the regions are the same as long as those that joined them are left.
type cut struct {
	known, fails bool
	joins        []int
}

// cut excludes the options that leave regions which the pieces cannot fill, because of their sizes.
func (r *reasoner) cut(v *view) hitting.Set {
	return v.once("region", func() hitting.Set {
		if len(r.cuts) == 0 || v.alive.Without(r.cutIn) > 0 {
			r.cuts = make([]cut, len(r.options))
		}
		r.cutIn = v.alive
		gone := func(o int) bool { return !v.alive.Has(o) }
		out := hitting.NewSet(len(r.options))
		for o := range v.alive.All() {
			if r.ctx.Err() != nil {
				r.cuts = nil
				break
			}
			k := &r.cuts[o]
			if !k.known || slices.ContainsFunc(k.joins, gone) {
				x := r.split(v, o)
				k.known, k.fails, k.joins = true, r.unfilled(x) >= 0, append(k.joins[:0], x.joins...)
			}
			if k.fails {
				out.Add(o)
			}
		}
		return out
	})
}

// A failure names regions, by their cells, that the pieces cannot fill.
type failure [][]int

// failure returns the regions that option o leaves and that the pieces cannot fill, or nil.
func (r *reasoner) failure(v *view, o int) failure {
	x := r.split(v, o)
	k := r.unfilled(x)
	if k < 0 {
		return nil
	}
	cells := make([][]int, len(x.first))
	for c, first := range x.first {
		cells[first] = append(cells[first], c)
	}
	all := slices.DeleteFunc(cells, func(region []int) bool { return region == nil })
	slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
	if k < len(all) {
		return all[k : k+1]
	}
	return all
}

// unfilled returns -1 if the pieces, by their sizes, can fill the regions. A single region that they
// cannot fill is the best reason: the result is its rank by size. Without such a region, the result is
// the number of regions.
func (r *reasoner) unfilled(x *regions) int {
	r.areas, r.key = r.areas[:0], r.key[:0]
	for _, n := range x.sizes {
		if n > 0 {
			r.areas = append(r.areas, n)
		}
	}
	slices.Sort(r.areas)
	for _, n := range r.areas {
		r.key = utf8.AppendRune(r.key, rune(n)) // a board has at most 4096 cells
	}
	k, ok := r.filled[string(r.key)]
	if ok {
		return k
	}
	for k < len(r.areas) && r.fills(r.areas[k:k+1], false) {
		k++
	}
	if k == len(r.areas) && r.fills(r.areas, true) {
		k = -1
	}
	r.filled[string(r.key)] = k
	return k
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
