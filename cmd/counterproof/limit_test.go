package main

import (
	"strings"
	"testing"

	"counterproof/cmd/counterproof/console"
)

// TestLimitOfOne checks that count --limit 1 prints different answers for boards with one solution
// and with several, and that the help explains this.
func TestLimitOfOne(t *testing.T) {
	for _, c := range []struct{ puzzle, instance, want string }{
		{"calendar", "10-06", ">=1"},      // seven solutions, as published
		{"packing", "../..;xx;xx", ">=1"}, // the dominoes lie across or down
		{"packing", ".../.#.;xxx;x;x", "1"},
		{"packing", ".;xx", "0"},
	} {
		for _, method := range []string{"native", "sat", "sat/cubes"} {
			out, status := call(t, "", "count", "--limit", "1", "--method", method, c.puzzle, c.instance)
			if want := c.instance + "\t" + method + "\t" + c.want + "\n"; out != want || status != console.Done {
				t.Errorf("got %q, want %q, exit status %d", out, want, status)
			}
		}
	}
	for _, command := range []string{"count", "crosscheck"} {
		if out, status := call(t, "", command, "--help"); !strings.Contains(out, ">=1") || status != console.Done {
			t.Errorf("%s --help does not say what >=1 means, exit status %d:\n%s", command, status, out)
		}
	}
}
