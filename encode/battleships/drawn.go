package battleships

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/files"
)

// drawings reads boards as Draw draws them without a solution, with empty lines between them.
func drawings(data []byte) ([]placed, error) {
	var all []placed
	for lines := range files.Blocks(string(data), false, maxSide+3) {
		b, err := drawing(lines)
		if err != nil {
			return nil, err
		}
		all = append(all, placed{b, lines[0]})
	}
	return all, nil
}

// drawing reads one board. It writes the sums, the ships and the hints as the notation does.
func drawing(lines []encode.Span) (*Board, error) {
	b := &Board{}
	var rows []encode.Span
	n := 0 // the number of rows
	for ; n < len(lines) && strings.Contains(lines[n].Text, "|"); n++ {
		cells, sum, _ := lines[n].Cut("|")
		row := encode.Span{Line: cells.Line, Column: cells.Column}
		for _, cell := range cells.Words(maxSide + 1) {
			if len(cell.Text) != 1 || !strings.Contains(letters+"~", cell.Text) {
				return nil, cell.Errorf("want one of c m t b l r, '~' for water, or '.', got %q", cell.Text)
			}
			row.Text += strings.Replace(cell.Text, "~", "w", 1)
		}
		some, err := sums(sum.Words(maxSide + 1))
		if err != nil {
			return nil, err
		}
		rows, b.rows = append(rows, row), append(b.rows, some...)
	}
	end := lines[len(lines)-1].End()
	if len(lines) != n+3 || strings.Trim(lines[n].Text, "-") != "+" {
		return nil, end.Errorf("want rows such as '. ~ c | 1', then a line ------+, the sums of the columns, and fleet 2 1 or no ships")
	}
	var err error
	if b.cols, err = sums(lines[n+1].Words(maxSide + 1)); err != nil {
		return nil, err
	}
	ships := lines[n+2].Words(maxShips + 2)
	if ships[0].Text == "fleet" {
		ships = ships[1:]
	}
	if lines[n+2].Text != "no ships" {
		if b.fleet, err = fleet(ships); err != nil {
			return nil, err
		}
	}
	b.given = blank(b.rows, b.cols, nil).given
	if err := b.readDrawing(rows, end); err != nil {
		return nil, err
	}
	if len(b.hints()) == len(b.given) {
		return nil, rows[0].Errorf("this looks like a solution, which does not show the hints of the board: want '.' in unknown cells, or rows=2,?,3 cols=... fleet=3,2,1")
	}
	return b, nil
}
