package minesweeper

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
	"counterproof/native"
	"counterproof/native/sums"
)

// TestConflict checks the conflicts that Explain reports for contradictory boards. A conflict is a
// set of numbers, possibly with the total. The test goes through all placements of the mines. The
// whole conflict must not be satisfied by any placement. For every smaller set of numbers, with or
// without the total, at least one placement must satisfy the set.
func TestConflict(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	sizes := map[int]int{}
	totals := 0
	for boards := 0; boards < 60; {
		b := drawSmall(rng)
		b.game = nil
		b.perturb(rng)
		if n := len(b.Sites()); n < 2 || n > 11 || puzzletest.Count(t, &Puzzle, b, "native").String() != "0" {
			continue
		}
		got := puzzletest.Facts(t, b)
		conflict := got["conflict"].Value.([][2]int)
		total := got["conflict_total"].Value.(bool)
		if got["consistent"].Value != false || got["configurations"].Value != "0" || got["conflict_smallest"].Value != true || len(got) != 5 {
			t.Errorf("%v: %v", b, got)
		}
		size := len(conflict)
		if total {
			size++
			totals++
		}
		boards++
		sizes[min(size, 3)]++

		// truths[k] says which rules the k-th configuration satisfies, one bit per
		// rule: first the open cells, then the total.
		var rules []int // cells; -1 for the total
		for i, n := range b.cells {
			if n >= 0 {
				rules = append(rules, i)
			}
		}
		if b.mines >= 0 {
			rules = append(rules, -1)
		}
		keeps := map[uint64]bool{}
		for set := range 1 << len(b.Sites()) {
			mine := make([]int, len(b.cells))
			mines, site := 0, 0
			for i, shows := range b.cells {
				if shows == covered {
					mine[i] = set >> site & 1
					site++
				} else if shows == flagged {
					mine[i] = 1
				}
				mines += mine[i]
			}
			var kept uint64
			for k, i := range rules {
				n := 0
				for j, x := range mine {
					if i >= 0 && i != j && abs(i/b.w-j/b.w) <= 1 && abs(i%b.w-j%b.w) <= 1 {
						n += x
					}
				}
				if i < 0 && mines == b.mines || i >= 0 && n == int(b.cells[i]) {
					kept |= 1 << k
				}
			}
			keeps[kept] = true
		}
		contradicts := func(set uint64) bool {
			for kept := range keeps {
				if kept&set == set {
					return false
				}
			}
			return true
		}
		var found uint64
		for k, i := range rules {
			for _, at := range conflict {
				if i == at[0]*b.w+at[1] {
					found |= 1 << k
				}
			}
			if i < 0 && total {
				found |= 1 << k
			}
		}
		if !contradicts(found) {
			t.Errorf("%v: %v, total %v: is no conflict", b, conflict, total)
		}
		var smaller func(from, n int, set uint64)
		smaller = func(from, n int, set uint64) {
			if n == 0 {
				if contradicts(set) {
					t.Errorf("%v: %v, total %v: the rules %b contradict each other too", b, conflict, total, set)
				}
				return
			}
			for k := from; k+n <= len(rules); k++ {
				smaller(k+1, n-1, set|1<<k)
			}
		}
		if size > 1 && !t.Failed() {
			smaller(0, size-1, 0)
		}
	}
	if sizes[1] == 0 || sizes[2] == 0 || sizes[3] == 0 || totals == 0 {
		t.Errorf("boards by size of the conflict (3: or more) %v, %d with the total", sizes, totals)
	}
}

