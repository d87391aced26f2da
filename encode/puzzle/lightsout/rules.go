package lightsout

import (
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/toggle"
	"counterproof/encode/wording"
	"counterproof/native/gf2"
)

// Check presses the buttons and looks for a light that stays on.
func (b *Board) Check(s encode.Solution) error {
	lit := slices.Clone(b.Lit)
	last := make([]int, len(lit)) // for each light, the last button that toggles it, plus one
	for i := range lit {
		b.press(i, func(j int) {
			lit[j] = lit[j] != (s[i] == 1)
			last[j] = i + 1
		})
	}
	stays := encode.Where(lit, func(lit bool) bool { return lit })
	if stays == nil {
		return nil
	}
	on := slices.MinFunc(stays, func(a, b int) int { return last[a] - last[b] }) // the light whose last button comes first
	sites := []int{}
	for i := range last[on] {
		b.press(i, func(j int) {
			if j == on {
				sites = append(sites, i)
			}
		})
	}
	return &encode.Violation{Rule: "a light is on", Sites: sites}
}

func (b *Board) press(i int, flip func(j int)) {
	if b.flips != nil {
		for j := range b.Lit {
			if b.flips[i*len(b.Lit)+j] {
				flip(j)
			}
		}
		return
	}
	r, c := i/b.W, i%b.W
	done := make([]int, 0, 5)
	for _, step := range [5][2]int{{0, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
		to, at := r+step[0], c+step[1]
		if b.torus {
			to, at = (to+b.H)%b.H, (at+b.W)%b.W
		}
		if to < 0 || to >= b.H || at < 0 || at >= b.W {
			continue
		}
		j := to*b.W + at
		if slices.Contains(done, j) {
			continue // the same neighbour again, on a torus with one or two rows or columns
		}
		done = append(done, j)
		flip(j)
	}
}

// Encode takes the buttons that toggle a light. An odd number of them must be pressed if the light is
// on, and an even number if it is off.
func (b *Board) Encode(e *encode.Encoder) {
	for j, lit := range b.Lit {
		lits := wording.Each(b.buttons(j), func(i int) encode.Lit { return e.Is(i, 1) })
		e.Xor(lit, lits...)
	}
}

func (b *Board) buttons(j int) []int {
	if b.flips != nil {
		var all []int
		for at := j; at < len(b.flips); at += len(b.Lit) {
			if b.flips[at] {
				all = append(all, at/len(b.Lit))
			}
		}
		return all
	}
	across := wording.Each(b.near(j%b.W, b.W), func(c int) int { return j - j%b.W + c })
	all := append(across, wording.Each(b.near(j/b.W, b.H), func(r int) int { return r*b.W + j%b.W })...)
	slices.Sort(all)
	return slices.Compact(all)
}

// near returns the coordinates x-1, x and x+1. A coordinate outside 0..n-1 is left out. On a torus,
// it is replaced by the coordinate at the opposite end.
func (b *Board) near(x, n int) (all []int) {
	for y := x - 1; y <= x+1; y++ {
		if b.torus || y >= 0 && y < n {
			all = append(all, (y+n)%n)
		}
	}
	return all
}

// Matrix implements toggle.Puzzle.
func (b *Board) Matrix() *gf2.Matrix {
	if b.flips == nil {
		return toggle.Crosses(b.H, b.W, b.torus)
	}
	n := len(b.Lit)
	m := gf2.NewMatrix(n, n)
	for k, flip := range b.flips {
		if flip {
			m.Set(k%n, k/n)
		}
	}
	return m
}
