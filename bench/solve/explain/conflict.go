package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
)

// A Conflict is a minimal set of contradictory clues and given values: without any one of them, there
// is a solution. If the set is empty, the board has no solution even without them.
type Conflict struct {
	Clues []int         // numbers of the clues in clues.HasDemands.Demands, ascending
	Given []clues.Given // in the order in which they were passed
	Names []string
	// Witnesses has a solution for each clue and then for each given value of the conflict. It obeys
	// everything else in the conflict, so it shows that the conflict needs this part.
	Witnesses []encode.Solution
}

// FindConflict returns a conflict of the clues and the given values, or nil if the board has a
// solution with them. FindConflict can leave out clues only if the instance implements
// clues.HasDemands. If there are no given values and the instance implements clues.HasConflict,
// FindConflict first asks the instance. If the instance returns no conflict, and in all other
// cases, FindConflict looks for two conflicts, with the clues in opposite orders, and returns the
// smaller conflict. A still smaller conflict may exist.
//
// The error is ctx.Err(), or says that the formula would be too large.
func FindConflict(ctx context.Context, p *encode.Puzzle, in encode.Instance, given []clues.Given, w answer.Watcher) (*Conflict, error) {
	q := &quarrel{puzzle: p, instance: in, given: given, watcher: w}
	var names []string
	if d, ok := in.(clues.HasDemands); ok {
		q.demands = d
		names = d.Demands()
	}
	q.clues = len(names)
	names = append(names, wording.Each(given, func(g clues.Given) string { return fmt.Sprintf("the given %q", givenName(in, g)) })...)
	all := encode.Left(len(names), nil)
	if _, ok, err := q.solve(ctx, all); err != nil || ok {
		return nil, err
	}
	found, err := q.find(ctx, all)
	if err != nil {
		return nil, err
	}
	c := &Conflict{}
	for k, part := range found {
		if c.Names = append(c.Names, names[part]); part < q.clues {
			c.Clues = append(c.Clues, part)
		} else {
			c.Given = append(c.Given, given[part-q.clues])
		}
		s, ok, err := q.solve(ctx, slices.Delete(slices.Clone(found), k, k+1))
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, fmt.Errorf("%s can be left out of the conflict, but the search for it said otherwise", names[part])
		}
		c.Witnesses = append(c.Witnesses, s)
	}
	return c, nil
}

// A quarrel looks for a Conflict. Its parts are numbers: first the clues, then the given values.
type quarrel struct {
	puzzle   *encode.Puzzle
	instance encode.Instance
	demands  clues.HasDemands // nil if no clue can be left out
	clues    int
	given    []clues.Given
	watcher  answer.Watcher
	pieces   []Laid // if there are any, the parts are pieces, and there are no clues and entries
}

// find returns a minimal set of parts, ascending, such that the board with only these parts has no
// solution. The parameter all lists all parts. The board with all parts must have no solution.
func (q *quarrel) find(ctx context.Context, all []int) ([]int, error) {
	if own, ok := q.instance.(clues.HasConflict); ok && len(q.given) == 0 {
		if found, err := own.Conflict(ctx); err != nil || found != nil {
			return found, err
		}
	}
	return minimiseTwice(q.fails(ctx), all)
}

// minimiseTwice calls minimise for the parts in both orders, and returns the smaller result, ascending.
// If the time ends during the second call, minimiseTwice returns the result of the first call.
func minimiseTwice(fails func(parts []int) (bool, error), parts []int) ([]int, error) {
	found, err := minimise(fails, nil, false, parts)
	if err != nil || len(found) < 2 {
		return found, err
	}
	found = slices.Sorted(slices.Values(found))
	parts = slices.Clone(parts)
	slices.Reverse(parts)
	other, err := minimise(fails, nil, false, parts)
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		return found, nil
	case err == nil && len(other) < len(found):
		found = slices.Sorted(slices.Values(other))
	}
	return found, err
}

func (q *quarrel) fails(ctx context.Context) func(parts []int) (bool, error) {
	return func(parts []int) (bool, error) {
		_, ok, err := q.solve(ctx, parts)
		return !ok, err
	}
}

