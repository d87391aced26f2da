package coordinator

import (
	"fmt"
	"strings"
	"time"

	"counterproof/bench/queue"
	"counterproof/encode"
)

// mostReason limits the bytes of a reason that a worker states.
const mostReason = 500

// A Status is the state of the experiment, for people.
type Status struct {
	queue.Count
	Title    string
	Machines int // workers that are present
	Slots    int // jobs that they run at once
	Wrong    int // wrong answers
	Alarms   int // different answers to the same job
	Refused  int // records that were refused

	// Running is the time since the first worker joined. After the last job has ended, Running
	// stays the same.
	Running   time.Duration
	Comparing bool // all jobs have ended, or the experiment was interrupted, and the answers are compared
	Compared  int  // jobs whose answers are compared
}

// Status returns the current state of the experiment.
func (c *Coordinator) Status() Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now()
}

func (c *Coordinator) now() Status {
	now := time.Now()
	return Status{
		Count: c.plan.Count(), Title: c.options.Title, Machines: c.crew.Present(now), Slots: c.crew.Slots(now),
		Wrong: len(c.wrong), Alarms: len(c.alarms), Refused: c.refused,
		Running: c.crew.Running(now, c.closed || c.plan.Count().Over()), Comparing: c.comparing, Compared: c.compared,
	}
}

// welcome answers a worker that says Hello.
func (c *Coordinator) welcome(h queue.Hello) queue.Welcome {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := queue.Welcome{Session: c.session, Title: c.options.Title, Version: c.options.Version}
	if h.Protocol != queue.Protocol {
		w.Refused = fmt.Sprintf("the coordinator has version %s and the protocol %d, this worker has version %s and the protocol %d: use the same program on all machines",
			c.options.Version, queue.Protocol, h.Version, h.Protocol)
		c.flood(otherVersions, fmt.Sprintf("worker %s gets no jobs: it has version %s and the protocol %d, this program has version %s and the protocol %d",
			name(h), encode.Short(h.Version), h.Protocol, c.options.Version, queue.Protocol))
		return w
	}
	w.Samples = queue.Samples(c.options.Jobs)
	if c.crew.Join(h, name(h), time.Now()) {
		c.options.Note(fmt.Sprintf("worker %s has joined: %s at once", name(h), encode.Plural(h.Slots, "job")))
	}
	return w
}

func name(h queue.Hello) string { return encode.Short(h.Host) + " (" + encode.Short(h.Worker) + ")" }

// beat answers a sign of life.
func (c *Coordinator) beat(b queue.Beat) queue.Echo {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	failing := c.crew.Failing(b.Worker)
	m := c.crew.Beat(b, now)
	if m == nil {
		return queue.Echo{} // the worker says Hello again
	}
	if m.Failing && !failing {
		c.options.Warn(fmt.Sprintf("worker %s: the last %d jobs in a row were killed there, for example because it has too little memory", m.Host, b.Kills))
	}
	if len(b.Refused) > 0 && !m.Warned {
		m.Warned = true
		for _, why := range b.Refused {
			c.flood(partlyRefused, fmt.Sprintf("worker %s does not get all jobs: %s", m.Host, why[:min(len(why), mostReason)]))
		}
	}
	if b.Leaving {
		c.options.Note(fmt.Sprintf("worker %s has left after %s", m.Host, encode.Plural(m.Records, "record")))
	}
	return queue.Echo{Session: c.session, Spare: c.crew.Spare(b.Worker, now)}
}

// warn reports something from another goroutine, unless Run has ended.
func (c *Coordinator) warn(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.options.Warn(text)
	}
}

// outside reports something that strangers or workers can cause as often as they like. Like warn, it
// is called from another goroutine.
func (c *Coordinator) outside(kind, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.flood(kind, text)
	}
}

// inOneLine returns a function that escapes the line feeds in a text, and passes the text to f.
// Otherwise, a worker could make up further lines by putting line feeds into the names and reasons
// that it sends. The terminal shows other control characters in an escaped form.
func inOneLine(f func(string)) func(string) {
	return func(text string) { f(strings.ReplaceAll(text, "\n", `\n`)) }
}
