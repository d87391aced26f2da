package grid

import (
	"context"
	"slices"
	"strings"

	"counterproof/encode"
)

// A Turn is a rotation or reflection of a board: rows in reverse order, columns in reverse order, and then
// rows exchanged with columns. These three make all eight rotations and reflections.
type Turn struct{ Down, Across, Swap bool }

// Turns lists all rotations and reflections. The first one changes nothing.
func Turns() []Turn {
	all := make([]Turn, 8)
	for k := range all {
		all[k] = Turn{k&1 != 0, k&2 != 0, k&4 != 0}
	}
	return all
}

// Size returns the height and the width of the image of a board of h x w cells.
func (t Turn) Size(h, w int) (int, int) {
	if t.Swap {
		return w, h
	}
	return h, w
}

// Cells returns, for each cell of the image of a board of h x w cells, the cell of the board.
func (t Turn) Cells(h, w int) []int {
	from := make([]int, h*w)
	_, width := t.Size(h, w)
	for i := range from {
		r, c := i/width, i%width
		if t.Swap {
			r, c = c, r
		}
		if t.Down {
			r = h - 1 - r
		}
		if t.Across {
			c = w - 1 - c
		}
		from[i] = r*w + c
	}
	return from
}

// Drawing returns the image of a board that is drawn in rows of the same length, joined by '/'.
func (t Turn) Drawing(text string) string {
	w := len(text)
	if i := strings.IndexByte(text, '/'); i >= 0 {
		w = i
	}
	h := (len(text) + 1) / (w + 1)
	_, width := t.Size(h, w)
	var image strings.Builder
	for i, at := range t.Cells(h, w) {
		if i > 0 && i%width == 0 {
			image.WriteByte('/')
		}
		image.WriteByte(text[at/w*(w+1)+at%w])
	}
	return image.String()
}

// Turned returns what belongs to the rows and the columns of the image of a board.
func Turned[T any](t Turn, rows, cols []T) (r, c []T) {
	if r = slices.Clone(rows); t.Down {
		slices.Reverse(r)
	}
	if c = slices.Clone(cols); t.Across {
		slices.Reverse(c)
	}
	if t.Swap {
		return c, r
	}
	return r, c
}

// Orbit does the work of encode.HasOrbit for boards whose symmetries are rotations and reflections. The
// function image returns the image of the board, or nil if the puzzle lacks this symmetry. The result is
// the image with the smallest text.
func Orbit(ctx context.Context, image func(Turn) encode.Instance) (least encode.Instance, err error) {
	for _, t := range Turns() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if in := image(t); in != nil && (least == nil || in.String() < least.String()) {
			least = in
		}
	}
	return least, nil
}
