package catalog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A drawnBoard is a board that a test makes from random cells. The test writes its drawing and its
// notation with code of its own.
type drawnBoard struct {
	puzzle   string
	signs    []string // of a cell
	h, w     int      // 0 means random
	draw     func(cells [][]string) []string
	notation func(cells [][]string) string
	first    int // the line of the first row, from 0
}

// joined returns the texts of the rows.
func joined(cells [][]string, separator string) (rows []string) {
	for _, row := range cells {
		rows = append(rows, strings.Join(row, separator))
	}
	return rows
}

func plainRows(cells [][]string) []string { return joined(cells, "") }

func slashed(cells [][]string) string { return strings.Join(joined(cells, ""), "/") }

var drawnBoards = []drawnBoard{
	{puzzle: "lightsout", signs: []string{".", "#"}, draw: plainRows, notation: slashed},
	{
		puzzle: "lightsout", signs: []string{".", "#"}, first: 1,
		draw:     func(cells [][]string) []string { return append([]string{"torus:"}, joined(cells, "")...) },
		notation: func(cells [][]string) string { return "torus:" + slashed(cells) },
	},
	{puzzle: "pushpull", signs: []string{"0", "1"}, h: 3, w: 3, draw: plainRows, notation: func(cells [][]string) string { return strings.Join(joined(cells, ""), "") }},
	{puzzle: "pentomino", signs: []string{".", "#", "."}, draw: plainRows, notation: func(cells [][]string) string {
		if text := slashed(cells); strings.Contains(text, "#") {
			return text
		}
		return fmt.Sprintf("%dx%d", len(cells), len(cells[0]))
	}},
	{
		puzzle: "minesweeper", signs: strings.Split(".12345678?*?", ""), first: 1,
		draw:     func(cells [][]string) []string { return append([]string{"mines=3"}, joined(cells, "")...) },
		notation: func(cells [][]string) string { return "mines=3 " + slashed(cells) },
	},
	{
		puzzle: "laplace", signs: strings.Fields("0 7 -12 9 104"), first: 1,
		draw: func(cells [][]string) []string {
			lines := []string{"sum -3..9"}
			for _, row := range cells {
				line := ""
				for _, cell := range row {
					line += fmt.Sprintf("%4s ", cell)
				}
				lines = append(lines, line)
			}
			return lines
		},
		notation: func(cells [][]string) string { return "sum -3..9 " + strings.Join(joined(cells, ","), "/") },
	},
	{
		puzzle: "submarines", signs: []string{"?"},
		draw: func(cells [][]string) []string {
			var lines []string
			for r, row := range cells {
				lines = append(lines, fmt.Sprintf("%s | %d", strings.Join(row, " "), r))
			}
			return append(lines, "---+", strings.Repeat("2 ", len(cells[0])))
		},
		notation: func(cells [][]string) string {
			text := "rows="
			for r := range cells {
				text += fmt.Sprintf("%d,", r)
			}
			return strings.TrimSuffix(text, ",") + " cols=" + strings.TrimSuffix(strings.Repeat("2,", len(cells[0])), ",")
		},
	},
}

// random makes the cells of a board of two rows and columns or more. At least one cell has the first
// sign, so that the board has an open cell and does not look like a solution.
func (b drawnBoard) random(rng *rand.Rand) [][]string {
	h, w := b.h, b.w
	if h == 0 {
		h, w = 2+rng.IntN(5), 2+rng.IntN(5)
	}
	cells := make([][]string, h)
	for r := range cells {
		for range w {
			cells[r] = append(cells[r], b.signs[rng.IntN(len(b.signs))])
		}
	}
	cells[rng.IntN(h)][rng.IntN(w)] = b.signs[0]
	return cells
}

// TestMutatedDrawings changes drawings of random boards in ways with a known effect. Other blanks, line
// ends and comments give the same board, and another cell gives another board. A row that lacks a cell,
// or two rows on one line, must be refused at their position, or give another board if that is legal.
func TestMutatedDrawings(t *testing.T) {
	const mutations = 2000
	rng := rand.New(rand.NewPCG(30, 6))
	for _, b := range drawnBoards {
		p := Find(b.puzzle)
		wrong := 0
		for range mutations {
			cells := b.random(rng)
			lines, want, position := b.draw(cells), b.notation(cells), ""
			r, c := rng.IntN(len(cells)), rng.IntN(len(cells[0]))
			change := rng.IntN(7)
			switch change {
			case 0: // blanks at the ends, and in front of all lines
				indent := strings.Repeat(" ", rng.IntN(4))
				for i, line := range lines {
					lines[i] = indent + line + strings.Repeat("\u00a0", rng.IntN(3))
				}
			case 1:
				for i := range lines {
					lines[i] += "\r"
				}
			case 2:
				lines = slices.Insert(lines, rng.IntN(len(lines)+1), "# note 1 2")
			case 3:
				lines[rng.IntN(len(lines))] += " # note 1 2"
			case 4: // another cell
				cells[r][c] = b.signs[rng.IntN(len(b.signs))]
				cells[(r+1)%len(cells)][c] = b.signs[0]
				lines, want = b.draw(cells), b.notation(cells)
			case 5: // a cell is missing
				cells[r] = cells[r][1:]
				lines, want, position = b.draw(cells), "", fmt.Sprintf("line %d", b.first+1+max(r, 1))
				if b.puzzle == "pentomino" { // the second row may be the drawing of the first
					if position = "line"; len(cells) == 2 {
						continue
					}
				}
				if b.puzzle == "battleships" || b.puzzle == "submarines" { // the sums of the columns depend on the width
					cells[r] = append(cells[r], "?")
					lines = b.draw(cells)
					lines[r] = strings.Replace(lines[r], "? |", "|", 1)
				}
				if b.puzzle == "battleships" {
					position = fmt.Sprintf("line %d", r+1)
				}
			default: // two rows are on one line
				r = rng.IntN(len(cells) - 1)
				cells[r] = append(slices.Clone(cells[r]), cells[r+1]...)
				cells = slices.Delete(cells, r+1, r+2)
				lines, want, position = b.draw(cells), "", "line"
				if len(cells) == 1 && b.h == 0 {
					want = b.notation(cells)
				}
			}
			text := strings.Join(lines, "\n")
			got, _, err := readText(p, text)
			switch {
			case want != "" && (err != nil || !slices.Equal(got, []string{want})):
				t.Errorf("%s, change %d: %q is read as %q, %v, want %s", b.puzzle, change, text, got, err, want)
				wrong++
			case want == "" && (err == nil || !strings.HasPrefix(err.Error(), position)):
				t.Errorf("%s, change %d: %q is read as %q, %v, want an error with %s", b.puzzle, change, text, got, err, position)
				wrong++
			}
			if wrong > 5 {
				break
			}
		}
	}
}
