package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
)

// guesses is the number of random assignments that the law of play compares with Check.
const guesses = 60

// play checks what pages need to let people play a board: areas and looks, pieces, toggles, reveals
// and tables. It compares them with the formula, with Check and with the solutions.
func (t *trial) play(b *board) {
	if in, ok := b.in.(play.HasSpots); ok {
		t.guard("play", b.Text, "Spots", func() { t.spots(b, in) })
		t.guard("play", b.Text, "Look", func() { t.looks(b, in) })
		t.guard("play", b.Text, "ClueSpots", func() { t.clueSpots(b) })
	}
	if in, ok := b.in.(play.HasPieces); ok {
		t.guard("play", b.Text, "Kinds", func() { t.pieces(b, in) })
	}
	if in, ok := b.in.(play.HasToggles); ok {
		t.guard("play", b.Text, "Toggles", func() { t.toggles(b, in) })
	}
	if in, ok := b.in.(play.HasReveals); ok {
		t.guard("play", b.Text, "Reveals", func() { t.reveals(b, in) })
	}
	if in, ok := b.in.(play.HasTable); ok {
		t.guard("play", b.Text, "Table", func() { t.table(b, in) })
	}
}

// step is the distance of the points at which the law of play looks for overlaps.
const step = 3

// spots checks that the areas lie within the picture and have a positive size. No point may be in
// two areas, and texts must be drawn inside their areas. The areas of a board with a layout lie
// like its cells, with equal gaps or none between them.
func (t *trial) spots(b *board, in play.HasSpots) {
	bad := func(format string, args ...any) { t.fail("play", b.Text, "Spots", format, args...) }
	spots, paper := in.Spots(), in.Picture(nil)
	if len(spots) != len(b.sites) {
		bad("has %d areas for %d sites", len(spots), len(b.sites))
		return
	}
	for i, s := range spots {
		if err := wellPlaced(s, paper); err != nil {
			bad("site %d: %v", i, err)
			return
		}
		for j, other := range spots[:i] {
			if at, ok := overlap(s, other); ok {
				bad("the areas of the sites %d and %d overlap at %v", j, i, at)
				return
			}
		}
	}
	grid, ok := b.in.(layout.HasLayout)
	if !ok || len(spots) == 0 {
		return
	}
	_, w, cells := grid.Layout()
	last := len(spots) - 1
	pitch := spots[0].Room
	if rows := cells[last]/w - cells[0]/w; rows > 0 {
		pitch = max(pitch, (spots[last].At[1]-spots[0].At[1])/float64(rows))
	}
	for i, s := range spots {
		rows, columns := float64(cells[i]/w-cells[0]/w), float64(cells[i]%w-cells[0]%w)
		want := draw.Point{spots[0].At[0] + columns*pitch, spots[0].At[1] + rows*pitch}
		if s.At != want {
			bad("site %d is at %v, want %v as its cell is %d", i, s.At, want, cells[i])
			return
		}
		if !painted(paper, s) {
			bad("the picture has no rectangle at the area of site %d, %v", i, s.Lines)
			return
		}
	}
}

// clueSpots checks that every clue has an area in the picture, and that the areas of a clue are where
// Marked marks the clue.
func (t *trial) clueSpots(b *board) {
	bad := func(format string, args ...any) { t.fail("play", b.Text, "ClueSpots", format, args...) }
	in, ok := b.in.(play.HasClueSpots)
	if !ok {
		if _, clued := b.in.(clues.HasDemands); clued {
			bad("is missing: a board that is played on its picture must know where its clues are")
		}
		return
	}
	names, all, paper := in.Demands(), in.ClueSpots(), in.Picture(nil)
	if len(all) != len(names) {
		bad("has areas for %d of %d clues", len(all), len(names))
		return
	}
	board, marks := b.in.(clues.HasMarks)
	if marks {
		plain := board.Marked(nil, nil)
		marks = plain.W == paper.W && plain.H == paper.H // Marked may draw the board in another way
	}
	for i, name := range names[:min(markedMost, len(names))] {
		if len(all[i]) == 0 {
			bad("has no area for %s", name)
		}
		for _, s := range all[i] {
			if err := wellPlaced(s, paper); err != nil {
				bad("%s: %v", name, err)
				return
			}
			if marks && !marked(board, i, s) {
				bad("the area %v of %s has no mark of this clue", s.Lines, name)
				return
			}
		}
	}
}

// marked reports whether the picture with a mark at a clue differs in an area from the picture without
// marks.
func marked(in clues.HasMarks, clue int, area play.Spot) bool {
	plain := in.Marked(nil, nil).Shapes
	least, most := bounds(area)
	return slices.ContainsFunc(in.Marked([]int{clue}, nil).Shapes, func(s draw.Shape) bool {
		var low, high draw.Point
		switch s := s.(type) {
		case draw.Rect:
			low, high = draw.Point{s.X, s.Y}, draw.Point{s.X + s.W, s.Y + s.H}
		case draw.Circle:
			low, high = draw.Point{s.X - s.R, s.Y - s.R}, draw.Point{s.X + s.R, s.Y + s.R}
		default:
			return false
		}
		return low[0] >= least[0] && low[1] >= least[1] && high[0] <= most[0] && high[1] <= most[1] && !slices.Contains(plain, s)
	})
}

