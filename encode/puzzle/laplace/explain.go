package laplace

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/linear"
)

const (
	maxMatrix  = 144     // a matrix with more rows is not printed
	maxKernel  = 1 << 16 // a kernel with more numbers is not printed: 32x32 has 63 vectors
	maxVectors = 12      // the largest number of vectors in a text
	page       = 100     // the number of characters in a line of vectors
	maxPicture = 3       // the largest number of vectors in the picture
	maxNodes   = 150_000 // the largest number of nodes for counting, and again for finding the numbers of a picture
)

// Explain implements encode.Explainable. The facts are:
//
//   - matrix and inverse, with one row for each clue, for up to 144 cells; inverse only if all its
//     entries are integers
//   - determinant, rank and nullity
//   - kernel, a basis of the null vectors of the matrix that have integer entries; each vector is
//     a grid of h rows of w numbers
//   - solution, if the nullity is 0: the only solution if any rational numbers are allowed
//   - in_range, whether the numbers of this solution are integers within the range
//   - rule, how to find the numbers without the inverse, in words
//   - derivation, for up to 36 cells: the steps that find all grids whose clues are 0
//   - solutions, the number of solutions within the range
//
// The error is ctx.Err(). The picture shows a solution. The function Picture searches for this
// solution, and returns ctx.Err() if the context ends.
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	return b.explain(ctx, maxNodes)
}

func explainInverse(ctx context.Context, a linear.Matrix, x *encode.Explanation) error {
	inverse, err := linear.Inverse(ctx, a)
	if err != nil {
		return err
	}
	all := slices.Concat(inverse...)
	rows := slices.Chunk(wording.Each(all, (*big.Rat).Num), len(a))
	x.Add("inverse", slices.Collect(rows), aligned(len(a), wording.Each(all, (*big.Rat).RatString)))
	return nil
}

func (b *Board) explain(ctx context.Context, limit int64) (*encode.Explanation, error) {
	a := b.matrix()
	x := &encode.Explanation{}
	if len(a) <= maxMatrix {
		x.Add("matrix", [][]int(a), aligned(len(a), grid.Decimals(slices.Concat(a...))))
	}
	// A reflection of the board changes neither determinant, and short rows keep the matrix narrow.
	det, err := linear.Det(ctx, newBoard(b.kernel, 0, 0, max(b.h, b.w), min(b.h, b.w)).matrix())
	if err != nil {
		return nil, err
	}
	x.Add("determinant", det, "")
	e, err := linear.Reduce(ctx, a)
	if err != nil {
		return nil, err
	}
	x.Add("rank", e.Rank(), "")
	x.Add("nullity", e.Nullity(), "")
	vectors, err := b.explainKernel(ctx, e, x)
	if err != nil {
		return nil, err
	}
	if det.CmpAbs(big.NewInt(1)) == 0 && len(a) <= maxMatrix {
		if err := explainInverse(ctx, a, x); err != nil {
			return nil, err
		}
	}
	if err := b.explainSolution(ctx, a, e, x); err != nil {
		return nil, err
	}

	x.Add("rule", rules[b.kernel], "")
	if len(a) <= maxDerived {
		steps := b.derive()
		x.Add("derivation", steps, strings.Join(steps, "\n"))
	}

	system := b.newSystem()
	limited := func() *native.Stats { return &native.Stats{Limit: native.Limit{Nodes: limit}} }
	n, err := system.Count(ctx, limited())
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		x.Add("solutions", nil, "not counted: "+err.Error())
	default:
		x.Add("solutions", n.String(), "")
	}
	several := n != nil && n.CmpAbs(big.NewInt(1)) > 0
	x.Picture = func() (*draw.Picture, error) { return b.picture(ctx, system, limited(), several, vectors) }
	return x, nil
}

func (b *Board) picture(ctx context.Context, system *linear.System, limited *native.Stats, several bool, vectors [][]*big.Int) (*draw.Picture, error) {
	board := b.numbered(nil)
	system.Search(ctx, limited, func(x []int) bool {
		board = b.numbered(slices.Clone(x))
		if several {
			board.Title += ", one of several"
		}
		return false
	})
	if ctx.Err() != nil { // otherwise the board would lack its numbers
		return nil, ctx.Err()
	}
	pictures := []*grid.Board{board}
	for i, v := range vectors[:min(len(vectors), maxPicture)] {
		pictures = append(pictures, b.vector(i, v))
	}
	return grid.Draw(pictures...), nil
}

