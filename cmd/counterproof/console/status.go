// Package console has what all commands share: exit statuses, arguments, flags, input, output to
// terminals, and the progress bar.
package console

import (
	"context"
	"errors"
	"fmt"
)

// The exit statuses. Only the sat command has others.
const (
	Done    = 0
	Failure = 1 // a disagreement, a broken rule, a failed check, the file system
	Misuse  = 2 // the command line or the text of an instance is wrong
)

// A UsageError is the caller's mistake.
type UsageError struct{ error }

// Misused returns the error of a mistake of the caller.
func Misused(err error) error { return UsageError{err} }

func Usagef(format string, args ...any) error { return UsageError{fmt.Errorf(format, args...)} }

func (e UsageError) Unwrap() error { return e.error }

// ErrReported ends a command with status 1 whose result is already printed.
var ErrReported = errors.New("reported")

// Interrupted reports whether err is that of a signal.
func Interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}
