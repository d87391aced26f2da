package mapcolour

import (
	"slices"
	"testing"

	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/native/deduce"
)

// TestLabels checks the numbers and colours in pictures of deductions, with 12 published maps. Each
// text and disc must lie within its region. If the region has a block of 2x2 cells, the font must
// have size 20 or more. Otherwise the font must be smaller, and the text must lie in one cell.
func TestLabels(t *testing.T) {
	large, small := 0, 0
	for _, id := range ids(t, "ids.txt", 12) {
		m := mustParse(t, id)
		all := make(deduce.State, len(m.given)) // all colours are left
		for i := range all {
			all[i] = 1<<m.colours - 1
		}
		w, h := m.picture.w, m.picture.h
		cellAt := func(x, y float64) int {
			row, col := (int(y)-margin)/wide, (int(x)-margin)/wide
			if y < margin || x < margin || row >= h || col >= w {
				return none
			}
			return row*w + col
		}
		blocky := map[int]bool{}
		for i, r := range m.picture.cell {
			if i%w+1 < w && i/w+1 < h && m.picture.cell[i+1] == r && m.picture.cell[i+w] == r && m.picture.cell[i+w+1] == r {
				blocky[r] = true
			}
		}
		p := m.paint(all, make([]bool, len(all)), nil, nil)
		region := none // the region whose number was drawn last
		corners := func(left, right, top, bottom float64) (cells []int) {
			for _, at := range [][2]float64{{left, top}, {right, top}, {left, bottom}, {right, bottom}} {
				i := cellAt(at[0], at[1])
				if i == none || m.picture.cell[i] != region {
					t.Fatalf("%s: the label of region %d covers %v", id, region, at)
				}
				cells = append(cells, i)
			}
			return slices.Compact(cells)
		}
		numbers := 0
		for _, s := range p.Shapes {
			switch s := s.(type) {
			case draw.Circle:
				corners(s.X-s.R, s.X+s.R, s.Y-s.R, s.Y+s.R-0.1) // can touch the border
			case draw.Text:
				if numbers%(m.colours+1) == 0 { // the number of a region, then its colours
					region++
				}
				numbers++
				half := 0.3 * s.Size * float64(len(s.Text)) // a digit is 0.56 times as wide as the font is high
				cells := corners(s.X-half, s.X+half, s.Y-0.75*s.Size, s.Y)
				switch {
				case blocky[region]:
					large++
				default:
					small++
				}
				if blocky[region] != (s.Size >= 20) || !blocky[region] && len(cells) > 1 {
					t.Errorf("%s: the text %q of region %d has %g units, in a block: %v", id, s.Text, region, s.Size, blocky[region])
				}
			}
		}
		if want := len(m.given) * (m.colours + 1); numbers != want || len(puzzletest.Shapes[draw.Circle](p)) != want-len(m.given) {
			t.Errorf("%s: %d texts, want %d", id, numbers, want)
		}
	}
	if large == 0 || small == 0 {
		t.Errorf("%d large and %d small labels, so the maps test nothing", large, small)
	}
}
