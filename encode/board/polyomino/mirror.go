//go:build !js

package polyomino

import (
	"context"
	"slices"
	"sync"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/native"
	"counterproof/native/cover"
)

type search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error

// mirror lets the method bitset use the symmetries of the tiling if the caller accepts any order of the
// solutions. On a 6x10 board with the twelve pentominoes, the search then has a ninth of the nodes.
func (t *Tiling) mirror(all []encode.Reduction) {
	mirrored := sync.OnceValue(t.mirrored)
	bitset := &all[slices.IndexFunc(all, func(r encode.Reduction) bool { return r.Method == "bitset" })]
	plain := bitset.Search
	bitset.Search = func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
		if st.AnyOrder {
			if list := mirrored(); list != nil {
				return list(ctx, st, yield)
			}
		}
		return plain(ctx, st, yield)
	}
}

// mirrored returns a search that lays one piece only in some places. No symmetry maps one of these places
// to another. All other solutions are images of the solutions that it finds. mirrored chooses the piece
// with the fewest such places, of which exactly one copy must be used. If no symmetry maps such a piece to
// itself, the result is nil.
func (t *Tiling) mirrored() search {
	all, fixed, value := t.motions(), 0, 0
	var images map[string][]motion // by place: for each of its images, one motion
	for k, c := range t.classes() {
		if len(all) == 0 || c.lo != 1 || c.hi != 1 {
			continue
		}
		own := append(slices.DeleteFunc(slices.Clone(all), func(m motion) bool { return m.class[k] != k }), t.identity())
		places, found, seen := t.places(k), map[string][]motion{}, map[string]bool{}
		for _, at := range places {
			for _, m := range own {
				if to := m.place(at); !seen[to] {
					seen[to] = true
					found[at] = append(found[at], m)
				}
			}
		}
		if len(found) < len(places) && (images == nil || len(found) < len(images)) {
			images, fixed, value = found, k, c.values[0]
		}
	}
	if images == nil {
		return nil
	}
	some := covering.Later("bitset", func() (*cover.Problem, func([]int) encode.Solution) {
		return t.cover(nil, func(pl placement) bool { return pl.class != fixed || images[place(t, pl.cells)] != nil })
	})[0]
	class := t.classOf()
	return func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
		return some.Search(ctx, st, func(s encode.Solution) bool {
			at := encode.Where([]byte(s), func(v byte) bool { return int(v) == value })
			return !slices.ContainsFunc(images[place(t, at)], func(m motion) bool { return !yield(t.image(&m, class, s)) })
		})
	}
}

// places lists the places of a class, ordered by the last cell that an engine covers. If the only places
// left are early, an engine that covers the cells in order turns back early.
func (t *Tiling) places(k int) (places []string) {
	item := t.cellItems()
	last := map[string]int{}
	t.lay(t.emptyPlan(), k, func(cells []int32) {
		at := place(t, cells)
		places = append(places, at)
		for _, cell := range cells {
			last[at] = max(last[at], item[cell])
		}
	})
	slices.SortStableFunc(places, func(a, b string) int { return last[a] - last[b] })
	return places
}

// place returns a set of cells as a text, in which byte i is 1 if the set contains cell i.
func place[E int | int32](t *Tiling, cells []E) string {
	return string(encode.Put(make([]byte, len(t.Cells)), cells, 1))
}

// place returns the image of a place.
func (m *motion) place(at string) string {
	to := make([]byte, len(at))
	for i := range len(at) {
		to[m.site[i]] = at[i]
	}
	return string(to)
}
