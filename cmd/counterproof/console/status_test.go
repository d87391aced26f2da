package console

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// TestBesides checks which errors remain if the error of an interruption is left out.
func TestBesides(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	full, alarm := errors.New("disk full"), errors.New("alarm")
	if got := Besides(ctx, full); !slices.Equal(got, []error{full}) {
		t.Errorf("before the interruption: %q", got)
	}
	cancel()
	stop := ctx.Err()
	both := fmt.Errorf("ledger: %w", errors.Join(full, alarm))
	for _, c := range []struct {
		err  error
		want []error
	}{
		{nil, nil},
		{stop, nil},
		{fmt.Errorf("run: %w", stop), nil},
		{full, []error{full}},
		{both, []error{both}},
		{errors.Join(stop, full), []error{full}},
		{errors.Join(both, fmt.Errorf("run: %w", stop)), []error{both}},
		{errors.Join(errors.Join(full, stop), errors.Join(alarm)), []error{full, errors.Join(alarm)}},
	} {
		got := Besides(ctx, c.err)
		if !slices.EqualFunc(got, c.want, func(a, b error) bool { return a.Error() == b.Error() }) {
			t.Errorf("%q: the other errors are %q, want %q", c.err, got, c.want)
		}
	}
}
