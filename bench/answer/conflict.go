package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"counterproof/bench/engine"
	"counterproof/encode"
	"counterproof/native"
	"counterproof/sat/cnf"
)

// An Entry is a value that a player has put into a site of a board.
type Entry struct{ Site, Value int }

// A Conflict is a minimal set of contradictory clues and entries: without any one of them, the
// others have a solution. An empty set means that the board has no solution even without any clues
// and entries.
type Conflict struct {
	Clues   []int   // numbers of the clues in encode.HasDemands.Demands, ascending
	Entries []Entry // in the order in which they were passed
	Names   []string
	// Witnesses has, for each clue and then for each entry, a solution of the board with all others
	// of the conflict and without the rest. It shows that this one cannot be left out.
	Witnesses []encode.Solution
}

// FindConflict returns a conflict of the clues and the entries, or nil if the board has a solution
// with them. Only an instance with encode.HasDemands has clues that can be left out. FindConflict
// looks for two conflicts, going through the clues in opposite orders, and returns the smaller one.
// A still smaller conflict may exist.
//
// The error is ctx.Err(), or says that the formula would be too large.
func FindConflict(ctx context.Context, p *encode.Puzzle, in encode.Instance, entries []Entry, w Watcher) (*Conflict, error) {
	q := &quarrel{puzzle: p, instance: in, entries: entries, watcher: w}
	var names []string
	if d, ok := in.(encode.HasDemands); ok {
		q.demands = d
		names = d.Demands()
	}
	q.clues = len(names)
	for _, e := range entries {
		names = append(names, encode.SiteName(in, e.Site)+" = "+encode.ValueName(in, e.Site, e.Value))
	}
	all := encode.Left(len(names), nil)
	if _, ok, err := q.solve(ctx, all); err != nil || ok {
		return nil, err
	}
	found, err := q.minimise(ctx, nil, false, all)
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	if other, err := q.minimise(ctx, nil, false, all); err == nil && len(other) < len(found) {
		found = other
	} else if err != nil && ctx.Err() == nil {
		return nil, err
	}
	slices.Sort(found)
	c := &Conflict{}
	for k, part := range found {
		if c.Names = append(c.Names, names[part]); part < q.clues {
			c.Clues = append(c.Clues, part)
		} else {
			c.Entries = append(c.Entries, entries[part-q.clues])
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

// A quarrel looks for a Conflict. It numbers the parts of the board: first the clues, then the
// entries.
type quarrel struct {
	puzzle   *encode.Puzzle
	instance encode.Instance
	demands  encode.HasDemands // nil if no clue can be left out
	clues    int
	entries  []Entry
	watcher  Watcher
}

// minimise returns a minimal subset of parts that has no solution together with the parts of fixed.
// If grown is false and fixed is not empty, the parts of fixed are known to have a solution. This
// is QuickXplain (Junker, AAAI 2004), which needs about k log(n/k) searches to find a conflict of k
// parts among n.
func (q *quarrel) minimise(ctx context.Context, fixed []int, grown bool, parts []int) ([]int, error) {
	if grown || len(fixed) == 0 {
		if _, ok, err := q.solve(ctx, fixed); err != nil || !ok {
			return nil, err
		}
	}
	if len(parts) <= 1 {
		return parts, nil
	}
	left, right := parts[:len(parts)/2], parts[len(parts)/2:]
	second, err := q.minimise(ctx, slices.Concat(fixed, left), true, right)
	if err != nil {
		return nil, err
	}
	first, err := q.minimise(ctx, slices.Concat(fixed, second), len(second) > 0, left)
	if err != nil {
		return nil, err
	}
	return slices.Concat(first, second), nil
}

// nativeNodes limits the nodes of the native search for one solution; if it finds no answer within
// the limit, SAT decides. Native methods are better on boards with sums, which make hard formulas.
// On most other boards, SAT needs fewer steps.
const nativeNodes = 20_000

// solve looks for a solution of the board that has only the given clues and entries. ok is false if
// there is none.
func (q *quarrel) solve(ctx context.Context, parts []int) (s encode.Solution, ok bool, err error) {
	kept := map[int]bool{}
	for _, i := range parts {
		kept[i] = true
	}
	board := q.instance
	if q.demands != nil {
		var gone []int
		for i := range q.clues {
			if !kept[i] {
				gone = append(gone, i)
			}
		}
		board = q.demands.Relaxed(gone)
	}
	var values []Entry
	for i, e := range q.entries {
		if kept[q.clues+i] {
			values = append(values, e)
		}
	}
	if encode.ObstacleOf(board) != "" {
		return "", false, nil
	}
	if s, ok, err = q.natively(ctx, board, values); err == nil || ctx.Err() != nil {
		return s, ok, err
	}
	type found struct {
		s  encode.Solution
		ok bool
	}
	f, err := until(ctx, func() (found, error) {
		s, ok, err := engine.Satisfy(ctx, q.puzzle, board, func(e *encode.Encoder) {
			for _, x := range values {
				e.Add(e.Is(x.Site, x.Value))
			}
		}, new(cnf.Stats))
		return found{s, ok}, err
	})
	if err == nil && f.ok {
		if err := holds(board, values, f.s); err != nil {
			return "", false, err
		}
	}
	return f.s, f.ok, err
}

// errNoMethod means that no native method is worth trying: there is only brute force, or there are
// entries.
var errNoMethod = errors.New("no native method")

// natively looks for a solution by the best native method. Any error other than ctx.Err() means
// that this method did not find out, so SAT has to decide.
func (q *quarrel) natively(ctx context.Context, board encode.Instance, values []Entry) (s encode.Solution, ok bool, err error) {
	method := board.Reduce()[0]
	if len(values) > 0 || method.Search == nil {
		return "", false, errNoMethod
	}
	if method.Method == "brute" {
		return "", false, errNoMethod
	}
	st, _ := q.watcher.stats(noSolutions)
	st.Native.Limit = native.Limit{Nodes: nativeNodes, Updates: 50 * nativeNodes}
	err = method.Search(ctx, &st.Native, func(found encode.Solution) bool {
		s, ok = found, true
		return false
	})
	if err == nil && ok {
		err = holds(board, values, s)
	}
	return s, ok, err
}

// holds returns an error if the solution breaks a rule of the board or lacks one of the values.
func holds(board encode.Instance, values []Entry, s encode.Solution) error {
	for _, x := range values {
		if int(s[x.Site]) != x.Value {
			return fmt.Errorf("solution %s lacks value %d at site %d", s.Format(board.Sites()), x.Value, x.Site)
		}
	}
	if err := board.Check(s); err != nil {
		return fmt.Errorf("solution %s breaks a rule: %w", s.Format(board.Sites()), err)
	}
	return nil
}

// until returns the result of f. If ctx ends first, until returns ctx.Err() at once, and f
// continues in the background, because SAT cannot be interrupted between two models.
func until[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	ended := make(chan result, 1)
	go func() {
		value, err := f()
		ended <- result{value, err}
	}()
	select {
	case r := <-ended:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
