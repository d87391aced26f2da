package simulate

import (
	"encoding/json"
	"slices"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
)

// overhead is the time that a job takes apart from its search, as in lists of small jobs.
const overhead = 50 * time.Microsecond

// A machine has one worker, which behaves as package worker does.
type machine struct {
	*stage
	name    string
	slots   int
	classes []string // of jobs that it takes
	speed   float64  // 1: as fast as the machine on which the times were measured
	joined  time.Duration

	alive, linked bool
	frozen        bool
	leaving       bool
	session       string
	greeted       bool
	turn          int      // counts the questions for lists
	asleep        []func() // what happens when the machine is not frozen any more
	lists         []*held
}

// later calls the function do on this machine when the time d has passed, unless the machine was
// killed.
func (m *machine) later(d time.Duration, do func()) {
	m.after(d, func() { m.here(do) })
}

func (m *machine) here(do func()) {
	switch {
	case !m.alive:
	case m.frozen:
		m.asleep = append(m.asleep, do)
	default:
		do()
	}
}

func (m *machine) thaw() {
	m.frozen = false
	all := m.asleep
	m.asleep = nil
	for _, do := range all {
		m.here(do)
	}
}

// call sends a message to the coordinator's machine. When the message arrives, the parameter there
// is called. If the message is lost, the function failed is called on this machine after some time.
func (m *machine) call(there, failed func()) {
	if !m.linked || !m.up {
		m.here(failed)
		return
	}
	m.after(m.latency(), func() {
		if m.linked && m.up && !m.chance(m.loss) {
			there()
		} else {
			m.later(queue.Answering, failed)
		}
	})
}

// reply sends an answer to this machine. When the answer arrives, the function do is called. If the
// machine is not connected, the answer is lost, and the function failed is called after some time.
func (m *machine) reply(do, failed func()) {
	m.after(m.latency(), func() {
		if m.linked && m.up && !m.chance(m.loss) {
			m.here(do)
		} else {
			m.later(queue.Answering, failed)
		}
	})
}

// sign sends signs of life.
func (m *machine) sign() {
	if m.leaving {
		return
	}
	again := func() { m.later(queue.Retrying, m.sign) }
	m.call(func() {
		m.crew.Sign(queue.Sign{Protocol: queue.Protocol, Worker: m.name, Host: m.name, Slots: m.slots, Session: m.session}, m.clock())
		if m.session == m.stage.session {
			m.reply(func() { m.later(queue.Beating, m.sign) }, again)
			return
		}
		session := m.stage.session
		m.reply(func() {
			m.session = session
			if !m.greeted {
				m.greeted = true
				for range m.slots {
					(&slot{machine: m}).next()
				}
			}
			m.later(queue.Beating, m.sign)
		}, again)
	}, again)
}

// A slot runs one list after the other.
type slot struct {
	*machine
	finishing int   // lists that wait for a confirmation
	blocked   *held // a finished list that waits until fewer lists wait for a confirmation
}

// next asks for a list.
func (s *slot) next() {
	if s.leaving {
		return
	}
	s.turn++
	first := s.turn % len(s.classes)
	s.ask(slices.Concat(s.classes[first:], s.classes[:first]), 0)
}

// ask asks for a list of the i-th class. A worker that takes several classes asks for each of them
// without waiting, and then waits for one of them.
func (s *slot) ask(classes []string, i int) {
	class, wait := classes[0], queue.Asking
	switch {
	case len(classes) > 1 && i < len(classes):
		class, wait = classes[i], 0
	case len(classes) > 1:
		wait = time.Second
	}
	answered := false
	once := func(do func()) func() {
		return func() {
			if !answered {
				answered = true
				do()
			}
		}
	}
	more := once(func() {
		if wait == 0 {
			s.ask(classes, i+1)
		} else {
			s.next()
		}
	})
	failed := once(func() { s.later(queue.Retrying, s.next) })
	if wait > 0 {
		s.later(wait+time.Second, more)
	}
	s.call(func() {
		s.server.ask(class, wait, func(t *message) {
			if t == nil {
				s.reply(more, failed)
				return
			}
			times := t.times
			s.reply(once(func() { s.begin(t, times) }), failed)
		})
	}, failed)
}

