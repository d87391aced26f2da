package hint

import (
	"context"
	"fmt"
	"slices"

	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/wording"
)

// A rest is the part of a board that the player's pieces do not cover.
type rest struct {
	kinds []int // by kind of piece on the remaining board: its kind on the whole board
	sites []int // by site of the remaining board: its site on the whole board
	board encode.Instance
	value []int // by kind: the value of the next copy
}

// searchedPiece returns a hint that lays a piece. It prefers a piece that all solutions lay in the same
// place.
func (s *search) searchedPiece(ctx context.Context, board play.HasPieces) (*Hint, error) {
	r, bad := s.remaining(board)
	if len(bad) > 0 {
		h := says("the cells of piece " + layout.ValueName(s.Instance, bad[0].Site, bad[0].Value) + " do not have its shape yet")
		h.Sites = wording.Each(bad, func(x clues.Given) int { return x.Site })
		return h, nil
	}
	if r.board == nil {
		return says("every site has a value"), nil
	}
	found, all, err := complete(ctx, r.board, several)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return tired(), nil
	}
	kindOf := r.kindOf()
	first := found[0]
	var best []int // the sites of a piece in the first solution, on the remaining board
	for i := range len(first) {
		sites := piece(first, i)
		if sites[0] != i {
			continue
		}
		if best == nil {
			best = sites
		}
		if all && !slices.ContainsFunc(found, func(o encode.Solution) bool {
			return kindOf[o[i]] != kindOf[first[i]] || !slices.Equal(piece(o, i), sites)
		}) {
			how := "all solutions have %s over %s"
			if len(found) == 1 {
				how = "the only solution has %s over %s"
			}
			return s.laid(r, how, kindOf[first[i]], sites, true), nil
		}
	}
	how := "no piece was found that all solutions share; one of them has %s over %s"
	return s.laid(r, how, kindOf[first[best[0]]], best, false), nil
}

func piece(s encode.Solution, at int) []int {
	return encode.Where([]byte(s), func(v byte) bool { return v == s[at] })
}

// remaining returns the uncovered part of the board, and the entries of incomplete pieces.
func (s *search) remaining(board play.HasPieces) (*rest, []clues.Given) {
	pieces, bad := explain.Lay(board, s.entries)
	left, covered, used := explain.Rest(board, pieces)
	r := &rest{board: left, sites: encode.Left(len(s.Instance.Sites()), covered)}
	taken := wording.Set(s.entries, func(x clues.Given) int { return x.Value })
	for k, kind := range board.Kinds() {
		if kind.Hi > used[k] {
			r.kinds = append(r.kinds, k)
		}
		r.value = append(r.value, -1)
		if i := slices.IndexFunc(kind.Values, func(v int) bool { return !taken[v] }); i >= 0 {
			r.value[k] = kind.Values[i]
		}
	}
	return r, bad
}

func (r *rest) kindOf() map[byte]int {
	of := map[byte]int{}
	for k, kind := range r.board.(play.HasPieces).Kinds() {
		for _, v := range kind.Values {
			of[byte(v)] = r.kinds[k]
		}
	}
	return of
}

// laid returns a hint that lays a piece on sites of the remaining board. The parameter format is a
// format for fmt.Sprintf, with the name of the piece and the name of its first site as arguments.
func (s *search) laid(r *rest, format string, kind int, sites []int, forced bool) *Hint {
	v := r.value[kind]
	h := says("")
	for _, i := range sites {
		h.Sites = append(h.Sites, r.sites[i])
		h.Placed = append(h.Placed, [2]int{r.sites[i], v})
	}
	h.Text = fmt.Sprintf(format, "piece "+layout.ValueName(s.Instance, h.Sites[0], v), layout.SiteName(s.Instance, h.Sites[0]))
	h.Searched, h.Forced = true, forced
	return h
}
