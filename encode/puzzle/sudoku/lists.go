package sudoku

import (
	"regexp"
	"slices"
	"strings"

	"counterproof/encode"
)

type kind int

const (
	rowLine    kind = 1 << iota // with cells
	hollowLine                  // only separators and blanks: a row of empty cells, or nothing
	dashedLine                  // also '-', '_' or '~': a row of empty cells, or a line between boxes
	ruleLine                    // a line between boxes
	titleLine                   // words
)

type line struct {
	encode.Span
	kind
}

var (
	word    = regexp.MustCompile(`^[^\pL\pN.]*(?:\pL{2,}|\pL,\pL(?:,\pL)?$)`) // begins a title
	cells16 = regexp.MustCompile(`[0-9A-PXx.?]{16}`)                          // occurs in no title
	section = regexp.MustCompile(`(?im)^\[(?:state|pencilmarks|colou?rs)\]`)  // begins a section that is not the board
)

// aboveRows matches the shape of the boxes of the rows on the next lines.
var aboveRows = regexp.MustCompile(`^\s*([0-9]{1,2})x([0-9]{1,2}):[ \t\r]*\n`)

// boxIn returns the box of a board of n x n cells that is drawn on lines. The rows between two lines of a
// frame show its height. The parts between upright lines show how many boxes are side by side, which is
// the same number. Where lines do not show it, the box is the usual one.
func boxIn(lines []line, n int) (box, error) {
	high, across, rows := n, 0, 0
	last := lines[0]
	for _, l := range lines {
		switch {
		case l.kind == rowLine:
			across, rows, last = max(across, len(parts(l.Span))), rows+1, l
		case l.kind == ruleLine && rows > 0:
			high, rows = min(high, rows), 0
		}
	}
	if high < n && rows > 0 {
		high = min(high, rows)
	}
	for _, shown := range []*int{&high, &across} {
		if *shown < 2 || *shown >= n || n%*shown > 0 {
			*shown = usual(n).h
		}
	}
	if high != across {
		return box{}, last.Errorf("want boxes of one shape, but the lines between rows, or their absence, mean boxes of %dx%d cells, "+
			"and the '|' in the rows, or their absence, boxes of %dx%d cells: draw both, or write %[1]dx%[2]d: or %[3]dx%[4]d: above the rows", high, n/high, across, n/across)
	}
	return box{high, n / high}, nil
}

func kindOf(text string) kind {
	if strings.Trim(text, separators+".*-_~") == "" {
		switch {
		case strings.ContainsAny(text, "+="):
			return ruleLine
		case strings.ContainsAny(text, "-_~"):
			return dashedLine
		case strings.ContainsAny(text, ".*"):
			return rowLine
		}
		return hollowLine
	}
	if len(text) >= mostSide && strings.Trim(strings.ToUpper(text), separators+empty+symbols[1:]) == "" {
		return rowLine
	}
	name := strings.TrimLeft(word.FindString(text), separators+empty)
	if strings.Trim(name, "abcdefgxABCDEFGX") == "" || name == "null" || name == "None" || cells16.MatchString(text) {
		return rowLine
	}
	return titleLine
}

// longest is larger than the number of bytes of any line with a board and further fields.
const longest = 1 << 13

// split returns the lines of a text. It drops empty lines, lines that begin with '#', and the sections
// that are not the board. It refuses lines that are longer than any line with a board, and too many lines
// that are too short for a row.
func split(flat string) (lines []line, err error) {
	other, at, short := false, 1, 0
	lines = make([]line, 0, min(strings.Count(flat, "\n")+1, len(flat)/(sides[0]+1)+longest))
	for text := range strings.SplitSeq(flat, "\n") {
		l := line{encode.Span{Text: strings.TrimRight(text, "\r"), Line: 1, Column: at}, 0}
		if at += len(text) + 1; l.Text == "" || l.Text[0] == '#' {
			continue
		}
		if len(text) > longest {
			return nil, l.Errorf("want at most %d bytes on a line with a board, got %d", longest, len(text))
		}
		if len(text) < sides[0] {
			if short++; short > longest {
				return nil, l.Errorf("want rows of at least %d cells, got %q", sides[0], l.Text)
			}
		}
		if l.kind = kindOf(l.Text); l.kind == titleLine {
			other = section.MatchString(l.Text)
		}
		if !other {
			lines = append(lines, l)
		}
	}
	return lines, nil
}

var (
	nested   = regexp.MustCompile(`^\s*(?:[\w .:<>*&\[\]]*=\s*)?([\[{])(?:[^\pL]|null|None)`) // begins a list, as in JSON or in a program
	object   = regexp.MustCompile(`\{\s*["']?\pL\w*["']?\s*:`)                                // begins an object of JSON
	rowEnd   = regexp.MustCompile(`([^"',\n]{4,}["']),`)                                      // ends a text of several cells
	brackets = strings.NewReplacer("\n", " ", "\r", " ", "[", " ", "{", " ", "],", "\n ", "},", "\n ", "]", "\n", "}", "\n")
)

func unnested(flat string) string {
	at := nested.FindStringSubmatchIndex(flat)
	if at == nil {
		return flat
	}
	list := strings.TrimRight(flat[at[2]:], " \t\r\n;]}")
	return rowEnd.ReplaceAllString(strings.Repeat(" ", at[2])+brackets.Replace(list), "$1\n")
}

var (
	header = regexp.MustCompile(`(?i)(?:^|([,;|\t]))\s*"?(?:puzzles?|quizzes|quiz|boards?|sudokus?|grid|problem|question)"?\s*(?:([,;|\t])|$)`)
	quoted = regexp.MustCompile(`"[^"]*"`)
)

func columnOf(lines []line) (column []line) {
	m := header.FindStringSubmatch(lines[0].Text)
	if m == nil || m[1]+m[2] == "" {
		return nil
	}
	comma := (m[1] + m[2])[:1]
	before, _, _ := strings.Cut(lines[0].Text, m[0])
	k := strings.Count(before+m[1], comma)
	for _, l := range lines[1:] {
		l.Text = quoted.ReplaceAllStringFunc(l.Text, func(q string) string { return strings.ReplaceAll(q, comma, " ") })
		values := append(l.Split(comma, longest), slices.Repeat([]encode.Span{l.End()}, k+1)...)
		column = append(column, line{values[k], rowLine})
	}
	return column
}