// A held is a list that a slot has.
type held struct {
	*slot
	task     *message
	times    int // how often the list was handed out, including this time
	left     []result.Job
	sealed   []queue.Sealed // finished records that were not sent yet
	sending  bool
	finished bool // all jobs are done, or the list is given back
	released bool
	ended    func() // called when the finished records are sent
}

func (s *slot) begin(t *message, times int) {
	if s.leaving {
		return
	}
	l := &held{slot: s, task: t, times: times, left: t.jobs}
	s.lists = append(s.lists, l)
	l.renew()
	if times > queue.MostDeliveries {
		l.left = nil
	}
	l.later(queue.Flushing, l.flush)
	l.work()
}

func (l *held) renew() {
	l.later(queue.AckWait/queue.Renewals, func() {
		if l.released {
			return
		}
		l.call(func() {
			if l.server.lists[l.task.key] == l.task && !l.task.ready {
				l.server.renew(l.task)
			}
		}, func() {})
		l.renew()
	})
}

func (l *held) release() {
	if !l.released {
		l.released = true
		l.machine.lists = slices.DeleteFunc(l.machine.lists, func(o *held) bool { return o == l })
	}
}

// work runs the jobs of the list.
func (l *held) work() {
	if len(l.left) == 0 {
		l.finish()
		return
	}
	j := l.left[0]
	took := time.Duration(float64(l.costs[number(j.Instance)])/l.speed) + overhead
	l.later(took, func() {
		if l.finished { // the list was given back
			return
		}
		l.left = l.left[1:]
		l.computed += took
		l.sealed = append(l.sealed, queue.Seal(j, answered(j, took), took.Seconds()))
		l.work()
	})
}

// flush sends finished records of an unfinished list.
func (l *held) flush() {
	if l.finished {
		return
	}
	if len(l.sealed) > 0 {
		l.send()
	}
	l.later(queue.Flushing, l.flush)
}

// send sends the finished records, again and again until the queue has them.
func (l *held) send() {
	lost := l.times > queue.MostDeliveries
	if l.sending {
		return
	}
	if len(l.sealed) == 0 && !lost {
		if l.finished {
			l.ended()
		}
		return
	}
	text, err := json.Marshal(queue.Delivery{Worker: l.name, List: l.task.key, Records: l.sealed, Lost: lost})
	if err != nil {
		panic(err)
	}
	l.sealed, l.sending = nil, true
	var try func()
	again := func() { l.later(queue.Retrying, try) }
	try = func() {
		l.call(func() {
			l.server.deliver(text)
			l.reply(func() {
				l.sending, l.times = false, 0
				if l.finished {
					l.send()
				}
			}, again)
		}, again)
	}
	try()
}

// finish sends the last records, and then removes the list from the queue. The slot takes the next
// list in the meantime.
func (l *held) finish() {
	if l.slot.finishing == queue.Finishing {
		l.blocked = l
		return
	}
	l.slot.finishing++
	l.finished = true
	done := func() {
		l.release()
		l.slot.finishing--
		if other := l.blocked; other != nil {
			l.blocked = nil
			other.finish()
		}
	}
	l.ended = func() {
		l.call(func() {
			l.server.acknowledge(l.task)
			l.reply(done, done)
		}, done)
	}
	l.send()
	l.next()
}

// leave ends the worker. The worker first sends its finished records, and gives its lists back.
func (m *machine) leave() {
	m.leaving = true
	for _, l := range slices.Clone(m.lists) {
		if l.finished {
			continue
		}
		l.finished, l.left = true, nil
		l.ended = func() { l.call(func() { l.server.giveBack(l.task) }, func() {}) }
		l.send()
	}
	m.call(func() { m.crew.Sign(queue.Sign{Worker: m.name, Leaving: true}, m.clock()) }, func() {})
	m.later(3*time.Second, m.kill)
}

// kill ends the worker at once.
func (m *machine) kill() {
	if m.alive {
		m.alive = false
		m.capacity += time.Duration(m.slots) * (m.now - m.joined)
	}
}
