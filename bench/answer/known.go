package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"counterproof/bench/engine"
	"counterproof/bench/marginal"
	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/sat/cnf"
)

// Explaining sets how much work Known may do to explain a board.
type Explaining struct {
	// Limit is the largest number of solutions that are listed. Without all solutions there are no
	// marginals, and SAT finds the backbone.
	Limit int64
	// Timeout limits the time for the facts that need a search: the backbone, the impossible values,
	// the marginals and the conflict. 0 means no limit. The native theory has its own limits.
	Timeout time.Duration
	// Marginals asks for the number of solutions with each value. The picture then shows them.
	Marginals bool
}

// ErrNoPicture is the error of a picture of marginals if the marginals are unknown, because not all
// solutions were listed.
var ErrNoPicture = errors.New("no picture: the solutions were not all listed")

// Known returns what is known about a board. It begins with the facts of the native theory, if the
// puzzle has one. Then it says what all solutions share. If there is no solution, Known names clues
// that contradict each other, and a simple obstacle if the puzzle knows one. If a fact could not be
// found in time, the text of the fact says so. The error is ctx.Err() or an error of the native
// theory.
func Known(ctx context.Context, p *encode.Puzzle, in encode.Instance, o Explaining, w Watcher) (*encode.Explanation, error) {
	x := &encode.Explanation{}
	if theory, ok := in.(encode.Explainable); ok {
		var err error
		if x, err = Explain(ctx, theory); err != nil {
			return nil, err
		}
	}
	d := &description{Explanation: x, puzzle: p, instance: in, o: o, watcher: w}
	limited := ctx
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	if err := d.search(limited); err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return x, nil
}

// A description adds facts that need a search to an explanation.
type description struct {
	*encode.Explanation
	puzzle   *encode.Puzzle
	instance encode.Instance
	o        Explaining
	watcher  Watcher
}

// has reports whether the explanation has a fact with the given name.
func (d *description) has(name string) bool {
	return slices.ContainsFunc(d.Facts, func(f encode.Fact) bool { return f.Name == name })
}

// missing adds a fact without a value. The text of the fact says why it was not found.
func (d *description) missing(name string, err error) {
	text := "not found: " + err.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		text = fmt.Sprintf("not found within %v; --timeout allows more time", d.o.Timeout)
	}
	d.Add(name, nil, text)
}

// search adds the facts that need a search. It returns the error of the first search that failed.
func (d *description) search(ctx context.Context) error {
	if why := encode.ObstacleOf(d.instance); why != "" {
		d.Add("obstacle", why, "")
		return d.unsolvable(ctx)
	}
	t, err := Shared(ctx, d.puzzle, d.instance, d.o.Limit, d.watcher)
	if err != nil {
		d.missing("backbone", err)
		return err
	}
	if t.Empty() {
		return d.unsolvable(ctx)
	}
	if t.Complete && !d.has("solutions") && !d.has("configurations") {
		d.Add("solutions", fmt.Sprint(t.Total), "")
	}
	if !t.Complete && t.Total == d.o.Limit && !d.has("solutions") && !d.has("configurations") {
		d.Add("solutions", nil, fmt.Sprintf("more than %d", t.Total))
	}
	d.Add("backbone", t.Format(), t.Shared(!d.has("forced")))
	d.Add("impossible", t.Impossible(), t.Excluded())
	if d.o.Marginals {
		d.marginals(t)
	}
	if d.Picture == nil {
		d.Picture = func() (*draw.Picture, error) { return t.Picture(), nil }
	}
	return nil
}

// marginals adds, for each site and value, the number of solutions with this value at this site.
func (d *description) marginals(t *marginal.Table) {
	if !t.Complete {
		d.Add("marginals", nil, fmt.Sprintf("not counted: there are more than %d solutions or listing them takes too long; --limit and --timeout allow more", d.o.Limit))
		d.Picture = func() (*draw.Picture, error) { return nil, ErrNoPicture }
		return
	}
	text, heat := t.Text()
	d.Facts = append(d.Facts, encode.Fact{Name: "marginals", Value: t.Numbers(), Text: text, Heat: heat})
	d.Picture = func() (*draw.Picture, error) { return t.Picture(), nil }
}

