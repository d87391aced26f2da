// Package simulate has no code. Its tests run an experiment on many machines in virtual time. They
// use the real decisions about lists, records and retries, from the packages chunk and queue. They
// replace what surrounds these decisions: the clock, the network, the server of the queue, the
// processes that run jobs, and the ledger.
//
// The simulated server keeps only the promises of NATS JetStream. It hands out each list at least
// once, and again if nobody renews it for the time AckWait. It has one list per subject. It may lose
// messages that it has acknowledged, and may hand out lists that a worker has acknowledged.
//
// A simulation depends only on its seed. A test that fails prints the seed.
package simulate

import (
	"math/rand/v2"
	"time"
)

// A world has the virtual clock and everything that will happen.
type world struct {
	rng  *rand.Rand
	now  time.Duration // since the start
	plan happenings
	last uint64
}

func newWorld(seed uint64) *world { return &world{rng: rand.New(rand.NewPCG(seed, 20))} }

// A happening is a function that is called at a time. Happenings at the same time are called in the
// order in which they were planned.
type happening struct {
	at     time.Duration
	number uint64
	do     func()
}

func (h happening) before(o happening) bool {
	return h.at < o.at || h.at == o.at && h.number < o.number
}

// happenings is a binary heap, the first happening at its root. The package container/heap would
// allocate memory for each of some million happenings.
type happenings []happening

func (h *happenings) push(one happening) {
	all := append(*h, one)
	i := len(all) - 1
	for ; i > 0 && one.before(all[(i-1)/2]); i = (i - 1) / 2 {
		all[i] = all[(i-1)/2]
	}
	all[i] = one
	*h = all
}

func (h *happenings) pop() happening {
	all := *h
	first, last := all[0], all[len(all)-1]
	all[len(all)-1] = happening{}
	all = all[:len(all)-1]
	*h = all
	if len(all) == 0 {
		return first
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= len(all) {
			break
		}
		if child+1 < len(all) && all[child+1].before(all[child]) {
			child++
		}
		if !all[child].before(last) {
			break
		}
		all[i] = all[child]
		i = child
	}
	all[i] = last
	return first
}

// after calls the function do when the time d has passed.
func (w *world) after(d time.Duration, do func()) {
	w.last++
	w.plan.push(happening{w.now + max(d, 0), w.last, do})
}

// every calls the function do again and again, with the time d between two calls, until do returns
// false.
func (w *world) every(d time.Duration, do func() bool) {
	w.after(d, func() {
		if do() {
			w.every(d, do)
		}
	})
}

// run runs the simulation until the function over returns true. It returns false if the virtual
// time exceeds the parameter limit before that.
func (w *world) run(limit time.Duration, over func() bool) bool {
	for !over() {
		if len(w.plan) == 0 || w.plan[0].at > limit {
			return false
		}
		next := w.plan.pop()
		w.now = next.at
		next.do()
	}
	return true
}

// clock returns the virtual time as a date.
func (w *world) clock() time.Time { return time.Unix(1_800_000_000, 0).Add(w.now) }

// chance returns true with the probability p.
func (w *world) chance(p float64) bool { return p > 0 && w.rng.Float64() < p }

// latency returns how long a message takes from one machine to another, as in a local network.
func (w *world) latency() time.Duration {
	return 200*time.Microsecond + time.Duration(w.rng.ExpFloat64()*float64(300*time.Microsecond))
}

// between returns a random time from a to b.
func (w *world) between(a, b time.Duration) time.Duration {
	return a + time.Duration(w.rng.Int64N(int64(b-a)+1))
}
