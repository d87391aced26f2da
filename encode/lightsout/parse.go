package lightsout

import (
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/grid"
	"counterproof/encode/toggle"
)

const (
	// maxCells keeps a formula to some hundreds of megabytes.
	maxCells = 40_000
	// maxMatrix is that of an ID, whose buttons may toggle any number of
	// lights: half of them, at random, are 11 million clauses.
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

// parseRows reads a drawing that stands at the column.
func parseRows(text string, column int) (*Board, error) {
	var lit []bool
	rows := grid.Rows(text, column)
	for _, row := range rows {
		for i := range len(row.Text) {
			switch row.Text[i] {
			case '.', '#':
				lit = append(lit, row.Text[i] == '#')
			default:
				r, _ := utf8.DecodeRuneInString(row.Text[i:])
				return nil, encode.Errorf(1, row.Column+i, "want '#' (lit) or '.' (not lit), got %q", r)
			}
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

// parseID reads WxH[c|r]:MATRIX,GRID.
func parseID(text string) (*Board, error) {
	id := &reader{text: text}
	w, err := id.side()
	if err != nil {
		return nil, err
	}
	if err := id.sign('x', "width"); err != nil {
		return nil, err
	}
	h, err := id.side()
	if err != nil {
		return nil, err
	}
	if h*w > maxMatrix {
		return nil, encode.Errorf(1, 1, "want at most %d cells, got %d", maxMatrix, h*w)
	}
	if id.at < len(text) && (text[id.at] == 'c' || text[id.at] == 'r') {
		id.at++
	}
	if err := id.sign(':', "size"); err != nil {
		return nil, err
	}
	n := h * w
	matrix, lights, _ := strings.Cut(text[id.at:], ",")
	flips, err := unhex(matrix, n*n, "matrix", id.at+1)
	if err != nil {
		return nil, err
	}
	id.at += len(matrix)
	if err := id.sign(',', "matrix"); err != nil {
		return nil, err
	}
	lit, err := unhex(lights, n, "grid", id.at+1)
	if err != nil {
		return nil, err
	}
	return &Board{Board: toggle.Board{H: h, W: w, Lit: lit}, flips: flips}, nil
}

// A reader reads a text from a place on.
type reader struct {
	text string
	at   int
}

// side reads the length of a side.
func (r *reader) side() (int, error) {
	from, n := r.at, 0
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		n = min(10*n+int(r.text[r.at]-'0'), maxMatrix+1)
		r.at++
	}
	if n < 1 || n > maxMatrix {
		digits := r.text[from:r.at]
		if len(digits) > 20 {
			digits = digits[:20] + "..."
		}
		return 0, encode.Errorf(1, from+1, "want a side of 1 to %d cells, got %q", maxMatrix, digits)
	}
	return n, nil
}

// sign reads one character.
func (r *reader) sign(c byte, after string) error {
	if r.at == len(r.text) || r.text[r.at] != c {
		return encode.Errorf(1, r.at+1, "want %q after the %s, as in 3x3:MATRIX,GRID", c, after)
	}
	r.at++
	return nil
}

// unhex reads n bits, the most significant of a digit first, from a part of a
// text that stands at the column. The game reads digits of either case and any
// bits of padding, so both are read.
func unhex(text string, n int, name string, column int) ([]bool, error) {
	want := (n + 3) / 4
	bits := make([]bool, 0, 4*want)
	for i := range min(len(text), want+1) {
		d := strings.IndexByte("0123456789abcdef", text[i]|' ')
		if d < 0 || text[i] < '0' {
			r, _ := utf8.DecodeRuneInString(text[i:])
			return nil, encode.Errorf(1, column+i, "want a hex digit of the %s, got %q", name, r)
		}
		for k := range 4 {
			bits = append(bits, d>>(3-k)&1 != 0)
		}
	}
	if len(text) != want {
		return nil, encode.Errorf(1, column+min(len(text), want), "want %d hex digits for the %d bits of the %s, got %d", want, n, name, len(text))
	}
	return bits[:n], nil
}