// minimise returns a minimal subset s of parts such that fails(fixed + s) is true, as it must be for
// all parts. If fails(fixed) is true, s is empty; grown says that this is not known yet. The algorithm
// is QuickXplain (Junker, AAAI 2004). It needs about k log(n/k) calls to find k parts among n.
func minimise(fails func(parts []int) (bool, error), fixed []int, grown bool, parts []int) ([]int, error) {
	if grown || len(fixed) == 0 {
		if failed, err := fails(fixed); err != nil || failed {
			return nil, err
		}
	}
	if len(parts) <= 1 {
		return parts, nil
	}
	left, right := parts[:len(parts)/2], parts[len(parts)/2:]
	second, err := minimise(fails, slices.Concat(fixed, left), true, right)
	if err != nil {
		return nil, err
	}
	first, err := minimise(fails, slices.Concat(fixed, second), len(second) > 0, left)
	if err != nil {
		return nil, err
	}
	return slices.Concat(first, second), nil
}

// nativeNodes limits the native search for one solution, after which the SAT solver takes over. Native
// methods are better on boards with sums, because formulas of sums are hard for a SAT solver. On most
// other boards, the SAT solver needs fewer steps.
const nativeNodes = 20_000

func (q *quarrel) solve(ctx context.Context, parts []int) (s encode.Solution, ok bool, err error) {
	board := q.instance
	if len(q.pieces) > 0 {
		whole := board.(play.HasPieces)
		rest, _, used := Rest(whole, encode.Keep(q.pieces, parts))
		if rest == nil { // every site is covered
			ok = true
			for k, kind := range whole.Kinds() {
				ok = ok && used[k] >= kind.Lo
			}
			return "", ok, nil
		}
		board, parts = rest, nil
	}
	parts = slices.Sorted(slices.Values(parts))
	n, _ := slices.BinarySearch(parts, q.clues)
	if q.demands != nil {
		board = q.demands.Relaxed(encode.Left(q.clues, parts[:n]))
	}
	values := wording.Each(parts[n:], func(i int) clues.Given { return q.given[i-q.clues] })
	if encode.ObstacleOf(board) != "" {
		return "", false, nil
	}
	if s, ok, err = q.natively(ctx, board, values); err == nil || ctx.Err() != nil {
		return s, ok, err
	}
	return satisfy(ctx, q.puzzle, clues.Restrict(board, values))
}

func satisfy(ctx context.Context, p *encode.Puzzle, board encode.Instance) (encode.Solution, bool, error) {
	var s encode.Solution
	var ok bool
	err := until(ctx, func() (err error) {
		s, ok, err = lookup.Satisfy(ctx, p, board)
		return err
	})
	if err != nil {
		return "", false, err
	}
	if ok {
		err = answer.Obeys(board, board.Sites(), s)
	}
	return s, ok, err
}

// errNoMethod means that no native method is worth trying. The best native method may be brute
// force, or may count without listing. Or the methods may be unable to start from given values.
var errNoMethod = errors.New("no native method")

// natively looks for a solution by the best native method. Any error except ctx.Err() means that the
// SAT solver must take over.
func (q *quarrel) natively(ctx context.Context, board encode.Instance, given []clues.Given) (s encode.Solution, ok bool, err error) {
	_, takes := board.(clues.TakesGiven)
	board = clues.Restrict(board, given)
	if len(given) > 0 && !takes || encode.Best(board).Method == "brute" {
		return "", false, errNoMethod
	}
	st, _ := q.watcher.Stats(func() int64 { return 0 })
	st.Native.Limit = native.Limit{Nodes: nativeNodes, Updates: 50 * nativeNodes}
	err = answer.Natively(ctx, board, &st.Native, func(found encode.Solution) bool {
		s, ok = found, true
		return false
	})
	return s, ok, err
}

// searches is the key of the number of searches by SAT that run in a context from Track.
type searches struct{}

