package encode

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Reading is a way of turning a text into a solution.
type Reading string

// These are the readings, in the order in which ReadSolution tries them.
const (
	AsValues  Reading = "site values"
	AsCells   Reading = "the characters that solve prints"
	AsDrawing Reading = "a drawing"
)

// A Read is a solution that was read from a text, with the Reading that was used.
type Read struct {
	Solution Solution
	As       Reading
}

// ReadSolution reads a solution in any form in which people see solutions. The text may be the
// values of the sites, as Format prints them, or rows of such values, joined by slashes. It may be
// the texts of the cells, as Draw prints them, in the order of the sites, with or without blanks,
// commas, slashes and line ends between them. Or it may be a whole drawing. Before the drawing,
// there may be a line with the canonical notation of the board, as the command show prints it.
//
// ReadSolution tries all these readings and returns the different solutions that they give. If all
// readings fail, it returns the error of the reading that the text was probably meant for. This
// error is a *ParseError, wrapped with the name of the reading.
func ReadSolution(in Instance, text string) ([]Read, error) {
	if most := MostText(in); len(text) > most {
		return nil, Errorf(1, 1, "want at most %d bytes for a solution of this board, got %d", most, len(text))
	}
	text = strings.TrimRight(text, " \t\r\n")
	tried := []attempt{readValues(in, text)}
	if c, ok := in.(HasCells); ok {
		tried = append(tried, readCells(c, text, len(in.Sites())))
	}
	if d, ok := in.(HasDrawing); ok && !slices.Contains(in.Sites(), 0) {
		tried = append(tried, readDrawing(in, d, text))
	}
	var reads []Read
	for _, a := range tried {
		if a.err == nil && !slices.ContainsFunc(reads, func(r Read) bool { return r.Solution == a.Solution }) {
			reads = append(reads, a.Read)
		}
	}
	if _, own := in.(HasText); len(reads) == 0 && !own && !wide(in.Sites()) {
		if s, err := ParseSolution(strings.ReplaceAll(text, "/", ""), in.Sites()); err == nil { // rows joined by /
			return []Read{{s, AsValues}}, nil
		}
	}
	if len(reads) == 0 {
		meant := probable(tried, text)
		return nil, fmt.Errorf("read as %s: %w", meant.As, meant.err)
	}
	return reads, nil
}

// MostText returns the largest number of bytes of a text that ReadSolution accepts.
func MostText(in Instance) int { return 1<<20 + 4*len(in.String()) }

type attempt struct {
	Read
	fits bool // whether the text has the number of cells or lines that the reading needs; a drawing must have several lines
	err  error
}

// probable returns the attempt that the text was probably meant for, after all attempts have
// failed. Among the attempts for which the text has the right number of cells or lines, it returns
// the attempt that read furthest. If there is no such attempt, it returns the attempt to read a
// drawing for a text of several lines, and otherwise the attempt to read values. It never returns
// the attempt to read values if the text has a character that cannot occur in values, and another
// attempt has read the texts of cells.
func probable(tried []attempt, text string) attempt {
	if len(tried) > 1 && tried[1].As == AsCells && strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune(digits+",", r) }) {
		tried = tried[1:]
	}
	best := tried[0]
	if strings.Contains(text, "\n") {
		best = tried[len(tried)-1]
	}
	for _, a := range tried {
		var x, y *ParseError
		switch {
		case !a.fits:
		case !best.fits:
			best = a
		case errors.As(a.err, &x) && errors.As(best.err, &y) && (x.Line > y.Line || x.Line == y.Line && x.Column >= y.Column):
			best = a
		}
	}
	return best
}

func readValues(in Instance, text string) attempt {
	sites := in.Sites()
	n := utf8.RuneCountInString(text)
	if wide(sites) {
		n = strings.Count(text, ",") + 1
	}
	s, err := ReadText(in, text)
	return attempt{Read{s, AsValues}, n == len(sites), err}
}

