package minesweeper

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

func anyBoard(encode.Instance) bool { return true }

// TestGenerate checks that a generated game has the requested size and number of mines. The game
// must be solvable without guessing from the requested square. There must be no mine around that
// square.
func TestGenerate(t *testing.T) {
	for _, c := range []struct {
		size  encode.Size
		mines int
	}{
		{encode.Size{H: 9, W: 9, N: 10}, 10},
		{encode.Size{H: 9, W: 9}, 10}, // the presets of the game
		{encode.Size{H: 16, W: 16}, 40},
		{encode.Size{H: 16, W: 30}, 99},
		{encode.Size{H: 16, W: 30, R: 16, C: 1}, 99},
		{encode.Size{H: 9, W: 9, N: 35}, 35},
		{encode.Size{H: 9, W: 9, N: 35, R: 5, C: 9}, 35},
		{encode.Size{H: 4, W: 7, R: 2}, 3},
		{encode.Size{H: 5, W: 5, N: 21, R: 5, C: 5}, 21}, // only the four cells around a corner are free
		{encode.Size{H: 5, W: 5, N: 21}, 21},
		{encode.Size{H: 5, W: 5, N: 16, R: 3, C: 3}, 16},
		{encode.Size{H: 1, W: 1}, 0},
		{encode.Size{H: 1, W: 9, N: 4}, 4},
		{encode.Size{H: 8, W: 1, N: 2, R: 4}, 2},
		{encode.Size{H: 2, W: 2}, 0},
		{encode.Size{H: 3, W: 3, R: 2, C: 2}, 0}, // no room for the usual 1
	} {
		for seed := range uint64(3) {
			in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(seed, 0)), c.size, anyBoard)
			if err != nil {
				t.Errorf("%v: %v", c.size, err)
				break
			}
			b := mustParse(t, in.String())
			first := b.game.first
			if b.h != c.size.H || b.w != c.size.W || b.mines != c.mines {
				t.Errorf("%v: %v with %d mines", c.size, b, b.mines)
			}
			if r, col := first/b.w+1, first%b.w+1; c.size.R > 0 && r != c.size.R || c.size.C > 0 && col != c.size.C {
				t.Errorf("%v: %v is opened at row %d, column %d", c.size, b, r, col)
			}
			if b.cells[first] != 0 {
				t.Errorf("%v: %v opens on a %d", c.size, b, b.cells[first])
			}
			if p := mustPlay(t, b.game); p.closed > 0 {
				t.Errorf("%v: of %v %d cells stay closed", c.size, b, p.closed)
			}
		}
	}
}

func TestGenerateBadSizes(t *testing.T) {
	for _, c := range []struct {
		size encode.Size
		want string
	}{
		{encode.Size{H: 0, W: 9}, "1, 10000"},
		{encode.Size{H: 9, W: 0, N: 3}, "1, 10000"},
		{encode.Size{H: -3, W: 9}, "1, 10000"},
		{encode.Size{H: 101, W: 100}, "1, 10000"},
		{encode.Size{H: 9, W: 9, N: 78}, "77"},
		{encode.Size{H: 9, W: 9, N: 73, R: 5, C: 5}, "72"},
		{encode.Size{H: 9, W: 9, N: 76, R: 1, C: 5}, "75"},
		{encode.Size{H: 1, W: 1, N: 1}, "0"},
		{encode.Size{H: 9, W: 9, N: -1}, "77"},
		{encode.Size{H: 9, W: 8, N: 9, R: 10, C: 1}, ""},
		{encode.Size{H: 9, W: 8, N: 9, R: 1, C: 9}, ""},
	} {
		in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), c.size, anyBoard)
		bad, ok := err.(*encode.SizeError)
		if in != nil || !ok || bad.Size != c.size || !facttest.States(bad.Want, c.want) {
			t.Errorf("%+v: %v, %v; want %s", c.size, in, err, c.want)
		}
	}
	// With one mine in the last two columns of 2x4, the two rows cannot be
	// distinguished.
	in, err := Puzzle.Generate(context.Background(), rand.New(rand.NewPCG(1, 0)), encode.Size{H: 2, W: 4, N: 1, R: 1, C: 1}, anyBoard)
	if in != nil || err == nil || !facttest.States(err.Error(), "4x2n1X0Y0") {
		t.Errorf("2x4: %v, %v", in, err)
	}
}

