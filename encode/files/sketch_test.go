package files_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// The marks in the texts of forms say where a mutation changes them. The marks open and shut enclose a cell, a
// number or a name. The mark turn is the end of a row, and becomes a line break.
const (
	open = "\ue000"
	shut = "\ue001"
	turn = "\ue002"
)

// A form is a way in which people write the boards of a puzzle in a file.
// It uses no code of the readers.
type form struct {
	puzzle, name string
	raw          bool // the format has rules of its own, so it has no comments of ours
	draw         func(rng *rand.Rand) sketch
	write        func(rng *rand.Rand, s sketch) string
}

// A sketch is a board as the tests know it.
type sketch struct {
	cells [][]string              // by row; the cells of a grid, the runs of a clue, the names of an edge, ...
	spec  func([][]string) string // the canonical text of the cells; empty if they cannot be a board
	other func(rng *rand.Rand, old string) string
}

// changed returns the sketch with another value in a random cell.
func (s sketch) changed(rng *rand.Rand) sketch {
	rows := clone(s.cells)
	row := rng.IntN(len(rows))
	for len(rows[row]) == 0 {
		row = rng.IntN(len(rows))
	}
	c := rng.IntN(len(rows[row]))
	rows[row][c] = s.other(rng, rows[row][c])
	s.cells = rows
	return s
}

func clone(rows [][]string) [][]string {
	all := make([][]string, len(rows))
	for i, row := range rows {
		all[i] = slices.Clone(row)
	}
	return all
}

// pick returns one of the words.
func pick(rng *rand.Rand, words ...string) string { return words[rng.IntN(len(words))] }

// another returns a function that returns one of the words, except the old one.
func another(words ...string) func(*rand.Rand, string) string {
	return func(rng *rand.Rand, old string) string {
		for {
			if w := pick(rng, words...); w != old {
				return w
			}
		}
	}
}

// gridOf draws h x w cells.
func gridOf(rng *rand.Rand, h, w int, words ...string) [][]string {
	rows := make([][]string, h)
	for r := range rows {
		for range w {
			rows[r] = append(rows[r], pick(rng, words...))
		}
	}
	return rows
}

// marked joins the cells of rows. Each cell is marked.
func marked(rows [][]string, between, end string) string {
	var lines []string
	for _, row := range rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, open+c+shut)
		}
		lines = append(lines, strings.Join(cells, between))
	}
	return strings.Join(lines, end)
}

// joined returns the rows as a notation with slashes, or nothing if they differ in length.
func joined(rows [][]string) string {
	var lines []string
	for _, row := range rows {
		if len(row) != len(rows[0]) {
			return ""
		}
		lines = append(lines, strings.Join(row, ""))
	}
	return strings.Join(lines, "/")
}

// rectangle draws the rows of a puzzle whose canonical text is rows with slashes.
func rectangle(words ...string) func(*rand.Rand) sketch {
	return func(rng *rand.Rand) sketch {
		return sketch{cells: gridOf(rng, 3+rng.IntN(4), 2+rng.IntN(5), words...), spec: joined, other: another(words...)}
	}
}

// rows writes a line for each row.
func rows(_ *rand.Rand, s sketch) string { return marked(s.cells, "", turn) + "\n" }

// sudokuOf draws a sudoku of one of the sizes. Empty cells are '.'. Values are unlikely enough that
// most boards have few clues.
func sudokuOf(sizes ...int) func(*rand.Rand) sketch {
	return func(rng *rand.Rand) sketch {
		n := sizes[rng.IntN(len(sizes))]
		values := strings.Split("123456789ABCDEFG"[:n], "")
		rows := gridOf(rng, n, n, append(values, slices.Repeat([]string{"."}, 2*n)...)...)
		rows[0][0], rows[n-1][n-1] = values[n-1], "." // the largest value and an empty cell occur
		return sketch{cells: rows, spec: func(rows [][]string) string {
			if len(rows) != n || len(rows[0]) != n {
				return ""
			}
			return strings.ReplaceAll(joined(rows), "/", "")
		}, other: another(append(values, ".")...)}
	}
}

// blanked returns rows in which another sign stands for empty cells.
func blanked(rows [][]string, sign string) [][]string {
	all := clone(rows)
	for _, row := range all {
		for c, cell := range row {
			if cell == "." {
				row[c] = sign
			}
		}
	}
	return all
}

// blank draws a sign for the empty cells of a sudoku.
func blank(rng *rand.Rand, n int) string {
	signs := []string{".", "_", "-", "*", "x", "X", "?", "0"}
	if n == 16 {
		signs = signs[:7] // here, 0 may be a value
	}
	return pick(rng, signs...)
}

// framed writes a sudoku with lines between the boxes and around the board.
func framed(rng *rand.Rand, s sketch) string {
	return frameOf(rng, s, "|", "-", "+")
}

// boxed writes a sudoku as framed does, with box-drawing characters.
func boxed(rng *rand.Rand, s sketch) string {
	return frameOf(rng, s, pick(rng, "│", "║"), "─", "┼")
}

func frameOf(rng *rand.Rand, s sketch, bar, dash, cross string) string {
	n := len(s.cells)
	box := map[int]int{4: 2, 9: 3, 16: 4}[n]
	sign := pick(rng, ".", "_", "x", "?", "~")
	space := pick(rng, "", " ")
	around := rng.IntN(2) == 0
	rule := cross + strings.Repeat(strings.Repeat(dash, 2*box+1)+cross, box) + "\n"
	var b strings.Builder
	for r, row := range blanked(s.cells, sign) {
		if r%box == 0 && (r > 0 || around) {
			b.WriteString(rule)
		}
		for c, cell := range row {
			if c%box == 0 && (c > 0 || around) {
				b.WriteString(space + bar + space)
			}
			b.WriteString(open + cell + shut + space)
		}
		if around {
			b.WriteString(bar)
		}
		if r < n-1 && (r+1)%box != 0 {
			b.WriteString(turn)
		} else {
			b.WriteString("\n")
		}
	}
	if around {
		b.WriteString(rule)
	}
	return b.String()
}

// line writes a sudoku on one line, between two texts.
func line(before, after string) func(*rand.Rand, sketch) string {
	return func(rng *rand.Rand, s sketch) string {
		return before + marked(blanked(s.cells, blank(rng, len(s.cells))), "", "") + after
	}
}

// numbered writes numbers as JSON does, or with other separators.
func numbered(before, between, end, after string) func(*rand.Rand, sketch) string {
	return func(_ *rand.Rand, s sketch) string {
		all := blanked(s.cells, "0")
		for _, row := range all {
			for c, cell := range row {
				if at := strings.Index("ABCDEFG", cell); at >= 0 {
					row[c] = fmt.Sprint(10 + at)
				}
			}
		}
		return before + marked(all, between, end) + after
	}
}

// separated writes a row of fields per line, with one of the separators, and with or without a frame.
// An empty cell is an empty field.
func separated(commas ...string) func(*rand.Rand, sketch) string {
	return func(rng *rand.Rand, s sketch) string {
		comma, edge := pick(rng, commas...), ""
		if rng.IntN(2) == 0 && comma != "\t" { // a tab at the end of a line may be a blank
			edge = comma
		}
		return edge + marked(blanked(s.cells, pick(rng, "", " ", ".")), comma, edge+turn+edge) + edge + "\n"
	}
}
