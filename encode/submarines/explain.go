package submarines

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
	"counterproof/native"
	"counterproof/native/margins"
)

// countLimit is how long Explain counts solutions: 20x20 with sums 5 is in it,
// and what is not ends in a second or two.
const countLimit = 5_000_000

// A partialSum is one line of the test of Gale and Ryser, for JSON.
type partialSum struct {
	K         int  `json:"k"`
	Columns   int  `json:"columns"`   // the K largest sums of columns, added
	Conjugate int  `json:"conjugate"` // R*(1) + ... + R*(K)
	Holds     bool `json:"holds"`
}

// Explain implements encode.Explainable. Its facts are solvable, totals (of the
// rows, of the columns), partial_sums, solutions and, where there is a solution,
// unique, solution, chain, second_solution and forced. Rows and columns of the
// chain count from 0 in Value, from 1 in Text.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := b.problem()
	test := p.Test()
	x := &encode.Explanation{}
	x.Add("solvable", test.Solvable(), b.solvable(test))
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
		x.Add("forced", b.forced(m, nil), b.forcedRows(m, nil))
		x.Picture = grid.Later(b.picture(&first, "the solution", nil))
		return x, nil
	}
	other, err := m.Swap(chain)
	if err != nil {
		return nil, fmt.Errorf("the chain %v: %w", chain, err)
	}
	second := encode.Solution(other.Cells)
	x.Add("chain", chain, cellsText(chain))
	x.Add("second_solution", second.Format(b.Sites()), b.Draw(&second))
	if err := b.count(ctx, x); err != nil {
		return nil, err
	}
	free := m.Free()
	x.Add("forced", b.forced(m, free), b.forcedRows(m, free))
	left := b.picture(&first, "a solution; forced cells are white", free)
	line := [][2]int{}
	for _, at := range chain {
		line = append(line, at)
	}
	left.Chains = [][][2]int{line}
	x.Picture = grid.Later(left, b.picture(&second, "a second one", free))
	return x, nil
}

// solvable says in words what the test says.
func (b *Board) solvable(t *margins.Test) string {
	switch f := t.Failing(); {
	case t.BadRow >= 0:
		return fmt.Sprintf("no: row %d wants %d submarines in %d cells", t.BadRow+1, b.rows[t.BadRow], len(b.cols))
	case t.BadCol >= 0:
		return fmt.Sprintf("no: column %d wants %d submarines in %d cells", t.BadCol+1, b.cols[t.BadCol], len(b.rows))
	case t.RowTotal != t.ColTotal:
		return fmt.Sprintf("no: the rows want %d submarines, the columns %d", t.RowTotal, t.ColTotal)
	case f != nil:
		columns := fmt.Sprintf("%d fullest columns want", f.K)
		if f.K == 1 {
			columns = "fullest column wants"
		}
		return fmt.Sprintf("no: the %s %d submarines, the rows have at most %d for so many columns", columns, f.Columns, f.Conjugate)
	}
	return "yes"
}

// partialSums are the lines of the test, as the note on puzzles of 3 April 2006
// prints them: C is sorted from the largest, R*(k) is the number of rows with a
// sum of k or more.
func partialSums(t *margins.Test) ([]partialSum, string) {
	var sums []partialSum
	var text strings.Builder
	for _, p := range t.Partial {
		sums = append(sums, partialSum{p.K, p.Columns, p.Conjugate, p.Holds()})
		verdict := "holds"
		if !p.Holds() {
			verdict = "fails"
		}
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

func inOrder(nested []int) string {
	if len(nested) == 1 {
		return "there is one row"
	}
	rows := make([]int, len(nested))
	for i, r := range nested {
		rows[i] = r + 1
	}
	return "of the rows " + strings.Join(grid.Decimals(rows), ", ") + " each has a submarine wherever the one before it has"
}

func cellsText(chain []margins.Cell) string {
	cells := make([]string, len(chain))
	for i, at := range chain {
		cells[i] = fmt.Sprintf("(%d,%d)", at[0]+1, at[1]+1)
	}
	return strings.Join(cells, " ")
}

func (b *Board) count(ctx context.Context, x *encode.Explanation) error {
	p := b.problem()
	p.Limit = countLimit
	switch n, err := p.Count(ctx, new(native.Stats)); {
	case errors.Is(err, margins.ErrLimit):
		x.Add("solutions", nil, "two or more: too many states to count them here")
	case err != nil:
		return err
	default:
		x.Add("solutions", n.String(), "")
	}
	return nil
}

// forced draws what all solutions share: '0' and '1', and '?' where free says
// that they differ; rows joined by '/'.
func (b *Board) forced(m *margins.Matrix, free []bool) string {
	return strings.Join(strings.Fields(b.forcedRows(m, free)), "/")
}

func (b *Board) forcedRows(m *margins.Matrix, free []bool) string {
	var text strings.Builder
	for r := range m.H {
		for c := range m.W {
			if free != nil && free[r*m.W+c] {
				text.WriteByte('?')
			} else {
				text.WriteByte('0' + m.At(r, c))
			}
		}
		text.WriteByte('\n')
	}
	return text.String()
}
