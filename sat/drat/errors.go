package drat

import (
	"errors"
	"fmt"

	"counterproof/sat/cnf"
)

// ErrFull means that the checker cannot store another lemma, because the clauses that were not
// deleted take 8 GiB.
var ErrFull = errors.New("the proof keeps more than 8 GiB of clauses at one time")

// A StepError is the error of one step of a proof. It wraps ErrFull, ErrBehind, a *NotRUPError
// or a *VariableError.
type StepError struct {
	Line int // the line of the step, as in Step
	Err  error
}

func (e *StepError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *StepError) Unwrap() error { return e.Err }

// A NotRUPError reports a lemma that does not follow by unit propagation.
type NotRUPError struct {
	Clause []cnf.Lit
}

func (e *NotRUPError) Error() string {
	return fmt.Sprintf("the lemma %s does not follow by unit propagation", brief(e.Clause))
}

// An UnknownClauseError reports the deletion of a clause that the checker does not have.
type UnknownClauseError struct {
	Clause []cnf.Lit
}

func (e *UnknownClauseError) Error() string {
	return fmt.Sprintf("there is no clause %s to delete", brief(e.Clause))
}

// A VariableError reports a lemma with a variable that is not in the formula.
type VariableError struct {
	Clause   []cnf.Lit
	Variable int
	Have     int // number of variables of the formula
}

func (e *VariableError) Error() string {
	return fmt.Sprintf("the lemma %s has the variable %d, but the formula has only the variables 1 to %d", brief(e.Clause), e.Variable, e.Have)
}

func brief(clause []cnf.Lit) string {
	const most = 40
	if len(clause) <= most {
		return fmt.Sprint(clause)
	}
	return fmt.Sprintf("%v and %d more literals", clause[:most], len(clause)-most)
}
