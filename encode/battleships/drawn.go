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
		all = append(all, placed{b, lines[0].Line, lines[0].Column})
	}
	return all, nil
}

// drawing reads one board.
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
		rows = append(rows, row)
		if err := addSums(&b.rows, sum); err != nil {
			return nil, err
		}
	}
	end := lines[len(lines)-1].End()
	if len(lines) != n+3 || strings.Trim(lines[n].Text, "-") != "+" {
		return nil, end.Errorf("want rows such as '. ~ c | 1', then a line ------+, the sums of the columns, and fleet 2 1 or no ships")
	}
	if err := addSums(&b.cols, lines[n+1]); err != nil {
		return nil, err
	}
	if fleet, ok := strings.CutPrefix(lines[n+2].Text, "fleet "); ok || fleet != "no ships" {
		var err error
		if b.fleet, err = (word{strings.Join(strings.Fields(fleet), ","), end.Line, lines[n+2].Column}).fleet(0); err != nil {
			return nil, err
		}
	}
	b.given = blank(b.rows, b.cols, nil).given
	if err := b.readDrawing(rows, word{"", end.Line, end.Column}); err != nil {
		return nil, err
	}
	if len(b.hints()) == len(b.given) {
		return nil, rows[0].Errorf("this looks like a solution, which does not show the hints of the board: want '.' in unknown cells, or rows=2,?,3 cols=... fleet=3,2,1")
	}
	return b, nil
}

// addSums reads the sums in a line, which are words, and adds them to a list.
func addSums(all *[]int, line encode.Span) error {
	for _, w := range line.Words(maxSide + 1) {
		sums, err := word{w.Text, w.Line, w.Column}.sums(0)
		if err != nil {
			return err
		}
		*all = append(*all, sums...)
	}
	return nil
}
