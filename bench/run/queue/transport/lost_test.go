package transport

import (
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"counterproof/bench/run/queue"
)

// TestLostQuestion stops a server that has not answered the question of a worker yet. The question must
// end at once, so that the worker can ask the next server.
func TestLostQuestion(t *testing.T) {
	s, err := Start(t.Context(), Options{Host: "127.0.0.1", Folder: t.TempDir(), Classes: []string{queue.BuiltIn}})
	if err != nil {
		t.Fatal(err)
	}
	u, err := ParseURL(fmt.Sprintf("nats://127.0.0.1:%d", s.Port()))
	if err != nil {
		t.Fatal(err)
	}
	lost := make(chan time.Time, 10)
	c, err := Connect(Dial{URL: u, Changed: func(error) { lost <- time.Now() }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	asked, ended := make(chan struct{}), make(chan error, 1)
	if _, err := s.nc.Subscribe(signSubject, func(*nats.Msg) { close(asked) }); err != nil {
		t.Fatal(err)
	}
	if err := s.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_, err := c.Sign(t.Context(), queue.Sign{})
		ended <- err
	}()
	<-asked
	s.Close()
	began := <-lost
	if err := <-ended; err == nil {
		t.Error("a question over a lost connection gives no error")
	}
	if took := time.Since(began); took > queue.Answering/2 {
		t.Errorf("the question ended %v after the loss of the connection", took)
	}
}

// TestClosedCoordinator closes the coordinator's own connection for good. The coordinator must notice it, and
// so end with an error.
func TestClosedCoordinator(t *testing.T) {
	s, err := Start(t.Context(), Options{Host: "127.0.0.1", Folder: t.TempDir(), Classes: []string{queue.BuiltIn}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ended := make(chan error, 1)
	go func() { ended <- s.Letters(t.Context(), make(chan queue.Letter)) }()
	s.nc.Close()
	if err := <-ended; err == nil {
		t.Error("reading from a closed connection gives no error")
	}
}
