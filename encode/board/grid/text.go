package grid

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// Decimals returns the numbers as decimal texts.
func Decimals(x []int) []string {
	return wording.Each(x, strconv.Itoa)
}

// Pairs returns the names of cells such as "(1,2)" for row 0, column 1.
func Pairs(cells [][2]int) []string {
	return wording.Each(cells, func(at [2]int) string { return fmt.Sprintf("(%d,%d)", at[0]+1, at[1]+1) })
}

// Joined joins each n consecutive texts with the separator.
func Joined(texts []string, n int, separator string) (joined []string) {
	for some := range slices.Chunk(texts, n) {
		joined = append(joined, strings.Join(some, separator))
	}
	return joined
}

// Without returns the numbers as decimal texts, but '?' for the numbers with the indices in the list gone.
func Without(gone, x []int) []string {
	all := Decimals(x)
	for _, i := range gone {
		all[i] = "?"
	}
	return all
}

// LineName returns the name of line i of a board with h rows, such as "column 1" for line h.
func LineName(h, i int) string {
	if i < h {
		return fmt.Sprintf("row %d", i+1)
	}
	return fmt.Sprintf("column %d", i-h+1)
}

// Line returns the cells of line i of a row-major board, where the rows come before the columns.
func Line(h, w, i int) []int {
	first, step, cells := i*w, 1, make([]int, w)
	if i >= h {
		first, step, cells = i-h, w, make([]int, h)
	}
	for k := range cells {
		cells[k] = first + k*step
	}
	return cells
}

// Sums draws a board as text with the given sums to the right of its rows and below its columns.
func Sums(right, below []string, cell func(r, c int) string) string {
	width := 0
	for _, t := range below {
		width = max(width, len(t))
	}
	var out strings.Builder
	for r, sum := range right {
		for c := range below {
			fmt.Fprintf(&out, "%*s ", width, cell(r, c))
		}
		fmt.Fprintf(&out, "| %s\n", sum)
	}
	out.WriteString(strings.Repeat("-", len(below)*(width+1)) + "+\n")
	for c, t := range below {
		if c > 0 {
			out.WriteByte(' ')
		}
		fmt.Fprintf(&out, "%*s", width, t)
	}
	out.WriteByte('\n')
	return out.String()
}

// AddForced adds the fact forced, which shows the values that the cells of a board have in all
// solutions. Each cell is '0', '1' or '?'. The rows of w cells are joined by '/'.
func AddForced(x *encode.Explanation, cells []byte, w int) {
	rows := Joined(strings.Split(string(cells), ""), w, "")
	x.Add("forced", strings.Join(rows, "/"), strings.Join(rows, "\n")+"\n")
}

// Beside lays drawings of the same height side by side, with a gap between them, and returns the
// text. The parameter page is the width of the page in characters. Drawings that do not fit next to
// the others follow below, after an empty line. All lines of a drawing must have the same length.
func Beside(drawings []string, page, gap int) string {
	var text strings.Builder
	var band []string // the lines of the drawings side by side
	for i, drawing := range drawings {
		lines := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
		if i > 0 && length(band[0])+gap+length(lines[0]) <= page {
			for r, line := range lines {
				band[r] += strings.Repeat(" ", gap) + line
			}
			continue
		}
		if i > 0 {
			text.WriteString(strings.Join(band, "\n") + "\n\n")
		}
		band = lines
	}
	text.WriteString(strings.Join(band, "\n"))
	return text.String()
}

func length(text string) int { return utf8.RuneCountInString(text) }
