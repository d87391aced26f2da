package simulate

import "time"

// A trouble is something that happens to machines, to the network, or to the queue.
type trouble struct {
	weight int // how often the trouble happens, compared with the other troubles
	do     func(*stage)
}

// ofMachines returns what can happen to one machine.
func ofMachines() []trouble {
	return []trouble{
		{8, func(s *stage) { // a machine dies, and another one joins later
			if m := s.pick(); m != nil {
				m.kill()
				s.after(s.between(time.Second, time.Minute), func() { s.join(m.slots, m.speed, m.classes...) })
			}
		}},
		{4, func(s *stage) { // a worker leaves properly, and another one joins later
			if m := s.pick(); m != nil {
				m.leave()
				s.after(s.between(time.Second, time.Minute), func() { s.join(m.slots, m.speed, m.classes...) })
			}
		}},
		{4, func(s *stage) { // a worker is stopped, and comes back late
			if m := s.pick(); m != nil && !m.frozen {
				m.frozen = true
				s.after(s.between(time.Second, 90*time.Second), m.thaw)
			}
		}},
		{4, func(s *stage) { // the connection of a machine is cut
			if m := s.pick(); m != nil {
				m.linked = false
				s.after(s.between(time.Second, 90*time.Second), func() { m.linked = true })
			}
		}},
		{4, func(s *stage) { // a machine becomes slower, or fast again
			if m := s.pick(); m != nil {
				m.speed = 0.2 + 0.8*s.rng.Float64()
			}
		}},
	}
}

// ofAll returns what can happen to the coordinator, to the queue, and to many machines at once.
func ofAll() []trouble {
	return []trouble{
		{2, func(s *stage) { s.server.lose(0.05) }},
		{2, func(s *stage) { s.crash(s.between(time.Second, 20*time.Second)) }},
		{2, func(s *stage) { s.doomed = s.up }},
		{1, func(s *stage) { // half of the machines lose their connection for a minute
			for i, m := range s.machines {
				if i%2 == 0 && m.linked {
					m.linked = false
					s.after(time.Minute, func() { m.linked = true })
				}
			}
		}},
		{1, (*stage).wipe},
	}
}

// pick returns a random machine that is present, or nil.
func (s *stage) pick() *machine {
	for range 20 {
		if len(s.machines) == 0 {
			return nil
		}
		if m := s.machines[s.rng.IntN(len(s.machines))]; m.alive && !m.leaving {
			return m
		}
	}
	return nil
}

// disturb makes trouble again and again, until the time end or the end of the experiment. The time
// gap is the average time between two troubles.
func (s *stage) disturb(gap, end time.Duration, all []trouble) {
	sum := 0
	for _, t := range all {
		sum += t.weight
	}
	var next func()
	next = func() {
		if s.now >= end || s.over() {
			return
		}
		n := s.rng.IntN(sum)
		for _, t := range all {
			if n -= t.weight; n < 0 {
				t.do(s)
				s.troubles++
				break
			}
		}
		s.after(s.between(0, 2*gap), next)
	}
	s.after(s.between(0, 2*gap), next)
}
