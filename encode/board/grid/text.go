// Package grid contains the geometry of boards with rows and columns. It reads their notation with
// positions and draws them. It knows no puzzle rules.
package grid

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
)

// Decimals returns the numbers as decimal texts.
func Decimals(x []int) []string { return wording.Each(x, strconv.Itoa) }

// Pairs returns the names of cells such as "(1,2)" for row 0, column 1.
func Pairs(cells [][2]int) []string {
	return wording.Each(cells, func(at [2]int) string { return fmt.Sprintf("(%d,%d)", at[0]+1, at[1]+1) })
}

// Joined joins each n consecutive texts with the separator.
func Joined(texts []string, n int, separator string) []string {
	return wording.Each(slices.Collect(slices.Chunk(texts, n)), func(some []string) string { return strings.Join(some, separator) })
}

// Without returns the numbers as decimal texts, but '?' for the numbers with the indices in the list gone.
func Without(gone, x []int) []string {
	return encode.Put(Decimals(x), gone, "?")
}

// LineName returns the name of line i of a board with h rows, such as "column 1" for line h.
func LineName(h, i int) string {
	if i < h {
		return fmt.Sprintf("row %d", i+1)
	}
	return fmt.Sprintf("column %d", i-h+1)
}

// Line returns the cells of line i of a row-major board, where the rows come before the columns.
func Line(h, w, i int) []int {
	first, step, n := i*w, 1, w
	if i >= h {
		first, step, n = i-h, w, h
	}
	return wording.Fill(n, func(k int) int { return first + k*step })
}

// Sums draws a board as text with the given sums to the right of its rows and below its columns.
func Sums(right, below []string, cell func(r, c int) string) string {
	width := widest(below)
	var out strings.Builder
	for r, sum := range right {
		for c := range below {
			fmt.Fprintf(&out, "%*s ", width, cell(r, c))
		}
		fmt.Fprintf(&out, "| %s\n", sum)
	}
	out.WriteString(strings.Repeat("-", len(below)*(width+1)) + "+\n")
	for c, t := range below {
		if c > 0 {
			out.WriteByte(' ')
		}
		fmt.Fprintf(&out, "%*s", width, t)
	}
	out.WriteByte('\n')
	return out.String()
}

// AddForced adds the fact forced, which shows the values that the cells of a board have in all
// solutions. Each cell is '0', '1' or '?'. The rows of w cells are joined by '/'.
func AddForced(x *encode.Explanation, cells []byte, w int) {
	rows := Joined(strings.Split(string(cells), ""), w, "")
	x.Add("forced", strings.Join(rows, "/"), strings.Join(rows, "\n")+"\n")
}

// Beside lays drawings of the same height side by side, with a gap between them, and returns the
// text. The parameter page is the width of the page in characters. Drawings that do not fit next to
// the others follow below, after an empty line. All lines of a drawing must have the same length.
func Beside(drawings []string, page, gap int) string {
	var text strings.Builder
	var band []string // the lines of the drawings side by side
	for i, drawing := range drawings {
		lines := strings.Split(strings.TrimSuffix(drawing, "\n"), "\n")
		if i > 0 && length(band[0])+gap+length(lines[0]) <= page {
			for r, line := range lines {
				band[r] += strings.Repeat(" ", gap) + line
			}
			continue
		}
		if i > 0 {
			text.WriteString(strings.Join(band, "\n") + "\n\n")
		}
		band = lines
	}
	text.WriteString(strings.Join(band, "\n"))
	return text.String()
}

func length(text string) int { return utf8.RuneCountInString(text) }

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
func Sign(cell encode.Span, signs, want string) (int, error) {
	if v := strings.Index(signs, cell.Text); len(cell.Text) == 1 && v >= 0 {
		return v, nil
	}
	return 0, cell.Errorf("%s, got %q", want, cell.Text)
}

// maxRows is larger than the number of rows of any board.
const maxRows = 1 << 16

// Rows splits a drawing of rows joined by '/' into its rows. The drawing is in line 1 of the input
// and begins at the given column.
func Rows(text string, column int) []encode.Span {
	return encode.Span{Text: text, Line: 1, Column: column}.Split("/", maxRows)
}

// Same returns the length of the rows in bytes if they all have the same length. If not, it returns
// a *encode.ParseError at the first row with a different length.
func Same(rows []encode.Span) (int, error) {
	w := len(rows[0].Text)
	for _, row := range rows {
		if n := len(row.Text); n != w {
			return 0, row.From(min(w, n)).Errorf("want rows of %d cells like the first, got %d", w, n)
		}
	}
	return w, nil
}

// Only checks the characters of a row as the method Only of encode.Span does. If the first other
// character is in the parameter solved, which has the characters of solutions, the error also says
// that the row looks like a solution.
func Only(row encode.Span, chars, want, solved string) error {
	err := row.Only(chars, want)
	var at *encode.ParseError
	if errors.As(err, &at) && strings.ContainsRune(solved, row.From(at.Column-row.Column).First()) {
		at.Err = fmt.Errorf("%w, as in the drawing of a solution, but a board has only clues", at.Err)
	}
	return err
}

// Sides reads the width and the height at the beginning of a game ID, as in 9x7, and returns the
// rest of the ID. Each side must be from 1 to the parameter most. Error messages show the parameter
// example as an example of an ID.
func Sides(id encode.Span, most int, example string) (w, h int, rest encode.Span, err error) {
	var sides [2]int
	for k := range sides {
		n, digits := encode.LeadingNumber(id.Text, most)
		if n < 1 || n > most {
			return 0, 0, id, id.Errorf("want a side of 1 to %d cells, got %q", most, id.Text[:digits])
		}
		sides[k], id = n, id.From(digits)
		if k == 0 && !strings.HasPrefix(id.Text, "x") {
			return 0, 0, id, id.Errorf("want 'x' after the width, as in %s", example)
		}
		id = id.From(1 - k)
	}
	return sides[0], sides[1], id, nil
}

// Pack packs bits into bytes. The first bit becomes the highest bit of the first byte.
func Pack(bits []bool) []byte {
	b := make([]byte, (len(bits)+7)/8)
	for i, bit := range bits {
		if bit {
			b[i/8] |= 0x80 >> (i % 8)
		}
	}
	return b
}

// Unpack returns the first n of the bits that Pack has packed into b.
func Unpack(b []byte, n int) []bool {
	return wording.Fill(n, func(i int) bool { return b[i/8]<<(i%8)&0x80 != 0 })
}

// Hex returns the hex digits of n bits that Pack has packed.
func Hex(b []byte, n int) string { return hex.EncodeToString(b)[:(n+3)/4] }

// ReadHex reads n bits from hex digits in upper or lower case, and returns the bits as Pack packs
// them. It ignores surplus bits of the last digit. In error messages, the parameter name says what
// the bits are.
func ReadHex(text encode.Span, n int, name string) ([]byte, error) {
	if err := text.Only("0123456789abcdefABCDEF", "a hex digit of the "+name); err != nil {
		return nil, err
	}
	want, got := (n+3)/4, len(text.Text)
	if got != want {
		return nil, text.From(min(got, want)).Errorf("want %d hex digits for the %d bits of the %s, got %d", want, n, name, got)
	}
	return hex.DecodeString(text.Text + strings.Repeat("0", want%2))
}
