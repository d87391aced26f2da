package main

import (
	"context"
	"errors"
	"fmt"
)

// The exit statuses. Only the sat command has others.
const (
	done    = 0
	failure = 1 // a disagreement, a broken rule, a failed check, the file system
	misuse  = 2 // the command line or the text of an instance is wrong
)

// A usageError is the caller's mistake.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (e usageError) Unwrap() error { return e.error }

// errReported ends a command with status 1 whose result is already printed.
var errReported = errors.New("reported")

// interrupted reports whether err is that of a signal.
func interrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}
