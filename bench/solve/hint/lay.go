package hint

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/explain"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/wording"
	"counterproof/native"
)

// deducedPiece returns a hint that lays the first piece of which moves of techniques find all cells, or
// an empty hint. Players lay equal pieces in any order. So on a board with equal pieces, it looks only
// at the part of the board that the player's pieces do not cover.
func (s *search) deducedPiece(ctx context.Context, pieces play.HasPieces) (*Hint, error) {
	r, bad := s.remaining(pieces)
	kinds := pieces.Kinds()
	alike := slices.ContainsFunc(kinds, func(p play.Piece) bool { return len(p.Values) > 1 })
	whole := !alike || len(s.entries) == 0
	if whole {
		r.board, r.sites, r.kinds = s.Instance, encode.Left(len(s.fixed), nil), encode.Left(len(kinds), nil)
	}
	board, ok := r.board.(deduction.Deducible)
	if len(bad) > 0 || !ok || s.mixed(kinds, r) {
		return says(""), nil
	}
	state, err := answer.Start(ctx, board)
	if err != nil {
		return nil, err
	}
	for _, x := range s.entries {
		if whole {
			state[x.Site] = 1 << x.Value
		}
	}
	d, err := s.moves(ctx, board, state)
	if err != nil {
		return nil, err
	}
	now := slices.Clone(state)
	for i, m := range d.Moves {
		for _, st := range m.Steps {
			now[st.Gone.Site] &^= 1 << st.Gone.Value
		}
		if d.Broken || len(m.Placed) == 0 {
			continue
		}
		laid, _ := explain.Lay(r.board.(play.HasPieces), settled(now))
		k := slices.IndexFunc(laid, func(l explain.Laid) bool { return bits.OnesCount64(state[l.Sites[0]]) > 1 })
		if k < 0 {
			continue
		}
		last := d.Until(i + 1)
		h := s.laid(r, "", r.kinds[laid[k].Kind], laid[k].Sites, true)
		h.Searched, h.Forced, h.Deduced, h.Move, h.Whole = false, false, last, i, d
		h.reasons(last, deduction.Levels(board))
		return h, nil
	}
	return &Hint{Whole: d}, nil
}

// mixed reports whether the player has not laid the first copies of equal pieces, so that the pieces of
// the rest have other letters.
func (s *search) mixed(kinds []play.Piece, r *rest) bool {
	return slices.ContainsFunc(s.entries, func(x clues.Given) bool {
		k := slices.IndexFunc(kinds, func(p play.Piece) bool { return slices.Contains(p.Values, x.Value) })
		return r.value[k] >= 0 && slices.Index(kinds[k].Values, x.Value) > slices.Index(kinds[k].Values, r.value[k])
	})
}

// settled returns the sites of a state that have one value left.
func settled(state []uint64) (all []clues.Given) {
	for i, left := range state {
		if bits.OnesCount64(left) == 1 {
			all = append(all, clues.Given{Site: i, Value: bits.TrailingZeros64(left)})
		}
	}
	return all
}

// reasons sets the text of a hint whose move needs earlier moves, and the hardest technique of these
// moves. The text has a sentence for each of up to three moves. If there are more moves, it has a
// sentence only for the hardest move and for the last move.
func (h *Hint) reasons(d *deduction.Result, levels []string) {
	level := func(i int) int { return slices.Index(levels, d.Moves[i].Rule.Level) }
	wanted := map[deduction.Gone]bool{}
	var needed []int
	for i := h.Move; i >= 0; i-- {
		if i < h.Move && !slices.ContainsFunc(d.Moves[i].Steps, func(st deduction.Step) bool { return wanted[st.Gone] }) {
			continue
		}
		for _, x := range d.MoveFacts(i) {
			wanted[x] = true
		}
		if level(i) > 0 || len(d.Moves[i].Placed) > 0 { // the others only say where pieces fit
			needed = append(needed, i)
		}
	}
	slices.Reverse(needed)
	hardest := needed[0]
	for _, i := range needed {
		if level(i) > level(hardest) {
			hardest = i
		}
	}
	m := d.Moves[hardest]
	h.Level, h.Rule = m.Rule.Level, m.Name
	shown := needed
	if len(needed) > 3 {
		shown = slices.Compact([]int{hardest, h.Move})
	}
	h.Text = wording.List(wording.Each(shown, func(i int) string { return d.MoveText(i) }), "; then ")
	if n := len(needed) - len(shown); n > 0 {
		h.Text += fmt.Sprintf("; this also needs %s, which the command deduce shows", wording.Plural(n, "other move"))
	}
}

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

