// Package explain says why a board is as it is: what all its solutions share, and what a native
// theory knows. It finds the clues and given values that contradict each other, and the entries of a
// player that cannot be right. It searches natively and by SAT, and starts no processes.
package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/solve/marginal"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// Explaining limits the work that Known does to explain a board, and selects what Known explains.
type Explaining struct {
	// Limit is the largest number of solutions that are listed. A board with more solutions gets
	// no marginals, and its backbone comes from the SAT solver, unless the native theory counts them.
	Limit int64
	// Timeout limits the searches, but not the native theory; 0 means no limit.
	Timeout time.Duration
	// Marginals asks for the number of solutions with each value of each site, also in the picture.
	Marginals bool
	// Given restricts the solutions to those with the given values, at most one for each site. The
	// native theory is about the board without them, so they turn it off.
	Given []clues.Given
}

// ErrNoPicture is the error of a picture whose facts a search did not find within its limit.
var ErrNoPicture = errors.New("no picture: the search reached its limit before it found what the picture shows")

func noPicture() (*draw.Picture, error) { return nil, ErrNoPicture }

// Known returns what is known about a board. The first facts come from the native theory, if the
// puzzle has a theory. The next facts say what all solutions share. If there is no solution, Known
// names clues and given values that contradict each other. If the puzzle also knows a simple
// obstacle, Known names the obstacle. If a fact could not be found in time, the text of the fact
// says so. If the picture needs the missing fact, the error of Picture is ErrNoPicture. The error
// of Known is ctx.Err() or an error of the native theory.
func Known(ctx context.Context, p *encode.Puzzle, in encode.Instance, o Explaining, w answer.Watcher) (*encode.Explanation, error) {
	x := &encode.Explanation{}
	if theory, ok := in.(encode.Explainable); ok && len(o.Given) == 0 {
		var err error
		if x, err = theory.Explain(ctx); err != nil {
			return nil, err
		}
	}
	if len(o.Given) > 0 {
		x.Add("given", clues.NameGiven(in, o.Given), strings.Join(wording.Each(o.Given, func(g clues.Given) string { return givenName(in, g) }), "\n"))
	}
	d := &description{Explanation: x, puzzle: p, instance: in, o: o, watcher: w}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(o.Timeout, math.MaxInt64))
	defer cancel()
	if err := d.search(limited); err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return x, nil
}

// A description is an explanation to which facts that need a search are added.
type description struct {
	*encode.Explanation
	puzzle   *encode.Puzzle
	instance encode.Instance
	o        Explaining
	watcher  answer.Watcher
}

// givenName states a given value in words. A site is in a place, such as a column.
func givenName(in encode.Instance, g clues.Given) string {
	value := layout.ValueName(in, g.Site, g.Value)
	if strings.HasPrefix(value, "column ") {
		value = "in " + value
	}
	return layout.SiteName(in, g.Site) + " is " + value
}

func (d *description) has(name string) bool {
	return slices.ContainsFunc(d.Facts, func(f encode.Fact) bool { return f.Name == name })
}

// missing adds a fact without a value. The text says why the fact was not found.
func (d *description) missing(name string, err error) {
	text := "not found: " + err.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		text = fmt.Sprintf("not found within %v; --timeout allows more time", d.o.Timeout)
	}
	d.Add(name, nil, text)
}

