package judge

import (
	"fmt"
	"testing"
)

// TestBlame checks that Blame returns KnownWrong only for answers that are known to be wrong. If
// answers contradict each other and nobody knows which answer is wrong, Blame must return
// Disputed.
func TestBlame(t *testing.T) {
	for _, c := range []struct {
		name, records string
		suspects      Suspects
		want          []Blame
	}{
		{"all agree", "native/a 5, sat/b 5", nil, []Blame{Blameless, Blameless}},
		{"one against one", "native/a 5, sat/b 6", nil, []Blame{Disputed, Disputed}},
		{"brute force decides", "native/a 5, sat/b 6, brute 5", nil, []Blame{Blameless, KnownWrong, Blameless}},
		{"two readings against one", "native/a 5, sat/b 6, rules 5", nil, []Blame{Blameless, KnownWrong, Blameless}},
		{"a method known to be wrong", "native/a 5, bad 6", Suspects{"bad"}, []Blame{Blameless, KnownWrong}},
		{"a dispute beside a method known to be wrong", "native/a 5, sat/b 6, bad 7", Suspects{"bad"}, []Blame{Disputed, Disputed, KnownWrong}},
		{"a method under test that is right", "native/a 5, bad 5", Suspects{"bad"}, []Blame{Blameless, Blameless}},
		{"a broken rule", "native/a 5, sat/b wrong", nil, []Blame{Blameless, KnownWrong}},
		{"no answer", "native/a 5, sat/b timeout", nil, []Blame{Blameless, Blameless}},
	} {
		if got := Compare(recs(c.records)).Blame(c.suspects); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