// Track returns a context that counts the searches by SAT of the functions that get it. The function
// searching reports whether such a search is running. After its question was answered, it only uses
// a core and blocks other searches by SAT.
func Track(ctx context.Context) (tracked context.Context, searching func() bool) {
	n := new(atomic.Int64)
	return context.WithValue(ctx, searches{}, n), func() bool { return n.Load() > 0 }
}

// until returns the error of f. If ctx ends first, until returns ctx.Err() at once, and f continues in
// the background, because SAT cannot be interrupted between two models.
func until(ctx context.Context, f func() error) error {
	ended := make(chan error, 1)
	n, ok := ctx.Value(searches{}).(*atomic.Int64)
	if !ok {
		n = new(atomic.Int64)
	}
	n.Add(1)
	go func() {
		err := f()
		n.Add(-1)
		ended <- err
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Facts returns the conflict as facts of an explanation, first the names of its parts.
func (c *Conflict) Facts(in encode.Instance) []encode.Fact {
	names := append([]string{}, c.Names...)
	facts := []encode.Fact{{Name: "conflict", Value: names, Text: c.String()}}
	if len(c.Names) == 0 {
		return facts
	}
	witnesses := wording.Each(c.Witnesses, func(s encode.Solution) string { return encode.FormatSolution(in, s) })
	if _, ok := in.(clues.HasDemands); ok {
		facts = append(facts, encode.Fact{Name: "conflict_clues", Value: append([]int{}, c.Clues...), Quiet: true})
	}
	if len(c.Given) > 0 {
		facts = append(facts, encode.Fact{Name: "conflict_given", Value: clues.NameGiven(in, c.Given), Quiet: true})
	}
	return append(facts, encode.Fact{Name: "conflict_witnesses", Value: witnesses, Text: c.drawn(in)})
}

const mostDrawn = 400

// drawn returns each witness as text, in the form in which the command solve prints a solution. If
// clues can be left out, this form shows only the clues of the conflict that the witness obeys.
func (c *Conflict) drawn(in encode.Instance) string {
	var b strings.Builder
	lines := 0
	for i, s := range c.Witnesses {
		drawing := strings.Split(strings.TrimRight(c.without(in, i).Draw(&s), "\n"), "\n")
		if lines += 1 + len(drawing); lines > mostDrawn && i > 0 {
			fmt.Fprintf(&b, "and %d more; --json lists all\n", len(c.Witnesses)-i)
			break
		}
		fmt.Fprintf(&b, "without %s:\n", c.Names[i])
		for _, line := range drawing {
			b.WriteString(strings.TrimRight("  "+line, " ") + "\n")
		}
	}
	return b.String()
}

// without returns the board with only the clues of the conflict, except part i of the conflict. If
// clues of the puzzle cannot be left out, the result is the whole board.
func (c *Conflict) without(in encode.Instance, i int) encode.Instance {
	d, ok := in.(clues.HasDemands)
	if !ok {
		return in
	}
	kept := slices.Clone(c.Clues)
	if i < len(kept) {
		kept = slices.Delete(kept, i, i+1)
	}
	return d.Relaxed(encode.Left(len(d.Demands()), kept))
}

// String names the contradictory clues and given values in a sentence. The rest of the board may
// have other contradictions, about which the sentence says nothing.
func (c *Conflict) String() string {
	switch {
	case len(c.Names) == 0:
		return "there is no solution even without the clues"
	case len(c.Names) > 1:
		return clues.Contradiction(c.Names)
	case len(c.Given) > 0:
		return c.Names[0] + " cannot hold, even without clues and other given values"
	}
	return c.Names[0] + " cannot hold, even without the other clues"
}

// Picture draws the board and marks the clues and given values that contradict each other. If the
// puzzle has no such pictures, Picture returns nil.
func (c *Conflict) Picture(p *encode.Puzzle, in encode.Instance) *draw.Picture {
	board, ok := in.(clues.HasMarks)
	if !ok {
		return nil
	}
	q := board.Marked(c.Clues, c.Given)
	q.Title, q.Description = p.Title+", a contradiction", in.String()
	return q
}
