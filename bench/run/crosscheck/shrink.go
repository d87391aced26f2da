package crosscheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

// These constants limit the work of one call of Shrink.
const (
	shrinkTries = 2000 // boards
	shrinkTime  = time.Minute
	shrinkBatch = 16 // the largest number of boards that are tried at the same time
	// tryTime is the smallest time limit of a try, which solves one smaller board by all methods. A
	// try needs a limit, because a board without some of its clues can have so many solutions that
	// listing them never ends.
	tryTime = time.Second
	// tryListed is the smallest limit on the number of solutions in a try. The usual limit is twice
	// the number of solutions of the original board, because a board with many more solutions is
	// not simpler. When tryListed was 10,000, a Sudoku took 40 tries in a minute, and each try
	// reached its time limit.
	tryListed = 100
)

// A Shrunk is the result of Shrink.
type Shrunk struct {
	Board      Board
	Comparison Checked       // the comparison of the answers on Board
	Limits     result.Limits // the limits under which the methods fail on Board
	Tries      int           // the number of boards that were tried
	Smaller    bool          // whether Board is smaller than the board that Shrink was given
}

// Shrink looks for a smaller board on which the methods of c fail in the same way as on b. The
// methods of c should be only the few methods whose records show the failure; see Culprits. The
// parameter was holds the comparison of the methods' answers on b. The function fails reports
// whether a comparison shows the same failure.
//
// The algorithm is delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating
// Failure-Inducing Input", IEEE TSE 28(2), 2002). For each kind of parts of the board
// (clues.PartsOf), Shrink first tries to leave out all parts of this kind. Then it tries to leave
// out halves, quarters and so on, down to single parts. Shrink stops when no single part can be
// left out, or when it reaches shrinkTries or shrinkTime. So an even smaller board with the same
// failure may exist.
//
// Shrink does not use the ledger. The error comes from the worker pool.
func (c Check) Shrink(ctx context.Context, b Board, was *judge.Case, fails func(*judge.Case) bool) (Shrunk, error) {
	c.Ledger = nil
	last := Shrunk{Board: b, Comparison: Checked{Case: was}, Limits: c.Job.Limits}
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

// tryLimits returns the limits of one try: twice the longest time and the largest count of the
// records, at least tryTime and tryListed, and never above the user's limits l.
func tryLimits(l result.Limits, was *judge.Case) result.Limits {
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
	l.Wall = min(cmp.Or(l.Wall, wall), wall)
	l.Solutions = min(cmp.Or(l.Solutions, listed), listed)
	return l
}

type shrinker struct {
	check Check
	fails func(*judge.Case) bool
	last  Shrunk          // the smallest failing board so far
	tried map[string]bool // the texts of all boards that were tried
}

func (s *shrinker) shrink(ctx context.Context) error {
	for again := true; again; {
		again = false
		for _, p := range parts(s.last.Board.Instance) {
			smaller, err := s.pass(ctx, p.Kind)
			if err != nil {
				return err
			}
			again = again || smaller
		}
	}
	return nil
}

// pass leaves out parts of one kind, in chunks of all, half, a quarter and so on.
func (s *shrinker) pass(ctx context.Context, kind string) (smaller bool, err error) {
	at := s.parts(kind)
	for size := at.N; size > 0; size = min(size, at.N) / 2 {
		most := 2 // small at first, because after one success another success is likely
		for i := 0; i < at.N && s.last.Tries < shrinkTries; {
			batch, next := s.chunks(at, i, size, most)
			from, err := s.try(ctx, batch)
			if err != nil {
				return smaller, err
			}
			if from < 0 {
				i, most = next, min(2*most, shrinkBatch)
				continue
			}
			smaller, most, i = true, 2, from
			at = s.parts(kind)
		}
	}
	return smaller, nil
}

// A chunk is a group of consecutive parts of a board, together with the board without them.
type chunk struct {
	from  int   // index of the first part that is left out
	board Board // without the parts
}

// chunks returns at most most chunks of untried boards, from part i on, and the index of the part
// after them.
func (s *shrinker) chunks(at clues.Parts, i, size, most int) (batch []chunk, next int) {
	for ; i < at.N && len(batch) < most && s.last.Tries < shrinkTries; i += size {
		gone := encode.Left(at.N, nil)[i:min(i+size, at.N)]
		var left encode.Instance
		safely(func() { left = at.Without(gone...) })
		if left == nil || s.check.Job.Given != "" && !slices.Equal(left.Sites(), s.last.Board.Instance.Sites()) {
			continue // the given values would no longer fit the sites
		}
		if text := left.String(); !s.tried[text] {
			s.tried[text] = true
			s.last.Tries++
			batch = append(batch, chunk{i, Board{s.last.Board.Puzzle, left}})
		}
	}
	return batch, i
}

var errFound = errors.New("found")

// try solves the boards of a batch. It stores the first that fails like the original board in
// s.last, and returns its field from. If none does, it returns -1.
func (s *shrinker) try(ctx context.Context, batch []chunk) (from int, err error) {
	batch = slices.DeleteFunc(batch, func(c chunk) bool { // the smaller board may lack a method
		_, _, err := s.check.jobs(c.board)
		return err != nil
	})
	if len(batch) == 0 {
		return -1, ctx.Err()
	}
	i := 0
	boards := wording.Each(batch, func(c chunk) Board { return c.board })
	err = s.check.Run(ctx, Listed(boards...), func(b Board, x Checked) error {
		if s.fails(x.Case) {
			s.last.Board, s.last.Comparison, s.last.Limits, s.last.Smaller = b, x, s.check.Job.Limits, true
			return errFound // the others are not needed
		}
		i++
		return nil
	})
	if errors.Is(err, errFound) {
		return batch[i].from, nil
	}
	return -1, err
}

func (s *shrinker) parts(kind string) clues.Parts {
	all := parts(s.last.Board.Instance)
	if i := slices.IndexFunc(all, func(p clues.Parts) bool { return p.Kind == kind }); i >= 0 {
		return all[i]
	}
	return clues.Parts{}
}

func parts(in encode.Instance) (all []clues.Parts) {
	safely(func() { all = clues.PartsOf(in) })
	return all
}

// safely calls the function do and ignores a panic. The function do may ask the native solver for a
// solution. If the original failure is a panic of the native solver, the solver may panic again.
func safely(do func()) {
	defer func() { _ = recover() }()
	do()
}

// Listed returns the boards as the kind of sequence that Check.Run takes.
func Listed(boards ...Board) iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		for _, b := range boards {
			if !yield(b, nil) {
				return
			}
		}
	}
}

// Culprits returns those records of a comparison that show a failure worth shrinking, in the order
// of the comparison. If two records contradict each other, Culprits returns these two. Without a
// contradiction, Culprits returns one record that is wrong by itself or whose method crashed, and
// also a record that has an answer, if there is one. If no record shows such a failure, Culprits
// returns nil. The function fails reports whether a comparison of the same methods fails in the
// same way.
func Culprits(b *judge.Case) (records []result.Record, fails func(*judge.Case) bool) {
	if pairs := b.Contradictions(); len(pairs) > 0 {
		return []result.Record{b.Records[pairs[0][0]], b.Records[pairs[0][1]]}, (*judge.Case).Wrong
	}
	for i, r := range b.Records {
		switch {
		case r.Verdict == result.Wrong:
			fails = (*judge.Case).Wrong
		case r.Crashed():
			fails = func(x *judge.Case) bool { return slices.ContainsFunc(x.Records, result.Record.Crashed) }
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
