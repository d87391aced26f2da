package packing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode/puzzletest"
)

// A sketch is an unfinished random packing. It knows which cells of the board the pieces do not
// cover yet.
type sketch struct {
	h, w   int
	free   map[[2]int]bool
	mirror func(x [2]int) [2]int // a symmetry of the board, and often of the set of pieces
	strict bool                  // pieces that may not be flipped come in pairs of mirror images
	pieces []string              // in notation
}

// drawPacking returns the notation of a random packing that has a solution. Most boards have
// symmetries, and some have holes or closed margins. Some pieces may be rotated and flipped, some
// may only be rotated, and some may be neither. Pieces may be equal or mirror images of each other.
// There may be pieces that are not needed.
func drawPacking(rng *rand.Rand) string {
	s := &sketch{h: 1 + rng.IntN(5), w: 1 + rng.IntN(6), free: map[[2]int]bool{}, strict: rng.IntN(3) == 0}
	if rng.IntN(3) == 0 {
		s.w = s.h
	}
	mirrors := []func(x [2]int) [2]int{
		func(x [2]int) [2]int { return x },
		func(x [2]int) [2]int { return [2]int{s.h - 1 - x[0], x[1]} },
		func(x [2]int) [2]int { return [2]int{x[0], s.w - 1 - x[1]} },
		func(x [2]int) [2]int { return [2]int{s.h - 1 - x[0], s.w - 1 - x[1]} },
	}
	if s.h == s.w {
		mirrors = append(mirrors, func(x [2]int) [2]int { return [2]int{x[1], x[0]} })
	}
	if s.mirror = mirrors[rng.IntN(len(mirrors))]; s.strict {
		s.mirror = mirrors[1+rng.IntN(len(mirrors)-1)]
	}
	for r := range s.h {
		for c := range s.w {
			s.free[[2]int{r, c}] = true
		}
	}
	for range rng.IntN(4) { // holes
		x := [2]int{rng.IntN(s.h), rng.IntN(s.w)}
		delete(s.free, x)
		delete(s.free, s.mirror(x))
	}
	board := s.board()
	for len(s.free) > 0 {
		s.cover(rng)
	}
	if !strings.Contains(board, ".") {
		return drawPacking(rng)
	}
	if rng.IntN(3) == 0 {
		board = puzzletest.Framed(board, [4]int{rng.IntN(3), rng.IntN(3), rng.IntN(3), rng.IntN(3)})
	}
	return board + ";" + strings.Join(s.gathered(rng), ";")
}

// board returns the notation of a board whose open cells are the cells not yet covered.
func (s *sketch) board() string {
	var b strings.Builder
	for r := range s.h {
		if r > 0 {
			b.WriteByte('/')
		}
		for c := range s.w {
			b.WriteByte(map[bool]byte{true: '.', false: '#'}[s.free[[2]int{r, c}]])
		}
	}
	return b.String()
}

// cover adds a small piece at a random position, and usually also its mirror image at the mirrored
// position.
func (s *sketch) cover(rng *rand.Rand) {
	var open [][2]int
	for x := range s.free {
		open = append(open, x)
	}
	slices.SortFunc(open, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	growth := 4
	if s.strict {
		growth = 7
	}
	piece := [][2]int{open[rng.IntN(len(open))]}
	for range rng.IntN(growth) {
		x := piece[rng.IntN(len(piece))]
		d := [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}[rng.IntN(4)]
		if y := [2]int{x[0] + d[0], x[1] + d[1]}; s.free[y] && !slices.Contains(piece, y) {
			piece = append(piece, y)
		}
	}
	var image [][2]int
	for _, x := range piece {
		if y := s.mirror(x); s.free[y] && !slices.Contains(piece, y) {
			image = append(image, y)
		}
	}
	paired := len(image) == len(piece)
	motion := []string{"", "", "turn:", "fixed:"}[rng.IntN(4)]
	switch {
	case s.strict && paired:
		motion = []string{"turn:", "fixed:"}[rng.IntN(2)]
	case s.strict:
		motion = ""
	}
	lay := func(piece [][2]int) {
		for _, x := range piece {
			delete(s.free, x)
		}
		s.pieces = append(s.pieces, motion+drawing(piece))
	}
	lay(piece)
	if paired && (s.strict || rng.IntN(4) > 0) {
		lay(image)
	}
}

// drawing returns the notation of a piece with the given cells.
func drawing(piece [][2]int) string {
	r0, c0, r1 := piece[0][0], piece[0][1], piece[0][0]
	for _, x := range piece {
		r0, c0, r1 = min(r0, x[0]), min(c0, x[1]), max(r1, x[0])
	}
	rows := make([]string, r1-r0+1)
	slices.SortFunc(piece, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	for _, x := range piece {
		row := &rows[x[0]-r0]
		*row += strings.Repeat(".", x[1]-c0-len(*row)) + "x"
	}
	return strings.Join(rows, "/")
}

// gathered returns the notations of the pieces. It usually writes equal pieces as copies of one
// piece. Sometimes it adds pieces or copies that are not needed.
func (s *sketch) gathered(rng *rand.Rand) []string {
	if !s.strict && rng.IntN(3) == 0 {
		s.pieces = append(s.pieces, "0-1*"+[]string{"xx", "xxx", "fixed:xx/x", "turn:xxx/x"}[rng.IntN(4)])
	}
	if rng.IntN(4) == 0 { // list each piece separately
		rng.Shuffle(len(s.pieces), func(i, j int) { s.pieces[i], s.pieces[j] = s.pieces[j], s.pieces[i] })
		return s.pieces
	}
	var all []string
	count := map[string]int{}
	for _, p := range s.pieces {
		if count[p]++; count[p] == 1 {
			all = append(all, p)
		}
	}
	more := s.strict && rng.IntN(3) > 0 // one optional copy more of each piece
	for i, p := range all {
		switch k := count[p]; {
		case strings.Contains(p, "*"):
		case more:
			all[i] = fmt.Sprintf("0-%d*%s", k+1, p)
		case !s.strict && rng.IntN(4) == 0:
			all[i] = fmt.Sprintf("0-%d*%s", k+rng.IntN(3), p)
		case k > 1:
			all[i] = fmt.Sprintf("%d*%s", k, p)
		}
	}
	return all
}
