package sudoku

import (
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
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

// A line is a line of a text, or a list in it.
type line struct {
	encode.Span
	kind
}

var (
	word    = regexp.MustCompile(`^[^\pL\pN.]*\pL{2,}`)                      // begins a title
	cells16 = regexp.MustCompile(`[0-9.]{16}`)                               // occurs in no title
	section = regexp.MustCompile(`(?im)^\[(?:state|pencilmarks|colou?rs)\]`) // begins a section that is not the board
	header  = regexp.MustCompile(`^\s*\|[ |]*\n[ |:-]+\n`)                   // is the empty header of a table in Markdown
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

// split yields the lines of a text. It drops empty lines, lines that begin with '#', and the sections
// that are not the board.
func split(flat string) iter.Seq[line] {
	return func(yield func(line) bool) {
		other, at := false, len(header.FindString(flat))
		for text := range strings.SplitSeq(flat[at:], "\n") {
			l := line{encode.Span{Text: strings.TrimRight(text, "\r"), Line: 1, Column: at + 1}, 0}
			if at += len(text) + 1; l.Text == "" || l.Text[0] == '#' {
				continue
			}
			if l.kind = kindOf(l.Text); l.kind == titleLine {
				other = section.MatchString(l.Text)
			}
			if !other && !yield(l) {
				return
			}
		}
	}
}

var (
	nested    = regexp.MustCompile(`^\s*(?:[\w .:<>*&\[\]]*=\s*)?([\[{])(?:[^\pL]|null|None)`) // begins a list, as in JSON or in a program
	object    = regexp.MustCompile(`\{\s*["']?\pL\w*["']?\s*:`)                                // begins an object of JSON
	innermost = regexp.MustCompile(`\[[^\[\]]*\]`)                                             // a list without lists
	quoted    = regexp.MustCompile(`"[^"]{3,}"|'[^']{3,}'`)                                    // a text of several cells
)

// lists yields the innermost lists of a text as rows. If such a list contains texts of several cells,
// each text is a row.
func lists(flat string) iter.Seq[line] {
	text := encode.OneLine(strings.NewReplacer("{", "[", "}", "]", "\n", " ", "\r", " ").Replace(flat))
	text = text.From(nested.FindStringSubmatchIndex(flat)[2])
	return func(yield func(line) bool) {
		for rest := text; rest.Text != ""; {
			at := innermost.FindStringIndex(rest.Text)
			if at == nil {
				at = []int{len(rest.Text), len(rest.Text)}
			}
			list := rest.Until(at[0])
			if strings.Trim(list.Text, commas+"[]") == "" && at[0] < at[1] {
				list = rest.Until(at[1] - 1).From(at[0] + 1)
			} else {
				list = list.From(len(list.Text) - len(strings.TrimLeft(list.Text, commas+"[]")))
				at[1] = at[0] // the text before the list is not empty
			}
			rest = rest.From(at[1])
			parts := [][]int{{-1, len(list.Text) + 1}}
			if strings.Trim(quoted.ReplaceAllString(list.Text, ""), commas+"[]") == "" {
				parts = quoted.FindAllStringIndex(list.Text, -1)
			}
			for _, p := range parts {
				if !yield(line{list.Until(p[1] - 1).From(p[0] + 1), rowLine}) {
					return
				}
			}
		}
	}
}

// columnNames lists the names of the column of the boards in a table.
var columnNames = strings.Fields("board boards givens grid problem puzzle puzzles question quiz quizzes sudoku unsolved")

// table reads the boards of a table with a header, as in CSV. If the text is not such a table, the
// error is encode.ErrOneLine.
func table(text string) ([]*Board, error) {
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\r\n"), "\n")
	at := strings.IndexAny(first, commas[:3])
	if at < 0 || len(first) > 4096 {
		return nil, encode.ErrOneLine
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = rune(first[at])
	names, err := r.Read()
	column := slices.IndexFunc(names, func(name string) bool {
		return slices.Contains(columnNames, strings.ToLower(strings.TrimSpace(name)))
	})
	if err != nil || column < 0 {
		return nil, encode.ErrOneLine
	}
	var all []*Board
	for {
		fields, err := r.Read()
		var wrong *csv.ParseError
		switch {
		case err == io.EOF && len(all) == 0:
			return nil, encode.Errorf(1, 1, "want a board below the names of the columns")
		case err == io.EOF:
			return all, nil
		case errors.As(err, &wrong):
			return nil, encode.Errorf(wrong.Line, wrong.Column, "%w: want %d fields, as in the first line", wrong.Err, len(names))
		}
		line, start := r.FieldPos(column)
		board := one(encode.Span{Text: frames.Replace(fields[column]), Line: line, Column: start})
		var at *encode.ParseError
		if errors.As(board.err, &at) && strings.Contains(text, `"`) {
			at.Column = start // quotes are not in the field
		}
		if board.err != nil {
			return nil, board.err
		}
		all = append(all, board.boards[0])
	}
}
