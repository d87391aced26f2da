package answer

import (
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/usage"
)

// A Stopwatch measures the time of a search without the time in which solutions are checked.
type Stopwatch struct {
	off       bool          // nothing is measured
	wall, cpu time.Duration // measured up to the last stop
	t0        time.Time     // of the last start
	c0        time.Duration // the CPU time at the last start
}

// Start starts the watch.
func (w *Stopwatch) Start() {
	if w.off {
		return
	}
	w.c0, _ = usage.CPU()
	w.t0 = time.Now()
}

// Stop stops the watch until the next Start.
func (w *Stopwatch) Stop() {
	if w.off {
		return
	}
	w.wall += time.Since(w.t0)
	c, _ := usage.CPU()
	w.cpu += c - w.c0
}

func (w *Stopwatch) running() time.Duration { return w.wall + time.Since(w.t0) }

// record stores the measured times in a record. If the CPU time is not known, the record gets none.
func (w *Stopwatch) record(r *result.Record) {
	r.WallSeconds, r.CPUSeconds = new(w.wall.Seconds()), nil
	if _, ok := usage.CPU(); ok {
		r.CPUSeconds = new(w.cpu.Seconds())
	}
}
