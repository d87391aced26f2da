package lightsout

import (
	"strings"

	"counterproof/encode"
	"counterproof/encode/grid"
	"counterproof/encode/toggle"
)

const (
	// maxCells is so small that the formula of a board takes at most some hundreds of megabytes.
	maxCells = 40_000
	// maxMatrix is the largest number of cells of a board given by an ID, where a button may toggle
	// any number of lights. If each button toggles a random half of the lights, the formula has 11
	// million clauses.
	maxMatrix = 1024
)

func parse(text string) (*Board, error) {
	if rest, ok := strings.CutPrefix(text, "torus:"); ok {
		b, err := parseRows(rest, 7)
		if err == nil {
			b.torus = true
		}
		return b, err
	}
	if text != "" && '0' <= text[0] && text[0] <= '9' {
		return parseID(text)
	}
	return parseRows(text, 1)
}

// parseRows reads a plain board from its rows. The parameter column is the column at which the text
// begins.
func parseRows(text string, column int) (*Board, error) {
	var lit []bool
	rows := grid.Rows(text, column)
	for _, row := range rows {
		if err := row.Only(".#", "'#' (lit) or '.' (not lit)"); err != nil {
			return nil, err
		}
		for _, x := range row.Text {
			lit = append(lit, x == '#')
		}
	}
	w, err := grid.Same(rows)
	switch {
	case rows[0].Text == "" && len(rows) == 1:
		return nil, encode.Errorf(1, column, "want rows of '#' (lit) and '.' (not lit), got none")
	case rows[0].Text == "":
		return nil, encode.Errorf(1, column, "want a first row of '#' (lit) and '.' (not lit), got no cells")
	case err != nil:
		return nil, err
	case len(lit) > maxCells:
		return nil, encode.Errorf(1, column, "want at most %d cells, got %d", maxCells, len(lit))
	}
	return &Board{Board: toggle.Board{H: len(rows), W: w, Lit: lit}}, nil
}

// parseID reads a game ID of Simon Tatham's Flip, WxH[c|r]:MATRIX,GRID.
func parseID(text string) (*Board, error) {
	const example = "3x3:MATRIX,GRID"
	w, h, rest, err := grid.Sides(encode.OneLine(text), maxMatrix, example)
	if err != nil {
		return nil, err
	}
	n := h * w
	if n > maxMatrix {
		return nil, encode.Errorf(1, 1, "want at most %d cells, got %d", maxMatrix, n)
	}
	if strings.HasPrefix(rest.Text, "c") || strings.HasPrefix(rest.Text, "r") {
		rest = rest.From(1)
	}
	if !strings.HasPrefix(rest.Text, ":") {
		return nil, rest.Errorf("want ':' after the size, as in %s", example)
	}
	matrix, lights, ok := rest.From(1).Cut(",")
	flips, err := grid.ReadHex(matrix, n*n, "matrix")
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, lights.Errorf("want ',' after the matrix, as in %s", example)
	}
	lit, err := grid.ReadHex(lights, n, "grid")
	if err != nil {
		return nil, err
	}
	return &Board{Board: toggle.Board{H: h, W: w, Lit: grid.Unpack(lit, n)}, flips: grid.Unpack(flips, n*n)}, nil
}
