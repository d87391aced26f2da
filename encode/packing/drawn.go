package packing

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"counterproof/encode"
	"counterproof/encode/polyomino"
)

// heading matches the text above a drawn piece, such as "B-D 3x turn".
var heading = regexp.MustCompile(`[^ .]+( {1,2}[^ ]+)*`)

// drawn reads a board with one row of pieces next to it, as Draw draws them without a solution. It
// writes the notation of what it sees, and refuses lines that are not the drawing of this notation.
func drawn(parts [][]encode.Span) (*Packing, error) {
	lines, from, drawing := parts[0], []int{0}, ""
	for _, at := range heading.FindAllStringIndex(lines[0].Text, -1) {
		from = append(from, at[0])
	}
	refused := lines[0].Errorf("want rows without blanks, or a board and a row of pieces as the command show draws them, or the notation that show prints above")
	if from = append(from, math.MaxInt); len(parts) > 1 || len(from) < 3 || from[1] < 4 || from[1] > polyomino.MaxCells {
		return nil, refused
	}
	var notation []string
	for k, column := range from[1:] {
		head, rows := "", []string{}
		for i, line := range lines {
			n := len(line.Text)
			switch row := strings.TrimRight(line.Text[min(from[k], n):min(column, n)], " "); {
			case k == 0:
				drawing += line.Text + "\n"
				if strings.Contains(row, ".") {
					rows = append(rows, strings.ReplaceAll(fmt.Sprintf("%-*s", column-3, row), " ", "#"))
				}
			case i > 0 && row != "":
				rows = append(rows, strings.ReplaceAll(row, " ", "."))
			case i == 0:
				for _, word := range strings.Fields(row)[1:] {
					times, use := strings.CutSuffix(word, "x")
					head += times + map[bool]string{true: "*", false: ":"}[use]
				}
			}
		}
		notation = append(notation, head+strings.Join(rows, "/"))
	}
	p, err := parse(blocks(strings.Join(notation, ";")))
	if err != nil || p.Draw(nil) != drawing {
		return nil, refused
	}
	return p, nil
}
