package ask

import (
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/encode/capability/deduction"
)

// deducible has a board of each puzzle with techniques. The boards of battleships and sherlock are
// smaller than the examples of these puzzles.
var deducible = map[string]string{
	"battleships": "rows=4,0,3,0,3,0 cols=1,3,2,0,3,1 fleet=3,2,2,1,1,1 given=....../....../.....r/....../....../......",
	"calendar":    "10-06",
	"exactcover":  "1 2 3 4 5 6 7 ; 1 4 7 ; 1 4 ; 4 5 7 ; 3 5 6 ; 2 3 6 7 ; 2 7",
	"gf2":         "110|1/011|0/111|1",
	"laplace":     "sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15",
	"lightsout":   ".#./##./...",
	"map":         "15x11n20:acdakcadfedafbabaeeacbdacebafadcacaefbcbbbfaaabcecfbbahbbbdaeaacbafadcabaccecbabdbfaaahabfcbfacaabdaoab,a1b2e02a0c0a3",
	"minesweeper": "9x9:8,2,m5c8e5d38a39d576e46720",
	"nonogram":    "5x5:2/4/4/4/2/1.1/5/5/3/1",
	"packing":     "..../.#..;xxxx;x;xx",
	"pairplace":   ".CBED./.E..B./E...A./BAE.C./......",
	"pentomino":   "...../#..#./...../.#.##",
	"pushpull":    "011110110",
	"sherlock":    "drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;left dog milk;at fox 3",
	"submarines":  "rows=2,1,3 cols=1,2,3",
	"sudoku":      "..1.4......3.2..",
}

// TestPlaceInAnyOrder plays a board of each puzzle with techniques in three orders: always the
// first possible move, always the last possible move, and a random possible move. The states at the
// end must be equal to each other and to the final state of the question "deduce".
func TestPlaceInAnyOrder(t *testing.T) {
	tried := 0
	for _, p := range desk.Puzzles {
		text, ok := deducible[p.Name]
		if in, err := p.Parse(p.Example); err == nil {
			if _, has := in.(deduction.Deducible); has != ok {
				t.Errorf("%s has techniques: %v", p.Name, has)
			}
		}
		if !ok {
			refused(t, "place", about(p.Name, p.Example))
			continue
		}
		tried++
		t.Run(p.Name, func(t *testing.T) {
			question := about(p.Name, text)
			want := ask[Deduced](t, "deduce", and(question, object{"picture": -1}))
			rng := rand.New(rand.NewPCG(1, 1))
			paths := map[string]bool{}
			for _, pick := range []func(n int) int{
				func(int) int { return 0 }, func(n int) int { return n - 1 }, rng.IntN,
			} {
				now := ask[Placed](t, "place", question)
				path := ""
				for len(now.Moves) > 0 {
					if now.Verdict != "" {
						t.Fatalf("verdict %s, but %d moves are possible", now.Verdict, len(now.Moves))
					}
					k := pick(len(now.Moves))
					chosen := now.Moves[k]
					now = ask[Placed](t, "place", and(question, object{"state": now.State, "choose": k}))
					if now.Made == nil || now.Made.Text != chosen.Text {
						t.Fatalf("chose %q, made %+v", chosen.Text, now.Made)
					}
					path += chosen.Text + "\n"
				}
				if now.State != want.State || now.Verdict != want.Verdict {
					t.Errorf("%s in the state %s, want %s in %s, after\n%s", now.Verdict, now.State, want.Verdict, want.State, path)
				}
				paths[path] = true
			}
			if len(paths) < 2 {
				t.Error("all orders are the same")
			}
		})
	}
	if tried != len(deducible) {
		t.Errorf("%d puzzles have techniques, want %d", tried, len(deducible))
	}
}

// TestPlaceInABrokenState checks the verdict of a board whose clues contradict each other, and wrong
// states and choices.
func TestPlaceInABrokenState(t *testing.T) {
	question := about("sudoku", deducible["sudoku"])
	first := ask[Placed](t, "place", question)
	broken := ask[Placed](t, "place", and(about("sudoku", "1.1............."), object{"picture": 0}))
	for len(broken.Moves) > 0 {
		broken = ask[Placed](t, "place", and(about("sudoku", "1.1............."), object{"state": broken.State, "choose": 0, "picture": 0}))
	}
	if broken.Verdict != "contradiction" || broken.State != strings.Repeat("0", len(first.State)) || broken.SVG == "" {
		t.Errorf("got %+v", broken)
	}
	if with := ask[Placed](t, "place", and(question, object{"picture": 1})); with.SVG == "" {
		t.Error("want one picture, of the second move")
	}
	// A value that a clue excludes stays excluded.
	if all := ask[Placed](t, "place", and(question, object{"state": strings.Repeat("f", len(first.State))})); all.State != first.State {
		t.Errorf("the state is %s, want %s", all.State, first.State)
	}
	for _, more := range []object{
		{"state": "12"}, {"state": strings.Repeat("g", len(first.State))}, {"choose": -1}, {"choose": len(first.Moves)}, {"choose": "first"},
	} {
		refused(t, "place", and(question, more))
	}
}
