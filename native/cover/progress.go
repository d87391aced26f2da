package cover

import (
	"cmp"
	"context"
	"math"
	"sync"

	"counterproof/native"
)

// A lazy holds what an engine prepares for a problem when the engine is first used.
type lazy[T any] struct {
	once sync.Once
	made T
	err  error
}

// prepared returns the result of the function build, which it calls only once, or the error of
// Validate or ctx.Err().
func (l *lazy[T]) prepared(ctx context.Context, p *Problem, build func(*Problem) T) (T, error) {
	l.once.Do(func() {
		if l.err = p.Validate(); l.err == nil {
			l.made = build(p)
		}
	})
	return l.made, cmp.Or(l.err, ctx.Err())
}

// A progress is the part of the search state that all engines share: the options chosen so far, the
// work done and whether to stop.
type progress struct {
	ctx     context.Context
	st      *native.Stats
	yield   func([]int) bool
	chosen  []int
	nodes   int64
	updates int64
	polled  int64 // the work at the last check of the context
	depth   int   // the number of decisions above the current node, for native.Share
	err     error
	stopped bool
}

// unshared is the depth for answers of an engine that does not support native.Share.
const unshared = math.MaxInt

// poll calls check if the work has grown by at least step since the last check. It returns true if
// the search must stop.
func (p *progress) poll(work, step int64) bool {
	if work-p.polled >= step && !p.stopped {
		p.polled = work
		p.check()
	}
	return p.stopped
}

func (p *progress) check() {
	if !p.stopped {
		p.err = p.st.Poll(p.ctx, p.nodes, p.updates)
		p.stopped = p.err != nil
	}
}

// answer yields the chosen options, unless another search has this answer, which is below depth decisions
// (see native.Share).
func (p *progress) answer(depth int) {
	p.stopped = !p.st.Share.Skip(depth, true) && !p.yield(p.chosen)
	p.check()
}

func (p *progress) end() error {
	p.st.Nodes += p.nodes
	p.st.Updates += p.updates
	return p.err
}
