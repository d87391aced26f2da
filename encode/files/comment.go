package files

import (
	"iter"
	"strings"
	"unicode"

	"counterproof/encode"
)

const blanks = " \t"

func commentAt(line string, cells bool) int {
	quoted := false
	for i, r := range line {
		switch {
		case r == '"':
			quoted = !quoted
		case r != '#' || quoted || i > 0 && strings.IndexByte(blanks, line[i-1]) < 0:
		case starts(line[i+1:], cells):
			return i
		}
	}
	return len(line)
}

func starts(after string, cells bool) bool {
	body := strings.TrimLeft(after, blanks)
	if !cells {
		return body != after || after == ""
	}
	for _, r := range body {
		return body != after && unicode.IsLetter(r)
	}
	return false
}

// Blocks yields the blocks of lines of a text. Empty lines are between blocks. Blocks removes comments,
// and a line with nothing but a comment ends no block. It also removes blanks at the ends of lines, and
// the blanks with which all lines of the text begin. Blocks drops all but the first lines of a block
// with more lines than the parameter most; these are most+1 lines. The parameter cells has the same
// meaning as for Uncomment.
func Blocks(text string, cells bool, most int) iter.Seq[[]encode.Span] {
	bare := func(line encode.Span) string { return strings.TrimRight(Uncomment(line.Text, cells), blanks+"\r") }
	indent := len(text)
	for line := range encode.TextLines(text) {
		if line := bare(line); line != "" {
			indent = min(indent, len(line)-len(strings.TrimLeft(line, blanks)))
		}
	}
	return func(yield func([]encode.Span) bool) {
		var block []encode.Span
		for line := range encode.TextLines(text + "\n") {
			text := bare(line)
			switch {
			case text != "" && len(block) <= most:
				block = append(block, encode.Span{Text: text, Line: line.Line, Column: 1}.From(indent))
			case strings.TrimRight(line.Text, blanks+"\r") == "" && block != nil:
				if !yield(block) {
					return
				}
				block = nil
			}
		}
	}
}
