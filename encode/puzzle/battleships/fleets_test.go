package battleships

import (
	"fmt"
	"strings"
	"testing"

	"counterproof/encode/puzzletest"
)

// TestFleets checks in how many ways a fleet can be placed on an empty board. A script found the
// expected numbers. The native method counts all ways. SAT and the native method also list the ways
// if there are few enough; for SAT, the limit is 2000.
func TestFleets(t *testing.T) {
	for _, c := range []struct {
		n     int
		fleet string
		want  int
		list  bool
	}{
		{4, "2,1,1", 380, true},
		{5, "2,1,1", 3444, true},
		{5, "3,2,2,1,1,1", 1428, true},
		{6, "3,2,2,1,1,1", 894_296, false},
	} {
		sums := strings.TrimSuffix(strings.Repeat("?,", c.n), ",")
		b := mustParse(t, "rows="+sums+" cols="+sums+" fleet="+c.fleet)
		if got := puzzletest.Count(t, &Puzzle, b, "native").String(); got != fmt.Sprint(c.want) {
			t.Errorf("%v: %s are counted, want %d", b, got, c.want)
		}
		if !c.list {
			continue
		}
		for _, name := range []string{"native", "sat"} {
			if name == "sat" && (c.want > 2000 || testing.Short()) {
				continue
			}
			if got := listed(t, b, name, c.want+1); got != c.want {
				t.Errorf("%v by %s: %d solutions, want %d", b, name, got, c.want)
			}
		}
	}
}

// TestBoard113 checks that fact 113 of CSPLib's file is read as board 113 of the
// published boards, and that it has one solution.
func TestBoard113(t *testing.T) {
	o := readOracles(t)
	ins, err := read([]byte(board113))
	if err != nil || len(ins) != 1 {
		t.Fatal(ins, err)
	}
	p := o.Boards["113"]
	if got, want := ins[0].String(), p.after(len(p.Hints)).String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := listed(t, ins[0].(*Board), "native", 2); got != 1 {
		t.Errorf("%d solutions, want 1", got)
	}
	if b := mustParse(t, strings.Join(strings.Fields(board113), "")); b.String() != ins[0].String() {
		t.Errorf("on one line it is %v", b)
	}
}
