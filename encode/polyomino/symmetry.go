package polyomino

import (
	"slices"

	"counterproof/encode"
)

// A motion is a rotation or reflection that maps the open cells of the board
// to themselves.
type motion struct {
	site []int // of each site: the one it goes to
}

// Canonical implements encode.Symmetric: the symmetries are the rotations and
// reflections that map the open cells to themselves and each piece's
// orientations to themselves. Where the board is drawn, and how far the closed
// cells around it reach, makes no difference.
func (t *Tiling) Canonical() (func(encode.Solution) encode.Solution, error) {
	motions := t.motions()
	return func(s encode.Solution) encode.Solution {
		first := s
		for _, m := range motions {
			first = min(first, t.image(m, s))
		}
		return first
	}, nil
}

// motions lists the motions of the tiling without the identity. Two of them
// may move the cells alike: a board of one row has two that leave every cell.
func (t *Tiling) motions() []motion {
	top, left := t.Cells[0], t.Cells[0] // of the open cells
	bottom, right := top, left
	for _, x := range t.Cells {
		top.R, left.C = min(top.R, x.R), min(left.C, x.C)
		bottom.R, right.C = max(bottom.R, x.R), max(right.C, x.C)
	}
	h, w := bottom.R-top.R, right.C-left.C
	var all []motion
	for _, g := range []struct {
		turns bool // height and width change places
		at    func(Cell) Cell
	}{
		{false, func(x Cell) Cell { return Cell{h - x.R, w - x.C} }},
		{true, func(x Cell) Cell { return Cell{x.C, h - x.R} }},
		{true, func(x Cell) Cell { return Cell{w - x.C, x.R} }},
		{false, func(x Cell) Cell { return Cell{h - x.R, x.C} }},
		{false, func(x Cell) Cell { return Cell{x.R, w - x.C} }},
		{true, func(x Cell) Cell { return Cell{x.C, x.R} }},
		{true, func(x Cell) Cell { return Cell{w - x.C, h - x.R} }},
	} {
		if g.turns && h != w {
			continue
		}
		m := motion{site: make([]int, len(t.Cells))}
		for i, x := range t.Cells {
			y := g.at(Cell{x.R - top.R, x.C - left.C})
			m.site[i] = t.At(top.R+y.R, left.C+y.C)
		}
		if !slices.Contains(m.site, -1) && t.keepsPieces(g.at) {
			all = append(all, m)
		}
	}
	return all
}

// image is the solution that the motion takes s to.
func (t *Tiling) image(m motion, s encode.Solution) encode.Solution {
	out := make([]byte, len(s))
	for i := range s {
		out[m.site[i]] = s[i]
	}
	return t.renumber(out)
}

// keepsPieces reports whether g maps the orientations of every class to
// orientations of the same class.
func (t *Tiling) keepsPieces(g func(Cell) Cell) bool {
	for _, c := range t.classes() {
		for _, shape := range c.shapes {
			out := make([]Cell, len(shape))
			for i, x := range shape {
				out[i] = g(x)
			}
			if !slices.ContainsFunc(c.shapes, func(o []Cell) bool { return slices.Equal(o, normal(out)) }) {
				return false
			}
		}
	}
	return true
}

// renumber gives the copies of equal pieces their numbers again, in the order
// of their first cells.
func (t *Tiling) renumber(values []byte) encode.Solution {
	class := make([]int, t.values)
	next := make([][]int, len(t.classes()))
	for k, c := range t.classes() {
		for _, v := range c.values {
			class[v] = k
		}
		next[k] = c.values
	}
	name := map[byte]byte{}
	out := make([]byte, len(values))
	for i, v := range values {
		n, ok := name[v]
		if !ok {
			k := class[v]
			n = byte(next[k][0])
			next[k] = next[k][1:]
			name[v] = n
		}
		out[i] = n
	}
	return encode.Solution(out)
}
