//go:build !linux

package console

import (
	"context"
	"io"
)

// WhileRead returns a context that ends with ctx. Only on Linux does it also end when the reader of a pipe
// goes away.
func WhileRead(ctx context.Context, _ io.Writer) (context.Context, context.CancelCauseFunc) {
	return context.WithCancelCause(ctx)
}
