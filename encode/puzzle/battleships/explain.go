package battleships

import (
	"context"
	"errors"
	"fmt"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/bars"
)

// searchWork and countWork limit each search and each count of Explain. The limit is on the number
// of nodes times the number of cells, because a node takes longer on a larger board. Counting the
// ways to place the solitaire fleet on an empty 10x10 board takes 1.2 million nodes. Longer counts
// stop after a few seconds. Searches on 64x64 stop after 24,000 nodes.
const (
	searchWork = 100_000_000
	countWork  = 150_000_000
)

// Explain implements encode.Explainable. The fact solutions is the number of solutions, or "2 or
// more" if counting takes too long. The fact unique says whether there is exactly one solution. The
// fact forced shows the values that cells have in all solutions, if there is a solution. It lists
// rows of 0, 1 and ?, joined by '/'. If a fact takes too long to find, its value is empty. The
// error is ctx.Err().
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	cells := int64(max(100, len(b.given)))
	return b.explain(ctx, searchWork/cells, countWork/cells)
}

func (b *Board) explain(ctx context.Context, search, count int64) (*encode.Explanation, error) {
	x := &encode.Explanation{}
	found, err := b.some(ctx, search)
	if err != nil && !errors.Is(err, native.ErrLimit) {
		return nil, err
	}
	if len(found) < 2 && err != nil {
		x.Add("solutions", nil, "the search for "+[...]string{"one", "a second one"}[len(found)]+" takes too long here")
		x.Add("forced", nil, tooMuch)
		x.Picture = grid.Later(b.examples(found)...)
		return x, nil
	}
	if len(found) == 0 {
		text := ""
		if why := b.excess(); why != "" {
			text = "0: " + why
		}
		x.Add("solutions", "0", text)
		x.Add("unique", false, "")
		x.Picture = grid.Later(b.picture(b.given, "no solution"))
		return x, nil
	}
	known := wording.Each([]byte(found[0]), func(v byte) bars.Kind { return bars.Zero + bars.Kind(v) })
	title := "the solution"
	if len(found) == 1 {
		x.Add("solutions", "1", "")
		x.Add("unique", true, "")
	} else {
		title = "what all solutions share"
		n, err := b.problem().Count(ctx, &native.Stats{Limit: native.Limit{Nodes: count}})
		switch {
		case errors.Is(err, native.ErrLimit), errors.Is(err, bars.ErrLimit):
			x.Add("solutions", "2 or more", "")
		case err != nil:
			return nil, err
		default:
			x.Add("solutions", n.String(), "")
		}
		x.Add("unique", false, "")
		known, _, err = b.problem().Forced(ctx, &native.Stats{Limit: native.Limit{Nodes: search}})
		if errors.Is(err, native.ErrLimit) {
			x.Add("forced", nil, tooMuch)
			x.Picture = grid.Later(b.examples(found)...)
			return x, nil
		}
		if err != nil {
			return nil, err
		}
	}
	grid.AddForced(x, wording.Each(known, func(v bars.Kind) byte { return "?01"[v] }), len(b.cols))
	x.Picture = grid.Later(b.picture(b.shared(known), title))
	return x, nil
}

const tooMuch = "the search for them takes too long here"

func (b *Board) examples(found []encode.Solution) []*grid.Board {
	if len(found) == 0 {
		return []*grid.Board{b.picture(b.given, "")}
	}
	var all []*grid.Board
	for i, s := range found {
		all = append(all, b.picture(b.letters(&s), [...]string{"a solution", "a second solution"}[i]))
	}
	return all
}

func (b *Board) excess() string {
	cells := 0
	for _, length := range b.fleet {
		if cells += length; length > max(len(b.rows), len(b.cols)) {
			return fmt.Sprintf("a ship of %d cells is longer than the board", length)
		}
	}
	sides := [2][]int{b.rows, b.cols}
	for k, name := range [2]string{"row", "column"} {
		n := len(sides[1-k]) // cells per line
		total, open := 0, false
		for i, sum := range sides[k] {
			if sum > n {
				return fmt.Sprintf("%s %d needs %s but has only %s", name, i+1, wording.Plural(sum, "ship cell"), wording.Plural(n, "cell"))
			}
			open = open || sum == missing
			total += max(sum, 0)
		}
		if total > cells || total < cells && !open {
			return fmt.Sprintf("the sums of the %ss add up to %d, the lengths of the fleet to %d", name, total, cells)
		}
	}
	return ""
}

// some finds up to two solutions. The error is native.ErrLimit after the given number of nodes, or
// ctx.Err(). If there is an error, the result still holds the solutions found so far.
func (b *Board) some(ctx context.Context, nodes int64) (found []encode.Solution, err error) {
	err = b.problem().Search(ctx, &native.Stats{Limit: native.Limit{Nodes: nodes}}, func(cells []byte) bool {
		found = append(found, encode.Solution(cells))
		return len(found) < 2
	})
	return found, err
}

// shared returns the letters of the cells with known values. If a ship cell has a neighbour with an
// unknown value, its letter is '#'.
func (b *Board) shared(known []bars.Kind) []byte {
	with := func(unknown byte) []byte { // the letters if the unknown cells have this value
		values := wording.Each(known, func(kind bars.Kind) byte { return [...]byte{unknown, 0, 1}[kind] })
		return b.letters(new(encode.Solution(values)))
	}
	all, other := with(0), with(1)
	for i, kind := range known {
		if kind == bars.Unknown {
			all[i] = none
		} else if all[i] != other[i] {
			all[i] = '#'
		}
	}
	return all
}
