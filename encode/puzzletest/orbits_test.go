package puzzletest

import (
	"errors"
	"strings"
	"testing"

	"counterproof/encode"
)

// digits returns a function that gives images of a Latin square. There is one image for each pair
// of consecutive digits: (first, first+1) and so on up to (n-1, n). The image exchanges the two
// digits of the pair.
func digits(first, n int) func(encode.Solution) []encode.Solution {
	return func(s encode.Solution) []encode.Solution {
		var all []encode.Solution
		for d := byte(first - 1); int(d) < n-1; d++ {
			exchange := strings.NewReplacer(string(d), string(d+1), string(d+1), string(d))
			all = append(all, encode.Solution(exchange.Replace(string(s))))
		}
		return all
	}
}

// turns returns a function that gives the images of a domino tiling. They are its images under all
// rotations, reflections and shifts that map the open cells to themselves.
func turns(t *testing.T, text string) func(encode.Solution) []encode.Solution {
	t.Helper()
	in, err := parseDomino(text)
	if err != nil {
		t.Fatal(err)
	}
	cells, number := in.(*domino).cells()
	return func(s encode.Solution) []encode.Solution {
		var all []encode.Solution
		for _, m := range Motions(cells) {
			image := make([]byte, len(s))
			for i, v := range []byte(s) {
				other := number[[2]int{cells[i][0] + halves[v][0], cells[i][1] + halves[v][1]}]
				from, to := cells[m.To[i]], cells[m.To[other]]
				for w, d := range halves {
					if [2]int{from[0] + d[0], from[1] + d[1]} == to {
						image[m.To[i]] = byte(w)
					}
				}
			}
			all = append(all, encode.Solution(image))
		}
		return all
	}
}

// TestOrbits checks that Orbits returns the known number of orbits for correct puzzles. It must
// report the law of symmetry if the puzzle's Canonical, its count of orbits or the images are wrong.
func TestOrbits(t *testing.T) {
	none := func(encode.Solution) []encode.Solution { return nil }
	only := func(f func(encode.Solution) encode.Solution) func(*Suite) {
		return bend(func(b *bent) {
			b.canonical = func() (func(encode.Solution) encode.Solution, error) { return f, nil }
			b.reduce = func(r *encode.Reduction) { r.Orbits = nil }
		})
	}
	const square = "..../..../..../...."
	for _, c := range []struct {
		name   string
		suite  Suite
		bend   func(*Suite)
		text   string
		images func(encode.Solution) []encode.Solution
		want   int // 0 means an error
	}{
		{"12 squares of order 3, 6 permutations", latinSuite(), nil, ".../.../...", digits(1, 3), 2},
		{"576 squares of order 4, 24 permutations", latinSuite(), nil, square, digits(1, 4), 24},
		{"a digit is given", latinSuite(), nil, "1.../..../..../....", digits(2, 4), 24},
		{"tilings of 4x4, by Burnside (36+8+2+2+12+12)/8", dominoSuite(), nil, square, turns(t, square), 9},
		{"tilings of 2x3", dominoSuite(), nil, ".../...", turns(t, ".../..."), 2},
		{"tilings of 2x3 in a frame", dominoSuite(), nil, "####/#.../#...", turns(t, "####/#.../#..."), 2},

		{"the images are no symmetries", latinSuite(), nil, "1.../..../..../....", digits(1, 4), 0},
		{"there are more symmetries than the test knows", latinSuite(), nil, ".../.../...", none, 0},
		{"only the identity", latinSuite(), only(func(s encode.Solution) encode.Solution { return s }), ".../.../...", digits(1, 3), 0},
		{"no group", latinSuite(), only(func(s encode.Solution) encode.Solution { return min(s, s[3:]+s[:3]) }), ".../.../...",
			func(s encode.Solution) []encode.Solution { return []encode.Solution{s[3:] + s[:3]} }, 0},
		{"no solution", latinSuite(), only(func(s encode.Solution) encode.Solution { return s[1:] + s[:1] }), ".../.../...", digits(1, 3), 0},
		{"not known", latinSuite(), bend(func(b *bent) {
			b.canonical = func() (func(encode.Solution) encode.Solution, error) { return nil, errors.New("too hard") }
		}), ".../.../...", digits(1, 3), 0},
		{"Orbits counts all", latinSuite(), bend(func(b *bent) {
			b.reduce = func(r *encode.Reduction) { r.Orbits = r.Count }
		}), ".../.../...", digits(1, 3), 0},
		{"the drawing is reflected", dominoSuite(), bend(func(b *bent) {
			in := b.Instance.(*domino)
			b.canonical = func() (func(encode.Solution) encode.Solution, error) {
				return in.within([2]int{}, [2]int{len(in.rows) - 1, len(in.rows[0]) - 1}), nil
			}
		}), "####/#.../#...", turns(t, "####/#.../#..."), 0},
		{"a panic", latinSuite(), only(func(encode.Solution) encode.Solution { panic("lost") }), ".../.../...", digits(1, 3), 0},
		{"no board", latinSuite(), nil, "x", none, 0},
	} {
		if c.bend != nil {
			c.bend(&c.suite)
		}
		got, err := Orbits(c.suite.Puzzle, c.text, c.images)
		switch {
		case c.want == 0 && laws(err) != "symmetry":
			t.Errorf("%s: breaks the laws %q, want symmetry: %v", c.name, laws(err), err)
		case c.want > 0 && (err != nil || got != c.want):
			t.Errorf("%s: %d orbits, want %d; error %v", c.name, got, c.want, err)
		}
	}
}

