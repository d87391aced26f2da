package cnf

import (
	"bufio"
	"io"
	"strconv"
)

// WriteModel writes the values of all variables as competition output: `v` lines of at most 78
// characters, ending with 0.
func WriteModel(w io.Writer, m Model) error { return writeValues(w, m, "", true) }

// WriteLinearModel writes the values of all variables as pseudo-Boolean solvers do. The `v` lines
// have x1 for a true variable and -x2 for a false one. They have no final 0.
func WriteLinearModel(w io.Writer, m Model) error { return writeValues(w, m, "x", false) }

func writeValues(w io.Writer, m Model, name string, end bool) error {
	b := bufio.NewWriter(w)
	b.WriteByte('v')
	column := 1
	word := make([]byte, 0, maxWord)
	put := func() {
		if column+len(word) > 78 {
			b.WriteString("\nv")
			column = 1
		}
		b.Write(word)
		column += len(word)
	}
	for i, x := range m {
		word = append(word[:0], ' ')
		if !x {
			word = append(word, '-')
		}
		word = append(word, name...)
		word = strconv.AppendInt(word, int64(i+1), 10)
		put()
	}
	if end {
		word = append(word[:0], " 0"...)
		put()
	}
	b.WriteByte('\n')
	return b.Flush()
}
