package work

import (
	"context"
	"errors"
	"iter"
	"slices"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/encode"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
)

// Batch does the jobs that the ledger has not settled and adds their records to it. If the ledger
// is nil, the records are not stored. The first calls of the function deliver get the outcomes that
// the ledger already had, if there are any. Each later call gets all outcomes that have arrived
// since the last call, after their records are on the disk. Calls do not overlap. At the end, even
// if ctx has ended, Batch compares all records of the jobs' instances and stores their verdicts in
// the ledger. The delivered records have no verdicts yet.
//
// The error comes from ctx, from deliver, from a worker that could not be started, or from the
// ledger, such as an *Alarm. If another program changes the file of the ledger, Batch ends soon with
// an error that wraps ledger.ErrChanged. No worker outlives Batch.
func Batch[J result.Keyed](ctx context.Context, jobs []J, l *ledger.Ledger, pool *Pool, deliver func([]Outcome) error) error {
	return keeping(ctx, l, func(ctx context.Context, cancel context.CancelCauseFunc, k *keeper) error {
		kept, todo := divide(k, jobs)
		defer collect(k, jobs)
		k.comparing = pool.Comparing
		if pool.Skipped != nil {
			pool.Skipped(len(kept))
			kept = nil
		}
		for some := range slices.Chunk(kept, judgeEvery) {
			var batch []Outcome
			for _, i := range some {
				o, err := k.lookUp(i, jobs[i].Whole())
				if err != nil {
					return err
				}
				batch = append(batch, o)
			}
			if err := deliver(batch); err != nil {
				return err
			}
		}
		outcomes := func(yield func(Outcome) bool) {
			for _, i := range todo {
				if !yield(Outcome{Index: i, Job: jobs[i].Whole()}) {
					return
				}
			}
		}
		return pool.do(ctx, cancel, outcomes, func(batch []Outcome) error {
			if err := k.add(batch); err != nil {
				return err
			}
			return deliver(batch)
		})
	})
}

// A keeper stores outcomes in a ledger. If the ledger is nil, the keeper does
// nothing.
type keeper struct {
	ledger   *ledger.Ledger
	unjudged []*result.Job // jobs whose instances lack verdicts
	added    bool          // records were added
	broken   error         // the last error of the ledger

	boards map[instance]int // how many jobs they have, if they lack verdicts; nil in a stream
	fresh  bool             // the ledger had no records before

	comparing func(compared, jobs int) // nil, or as in Pool
}

// keeping calls the function work with a keeper for the ledger. When work has returned, keeping
// sets the missing verdicts and checks the whole file of the ledger. If another program changes the
// file before that, keeping cancels the work.
func keeping(ctx context.Context, l *ledger.Ledger, work func(context.Context, context.CancelCauseFunc, *keeper) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	k := &keeper{ledger: l}
	if l == nil {
		return work(ctx, cancel, k)
	}
	stop := l.Watch(cancel)
	err := work(ctx, cancel, k)
	if k.comparing != nil {
		k.comparing(0, len(k.unjudged))
	}
	_, alarm := errors.AsType[*ledger.Alarm](k.broken)
	check := wording.Either(k.added || len(k.unjudged) > 0, l.Check, l.Glance)
	switch {
	case len(k.unjudged) == 0 || k.broken != nil && !alarm: // judging would only repeat the error
	case check() != nil: // judging would write good pages over damaged pages
	default:
		err = errors.Join(err, k.judge())
	}
	stop()
	if changed := check(); changed != nil {
		return changed // then no other error matters
	}
	return err
}

// divide returns the indices of the jobs that the ledger has settled, and of the others. It also finds
// out which boards have to be judged: those with a job that is still to be done or has a record without
// a verdict, for example because the run was killed.
func divide[J result.Keyed](k *keeper, jobs []J) (kept, todo []int) {
	k.boards, k.fresh = map[instance]int{}, k.ledger != nil && k.ledger.Len() == 0
	for i := range jobs {
		e := ledger.End{}
		if k.ledger != nil {
			e, _ = k.ledger.End(jobs[i].Key())
		}
		if e.Settled {
			kept = append(kept, i)
		} else {
			todo = append(todo, i)
		}
		if !e.Settled || e.Verdict() == "" {
			j := jobs[i].Whole()
			k.boards[instanceOf(&j)]++
		}
	}
	return kept, todo
}

// collect finds the jobs on the boards that still lack verdicts.
func collect[J result.Keyed](k *keeper, jobs []J) {
	for _, listed := range jobs {
		j := listed.Whole()
		if _, lacks := k.boards[instanceOf(&j)]; lacks {
			k.unjudged = append(k.unjudged, &j)
		}
	}
}

func (k *keeper) lookUp(index int, j result.Job) (Outcome, error) {
	o := Outcome{Index: index, Job: j}
	if k.ledger == nil || k.ledger.Len() == 0 {
		return o, nil
	}
	r, ok, err := k.ledger.Get(j.Key())
	if ok && ledger.Settled(r) {
		o.Record, o.Kept = r, true
	}
	return o, err
}

