package work

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

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

// TestHostText checks the text for a laptop of which a process may use one core, an ARM board whose entries
// have no model, and a machine without any information.
func TestHostText(t *testing.T) {
	two := "processor\t: 0\nmodel name\t: Some CPU @ 2GHz\n\nprocessor\t: 1\nmodel name\t: Some CPU @ 2GHz\n"
	for _, c := range []struct {
		cpuinfo string
		usable  int
		want    string
	}{
		{two, 1, "Some CPU @ 2GHz, 2 cores, "},
		{strings.ReplaceAll(two, "model name\t: Some CPU @ 2GHz\n", "BogoMIPS\t: 108.00\n"), 1, "2 cores, "},
		{"", 4, "4 cores, "},
	} {
		if got := hostText(c.cpuinfo, c.usable); !strings.HasPrefix(got, c.want) {
			t.Errorf("cpuinfo %q: got %q, want %q", c.cpuinfo, got, c.want)
		}
	}
}
