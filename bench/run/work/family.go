package work

import (
	"bytes"
	"context"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/system/child"
	"counterproof/encode"
	"counterproof/encode/wording"
)

const (
	// leastTogether is the smallest number of jobs that are done by one search. With fewer, the times
	// of the single jobs are worth more than the time that is saved.
	leastTogether = 32
	// mostTogether is below the window of any stream, so that a list can be filled.
	mostTogether = 3000
)

// related returns how many of the next jobs have the same family as the next one, at most
// mostTogether. It waits for these jobs. If there are too few for one search, related returns 0.
func (q *queue) related() int {
	n := 0
	for n < mostTogether && (n < len(q.ahead) || q.receive()) {
		if o := &q.ahead[n]; o.Kept || o.Job.Family == "" || o.Job.Family != q.ahead[0].Job.Family {
			break
		}
		n++
	}
	if n < leastTogether {
		return 0
	}
	return n
}

// family reads the other lines of a list of jobs that one search does, and does it. If the line is not
// the first of such a list, or if the jobs have to be done one by one, there are no records.
func (w *worker) family(line []byte, in *child.Inbox) (lines [][]byte, records []result.Record) {
	lines = append(lines, line)
	if line[0] == same || !bytes.Contains(line, []byte(`"together":`)) {
		return lines, nil
	}
	var o order
	var jobs []result.Job
	for {
		if o.read(line) != nil {
			return lines, nil
		}
		jobs = append(jobs, o.Job)
		if len(jobs) >= min(jobs[0].Together, mostTogether) {
			break
		}
		if line, _ = in.Next(); line == nil {
			return lines, nil
		}
		lines = append(lines, line)
	}
	w.order = o
	t := begin(jobs[0], o.Unmeasured)
	w.turn.Store(t)
	records = w.search(jobs)
	if !w.turn.CompareAndSwap(t, nil) {
		select {} // cut is about to end the process
	}
	for i := range records {
		records[i].Started = t.began.UTC().Format(time.RFC3339Nano)
	}
	return lines, records
}

// search returns the records of jobs that one search does, or nil. After a panic, all jobs have failed.
func (w *worker) search(jobs []result.Job) (records []result.Record) {
	failed := recovered(jobs[0], func() (r result.Record) {
		ins := make([]encode.Instance, len(jobs))
		for i, j := range jobs {
			var err error
			if _, ins[i], err = w.instance(j); err != nil {
				return r
			}
		}
		records = answer.Together(context.Background(), jobs, w.puzzle, ins)
		return r
	})
	if failed.Failure == "" {
		return records
	}
	return wording.Each(jobs, func(j result.Job) result.Record {
		r := j.Record(failed.Reason, failed.Error)
		r.Failure = failed.Failure
		return r
	})
}
