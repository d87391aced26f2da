package simulate

import (
	"context"
	"slices"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
)

// rereading is the time after which the coordinator gets an unacknowledged delivery again. Package
// transport uses the same time.
const rereading = 5 * time.Minute

// A server is the server of the queue. It implements queue.Server.
type server struct {
	*world
	lists   map[string]*message // by key
	ready   map[string][]*message
	waiting map[string][]*request // questions for a list of a class, the oldest first
	letters []*letter             // deliveries that the coordinator has not acknowledged, the oldest first
	number  uint64                // of the last delivery
	recent  []*message            // lists that were acknowledged a short time ago
	arrived func()                // called when a delivery has arrived
	refused int                   // lists that the server had already
	publish int                   // lists that were published
}

// A message is a list in the stream of jobs.
type message struct {
	class, key string
	jobs       []result.Job
	times      int           // how often the list was handed out
	deadline   time.Duration // for a list that a worker has: when the list is handed out again
	ready      bool          // the list waits to be handed out
}

// A letter is a delivery in the stream of records.
type letter struct {
	text   []byte
	number uint64
	from   time.Duration // the time from which the coordinator may get it
}

// A request is the question of a worker for a list.
type request struct {
	until time.Duration
	give  func(*message)
}

func newServer(w *world) *server {
	s := &server{world: w, arrived: func() {}}
	s.wipe()
	return s
}

// wipe deletes everything, as if the folder of the queue was deleted.
func (s *server) wipe() {
	s.lists, s.ready, s.waiting = map[string]*message{}, map[string][]*message{}, map[string][]*request{}
	s.letters, s.number, s.recent = nil, 0, nil
}

// Publish implements queue.Server.
func (s *server) Publish(_ context.Context, h queue.Handout) error {
	if s.lists[h.Key] != nil {
		s.refused++
		return queue.ErrPending
	}
	s.publish++
	m := &message{class: h.Class, key: h.Key, jobs: h.Jobs}
	s.lists[h.Key] = m
	s.offer(m, false)
	return nil
}

// offer hands a list to the oldest question, or keeps it for the next one. A list that is handed out
// again comes before all others.
func (s *server) offer(m *message, again bool) {
	for len(s.waiting[m.class]) > 0 {
		r := s.waiting[m.class][0]
		s.waiting[m.class] = s.waiting[m.class][1:]
		if r.until >= s.now {
			s.hand(m, r)
			return
		}
	}
	m.ready = true
	if again {
		s.ready[m.class] = slices.Insert(s.ready[m.class], 0, m)
	} else {
		s.ready[m.class] = append(s.ready[m.class], m)
	}
}

// ask answers a question for a list of a class. If there is no such list, the question waits, at
// most for the time wait.
func (s *server) ask(class string, wait time.Duration, give func(*message)) {
	r := &request{s.now + wait, give}
	for len(s.ready[class]) > 0 {
		m := s.ready[class][0]
		s.ready[class] = s.ready[class][1:]
		if m.ready && s.lists[m.key] == m {
			s.hand(m, r)
			return
		}
	}
	if wait == 0 {
		give(nil)
		return
	}
	s.waiting[class] = append(s.waiting[class], r)
	s.after(wait, func() {
		if i := slices.Index(s.waiting[class], r); i >= 0 {
			s.waiting[class] = slices.Delete(s.waiting[class], i, i+1)
			give(nil)
		}
	})
}

func (s *server) hand(m *message, r *request) {
	m.ready = false
	m.times++
	s.renew(m)
	s.expire(m)
	r.give(m)
}

// renew keeps a list for the worker that has it.
func (s *server) renew(m *message) { m.deadline = s.now + queue.AckWait }

// expire hands a list out again when its deadline has passed.
func (s *server) expire(m *message) {
	times := m.times
	s.after(m.deadline-s.now, func() {
		switch {
		case s.lists[m.key] != m || m.ready || m.times != times:
		case m.deadline > s.now:
			s.expire(m)
		default:
			s.offer(m, true)
		}
	})
}

// giveBack makes a list ready at once.
func (s *server) giveBack(m *message) {
	if s.lists[m.key] == m && !m.ready {
		s.offer(m, true)
	}
}

// acknowledge removes a list, whoever has it now.
func (s *server) acknowledge(m *message) {
	if s.lists[m.key] == m {
		delete(s.lists, m.key)
		s.recent = append(s.recent, m)
		s.recent = s.recent[max(0, len(s.recent)-20):]
	}
}

// deliver stores a delivery.
func (s *server) deliver(text []byte) {
	s.number++
	s.letters = append(s.letters, &letter{text, s.number, s.now})
	s.arrived()
}

// read returns the letters that the coordinator gets now. The parameter most limits their number.
func (s *server) read(most int) (all []queue.Letter) {
	for _, l := range s.letters {
		if len(all) == most {
			break
		}
		if l.from > s.now {
			continue
		}
		l.from = s.now + rereading
		all = append(all, queue.Letter{Text: l.text, Number: l.number, Ack: func() error {
			if i := slices.Index(s.letters, l); i >= 0 {
				s.letters = slices.Delete(s.letters, i, i+1)
			}
			return nil
		}})
	}
	return all
}

// Lists implements queue.Server.
func (s *server) Lists(_ context.Context, each func(queue.Handout)) error {
	for _, key := range sorted(s.lists) {
		m := s.lists[key]
		each(queue.Handout{Class: m.class, Key: m.key, Jobs: m.jobs})
	}
	return nil
}

// State implements queue.Server.
func (s *server) State(context.Context) (lists map[string]bool, last uint64, err error) {
	lists = make(map[string]bool, len(s.lists))
	for key := range s.lists {
		lists[key] = true
	}
	if len(s.letters) > 0 {
		last = s.number
	}
	return lists, last, nil
}

// Remove implements queue.Server.
func (s *server) Remove(_ context.Context, keys ...string) error {
	for _, key := range keys {
		delete(s.lists, key)
	}
	return nil
}

// lose loses each list, each delivery and each recent acknowledgement of a list with the
// probability p, although the server has confirmed them.
func (s *server) lose(p float64) {
	for _, key := range sorted(s.lists) {
		if s.chance(p) {
			delete(s.lists, key)
		}
	}
	s.letters = slices.DeleteFunc(s.letters, func(*letter) bool { return s.chance(p) })
	s.revive(p)
}

// revive forgets each recent acknowledgement of a list with the probability p.
func (s *server) revive(p float64) {
	for _, m := range s.recent {
		if s.lists[m.key] == nil && s.chance(p) {
			s.lists[m.key] = m
			s.offer(m, true)
		}
	}
	s.recent = nil
}

// restart forgets the questions, which the workers ask again. For each list that was handed out, it
// forgets this with the probability p. Otherwise, it gives the list a new deadline.
func (s *server) restart(p float64) {
	s.waiting = map[string][]*request{}
	for _, key := range sorted(s.lists) {
		switch m := s.lists[key]; {
		case m.ready:
		case s.chance(p):
			s.offer(m, true)
		default:
			s.renew(m)
			s.expire(m)
		}
	}
}
