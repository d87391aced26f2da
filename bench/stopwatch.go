package bench

import "time"

// A stopwatch measures the search alone: it is stopped while solutions are
// checked.
type stopwatch struct {
	wall, cpu time.Duration // up to the last stop
	t0        time.Time
	c0        time.Duration
}

func (w *stopwatch) start() {
	w.c0, _ = cpuTime()
	w.t0 = time.Now()
}

func (w *stopwatch) stop() {
	w.wall += time.Since(w.t0)
	c, _ := cpuTime()
	w.cpu += c - w.c0
}

// running is the wall time so far, of a stopwatch that is not stopped.
func (w *stopwatch) running() time.Duration { return w.wall + time.Since(w.t0) }
