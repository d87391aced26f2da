package drat

import (
	"errors"
	"fmt"

	"counterproof/sat/cnf"
)

// ErrFull says that a lemma follows, but there is no room for it: there are 8 GiB
// of clauses that were not deleted.
var ErrFull = errors.New("the proof has more than 8 GiB of clauses at one time")

// A NotRUPError says that a lemma does not follow by unit propagation.
type NotRUPError struct {
	Line   int // of the proof, from 1; 0: not known
	Clause []cnf.Lit
}

func (e *NotRUPError) Error() string {
	return fmt.Sprintf("%sthe lemma %s does not follow by unit propagation", line(e.Line), brief(e.Clause))
}

// An UnknownClauseError says that a clause to be deleted is not there.
type UnknownClauseError struct {
	Clause []cnf.Lit
}

func (e *UnknownClauseError) Error() string {
	return fmt.Sprintf("there is no clause %s to delete", brief(e.Clause))
}

// A VariableError says that a lemma has a variable that the formula has not.
type VariableError struct {
	Line     int // of the proof, from 1; 0: not known
	Clause   []cnf.Lit
	Variable int
	Have     int // variables of the formula
}

func (e *VariableError) Error() string {
	return fmt.Sprintf("%sthe lemma %s has the variable %d, the formula only %d", line(e.Line), brief(e.Clause), e.Variable, e.Have)
}

func line(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("line %d: ", n)
}

// brief cuts a clause off where it is too long to be printed.
func brief(clause []cnf.Lit) string {
	const most = 40
	if len(clause) <= most {
		return fmt.Sprint(clause)
	}
	return fmt.Sprintf("%v and %d more literals", clause[:most], len(clause)-most)
}