func (d *description) search(ctx context.Context) error {
	if why := encode.ObstacleOf(d.instance); why != "" {
		d.Add("obstacle", why, "")
		return d.unsolvable(ctx)
	}
	t, err := d.table(ctx)
	if err != nil {
		d.missing("backbone", err)
		d.missing("impossible", err)
		if d.o.Marginals {
			d.missing("marginals", err)
		}
		if d.o.Marginals || d.Picture == nil {
			d.Picture = noPicture
		}
		return err
	}
	if t.Empty() {
		return d.unsolvable(ctx)
	}
	switch {
	case d.has("solutions"), d.has("configurations"):
	case t.Complete:
		d.Add("solutions", fmt.Sprint(t.Total), "")
	case t.Total.Int64() == d.o.Limit:
		d.Add("solutions", nil, fmt.Sprintf("more than %v", t.Total))
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

// table counts the solutions by site and value, if the native theory has not done so.
func (d *description) table(ctx context.Context) (*marginal.Table, error) {
	if len(d.Marginals) > 0 {
		return marginal.Of(d.instance, d.Marginals), nil
	}
	return Shared(ctx, d.puzzle, d.instance, d.o.Given, d.o.Limit, d.watcher)
}

func (d *description) marginals(t *marginal.Table) {
	if !t.Complete {
		why := fmt.Sprintf("listing all solutions takes more than half of the time limit of %v; --timeout allows more", d.o.Timeout)
		if t.Total.Int64() == d.o.Limit {
			why = fmt.Sprintf("there are more than %s; --limit allows more", wording.Plural(int(d.o.Limit), "solution"))
		}
		d.Add("marginals", nil, "not counted: "+why)
		d.Picture = noPicture
		return
	}
	text, heat := t.Text()
	d.Facts = append(d.Facts, encode.Fact{Name: "marginals", Value: t.Numbers(), Text: text, Heat: heat})
	d.Picture = func() (*draw.Picture, error) { return t.Picture(), nil }
}

func (d *description) unsolvable(ctx context.Context) error {
	if !d.has("solutions") {
		d.Add("solutions", "0", "")
	}
	if d.Picture == nil {
		if pictured, ok := d.instance.(encode.HasPicture); ok {
			d.Picture = func() (*draw.Picture, error) { return pictured.Picture(nil), nil }
		}
	}
	if _, ok := d.instance.(clues.HasDemands); !ok && len(d.o.Given) == 0 {
		if _, ok := d.instance.(encode.HasObstacle); ok && !d.has("obstacle") {
			d.Add("obstacle", nil, "not found: a search shows that there is no solution, and no simple reason is known")
		}
		return nil
	}
	c, err := FindConflict(ctx, d.puzzle, d.instance, d.o.Given, d.watcher)
	switch {
	case err != nil && d.has("conflict"):
		d.missing("conflict_witnesses", err)
		return err
	case err != nil:
		d.missing("conflict", err)
		return err
	case c == nil:
		return errors.New("one method finds a solution and another finds none: run counterproof crosscheck on the board")
	}
	d.Facts = slices.DeleteFunc(d.Facts, func(f encode.Fact) bool { return f.Name == "conflict" && f.Value == nil })
	facts := c.Facts(d.instance)
	if d.has("conflict") { // the theory says more about this obstacle
		facts = facts[1:]
	}
	d.Facts = append(d.Facts, facts...)
	if p := c.Picture(d.puzzle, d.instance); p != nil {
		d.Picture = func() (*draw.Picture, error) { return p, nil }
	}
	return nil
}

// Counted counts the solutions by site and value. It asks the native theory of the puzzle, if there are no
// given values, and otherwise works like Shared.
func Counted(ctx context.Context, p *encode.Puzzle, in encode.Instance, given []clues.Given, limit int64, w answer.Watcher) (*marginal.Table, error) {
	if theory, ok := in.(encode.Explainable); ok && len(given) == 0 {
		x, err := theory.Explain(ctx)
		if err != nil {
			return nil, err
		}
		if len(x.Marginals) > 0 {
			return marginal.Of(in, x.Marginals), nil
		}
	}
	return Shared(ctx, p, in, given, limit, w)
}

// mostValues limits the number of values of all sites together, because a table has an entry for each.
const mostValues = 1 << 20

// Shared returns what is common to all those solutions of a board that have the given values.
// First, the best native method lists solutions. This search stops at the number of solutions in
// the parameter limit, or after half of the time that ctx leaves. If more solutions may exist, Shared
// counts them by the solution graph, for half of the time that is left then. If the graph is too large, the
// SAT solver looks for solutions with other values, until it proves that there are no more.
// The error is ctx.Err() or says that the formula would be too large.
func Shared(ctx context.Context, p *encode.Puzzle, in encode.Instance, given []clues.Given, limit int64, w answer.Watcher) (*marginal.Table, error) {
	total := 0
	for _, n := range in.Sites() {
		if total += n; wording.Files && total > mostValues {
			return nil, fmt.Errorf("want at most %d values of all sites, got more: give the variables smaller domains", mostValues)
		}
	}
	board := clues.Restrict(in, given)
	t, err := listed(ctx, board, marginal.New(in), limit, w)
	if err != nil || t.Complete {
		return t, err
	}
	if counts := folded(ctx, p, board); counts != nil {
		return marginal.Of(in, counts), nil
	}
	if err := probe(ctx, p, board, t); err != nil {
		return nil, err
	}
	return t, nil
}

// probe looks for solutions with values that the table has not seen, by the SAT solver.
func probe(ctx context.Context, p *encode.Puzzle, board encode.Instance, t *marginal.Table) error {
	seen := wording.Each(t.Seen, slices.Clone[[]bool]) // a copy, because the search may outlive this call
	err := until(ctx, func() error { return lookup.FindUnseen(ctx, p, board, seen) })
	if err == nil {
		t.Seen, t.Proved = seen, true
	}
	return err
}

// folded counts the solutions of a board by site and value with its solution graph. It returns nil if this
// takes more than half of the time that ctx leaves, or foldTime, or is not possible.
func folded(ctx context.Context, p *encode.Puzzle, board encode.Instance) [][]*big.Int {
	limit := foldTime
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/2)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	counts, err := lookup.Marginals(ctx, p, board)
	if err != nil || len(counts) == 0 {
		return nil
	}
	return counts
}

// foldTime limits the time for a solution graph.
const foldTime = 5 * time.Second

// listed counts solutions of the best native method in the table, up to a limit. The error names a
// solution that breaks a rule, or is ctx.Err().
func listed(ctx context.Context, in encode.Instance, t *marginal.Table, limit int64, w answer.Watcher) (*marginal.Table, error) {
	half := ctx
	if end, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		half, cancel = context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
	}
	st, report := w.Stats(func() int64 { return t.Total.Int64() })
	var broken error
	more, sites := false, in.Sites()
	err := encode.Best(in).Search(half, &st.Native, func(s encode.Solution) bool {
		if more = t.Total.Int64() == limit; more {
			return false
		}
		if broken = answer.Obeys(in, sites, s); broken != nil {
			return false
		}
		t.Add(s)
		if t.Total.Int64()%256 == 0 {
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
