package child

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// These constants decide how often the memory of a process is measured. No process fills memory
// faster than fillRate. So the next measurement can wait until the process could have reached the
// limit at this rate.
//
// The kernel's RLIMIT_DATA cannot replace these measurements, because it limits mapped memory and
// not resident memory. In a Go program that does nothing, the mapped memory is 37 MB larger than
// the resident memory. Under a limit of 100 MB, a program ended at 65 MB of resident memory, with
// the runtime's message "out of memory" and without a record.
const (
	fillRate     = 4 << 30 // bytes per second; the machine of the figures in docs/experiments.md fills 1.2 GB
	shortestLook = time.Millisecond
	LongestLook  = 50 * time.Millisecond
)

// Tolerance is the fraction of its memory limit by which a process may exceed this limit while the
// process ends itself.
const Tolerance = 0.1

// UntilLook returns the time to wait before the memory of a process is measured again.
func UntilLook(resident, limit int64) time.Duration {
	left := float64(limit-resident) / fillRate
	return min(max(time.Duration(left*float64(time.Second)), shortestLook), LongestLook)
}

// A Watch measures the resident size of a process with a memory limit. A process without a limit
// has a nil Watch.
type Watch struct {
	limit int64
	size  *os.File
	most  int64 // the largest size so far
	timer *time.Timer
}

// WatchMemory returns a Watch of a process. If there is no limit, the result is nil.
func WatchMemory(pid int, limit int64) *Watch {
	if limit <= 0 {
		return nil
	}
	return &Watch{limit: limit, size: statm(pid), timer: time.NewTimer(0)}
}

// Due returns a channel that receives a value when Past should be called.
func (w *Watch) Due() <-chan time.Time {
	if w == nil {
		return nil
	}
	return w.timer.C
}

// Limit changes the limit. If the limit is smaller than before, Past should be called at once.
func (w *Watch) Limit(limit int64) {
	if limit < w.limit {
		w.timer.Reset(0)
	}
	w.limit = limit
}

// Size measures the size of the process, which is 0 if it is not known.
func (w *Watch) Size() int64 { return resident(w.size) }

// Past measures the size of the process and adds the size more. It reports whether the sum exceeds
// the limit, and whether it exceeds the limit by more than the Tolerance.
func (w *Watch) Past(more int64) (limit, tolerated bool) {
	resident := resident(w.size) + more
	w.most = max(w.most, resident)
	w.timer.Reset(UntilLook(resident, w.limit))
	return resident > w.limit, float64(resident) > (1+Tolerance)*float64(w.limit)
}

// Most returns the largest size that was measured, or 0 if it is not known.
func (w *Watch) Most() int64 {
	if w == nil {
		return 0
	}
	return w.most
}

// Stop frees the Watch.
func (w *Watch) Stop() {
	if w != nil {
		w.timer.Stop()
		w.size.Close()
	}
}

// Resident returns the resident size of a process, or 0 if it is not known. It is only known on
// Linux.
func Resident(pid int) int64 {
	f := statm(pid)
	defer f.Close()
	return resident(f)
}

// statm opens the file that states the size of a process. The result nil is a file that cannot be
// read.
func statm(pid int) *os.File {
	f, _ := os.Open("/proc/" + strconv.Itoa(pid) + "/statm")
	return f
}

func resident(statm *os.File) int64 {
	var text [128]byte
	n, _ := statm.ReadAt(text[:], 0)
	var size, pages int64
	_, _ = fmt.Sscan(string(text[:n]), &size, &pages)
	return pages * int64(os.Getpagesize())
}
