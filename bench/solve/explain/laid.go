package explain

import (
	"slices"

	"counterproof/encode"
)

// A Laid is a piece that a player has laid on a board: the sites that it covers, ascending, and the
// index of its kind in encode.HasPieces.Kinds.
type Laid struct {
	Kind  int
	Sites []int
}

// Lay finds the pieces that entries form, one for each value. The result bad has the entries whose
// cells are not a whole piece.
func Lay(in encode.HasPieces, entries []encode.Given) (all []Laid, bad []encode.Given) {
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
				bad = append(bad, encode.Given{Site: site, Value: v})
			}
			continue
		}
		k := slices.IndexFunc(kinds, func(p encode.Piece) bool { return slices.Contains(p.Values, v) })
		all = append(all, Laid{k, own[v]})
	}
	return all, bad
}

type laid struct {
	board  encode.HasPieces
	kinds  []encode.Piece
	pieces []Laid
}

func (l *laid) rest(parts []int) encode.Instance {
	covered, used := l.used(parts)
	return l.board.Rest(covered, used)
}

func (l *laid) complete(parts []int) bool {
	_, used := l.used(parts)
	for k, kind := range l.kinds {
		if used[k] < kind.Lo {
			return false
		}
	}
	return true
}

func (l *laid) used(parts []int) (covered, used []int) {
	used = make([]int, len(l.kinds))
	for _, i := range parts {
		covered = append(covered, l.pieces[i].Sites...)
		used[l.pieces[i].Kind]++
	}
	return covered, used
}
