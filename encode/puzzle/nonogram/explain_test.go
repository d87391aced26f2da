package nonogram

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/native"
)

// explained returns the facts of a board's explanation by name, and the boards in its
// picture.
func explained(t *testing.T, b *Board) (map[string]encode.Fact, []*puzzletest.Drawn) {
	t.Helper()
	x, err := b.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	facts := map[string]encode.Fact{}
	for _, f := range x.Facts {
		facts[f.Name] = f
	}
	p, err := x.Picture()
	if err != nil {
		t.Fatal(err)
	}
	boards, err := puzzletest.ReadBoards(p)
	if err != nil {
		t.Fatal(err)
	}
	return facts, boards
}

// TestExplain checks the facts and the number of boards in the picture, on boards that
// can be solved by hand.
func TestExplain(t *testing.T) {
	for _, c := range []struct {
		board         string
		lines, probes bool
		solutions     string
		forced        string // "": no such fact
		boards        int    // of the picture
	}{
		{heart, true, true, "1", "01010/11111/11111/01110/00100", 1},
		{"2x2:1/1/1/1", false, false, "2", "??/??", 3},
		{"2x2:1/1/1/1,d", true, true, "1", "01/10", 1},
		{"4x4:1/1/1/1/1/1/1/1,Ap", false, false, "6", "1000/0???/0???/0???", 3},
		{"1x1:/1", false, false, "0", "", 1},
	} {
		facts, boards := explained(t, mustParse(t, c.board))
		if facts["line_solvable"].Value != c.lines || facts["probing_solvable"].Value != c.probes || facts["solutions"].Value != c.solutions {
			t.Errorf("%s: %v", c.board, facts)
		}
		if f, ok := facts["forced"]; c.forced != "" && (!ok || f.Value != c.forced || f.Text != strings.ReplaceAll(c.forced, "/", "\n")+"\n") || ok && c.solutions == "0" {
			t.Errorf("%s: forced is %v, want %q", c.board, f, c.forced)
		}
		titles := map[string]bool{}
		for _, p := range boards {
			titles[p.Title] = true
		}
		if len(boards) != c.boards || len(titles) != c.boards || titles[""] {
			t.Errorf("%s: %d boards with the titles %v, want %d", c.board, len(boards), titles, c.boards)
		}
	}
}

// TestExplainAgainstBrute checks the facts of random boards against the lists of their
// solutions, which brute force finds.
func TestExplainAgainstBrute(t *testing.T) {
	kinds := map[string]int{}
	rng := rand.New(rand.NewPCG(7, 0))
	for range 300 {
		b := small(context.Background(), rng).(*Board)
		if max(len(b.rows), len(b.cols)) > 10 {
			continue // byLines would take long
		}
		all := puzzletest.List(t, &Puzzle, b, "brute", 1000)
		facts, _ := explained(t, b)
		want := strconv.Itoa(len(all))
		if len(all) == 1000 { // brute force stopped
			continue
		}
		if facts["solutions"].Value != want {
			t.Errorf("%v: solutions is %v, want %s", b, facts["solutions"].Value, want)
		}
		lines := facts["line_solvable"].Value
		if lines != byLines(b) {
			t.Errorf("%v: line_solvable is %v, want %v", b, lines, !lines.(bool))
		}
		probes := facts["probing_solvable"].Value
		if probes == true && len(all) != 1 || lines == true && probes != true {
			t.Errorf("%v, with %d solutions: line_solvable is %v, probing_solvable %v", b, len(all), lines, probes)
		}
		kinds[[]string{"0", "1", "2 or more"}[min(len(all), 2)]]++
		if len(all) == 0 {
			continue
		}
		forced := make([]byte, 0, len(all[0])+len(b.rows))
		for at := range len(all[0]) {
			if at > 0 && at%len(b.cols) == 0 {
				forced = append(forced, '/')
			}
			cell := '0' + all[0][at]
			if slices.ContainsFunc(all, func(s encode.Solution) bool { return s[at] != all[0][at] }) {
				cell = '?'
			}
			forced = append(forced, cell)
		}
		if facts["forced"].Value != string(forced) {
			t.Errorf("%v: forced is %v, want %s", b, facts["forced"].Value, forced)
		}
	}
	if kinds["0"] < 10 || kinds["1"] < 10 || kinds["2 or more"] < 10 {
		t.Errorf("kinds of boards: %v", kinds)
	}
}

// TestExplainCounts checks the number of solutions on boards of n x n cells with one black cell in each
// line, which have n! solutions. Explain stops after mostCounted.
func TestExplainCounts(t *testing.T) {
	for n, want := range map[int]string{3: "6", 6: "720", 7: "2 or more"} {
		b := mustParse(t, fmt.Sprintf("%dx%d:%s", n, n, strings.TrimSuffix(strings.Repeat("1/", 2*n), "/")))
		if facts, _ := explained(t, b); facts["solutions"].Value != want {
			t.Errorf("%d lines: %v solutions, want %s", n, facts["solutions"].Value, want)
		}
	}
}

