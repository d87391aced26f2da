package work

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/child"
	"counterproof/bench/system/usage"
	"counterproof/sat/extern"
)

// A turn is the job that a worker is doing. It measures everything that the job and its outside
// programs have used so far, because the limits apply to all of this. In contrast, the record of a
// finished job states only the times of the search.
type turn struct {
	job     result.Job
	began   time.Time
	cpu     time.Duration                 // used by this process before the job
	own     bool                          // peakBytes is the peak of this job only
	formula atomic.Pointer[lookup.Method] // nil until the formula is written
}

// begin begins a turn. If unmeasured is true, nobody reads its measurements.
func begin(j result.Job, unmeasured bool) *turn {
	t := &turn{job: j}
	if !unmeasured {
		t.began, t.own = time.Now(), resetPeak()
		t.cpu, _ = usage.CPU()
	}
	return t
}

func (t *turn) spent() (time.Duration, bool) {
	// A program that ends between the two measurements is not in the sum. In the other order, such
	// a program would count twice.
	used, ok := usage.CPU()
	for _, pid := range extern.Running() {
		used += processTime(pid)
	}
	return used - t.cpu, ok
}

// record returns the record of a job that ends now, without an answer and with everything that it
// has used so far.
func (t *turn) record(reason string) result.Record {
	r := t.job.Record(reason, "")
	r.WallSeconds = new(time.Since(t.began).Seconds())
	if used, ok := t.spent(); ok {
		r.CPUSeconds = new(used.Seconds())
	}
	peak := peakBytes()
	for _, pid := range extern.Running() {
		peak += extern.Peak(pid)
	}
	if peak > 0 {
		r.PeakBytes = &peak
	}
	if m := t.formula.Load(); m != nil && m.Style != "" {
		r.Variables, r.Clauses = new(int64(m.Variables)), new(int64(m.Clauses))
	}
	return r
}

// withPeak adds the peak memory to the record of a finished search: the peak of this process plus,
// if an outside program did the search, the peak of the program.
func (t *turn) withPeak(r result.Record) result.Record {
	peak := peakBytes()
	if peak == 0 || r.WallSeconds == nil {
		return r
	}
	peak += *cmp.Or(r.PeakBytes, new(int64))
	r.PeakBytes = &peak
	return r
}

// judge checks whether a finished job has kept its limits, because a short job may exceed a limit
// between two measurements. If the job has kept its limits, judge returns the job's record r. If
// not, judge returns a record without an answer.
func (t *turn) judge(r result.Record) result.Record {
	reason, limits := "", t.job.Limits
	past := func() bool {
		used, _ := t.spent()
		return used > limits.CPU
	}
	switch {
	case r.Reason == result.Error:
	case r.Reason == result.CPU, limits.CPU > 0 && past():
		reason = result.CPU
	case t.own && limits.Memory > 0 && r.PeakBytes != nil && *r.PeakBytes > limits.Memory:
		reason = result.Memory
	}
	if reason == "" {
		return r
	}
	over := t.record(reason)
	over.PeakBytes = cmp.Or(r.PeakBytes, over.PeakBytes) // the first includes programs that have ended
	return over
}

// Cores returns how many cores this process can use. The affinity of the process (taskset) and, on
// Linux, the CPU limit of its cgroup can make this number smaller than the machine's number of cores.
func Cores() int { return min(runtime.NumCPU(), runtime.GOMAXPROCS(0)) }

// TooMany returns a warning if more jobs than cores run at once, or "". The parameter jobs is the
// number of jobs at once.
func TooMany(jobs int) string {
	if jobs <= Cores() {
		return ""
	}
	return fmt.Sprintf("--jobs %d: this machine runs only %d at once, so the jobs wait for each other and their times are too long; to compare times, use --jobs %d", jobs, Cores(), Cores())
}

// commit returns the revision from which the binary was built, followed by "+" if the files had
// uncommitted changes. If the binary does not state the revision, the result is empty.
var commit = sync.OnceValue(func() string {
	known := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			known[s.Key] = s.Value
		}
	}
	revision := known["vcs.revision"]
	if revision != "" && known["vcs.modified"] == "true" {
		revision += "+"
	}
	return revision
})

// host returns the model of the CPU (if the system reports it), the number of cores of the machine,
// and the operating system.
var host = sync.OnceValue(func() string {
	cpus, _ := os.ReadFile("/proc/cpuinfo")
	return hostText(string(cpus), runtime.NumCPU())
})

// hostText takes the number of cores of the machine from cpuinfo. Without it, the number is usable. It can
// exceed the number of cores that this process may use, which taskset can restrict.
func hostText(cpuinfo string, usable int) string {
	cores := cmp.Or(len(cpuFacts(cpuinfo, "processor")), usable)
	text := fmt.Sprintf("%d cores, %s/%s", cores, runtime.GOOS, runtime.GOARCH)
	if models := cpuFacts(cpuinfo, "model name"); len(models) > 0 {
		text = models[0] + ", " + text
	}
	return text
}

func cpuFacts(cpuinfo, name string) (facts []string) {
	for line := range strings.Lines(cpuinfo) {
		if n, fact, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(n) == name {
			facts = append(facts, strings.TrimSpace(fact))
		}
	}
	return facts
}

// byProgram reports whether an outside program does the job. If the name of the method cannot be
// parsed, the result is false. Such a job ends with an error in any case.
func byProgram(j result.Job) bool {
	name, err := method.Parse(j.Method)
	return err == nil && lookup.ProgramOf(name) != nil
}

// Unkept returns a warning for each kind of limit (CPU time or memory) that the jobs have but that
// this operating system cannot enforce.
func Unkept[J result.Keyed](jobs []J) []string {
	return unkept(jobs, child.CanLimitMemory(), endsAtCPULimit)
}

// unkept does the work of Unkept. The error noMemory says why the system cannot enforce memory limits,
// and cpu whether it can end a built-in method that has used up its CPU time.
func unkept[J result.Keyed](jobs []J, noMemory error, cpu bool) (lines []string) {
	some := func(has func(result.Job) bool) bool {
		return slices.ContainsFunc(jobs, func(j J) bool { return has(j.Whole()) })
	}
	if noMemory != nil && some(func(j result.Job) bool { return j.Limits.Memory > 0 }) {
		lines = append(lines, "the jobs run without their memory limits: "+noMemory.Error())
	}
	switch {
	case !cpu && some(func(j result.Job) bool { return j.Limits.CPU > 0 }):
		lines = append(lines, "a job may exceed its limit of CPU time: only Linux can end a job at this limit")
	case noMemory != nil && some(func(j result.Job) bool { return j.Limits.CPU > 0 && byProgram(j) }): // the same files are missing
		lines = append(lines, "an outside program may exceed its limit of CPU time: this system reports the time only after the program has ended")
	}
	return lines
}