func (b *Board) explainKernel(ctx context.Context, e *linear.Echelon, x *encode.Explanation) ([][]*big.Int, error) {
	if e.Nullity()*len(b.clues) > maxKernel {
		x.Add("kernel", nil, fmt.Sprintf("%d vectors of %d numbers: too much to print", e.Nullity(), len(b.clues)))
		return nil, nil
	}
	vectors, err := e.Kernel(ctx)
	if err != nil {
		return nil, err
	}
	grids := [][][]*big.Int{}
	var drawings []string
	for _, v := range vectors {
		grids = append(grids, slices.Collect(slices.Chunk(v, b.w)))
		drawings = append(drawings, aligned(b.w, wording.Each(v, (*big.Int).String)))
	}
	text := "only the board of zeros makes all sums 0"
	if len(drawings) > 0 {
		text = grid.Beside(drawings[:min(len(drawings), maxVectors)], page, 4)
	}
	if more := len(drawings) - maxVectors; more > 0 {
		text += fmt.Sprintf("\nand %d more vectors", more)
	}
	x.Add("kernel", grids, text)
	return vectors, nil
}

func (b *Board) explainSolution(ctx context.Context, a linear.Matrix, e *linear.Echelon, x *encode.Explanation) error {
	numbers, err := linear.Solve(ctx, a, b.clues)
	switch {
	case err != nil:
		return err
	case numbers == nil:
		x.Add("solution", nil, "none, whatever the range: the clues contradict each other")
		return nil
	case e.Nullity() > 0:
		return nil
	}
	within := true
	var values []any // integers as numbers, fractions as strings
	for _, v := range numbers {
		if values = append(values, v.RatString()); v.IsInt() {
			values[len(values)-1] = v.Num()
		}
		within = within && v.IsInt() && v.Cmp(big.NewRat(int64(b.lo), 1)) >= 0 && v.Cmp(big.NewRat(int64(b.hi), 1)) <= 0
	}
	rows := slices.Chunk(values, b.w)
	x.Add("solution", slices.Collect(rows), aligned(b.w, wording.Each(numbers, (*big.Rat).RatString)))
	text := fmt.Sprintf("no: some number is not in %d..%d", b.lo, b.hi)
	if within {
		text = "yes"
	}
	x.Add("in_range", within, text)
	return nil
}

func (b *Board) vector(i int, v []*big.Int) *grid.Board {
	return &grid.Board{
		Title: fmt.Sprintf("kernel %d", i+1),
		H:     b.h, W: b.w,
		Cell: func(r, c int) grid.Cell {
			x := v[r*b.w+c]
			switch x.Sign() {
			case 1:
				return grid.Cell{Fill: draw.Yellow, Text: x.String()}
			case -1:
				return grid.Cell{Fill: draw.Sky, Text: x.String()}
			}
			return grid.Cell{}
		},
	}
}

// rules says how to find the numbers from the clues without the inverse matrix.
var rules = map[kernel]string{
	sum: "Let S be the sum of three numbers of a column: in the row of a clue, above it and below it.\n" +
		"A clue minus the clue to its left is the S to its right, minus the S two columns to its left.\n" +
		"S is 0 outside the grid, so these differences give every third S, from both ends of the row.\n" +
		"The clues then give the other S. The same steps along the columns give the numbers from all S.",
	diff: "The number below a cell is the number above it, plus the number to its right,\n" +
		"minus the number to its left, minus the clue of the cell. So the first row gives all others.\n" +
		"Below the last row all numbers are 0, which gives equations for the first row.",
}

// maxDerived is the most cells of a board whose derivation is printed.
const maxDerived = 36

// A derivation finds the numbers whose clues are all 0, as the note of 3 April 2006 does: with letters
// for the numbers, until the letters are 0 too.
type derivation struct {
	*Board
	cells   [][]int // by cell: its factor of each letter; nil if nothing is known
	letters int
}

// A fact is an equation: the sum of the cells, times their factors, is 0. It is a clue, or a clue minus
// a neighbouring clue.
type fact struct {
	name    string
	factors []int
}

// facts returns the equations that the note uses: the differences between the clues at a corner and
// below or above it, and all clues.
func (b *Board) facts() (all []fact) {
	a := b.matrix()
	if h, w := b.h, b.w; h > 1 {
		for _, pair := range [][2]int{{w, 0}, {(h - 2) * w, (h - 1) * w}, {h*w - w - 1, h*w - 1}, {2*w - 1, w - 1}} {
			f := fact{fmt.Sprintf("B(%d) - B(%d)", pair[0]+1, pair[1]+1), slices.Clone(a[pair[0]])}
			add(f.factors, -1, a[pair[1]])
			all = append(all, f)
		}
	}
	for i := range a {
		all = append(all, fact{fmt.Sprintf("B(%d)", i+1), a[i]})
	}
	return all
}

