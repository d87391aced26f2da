package bars

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"counterproof/native"
)

// barsOf returns the lengths of the bars in an h x w matrix, descending, and the kind of every
// cell. It returns false if the ones do not form separate bars. Ones that are connected by sides or
// corners must form one straight bar.
func barsOf(cells []byte, h, w int) (lengths []int, kinds []Kind, ok bool) {
	kinds = slices.Repeat([]Kind{Zero}, h*w)
	for i, x := range cells {
		if x == 0 || kinds[i] != Zero {
			continue
		}
		top, bottom, left, right := h, 0, w, 0
		part := []int{i}
		kinds[i] = One
		for j := 0; j < len(part); j++ {
			r, c := part[j]/w, part[j]%w
			top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
			for y := max(r-1, 0); y <= min(r+1, h-1); y++ {
				for x := max(c-1, 0); x <= min(c+1, w-1); x++ {
					if cells[y*w+x] == 1 && kinds[y*w+x] == Zero {
						kinds[y*w+x] = One
						part = append(part, y*w+x)
					}
				}
			}
		}
		slices.Sort(part)
		k := len(part)
		first, last := part[0], part[k-1]
		switch {
		case k != (bottom-top+1)*(right-left+1) || top != bottom && left != right:
			return nil, nil, false
		case k == 1:
			kinds[first] = Single
		case top == bottom:
			kinds[first], kinds[last] = Left, Right
		default:
			kinds[first], kinds[last] = Top, Bottom
		}
		for _, j := range part[1:max(k-1, 1)] {
			kinds[j] = Middle
		}
		lengths = append(lengths, k)
	}
	slices.Sort(lengths)
	slices.Reverse(lengths)
	return lengths, kinds, true
}

// A matrix is a 0/1 matrix whose ones form separate bars, with the lengths of the bars and the
// kinds of the cells.
type matrix struct {
	cells []byte
	bars  []int
	kinds []Kind
}

// matrices returns all h x w matrices whose ones form separate bars.
func matrices(h, w int) []matrix {
	var all []matrix
	for x := range 1 << (h * w) {
		cells := make([]byte, h*w)
		for i := range cells {
			cells[i] = byte(x >> i & 1)
		}
		if bars, kinds, ok := barsOf(cells, h, w); ok {
			all = append(all, matrix{cells, bars, kinds})
		}
	}
	return all
}

// solves reports whether m solves p. The bars of p must be in descending order.
func (m matrix) solves(p *Problem) bool {
	if !slices.Equal(m.bars, p.Bars) {
		return false
	}
	for r, sum := range p.Rows {
		if n := bytes.Count(m.cells[r*p.W:(r+1)*p.W], []byte{1}); sum >= 0 && sum != n {
			return false
		}
	}
	for c, sum := range p.Cols {
		n := 0
		for r := range p.H {
			n += int(m.cells[r*p.W+c])
		}
		if sum >= 0 && sum != n {
			return false
		}
	}
	for i, kind := range p.Cells {
		if kind != Unknown && kind != m.kinds[i] && (kind != One || m.cells[i] == 0) {
			return false
		}
	}
	return true
}

// draw returns a problem that gives the bars of m and a random part of its sums and cells.
// Occasionally a sum, a cell or a bar is wrong, so that m is not always a solution.
func (m matrix) draw(rng *rand.Rand, h, w int) *Problem {
	p := empty(h, w, slices.Clone(m.bars)...)
	some := rng.IntN(4)
	for i, x := range m.cells {
		if r, c := i/w, i%w; some > 0 {
			p.Rows[r] = max(p.Rows[r], 0) + int(x)
			p.Cols[c] = max(p.Cols[c], 0) + int(x)
		}
	}
	for _, sums := range [][]int{p.Rows, p.Cols} {
		for i := range sums {
			if rng.IntN(3) >= some {
				sums[i] = -1
			}
		}
	}
	if rng.IntN(12) == 0 {
		p.Rows[rng.IntN(h)] = rng.IntN(w + 2)
	}
	if rng.IntN(12) == 0 {
		p.Cols[rng.IntN(w)] = rng.IntN(h + 2)
	}
	if n := rng.IntN(4); n > 0 {
		p.Cells = make([]Kind, h*w)
		for range n * n {
			i := rng.IntN(h * w)
			switch rng.IntN(20) {
			case 0:
				p.Cells[i] = Kind(rng.IntN(int(Right) + 1))
			case 1, 2, 3, 4:
				p.Cells[i] = Zero + Kind(m.cells[i])
			default:
				p.Cells[i] = m.kinds[i]
			}
		}
	}
	if len(p.Bars) > 0 && rng.IntN(12) == 0 {
		p.Bars[len(p.Bars)-1] = 1
	}
	return p
}

// TestBruteForce checks Search, Count, Forced and the count over states on random problems up to
// 4x5. It filters all matrices of the size of the board by the definition, and compares the results
// with the remaining matrices.
func TestBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	ctx := context.Background()
	for h := 1; h <= 4; h++ {
		for w := 1; w <= 5; w++ {
			all := matrices(h, w)
			for range 250 {
				p := all[rng.IntN(len(all))].draw(rng, h, w)
				var want []string
				for _, m := range all {
					if m.solves(p) {
						want = append(want, string(m.cells))
					}
				}
				rng.Shuffle(len(p.Bars), func(i, j int) { p.Bars[i], p.Bars[j] = p.Bars[j], p.Bars[i] })
				var got []string
				if err := p.Search(ctx, new(native.Stats), func(cells []byte) bool { got = append(got, string(cells)); return true }); err != nil {
					t.Fatal(err)
				}
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%+v: listed %d, %q, want %d, %q", p, len(got), got, len(want), want)
				}
				checkCount(t, p, len(want))
				if n := transferred(t, p); n != strconv.Itoa(len(want)) {
					t.Fatalf("%+v: counted %s, want %d", p, n, len(want))
				}
				checkForced(t, p, want)
			}
		}
	}
}

func checkCount(t *testing.T, p *Problem, want int) {
	n, err := p.Count(context.Background(), new(native.Stats))
	if err != nil || n.Int64() != int64(want) {
		t.Fatalf("%+v: counted %d, %v, want %d", p, n, err, want)
	}
}

// checkForced checks that p.Forced returns exactly the cells that are the same in all solutions.
// The argument all lists the solutions.
func checkForced(t *testing.T, p *Problem, all []string) {
	var want []Kind
	for i, cells := range all {
		for j := range cells {
			kind := Zero + Kind(cells[j])
			if i == 0 {
				want = append(want, kind)
			} else if want[j] != kind {
				want[j] = Unknown
			}
		}
	}
	got, solvable, err := p.Forced(context.Background(), new(native.Stats))
	if err != nil || solvable != (want != nil) || !slices.Equal(got, want) {
		t.Fatalf("%+v: forced %v, %v, %v, want %v", p, got, solvable, err, want)
	}
}
