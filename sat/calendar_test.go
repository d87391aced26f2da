package sat

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/sat/cnf"
)

// calendarPieces draws the pieces of DragonFjord's A-Puzzle-A-Day. This repeats a fact of another
// package on purpose, so that the tests of this package do not depend on our calendar puzzle.
var calendarPieces = []string{
	"xxx/xxx", "x../x../xxx", "..x/xxx/x..", "x.x/xxx",
	"x.../xxxx", "..x./xxxx", "..xx/xxx.", "xx./xxx",
}

type cell struct{ r, c int }

// dayFormula returns the exact cover of a date in a style of at-most-one. The formula has a
// variable for each placement and a group for each cell and each piece. Exactly one variable of
// each group is true.
func dayFormula(month, day int, style string) *cnf.Formula {
	number := map[cell]int{} // numbers the cells to be covered
	for r := range 7 {
		for c := range 7 {
			switch {
			case r < 2 && (c == 6 || 6*r+c == month-1):
			case r >= 2 && (7*(r-2)+c > 30 || 7*(r-2)+c == day-1):
			default:
				number[cell{r, c}] = len(number)
			}
		}
	}
	groups := make([][]cnf.Lit, len(number)+len(calendarPieces))
	v := cnf.Lit(0)
	for p, text := range calendarPieces {
		for _, o := range orientations(text) {
			for r := range 7 {
			next:
				for c := range 7 {
					var covers []int
					for _, x := range o {
						i, ok := number[cell{r + x.r, c + x.c}]
						if !ok {
							continue next
						}
						covers = append(covers, i)
					}
					v++
					for _, i := range append(covers, len(number)+p) {
						groups[i] = append(groups[i], v)
					}
				}
			}
		}
	}
	e := encode.NewEncoder(nil, style)
	e.Project(groups, nil, nil)
	for _, g := range groups {
		e.ExactlyOne(g...)
	}
	return &e.Encoding().Formula
}

// orientations lists the different rotations and reflections of a drawn piece. Each is a sorted
// list of cells whose least row and column are 0.
func orientations(text string) [][]cell {
	var piece []cell
	for r, row := range strings.Split(text, "/") {
		for c, x := range row {
			if x == 'x' {
				piece = append(piece, cell{r, c})
			}
		}
	}
	seen := map[string]bool{}
	var all [][]cell
	for turn := range 8 {
		for i, x := range piece {
			piece[i] = cell{x.c, -x.r}
			if turn == 4 {
				piece[i] = cell{x.r, -x.c}
			}
		}
		o := slices.Clone(piece)
		least := cell{9, 9}
		for _, x := range o {
			least = cell{min(least.r, x.r), min(least.c, x.c)}
		}
		for i, x := range o {
			o[i] = cell{x.r - least.r, x.c - least.c}
		}
		slices.SortFunc(o, func(a, b cell) int { return 9*(a.r-b.r) + a.c - b.c })
		if key := fmt.Sprint(o); !seen[key] {
			seen[key] = true
			all = append(all, o)
		}
	}
	return all
}
