package nonogram

import (
	"fmt"

	"counterproof/encode"
	"counterproof/native/line"
)

// A reader is how far the cells of a line, from its beginning, have come in the
// clue.
type reader struct {
	next int // the run that is open or, behind a white cell, comes next
	got  int // black cells of the open run
	last int // cells so far
}

// Check implements encode.Instance. It goes through the cells in reading order,
// and the first one that is not what is given, or behind which no filling of the
// rest of its row or column has the runs, ends it: the sites are that cell, or the
// line down to it.
func (b *Board) Check(s encode.Solution) error {
	w := len(b.cols)
	above := make([]reader, w)
	for r, runs := range b.rows {
		var before reader
		for c := range w {
			at := r*w + c
			if b.given != nil && b.given[at] != open && (b.given[at] == black) != (s[at] == 1) {
				return &encode.Violation{Rule: fmt.Sprintf("row %d, column %d is given", r+1, c+1), Sites: []int{at}}
			}
			if why := before.read(runs, w, s[at] == 1); why != "" {
				return broken(fmt.Sprintf("row %d", r+1), why, r*w, at, 1)
			}
			if why := above[c].read(b.cols[c], len(b.rows), s[at] == 1); why != "" {
				return broken(fmt.Sprintf("column %d", c+1), why, c, at, w)
			}
		}
	}
	return nil
}

// read takes the next of n cells and says what keeps the line from the runs, ""
// if nothing does.
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
	need := -p.got // cells that the rest takes
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

// broken names the sites from first to last, every step-th.
func broken(line, why string, first, last, step int) error {
	v := &encode.Violation{Rule: line + " " + why}
	for site := first; site <= last; site += step {
		v.Sites = append(v.Sites, site)
	}
	return v
}

// Reduce implements encode.Instance.
func (b *Board) Reduce() []encode.Reduction {
	return []encode.Reduction{encode.Native("line", line.Version, b.problem())}
}

func (b *Board) problem() *line.Problem {
	p := &line.Problem{Rows: b.rows, Cols: b.cols}
	for _, v := range b.given {
		p.Known = append(p.Known, [...]line.State{open: line.Unknown, white: line.Zero, black: line.One}[v])
	}
	return p
}
