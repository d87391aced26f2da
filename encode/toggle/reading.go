package toggle

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
)

// ParseRows reads a board from its rows of '#' and '.'. It returns an error if there are no cells, or
// more than the parameter most.
func ParseRows(rows []encode.Span, most int) (Board, error) {
	b := Board{H: len(rows)}
	for _, row := range rows {
		if err := grid.Only(row, ".#", "'#' (lit) or '.' (not lit)", "@o"); err != nil {
			return b, err
		}
		for _, x := range row.Text {
			b.Lit = append(b.Lit, x == '#')
		}
	}
	var err error
	b.W, err = grid.Same(rows)
	switch {
	case rows[0].Text == "":
		return b, rows[0].Errorf("want rows of '#' (lit) and '.' (not lit), got no cells")
	case err != nil:
		return b, err
	case len(b.Lit) > most:
		return b, rows[0].Errorf("want at most %d cells, got %d", most, len(b.Lit))
	}
	return b, nil
}

// ReadCell implements encode.HasCells. The constant Legend explains the
// characters.
func (b *Board) ReadCell(i int, cell encode.Span) (byte, error) {
	looks := ".o"
	if b.Lit[i] {
		looks = "#@"
	}
	if len(cell.Text) == 1 {
		if v := strings.Index(looks, cell.Text); v >= 0 {
			return byte(v), nil
		}
	}
	lit := map[bool]string{true: "lit", false: "not lit"}[b.Lit[i]]
	return 0, cell.Errorf("this cell is %s: want '%c', or '%c' if it is pressed, got %q", lit, looks[0], looks[1], cell.Text)
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	lines, err := grid.Lines(lines, 0, b.H)
	if err != nil {
		return "", err
	}
	var cells []encode.Span
	for i := range b.Lit {
		cells = append(cells, grid.Character(lines[i/b.W], i%b.W))
	}
	return encode.ReadCells(b, cells)
}
