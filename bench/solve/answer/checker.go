package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/usage"
	"counterproof/encode"
	"counterproof/encode/capability/play"
	"counterproof/encode/wording"
)

// A checker checks the solutions of a search and adds them to the digest, outside of the stopwatch. It
// works in batches, because reading the CPU clock twice for every solution would take longer than
// finding the solution.
type checker struct {
	job   result.Job
	in    encode.Instance
	sites []int
	watch Stopwatch

	canonical func(encode.Solution) encode.Solution // nil unless the job has the option Orbits

	batch  []encode.Solution
	found  int64 // solutions that were checked and, with the option Orbits, are canonical
	digest encode.Digest
	trace  []float64
	broken error // names the first solution that breaks a rule; nil if there is none

	undecided bool // the rules could not be checked for a solution

	report func()        // reports the progress after each batch
	often  time.Duration // the longest time between reports; 0: a batch ends only when it is full
	last   time.Time     // of the last report
}

// batchSize is how many solutions a search can find before a wrong one is noticed.
const batchSize = 256

// add takes one solution. It returns false if the search must stop: a solution breaks a rule, or there
// are stop solutions; 0 means no limit.
func (c *checker) add(s encode.Solution, stop int64) bool {
	if c.job.Trace {
		c.trace = append(c.trace, c.watch.running().Seconds())
	}
	c.batch = append(c.batch, s)
	// With the option Orbits, not all of the batch may count. Then the search continues.
	enough := stop > 0 && c.found+int64(len(c.batch)) >= stop
	if len(c.batch) < batchSize && !enough && (c.often == 0 || time.Since(c.last) < c.often) {
		return true
	}
	c.watch.Stop()
	c.flush()
	c.watch.Start()
	return c.broken == nil && (stop == 0 || c.found < stop)
}

func (c *checker) flush() {
	for _, s := range c.batch {
		if c.broken == nil {
			c.broken = c.check(s)
		}
	}
	c.batch = c.batch[:0]
	c.report()
	if c.often > 0 {
		c.last = time.Now()
	}
}

func (c *checker) check(s encode.Solution) error {
	err := Obeys(c.in, c.sites, s)
	if wording.Files && errors.Is(err, encode.ErrUndecided) {
		c.undecided, err = true, nil
	}
	if err == nil && (c.canonical == nil || c.canonical(s) == s) {
		c.found++
		c.digest.Add(c.job.Puzzle, c.job.Instance, encode.FormatSolution(c.in, s))
	}
	return err
}

// Obeys returns an error if a solution does not fit the sites of the instance, or breaks a rule.
func Obeys(in encode.Instance, sites []int, s encode.Solution) error {
	if err := s.Fits(sites); err != nil {
		return err
	}
	if err := in.Check(s); err != nil {
		return fmt.Errorf("solution %s breaks a rule: %w", encode.FormatSolution(in, s), err)
	}
	return nil
}

// Check checks a solution against the rules, without a solver. The error is ctx.Err(), says that the
// solution does not fit the sites, or comes from encode.Instance.Check.
func Check(ctx context.Context, in encode.Instance, s encode.Solution) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.Fits(in.Sites()); err != nil {
		return err
	}
	return in.Check(s)
}

// A Checked is a solution that was read from a text and checked against the rules.
type Checked struct {
	encode.Read
	Broken error // the error of Check; nil if the solution obeys all rules
}

// CheckText reads a solution with encode.ReadSolution, and checks it against the rules. A text can
// have several readings. The result has all of them, with the preferred reading first. A caller can
// mention the other readings, because the user may have meant one of them. Equal pieces have
// numbers in a fixed order. If the text is a drawing, such as the letters of pieces, CheckText
// renumbers equal pieces before it checks the solution. If the text lists the values of the sites,
// CheckText does not change them, because the order is a rule. The error is ctx.Err() or
// encode.ErrUndecided, or says why the text cannot be read.
func CheckText(ctx context.Context, in encode.Instance, text string) ([]Checked, error) {
	reads, err := encode.ReadSolution(in, text)
	if err != nil {
		return nil, err
	}
	alike, ok := in.(play.HasEqualValues)
	var all []Checked
	for _, r := range reads {
		if ok && r.As != encode.AsValues {
			r.Solution = alike.InOrder(r.Solution)
		}
		broken := Check(ctx, in, r.Solution)
		if ok && broken != nil && r.As == encode.AsValues {
			if ordered := alike.InOrder(r.Solution); Check(ctx, in, ordered) == nil {
				broken = &OrderError{broken, encode.FormatSolution(in, ordered)}
			}
		}
		if ctx.Err() != nil || wording.Files && errors.Is(broken, encode.ErrUndecided) {
			return nil, cmp.Or(ctx.Err(), broken)
		}
		all = append(all, Checked{r, broken})
	}
	return all, nil
}

// An OrderError reports that only the numbers of equal pieces are in a wrong order.
type OrderError struct {
	Broken  error  // the error of Check
	InOrder string // the values of the sites in the right order
}

func (e *OrderError) Error() string {
	return fmt.Sprintf("%v; everything is right except for the numbers of equal pieces: with the right numbers, the values are %s", e.Broken, e.InOrder)
}

// Unwrap returns the error of Check.
func (e *OrderError) Unwrap() error { return e.Broken }

// A Stopwatch measures the time of a search without the time in which solutions are checked.
type Stopwatch struct {
	off       bool          // nothing is measured
	wall, cpu time.Duration // measured up to the last stop
	t0        time.Time     // of the last start
	c0        time.Duration // the CPU time at the last start
}

// Start starts the watch.
func (w *Stopwatch) Start() {
	if w.off {
		return
	}
	w.c0, _ = usage.CPU()
	w.t0 = time.Now()
}

// Stop stops the watch until the next Start.
func (w *Stopwatch) Stop() {
	if w.off {
		return
	}
	w.wall += time.Since(w.t0)
	c, _ := usage.CPU()
	w.cpu += c - w.c0
}

func (w *Stopwatch) running() time.Duration { return w.wall + time.Since(w.t0) }

// record stores the measured times in a record. If the CPU time is not known, the record gets none.
func (w *Stopwatch) record(r *result.Record) {
	r.WallSeconds, r.CPUSeconds = new(w.wall.Seconds()), nil
	if _, ok := usage.CPU(); ok {
		r.CPUSeconds = new(w.cpu.Seconds())
	}
}
