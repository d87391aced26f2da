package files

import (
	"strings"
	"unicode"
)

const blanks = " \t"

// commentAt returns the position of the comment in a line, or the length of the line.
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

// starts reports whether a '#' before the text begins a comment.
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
