package data

import (
	"testing"

	"counterproof/bench/result"
	"counterproof/reports/judge"
	"counterproof/reports/recordtest"
)

func TestExtremes(t *testing.T) {
	s := NewTally([]result.Record{recordtest.Exact("b", "native/a", "9"), recordtest.Exact("a", "native/a", "9"), recordtest.Exact("c", "native/a", "10"), recordtest.Unknown("d", "native/a", result.Timeout)})
	names := func(boards []*judge.Board) (ns string) {
		for _, b := range boards {
			ns += b.Name
		}
		return ns
	}
	fewest, most := Extremes(s, 2)
	if names(fewest) != "ab" || names(most) != "ca" {
		t.Errorf("got %s, %s, want ab, ca", names(fewest), names(most))
	}
	fewest, most = Extremes(s, 20)
	if names(fewest) != "abc" || names(most) != "cab" {
		t.Errorf("got %s, %s, want abc, cab", names(fewest), names(most))
	}
}
