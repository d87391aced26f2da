//go:build unix

package worker

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"counterproof/bench/run/queue/transport"
	"counterproof/bench/test/fakes"
)

// TestClosedForGood answers the first sign of life with an error that the NATS client does not know. The
// client then closes the connection and does not connect again. The worker must end with the reason.
func TestClosedForGood(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		_, _ = io.WriteString(c, "INFO {\"max_payload\":1000000}\r\n")
		for in := bufio.NewScanner(c); in.Scan(); {
			switch verb, rest, _ := strings.Cut(in.Text(), " "); {
			case verb == "PING":
				_, _ = io.WriteString(c, "PONG\r\n")
			case strings.HasSuffix(verb, "PUB") && strings.HasPrefix(rest, "hello "):
				_, _ = io.WriteString(c, "-ERR 'Invalid Publish Subject'\r\n")
			}
		}
	}()
	u, err := transport.ParseURL("nats://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	err = Run(ctx, Options{Dial: transport.Dial{URL: u}, Version: "1", Lookup: fakes.Lookup, Note: func(string) {},
		Say: func(text string) { t.Errorf("the worker says %q, but it does not connect again", text) }})
	if err == nil || !strings.Contains(err.Error(), "Invalid Publish Subject") {
		t.Errorf("the worker ends with %v", err)
	}
}
