package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/wording"
)

// A Verdict says whether entries can be right.
type Verdict string

// These are the verdicts. A search decides between Possible, Unsolvable and Undecided.
const (
	OK         Verdict = "ok"       // every site has an entry, and no rule is broken
	Possible   Verdict = "possible" // no rule is broken so far or, after a search, a solution has all entries
	RuleBroken Verdict = "broken"
	Unsolvable Verdict = "no solution" // no solution has all entries, but no rule is broken so far
	Undecided  Verdict = "undecided"   // the search took too long
)

// A Judging says how much work Judge may do.
type Judging struct {
	Room int // the largest number of literals of the formula; 0 means constraint.Room
	// Search asks whether a solution has all entries. Patience limits the search; 0 means no limit.
	Search   bool
	Patience time.Duration
	// Naming limits the search for the clues that entries contradict; 0 means no search.
	Naming time.Duration
}

// A Judged is the verdict on entries. If a rule is broken, Broken says which one and at which sites.
type Judged struct {
	Verdict
	Complete bool // every site has an entry
	Broken   error
	Wrong    []clues.Given // on an incomplete board: the entries that together break a rule, as Broken returns them
	Clues    []int         // the clues that they contradict, as Contradicted returns them
}

// Judge says whether entries, with at most one for each site, can be right. Only the rules and the clues
// matter: a solution hidden in a game does not. The error is ctx.Err(), or says that the formula would be
// too large.
func Judge(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given, o Judging) (*Judged, error) {
	if len(entries) == len(in.Sites()) {
		s := make([]int, len(entries))
		for _, x := range entries {
			s[x.Site] = x.Value
		}
		j := &Judged{Verdict: OK, Complete: true}
		if j.Broken = answer.Check(ctx, in, encode.MakeSolution(encode.Wide(in.Sites()), s)); j.Broken != nil {
			j.Verdict = RuleBroken
		}
		if wording.Files && errors.Is(j.Broken, encode.ErrUndecided) {
			j.Verdict, j.Broken = Undecided, nil
		}
		return j, ctx.Err()
	}
	j := &Judged{Verdict: Possible}
	var err error
	if j.Wrong, err = Broken(ctx, p, in, entries, o.Room); err != nil {
		return nil, err
	}
	if len(j.Wrong) > 0 {
		return j, j.name(ctx, p, in, o)
	}
	if !o.Search {
		return j, nil
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(o.Patience, math.MaxInt64))
	defer cancel()
	q := &quarrel{puzzle: p, instance: in, given: entries}
	_, ok, err := q.solve(limited, encode.Left(len(entries), nil))
	switch {
	case Late(ctx, err):
		j.Verdict = Undecided
	case err != nil:
		return nil, err
	case !ok:
		j.Verdict = Unsolvable
	}
	return j, nil
}

// Late reports whether err is about the deadline of a context within ctx, and not about the end of ctx.
func Late(ctx context.Context, err error) bool {
	return errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
}

// name finds the clues that the entries j.Wrong contradict, and makes a sentence.
func (j *Judged) name(ctx context.Context, p *encode.Puzzle, in encode.Instance, o Judging) (err error) {
	if o.Naming > 0 {
		limited, cancel := context.WithTimeout(ctx, o.Naming)
		defer cancel()
		if j.Clues, err = Contradicted(limited, p, in, j.Wrong, o.Room); err != nil && !Late(ctx, err) {
			return err
		}
	}
	j.Verdict = RuleBroken
	names := wording.Each(j.Wrong, func(x clues.Given) string { return fmt.Sprintf("the entry %q", givenName(in, x)) })
	if len(j.Clues) > 0 {
		all := in.(clues.HasDemands).Demands()
		names = append(names, wording.Each(j.Clues, func(k int) string { return all[k] })...)
	}
	text := names[0] + " breaks a rule"
	if len(names) > 1 {
		text = clues.Contradiction(names)
	}
	j.Broken = &encode.Violation{Rule: text, Sites: wording.Each(j.Wrong, func(x clues.Given) int { return x.Site })}
	return nil
}

