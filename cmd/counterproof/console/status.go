// Package console has the parts that all commands share: exit statuses, arguments, flags, input,
// output to terminals, and the progress bar.
package console

import (
	"context"
	"errors"
	"fmt"
)

// These are the exit statuses of the program. The command sat also has others.
const (
	Done    = 0
	Failure = 1 // a disagreement, a broken rule, a failed check, an error of the file system
	Misuse  = 2 // a mistake in the command line or in the text of an instance
)

// A UsageError is a mistake in the command line or in the text of an instance. It ends the program
// with the exit status Misuse.
type UsageError struct{ error }

// Misused marks err as a UsageError.
func Misused(err error) error { return UsageError{err} }

// Usagef returns a UsageError with a formatted message.
func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

// Unwrap returns the error inside.
func (e UsageError) Unwrap() error { return e.error }

// ErrReported is the error of a command that has already printed what is wrong. It ends the program
// with exit status 1 and without a message.
var ErrReported = errors.New("reported")

// Interrupted reports whether a signal caused err.
func Interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// Besides returns the errors in err that the end of ctx has not caused, such as a full disk. If err
// joins several errors, Besides looks at each of them.
func Besides(ctx context.Context, err error) []error {
	if err == nil {
		return nil
	}
	if !Interrupted(ctx, err) {
		return []error{err}
	}
	var others []error
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			others = append(others, Besides(ctx, err)...)
		}
	}
	return others
}
