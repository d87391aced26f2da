package mapcolour

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/wording"
)

// mostSudoku is the largest number of values of a sudoku.
const mostSudoku = 25

// As implements encode.Convertible. A map is a sudoku of n x n cells if it has n colours and its regions
// are the cells in reading order. Two regions must be neighbours exactly if they share a row, a column
// or a box. The function does not look for other orders of the regions.
func (m *Map) As(puzzle string) (string, error) {
	switch named := m.Named(); {
	case puzzle == "text" && named != "":
		return named, nil
	case puzzle == "text":
		return m.text()
	case puzzle != "sudoku":
		return "", fmt.Errorf("a map can be written as a sudoku, but not as an instance of %s", puzzle)
	}
	n := m.colours
	if n > mostSudoku || len(m.given) != n*n {
		return "", fmt.Errorf("the map is not a sudoku: want as many regions as the square of the colours, with at most %d colours, got %d regions and %d colours",
			mostSudoku, len(m.given), n)
	}
	for h := 2; 2*h <= n; h++ {
		if w := n / h; h*w == n && m.hasBoxes(h, w) {
			cells := wording.Each(m.given, func(v int) string {
				if v == none {
					return "."
				}
				return strings.ToUpper(strconv.FormatInt(int64(v+1), mostSudoku+1))
			})
			return fmt.Sprintf("%dx%d:%s", h, w, strings.Join(cells, "")), nil
		}
	}
	return "", errors.New("the map is not a sudoku: want the cells of a sudoku in reading order as its regions, with an edge between any two cells of a row, of a column or of a box")
}

// hasBoxes returns whether the neighbours are the pairs of cells of a sudoku whose boxes are h high and
// w wide. In such a sudoku, a cell has n-1 neighbours in its row, as many in its column, and (h-1)*(w-1)
// others in its box. So it is enough to count the edges if each edge is between neighbours.
func (m *Map) hasBoxes(h, w int) bool {
	n := h * w
	return len(m.edges) == n*n*(2*(n-1)+(h-1)*(w-1))/2 && !slices.ContainsFunc(m.edges, func(e [2]int) bool {
		r, c, r2, c2 := e[0]/n, e[0]%n, e[1]/n, e[1]%n
		return r != r2 && c != c2 && (r/h != r2/h || c/w != c2/w)
	})
}
