package grid

import (
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
)

// Lines skips the given number of lines of a drawing and returns the next n lines. If the drawing
// has too few lines, the error has the position of the end of the drawing.
func Lines(lines []encode.Span, skip, n int) ([]encode.Span, error) {
	if len(lines) < skip+n {
		return nil, lines[len(lines)-1].End().Errorf("want a drawing of %d lines or more, got %d", skip+n, len(lines))
	}
	return lines[skip : skip+n], nil
}

// Words returns the first w words of each line, line by line in one list.
func Words(lines []encode.Span, w int) ([]encode.Span, error) {
	var all []encode.Span
	for _, line := range lines {
		words := line.Words(w)
		if len(words) < w {
			return nil, line.End().Errorf("want %d cells in this line, got %d", w, len(words))
		}
		all = append(all, words...)
	}
	return all, nil
}

// Character returns the n-th character of a line of a drawing, counted from 0. It returns a blank
// if the line is shorter, because blanks at the ends of lines are removed.
func Character(line encode.Span, n int) encode.Span {
	for ; line.Text != ""; n-- {
		_, size := utf8.DecodeRuneInString(line.Text)
		if n == 0 {
			return line.Until(size)
		}
		line = line.From(size)
	}
	line.Text = " "
	return line
}

// ReadRows skips the given number of lines of a drawing and reads the next h lines, with w cells
// each. Each cell is a word. ReadRows ignores further words in a line.
func ReadRows(in encode.HasCells, lines []encode.Span, skip, h, w int) (encode.Solution, error) {
	lines, err := Lines(lines, skip, h)
	if err != nil {
		return "", err
	}
	cells, err := Words(lines, w)
	if err != nil {
		return "", err
	}
	return encode.ReadCells(in, cells)
}

// ReadCharacters skips the given number of lines of a drawing and reads the next lines, in which each
// cell of the layout of the instance is one character.
func ReadCharacters(in interface {
	encode.HasCells
	layout.HasLayout
}, lines []encode.Span, skip int) (encode.Solution, error) {
	h, w, cells := in.Layout()
	lines, err := Lines(lines, skip, h)
	if err != nil {
		return "", err
	}
	return encode.ReadCells(in, wording.Each(cells, func(at int) encode.Span { return Character(lines[at/w], at%w) }))
}

// Sign reads a cell that shows one of the given ASCII characters, and returns the index of this
// character. The parameter want begins the error message, such as "want 'x' or '.'".
func Sign(cell encode.Span, signs, want string) (byte, error) {
	if v := strings.Index(signs, cell.Text); len(cell.Text) == 1 && v >= 0 {
		return byte(v), nil
	}
	return 0, cell.Errorf("%s, got %q", want, cell.Text)
}