// TestGenerateAnySize checks that boards for a cross-check are small and cover all
// shapes, numbers of solutions, and notations.
func TestGenerateAnySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	kinds := map[string]int{}
	for range 500 {
		in, err := Puzzle.Generate(context.Background(), rng, encode.Size{}, anyBoard)
		if err != nil {
			t.Fatal(err)
		}
		b := in.(*Board)
		if n := len(b.Sites()); n > smallCovered {
			t.Fatalf("%v: %d covered cells", b, n)
		}
		switch n := len(puzzletest.List(t, &Puzzle, b, "native", 1000)); {
		case n > smallSolutions:
			t.Errorf("%v has %d solutions", b, n)
		case n > 1:
			kinds["ambiguous"]++
		default:
			kinds[[]string{"contradictory", "unique"}[n]]++
		}
		switch {
		case b.h == 1 && b.w == 1:
			kinds["1x1"]++
		case b.h == 1:
			kinds["1xn"]++
		case b.w == 1:
			kinds["nx1"]++
		case b.h != b.w:
			kinds["oblong"]++
		}
		switch {
		case b.game != nil && b.game.first < 0:
			kinds["id, nothing open"]++
		case b.game != nil:
			kinds["id"]++
		case b.mines >= 0:
			kinds["total"]++
		default:
			kinds["no total"]++
		}
		if strings.Contains(b.Draw(nil), "*") {
			kinds["known mines"]++
		}
	}
	for _, kind := range []string{"ambiguous", "contradictory", "unique", "1x1", "1xn", "nx1", "oblong", "id", "id, nothing open", "total", "no total", "known mines"} {
		if kinds[kind] < 3 {
			t.Errorf("%d boards of the kind %q", kinds[kind], kind)
		}
	}
}

// TestShrunk checks which boards remain when one row, column, number or the total is
// removed. If a board with solutions loses a row or a column, the remaining board must
// have a solution.
func TestShrunk(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"mines=2 ????/1221/....", "mines=0 ..../.... mines=2 ????/1221 mines=2 ????/1221 mines=2 ???/221/... mines=1 ???/111/... mines=1 ???/111/... mines=2 ???/122/... ????/1221/...." +
			" mines=2 ????/?221/.... mines=2 ????/1?21/.... mines=2 ????/12?1/.... mines=2 ????/122?/...." +
			" mines=2 ????/1221/?... mines=2 ????/1221/.?.. mines=2 ????/1221/..?. mines=2 ????/1221/...?"},
		{"?", ""},
		{"1", "?"},
		{"mines=1 *1", "mines=0 . mines=1 * *1 mines=1 *?"},
		{"?3", "3 ? ??"},
		{"3x3:0,0,u008", "mines=1 .11/.1? mines=1 .11/.1? mines=0 .../... mines=1 ../11/1? mines=1 ../11/1? mines=0 ../../.. .../.11/.1?" +
			" mines=1 ?../.11/.1? mines=1 .?./.11/.1? mines=1 ..?/.11/.1? mines=1 .../?11/.1? mines=1 .../.?1/.1?" +
			" mines=1 .../.1?/.1? mines=1 .../.11/?1? mines=1 .../.11/.??"},
	} {
		b := mustParse(t, c.text)
		var got []string
		for smaller := range puzzletest.Shrunk(b) {
			s := smaller.(*Board)
			got = append(got, s.String())
			if puzzletest.Count(t, &Puzzle, b, "native").String() != "0" && s.h*s.w < b.h*b.w && puzzletest.Count(t, &Puzzle, s, "native").String() == "0" {
				t.Errorf("%s: %v has no solution", b, s)
			}
			if s.game != nil || b.game == nil && b.String() != c.text {
				t.Errorf("%s: it is now %v, smaller %v", c.text, b, s)
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s\nwant %s", c.text, text, c.want)
		}
	}
}
