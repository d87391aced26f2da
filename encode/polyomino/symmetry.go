package polyomino

import (
	"slices"

	"counterproof/encode"
)

// Symmetries implements encode.Symmetric: the turns and reflections that lay
// the board on itself and each piece's orientations on themselves, the
// identity left out.
func (t *Tiling) Symmetries() []func(encode.Solution) encode.Solution {
	var all []func(encode.Solution) encode.Solution
	h, w := t.H-1, t.W-1
	for _, g := range []struct {
		turns bool // height and width change places
		flips bool // a reflection
		at    func(Cell) Cell
	}{
		{false, false, func(x Cell) Cell { return Cell{h - x.R, w - x.C} }},
		{true, false, func(x Cell) Cell { return Cell{x.C, h - x.R} }},
		{true, false, func(x Cell) Cell { return Cell{w - x.C, x.R} }},
		{false, true, func(x Cell) Cell { return Cell{h - x.R, x.C} }},
		{false, true, func(x Cell) Cell { return Cell{x.R, w - x.C} }},
		{true, true, func(x Cell) Cell { return Cell{x.C, x.R} }},
		{true, true, func(x Cell) Cell { return Cell{w - x.C, h - x.R} }},
	} {
		if g.turns && t.H != t.W {
			continue
		}
		image := make([]int, len(t.Cells)) // the site that each site goes to
		for i, x := range t.Cells {
			y := g.at(x)
			image[i] = t.At(y.R, y.C)
		}
		if slices.Contains(image, -1) || !t.keepsPieces(g.at) {
			continue
		}
		all = append(all, func(s encode.Solution) encode.Solution {
			out := make([]byte, len(s))
			for i := range s {
				out[image[i]] = s[i]
			}
			return t.renumber(out)
		})
	}
	return all
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
