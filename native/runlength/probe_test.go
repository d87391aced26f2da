package runlength

import (
	"slices"
	"testing"

	"counterproof/native"
)

// naive computes the result of Lines by applying bruteLine until nothing changes. If probe is true,
// it computes the result of Probed instead, by also trying both values of every open cell.
func naive(p *Problem, known []State, probe bool) ([]State, bool) {
	h, w := len(p.Rows), len(p.Cols)
	cells := slices.Clone(known)
	for {
		before := slices.Clone(cells)
		for l := range h + w {
			var at []int
			var runs []int
			if l < h {
				runs = p.Rows[l]
				for c := range w {
					at = append(at, l*w+c)
				}
			} else {
				runs = p.Cols[l-h]
				for r := range h {
					at = append(at, r*w+l-h)
				}
			}
			own := make([]State, len(at))
			for i, x := range at {
				own[i] = cells[x]
			}
			own, ok := bruteLine(runs, own)
			if !ok {
				return nil, false
			}
			for i, x := range at {
				cells[x] = own[i]
			}
		}
		for x := range cells {
			if !probe || cells[x] != Unknown {
				continue
			}
			cells[x] = Zero
			zero, ok0 := naive(p, cells, false)
			cells[x] = One
			one, ok1 := naive(p, cells, false)
			cells[x] = Unknown
			switch {
			case !ok0 && !ok1:
				return nil, false
			case !ok0:
				cells = one
			case !ok1:
				cells = zero
			default:
				for y := range cells {
					if zero[y] == one[y] {
						cells[y] = zero[y]
					}
				}
			}
		}
		if slices.Equal(cells, before) {
			return cells, true
		}
	}
}

// TestProbed checks Probed against naive on three boards. On each board, both values of some cell
// lead to the same value of another cell, and no other rule finds the value of that other cell.
// Such boards are rare: these were found among thousands of random boards.
func TestProbed(t *testing.T) {
	for _, p := range []*Problem{
		{
			Rows: [][]int{{1}, {1, 2}, {1}, {1, 2}, {1}},
			Cols: [][]int{{2}, {1}, {2}, {1, 1}, {2}},
		},
		{
			Rows: [][]int{{1, 1}, {1}, {1, 1}, {}, {1, 1}},
			Cols: [][]int{{1}, {1, 1}, {1, 1}, {1}, {1}},
		},
		{
			Rows: [][]int{{1}, {1, 1}, {2}, {1}, {4}, {2, 2}, {1}},
			Cols: [][]int{{1, 1}, {1, 1}, {}, {1, 1}, {1, 1, 1}, {3}, {1, 2}},
		},
	} {
		want, possible := naive(p, make([]State, len(p.Rows)*len(p.Cols)), true)
		got, ok, err := p.Probed(background, new(native.Stats))
		if !ok || !possible || err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: %v %v %v, want %v %v", p, got, ok, err, want, possible)
		}
	}
}