func TestConflictText(t *testing.T) {
	for _, c := range []struct{ board, conflict, text, title string }{
		{"?3?", "[[0,1]] false", "3, row 1, column 2, 2, 0", ""},
		{"?1?/?.?", "[[0,1],[1,1]] false", "1, row 1, column 2, 0, row 2, column 2", ""},
		{"mines=2 ?1?", "[[0,1]] true", "1, row 1, column 2, 2 mines", "(2 mines)"},
		{"mines=3 ??", "[] true", "3 mines, 2, 0", "(3 mines)"},
		{"mines=1 **?", "[] true", "1 mine, 1, 2", "(1 mine)"},
		{"mines=4 ?1?*?1?", "[[0,1],[0,5]] true", "1, row 1, column 2, 1, row 1, column 6, 4 mines", "(4 mines)"},
	} {
		b := mustParse(t, c.board)
		got := puzzletest.Facts(t, b)
		cells, err := json.Marshal(got["conflict"].Value)
		if err != nil || fmt.Sprint(string(cells), " ", got["conflict_total"].Value) != c.conflict || !facttest.States(got["conflict"].Text, c.text) {
			t.Errorf("%s: %s %v, %q; want %s, %q", c.board, cells, got["conflict_total"].Value, got["conflict"].Text, c.conflict, c.text)
		}
		p := picture(t, b)
		if p.Title == "" || !facttest.States(p.Title, c.title) {
			t.Errorf("%s: title %q, want %q", c.board, p.Title, c.title)
		}
		marked := 0
		for i, cell := range p.Cells {
			if cell.Fill == draw.Yellow {
				marked++
				if !strings.Contains(string(cells), fmt.Sprintf("[%d,%d]", i/b.w, i%b.w)) || len(cell.Texts) != 1 {
					t.Errorf("%s: cell %d is marked and shows %q", c.board, i, cell.Texts)
				}
			}
		}
		if marked != strings.Count(c.conflict, "[")-1 {
			t.Errorf("%s: %d marked cells", c.board, marked)
		}
	}
}

// A limited is a theory whose methods report that they reached their limits.
type limited struct {
	*sums.Problem
	counts bool
	found  []int // a conflict that need not be smallest
}

func (l limited) Analyse(ctx context.Context, st *native.Stats) (*sums.Analysis, error) {
	if !l.counts {
		return nil, sums.ErrLimit
	}
	return l.Problem.Analyse(ctx, st)
}

func (l limited) Conflict(context.Context, *native.Stats) ([]int, bool, error) {
	return l.found, l.found != nil, sums.ErrLimit
}

// TestExplainLimits checks that the text and the picture say what was not counted or found because
// of the limits. If a smaller conflict might exist, the text must say so.
func TestExplainLimits(t *testing.T) {
	b := mustParse(t, "mines=4 ?1?*?1?")
	for _, c := range []struct {
		name   string
		theory limited
		facts  string
		title  string
		marked string
	}{
		{"not counted", limited{}, "configurations=<nil>:, " + sums.ErrLimit.Error(), "(4 mines)", ""},
		{"not found", limited{counts: true}, "consistent=false: | configurations=0: | conflict=<nil>:, " + sums.ErrLimit.Error(), "(4 mines)", ""},
		{"not smallest", limited{counts: true, found: []int{0, 1}}, "consistent=false: | configurations=0: | conflict=[[0 1] [0 5]]:, 1, row 1, column 2, 1, row 1, column 6, 4 mines, " +
			"| conflict_total=true: | conflict_smallest=false:", "(4 mines)", "[1 5]"},
	} {
		p, numbers := b.problem()
		c.theory.Problem = p
		x, err := b.explain(context.Background(), c.theory, numbers)
		if err != nil {
			t.Fatal(c.name, err)
		}
		var all []string
		for _, f := range x.Facts {
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s=%v: %s", f.Name, f.Value, f.Text)))
		}
		if got := strings.Join(all, " | "); !facttest.States(got, c.facts) {
			t.Errorf("%s: %s, want %s", c.name, got, c.facts)
		}
		shown := pictured(t, x)
		if !facttest.States(shown.Title, c.title) {
			t.Errorf("%s: title %q, want %q", c.name, shown.Title, c.title)
		}
		var marked []int
		for i, cell := range shown.Cells {
			if cell.Fill == draw.Yellow {
				marked = append(marked, i)
			}
			if text := strings.Join(cell.Texts, ""); (b.cells[i] == 1) != (text == "1") || (b.cells[i] == flagged) != cell.Disc {
				t.Errorf("%s: cell %d shows %v", c.name, i, cell)
			}
		}
		if c.marked != "" && fmt.Sprint(marked) != c.marked || c.marked == "" && marked != nil {
			t.Errorf("%s: cells %v are marked, want %s", c.name, marked, c.marked)
		}
	}
}
