//go:build unix

package worker

import (
	"bufio"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"counterproof/bench/run/queue/transport"
	"counterproof/bench/test/processtest"
)

// Events on a wire. With the text +WPI (work in progress), a worker renews its list. With +ACK, it
// removes the list from the queue. NATS defines these texts.
const (
	delivered = "records" // the worker sends records
	stored    = "stored"  // the queue confirms that it has stored them
	renewed   = "+WPI"
	removed   = "+ACK"
)

// A wire is a connection between a worker and the queue. It notes what passes. Each message of NATS
// is a line, possibly followed by a line with a text, because JSON texts of the queue have no line
// feeds (https://docs.nats.io/reference/reference-protocols/nats-protocol).
type wire struct {
	url *url.URL

	mu     sync.Mutex
	events []string
	slow   bool // the next confirmation of records waits
	silent bool // the worker gets nothing
}

// newWire connects workers with the queue at a port.
func newWire(t *testing.T, port int) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	w := &wire{}
	if w.url, err = transport.ParseURL("nats://" + l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			worker, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
			if err != nil {
				worker.Close()
				continue
			}
			go w.carry(worker, server, w.sent)
			go w.carry(server, worker, w.received)
		}
	}()
	return w
}

// carry copies lines until one side ends. The function pass says whether a line passes.
func (w *wire) carry(from, to net.Conn, pass func(line string) bool) {
	defer from.Close()
	defer to.Close()
	for in := bufio.NewReader(from); ; {
		line, err := in.ReadString('\n')
		if pass(line) {
			if _, err := io.WriteString(to, line); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// sent notes a line from the worker.
func (w *wire) sent(line string) bool {
	switch text := strings.TrimSpace(line); {
	case strings.HasPrefix(text, "PUB records "), strings.HasPrefix(text, "HPUB records "):
		w.note(delivered)
	case text == renewed, text == removed:
		w.note(text)
	}
	return true
}

// received notes a line from the queue.
func (w *wire) received(line string) bool {
	if strings.Contains(line, `"stream":"records"`) {
		w.mu.Lock()
		slow := w.slow
		w.slow = false
		w.mu.Unlock()
		if already := w.count(renewed); slow {
			processtest.Happens(func() bool { return w.count(renewed) >= already+2 })
		}
		w.note(stored)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.silent
}

func (w *wire) note(event string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.events = append(w.events, event)
}

func (w *wire) count(event string) (n int) {
	for _, e := range w.all() {
		if e == event {
			n++
		}
	}
	return n
}

// all returns the events so far, the first one first.
func (w *wire) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.events)
}

// delay makes the queue slow: the next confirmation of records waits until the worker has renewed its
// list twice.
func (w *wire) delay() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slow = true
}

// silence keeps everything from the worker that the queue sends from now on.
func (w *wire) silence() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.silent = true
}
