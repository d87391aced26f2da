package coordinator

import (
	"fmt"
	"strings"
	"time"

	"counterproof/bench/run/queue"
	"counterproof/encode/wording"
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

func (c *Coordinator) answer(s queue.Sign) queue.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := queue.Answer{Session: c.session, Version: c.options.Version}
	name := wording.Short(s.Host) + " (" + wording.Short(s.Worker) + ")"
	if s.Protocol != queue.Protocol {
		a.Refused = fmt.Sprintf("the coordinator has version %s and the protocol %d, this worker has version %s and the protocol %d: use the same program on all machines",
			c.options.Version, queue.Protocol, s.Version, s.Protocol)
		c.flood(otherVersions, fmt.Sprintf("worker %s gets no jobs: it has version %s and the protocol %d, this program has version %s and the protocol %d",
			name, wording.Short(s.Version), s.Protocol, c.options.Version, queue.Protocol))
		return a
	}
	now := time.Now()
	m, before := c.crew.Sign(s, now)
	switch {
	case before.Worker == "" && !s.Leaving:
		c.options.Note(fmt.Sprintf("worker %s has joined: %s at once", name, wording.Plural(s.Slots, "job")))
	case before.Worker != "" && s.Leaving:
		c.options.Note(fmt.Sprintf("worker %s has left after %s", name, wording.Plural(m.Records, "record")))
	}
	if m.Failing() && before.Kills < queue.MostKills {
		c.options.Warn(fmt.Sprintf("worker %s: the last %d jobs in a row were killed there, for example because it has too little memory", name, s.Kills))
	}
	if s.Session != c.session {
		a.Samples, a.Solvers = queue.Samples(c.options.Jobs), c.options.Solvers
	} else if !m.Warned {
		m.Warned = len(s.Refused) > 0
		for _, why := range s.Refused {
			c.flood(partlyRefused, fmt.Sprintf("worker %s does not get all jobs: %s", name, why[:min(len(why), mostReason)]))
		}
	}
	a.Spare = c.crew.Spare(s.Worker, now)
	return a
}

// outside reports something that strangers or workers can cause as often as they like. It is called
// from another goroutine, even after the end of Run.
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

func (c *Coordinator) refuse(why error) {
	c.refused++
	c.flood(refusedRecords, "refused: "+why.Error())
}