// ReadCells reads a solution from the texts of the cells, one for each site.
func ReadCells(in HasCells, cells []Span) (Solution, error) {
	values := make([]int, len(cells))
	for i, cell := range cells {
		var err error
		if values[i], err = in.ReadCell(i, cell); err != nil {
			return "", err
		}
	}
	return MakeSolution(Wide(in.Sites()), values), nil
}

// split returns the words of a text, its characters without those between words, and its end. Words are
// separated by blanks, line ends, commas and slashes.
func split(text string) (words, characters []Span, end Span) {
	end = Span{Line: 1, Column: 1}
	for line := range TextLines(text) {
		for line.Text != "" {
			n := strings.IndexAny(line.Text, blanks+",/")
			if n < 0 {
				n = len(line.Text)
			}
			if n > 0 {
				words = append(words, line.Until(n))
			}
			for at := 0; at < n; {
				_, size := utf8.DecodeRuneInString(line.Text[at:])
				characters = append(characters, line.From(at).Until(size))
				at += size
			}
			line = line.From(min(n+1, len(line.Text)))
		}
		end = line
	}
	return words, characters, end
}

// readCells tries to read a text as the texts of the cells. If the text has as many words as there
// are sites, each word is a cell; otherwise each character is a cell.
func readCells(in HasCells, text string, sites int) attempt {
	words, characters, end := split(text)
	a := attempt{Read: Read{As: AsCells}, fits: true}
	switch sites {
	case len(words):
		a.Solution, a.err = ReadCells(in, words)
	case len(characters):
		a.Solution, a.err = ReadCells(in, characters)
	default:
		a.fits = false
		a.err = end.Errorf("want %d characters or words, one for each site, got %d characters and %d words", sites, len(characters), len(words))
	}
	return a
}

func readDrawing(in Instance, d HasDrawing, text string) attempt {
	var lines []Span
	for line := range TextLines(text) {
		line.Text = strings.TrimRight(line.Text, blanks)
		lines = append(lines, line)
	}
	zero := MakeSolution(Wide(in.Sites()), make([]int, len(in.Sites())))
	n := strings.Count(strings.TrimRight(in.Draw(&zero), "\n"), "\n") + 1
	if len(lines) == n+1 && lines[0].Text == in.String() {
		lines = lines[1:]
	}
	s, err := readLines(in, d, lines)
	return attempt{Read{s, AsDrawing}, len(lines) == n && n > 1, err}
}

func readLines(in Instance, d HasDrawing, lines []Span) (Solution, error) {
	s, err := d.ReadDrawing(lines)
	if err != nil {
		return "", err
	}
	want := slices.Collect(TextLines(strings.TrimRight(in.Draw(&s), "\n")))
	for i, line := range lines {
		if i == len(want) {
			return "", line.Errorf("want the end of the drawing, got %q", line.Text)
		}
		w := strings.TrimRight(want[i].Text, blanks)
		if SameLine(line.Text, w) {
			continue
		}
		n := 0
		for n < len(w) && n < len(line.Text) && w[n] == line.Text[n] {
			n++
		}
		for n > 0 && !(utf8.RuneStart(append([]byte(w), ' ')[n]) && utf8.RuneStart(append([]byte(line.Text), ' ')[n])) {
			n--
		}
		return "", line.From(n).Errorf("want %q, as solve draws this solution, got %q", w[n:], line.Text[n:])
	}
	if len(lines) < len(want) {
		return "", lines[len(lines)-1].End().Errorf("want a line %q after this one, as solve draws this solution", want[len(lines)].Text)
	}
	return s, nil
}

// NameSign is the text before the names that Draw may write at the end of a line, such as the name of a
// region. It begins with two blanks, and makes the names a comment.
const NameSign = "  # named "

// SameLine reports whether two lines of drawings agree. One of them may have names at its end, because
// only a board that was read with names can draw them.
func SameLine(a, b string) bool {
	return a == b || strings.HasPrefix(a, b+NameSign) || strings.HasPrefix(b, a+NameSign)
}
