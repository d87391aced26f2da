package work

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
)

// commit is the revision that the binary was built from, "+" behind it if the
// files were changed since; empty where the binary does not say.
var commit = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var revision, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	if revision == "" {
		return ""
	}
	return revision + changed
})

// host is the CPU's model where the system says it, the number of the machine's cores
// and the operating system.
var host = sync.OnceValue(func() string {
	cpus, _ := os.ReadFile("/proc/cpuinfo")
	online, _ := os.ReadFile("/sys/devices/system/cpu/online")
	return hostText(string(cpus), coresOf(string(online), string(cpus), runtime.NumCPU()))
})

// coresOf returns how many cores the machine has, as Linux counts them: from the list of
// those that are online ("0-3,8"), else from the entries of cpuinfo, else usable. It is
// not the number that this process may use, which taskset changes.
func coresOf(online, cpuinfo string, usable int) int {
	n := 0
	for part := range strings.SplitSeq(strings.TrimSpace(online), ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || to < from {
			n = 0
			break
		}
		n += to - from + 1
	}
	if n > 0 {
		return n
	}
	for line := range strings.Lines(cpuinfo) {
		if name, _, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "processor" {
			n++
		}
	}
	if n > 0 {
		return n
	}
	return usable
}

func hostText(cpuinfo string, cores int) string {
	model := ""
	for line := range strings.Lines(cpuinfo) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value) + ", "
			break
		}
	}
	return fmt.Sprintf("%s%d cores, %s/%s", model, cores, runtime.GOOS, runtime.GOARCH)
}
