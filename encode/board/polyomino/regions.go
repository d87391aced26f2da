package polyomino

import (
	"math/big"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// regions returns the number of regions, and for each cell the first cell of its region. Every option
// in alive lies in one region. If there are only as many regions as the parameter least, regions
// does not look at the other options.
func (r *reasoner) regions(alive covering.Set, least int) (n int, of []int) {
	n, of = len(r.Cells), encode.Left(len(r.Cells), nil)
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
		if n == least {
			break
		} else if x.place == place {
			continue
		}
		place = x.place
		for _, c := range x.cells[1:] {
			if a, b := find(x.cells[0]), find(c); a != b {
				of[max(a, b)] = min(a, b)
				n--
			}
		}
	}
	return n, wording.Each(of, find)
}

// cut excludes the options that leave a region which the pieces cannot fill, because of their sizes.
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

// failure returns the smallest region that option o leaves and that the pieces cannot fill, or nil.
func (r *reasoner) failure(v *view, o int) []int {
	if v.regions == 0 {
		n, _ := r.regions(v.alive, 0)
		v.regions = n + 1 // with the option's own cells
	}
	region, ok := v.failures[o]
	if !ok {
		region = r.fails(v.alive.Without(r.cover.Rivals[o]), v.regions)
		v.failures[o] = region
	}
	return region
}

// fails returns the smallest region whose size is not a sum of sizes of pieces that have an option in it.
// There are at least as many regions as the parameter least. If there are no more, it returns nil.
func (r *reasoner) fails(alive covering.Set, least int) (worst []int) {
	n, of := r.regions(alive, least)
	if n == least {
		return nil
	}
	pieces := make([]uint64, len(of))
	for o := range alive.Each() {
		pieces[of[r.options[o].cells[0]]] |= 1 << r.options[o].value
	}
	for first, values := range pieces {
		if of[first] != first {
			continue
		}
		region := encode.Where(of, func(f int) bool { return f == first })
		sums := big.NewInt(1)
		for value := range deduce.Each(values) {
			sums.Or(sums, new(big.Int).Lsh(sums, uint(r.sizes[value])))
		}
		if sums.Bit(len(region)) == 0 && (worst == nil || len(region) < len(worst)) {
			worst = region
		}
	}
	return worst
}
