package server

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// mostConnections is the largest number of open connections. Further connections wait.
const mostConnections = 1200

// mostQuestions is the largest number of questions that the server accepts at the same time. This
// includes questions that wait, but not questions that are being read. It is also the largest number
// of large questions, including those that are being read.
const mostQuestions = 128

// mostLiterals is the largest number of literals of a formula that this process is allowed to make
// to answer a question. Such a formula takes about 50 MB and 0.1 seconds. A sudoku of 9x9 cells has
// 23,000 literals, and one of 16x16 cells has 240,000.
const mostLiterals = 1 << 19

// gates holds the gates of a server. A question passes the gate questions, and before that, if it has
// many bytes, the gate large. A question whose answer can take any amount of time passes two
// gates. The gate long has one place more than the gate unbounded, so that one process is always
// free for questions that take seconds, such as a hint. When a question that can take any time has
// run for some time, it moves to the gate slow, if that gate has a place.
type gates struct {
	large, questions, short, long, unbounded, slow *gate
}

func newGates(l Limits) gates {
	return gates{
		large:     newGate(mostQuestions, 0),
		questions: newGate(mostQuestions, 0),
		short:     newGate(l.Processes, l.Waiting),
		long:      newGate(l.Processes+1, l.Waiting),
		unbounded: newGate(l.Processes, l.Waiting),
		slow:      newGate(l.Slow, l.Waiting),
	}
}

// enter waits for the turn of a question of the given kind. While the question waits, enter calls
// report with the number of waiting questions before it.
func (g *gates) enter(ctx context.Context, long, unbounded bool, report func(before int)) (leave func(), err error) {
	switch {
	case !long:
		return g.short.enter(ctx, report)
	case !unbounded:
		return g.long.enter(ctx, report)
	}
	first, err := g.unbounded.enter(ctx, report)
	if err != nil {
		return nil, err
	}
	second, err := g.long.enter(ctx, report)
	if err != nil {
		first()
		return nil, err
	}
	return func() { second(); first() }, nil
}

// patient lets a question leave its gate when the question has run for the given time and the slow
// gate has a place for it. If the slow gate has no place and another question waits, patient calls
// the function end, and the question must end. The caller must call the result finish when the work
// for the question has ended.
func (g *gates) patient(after time.Duration, leave, end func()) (finish func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-time.After(after):
		case <-ctx.Done():
			return
		}
		out, err := g.slow.enterUnless(ctx, nil, g.unbounded.wanted)
		switch {
		case err == nil:
			leave()
			<-ctx.Done()
			out()
		case errors.Is(err, errBusy):
			end()
		}
	}()
	return func() { cancel(); <-done; leave() }
}

// A limitedListener accepts at most as many connections at the same time as open has room for.
type limitedListener struct {
	net.Listener
	open  chan struct{}
	ended <-chan struct{} // closed when Accept must not wait any longer
}

func (l *limitedListener) Accept() (net.Conn, error) {
	select {
	case l.open <- struct{}{}:
	case <-l.ended:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
		return nil, err
	}
	return &limitedConn{Conn: c, leave: sync.OnceFunc(func() { <-l.open })}, nil
}

type limitedConn struct {
	net.Conn
	leave func()
}

func (c *limitedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
