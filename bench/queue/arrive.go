package queue

import (
	"fmt"
	"slices"

	"counterproof/bench/ledger"
	"counterproof/bench/result"
)

// An Effect says what a record has changed.
type Effect int

const (
	Repeated Effect = iota // the ledger had a record that is at least as good
	Retried                // the job was killed, and is published again
	Ended                  // the job is done or has failed
)

// Arrive updates the plan after the ledger has stored a record.
func (p *Plan) Arrive(a Arrival) Effect {
	i, r := a.index, a.Row.Record
	if a.Took > 0 {
		p.grouper.Learn(p.jobs[i], seconds(a.Took))
	}
	switch was := p.state[i]; {
	case was == done, was == failed && !ledger.Settled(r):
		p.count.Repeated++
		return Repeated
	case was == failed:
		p.count.Failed--
	}
	if l := p.list[i]; l != nil {
		p.list[i] = nil
		if l.left--; l.left == 0 {
			p.busy[l.class]--
		}
	}
	switch {
	case ledger.Settled(r):
		p.state[i] = done
		p.count.Done++
	case r.Reason == result.Killed && !a.last && p.again(i, a.worker):
		p.state[i], p.alone[i] = wanted, true
		p.want(Class(p.jobs[i]), i)
		return Retried
	default:
		p.state[i] = failed
		p.count.Failed++
	}
	return Ended
}

// again counts a try after which a job was killed, and reports whether the job is tried again. If one
// machine kills all its jobs, for example because it has too little memory, a job gets another chance on
// another worker.
func (p *Plan) again(i int, worker string) bool {
	p.tries[i]++
	if !slices.Contains(p.on[i], worker) {
		p.on[i] = append(p.on[i], worker)
	}
	switch {
	case p.tries[i] < MostTries:
		return true
	case len(p.on[i]) >= MostTries, p.tries[i] >= MostDeliveries:
		return false
	}
	return p.Others != nil && p.Others(p.on[i])
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
			p.alone[i] = true
		}
		p.want(l.class, p.release(key, l)...)
		return nil
	}
	for _, i := range l.jobs {
		if p.state[i] == pending && p.list[i] == l {
			j := p.jobs[i]
			r := j.Record(result.Killed, fmt.Sprintf("%d workers ended, lost the connection or gave the job back while they had it", MostDeliveries))
			p.tries[i] = max(p.tries[i], MostTries-1) // workers have tried often enough
			r.Tries = p.past[i] + p.tries[i] + 1
			return []Arrival{{Row: ledger.Row{Job: j.Text(), Record: r}, index: i, last: true}}
		}
	}
	return nil
}
