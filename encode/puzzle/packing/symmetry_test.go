package packing

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/puzzletest"
	"counterproof/native"
)

// oneSided is the notation of the eighteen one-sided pentominoes, which may be rotated but not
// flipped.
const oneSided = ";turn:.xx/xx/.x;turn:xx/.xx/.x;turn:xxxxx;turn:x/x/x/xx;turn:.x/.x/.x/xx;turn:xx/.xxx;turn:..xx/xxx;turn:xx/xx/x;turn:xx/xx/.x" +
	";turn:xxx/.x/.x;turn:x.x/xxx;turn:x/x/xxx;turn:x/xx/.xx;turn:.x/xxx/.x;turn:.x/xx/.x/.x;turn:x/xx/x/x;turn:xx/.x/.xx;turn:.xx/.x/xx"

// TestMirrorImages checks the counts up to symmetry of packings in which a symmetry maps a piece to
// another piece.
func TestMirrorImages(t *testing.T) {
	for _, c := range []struct {
		name, text  string
		raw, orbits int
	}{
		// 184 / 4. No tiling is its own image: the V, which is used once, would have to be its own
		// image, but its only axis is diagonal.
		{"the one-sided pentominoes, 3x30", board(3, 30) + oneSided, 184, 46},
		// By hand: two pieces with the same diagonal fill the board, in two ways that are mirror
		// images of each other.
		{"four corners", ".../...;0-1*fixed:xx/x;0-1*fixed:.x/xx;0-1*fixed:xx/.x;0-1*fixed:x/xx", 2, 1},
		{"four corners, not used equally often", ".../...;0-1*fixed:xx/x;0-1*fixed:.x/xx;0-2*fixed:xx/.x;0-2*fixed:x/xx", 2, 2},
		{"two corners, and no mirror images", ".../...;0-1*fixed:xx/x;0-1*fixed:.x/xx;0-1*fixed:xx/.x;0-1*fixed:x/xx;0-1*fixed:xx/.xx", 2, 2},
	} {
		in := mustParse(t, c.text)
		canonical, err := encode.Canonical(in)
		if err != nil {
			t.Fatal(err)
		}
		raw, orbits := 0, 0
		err = in.Reduce()[0].Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
			raw++
			if canonical(s) == s {
				orbits++
			}
			return true
		})
		if err != nil || raw != c.raw || orbits != c.orbits {
			t.Errorf("%s: %d solutions, %d up to symmetry, want %d and %d; error %v", c.name, raw, orbits, c.raw, c.orbits, err)
		}
	}
}

// known reads the cells and the pieces of a packing from its notation, with code that is
// independent of the package.
func known(text string) (cells [][2]int, tiles []puzzletest.Tile) {
	parts := strings.Split(text, ";")
	cells = drawnWith(parts[0], '.')
	for _, part := range parts[1:] {
		tile := puzzletest.Tile{Turn: true, Flip: true, Lo: 1, Hi: 1}
		if times, rest, ok := strings.Cut(part, "*"); ok {
			most, optional := strings.CutPrefix(times, "0-")
			tile.Hi, _ = strconv.Atoi(most)
			tile.Lo = tile.Hi
			if optional {
				tile.Lo = 0
			}
			part = rest
		}
		if rest, ok := strings.CutPrefix(part, "turn:"); ok {
			part, tile.Flip = rest, false
		} else if rest, ok := strings.CutPrefix(part, "fixed:"); ok {
			part, tile.Turn, tile.Flip = rest, false, false
		}
		tile.Cells = drawnWith(part, 'x')
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

// TestSymmetry takes random packings. It checks that the count up to symmetry is the number of
// orbits that the test finds itself. A margin of closed cells must not change either number.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 2))
	seen := map[string]int{}
	for n := 0; n < puzzletest.DrawnBoards(150); {
		text := drawPacking(rng)
		if rng.IntN(5) == 0 {
			in, err := generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			text = in.String()
		}
		raw := tilings(t, text)
		if raw > 3000 || raw < 2 && rng.IntN(10) > 0 {
			continue
		}
		n++
		cells, tiles := known(text)
		symmetries := puzzletest.NewTiles(cells, tiles)
		orbits, err := puzzletest.Orbits(&Puzzle, text, symmetries.Images)
		if err != nil {
			t.Error(err)
		}
		board, pieces, _ := strings.Cut(text, ";")
		framed := puzzletest.Framed(board, [4]int{rng.IntN(3), rng.IntN(3), rng.IntN(3), rng.IntN(3)}) + ";" + pieces
		if again, err := puzzletest.Orbits(&Puzzle, framed, symmetries.Images); err != nil || again != orbits {
			t.Errorf("%s has %d orbits, but %d in a frame; error %v", text, orbits, again, err)
		}
		first, _, _ := strings.Cut(board, "/")
		for kind, is := range map[string]bool{
			"symmetric":      symmetries.Len() > 1,
			"fewer orbits":   orbits < raw,
			"closed cells":   strings.Contains(board, "#"),
			"closed margins": !strings.Contains(first, "."),
			"not square":     strings.Count(board, "/")+1 != len(first),
			"fixed pieces":   strings.Contains(pieces, "fixed:"),
			"turned pieces":  strings.Contains(pieces, "turn:"),
			"equal pieces":   strings.ContainsAny(pieces, "23456789"),
			"mirrored pairs": symmetries.Exchanges(),
			"spare pieces":   strings.Contains(pieces, "0-"),
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

// tilings returns the number of solutions of a packing, counted without listing them.
func tilings(t *testing.T, text string) int {
	t.Helper()
	for _, r := range mustParse(t, text).Reduce() {
		if r.Count != nil {
			n, err := r.Count(context.Background(), new(native.Stats))
			if err != nil {
				t.Fatal(err)
			}
			if n.Cmp(big.NewInt(1<<30)) > 0 {
				return 1 << 30
			}
			return int(n.Int64())
		}
	}
	t.Fatalf("%s: no method counts without listing", text)
	return 0
}