// add adds the records of the outcomes to the ledger, except those whose field Kept is set.
func (k *keeper) add(batch []Outcome) error {
	if k.ledger == nil {
		return nil
	}
	var rows []ledger.Row
	for _, o := range batch {
		if !o.Kept {
			rows = append(rows, ledger.Row{Job: o.Job.Text(), Record: o.Record})
		}
	}
	if len(rows) > 0 {
		k.compare(rows)
		k.added, k.broken = true, AddRows(k.ledger, rows)
	}
	return k.broken
}

// AddRows adds rows to a ledger, after the contents of the instances that are files.
func AddRows(l *ledger.Ledger, rows []ledger.Row) error {
	files := map[string]string{} // an instance for each hash
	for i := range rows {
		if _, hash, _ := wording.File(rows[i].Record.Instance); hash != "" {
			files[hash] = rows[i].Record.Instance
		}
	}
	for hash, instance := range files {
		packed, err := contents.Packed(instance)
		if err == nil {
			err = l.KeepContents(hash, packed)
		}
		if err != nil {
			return err
		}
	}
	return l.Add(rows...)
}

// compare sets the verdicts in the rows of boards with all their jobs, if the ledger has been empty and so
// has no other records of these boards. For small boards, this saves a sixth of the time of a run, because
// the records need not be read and written again.
func (k *keeper) compare(rows []ledger.Row) {
	at := func(i int) instance { return onInstance(&rows[i].Record) }
	for _, own := range result.GroupBy(encode.Left(len(rows), nil), at) {
		if !k.fresh || k.boards[at(own[0])] != len(own) {
			continue
		}
		records := wording.Each(own, func(i int) result.Record { return rows[i].Record })
		for n, verdict := range judge.Verdicts(records) {
			rows[own[n]].Record.Verdict = verdict
		}
		delete(k.boards, at(own[0]))
	}
}

// judge sets the missing verdicts in the ledger, which must not be nil.
func (k *keeper) judge() error {
	jobs := k.unjudged
	k.unjudged = nil
	var progress func(int)
	if k.comparing != nil {
		progress = func(compared int) { k.comparing(compared, len(jobs)) }
	}
	return judgeJobs(jobs, k.ledger, nil, progress)
}

// judgeEvery is the number of outcomes after which Stream sets verdicts in the ledger. A
// transaction has to wait for the disk, so Stream sets the verdicts for many outcomes in one
// transaction.
const judgeEvery = 1000

// window returns how many jobs of a stream may be waiting for a worker, running, or finished but
// waiting for an earlier job. With 1.5 kB per job, 64 workers need 50 MB. It is more than mostTogether.
func window(workers int) int { return max(4000, 500*workers) }

// Stream does any number of jobs as Batch does, but takes them from the sequence jobs only when it
// needs them. It passes the outcomes to the function emit one by one in the order of the jobs,
// after their records are on the disk, each with the value that the sequence has given with the job.
// Stream also passes on the outcomes that the ledger already had. The jobs of one instance must follow one another. Stream sets verdicts in the ledger after
// every 1,000 outcomes and at the end. If a run is killed, the next run goes through the same jobs
// again and so sets the missing verdicts.
//
// The sequence jobs runs in another goroutine. After an error, it may end later than Stream.
func Stream[T any](ctx context.Context, jobs iter.Seq2[T, result.Job], l *ledger.Ledger, pool *Pool, emit func(T, Outcome) error) error {
	return keeping(ctx, l, func(ctx context.Context, cancel context.CancelCauseFunc, k *keeper) error {
		room := make(chan T, window(pool.workers())) // the values of the jobs that are on the way
		outcomes := func(yield func(Outcome) bool) {
			i := 0
			for with, j := range jobs {
				select {
				case room <- with:
				case <-ctx.Done():
					return
				}
				o, err := k.lookUp(i, j)
				if err != nil {
					cancel(err)
					return
				}
				if !yield(o) {
					return
				}
				i++
			}
		}
		pass := inOrder(func(o Outcome) error {
			with := <-room
			if n := len(k.unjudged); n >= judgeEvery && instanceOf(&o.Job) != instanceOf(k.unjudged[n-1]) {
				if k.broken = k.judge(); k.broken != nil {
					return k.broken
				}
			}
			if l != nil {
				k.unjudged = append(k.unjudged, &o.Job)
			}
			return emit(with, o)
		})
		return pool.do(ctx, cancel, outcomes, func(batch []Outcome) error {
			if err := k.add(batch); err != nil {
				return err
			}
			if err := pass(batch); err != nil || pool.Emitted == nil {
				return err
			}
			return pool.Emitted()
		})
	})
}

// inOrder returns a function that takes outcomes in any order and emits them in the order of the
// jobs.
func inOrder(emit func(Outcome) error) func([]Outcome) error {
	waiting := map[int]*Outcome{} // by index
	next := 0
	return func(batch []Outcome) error {
		for i := range batch {
			o := &batch[i]
			if o.Index != next {
				waiting[o.Index] = o
				continue
			}
			for ; o != nil; o = waiting[next] {
				delete(waiting, next)
				next++
				if err := emit(*o); err != nil {
					return err
				}
			}
		}
		return nil
	}
}
