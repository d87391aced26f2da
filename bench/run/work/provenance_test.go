package work

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// TestCoresOfTheMachine checks that coresOf counts the cores from the files of several machines.
// Among them are a laptop, a machine with cores switched off, a machine without /sys, an ARM board
// whose entries have no model, and a machine without any information.
func TestCoresOfTheMachine(t *testing.T) {
	two := "processor\t: 0\nmodel name\t: Some CPU\n\nprocessor\t: 1\nmodel name\t: Some CPU\n"
	for _, c := range []struct {
		online, cpuinfo string
		usable, want    int
	}{
		{"0-7\n", two, 1, 8},
		{"0,2-3,8-11\n", two, 2, 7},
		{"0\n", two, 1, 1},
		{"", two, 1, 2},
		{"odd\n", two, 1, 2},
		{"3-1\n", two, 1, 2},
		{"", strings.ReplaceAll(two, "model name\t: Some CPU\n", "BogoMIPS\t: 108.00\n"), 1, 2},
		{"", "", 3, 3},
	} {
		if got := coresOf(c.online, c.cpuinfo, c.usable); got != c.want {
			t.Errorf("online %q, cpuinfo %q, usable %d: %d cores, want %d", c.online, c.cpuinfo, c.usable, got, c.want)
		}
	}
}

// TestTooMany checks that only more jobs than cores lead to a warning, which names both numbers.
func TestTooMany(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for jobs, want := range map[int]bool{0: false, 1: false, 2: true, 64: true} {
		text := TooMany(jobs)
		if (text != "") != want || want && !(strings.Contains(text, fmt.Sprintf("--jobs %d:", jobs)) && strings.Contains(text, "--jobs 1")) {
			t.Errorf("%d jobs on one core: %q", jobs, text)
		}
	}
}

func TestHostText(t *testing.T) {
	got := hostText("processor\t: 0\nmodel name\t: Some CPU @ 2GHz\nmodel name\t: Some CPU @ 2GHz\n", 2)
	if !strings.HasPrefix(got, "Some CPU @ 2GHz, 2 cores, ") {
		t.Errorf("got %q", got)
	}
	if got := hostText("", 4); !strings.HasPrefix(got, "4 cores, ") {
		t.Errorf("got %q", got)
	}
}
