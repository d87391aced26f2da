package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"counterproof/bench/judge"
	"counterproof/bench/result"
	"counterproof/encode"
)

// The bounds of one Shrink: instances tried, and time.
const (
	shrinkTries = 2000
	shrinkTime  = time.Minute
	shrinkBatch = 16 // by one pool
	// tryTime is the least that one try may take. Without some of its clues a
	// board can have so many more solutions that a method lists them for ever.
	tryTime = time.Second
	// tryListed is how many solutions a try lists at most, and twice as many as
	// the board itself has: one with many more is not simpler. With 10,000 a
	// Sudoku took 40 tries in a minute, each until its time was up.
	tryListed = 100
)

// A Shrunk is what Shrink found.
type Shrunk struct {
	Board      Board
	Comparison Checked       // of the board
	Limits     result.Limits // with which it fails
	Tries      int           // boards that were tried
	Smaller    bool          // than the one that Shrink was given
}

// Shrink looks for the smallest board on which the methods of c, which should be
// the few that do, fail as they have on b, where they gave the comparison was. It
// is delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
// Failure-Inducing Input", IEEE TSE 28(2), 2002), which leaves out parts of the
// board (encode.PartsOf), kind by kind: all of them, halves, quarters and so on to
// single ones, until no single part can go or a bound is reached. What is left
// is the least in this sense, not the smallest board there is.
//
// The ledger is left alone. The error is that of the pool.
func (c Check) Shrink(ctx context.Context, b Board, was *judge.Board, fails func(*judge.Board) bool) (Shrunk, error) {
	c.Ledger = nil
	last := Shrunk{Board: b, Comparison: Checked{Board: was}, Limits: c.Job.Limits}
	c.Job.Limits = tryLimits(c.Job.Limits, was)
	bounded, cancel := context.WithTimeout(ctx, shrinkTime)
	defer cancel()
	s := &shrinker{check: c, fails: fails, last: last, tried: map[string]bool{b.Instance.String(): true}}
	err := s.shrink(bounded)
	if err != nil && ctx.Err() == nil && bounded.Err() != nil {
		err = nil // the time is up
	}
	return s.last, err
}

// tryLimits are the limits of one try, of a board on which the methods took as
// long and found as many solutions as in was.
func tryLimits(l result.Limits, was *judge.Board) result.Limits {
	wall, listed := tryTime, int64(tryListed)
	for _, r := range was.Records {
		if r.WallSeconds != nil {
			wall = max(wall, time.Duration(2**r.WallSeconds*float64(time.Second)))
		}
		var n int64
		if _, err := fmt.Sscan(r.Count, &n); err == nil && n <= result.MostListed {
			listed = max(listed, 2*n)
		}
	}
	if l.Wall == 0 || l.Wall > wall {
		l.Wall = wall
	}
	if l.Solutions == 0 || l.Solutions > listed {
		l.Solutions = listed
	}
	return l
}

// A shrinker is at work on one board.
type shrinker struct {
	check Check
	fails func(*judge.Board) bool
	last  Shrunk
	tried map[string]bool
}

// shrink goes through all kinds of parts until none of them has a part that can
// go.
func (s *shrinker) shrink(ctx context.Context) error {
	for again := true; again; {
		again = false
		for _, kind := range kindsOf(parts(s.last.Board.Instance)) {
			smaller, err := s.pass(ctx, kind)
			if err != nil {
				return err
			}
			again = again || smaller
		}
	}
	return nil
}

func kindsOf(all []encode.Parts) []string {
	var names []string
	for _, k := range all {
		names = append(names, k.Kind)
	}
	return names
}

// pass leaves out parts of one kind, in chunks of all, half, a quarter and so on
// to one. smaller says that one could go.
func (s *shrinker) pass(ctx context.Context, kind string) (smaller bool, err error) {
	at := s.parts(kind)
	for size := at.N; size > 0; size = min(size, at.N) / 2 {
		most := 2 // few at first: where one could go the next is likely to
		for i := 0; i < at.N && s.last.Tries < shrinkTries; {
			batch, next := s.chunks(at, i, size, most)
			found, err := s.try(ctx, batch)
			if err != nil {
				return smaller, err
			}
			if found < 0 {
				i, most = next, min(2*most, shrinkBatch)
				continue
			}
			smaller, most = true, 2
			i = batch[found].from
			at = s.parts(kind)
		}
	}
	return smaller, nil
}

