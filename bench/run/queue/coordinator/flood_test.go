package coordinator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFloods sends ten warnings a second for a day. Few lines may be printed, but they account for
// every warning. Another kind of warnings is not affected. After an hour without warnings, all
// warnings are printed again.
func TestFloods(t *testing.T) {
	all, now := floods{}, time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	var lines []string
	const sent = 10 * 24 * 3600
	for n := range sent {
		lines = append(lines, all.add("knocks", "knock", now)...)
		if n == 1000 {
			if got := all.add("rings", "ring", now); !slices.Equal(got, []string{"ring"}) {
				t.Errorf("another kind: %q", got)
			}
		}
		now = now.Add(time.Second / 10)
	}
	if len(lines) < 30 || len(lines) > 100 {
		t.Errorf("%d lines for a day", len(lines))
	}
	if got := lines[:20]; slices.ContainsFunc(got, func(line string) bool { return line != "knock" }) {
		t.Errorf("the first lines are %q", got)
	}
	now = now.Add(2 * time.Hour)
	lines = append(lines, all.settle(now)...)
	told := 0
	for _, line := range lines {
		var n int
		if line == "knock" {
			told++
		} else if _, count, ok := strings.Cut(line, "counted: "); ok {
			if _, err := fmt.Sscan(count, &n); err != nil {
				t.Error(err)
			}
			told += n
		}
	}
	if told != sent {
		t.Errorf("the lines account for %d warnings, want %d", told, sent)
	}
	all.settle(now.Add(2 * time.Hour))
	now = now.Add(3 * time.Hour)
	for range 5 {
		if got := all.add("knocks", "knock", now); !slices.Equal(got, []string{"knock"}) {
			t.Errorf("after a quiet time: %q", got)
		}
	}
}
