package pool

import (
	"context"
	"sync"
)

// A window bounds the lines that a Stream has read and not yet answered, and their bytes together with
// those of the replies. The end of its context opens the window.
type window struct {
	ctx     context.Context
	mu      sync.Mutex
	changed sync.Cond
	read    int // lines
	replied int // lines whose replies are written
	bytes   int
}

func newWindow(ctx context.Context) *window {
	w := &window{ctx: ctx}
	w.changed.L = &w.mu
	context.AfterFunc(ctx, func() { w.add(0, 0) })
	return w
}

// admit waits until the window has room for a line with the given number of bytes. The result is false
// if the context has ended.
func (w *window) admit(bytes int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.ctx.Err() == nil && w.read > w.replied && (w.read-w.replied >= mostAhead || w.bytes+bytes > mostHeld) {
		w.changed.Wait()
	}
	w.read++
	w.bytes += bytes
	return w.ctx.Err() == nil
}

// begin waits until the line with the given number may be answered. The first line may always be
// answered.
func (w *window) begin(number int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.ctx.Err() == nil && number > w.replied+1 && w.bytes > mostHeld {
		w.changed.Wait()
	}
	return w.ctx.Err() == nil
}

// add adds a number of written replies, and of bytes that the window holds.
func (w *window) add(replied, bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.replied += replied
	w.bytes += bytes
	w.changed.Broadcast()
}
