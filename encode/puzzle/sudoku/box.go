package sudoku

import "sync"

// mostSide is the largest number of cells at a side of a board. The values up to 25 have the signs 1 to 9
// and A to P.
const mostSide = 25

// sides lists the boards that can be written without the shape of their boxes. The most usual sides come
// first: if a text is no board, the error is about the first side that fits equally well.
var sides = []int{4, 9, 16, 6, 8, 10, 12, 15, 25}

// A box is the shape of the boxes of a board: h rows of w cells. A board has h columns and w rows of
// boxes.
type box struct{ h, w int }

// side returns the number of cells in a row, in a column and in a box.
func (x box) side() int { return x.h * x.w }

// units returns the row, the column and the box of a cell.
func (x box) units(at int) [3]int {
	r, c := at/x.side(), at%x.side()
	return [3]int{r, c, r/x.h*x.h + c/x.w}
}

// kinds names the kinds of units in the order of the method units.
var kinds = [3]string{"row", "column", "box"}

// groups returns the cells of each unit in reading order: first the rows, then the columns, then the boxes.
func (x box) groups() [][]int {
	n := x.side()
	all := make([][]int, 3*n)
	for at := range n * n {
		for kind, unit := range x.units(at) {
			all[kind*n+unit] = append(all[kind*n+unit], at)
		}
	}
	return all
}

// usual returns the box of a board whose text has no shape: no higher than wide, and nearest to
// square. It returns the zero box if a board of this side has no boxes.
func usual(side int) (x box) {
	for h := 2; h*h <= side; h++ {
		if side%h == 0 {
			x = box{h, side / h}
		}
	}
	return x
}

// byBox returns a function that calls of once for each box, and keeps the result.
func byBox[T any](of func(box) T) func(box) T {
	var made [mostSide/2 + 1][mostSide/2 + 1]func() T // a box has at least two rows and two columns
	for h := range made {
		for w := range made {
			made[h][w] = sync.OnceValue(func() T { return of(box{h, w}) })
		}
	}
	return func(x box) T { return made[x.h][x.w]() }
}