// unsolvable adds the facts that say why a board has no solution.
func (d *description) unsolvable(ctx context.Context) error {
	if !d.has("solutions") && !d.has("configurations") {
		d.Add("solutions", "0", "")
	}
	if d.Picture == nil {
		if pictured, ok := d.instance.(encode.HasPicture); ok {
			d.Picture = func() (*draw.Picture, error) { return pictured.Picture(nil), nil }
		}
	}
	if _, ok := d.instance.(encode.HasDemands); !ok || d.has("conflict") {
		return nil
	}
	c, err := FindConflict(ctx, d.puzzle, d.instance, nil, d.watcher)
	switch {
	case err != nil:
		d.missing("conflict", err)
		return err
	case c == nil:
		return errors.New("one method finds a solution and another finds none: run counterproof crosscheck on the board")
	}
	d.Facts = append(d.Facts, c.Facts(d.instance)...)
	return nil
}

// Facts returns the conflict as facts of an explanation.
func (c *Conflict) Facts(in encode.Instance) []encode.Fact {
	if len(c.Names) == 0 {
		return []encode.Fact{{Name: "conflict", Value: []string{}, Text: "there is no solution even without the clues"}}
	}
	sites := in.Sites()
	witnesses := make([]string, len(c.Witnesses))
	shown := ""
	for i, s := range c.Witnesses {
		witnesses[i] = s.Format(sites)
		shown += fmt.Sprintf("without %s: %s\n", c.Names[i], witnesses[i])
	}
	facts := []encode.Fact{
		{Name: "conflict", Value: c.Names, Text: c.String()},
		{Name: "conflict_clues", Value: c.Clues, Quiet: true},
		{Name: "conflict_witnesses", Value: witnesses, Text: shown},
	}
	return facts
}

// String names the contradictory clues and entries in a sentence.
func (c *Conflict) String() string {
	switch n := len(c.Names); n {
	case 0:
		return "there is no solution even without the clues"
	case 1:
		return c.Names[0] + " cannot hold; without it, there is a solution"
	default:
		list := ""
		for i, name := range c.Names {
			switch {
			case i == n-1:
				list += " and "
			case i > 0:
				list += ", "
			}
			list += name
		}
		return list + " contradict each other; without any one of them, the others have a solution"
	}
}

// Shared returns what all solutions of a board share. It lists up to limit solutions by the best native
// method, for at most half of the time that ctx leaves. If these are not all solutions, SAT looks for
// solutions with other values until it proves that there are none. The error is ctx.Err() or says that
// the formula would be too large.
func Shared(ctx context.Context, p *encode.Puzzle, in encode.Instance, limit int64, w Watcher) (*marginal.Table, error) {
	t, err := listed(ctx, in, limit, w)
	if err != nil || t.Complete {
		return t, err
	}
	type unseen struct{ all [][]bool }
	seen := make([][]bool, len(t.Seen)) // a copy, because the search may outlive this call
	for i := range seen {
		seen[i] = slices.Clone(t.Seen[i])
	}
	found, err := until(ctx, func() (unseen, error) {
		err := engine.FindUnseen(ctx, p, in, seen, new(cnf.Stats), func(encode.Solution) {})
		return unseen{seen}, err
	})
	if err != nil {
		return nil, err
	}
	t.Seen, t.Proved = found.all, true
	return t, nil
}

// listed counts up to limit solutions that the best native method lists. The error is ctx.Err(), or
// names a solution that breaks a rule.
func listed(ctx context.Context, in encode.Instance, limit int64, w Watcher) (*marginal.Table, error) {
	half := ctx
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		half, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	t := marginal.New(in)
	st, report := w.stats(func() int64 { return t.Total })
	method := in.Reduce()[0]
	if method.Search == nil {
		return t, nil
	}
	var broken error
	more := false
	err := method.Search(half, &st.Native, func(s encode.Solution) bool {
		if more = t.Total == limit; more {
			return false
		}
		if broken = fits(in.Sites(), s); broken == nil {
			broken = in.Check(s)
		}
		if broken != nil {
			broken = fmt.Errorf("solution %s breaks a rule: %w", s.Format(in.Sites()), broken)
			return false
		}
		t.Add(s)
		if t.Total%batchSize == 0 {
			report()
		}
		return half.Err() == nil
	})
	switch {
	case broken != nil:
		return nil, broken
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	t.Complete = err == nil && !more && half.Err() == nil
	t.Proved = t.Complete
	return t, nil
}
