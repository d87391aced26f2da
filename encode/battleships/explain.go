package battleships

import (
	"context"
	"errors"
	"io"
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
	"counterproof/native"
	"counterproof/native/bars"
)

// Explain implements encode.Explained. Its facts are solutions (their number,
// "2 or more" where that is too much to count), unique and, where there is a
// solution, forced: the cells that are the same in all of them, rows of 0, 1 and
// ? joined by '/'. The error is ctx.Err().
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	return b.explain(ctx, countNodes)
}

func (b *Board) explain(ctx context.Context, nodes int64) (*encode.Explanation, error) {
	p := b.problem()
	known, solvable, err := p.Forced(ctx, new(native.Stats))
	if err != nil {
		return nil, err
	}
	x := &encode.Explanation{}
	add := func(name string, value any, text string) {
		x.Facts = append(x.Facts, encode.Fact{Name: name, Value: value, Text: text})
	}
	if !solvable {
		add("solutions", "0", "")
		add("unique", false, "")
		x.SVG = func(w io.Writer) error { return grid.WriteSVG(w, b.picture(b.given, "no solution")) }
		return x, nil
	}
	open := 0
	for _, kind := range known {
		if kind == bars.Unknown {
			open++
		}
	}
	switch n, err := b.count(ctx, open, nodes); {
	case errors.Is(err, bars.ErrLimit):
		add("solutions", "2 or more", "")
	case err != nil:
		return nil, err
	default:
		add("solutions", n, "")
	}
	add("unique", open == 0, "")
	rows := b.forced(known)
	add("forced", strings.Join(rows, "/"), strings.Join(rows, "\n")+"\n")
	x.SVG = func(w io.Writer) error {
		title := "the solution"
		if open > 0 {
			title = "what all solutions share"
		}
		return grid.WriteSVG(w, b.picture(b.shared(known), title))
	}
	return x, nil
}

// countNodes is how far Explain counts: the solitaire fleet on an empty board of
// 10x10 takes 1.2 million nodes, and what takes more ends in a few seconds.
const countNodes = 1_500_000

// count is the number of solutions, of which so many cells are open. The error is
// bars.ErrLimit or ctx.Err().
func (b *Board) count(ctx context.Context, open int, nodes int64) (string, error) {
	if open == 0 {
		return "1", nil
	}
	st := new(native.Stats)
	n, err := b.problem().Count(&bounded{ctx, st, nodes}, st)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return "", bars.ErrLimit
	case err != nil:
		return "", err
	}
	return n.String(), nil
}

// bounded ends after a number of nodes: a context that bounds the work and not its
// time, so that the same board is told the same.
type bounded struct {
	context.Context
	st    *native.Stats
	nodes int64
}

func (b *bounded) Err() error {
	if b.st.Nodes > b.nodes {
		return context.DeadlineExceeded
	}
	return b.Context.Err()
}

// forced draws what is known of each cell.
func (b *Board) forced(known []bars.Kind) []string {
	var rows []string
	for r := range b.rows {
		var row strings.Builder
		for _, kind := range known[r*len(b.cols) : (r+1)*len(b.cols)] {
			row.WriteByte(map[bars.Kind]byte{bars.Zero: '0', bars.One: '1', bars.Unknown: '?'}[kind])
		}
		rows = append(rows, row.String())
	}
	return rows
}

// shared are the letters of what is known: of a ship cell whose neighbours are
// not all known '#'.
func (b *Board) shared(known []bars.Kind) []byte {
	h, w := len(b.rows), len(b.cols)
	cells := make([]byte, len(known))
	for i, kind := range known {
		if kind == bars.One {
			cells[i] = 1
		}
	}
	all := make([]byte, len(known))
	for i, kind := range known {
		r, c := i/w, i%w
		switch kind {
		case bars.Unknown:
			all[i] = none
		default:
			all[i] = b.shape(encode.Solution(cells), r, c)
			for _, at := range [][2]int{{r - 1, c}, {r + 1, c}, {r, c - 1}, {r, c + 1}} {
				if kind == bars.One && at[0] >= 0 && at[0] < h && at[1] >= 0 && at[1] < w && known[at[0]*w+at[1]] == bars.Unknown {
					all[i] = '#'
				}
			}
		}
	}
	return all
}
