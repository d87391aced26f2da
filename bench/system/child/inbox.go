package child

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"counterproof/sat/extern"
)

// An Inbox holds the lines that a child process has read and not yet answered. It reads ahead, so
// that it notices the end of stdin while the process works.
type Inbox struct {
	mu      sync.Mutex
	changed sync.Cond
	lines   []line
	busy    bool // the last line of Next is not answered
	ended   bool
}

type line struct {
	text    []byte
	arrived time.Time
}

// Listen prepares this process to be a child process, and reads lines from stdin.
//
// If stdin ends before all lines are answered, the parent has died or does not need the answers.
// Listen then calls the function cut, ends the outside programs, and exits with the status 1. It
// cannot just stop the work, because some solvers cannot be interrupted. The process ignores
// SIGINT: a terminal sends it to the whole process group, and the parent decides what to do.
// SIGTERM ends the process, whatever the program around Listen does with the signal.
func Listen(stdin io.Reader, cut func()) *Inbox {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	if mark := os.Getenv(extern.MarkVariable); mark != "" { // Start has started this process
		extern.Adopt(mark)
	}
	if f, ok := stdin.(*os.File); ok {
		stdin = polled(f)
	}
	b := &Inbox{}
	b.changed.L = &b.mu
	go func() {
		if b.fill(bufio.NewReaderSize(stdin, 1<<16)) {
			cut()
			extern.Kill()
			os.Exit(1)
		}
	}()
	return b
}

func (b *Inbox) fill(in *bufio.Reader) (busy bool) {
	for {
		text, err := in.ReadBytes('\n')
		b.mu.Lock()
		if len(bytes.TrimSpace(text)) > 0 {
			b.lines = append(b.lines, line{text, time.Now()})
		}
		b.ended = err != nil
		busy = b.busy || len(b.lines) > 0
		b.changed.Signal()
		b.mu.Unlock()
		if err != nil {
			return busy
		}
	}
}

// Next waits for the next line that is not blank, and returns when it arrived. If stdin has ended,
// the text is nil.
func (b *Inbox) Next() (text []byte, arrived time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.lines) == 0 {
		if b.ended {
			return nil, arrived
		}
		b.changed.Wait()
	}
	first := b.lines[0]
	b.lines = b.lines[1:]
	b.busy = true
	return first.text, first.arrived
}

// Waiting reports whether a line has arrived that Next has not returned.
func (b *Inbox) Waiting() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.lines) > 0
}

// Finished says that the last line is answered. Call it before the end of the answer is written,
// because the parent might then end this process.
func (b *Inbox) Finished() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.busy = false
}
