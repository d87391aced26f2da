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

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/child"
)

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
