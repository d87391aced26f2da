package pentomino

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native"
)

// known reads the cells and the pieces of a board from its notation, with code that is independent
// of the package.
func known(text string) (cells [][2]int, tiles []puzzletest.Tile) {
	board, use, named := strings.Cut(margin(text, [4]int{}), ":")
	cells = drawnWith(board, '.')
	if !named {
		use = names
	}
	for i := range len(use) {
		tile := puzzletest.Tile{Cells: drawnWith(shapes[use[i]], 'x'), Turn: true, Flip: true, Hi: 1}
		if named || len(cells) == 60 {
			tile.Lo = 1
		}
		tiles = append(tiles, tile)
	}
	return cells, tiles
}

// drawnWith returns the cells of a drawing that have the given character.
func drawnWith(drawing string, mark rune) (cells [][2]int) {
	for r, row := range strings.Split(drawing, "/") {
		for c, x := range row {
			if x == mark {
				cells = append(cells, [2]int{r, c})
			}
		}
	}
	return cells
}

// drawn returns the notation of a random board of five to thirty cells, usually with symmetries.
// The function begins with a cell and the images of that cell under the symmetries, and adds
// neighbours with their images. A board may get a margin of closed cells.
func drawn(t testing.TB, rng *rand.Rand) string {
	h, w := 1+rng.IntN(6), 1+rng.IntN(7)
	if rng.IntN(3) == 0 {
		h = w
	}
	mirrors := []func(x [2]int) [2]int{
		func(x [2]int) [2]int { return x },
		func(x [2]int) [2]int { return [2]int{h - 1 - x[0], x[1]} },
		func(x [2]int) [2]int { return [2]int{x[0], w - 1 - x[1]} },
		func(x [2]int) [2]int { return [2]int{h - 1 - x[0], w - 1 - x[1]} },
	}
	if h == w {
		mirrors = append(mirrors, func(x [2]int) [2]int { return [2]int{x[1], x[0]} })
	}
	one, two := mirrors[rng.IntN(len(mirrors))], mirrors[rng.IntN(len(mirrors))]
	open := map[[2]int]bool{}
	for range 200 {
		x := [2]int{rng.IntN(h), rng.IntN(w)}
		touches := len(open) == 0
		for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			touches = touches || open[[2]int{x[0] + d[0], x[1] + d[1]}]
		}
		if !touches {
			continue
		}
		for range 4 { // add all images
			open[x], open[one(x)], open[two(x)] = true, true, true
			x = one(two(x))
		}
		if len(open)%5 == 0 && len(open) <= 30 && rng.IntN(3) == 0 {
			break
		}
	}
	if len(open)%5 != 0 || len(open) > 30 {
		return drawn(t, rng)
	}
	var rows []string
	for r := range h {
		row := make([]byte, w)
		for c := range row {
			row[c] = map[bool]byte{true: '.', false: '#'}[open[[2]int{r, c}]]
		}
		rows = append(rows, string(row))
	}
	board := strings.Join(rows, "/")
	if rng.IntN(3) == 0 {
		board = puzzletest.Framed(board, [4]int{rng.IntN(3), rng.IntN(3), rng.IntN(3), rng.IntN(3)})
	}
	return mustParse(t, board).String()
}

var mustParse = puzzletest.Parser[*Board](&Puzzle)

// tilings returns the number of solutions of a board, counted without listing them, and one of the
// solutions.
func tilings(t *testing.T, b *Board) (n int, one encode.Solution) {
	t.Helper()
	for _, r := range b.Reduce() {
		if r.Count == nil {
			continue
		}
		count, err := r.Count(context.Background(), new(native.Stats))
		if err == nil {
			err = r.Search(context.Background(), new(native.Stats), func(s encode.Solution) bool { one = s; return false })
		}
		if err != nil {
			t.Fatal(err)
		}
		return int(min(count.Int64(), 1<<30)), one
	}
	t.Fatalf("%s: no method counts without listing", b)
	return 0, ""
}

// TestSymmetry takes random boards. It checks that the count up to symmetry is the number of orbits
// that the test finds itself. A margin of closed cells must not change either number.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 3))
	seen := map[string]int{}
	for n := 0; n < puzzletest.DrawnBoards(100); {
		text := drawn(t, rng)
		if rng.IntN(5) == 0 {
			in, err := generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			text = in.String()
		}
		raw, one := tilings(t, mustParse(t, text))
		if raw > 3000 || raw < 2 && rng.IntN(20) > 0 {
			continue
		}
		n++
		if raw > 0 && rng.IntN(3) == 0 { // only the pieces of one tiling
			used := slices.Compact(slices.Sorted(slices.Values([]byte(one))))
			text += ":"
			for _, v := range used {
				text += names[v : v+1]
			}
		}
		cells, tiles := known(text)
		symmetries := puzzletest.NewTiles(cells, tiles)
		orbits, err := puzzletest.Orbits(&Puzzle, text, symmetries.Images)
		if err != nil {
			t.Error(err)
		}
		framed := margin(text, [4]int{rng.IntN(3), rng.IntN(3), rng.IntN(3), rng.IntN(3)})
		if again, err := puzzletest.Orbits(&Puzzle, framed, symmetries.Images); err != nil || again != orbits {
			t.Errorf("%s has %d orbits, but %d in a frame; error %v", text, orbits, again, err)
		}
		board, _, _ := strings.Cut(text, ":")
		first, _, _ := strings.Cut(board, "/")
		for kind, is := range map[string]bool{
			"no tiling":        raw == 0,
			"several orbits":   orbits > 1,
			"symmetric":        symmetries.Len() > 1,
			"eight symmetries": symmetries.Len() == 8,
			"closed cells":     strings.Contains(board, "#"),
			"closed margins":   !strings.ContainsAny(first, ".x"),
			"not square":       strings.Count(board, "/")+1 != len(first),
			"named pieces":     strings.Contains(text, ":"),
		} {
			seen[kind] += map[bool]int{true: 1}[is]
		}
	}
	t.Logf("%v", seen)
	for kind, n := range seen {
		if n == 0 {
			t.Errorf("no board was drawn of the kind %q", kind)
		}
	}
}
