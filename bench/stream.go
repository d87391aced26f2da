package bench

import (
	"context"
	"errors"
	"iter"

	"counterproof/bench/ledger"
	"counterproof/bench/result"
)

// judged is how many outcomes Stream lets pass before it sets verdicts in the
// ledger: one transaction, which waits for the disk, for many.
const judged = 1000

// Stream is Run for any number of jobs, which are asked for as they are needed:
// the outcomes go to emit one by one in the order of the jobs, whether the ledger
// had them or not, each after it is on the disk. The jobs of one instance stand
// together. The verdicts are set in the ledger every now and then, and at the end
// as by Run; what a run that was killed has left without one gets it from the
// next, which passes there again.
//
// jobs runs in a goroutine of its own, which may end after Stream does.
func Stream(ctx context.Context, jobs iter.Seq[result.Job], l *ledger.Ledger, pool *Pool, emit func(Outcome) error) error {
	if l == nil {
		return pool.Stream(ctx, jobs, emit)
	}
	return watched(ctx, l, func(ctx context.Context) error { return streamInto(ctx, l, jobs, pool, emit) })
}

func streamInto(ctx context.Context, l *ledger.Ledger, jobs iter.Seq[result.Job], pool *Pool, emit func(Outcome) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	known := func(yield func(Outcome) bool) {
		for j := range jobs {
			r, ok, err := l.Get(j.Key())
			if err != nil {
				cancel(err)
				return
			}
			o := Outcome{Job: j}
			if ok && ledger.Settled(r) {
				o.Record, o.Kept = r, true
			}
			if !yield(o) {
				return
			}
		}
	}
	var broken error // what the ledger says
	keep := func(batch []Outcome) error {
		var rows []ledger.Row
		for _, o := range batch {
			if !o.Kept {
				rows = append(rows, ledger.Row{Job: o.Job.Text(), Record: o.Record})
			}
		}
		if len(rows) > 0 {
			broken = l.Add(rows...)
		}
		return broken
	}
	var passed []result.Job // without a verdict
	err := pool.stream(ctx, known, keep, func(o Outcome) error {
		if n := len(passed); n >= judged && (o.Job.Puzzle != passed[n-1].Puzzle || o.Job.Instance != passed[n-1].Instance) {
			if broken = judge(passed, l); broken != nil {
				return broken
			}
			passed = nil
		}
		passed = append(passed, o.Job)
		return emit(o)
	})
	var alarm *ledger.Alarm
	if broken != nil && !errors.As(broken, &alarm) {
		return err // judging would say the same again
	}
	if changed := l.Check(); changed != nil {
		return changed // judging would write good pages over damaged ones
	}
	return errors.Join(err, judge(passed, l))
}
