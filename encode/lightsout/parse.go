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
	if text != "" && '0' <= text[0] && text[0] <= '9' {
		return parseID(text)
	}
	if strings.HasPrefix(text, ownMatrix) {
		return nil, encode.Errorf(1, 1, "the drawing does not show the matrix: want the game ID, which the command show prints above the drawing")
	}
	rest, torus := strings.CutPrefix(text, onTorus)
	lights, err := toggle.ParseRows(grid.Rows(rest, 1+len(text)-len(rest)), maxCells)
	if err != nil {
		return nil, err
	}
	return &Board{Board: lights, torus: torus}, nil
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
