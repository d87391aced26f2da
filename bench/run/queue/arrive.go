package queue

import (
	"fmt"
	"slices"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
)

// Arrive updates the plan after the ledger has stored a record. It reports whether the job has ended with
// this record: the job is done or has failed. Otherwise, the ledger had a record that is at least as good,
// or the job was killed and is published again.
func (p *Plan) Arrive(a Arrival) bool {
	t, r := &p.tasks[a.index], a.Row.Record
	if a.Took > 0 {
		p.grouper.Learn(*t.Job, seconds(a.Took))
	}
	switch {
	case t.state == done, t.state == failed && !ledger.Settled(r):
		p.count.Repeated++
		return false
	case t.state == failed:
		p.count.Failed--
	}
	if l := t.list; l != nil {
		t.list = nil
		if l.left--; l.left == 0 {
			p.busy[l.class]--
		}
	}
	switch {
	case ledger.Settled(r):
		t.state = done
		p.count.Done++
	case r.Reason == result.Killed && !a.last && p.again(t, a.worker):
		t.state, t.alone = wanted, true
		p.want(Class(*t.Job), a.index)
		return false
	default:
		t.state = failed
		p.count.Failed++
	}
	return true
}

// again counts a try after which a job was killed, and reports whether the job is tried again. If one
// machine kills all its jobs, for example because it has too little memory, a job gets another chance on
// another worker.
func (p *Plan) again(t *task, worker string) bool {
	t.tries++
	if !slices.Contains(t.on, worker) {
		t.on = append(t.on, worker)
	}
	return t.tries < MostTries || len(t.on) < MostTries && t.tries < MostDeliveries && p.Others != nil && p.Others(t.on)
}

// GiveUp handles a list that was handed out MostDeliveries times. If several jobs of the list have
// no record, each of these jobs gets a separate list. If only one job has no record, GiveUp returns
// a record for this job, which says that the job was killed.
func (p *Plan) GiveUp(key string) []Arrival {
	l := p.lists[key]
	if l == nil || l.left == 0 {
		return nil
	}
	if l.left > 1 {
		for _, i := range l.jobs {
			p.tasks[i].alone = true
		}
		p.want(l.class, p.release(l)...)
		return nil
	}
	i := l.jobs[slices.IndexFunc(l.jobs, func(i int) bool { return p.tasks[i].list == l })]
	t := &p.tasks[i]
	r := t.Record(result.Killed, fmt.Sprintf("%d workers ended, lost the connection or gave the job back while they had it", MostDeliveries))
	t.tries = max(t.tries, MostTries-1) // workers have tried often enough
	r.Tries = t.past + t.tries + 1
	return []Arrival{{Row: ledger.Row{Job: t.Text(), Record: r}, index: i, last: true}}
}
