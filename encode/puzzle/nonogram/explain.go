package nonogram

import (
	"context"
	"fmt"
	"strconv"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/runlength"
)

// searchWork limits each search of Explain. The work is the number of cells that the search sets,
// times the square of the number of machine words per line. A search takes one or two seconds on
// 40x40 cells, and about 15 seconds on 100x100.
const searchWork = 9_000_000

// Explain adds these facts:
//
//   - line_solvable: whether solving line by line decides all cells;
//   - probing_solvable: whether probing, which tries both colours of each open cell,
//     decides all cells;
//   - solutions: the number of solutions, or "2 or more" if counting takes too long or finds
//     more than mostCounted;
//   - forced, if there is a solution: the colours that cells have in all solutions, as
//     rows of 0, 1 and ?, joined by '/'.
//
// A fact that takes too long to find has no value. The picture shows the forced cells. If not all
// cells are forced, the picture also shows up to two solutions.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := &encode.Explanation{}
	p := b.problem()
	words := 1 + int64(max(len(b.rows), len(b.cols)))/63
	limit := native.Limit{Updates: searchWork / (words * words)}
	for _, test := range []struct {
		name, by string
		decide   func(context.Context, *native.Stats) ([]runlength.State, bool, error)
	}{{"line_solvable", "solving line by line", p.Lines}, {"probing_solvable", "probing", p.Probed}} {
		cells, ok, err := test.decide(ctx, &native.Stats{Limit: limit})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			x.Add(test.name, nil, "this takes too long to try here")
		case !ok:
			x.Add(test.name, false, fmt.Sprintf("no: %s shows that there is no solution", test.by))
		case len(undecided(cells)) > 0:
			x.Add(test.name, false, fmt.Sprintf("no: %s leaves %d of %d cells open", test.by, len(undecided(cells)), len(cells)))
		default:
			x.Add(test.name, true, "yes")
		}
	}
	found, n, err := b.some(ctx, limit)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	switch {
	case len(found) == 2 && (err != nil || n > mostCounted):
		x.Add("solutions", "2 or more", "")
	case err != nil:
		x.Add("solutions", nil, "the search for "+[...]string{"one", "a second one"}[len(found)]+" takes too long here")
	default:
		x.Add("solutions", strconv.Itoa(n), "")
	}
	if err == nil && n == 0 {
		x.Picture = grid.Later(b.sheet("no solution", b.clueCell))
		return x, nil
	}
	return x, b.forced(ctx, limit, x, found)
}

const mostCounted = 1000

// some returns up to two solutions and the number of solutions. Counting stops when the number
// exceeds mostCounted. If there is an error, the results still hold the solutions found so far.
func (b *Board) some(ctx context.Context, limit native.Limit) (found []encode.Solution, n int, err error) {
	err = b.problem().Search(ctx, &native.Stats{Limit: limit}, func(cells []byte) bool {
		if n++; n <= 2 {
			found = append(found, encode.Solution(cells))
		}
		return n <= mostCounted
	})
	return found, n, err
}

func (b *Board) forced(ctx context.Context, limit native.Limit, x *encode.Explanation, found []encode.Solution) error {
	cells, solvable, err := b.problem().Forced(ctx, &native.Stats{Limit: limit})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil && !solvable { // Search gave up, but Forced, which probes again, found that there is none
		x.Add("forced", nil, "none: there is no solution")
		x.Picture = grid.Later(b.sheet("no solution", b.clueCell))
		return nil
	}
	var boards []*grid.Board
	if err != nil {
		x.Add("forced", nil, "the search for them takes too long here")
	} else {
		grid.AddForced(x, wording.Each(cells, func(v runlength.State) byte { return "?01"[v] }), len(b.cols))
		boards = append(boards, b.sheet("forced cells", func(at int) byte { return "?.#"[cells[at]] }))
	}
	if err != nil || len(undecided(cells)) > 0 {
		for i, s := range found {
			boards = append(boards, b.sheet([...]string{"a solution", "a second solution"}[i], func(at int) byte { return ".#"[s[at]] }))
		}
	}
	if len(boards) == 0 {
		boards = append(boards, b.sheet("", b.clueCell))
	}
	x.Picture = grid.Later(boards...)
	return nil
}
