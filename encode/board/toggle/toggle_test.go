package toggle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/native/gf2"
)

// A puzzle is a board with its matrix.
type puzzle struct {
	*Board
	matrix *gf2.Matrix
}

func (p puzzle) Matrix() *gf2.Matrix { return p.matrix }

func (puzzle) Check(encode.Solution) error { return nil }

func (puzzle) Encode(*encode.Encoder) {}

func (puzzle) String() string { return "" }

// TestExplain checks the facts, texts and pictures for four boards. On the first, each of the
// three buttons toggles all lights. On the next two boards, the buttons toggle nothing. On the last
// board, the only button toggles the only light.
func TestExplain(t *testing.T) {
	all := gf2.NewMatrix(3, 3)
	for i := range 3 {
		for j := range 3 {
			all.Set(i, j)
		}
	}
	one := gf2.NewMatrix(1, 1)
	one.Set(0, 0)
	for _, x := range []struct {
		board  Board
		matrix *gf2.Matrix
		want   string // name: text; or name = value if there is no text
		drawn  []string
	}{
		{Board{H: 1, W: 3, Lit: []bool{true, true, true}}, all,
			"rank = 1; nullity = 2; solvable = true; solutions = 4; min_presses = 1; fewest: @##; kernel: oo.  o.o",
			[]string{"1: @##", "1: oo.", "2: o.o"}},
		{Board{H: 2, W: 1, Lit: []bool{false, true}}, gf2.NewMatrix(2, 2),
			"rank = 0; nullity = 2; solvable = false; solutions = 0; kernel: o  .\n.  o",
			[]string{": .#", "1: o.", "2: .o"}},
		{Board{H: 1, W: 5, Lit: make([]bool, 5)}, gf2.NewMatrix(5, 5),
			"rank = 0; nullity = 5; solvable = true; solutions = 32; min_presses = 0; fewest: .....; kernel: o....  .o...  ..o..  ...o.  ....o",
			[]string{"0: .....", "1: o....", "2: .o...", "3: ..o.."}},
		{Board{H: 1, W: 1, Lit: []bool{true}}, one,
			"rank = 1; nullity = 0; solvable = true; solutions = 1; min_presses = 1; fewest: @; kernel: every set of one or more pushes moves some block; inverse: 1",
			[]string{"1: @"}},
	} {
		x.board.Words = Words{Presses: "pushes", Effect: "moves some block"}
		x.board.Puzzle = puzzle{&x.board, x.matrix}
		e, err := x.board.Explain(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range e.Facts {
			if f.Text != "" {
				got = append(got, f.Name+": "+f.Text)
			} else {
				got = append(got, f.Name+" = "+fmt.Sprint(f.Value))
			}
		}
		if got := strings.Join(got, "; "); got != x.want {
			t.Errorf("got\n%s\nwant\n%s", got, x.want)
		}
		picture, err := e.Picture()
		if err != nil {
			t.Fatal(err)
		}
		if got := drawn(t, picture); !slices.Equal(got, x.drawn) {
			t.Errorf("drawn are %q, want %q", got, x.drawn)
		}
	}
}

const letters = "abcdefghijklmnopqrstuvwxyz :"

// drawn reads the boards of a picture. For each board, it returns the number in the title, and the
// cells as Draw would draw them.
func drawn(t *testing.T, p *draw.Picture) (all []string) {
	t.Helper()
	boards, err := puzzletest.ReadBoards(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range boards {
		s := strings.TrimLeft(p.Title, letters) + ": "
		for _, c := range p.Cells {
			k, ok := map[draw.Colour]int{draw.White: 0, draw.Yellow: 1}[c.Fill]
			if !ok || len(c.Texts)+len(p.Chains) > 0 {
				t.Errorf("a cell is %+v, with the chains %v", c, p.Chains)
			}
			if c.Disc {
				k += 2
			}
			s += ".#o@"[k : k+1]
		}
		all = append(all, s)
	}
	return all
}

// TestPicture checks how a picture shows a cell in all four states, and a board without a solution.
func TestPicture(t *testing.T) {
	b := Board{H: 2, W: 2, Lit: []bool{false, true, false, true}}
	s := encode.Solution("\x00\x00\x01\x01")
	for _, c := range []struct {
		s    *encode.Solution
		want string
	}{{nil, ": .#.#"}, {&s, ": .#o@"}} {
		if got := drawn(t, b.Picture(c.s)); len(got) != 1 || got[0] != c.want {
			t.Errorf("drawn is %q, want %q", got, c.want)
		}
	}
}

// TestNotTheFewest checks a board with too many solutions to search for the one with the fewest
// presses. The fact min_presses must have only a text, but the picture must show a solution. The
// board has 120 buttons. Each button toggles random lights among the first 60.
func TestNotTheFewest(t *testing.T) {
	const n = 120
	rng := rand.New(rand.NewPCG(3, 3))
	matrix := gf2.NewMatrix(n, n)
	toggles := make([][]bool, n)
	board := Board{H: 10, W: 12, Lit: make([]bool, n)}
	for i := range toggles {
		toggles[i] = make([]bool, n)
		for j := range n {
			if toggles[i][j] = i < n/2 && rng.IntN(2) == 1; toggles[i][j] {
				matrix.Set(i, j)
			}
		}
		board.Lit[i] = toggles[i][0] // pressing only button 0 is a solution
	}
	board.Puzzle = puzzle{&board, matrix}
	e, err := board.Explain(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(e.Facts, func(f encode.Fact) bool { return f.Name == "min_presses" })
	if f := e.Facts[at]; f.Value != nil || f.Text == "" {
		t.Errorf("min_presses: %+v", f)
	}
	p, err := e.Picture()
	if err != nil {
		t.Fatal(err)
	}
	picture := drawn(t, p)[0]
	_, cells, ok := strings.Cut(picture, ": ")
	if !ok || len(cells) != n {
		t.Fatalf("drawn is %q", picture)
	}
	for i, row := range toggles {
		lit := board.Lit[i]
		if shown := cells[i] == '#' || cells[i] == '@'; shown != lit {
			t.Errorf("light %d is drawn lit: %v", i, shown)
		}
		for j, toggles := range row {
			lit = lit != (toggles && (cells[j] == 'o' || cells[j] == '@'))
		}
		if lit {
			t.Errorf("light %d stays lit", i)
		}
	}
}

// TestTooMuchToPrint checks which facts Explain leaves out because they are too long. It must leave
// out the kernel of 100 x 100 buttons that toggle nothing. If each button toggles one light, the
// facts must include the inverse for 100 lights but not for 101.
func TestTooMuchToPrint(t *testing.T) {
	each := func(n int) *gf2.Matrix {
		m := gf2.NewMatrix(n, n)
		for i := range n {
			m.Set(i, i)
		}
		return m
	}
	const n = 100 * 100
	for _, c := range []struct {
		h, w    int
		matrix  *gf2.Matrix
		printed map[string]bool
	}{
		{100, 100, gf2.NewMatrix(n, n), map[string]bool{"kernel": false, "min_presses": true}},
		{10, 10, each(100), map[string]bool{"kernel": true, "inverse": true}},
		{1, 101, each(101), map[string]bool{"kernel": true, "inverse": false}},
	} {
		b := Dark(c.h, c.w)
		b.Puzzle = puzzle{&b, c.matrix}
		e, err := b.Explain(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for name, printed := range c.printed {
			i := slices.IndexFunc(e.Facts, func(f encode.Fact) bool { return f.Name == name && f.Value != nil })
			if i >= 0 != printed {
				t.Errorf("%dx%d: %s is printed: %v, want %v", c.h, c.w, name, i >= 0, printed)
			}
		}
	}
}