// JudgeText reads entries with encode.ReadEntries and judges them. If all sites have entries as solve
// prints them, equal pieces may have their numbers in any order, as in answer.CheckText. Otherwise they
// have the numbers that solve prints.
func JudgeText(ctx context.Context, p *encode.Puzzle, in encode.Instance, text string, values bool, o Judging) (*Judged, error) {
	read, err := encode.ReadEntries(in, text, values)
	if err != nil {
		return nil, err
	}
	var entries []clues.Given
	s := make([]byte, len(read))
	for i, v := range read {
		if v >= 0 {
			entries = append(entries, clues.Given{Site: i, Value: v})
			s[i] = byte(v)
		}
	}
	if alike, ok := in.(play.HasEqualValues); ok && !values && len(entries) == len(s) {
		for i, v := range []byte(alike.InOrder(encode.Solution(s))) {
			entries[i].Value = int(v)
		}
	}
	return Judge(ctx, p, in, entries, o)
}

// Mistakes returns entries that cannot all be right, because no solution has all of them. None of
// the returned entries can be left out. On a board with pieces, none of the returned pieces can be
// left out. If Broken finds entries that break a rule, Mistakes returns these entries without a
// search. If the board itself has no solution, Mistakes returns an empty list that is not nil. If
// a solution has all entries, Mistakes returns nil. Mistakes ignores pieces that are not laid
// completely.
//
// The error is ctx.Err() or says that the formula would be too large.
func Mistakes(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) ([]clues.Given, error) {
	if broken, err := Broken(ctx, p, in, entries, 0); err != nil || len(broken) > 0 {
		return broken, err
	}
	q, n := newQuarrel(p, in, entries)
	all := encode.Left(n, nil)
	if _, ok, err := q.solve(ctx, all); err != nil || ok {
		return nil, err
	}
	found, err := minimise(q.fails(ctx), nil, false, all)
	if err != nil {
		return nil, err
	}
	wrong := []clues.Given{}
	for _, part := range found {
		if len(q.pieces) == 0 {
			wrong = append(wrong, entries[part])
			continue
		}
		for _, x := range entries {
			if slices.Contains(q.pieces[part].Sites, x.Site) {
				wrong = append(wrong, x)
			}
		}
	}
	return wrong, nil
}

// Correct reports whether a solution has all entries, without incomplete pieces. See Mistakes.
func Correct(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given) (bool, error) {
	if broken, err := Broken(ctx, p, in, entries, 0); err != nil || len(broken) > 0 {
		return false, err
	}
	q, n := newQuarrel(p, in, entries)
	_, ok, err := q.solve(ctx, encode.Left(n, nil))
	return ok, err
}

// Agreeing looks for a solution that has all entries and agrees with notes. For each site, bit v of its
// number in the list excluded says that notes exclude the value v. The SAT solver needs one search,
// however many solutions the board has. The error is ctx.Err(), or says that the formula would be too large.
func Agreeing(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []clues.Given, excluded []uint64) (s encode.Solution, ok bool, err error) {
	return satisfy(ctx, p, noted{clues.Restrict(in, entries), excluded})
}

// A noted is an instance whose formula has a clause for each value that notes exclude.
type noted struct {
	encode.Instance
	excluded []uint64 // by site
}

func (n noted) Encode(e *encode.Encoder) {
	n.Instance.Encode(e)
	for i, left := range n.excluded {
		for ; left != 0; left &= left - 1 {
			e.Add(-e.Is(i, bits.TrailingZeros64(left)))
		}
	}
}

// newQuarrel returns a quarrel about the entries, or about the pieces that they form, and the number of its
// parts.
func newQuarrel(p *encode.Puzzle, in encode.Instance, entries []clues.Given) (*quarrel, int) {
	if board, ok := in.(play.HasPieces); ok {
		pieces, _ := Lay(board, entries)
		return &quarrel{puzzle: p, instance: in, pieces: pieces}, len(pieces)
	}
	return &quarrel{puzzle: p, instance: in, given: entries}, len(entries)
}

// misplaced returns a function that reports whether the chosen entries leave a piece with one of them no
// place.
func misplaced(ctx context.Context, in play.HasPieces, entries []clues.Given) func(chosen []int) (bool, error) {
	b := newPlaces(in)
	return func(chosen []int) (bool, error) {
		own := encode.Keep(entries, chosen)
		seen := map[int]bool{} // the values whose pieces have a place
		return slices.ContainsFunc(own, func(x clues.Given) bool {
			if !seen[x.Value] {
				b.over(x.Site, x.Value, func(sites []int) bool {
					seen[x.Value] = !slices.ContainsFunc(own, func(o clues.Given) bool { return (o.Value == x.Value) != slices.Contains(sites, o.Site) })
					return !seen[x.Value]
				})
			}
			return !seen[x.Value]
		}), ctx.Err()
	}
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
			bad = append(bad, wording.Each(own[v], func(site int) clues.Given { return clues.Given{Site: site, Value: v} })...)
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
