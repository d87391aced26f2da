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
	return v.once("region", func() covering.Set { return r.failing(v, false) })
}

func (r *reasoner) failing(v *view, fitting bool) covering.Set {
	out := covering.NewSet(len(r.options))
	for o := range v.alive.Each() {
		if r.ctx.Err() != nil {
			break
		}
		if r.failure(v, o, fitting) != nil {
			out.Add(o)
		}
	}
	return out
}

// failure returns the regions that option o leaves and that the pieces cannot fill, or nil. If the
// parameter fitting is true, a piece can fill only regions in which it has a place.
func (r *reasoner) failure(v *view, o int, fitting bool) failure {
	key := cause{o, fitting}
	f, ok := v.failures[key]
	if !ok {
		f = r.fails(v.alive.Without(r.cover.Rivals[o]), fitting)
		v.failures[key] = f
	}
	return f
}

// A cause is an option that fails, and the parameter of the method failure.
type cause struct {
	option  int
	fitting bool
}

// A filler is a copy of a piece that may fill some regions.
type filler struct {
	size    int
	regions uint64
	must    bool
}

// mostWays limits the ways to divide the pieces among regions that fills tries.
const mostWays = 100_000

// fails returns nil if the pieces, by their sizes, can fill the regions that the options in alive leave. A
// piece fills at most one region. With more than 64 regions, it returns nil.
func (r *reasoner) fails(alive covering.Set, fitting bool) failure {
	n, of := r.regions(alive)
	if n > 64 {
		return nil
	}
	sizes := make([]int, n)
	for _, i := range of {
		sizes[i]++
	}
	key := fmt.Sprint(slices.Sorted(slices.Values(sizes)))
	if !fitting && r.fillable[key] {
		return nil
	}
	all := slices.Clone(r.fillers)
	for value := range all {
		f := &all[value]
		if !fitting {
			f.regions = 1<<n - 1
			continue
		}
		for o := range alive.And(r.cover.Holds[len(r.Cells)+value]).Each() {
			f.regions |= 1 << of[r.options[o].cells[0]]
		}
	}
	order := encode.Left(n, nil)
	slices.SortStableFunc(order, func(i, j int) int { return sizes[i] - sizes[j] })
	for _, i := range order {
		own := slices.DeleteFunc(slices.Clone(all), func(f filler) bool { return f.regions>>i&1 == 0 })
		for k := range own {
			own[k].regions, own[k].must = 1, false
		}
		if !fills(sizes[i:i+1], own) {
			return failure{cellsOf(of, i)}
		}
	}
	if fills(sizes, all) {
		r.fillable[key] = r.fillable[key] || !fitting
		return nil
	}
	var f failure
	for i := range sizes {
		f = append(f, cellsOf(of, i))
	}
	return f
}

func cellsOf(of []int, region int) []int {
	return encode.Where(of, func(i int) bool { return i == region })
}

// fills reports whether the fillers can fill all regions, of the given sizes. If there are too many
// ways to try, it returns true.
func fills(sizes []int, all []filler) bool {
	all = slices.DeleteFunc(slices.Clone(all), func(f filler) bool { return f.regions == 0 && !f.must })
	slices.SortFunc(all, func(a, b filler) int {
		return cmp.Or(ones(a.regions)-ones(b.regions), cmp.Compare(a.regions, b.regions), a.size-b.size)
	})
	room := make([][]int, len(all)+1) // by filler and region: the total size of this filler and the later ones
	room[len(all)] = make([]int, len(sizes))
	for k := len(all) - 1; k >= 0; k-- {
		room[k] = slices.Clone(room[k+1])
		for i := range sizes {
			room[k][i] += all[k].size * int(all[k].regions>>i&1)
		}
	}
	left, ways := slices.Clone(sizes), 0
	var try func(k, least int) bool
	try = func(k, least int) bool {
		if ways++; ways > mostWays {
			return true
		}
		for i, size := range left {
			if size > room[k][i] {
				return false
			}
		}
		if k == len(all) {
			return true
		}
		next := func(i int) int { // equal fillers take regions in ascending order
			if k+1 < len(all) && all[k] == all[k+1] {
				return i
			}
			return 0
		}
		for i := least; i < len(sizes); i++ {
			if all[k].regions>>i&1 == 1 && left[i] >= all[k].size {
				left[i] -= all[k].size
				done := try(k+1, next(i))
				left[i] += all[k].size
				if done {
					return true
				}
			}
		}
		return !all[k].must && try(k+1, next(len(sizes)))
	}
	return try(0, 0)
}
