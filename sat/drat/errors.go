package drat

import (
	"errors"
	"fmt"

	"counterproof/sat/cnf"
)

// ErrFull says that a lemma follows, but there is no room for it: there are 8 GiB
// of clauses that were not deleted.
var ErrFull = errors.New("the proof has more than 8 GiB of clauses at one time")

// A StepError is the error of one step of a proof: ErrFull, ErrBehind,
// *NotRUPError or *VariableError.
type StepError struct {
	Line int // of the step, as in Step
	Err  error
}

func (e *StepError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *StepError) Unwrap() error { return e.Err }

// A NotRUPError says that a lemma does not follow by unit propagation.
type NotRUPError struct {
	Clause []cnf.Lit
}

func (e *NotRUPError) Error() string {
	return fmt.Sprintf("the lemma %s does not follow by unit propagation", brief(e.Clause))
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
	Clause   []cnf.Lit
	Variable int
	Have     int // variables of the formula
}

func (e *VariableError) Error() string {
	return fmt.Sprintf("the lemma %s has the variable %d, the formula only %d", brief(e.Clause), e.Variable, e.Have)
}

// brief cuts a clause off where it is too long to be printed.
func brief(clause []cnf.Lit) string {
	const most = 40
	if len(clause) <= most {
		return fmt.Sprint(clause)
	}
	return fmt.Sprintf("%v and %d more literals", clause[:most], len(clause)-most)
}