// derive returns the steps in words. After the steps of each kind it shows the grid. For all sizes up to
// maxDerived, it does not end before all equations hold.
func (b *Board) derive() (lines []string) {
	d := &derivation{Board: b, cells: make([][]int, len(b.clues))}
	facts, last := b.facts(), 0
	for {
		before := aligned(d.w, wording.Each(d.cells, expression))
		kind, line := d.next(facts)
		if kind != last && last > 0 {
			lines = append(lines, before)
		}
		if last = kind; kind == 0 {
			break
		}
		lines = append(lines, line)
	}
	end := "So clues that are all 0 have only the solution 0, and no clue grid has two solutions."
	if slices.ContainsFunc(d.cells, func(x []int) bool { return expression(x) != "0" }) {
		end = "So the clues are all 0 for all values of the letters that are left: the size is singular."
	}
	return append(lines, end)
}

// next takes the first step of the simplest kind, and returns its kind and words. The kinds are:
//
//  1. a pair of numbers with the sum 0
//  2. a number that other numbers determine
//  3. two letters that are equal or opposite
//  4. a letter that is 0
//  5. a letter that several others determine
//  6. a letter for a number, if there is no other step
//
// If all equations hold, the kind is 0.
func (d *derivation) next(facts []fact) (kind int, line string) {
	kind = 6
	var do func() string
	for _, f := range facts {
		if k, words := d.step(f); k > 0 && k < kind {
			kind, do, line = k, words, f.name+": "
		}
	}
	if do != nil {
		return kind, line + do()
	}
	if i := slices.IndexFunc(d.cells, func(x []int) bool { return x == nil }); i >= 0 {
		d.cells[i] = d.letter()
		return 6, fmt.Sprintf("Let X(%d) = %s", i+1, expression(d.cells[i]))
	}
	return 0, ""
}

func (d *derivation) letter() []int {
	x := make([]int, len(d.cells))
	x[d.letters] = 1
	d.letters++
	return x
}

func add(to []int, factor int, x []int) {
	for k, f := range x {
		to[k] += factor * f
	}
}

// step inserts what is known into an equation. It returns the kind of step that follows, or 0, and a
// function that takes the step.
func (d *derivation) step(f fact) (kind int, do func() string) {
	var open []int
	letters := make([]int, len(d.cells))
	for i, factor := range f.factors {
		if factor != 0 && d.cells[i] == nil {
			open = append(open, i)
		}
		add(letters, factor, d.cells[i])
	}
	used := encode.Where(letters, func(factor int) bool { return factor != 0 })
	at := slices.IndexFunc(letters, func(factor int) bool { return factor*factor == 1 })
	switch {
	case len(open) == 2 && len(used) == 0:
		return 1, func() string { return d.pair(f, open[0], open[1]) }
	case len(open) == 1:
		return 2, func() string {
			x := make([]int, len(d.cells))
			add(x, -f.factors[open[0]], letters)
			d.cells[open[0]] = x
			return fmt.Sprintf("X(%d) = %s", open[0]+1, expression(x))
		}
	case len(open) > 0 || len(used) == 0:
		return 0, nil
	case len(used) == 1:
		return 4, func() string { d.put(used[0], nil); return expression(letters) + " = 0" }
	case at < 0:
		return 0, nil
	}
	return min(2*len(used)-1, 5), func() string { // 3 for two letters, 5 for more
		value := make([]int, len(letters))
		add(value, -letters[at], letters)
		value[at] = 0
		d.put(at, value)
		return fmt.Sprintf("%s = 0, so %s = %s", expression(letters), name(at), expression(value))
	}
}

func (d *derivation) pair(f fact, i, j int) string {
	if (i/d.w+min(i%d.w, d.w-1-i%d.w))%2 > 0 { // the note gives a letter without a sign to such cells
		i, j = j, i
	}
	d.cells[i], d.cells[j] = d.letter(), make([]int, len(d.cells))
	add(d.cells[j], -f.factors[i]*f.factors[j], d.cells[i])
	return fmt.Sprintf("X(%d) = %s, X(%d) = %s", i+1, expression(d.cells[i]), j+1, expression(d.cells[j]))
}

// put replaces a letter by its value.
func (d *derivation) put(at int, value []int) {
	for _, x := range d.cells {
		if x != nil {
			factor := x[at]
			x[at] = 0
			add(x, factor, value)
		}
	}
}

// expression writes a sum of letters, or '?' for nil.
func expression(x []int) string {
	if x == nil {
		return "?"
	}
	var t strings.Builder
	for k, f := range x {
		switch {
		case f == 0:
			continue
		case f < 0:
			t.WriteByte('-')
		case t.Len() > 0:
			t.WriteByte('+')
		}
		if f*f > 1 {
			fmt.Fprint(&t, max(f, -f))
		}
		t.WriteString(name(k))
	}
	if t.Len() == 0 {
		return "0"
	}
	return t.String()
}

// name returns the name of a letter. A derivation needs at most 18 letters, for 2x17 cells.
func name(k int) string { return string(rune('a' + k)) }
