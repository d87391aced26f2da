//go:build !js

package extern

import (
	"bytes"
	"fmt"
	"io"

	"counterproof/sat/cnf"
)

// A text is a formula in the format that programs read, to which clauses can be added. So the
// formula is encoded only once even if the program runs again for each solution.
type text struct {
	vars, clauses int
	body          []byte // everything after the header
}

// newText encodes the formula. If the parameter project is true, it adds the projection in the form
// that clasp reads. The parameter must be true only for a program that understands the comment `c
// project`, because other programs might fail on this comment.
func newText(f *cnf.Formula, project bool) *text {
	t := &text{vars: f.NumVars}
	if project {
		t.body = cnf.AppendClause([]byte("c project "), f.Vars())
	}
	for _, c := range f.Clauses {
		t.add(c)
	}
	return t
}

func (t *text) add(clause []cnf.Lit) {
	t.body = cnf.AppendClause(t.body, clause)
	t.clauses++
}

func (t *text) reader() io.Reader {
	header := fmt.Appendf(nil, "p cnf %d %d\n", t.vars, t.clauses)
	return io.MultiReader(bytes.NewReader(header), bytes.NewReader(t.body))
}
