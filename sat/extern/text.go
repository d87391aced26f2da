package extern

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"counterproof/sat/cnf"
)

// A text is a formula as the programs read it, to which clauses are added. It is
// written once: the loop takes as many runs as there are solutions.
type text struct {
	vars, clauses int
	body          []byte // all that stands under the header
}

// newText writes the formula, with its projection as clasp reads it if project
// is set. A comment there is only safe with a program that is meant to read it.
func newText(f *cnf.Formula, project bool) *text {
	t := &text{vars: f.NumVars}
	if project {
		t.body = append(t.body, "c project"...)
		for _, v := range f.Vars() {
			t.body = strconv.AppendInt(append(t.body, ' '), int64(v), 10)
		}
		t.body = append(t.body, " 0\n"...)
	}
	for _, c := range f.Clauses {
		t.add(c)
	}
	return t
}

func (t *text) add(clause []cnf.Lit) {
	for _, l := range clause {
		t.body = append(strconv.AppendInt(t.body, int64(l), 10), ' ')
	}
	t.body = append(t.body, "0\n"...)
	t.clauses++
}

// reader reads the text as it is now.
func (t *text) reader() io.Reader {
	header := fmt.Appendf(nil, "p cnf %d %d\n", t.vars, t.clauses)
	return io.MultiReader(bytes.NewReader(header), bytes.NewReader(t.body))
}
