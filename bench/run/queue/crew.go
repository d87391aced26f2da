package queue

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// A Crew has the workers that have joined a coordinator. The zero value has no workers. A Crew
// reads no clock: callers pass the time.
type Crew struct {
	members map[string]*Member // by the names of the workers
	began   time.Time          // when the first worker joined
	last    time.Time          // when the last job ended
}

// A Member is a worker of a Crew.
type Member struct {
	Sign         // the last one
	Warned  bool // the reasons why it does not take all classes were reported
	Records int  // records from the worker that were not refused

	seen time.Time
}

// Failing reports whether the last jobs in a row were killed on the worker.
func (m *Member) Failing() bool { return m.Kills >= MostKills }

// Sign handles a sign of life. It returns the worker, and the sign before this one. The sign before
// is empty if the worker has joined now.
func (c *Crew) Sign(s Sign, now time.Time) (m *Member, before Sign) {
	if c.began.IsZero() {
		c.began = now
	}
	m = c.members[s.Worker]
	if m == nil {
		maps.DeleteFunc(c.members, func(_ string, m *Member) bool { return now.Sub(m.seen) > 10*Silent })
		if c.members == nil {
			c.members = map[string]*Member{}
		}
		m = &Member{}
		c.members[s.Worker] = m
	}
	before, m.Sign, m.seen = m.Sign, s, now
	m.Slots = min(max(s.Slots, 1), 10_000)
	if s.Leaving {
		delete(c.members, s.Worker)
	}
	return m, before
}

// Received counts the records of a worker.
func (c *Crew) Received(worker string, records int) {
	if m := c.members[worker]; m != nil {
		m.Records += records
	}
}

// Ended notes that a job has ended. The worker of this job may not have joined yet, because the
// coordinator was started again.
func (c *Crew) Ended(now time.Time) {
	if c.began.IsZero() {
		c.began = now
	}
	c.last = now
}

// Running returns the time from the moment when the first worker joined until now. If all jobs are
// over, Running returns the time until the last job ended.
func (c *Crew) Running(now time.Time, over bool) time.Duration {
	if over {
		now = c.last
	}
	return max(0, now.Sub(cmp.Or(c.began, now)))
}

// Slots returns how many jobs the workers that are present run at once.
func (c *Crew) Slots(now time.Time) (slots int) {
	for _, m := range c.present(now) {
		if !m.Idle {
			slots += m.Slots
		}
	}
	return slots
}

// Present returns the number of workers that are present.
func (c *Crew) Present(now time.Time) int { return len(c.present(now)) }

// Others reports whether any worker other than the given workers is present and takes jobs.
func (c *Crew) Others(workers []string, now time.Time) bool {
	return slices.ContainsFunc(c.present(now), func(m *Member) bool { return !m.Idle && !slices.Contains(workers, m.Worker) })
}

// Spare reports whether any worker other than the given worker is present, takes jobs, and is not
// failing.
func (c *Crew) Spare(worker string, now time.Time) bool {
	return slices.ContainsFunc(c.present(now), func(m *Member) bool { return !m.Idle && !m.Failing() && m.Worker != worker })
}

func (c *Crew) present(now time.Time) []*Member {
	all := slices.Collect(maps.Values(c.members))
	return slices.DeleteFunc(all, func(m *Member) bool { return now.Sub(m.seen) >= Silent })
}
