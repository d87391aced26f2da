package calendar

import (
	"slices"
	"strings"

	"counterproof/encode/board/polyomino"
)

type board struct {
	name     string
	weekdays bool       // whether dates have a weekday, whose cell stays uncovered like the month and the day
	rows     [][]string // the labels of the cells; "#" marks a place without a cell
	pieces   []polyomino.Piece
}

// to28 has the rows that both boards share.
const to28 = `
	Jan Feb Mar Apr May Jun #
	Jul Aug Sep Oct Nov Dec #
	1   2   3   4   5   6   7
	8   9   10  11  12  13  14
	15  16  17  18  19  20  21
	22  23  24  25  26  27  28`

// dragonfjord is the A-Puzzle-A-Day of DragonFjord. It has 43 cells, the pentominoes L N P U V Y Z
// and the 2x3 hexomino (O).
var dragonfjord = board{
	name: "dragonfjord",
	rows: labels(to28 + `
		29  30  31  #   #   #   #`),
	pieces: []polyomino.Piece{
		polyomino.MustPiece("xxx/xxx", 'O'),
		polyomino.MustPiece("x/x/xxx", 'V'),
		polyomino.MustPiece("..x/xxx/x", 'Z'),
		polyomino.MustPiece("x.x/xxx", 'U'),
		polyomino.MustPiece("x/xxxx", 'L'),
		polyomino.MustPiece("..x/xxxx", 'Y'),
		polyomino.MustPiece("..xx/xxx", 'N'),
		polyomino.MustPiece("xx/xxx", 'P'),
	},
}

// weekday is the board with the days of the week. It has 50 cells, seven pentominoes and the
// tetrominoes I, S and L (here i, s and l).
var weekday = board{
	name:     "weekday",
	weekdays: true,
	rows: labels(to28 + `
		29  30  31  Sun Mon Tue Wed
		#   #   #   #   Thu Fri Sat`),
	pieces: []polyomino.Piece{
		polyomino.MustPiece("xxxx", 'i'),
		polyomino.MustPiece("x/x/xxx", 'V'),
		polyomino.MustPiece("..x/xxx/x", 'Z'),
		polyomino.MustPiece("..x/xxx/..x", 'T'),
		polyomino.MustPiece("x.x/xxx", 'U'),
		polyomino.MustPiece("xx/.xx", 's'),
		polyomino.MustPiece("x/xxxx", 'L'),
		polyomino.MustPiece("xxx/..xx", 'N'),
		polyomino.MustPiece("xx/xxx", 'P'),
		polyomino.MustPiece("x/xxx", 'l'),
	},
}

// cells lists the cells that have one of the labels, in reading order.
func (b *board) cells(labels []string) (cells []polyomino.Cell) {
	for r, row := range b.rows {
		for c, label := range row {
			if slices.Contains(labels, label) {
				cells = append(cells, polyomino.Cell{R: r, C: c})
			}
		}
	}
	return cells
}

func labels(text string) [][]string {
	var rows [][]string
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}
