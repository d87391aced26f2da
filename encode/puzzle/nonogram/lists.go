package nonogram

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/files"
)

func readLists(text string) ([]encode.Instance, error) {
	lines, err := listLines(text)
	if err != nil {
		return nil, err
	}
	var all []encode.Instance
	for len(lines) > 0 {
		if lines[0].Text == "" {
			lines = lines[1:]
			continue
		}
		b, rest, err := readList(lines)
		if err != nil {
			return nil, err
		}
		all, lines = append(all, b), rest
	}
	if len(all) == 0 {
		return nil, encode.Errorf(1, 1, "want a list of runs, got none")
	}
	return all, nil
}

// mark is the line between the rows and the columns of a .mk file.
const mark = "#"

const mostLines = 2*maxSide + 2

// listLines returns the lines of a text from the first one with runs to the empty end of the text. It
// removes comments, leaves out lines with nothing but a comment, and makes lines without runs empty. A
// comment directly after the rows of a .mk file is its mark. listLines refuses more than mostLines
// lines with runs in a row, and leaves out as many lines without runs.
func listLines(text string) ([]encode.Span, error) {
	var lines []encode.Span
	var last encode.Span
	alike := 0 // how many lines directly before this one are empty like it, or have runs like it
	for last = range encode.TextLines(text) {
		line := last
		line.Text = files.Uncomment(line.Text, true)
		whole, bare := strings.TrimSpace(last.Text), strings.TrimSpace(line.Text)
		switch {
		case len(lines) > 0 && bare == mark, len(lines) > 0 && bare == "" && whole != "" && afterRows(lines):
			line.Text = mark
		case strings.Trim(bare, " \t\r,") != "":
			if err := strange(line, len(lines) == 0); err != nil {
				return nil, err
			}
		case len(lines) == 0, bare != whole:
			continue
		default:
			line.Text = ""
		}
		if alike++; len(lines) == 0 || (line.Text == "") != (lines[len(lines)-1].Text == "") {
			alike = 0
		}
		if alike < mostLines {
			lines = append(lines, line)
		} else if line.Text != "" {
			return nil, line.Errorf("want 1 to %d rows and columns, and an empty line between them", maxSide)
		}
	}
	if n := len(lines); n > 0 && lines[n-1].Text != "" {
		lines = append(lines, last.End())
	}
	return lines, nil
}

func afterRows(lines []encode.Span) bool {
	size := numbers(lines)
	return len(size) == 2 && len(lines) == 1+size[0]
}

func numbers(lines []encode.Span) (all []int) {
	for _, word := range lines[0].Words(3) {
		n, ok := encode.Number(word.Text, maxSide)
		if !ok || n == 0 {
			return nil
		}
		all = append(all, n)
	}
	return all
}

// strange returns an error for the first character that cannot be part of a list of runs, or nil if
// all characters can. The parameter first says that no runs have been read yet. If the first line
// begins with such a character, the message lists all accepted notations.
func strange(line encode.Span, first bool) error {
	at := strings.IndexFunc(line.Text, func(c rune) bool { return !strings.ContainsRune("0123456789, \t\r", c) })
	switch {
	case at < 0:
		return nil
	case first && strings.Trim(line.Text[:at], ", \t\r") == "":
		return line.From(at).Errorf("want a game ID as in %s, webpbn XML, lists of runs, or a .non, CWD, .mk, .g or .nin file, got %q", example, line.Text[at:])
	}
	_, size := utf8.DecodeRuneInString(line.Text[at:])
	return line.From(at).Errorf("want the lengths of runs, spaces and commas, got %q", line.Text[at:at+size])
}

// sized returns the name of the format that the header and the numbers of lines fit. It also returns
// the lines of the rows, the lines of the columns, and the lines after the board. If no format fits,
// the name is empty.
//
// The documentation of Jan Wolter's pbnsolve describes the formats. The manual of Jakub Wilk's nonogram
// describes .nin. The header of a .nin file has the width and the height, and the other headers have
// the height first. Then come the rows, one more line except in .nin, and the columns. As in pbnsolve,
// an empty line is a clue without runs, unless it is the line in between.
func sized(lines []encode.Span) (name string, rows, cols, rest []encode.Span) {
	header, gap, between := 1, 1, mark
	size, more := numbers(lines), numbers(lines[1:])
	switch {
	case len(size) == 1 && len(more) == 1:
		name, header, between, size = "CWD", 2, "", append(size, more...)
	case len(size) == 2 && len(lines) > 1+size[0] && lines[1+size[0]].Text == mark:
		name = ".mk"
	case len(size) == 2:
		name, gap = ".nin", 0
		slices.Reverse(size)
	default:
		return "", nil, nil, nil
	}
	first := header + size[0]
	second := first + gap
	end := second + size[1]
	switch {
	case end >= len(lines), lines[end].Text != "", gap > 0 && lines[first].Text != between,
		gap == 0 && slices.ContainsFunc(lines[end:], func(line encode.Span) bool { return line.Text != "" }): // perhaps the rows of two blocks
		return "", nil, nil, nil
	}
	return name, lines[header:first], lines[second:end], lines[end:]
}