// byLines reports whether solving line by line decides all cells. byLines goes through all fillings
// of each line, and repeats this until no further cell is decided.
func byLines(b *Board) bool {
	h, w := len(b.rows), len(b.cols)
	var can [2][]bool // by cell: whether the cell can be white, and whether it can be black
	for v := range can {
		can[v] = make([]bool, h*w)
		for at := range can[v] {
			can[v][at] = b.given == nil || b.given[at] == open || b.given[at] == []byte{white, black}[v]
		}
	}
	for changed := true; changed; {
		changed = false
		for l := range h + w {
			first, step, n, runs := l*w, 1, w, []int(nil)
			if l < h {
				runs = b.rows[l]
			} else {
				first, step, n, runs = l-h, w, h, b.cols[l-h]
			}
			var some [2][]bool
			some[0], some[1] = make([]bool, n), make([]bool, n)
			for x := range 1 << n {
				p := &picture{1, n, make([]bool, n)}
				ok := true
				for i := range n {
					p.cells[i] = x>>i&1 == 1
					ok = ok && can[x>>i&1][first+i*step]
				}
				if ok && slices.Equal(p.clues().rows[0], runs) {
					for i := range n {
						some[x>>i&1][i] = true
					}
				}
			}
			for v := range can {
				for i := range n {
					if at := first + i*step; can[v][at] && !some[v][i] {
						can[v][at], changed = false, true
					}
				}
			}
		}
	}
	for at := range h * w {
		if can[0][at] == can[1][at] {
			return false
		}
	}
	return true
}

// TestForcedNone checks the fact forced and the picture for a board on which Search gives up and
// Forced then finds that there is no solution.
func TestForcedNone(t *testing.T) {
	x := &encode.Explanation{}
	if err := mustParse(t, "2x2:1/1/1/").forced(context.Background(), native.Limit{}, x, nil); err != nil {
		t.Fatal(err)
	}
	p, err := x.Picture()
	if err != nil {
		t.Fatal(err)
	}
	if boards, err := puzzletest.ReadBoards(p); err != nil || len(boards) != 1 || boards[0].Title == "" {
		t.Errorf("the boards are %v, %v", boards, err)
	}
	if len(x.Facts) != 1 || x.Facts[0].Value != nil || x.Facts[0].Text == "" {
		t.Errorf("got %v", x.Facts)
	}
}

func TestExplainCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if x, err := mustParse(t, heart).Explain(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", x, err)
	}
}

// An ending context behaves as cancelled after its method Err has been called a certain
// number of times.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// TestExplainCut cancels the context at various points of Explain. Each time, Explain must return
// context.Canceled after at most ten further calls of the method Err of the context. Without a
// cancellation, Explain must return all facts.
func TestExplainCut(t *testing.T) {
	b := blotches(rand.New(rand.NewPCG(1, 1)), 20, 20, 0.3, 0).clues()
	for _, n := range []int{1, 2, 5, 20, 100, 300, 1000, 3000} {
		ctx := &ending{context.Background(), n}
		if x, err := b.Explain(ctx); !errors.Is(err, context.Canceled) || ctx.looks < -10 {
			t.Errorf("%d looks: %v, %v, %d looks later", n, x, err, -ctx.looks)
		}
	}
	facts, _ := explained(t, b)
	if facts["solutions"].Value != "2 or more" || facts["forced"].Text == "" {
		t.Errorf("got %v", facts)
	}
}

// TestPicture checks that pictures show the clues before the rows and above the columns,
// black cells, and an x in given white cells. The picture of the forced cells must show
// the other cells in yellow.
func TestPicture(t *testing.T) {
	read := func(b *Board, s *encode.Solution) *puzzletest.Drawn {
		boards, err := puzzletest.ReadBoards(b.Picture(s))
		if err != nil || len(boards) != 1 {
			t.Fatal(boards, err)
		}
		return boards[0]
	}
	fills := func(p *puzzletest.Drawn) (all string) {
		for _, c := range p.Cells {
			all += map[draw.Colour]string{draw.Black: "#", draw.White: ".", draw.Yellow: "?"}[c.Fill] + strings.Join(c.Texts, "")
		}
		return all
	}
	b := mustParse(t, "3x2:1//1/1.1/,Aae")
	clues := read(b, nil)
	if got, want := strings.Join(append(clues.Left, clues.Top...), " "), "1 1 0 1 0 1"; got != want {
		t.Errorf("the clues are %s, want %s", got, want)
	}
	if got, want := fills(clues), "#.x...."; got != want {
		t.Errorf("the clues are drawn %s, want %s", got, want)
	}
	s := encode.Solution("\x01\x00\x01\x00\x00\x00")
	if got, want := fills(read(b, &s)), "#.#..."; got != want {
		t.Errorf("the solution is drawn %s, want %s", got, want)
	}
	_, boards := explained(t, mustParse(t, "2x2:1/1/1/1"))
	if got := fills(boards[0]); got != "????" {
		t.Errorf("forced cells are drawn %s, want ????", got)
	}
}
