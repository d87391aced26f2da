package answer

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/catalog"
	"counterproof/native"
)

// TestOrders compares the numbers of feasible sets and orders with closed forms. The neighbours of one
// given region lose its colour in any order: n neighbours give 2^n sets and n! orders. Along a path in
// two colours, there is one order. Two such paths of 3 steps give 4*4 sets and C(6,3) orders.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		board        string
		sets, orders int
	}{
		{"regions=6 colours=3 edges=0-1,0-2,0-3,0-4,0-5 given=0:1", 32, 120},
		{"regions=4 colours=2 edges=0-1,1-2,2-3 given=0:0", 4, 1},
		{"regions=8 colours=2 edges=0-1,1-2,2-3,4-5,5-6,6-7 given=0:0,4:0", 16, 20},
		{"regions=1 colours=2", 1, 1},
	} {
		all := ordersOf(t, "map", c.board, deduction.Options{Use: func(r deduction.Rule) bool { return !r.Unique }})
		if len(all.Sets) != c.sets || len(all.Ends) != 1 || all.Ends[0].Orders.Cmp(big.NewInt(int64(c.orders))) != 0 {
			t.Errorf("%s: %d sets, ends %+v, want %d sets, %d orders", c.board, len(all.Sets), all.Ends, c.sets, c.orders)
		}
	}
}

// TestManySets checks that a board with far too many sets is refused without listing them, which would
// take minutes for this limit.
func TestManySets(t *testing.T) {
	for _, name := range []string{"battleships", "calendar"} {
		in := catalog.Find(name).ExampleBoard().(deduction.Deducible)
		if _, err := AllOrders(t.Context(), in, deduction.Options{}, 1_000_000); !errors.Is(err, ErrManySets) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func ordersOf(t *testing.T, puzzle, board string, o deduction.Options) *Orders {
	t.Helper()
	in, err := catalog.Find(puzzle).Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	all, err := AllOrders(t.Context(), in.(deduction.Deducible), o, 5000)
	if err != nil {
		t.Fatalf("%s: %v", board, err)
	}
	if _, err := AllOrders(t.Context(), in.(deduction.Deducible), o, len(all.Sets)); err != nil {
		t.Errorf("%s, as many sets as the limit: %v", board, err)
	}
	if _, err := AllOrders(t.Context(), in.(deduction.Deducible), o, len(all.Sets)-1); len(all.Sets) > 1 && !errors.Is(err, ErrManySets) {
		t.Errorf("%s, limit %d: %v", board, len(all.Sets)-1, err)
	}
	return all
}

// TestOrdersOfEach lists every order of a small board of each puzzle, one step after the other, and
// compares the numbers. Every order ends in the state of Deduce.
func TestOrdersOfEach(t *testing.T) {
	for _, c := range []struct{ puzzle, board string }{
		{"sudoku", "1234341221434..1"}, {"map", "regions=7 colours=3 edges=0-3,1-4,2-5,3-4,4-5,3-6,5-6 given=0:2,1:0,2:1"},
		{"pairplace", "BADC/C.AB"}, {"sherlock", "drink:tea,milk,juice;at tea 1;left milk juice"}, {"nonogram", "2x2:2//1/1"},
		{"minesweeper", "mines=2 ????/1221/...."}, {"battleships", "rows=1,0 cols=0,1 fleet=1"},
	} {
		all := ordersOf(t, c.puzzle, c.board, deduction.Options{})
		in, err := catalog.Find(c.puzzle).Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		board := in.(deduction.Deducible)
		sets, orders := map[string]bool{}, int64(0)
		var walk func(s []uint64)
		walk = func(s []uint64) {
			sets[string(encodeState(s))] = true
			d, err := board.Deduce(t.Context(), new(native.Stats), deduction.Options{From: s, Triggered: true})
			if err != nil {
				t.Fatal(err)
			}
			next := map[deduction.Gone]bool{}
			for _, st := range d.Steps {
				next[st.Gone] = true
			}
			if len(next) == 0 {
				orders++
			}
			for gone := range next {
				less := slices.Clone(s)
				less[gone.Site] &^= 1 << gone.Value
				walk(less)
			}
		}
		walk(all.Sets[0].State)
		d, err := Deduce(t.Context(), board, deduction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		end := all.Ends[0]
		if len(all.Ends) != 1 || end.States != 1 || !slices.Equal(end.State, d.State) || len(end.Made) != len(d.Steps) || len(d.Steps) == 0 {
			t.Errorf("%s: %d ends, first %v, want %v after %d steps", c.puzzle, len(all.Ends), end.State, d.State, len(d.Steps))
		}
		if len(all.Sets) != len(sets) || end.Orders.Cmp(big.NewInt(orders)) != 0 {
			t.Errorf("%s: %d sets, %v orders, want %d, %d", c.puzzle, len(all.Sets), end.Orders, len(sets), orders)
		}
		t.Logf("%s: %d sets, %d orders", c.puzzle, len(sets), orders)
	}
}

func encodeState(s []uint64) (b []byte) {
	for _, left := range s {
		b = append(b, byte(left), byte(left>>8))
	}
	return b
}

// TestLossy checks that the trap of maps makes orders end in different states, which no other rules do,
// and that it is used only where it is asked for.
func TestLossy(t *testing.T) {
	const board = "regions=6 colours=4 edges=0-1,0-2,0-3,3-4,3-5 given=1:0,2:1,4:3,5:2"
	easy := func(r deduction.Rule) bool { return r.Level == "easy" }
	if all := ordersOf(t, "map", board, deduction.Options{Use: easy}); len(all.Ends) != 1 || all.Ends[0].Verdict() != "stuck" {
		t.Errorf("without the trap: %+v", all.Ends)
	}
	verdicts := []string{}
	all := ordersOf(t, "map", board, deduction.Options{Use: easy, Trap: "lossy"})
	for _, end := range all.Ends {
		verdicts = append(verdicts, end.Verdict())
		if !slices.ContainsFunc(end.Made, func(st deduction.Step) bool { return st.Rule.Level == deduction.TrapLevel }) {
			t.Errorf("%s: no step of the trap", end.Verdict())
		}
	}
	if !slices.Equal(verdicts, []string{"not unique", "solved", "stuck"}) {
		t.Errorf("the orders end in %v", verdicts)
	}
	in := catalog.Find("map").ExampleBoard()
	if traps := deduction.Traps(in); len(traps) != 1 || traps[0].Name != "lossy" || slices.Contains(deduction.Levels(in), deduction.TrapLevel) {
		t.Errorf("traps %v, levels %v", traps, deduction.Levels(in))
	}
}