// readList reads the board at the beginning of the lines and returns the lines after it. A layout that
// fits counts if the rows have as many black cells as the columns. If not, and for other lists, the
// runs of the rows begin in the first line.
func readList(lines []encode.Span) (*Board, []encode.Span, error) {
	var doubt error // why the lines do not have the layout that their numbers fit
	if name, rows, cols, rest := sized(lines); name != "" {
		b, err := listed(rows, cols, nil, lines[0])
		if err == nil {
			err = b.balanced(lines[0])
		}
		if at := (*encode.ParseError)(nil); errors.As(err, &at) {
			doubt = &encode.ParseError{Line: at.Line, Column: at.Column, Err: fmt.Errorf("%w (read as a %s file with %d rows and %d columns)", at.Err, name, len(rows), len(cols))}
		} else {
			return b, rest, nil
		}
	}
	b, rest, err := readBlocks(lines)
	if err != nil {
		return nil, nil, cmp.Or(doubt, err)
	}
	if doubt != nil && b.Obstacle() != "" {
		b.warnings = append(b.warnings, fmt.Sprintf("lines %d and %d: read as the runs of two rows, not as the height and the width of a CWD file; "+
			"in both readings, the rows and the columns have different numbers of black cells", lines[0].Line, lines[1].Line))
	}
	return b, rest, nil
}

func readClues(lines []encode.Span, ink *ink) (all []clue, err error) {
	for _, line := range lines {
		k, err := readClue(line, ink)
		if err != nil {
			return nil, err
		}
		all = append(all, k)
	}
	return all, nil
}

func listed(rows, cols []encode.Span, ink *ink, at encode.Span) (*Board, error) {
	r, err := readClues(rows, ink)
	c, wrong := readClues(cols, ink)
	if err = cmp.Or(err, wrong); err != nil {
		return nil, err
	}
	return board(r, c, at)
}

// readBlocks reads the runs of the rows, an empty line, and the runs of the columns. It returns the
// lines after them.
func readBlocks(lines []encode.Span) (*Board, []encode.Span, error) {
	var sides [2][]encode.Span
	rest := lines
	for i := range sides {
		for len(rest) > 0 && rest[0].Text == "" {
			rest = rest[1:]
		}
		n := slices.IndexFunc(rest, func(line encode.Span) bool { return line.Text == "" || line.Text == mark })
		if n < 0 {
			return nil, nil, lines[len(lines)-1].Errorf("want an empty line and the runs of the columns; a .nin file needs as many lines of runs as its first line says")
		}
		if rest[n].Text == mark {
			return nil, nil, rest[n].Errorf("want '#' only between the rows and the columns of a .mk file, whose first line has the numbers of both")
		}
		sides[i], rest = rest[:n], rest[n:]
	}
	b, err := listed(sides[0], sides[1], nil, lines[0])
	return b, rest, err
}

// isG reports whether two or more lines begin with ':', as in the .g files of Petr and Mirek Olšák.
func isG(text string) bool {
	_, after, ok := strings.Cut("\n"+text, "\n:")
	return ok && strings.Contains(after, "\n:")
}

// readG reads a .g file as its sample files describe it. Text and the names of colours come first. A
// line that begins with ':' ends them, another one ends the rows, and a third one ends the columns.
// Triddlers and puzzles of two colours are not supported.
func readG(text string) ([]encode.Instance, error) {
	var sides [2][]encode.Span
	var starts []encode.Span
	for line := range encode.TextLines(text) {
		n := len(starts)
		switch {
		case strings.HasPrefix(line.Text, ":"):
			starts = append(starts, line)
		case n > 0:
			sides[n-1] = append(sides[n-1], line)
		case strings.HasPrefix(line.Text, "#t"), strings.HasPrefix(line.Text, "#T"):
			return nil, line.Errorf("triddlers are not supported: want a .g file with rows and columns")
		}
		if len(starts) == 3 || n > 0 && len(sides[n-1]) > maxSide {
			break
		}
	}
	b, err := listed(sides[0], sides[1], new(ink), starts[0])
	if err == nil {
		err = b.balanced(starts[0])
	}
	switch {
	case err != nil:
		return nil, err
	case len(starts) < 3:
		return nil, starts[1].Errorf("want a .g file, with a line that begins with ':' before the rows, another one before the columns and one after them")
	}
	return []encode.Instance{b}, nil
}