// A chunk is what is left without some parts, of which from is the first.
type chunk struct {
	from int
	left encode.Instance
}

// chunks are the boards without chunks of some size from part i on, up to most
// that were not tried yet, and the first part after them.
func (s *shrinker) chunks(at encode.Parts, i, size, most int) (batch []chunk, next int) {
	for ; i < at.N && len(batch) < most && s.last.Tries < shrinkTries; i += size {
		gone := make([]int, min(size, at.N-i))
		for k := range gone {
			gone[k] = i + k
		}
		var left encode.Instance
		safely(func() { left = at.Without(gone...) })
		if left == nil {
			continue
		}
		if text := left.String(); !s.tried[text] {
			s.tried[text] = true
			s.last.Tries++
			batch = append(batch, chunk{i, left})
		}
	}
	return batch, i
}

var errFound = errors.New("found")

// try finds the first of the boards on which the methods fail, which becomes the
// last one found; -1 if there is none.
func (s *shrinker) try(ctx context.Context, batch []chunk) (found int, err error) {
	var boards []Board
	var index []int
	for i, c := range batch {
		b := Board{s.last.Board.Puzzle, c.left}
		if _, _, err := s.check.jobs(b); err == nil { // a method may not know it
			boards, index = append(boards, b), append(index, i)
		}
	}
	if len(boards) == 0 {
		return -1, ctx.Err()
	}
	i := 0
	err = s.check.Run(ctx, Listed(boards...), func(b Board, x Checked) error {
		if s.fails(x.Board) {
			s.last.Board, s.last.Comparison, s.last.Limits, s.last.Smaller = b, x, s.check.Job.Limits, true
			return errFound // the others are not needed
		}
		i++
		return nil
	})
	if errors.Is(err, errFound) {
		return index[i], nil
	}
	return -1, err
}

// parts are the parts of one kind of the smallest board so far.
func (s *shrinker) parts(kind string) encode.Parts {
	all := parts(s.last.Board.Instance)
	if i := slices.IndexFunc(all, func(p encode.Parts) bool { return p.Kind == kind }); i >= 0 {
		return all[i]
	}
	return encode.Parts{}
}

func parts(in encode.Instance) (all []encode.Parts) {
	safely(func() { all = encode.PartsOf(in) })
	return all
}

// safely does what may ask the native solver for a solution, which may be what
// is wrong: if it panics there is no such part.
func safely(do func()) {
	defer func() { _ = recover() }()
	do()
}

// Listed are boards for Crosscheck.Run.
func Listed(boards ...Board) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		for _, b := range boards {
			if !yield(b, nil) {
				return
			}
		}
	}
}

// Culprits returns the records of a comparison that show a failure worth shrinking, in their
// order. These are two that contradict each other, or one that is wrong by itself or whose method
// crashed, with another that has an answer. Without such a failure it returns nil. fails reports
// whether a comparison of the same methods fails in the same way.
func Culprits(b *judge.Board) (records []result.Record, fails func(*judge.Board) bool) {
	if pairs := b.Contradictions(); len(pairs) > 0 {
		return []result.Record{b.Records[pairs[0][0]], b.Records[pairs[0][1]]}, (*judge.Board).Wrong
	}
	for i, r := range b.Records {
		switch {
		case r.Verdict == result.Wrong:
			fails = (*judge.Board).Wrong
		case r.Crashed():
			fails = func(x *judge.Board) bool { return slices.ContainsFunc(x.Records, result.Record.Crashed) }
		default:
			continue
		}
		for k, o := range b.Records {
			if k != i && judge.Answer(o) != nil {
				return []result.Record{b.Records[min(i, k)], b.Records[max(i, k)]}, fails
			}
		}
		return []result.Record{r}, fails
	}
	return nil, nil
}
