package submarines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/margins"
)

// countLimit limits the work of counting solutions in Explain. It suffices for a board of 20x20
// with all sums 5. A count that exceeds the limit gives up after a second or two.
const countLimit = 5_000_000

// A partialSum is one inequality of the test of Gale and Ryser, in the form for JSON.
type partialSum struct {
	margins.Partial
	Holds bool `json:"holds"`
}

// Explain implements encode.Explainable. Its facts are named solvable, totals (of the rows and of
// the columns), partial_sums and solutions. If there is a solution, it adds the facts unique,
// solution and forced. A chain is a cycle of cells along which one solution can be changed into
// another. If there is a chain, the fact chain holds its cells, and the fact second_solution holds
// the other solution. The rows and columns of the chain count from 0 in Value and from 1 in Text.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := b.problem()
	test := p.Test()
	x := &encode.Explanation{}
	text := "yes"
	if why := b.failure(test); why != "" {
		text = "no: " + why
	}
	x.Add("solvable", test.Solvable(), text)
	x.Add("totals", []int{test.RowTotal, test.ColTotal}, fmt.Sprintf("rows %d, columns %d", test.RowTotal, test.ColTotal))
	sums, text := partialSums(test)
	x.Add("partial_sums", sums, text)
	m := p.Construct()
	if m == nil {
		x.Add("solutions", "0", "")
		x.Picture = grid.Later(b.picture(nil, "no solution", nil))
		return x, nil
	}
	first := encode.Solution(m.Cells)
	chain, nested := m.Chain()
	x.Add("unique", chain == nil, "")
	x.Add("solution", first.Format(b.Sites()), b.Draw(&first))
	if chain == nil {
		x.Add("chain", nil, "none: "+inOrder(nested))
		x.Add("solutions", "1", "")
		forced(x, m, nil)
		x.Picture = grid.Later(b.picture(&first, "the solution", nil))
		return x, nil
	}
	other, err := m.Swap(chain)
	if err != nil {
		return nil, fmt.Errorf("the chain %v: %w", chain, err)
	}
	second := encode.Solution(other.Cells)
	x.Add("chain", chain, strings.Join(grid.Pairs(chain), " "))
	x.Add("second_solution", second.Format(b.Sites()), b.Draw(&second))
	if err := b.count(ctx, x); err != nil {
		return nil, err
	}
	free := m.Free()
	forced(x, m, free)
	left := b.picture(&first, "a solution; forced cells are white", free)
	left.Chains = [][]margins.Cell{chain}
	x.Picture = grid.Later(left, b.picture(&second, "a second solution", free))
	return x, nil
}

// ExplainChains adds the fact chains, the closed walks of rook moves whose ends are the cells in which
// the solutions differ, and the fact moves, which describes each walk in words. The picture numbers the
// ends of the moves, and shows the board before and after each chain.
func (b *Board) ExplainChains(from, to encode.Solution) (*encode.Explanation, error) {
	m := &margins.Matrix{H: len(b.rows), W: len(b.cols), Cells: []byte(from)}
	chains := m.Chains(&margins.Matrix{H: m.H, W: m.W, Cells: []byte(to)})
	x := &encode.Explanation{}
	x.Add("solution", from.Format(b.Sites()), b.Draw(&from))
	x.Add("second_solution", to.Format(b.Sites()), b.Draw(&to))
	lines := wording.Each(chains, func(chain []margins.Cell) string { return strings.Join(grid.Pairs(chain), " ") })
	x.Add("chains", chains, cmp.Or(strings.Join(lines, "\n"), "none: the solutions are equal"))
	var boards []*grid.Board
	var moves []string
	for k, chain := range chains {
		board := b.picture(new(encode.Solution(m.Cells)), fmt.Sprintf("chain %d of %d", k+1, len(chains)), nil)
		board.Chains = [][]margins.Cell{chain}
		notes := map[margins.Cell]string{}
		for i, at := range chain {
			next := chain[(i+1)%len(chain)]
			notes[at] = strconv.Itoa(i + 1)
			move := fmt.Sprintf("%d. in column %d, from the submarine in row %d to the water in row %d", i+1, at[1]+1, at[0]+1, next[0]+1)
			if i%2 == 1 {
				move = fmt.Sprintf("%d. in row %d, from the water in column %d to the submarine in column %d", i+1, at[0]+1, at[1]+1, next[1]+1)
			}
			moves = append(moves, move)
		}
		cell := board.Cell
		board.Cell = func(r, c int) grid.Cell {
			shown := cell(r, c)
			shown.Note = notes[margins.Cell{r, c}]
			return shown
		}
		boards = append(boards, board)
		var err error
		if m, err = m.Swap(chain); err != nil {
			return nil, err
		}
	}
	x.Add("moves", moves, strings.Join(moves, "\n"))
	x.Picture = grid.Later(append(boards, b.picture(&to, "the second solution", nil))...)
	return x, nil
}

