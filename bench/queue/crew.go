package queue

import (
	"slices"
	"time"
)

// A Crew has the workers that have joined a coordinator. The zero value has no workers. A Crew
// reads no clock: callers pass the time.
type Crew struct {
	members map[string]*Member // by the names of the workers

	slots int       // what Slots returned last
	until time.Time // when Slots counts again at the latest

	began time.Time // when the first worker joined
	last  time.Time // when the last job ended
}

// A Member is a worker of a Crew.
type Member struct {
	Host    string
	Slots   int  // how many jobs the worker runs at once
	Idle    bool // the worker takes no class of jobs
	Warned  bool // the reasons why it does not take all classes were reported
	Failing bool // the last jobs in a row were killed on it
	Records int  // records from the worker that were not refused

	seen time.Time
}

// Join handles the Hello of a worker. The result says whether the worker is new.
func (c *Crew) Join(h Hello, host string, now time.Time) (joined bool) {
	if c.members == nil {
		c.members = map[string]*Member{}
	}
	if c.began.IsZero() {
		c.began = now
	}
	c.forget(now)
	m := c.members[h.Worker]
	if joined = m == nil; joined {
		m = &Member{}
		c.members[h.Worker] = m
	}
	m.Host, m.Slots, m.seen = host, min(max(h.Slots, 1), 10_000), now
	c.until = time.Time{}
	return joined
}

// Beat handles a sign of life. If the worker has to say Hello again, the result is nil.
func (c *Crew) Beat(b Beat, now time.Time) *Member {
	m := c.members[b.Worker]
	if m == nil {
		return nil
	}
	if m.Idle != b.Idle || b.Leaving || now.Sub(m.seen) >= Silent {
		c.until = time.Time{}
	}
	m.seen, m.Idle, m.Failing = now, b.Idle, b.Kills >= MostKills
	if b.Leaving {
		delete(c.members, b.Worker)
	}
	return m
}

// Received counts the records of a worker.
func (c *Crew) Received(worker string, records int) {
	if m := c.members[worker]; m != nil {
		m.Records += records
	}
}

// Ended notes that a job has ended. The worker of this job may not have said Hello yet, because the
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
	if c.began.IsZero() || now.Before(c.began) {
		return 0
	}
	return now.Sub(c.began)
}

// Slots returns how many jobs the workers that are present run at once. A coordinator asks for this
// number after each delivery. So Slots counts again only when the number might have changed.
func (c *Crew) Slots(now time.Time) int {
	if now.Before(c.until) {
		return c.slots
	}
	c.slots, c.until = 0, now.Add(Silent)
	for _, m := range c.members {
		if end := m.seen.Add(Silent); !m.Idle && now.Before(end) {
			c.slots += m.Slots
			if end.Before(c.until) {
				c.until = end
			}
		}
	}
	return c.slots
}

// Present returns the number of workers that are present.
func (c *Crew) Present(now time.Time) (n int) {
	for _, m := range c.members {
		if now.Sub(m.seen) < Silent {
			n++
		}
	}
	return n
}

// Failing reports whether the last jobs in a row were killed on a worker.
func (c *Crew) Failing(worker string) bool {
	m := c.members[worker]
	return m != nil && m.Failing
}

// Others reports whether any worker other than the given workers is present and takes jobs.
func (c *Crew) Others(workers []string, now time.Time) bool {
	return c.any(now, func(name string, _ *Member) bool { return !slices.Contains(workers, name) })
}

// Spare reports whether any worker other than the given worker is present, takes jobs, and is not
// failing.
func (c *Crew) Spare(worker string, now time.Time) bool {
	return c.any(now, func(name string, m *Member) bool { return name != worker && !m.Failing })
}

// any reports whether some worker is present, takes jobs, and is accepted by the function in the
// parameter has.
func (c *Crew) any(now time.Time, has func(string, *Member) bool) bool {
	for name, m := range c.members {
		if !m.Idle && now.Sub(m.seen) < Silent && has(name, m) {
			return true
		}
	}
	return false
}

// forget removes workers that have been silent for a long time.
func (c *Crew) forget(now time.Time) {
	for name, m := range c.members {
		if now.Sub(m.seen) > 10*Silent {
			delete(c.members, name)
		}
	}
}
