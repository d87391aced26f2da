package minesweeper

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native"
	"counterproof/sat"
	"counterproof/sat/cnf"
)

func mustPlay(t testing.TB, g *game) *opening {
	t.Helper()
	p, err := g.play(context.Background(), new(native.Stats))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// possible reports whether SAT finds a solution in which the cell has the value. The
// board must not be a game.
func possible(t *testing.T, b *Board, cell, value int) bool {
	t.Helper()
	e := encode.NewEncoder(b.Sites(), Puzzle.Styles[0])
	b.Encode(e)
	e.Add(e.Is(b.siteOf()[cell], value))
	found := false
	err := sat.Blocking{F: &e.Encoding().Formula}.Search(context.Background(), new(cnf.Stats), func(cnf.Model) bool {
		found = true
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestPlayIsProved checks with SAT each cell that a play opens or calls a mine. On the board before
// the step, the other value of the cell must be impossible. If the play ends before the game is
// solved, SAT must find that every covered cell can still have either value.
func TestPlayIsProved(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	by := map[string]int{}
	for range 40 {
		g := hide(rng, 6, 6, 3+rng.IntN(6))
		if g.first = rng.IntN(36); g.mine[g.first] {
			continue
		}
		p := mustPlay(t, g)
		b := g.board() // before the step
		mines := b.mines
		b.game = nil
		for _, s := range p.steps {
			before := *b
			before.cells = slices.Clone(b.cells)
			for value, cells := range [2][]int{s.safe, s.mines} {
				for _, i := range cells {
					if before.cells[i] != covered {
						t.Fatalf("%v: cell %d, of step %v, is not covered on %v", g, i, s, &before)
					}
					if possible(t, &before, i, 1-value) {
						t.Fatalf("%v: cell %d, of step %v, is not proved on %v", g, i, s, &before)
					}
				}
			}
			for _, i := range s.safe {
				g.open(b.cells, i)
			}
			for _, i := range s.mines {
				b.cells[i] = flagged
			}
			if s.number < 0 {
				by["all"]++
			} else {
				by["one"]++
			}
		}
		if !slices.Equal(b.cells, p.shows) || b.mines != mines {
			t.Errorf("%v: the steps lead to %v, the play ends otherwise", g, b)
		}
		closed := 0
		for i, shows := range b.cells {
			if shows != covered || p.closed == 0 {
				continue
			}
			if !g.mine[i] {
				closed++
			}
			for value := range 2 {
				if by["stuck"] < 5 && !possible(t, b, i, value) {
					t.Errorf("%v: the play ends on %v, where cell %d is never %d", g, b, i, value)
				}
			}
		}
		if closed != p.closed {
			t.Errorf("%v: %d cells are closed, it says %d", g, closed, p.closed)
		}
		if p.closed > 0 {
			by["stuck"]++
		} else {
			by["solved"]++
		}
	}
	if by["all"] < 5 || by["one"] < 20 || by["stuck"] < 5 || by["solved"] < 5 {
		t.Errorf("steps and plays of each kind: %v", by)
	}
}

// TestPlayEnds checks that a play that needs native/sums returns the context's error if
// the context is cancelled.
func TestPlayEnds(t *testing.T) {
	g := mustParse(t, "4x4:0,0,u0006").game // two mines in the bottom row
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if p, err := g.play(ctx, new(native.Stats)); err != context.Canceled {
		t.Errorf("%+v, %v", p, err)
	}
}

// ids returns the game IDs in testdata/mines.txt, and the number of mines of each. The IDs are the
// output of sgt-mines --generate (Debian's sgt-puzzles 20230122): ten each of 9x9n10, 9x9n35,
// 16x16n40 and 30x16n99.
func ids(t testing.TB) (all []string, mines []int) {
	t.Helper()
	all = puzzletest.Lines(t, "testdata/mines.txt", 40)
	for i := range all {
		mines = append(mines, [4]int{10, 35, 40, 99}[i/10])
	}
	return all, mines
}

// playable checks a game ID of sgt-mines. The ID must print unchanged, and the game must have the
// right number of mines. The game must be solvable without guessing from its first square, as
// sgt-mines promises.
func playable(t *testing.T, id string, mines int) {
	t.Helper()
	b := mustParse(t, id)
	if b.String() != id {
		t.Errorf("%s is printed as %s", id, b)
	}
	n := 0
	for _, mine := range b.game.mine {
		if mine {
			n++
		}
	}
	if n != mines || b.mines != mines {
		t.Errorf("%s: %d mines, the board says %d, want %d", id, n, b.mines, mines)
	}
	if b.cells[b.game.first] != 0 {
		t.Errorf("%s: its square opens no region:\n%s", id, b.Draw(nil))
	}
	if p := mustPlay(t, b.game); p.closed > 0 {
		t.Errorf("%s: %d cells stay closed", id, p.closed)
	}
}

func TestMines(t *testing.T) {
	all, mines := ids(t)
	for k, id := range all {
		playable(t, id, mines[k])
	}
}

// TestFreshMines checks that new games of the installed sgt-mines pass the checks of
// playable.
func TestFreshMines(t *testing.T) {
	program := processtest.Program(t, "sgt-mines")
	for params, mines := range map[string]int{"9x9n10": 10, "9x9n35": 35, "16x16n40": 40, "30x16n99": 99} {
		out, err := exec.Command(program, "--generate", "5", params).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range strings.Fields(string(out)) {
			playable(t, id, mines)
		}
	}
}

// TestMinesReads checks that parse accepts exactly the game IDs that sgt-mines loads. The
// IDs include some that String prints.
func TestMinesReads(t *testing.T) {
	program := processtest.Program(t, "sgt-mines")
	stored, _ := ids(t)
	all := []string{stored[0], stored[10], stored[20], stored[30]}
	rng := rand.New(rand.NewPCG(9, 0))
	for _, size := range []encode.Size{{H: 9, W: 9, N: 10}, {H: 5, W: 7, N: 8, R: 5, C: 7}, {H: 16, W: 30, N: 99}, {H: 3, W: 3}} {
		in, err := Puzzle.Generate(context.Background(), rng, size, func(encode.Instance) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, in.String())
	}
	all = append(all, hide(rng, 8, 11, 20).String(), // no first square
		"9x9n10:8,5,m9b4c63b3f47f25757a7c0",
		"9x9n10aX3Y4:8,5,m9b4c63b3f47f25757a7c0",
		"9x9:8,5,u000000000000000000001",
		"9x9:8,5,000000000000000000001",
		"9x9:8,5,m9B4C63b3f47f25757a7c0",
		"09x9:08,05,m9b4c63b3f47f25757a7c0",
		"9x9:m9b4c63b3f47f25757a7c0",
		"9x9:a00000000000000000001",
		"9x9:9,5,m9b4c63b3f47f25757a7c0",
		"9x9:8,9,m9b4c63b3f47f25757a7c0",
		"9x9:8,5,m9b4c63b3f47f25757a7c",
		"9x9:8,5,m9b4c63b3f47f25757a7c00",
		"9x9:8,5m9b4c63b3f47f25757a7c0",
		"9x9:8,m9b4c63b3f47f25757a7c0",
		"9x9:8,5,x9b4c63b3f47f25757a7c0",
		"9x9:8,5,",
		"9x9:",
	)
	for _, id := range all {
		cmd := exec.Command(program, "--save", filepath.Join(t.TempDir(), "x"), "--save-suffix", ".sav")
		cmd.Stdin = strings.NewReader(id + "\n")
		out, err := cmd.CombinedOutput()
		loads := err == nil
		if !loads && !strings.Contains(string(out), "error parsing") {
			t.Fatalf("sgt-mines on %s: %v, %s", id, err, out)
		}
		if _, err := parse(id); (err == nil) != loads {
			t.Errorf("%q: we say %v, sgt-mines %q", id, err, out)
		}
	}
}

// TestOpen checks which cells are open on the board of a game ID. The open cells must be the first
// square and exactly the cells that can be reached from the first square through cells without
// mines around them.
func TestOpen(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	partly := 0
	for range 200 {
		h, w := 1+rng.IntN(8), 1+rng.IntN(8)
		g := hide(rng, h, w, rng.IntN(1+h*w/4))
		if g.first = rng.IntN(h * w); g.mine[g.first] {
			continue
		}
		b := mustParse(t, g.String())
		mines := func(i int) (n int8) {
			for j, mine := range g.mine {
				if mine && i != j && abs(i/w-j/w) <= 1 && abs(i%w-j%w) <= 1 {
					n++
				}
			}
			return n
		}
		open := map[int]bool{g.first: true}
		for again := true; again; {
			again = false
			for i := range g.mine {
				for j := range open {
					if !open[i] && mines(j) == 0 && abs(i/w-j/w) <= 1 && abs(i%w-j%w) <= 1 {
						open[i], again = true, true
						break
					}
				}
			}
		}
		for i, shows := range b.cells {
			if want := mines(i); open[i] && shows != want || !open[i] && shows != covered {
				t.Errorf("%s: cell %d shows %d of %d, open: %v", b, i, shows, want, open[i])
			}
		}
		if len(open) > 1 && len(open) < h*w {
			partly++
		}
	}
	if partly < 50 {
		t.Errorf("%d boards are open in part", partly)
	}
	for _, c := range []struct{ id, text string }{
		{"3x3:0,0,u008", "mines=1 .../.11/.1?"},
		{"3x3:0,0,u000", "mines=0 .../.../..."},
		{"3x3:u008", "mines=1 ???/???/???"},
		{"4x2:0,0,u20", "mines=1 .1??/.1??"},
	} {
		b := mustParse(t, c.id)
		b.game = nil
		if b.String() != c.text {
			t.Errorf("%s is %s, want %s", c.id, b, c.text)
		}
	}
}