// failure says why the test of Gale and Ryser excludes a solution, or returns an empty text.
func (b *Board) failure(t *margins.Test) string {
	switch f := t.Failing(); {
	case t.BadRow >= 0:
		return fmt.Sprintf("row %d needs %s but has %s", t.BadRow+1, wording.Plural(b.rows[t.BadRow], "submarine"), wording.Plural(len(b.cols), "cell"))
	case t.BadCol >= 0:
		return fmt.Sprintf("column %d needs %s but has %s", t.BadCol+1, wording.Plural(b.cols[t.BadCol], "submarine"), wording.Plural(len(b.rows), "cell"))
	case t.RowTotal != t.ColTotal:
		return fmt.Sprintf("the rows need %s and the columns %d", wording.Plural(t.RowTotal, "submarine"), t.ColTotal)
	case f != nil:
		columns := fmt.Sprintf("the %d fullest columns need", f.K)
		if f.K == 1 {
			columns = "the fullest column needs"
		}
		return fmt.Sprintf("%s %s, but the rows can fill at most %s there", columns, wording.Plural(f.Columns, "submarine"), wording.Plural(f.Conjugate, "cell"))
	}
	return ""
}

// partialSums returns the inequalities of the test of Gale and Ryser. Their text has the form of
// the note on puzzles of 3 April 2006. There C is the list of column sums, the largest first, and
// R*(k) is the number of rows with a sum of at least k.
func partialSums(t *margins.Test) ([]partialSum, string) {
	var sums []partialSum
	var text strings.Builder
	for _, p := range t.Partial {
		sums = append(sums, partialSum{p, p.Holds()})
		verdict := map[bool]string{true: "holds", false: "fails"}[p.Holds()]
		fmt.Fprintf(&text, "C(%s) = %d <= %d = R*(%s) %s\n", upTo(p.K), p.Columns, p.Conjugate, upTo(p.K), verdict)
	}
	return sums, text.String()
}

func upTo(k int) string {
	if k == 1 {
		return "1"
	}
	return fmt.Sprintf("1..%d", k)
}

// inOrder describes why there is no chain: if the rows are put into a certain order, each row has a
// submarine wherever the previous row has one. The parameter nested is that order.
func inOrder(nested []int) string {
	if len(nested) == 1 {
		return "there is only one row"
	}
	rows := wording.Each(nested, func(r int) string { return strconv.Itoa(r + 1) })
	return "in the order " + strings.Join(rows, ", ") + ", each row has a submarine wherever the row before it has one"
}

func (b *Board) count(ctx context.Context, x *encode.Explanation) error {
	p := b.problem()
	p.Limit = countLimit
	switch n, err := p.Count(ctx, new(native.Stats)); {
	case errors.Is(err, margins.ErrLimit):
		x.Add("solutions", nil, "2 or more; counting them would take too long here")
	case err != nil:
		return err
	default:
		x.Add("solutions", n.String(), "")
	}
	return nil
}

// forced adds the fact forced. In a cell for which the parameter free is true, solutions differ.
func forced(x *encode.Explanation, m *margins.Matrix, free []bool) {
	cells := wording.Each(m.Cells, func(v byte) byte { return '0' + v })
	for i, is := range free {
		if is {
			cells[i] = '?'
		}
	}
	grid.AddForced(x, cells, m.W)
}
