package nonogram

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/native"
	"counterproof/native/runlength"
)

// A reader reads the cells of a line from its beginning and tracks how much of the clue these cells
// match.
type reader struct {
	next int // the current run, or the next run after a white cell
	got  int // black cells of the current run so far
	last int // number of cells read so far
}

// Check reads the cells in reading order and stops at the first wrong cell. A cell is wrong if it
// differs from its given value; the violation then has only this site. A cell is also wrong if,
// whatever the later cells are, its row or column cannot match the clue. The sites of this
// violation are the cells of the line up to the wrong cell.
func (b *Board) Check(s encode.Solution) error {
	h, w := len(b.rows), len(b.cols)
	above := make([]reader, w)
	for r, runs := range b.rows {
		var before reader
		for c := range w {
			at := r*w + c
			if b.given != nil && b.given[at] != open && (b.given[at] == black) != (s[at] == 1) {
				return &encode.Violation{Rule: layout.CellName(at, w) + " differs from its given cell", Sites: []int{at}}
			}
			if why := before.read(runs, w, s[at] == 1); why != "" && !slices.Contains(b.gone, r) {
				return &encode.Violation{Rule: grid.LineName(h, r) + " " + why, Sites: grid.Line(h, w, r)[:c+1]}
			}
			if why := above[c].read(b.cols[c], h, s[at] == 1); why != "" && !slices.Contains(b.gone, h+c) {
				return &encode.Violation{Rule: grid.LineName(h, h+c) + " " + why, Sites: grid.Line(h, w, h+c)[:r+1]}
			}
		}
	}
	return nil
}

func (p *reader) read(runs []int, n int, black bool) string {
	p.last++
	switch {
	case black && p.next == len(runs):
		return "has more runs than its clue"
	case black:
		if p.got++; p.got > runs[p.next] {
			return fmt.Sprintf("has a run longer than %d", runs[p.next])
		}
	case p.got > 0:
		if p.got < runs[p.next] {
			return fmt.Sprintf("has a run shorter than %d", runs[p.next])
		}
		p.next, p.got = p.next+1, 0
	}
	need := -p.got // cells that the remaining runs still need
	for i, length := range runs[p.next:] {
		if i > 0 {
			need++
		}
		need += length
	}
	if need > n-p.last {
		return "has no room for the rest of its clue"
	}
	return ""
}

func (b *Board) Reduce() []encode.Reduction {
	r := encode.Native("line", runlength.Version, b.problem())
	r.Walk = b.walk
	return []encode.Reduction{r}
}

func (b *Board) walk(ctx context.Context, st *native.Stats) (native.Walk, error) {
	return b.problem().Walk(ctx, st)
}

func (b *Board) problem() *runlength.Problem {
	return &runlength.Problem{Rows: b.rows, Cols: b.cols, Known: b.given}
}
