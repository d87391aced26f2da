//go:build !linux

package work

import "time"

// endsAtCPULimit says that guard does nothing on this system: only Linux can notice during a job
// that its CPU time is used up.
const endsAtCPULimit = false

func (*turn) guard(func(string)) (stop func()) { return func() {} }

func processTime(int) time.Duration { return 0 }

func resetPeak() bool { return false }

func peakBytes() int64 { return 0 }

// A cgroup does not exist on this system: newCgroup returns nil.
type cgroup struct{ limit int64 }

func newCgroup(int64) (*cgroup, error) { return nil, nil }

func (*cgroup) add(int) error { return nil }

func (*cgroup) killed() bool { return false }

func (*cgroup) remove() {}