// effort limits each native search for a hint, so that the search takes at most about a second.
var effort = native.Limit{Nodes: 100_000, Updates: 20_000_000}

const (
	several = 20 // the number of solutions that a hint compares
	proofs  = 60 // the largest number of values that a hint tries to exclude
)

// completions works like complete, for solutions that have the player's entries and more.
func (s *search) completions(ctx context.Context, more []clues.Given, n int) (found []encode.Solution, all bool, err error) {
	return complete(ctx, clues.Restrict(s.Instance, slices.Concat(more, s.entries)), n)
}

// complete looks for up to n solutions of a board with limited effort. The result all says whether
// these are all solutions.
func complete(ctx context.Context, in encode.Instance, n int) (found []encode.Solution, all bool, err error) {
	all, err = each(ctx, in, func(s encode.Solution) bool {
		if len(found) == n {
			return false
		}
		found = append(found, s)
		return true
	})
	return found, all, err
}

// each calls yield for each solution, with limited effort. The result all says that yield got all
// solutions and never returned false. The error is ctx.Err().
func each(ctx context.Context, in encode.Instance, yield func(encode.Solution) bool) (all bool, err error) {
	all = true
	err = in.Reduce()[0].Search(ctx, &native.Stats{Limit: effort}, func(s encode.Solution) bool {
		all = yield(s)
		return all
	})
	return all && err == nil, ctx.Err()
}

// searched returns a hint with a value that all solutions with the entries share, or else of one.
func (s *search) searched(ctx context.Context) (*Hint, error) {
	if board, ok := s.Instance.(play.HasPieces); ok {
		return s.searchedPiece(ctx, board)
	}
	found, all, err := s.completions(ctx, nil, several)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return tired(), nil
	}
	first := found[0]
	if s.agreeing != nil {
		first = *s.agreeing
	}
	value := func(site int) int { return first.At(s.wide, site) }
	tests := proofs
	order := s.worthwhile(first)
	for _, i := range order {
		if slices.ContainsFunc(found, func(o encode.Solution) bool { return o.At(s.wide, i) != value(i) }) {
			continue
		}
		forced := all
		if !forced {
			if forced, err = s.only(ctx, i, value(i), &tests); err != nil {
				return nil, err
			}
		}
		if forced {
			how := "all solutions have "
			if all && len(found) == 1 {
				how = "the only solution has "
			}
			h := s.value(how, i, value(i))
			h.Forced = true
			return h, nil
		}
	}
	return s.value("no value was found that all solutions share; one of them has ", order[0], value(order[0])), nil
}

// value returns a hint with a value that a search found. The parameter how begins its sentence.
func (s *search) value(how string, site, v int) *Hint {
	h := says(how+s.name(clues.Given{Site: site, Value: v}), site)
	h.Searched, h.Placed = true, [][2]int{{site, v}}
	return h
}

func tired() *Hint {
	h := says("no hint was found in the steps that a hint may take; try again after filling in more")
	h.Searched, h.Limited = true, true
	return h
}

// worthwhile returns the sites without an entry, the most helpful for a hint first. The value 0 of a
// site with two values comes last, because it says little, for example that a button is not pressed.
func (s *search) worthwhile(solution encode.Solution) []int {
	open := encode.Where(s.entered(), func(entered bool) bool { return !entered })
	sites := s.Instance.Sites()
	dull := func(i int) bool { return sites[i] == 2 && solution.At(s.wide, i) == 0 }
	lively := slices.DeleteFunc(slices.Clone(open), dull)
	return append(lively, slices.DeleteFunc(open, func(i int) bool { return !dull(i) })...)
}

// only returns true if a search proves that no solution with the entries has another value at a
// site. It tries at most *tests values, and subtracts the number of tried values from *tests.
func (s *search) only(ctx context.Context, site, value int, tests *int) (bool, error) {
	for v := range s.Instance.Sites()[site] {
		if v == value {
			continue
		}
		if *tests--; *tests < 0 {
			return false, nil
		}
		other, all, err := s.completions(ctx, []clues.Given{{Site: site, Value: v}}, 1)
		if err != nil || !all || len(other) > 0 {
			return false, err
		}
	}
	return true, nil
}
