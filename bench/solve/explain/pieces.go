package explain

import (
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
)

// misplaced returns entries that leave a piece with an entry no place, or nil. None of these entries
// can be left out.
func misplaced(in play.HasPieces, entries []clues.Given) []clues.Given {
	b := newPlaces(in)
	seen := map[int]bool{}
	for _, x := range entries {
		if seen[x.Value] {
			continue
		}
		seen[x.Value] = true
		core := b.excluded(x, entries)
		for i := 0; i < len(core); { // leave out the entries that are not needed
			less := slices.Delete(slices.Clone(core), i, i+1)
			if slices.ContainsFunc(less, func(x clues.Given) bool { return b.excluded(x, less) != nil }) {
				core = less
			} else {
				i++
			}
		}
		if core != nil {
			return core
		}
	}
	return nil
}

type places struct {
	site map[[2]int]int     // by row and column
	cell [][2]int           // by site
	kind map[int]play.Piece // by value
}

func newPlaces(in play.HasPieces) *places {
	_, w, cells := in.Layout()
	b := &places{site: map[[2]int]int{}, kind: map[int]play.Piece{}}
	for i, cell := range cells {
		at := [2]int{cell / w, cell % w}
		b.site[at] = i
		b.cell = append(b.cell, at)
	}
	for _, k := range in.Kinds() {
		for _, v := range k.Values {
			b.kind[v] = k
		}
	}
	return b
}

func (b *places) over(site, value int, f func(sites []int) bool) {
	kind := b.kind[value]
	for _, shape := range kind.Shapes {
		for k := range shape {
			if sites := b.at(shape, k, site); sites != nil && kind.Fits(sites) && !f(sites) {
				return
			}
		}
	}
}

// at places a shape so that its k-th cell lies on the given site. It returns the sites of all
// cells of the shape, or nil if the shape does not fit there.
func (b *places) at(shape [][2]int, k, site int) []int {
	r, c := b.cell[site][0]-shape[k][0], b.cell[site][1]-shape[k][1]
	sites := make([]int, 0, len(shape))
	for _, x := range shape {
		i, ok := b.site[[2]int{r + x[0], c + x[1]}]
		if !ok {
			return nil
		}
		sites = append(sites, i)
	}
	return sites
}

// excluded returns nil if the piece of the entry x has a place over its site, or else x and the
// entries that exclude every such place.
func (b *places) excluded(x clues.Given, entries []clues.Given) []clues.Given {
	core := []clues.Given{x}
	free := false
	b.over(x.Site, x.Value, func(sites []int) bool {
		why := b.against(x.Value, sites, entries)
		if free = why < 0; free {
			return false
		}
		if !slices.Contains(core, entries[why]) {
			core = append(core, entries[why])
		}
		return true
	})
	if free {
		return nil
	}
	slices.SortStableFunc(core, func(x, y clues.Given) int { return x.Site - y.Site })
	return core
}

// against returns the index of an entry that keeps a piece from some sites, or -1. The entry has
// another piece on one of the sites, or this piece elsewhere.
func (b *places) against(value int, sites []int, entries []clues.Given) int {
	for k, x := range entries {
		if (x.Value == value) != slices.Contains(sites, x.Site) {
			return k
		}
	}
	return -1
}

// A Laid is a piece that a player has laid on a board: the sites that it covers, ascending, and the
// index of its kind in play.HasPieces.Kinds.
type Laid struct {
	Kind  int
	Sites []int
}

// Lay finds the pieces that entries form, one for each value. The result bad has the entries whose
// cells are not a whole piece.
func Lay(in play.HasPieces, entries []clues.Given) (all []Laid, bad []clues.Given) {
	b := newPlaces(in)
	own := map[int][]int{}
	var order []int
	for _, x := range entries {
		if own[x.Value] == nil {
			order = append(order, x.Value)
		}
		own[x.Value] = append(own[x.Value], x.Site)
	}
	kinds := in.Kinds()
	for _, v := range order {
		slices.Sort(own[v])
		whole := false
		b.over(own[v][0], v, func(sites []int) bool {
			slices.Sort(sites)
			whole = slices.Equal(sites, own[v])
			return !whole
		})
		if !whole {
			for _, site := range own[v] {
				bad = append(bad, clues.Given{Site: site, Value: v})
			}
			continue
		}
		k := slices.IndexFunc(kinds, func(p play.Piece) bool { return slices.Contains(p.Values, v) })
		all = append(all, Laid{k, own[v]})
	}
	return all, bad
}

// Rest returns the board that remains after pieces were laid, or nil if no site remains. It also
// returns the covered sites, ascending, and the number of pieces of each kind.
func Rest(in play.HasPieces, pieces []Laid) (rest encode.Instance, covered, used []int) {
	used = make([]int, len(in.Kinds()))
	for _, p := range pieces {
		covered = append(covered, p.Sites...)
		used[p.Kind]++
	}
	slices.Sort(covered)
	return in.Rest(covered, used), covered, used
}
