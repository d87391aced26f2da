package cnf

import (
	"bufio"
	"io"
	"strconv"
)

// Write prints f as DIMACS. It writes the same bytes for the same formula:
//
//	c t pmc
//	c p show 1 2 3 0        the projected variables, ascending
//	c ...                   the comments
//	p cnf VARIABLES CLAUSES
//	c project 1 2 3 0       the projected variables again
//	1 -2 0                  one clause per line
//
// The lines `c t` and `c p show` are the format of the Model Counting Competition 2022 and
// later. clasp ignores them. With --parse-ext --project, it reads the line `c project` after
// the header. Write does not print the groups. When Read reads the text, every projected
// variable is free, and the solutions are the same.
func (f *Formula) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	f.write(b, func() { f.writeHeader(b) })
	return b.Flush()
}

// WriteClauses prints the comments, the header and the clauses, but no projection. Proof
// checkers need this form. If drat-trim takes a proof for a binary one, it reads a comment
// after the header as an empty clause and then accepts any formula as refuted. The line for
// clasp would be such a comment.
func (f *Formula) WriteClauses(w io.Writer) error {
	b := bufio.NewWriter(w)
	f.writeComments(b)
	f.writeHeader(b)
	f.writeClauses(b)
	return b.Flush()
}

func (f *Formula) write(b *bufio.Writer, header func()) {
	vars := f.Vars()
	b.WriteString("c t pmc\n")
	writeVars(b, "c p show", vars)
	f.writeComments(b)
	header()
	writeVars(b, "c project", vars)
	f.writeClauses(b)
}

func (f *Formula) writeComments(b *bufio.Writer) {
	for _, c := range f.Comments {
		b.WriteString("c ")
		b.WriteString(c)
		b.WriteByte('\n')
	}
}

func (f *Formula) writeHeader(b *bufio.Writer) {
	b.WriteString("p cnf ")
	writeInt(b, f.NumVars)
	b.WriteByte(' ')
	writeInt(b, len(f.Clauses))
	b.WriteByte('\n')
}

func (f *Formula) writeClauses(b *bufio.Writer) {
	for _, c := range f.Clauses {
		writeLits(b, c)
	}
}

func writeLits(b *bufio.Writer, lits []Lit) {
	for _, l := range lits {
		writeInt(b, int(l))
		b.WriteByte(' ')
	}
	b.WriteString("0\n")
}

func writeVars(b *bufio.Writer, head string, vars []int) {
	b.WriteString(head)
	for _, v := range vars {
		b.WriteByte(' ')
		writeInt(b, v)
	}
	b.WriteString(" 0\n")
}

func writeInt(b *bufio.Writer, n int) {
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(n), 10))
}

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