// wellPlaced returns an error if an area has no size, reaches beyond the paper, or does not contain
// the middle of its texts.
func wellPlaced(s play.Spot, paper *draw.Picture) error {
	least, most := bounds(s)
	switch {
	case len(s.Lines) == 0 || area(s) < 1:
		return fmt.Errorf("the area is %g", area(s))
	case least[0] < 0 || least[1] < 0 || most[0] > paper.W || most[1] > paper.H:
		return fmt.Errorf("the area from %v to %v leaves the picture of %g x %g", least, most, paper.W, paper.H)
	case s.Room <= 0:
		return fmt.Errorf("the room is %g", s.Room)
	}
	near := s.Room/2 - 0.5
	for _, d := range [5]draw.Point{{}, {near, near}, {-near, near}, {near, -near}, {-near, -near}} {
		if at := (draw.Point{s.At[0] + d[0], s.At[1] + d[1]}); !within(s, at) {
			return fmt.Errorf("the point %v of the room for texts is outside the area", at)
		}
	}
	return nil
}

// lines returns the corners of each line around an area.
func lines(s play.Spot) (all [][]draw.Point) {
	for _, line := range s.Lines {
		var corners []draw.Point
		for at := range slices.Chunk(line, 2) {
			corners = append(corners, draw.Point(at))
		}
		all = append(all, corners)
	}
	return all
}

// area returns the size of an area. The lines of an area go around it in one direction, and the edges
// of its holes in the other.
func area(s play.Spot) float64 {
	sum := 0.0
	for _, line := range lines(s) {
		for k, p := range line {
			q := line[(k+1)%len(line)]
			sum += p[0]*q[1] - q[0]*p[1]
		}
	}
	return sum / 2
}

func bounds(s play.Spot) (least, most draw.Point) {
	least, most = s.At, s.At
	for _, line := range lines(s) {
		for _, p := range line {
			for k := range 2 {
				least[k], most[k] = min(least[k], p[k]), max(most[k], p[k])
			}
		}
	}
	return least, most
}

// within reports whether a point is inside an odd number of the lines of an area. It counts how often
// they cross the way from the point to the right.
func within(s play.Spot, at draw.Point) bool {
	inside := false
	for _, line := range lines(s) {
		for k, p := range line {
			q := line[(k+1)%len(line)]
			if (p[1] > at[1]) != (q[1] > at[1]) && at[0] < p[0]+(at[1]-p[1])*(q[0]-p[0])/(q[1]-p[1]) {
				inside = !inside
			}
		}
	}
	return inside
}

// overlap looks for a point that is in two areas.
func overlap(s, other play.Spot) (draw.Point, bool) {
	least, most := bounds(s)
	l, m := bounds(other)
	for k := range 2 {
		least[k], most[k] = max(least[k], l[k]), min(most[k], m[k])
	}
	for x := least[0] + step/2.0; x < most[0]; x += step {
		for y := least[1] + step/2.0; y < most[1]; y += step {
			if at := (draw.Point{x, y}); within(s, at) && within(other, at) {
				return at, true
			}
		}
	}
	return draw.Point{}, false
}

// painted reports whether a picture has a rectangle exactly at an area.
func painted(paper *draw.Picture, s play.Spot) bool {
	least, most := bounds(s)
	return slices.ContainsFunc(Shapes[draw.Rect](paper), func(r draw.Rect) bool {
		return r.X == least[0] && r.Y == least[1] && r.X+r.W == most[0] && r.Y+r.H == most[1]
	})
}

// looks checks that the values of a site look different.
func (t *trial) looks(b *board, in play.HasSpots) {
	for i, n := range b.sites {
		seen := map[play.Look]int{}
		for v := range n {
			look := in.Look(i, v)
			if other, ok := seen[look]; ok {
				t.fail("play", b.Text, "Look", "the values %d and %d of site %d look alike: %+v", other, v, i, look)
				return
			}
			seen[look] = v
		}
	}
}

// assignments returns solutions and random assignments of the board. If solutions are known, half
// of the random assignments are solutions with a new random value at one site.
func (t *trial) assignments(b *board) []encode.Solution {
	all := slices.Clone(b.all[:min(len(b.all), drawn)])
	rng := rand.New(rand.NewPCG(3, uint64(len(b.sites))))
	if slices.Contains(b.sites, 0) || len(b.sites) == 0 {
		return all
	}
	known := len(all)
	for k := range guesses {
		values := make([]int, len(b.sites))
		for i, n := range b.sites {
			values[i] = rng.IntN(n)
		}
		if known > 0 && k%2 == 0 {
			copy(values, b.values(all[rng.IntN(known)]))
			i := rng.IntN(len(values))
			values[i] = rng.IntN(b.sites[i])
		}
		all = append(all, encode.MakeSolution(encode.Wide(b.sites), values))
	}
	return all
}
