package answer

import (
	"context"
	"fmt"

	"counterproof/bench/result"
	"counterproof/encode"
)

// A checker takes the solutions of a search, checks each against the rules and
// adds it to the digest. It does so in batches, the stopwatch stopped: reading
// the CPU clock twice for every solution would cost more than finding one.
type checker struct {
	job   result.Job
	in    encode.Instance
	sites []int
	watch Stopwatch

	canonical func(encode.Solution) encode.Solution // where the job has Orbits

	batch  []encode.Solution
	found  int64 // checked, and canonical where the job has Orbits
	digest encode.Digest
	trace  []float64
	broken error // the first solution that breaks a rule

	report func() // the progress, after each batch
}

// batchSize bounds how many wrong solutions can come before the first is seen.
const batchSize = 256

// add takes one solution and returns false when the search is to stop: a rule
// is broken, or there are as many as stop says, which is 0 for no such number.
func (c *checker) add(s encode.Solution, stop int64) bool {
	if c.job.Trace {
		c.trace = append(c.trace, c.watch.running().Seconds())
	}
	c.batch = append(c.batch, s)
	// Of solutions up to symmetry it may take more.
	enough := stop > 0 && c.found+int64(len(c.batch)) >= stop
	if len(c.batch) < batchSize && !enough {
		return true
	}
	c.watch.Stop()
	c.flush()
	c.watch.Start()
	return c.broken == nil && (stop == 0 || c.found < stop)
}

// flush checks the batch.
func (c *checker) flush() {
	for _, s := range c.batch {
		if c.broken == nil {
			c.broken = c.check(s)
		}
	}
	c.batch = c.batch[:0]
	c.report()
}

func (c *checker) check(s encode.Solution) error {
	if err := fits(c.sites, s); err != nil {
		return err
	}
	text := s.Format(c.sites)
	if err := c.in.Check(s); err != nil {
		return fmt.Errorf("solution %s breaks a rule: %w", text, err)
	}
	if c.canonical != nil && c.canonical(s) != s {
		return nil
	}
	c.found++
	c.digest.Add(c.job.Puzzle, c.job.Instance, text)
	return nil
}

// fits returns an error if s lacks a site or has a value that its site cannot take.
func fits(sites []int, s encode.Solution) error {
	if len(s) != len(sites) {
		return fmt.Errorf("a solution of %d sites, the instance has %d", len(s), len(sites))
	}
	for i, n := range sites {
		if int(s[i]) >= n {
			return fmt.Errorf("a solution with value %d at site %d, which takes 0 to %d", s[i], i, n-1)
		}
	}
	return nil
}

// Check checks a solution by the rules alone. The error is ctx.Err(), or says what is wrong with
// the solution; if a rule is broken, it is that of encode.Instance.Check.
func Check(ctx context.Context, in encode.Instance, s encode.Solution) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := fits(in.Sites(), s); err != nil {
		return err
	}
	return in.Check(s)
}