// cellsOf returns the cells that are marked 'x' in rows joined by '/'.
func cellsOf(drawn string) (cells [][2]int) {
	for r, row := range strings.Split(drawn, "/") {
		for c, x := range row {
			if x == 'x' {
				cells = append(cells, [2]int{r, c})
			}
		}
	}
	return cells
}

// TestMotions checks that Motions finds the right number of symmetries of well-known shapes.
func TestMotions(t *testing.T) {
	for _, c := range []struct {
		name, drawn string
		want        int // the number of matrices; several of them can move the cells in the same way
	}{
		{"a cell", "x", 8},
		{"a square", "xxx/xxx/xxx", 8},
		{"X", ".x/xxx/.x", 8},
		{"I", "xxxxx", 4},
		{"a rectangle", "xxx/xxx", 4},
		{"Z has a half turn", "xx/.x/.xx", 2},
		{"T is reflected", "xxx/.x/.x", 2},
		{"V is reflected along a diagonal", "x/x/xxx", 2},
		{"F has none", ".xx/xx/.x", 1},
		{"a pinwheel has quarter turns", ".x/.xxx/xxx/..x", 4},
		{"far apart", "....../..x..x", 4},
		// This is a right isosceles triangle whose axis is not a line of the grid.
		{"a knight's triangle", "..x/...../x/....x", 1},
	} {
		if got := len(Motions(cellsOf(c.drawn))); got != c.want {
			t.Errorf("%s: %d motions, want %d", c.name, got, c.want)
		}
	}
}

// TestTiles checks the number of symmetries of packings. If a piece must not be reflected,
// reflections of the board might not be symmetries. If the mirror image of this piece is also a
// piece, these reflections are symmetries again.
func TestTiles(t *testing.T) {
	tile := func(drawn string, motion string, lo, hi int) Tile {
		return Tile{cellsOf(drawn), motion != "fixed", motion == "flip", lo, hi}
	}
	square, oblong := cellsOf("xxx/xxx/xxx"), cellsOf("xxxx/xxxx")
	for _, c := range []struct {
		name  string
		cells [][2]int
		tiles []Tile
		want  int
	}{
		{"free", square, []Tile{tile("xx/x", "flip", 1, 1)}, 8},
		{"fixed on its diagonal", square, []Tile{tile("xx/x", "fixed", 1, 1)}, 2},
		{"turned", square, []Tile{tile("xxx/x", "turn", 1, 1)}, 4},
		{"turned, with its mirror image", square, []Tile{tile("xxx/x", "turn", 1, 1), tile("xxx/..x", "turn", 1, 1)}, 8},
		{"the mirror image is used more often", square, []Tile{tile("xxx/x", "turn", 1, 1), tile("xxx/..x", "turn", 1, 2)}, 4},
		{"a bar each way", square, []Tile{tile("xx", "fixed", 0, 2), tile("x/x", "fixed", 0, 2)}, 8},
		{"a bar one way", square, []Tile{tile("xx", "fixed", 0, 2)}, 4},
		{"oblong", oblong, []Tile{tile("xx/xx", "flip", 2, 2)}, 4},
		{"equal tiles are used together", square, []Tile{tile("xx", "fixed", 1, 1), tile("xx", "fixed", 1, 1), tile("x/x", "fixed", 2, 2)}, 8},
	} {
		if got := NewTiles(c.cells, c.tiles).Len(); got != c.want {
			t.Errorf("%s: %d symmetries, want %d", c.name, got, c.want)
		}
	}
	// The two single cells are exchanged and numbered again.
	tiles := NewTiles(cellsOf("xxxx"), []Tile{tile("xx", "flip", 1, 1), tile("x", "flip", 2, 2)})
	for _, image := range tiles.Images("\x00\x00\x01\x02") {
		if image != "\x00\x00\x01\x02" && image != "\x01\x02\x00\x00" {
			t.Errorf("got the image %q", image)
		}
	}
}
