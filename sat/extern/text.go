//go:build !js

package extern

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"counterproof/sat/cnf"
)

// A text is a formula in the format that programs read, to which clauses can be added. So the
// formula is encoded only once even if the program runs again for each solution.
type text struct {
	vars, clauses int
	head          []byte // comments before the header
	body          []byte // everything after the header
}

// newText encodes the formula with the line of its projection that the tool reads. Other programs
// might fail on such a line. The line `c project` must follow the header, because clasp reads its
// comments only there.
func newText(f *cnf.Formula, tool *Tool) *text {
	t := &text{vars: f.NumVars}
	switch tool.Projection {
	case ProjectLine:
		t.body = cnf.AppendClause([]byte(ProjectLine+" "), f.Vars())
	case ShowLine:
		t.head = cnf.AppendClause([]byte("c t pmc\n"+ShowLine+" "), f.Vars())
	case IndLine:
		t.body = cnf.AppendClause([]byte(IndLine+" "), f.Vars())
	default:
		if tool.Answer == Counts {
			t.head = []byte("c t mc\n")
		}
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
	header := fmt.Appendf(t.head[:len(t.head):len(t.head)], "p cnf %d %d\n", t.vars, t.clauses)
	return io.MultiReader(bytes.NewReader(header), bytes.NewReader(t.body))
}

// fileName begins the names of files with formulas. The mark of the program follows.
const fileName = "counterproof-"

// writeFile writes the formula to a new file, which the caller must remove.
func writeFile(formula io.Reader) (path string, err error) {
	f, err := os.CreateTemp("", fileName+mark()+"-*.cnf")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, formula)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// removeFiles removes the files of programs with the mark. A process that was killed leaves them.
func removeFiles(mark string) {
	names, _ := filepath.Glob(filepath.Join(os.TempDir(), fileName+mark+"-*.cnf"))
	for _, name := range names {
		_ = os.Remove(name)
	}
}
