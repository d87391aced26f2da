package sudoku

import (
	"iter"
	"regexp"
	"strings"

	"counterproof/encode"
)

// A kind says what a line of a text is.
type kind int

const (
	rowLine    kind = 1 << iota // with cells
	hollowLine                  // only separators and blanks: a row of empty cells, or nothing
	dashedLine                  // also '-' or '_': a row of empty cells, or a line between boxes
	ruleLine                    // a line between boxes
	titleLine                   // words
)

// A line is a line of a text.
type line struct {
	encode.Span
	kind
}

var (
	word    = regexp.MustCompile(`^[^\pL\pN.]*\pL{2,}`)                      // begins a title
	cells16 = regexp.MustCompile(`[0-9.]{16}`)                               // occurs in no title
	section = regexp.MustCompile(`(?im)^\[(?:state|pencilmarks|colou?rs)\]`) // begins a section that is not the board
)

// kindOf returns the kind of a line that is not empty.
func kindOf(text string) kind {
	if strings.Trim(text, separators+".*-_") == "" {
		switch {
		case strings.ContainsAny(text, "+=~"):
			return ruleLine
		case strings.ContainsAny(text, "-_"):
			return dashedLine
		case strings.ContainsAny(text, ".*"):
			return rowLine
		}
		return hollowLine
	}
	name := strings.TrimLeft(word.FindString(text), separators+empty)
	if strings.Trim(name, "abcdefgxABCDEFGX") == "" || name == "null" || name == "None" || cells16.MatchString(text) {
		return rowLine
	}
	return titleLine
}

// longest is larger than the number of bytes of any line with a board and further fields.
const longest = 1 << 13

// split yields the lines of a text. It drops empty lines, lines that begin with '#', and the sections
// that are not the board. It does not look closely at lines that are longer than any line with a board.
func split(flat string) iter.Seq[line] {
	return func(yield func(line) bool) {
		other, at := false, 1
		for text := range strings.SplitSeq(flat, "\n") {
			l := line{encode.Span{Text: strings.TrimRight(text, "\r"), Line: 1, Column: at}, rowLine}
			if at += len(text) + 1; l.Text == "" || l.Text[0] == '#' {
				continue
			}
			if len(l.Text) <= longest {
				l.kind = kindOf(l.Text)
			}
			if l.kind == titleLine {
				other = section.MatchString(l.Text)
			}
			if !other && !yield(l) {
				return
			}
		}
	}
}

var (
	nested   = regexp.MustCompile(`^\s*(?:[\w .:<>*&\[\]]*=\s*)?([\[{])(?:[^\pL]|null|None)`) // begins a list, as in JSON or in a program
	object   = regexp.MustCompile(`\{\s*["']?\pL\w*["']?\s*:`)                                // begins an object of JSON
	rowEnd   = regexp.MustCompile(`([^"',\n]{4,}["']),`)                                      // ends a text of several cells
	brackets = strings.NewReplacer("\n", " ", "\r", " ", "[", " ", "{", " ", "],", "\n ", "},", "\n ", "]", "\n", "}", "\n")
)

// unnested writes each row of nested lists on a line of its own. The cells stay at their places.
func unnested(flat string) string {
	at := nested.FindStringSubmatchIndex(flat)
	if at == nil {
		return flat
	}
	list := strings.TrimRight(flat[at[2]:], " \t\r\n;]}")
	return rowEnd.ReplaceAllString(strings.Repeat(" ", at[2])+brackets.Replace(list), "$1\n")
}
