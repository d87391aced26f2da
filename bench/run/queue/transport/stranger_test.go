package transport_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/queue"
	"counterproof/bench/run/queue/coordinator"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
)

// A scene is a coordinator in this process.
type scene struct {
	t      *testing.T
	jobs   []result.Job
	url    string
	ledger string
	c      *coordinator.Coordinator
	ended  chan error

	mu       sync.Mutex
	warnings []string
}

// play starts a coordinator with some jobs of a fake puzzle.
func play(t *testing.T, token string, jobs int) *scene {
	t.Helper()
	var all []result.Job
	for n := range jobs {
		j, err := answer.Prepare(result.Job{}, fakes.Lookup("fake"), fakes.New("fake", n+1), method.MustParse("native"))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, j)
	}
	return playJobs(t, token, filepath.Join(t.TempDir(), "l.sqlite"), all)
}

// playJobs starts a coordinator with a ledger.
func playJobs(t *testing.T, token, path string, jobs []result.Job) *scene {
	t.Helper()
	s := &scene{t: t, jobs: jobs, ledger: path, ended: make(chan error, 1)}
	l, err := ledger.Open(s.ledger)
	if err != nil {
		t.Fatal(err)
	}
	ready := make(chan int, 1)
	s.c, err = coordinator.New(coordinator.Options{
		Title: "test", Version: "1", Jobs: s.jobs, Ledger: l,
		Queue:    transport.Options{Host: "127.0.0.1", Folder: s.ledger + "-queue", Token: token},
		Ready:    func(port int) { ready <- port },
		Finished: func(work.Outcome) {}, Tick: func(coordinator.Status) {}, Note: func(string) {},
		Warn: func(text string) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.warnings = append(s.warnings, text)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { s.ended <- errors.Join(s.c.Run(ctx), l.Close()) }()
	t.Cleanup(cancel)
	select {
	case port := <-ready:
		s.url = fmt.Sprintf("nats://127.0.0.1:%d", port)
	case err := <-s.ended: // at once if the ledger has all records
		if len(ready) == 0 {
			t.Fatal(err)
		}
		s.ended <- err
	}
	return s
}

// warned waits for a warning that contains all texts.
func (s *scene) warned(texts ...string) {
	s.t.Helper()
	processtest.Until(s.t, "the coordinator warns of "+strings.Join(texts, ", "), func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, w := range s.warnings {
			all := true
			for _, text := range texts {
				all = all && strings.Contains(w, text)
			}
			if all {
				return true
			}
		}
		return false
	})
}

// client joins as a worker does.
func (s *scene) client(token string) *transport.Client {
	s.t.Helper()
	u, err := transport.ParseURL(s.url)
	if err != nil {
		s.t.Fatal(err)
	}
	c, err := transport.Connect(transport.Dial{URL: u, Token: token})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(c.Close)
	return c
}

// sealed returns the record of the i-th job with some changes.
func (s *scene) sealed(i int, change func(*result.Record)) queue.Sealed {
	s.t.Helper()
	r := s.jobs[i].Record(result.Done, "")
	r.Status, r.Count = result.Exact, s.jobs[i].Instance
	if change != nil {
		change(&r)
	}
	return queue.Seal(s.jobs[i], r, 0.001)
}

// finish delivers the right records of all jobs, and returns the error with which the coordinator
// ends.
func (s *scene) finish(c *transport.Client) error {
	s.t.Helper()
	var all []queue.Sealed
	for i := range s.jobs {
		all = append(all, s.sealed(i, nil))
	}
	if err := c.Deliver(s.t.Context(), queue.Delivery{Worker: "w", List: "any", Records: all}); err != nil {
		s.t.Fatal(err)
	}
	select {
	case err := <-s.ended:
		return err
	case <-time.After(processtest.Patience):
		s.t.Fatal("the coordinator does not end")
		return nil
	}
}

// TestBadRecords sends records that the coordinator must refuse. The coordinator must give the
// reasons and count the refused records, and the right records must still arrive. The clock of
// the worker is an hour ahead.
func TestBadRecords(t *testing.T) {
	s := play(t, "", 3)
	raw, err := nats.Connect(s.url)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	for _, text := range []string{"hello", `{"list":7}`, ""} {
		if err := raw.Publish("records", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	c := s.client("")
	forged := s.sealed(0, nil)
	forged.Record = []byte(strings.Replace(string(forged.Record), `"count":"1"`, `"count":"8"`, 1))
	wrongKey := s.sealed(1, func(r *result.Record) { r.Key = s.jobs[2].Key() })
	foreign := s.sealed(1, func(r *result.Record) { r.Key = strings.Repeat("ab", 32) })
	long := s.sealed(1, nil)
	long.Record = []byte(`"` + strings.Repeat("x", queue.MostRecordBytes) + `"`)
	future := s.sealed(1, func(r *result.Record) { r.Started = "3026-01-01T00:00:00Z" })
	for _, bad := range []queue.Sealed{forged, wrongKey, foreign, long, future} {
		if err := c.Deliver(t.Context(), queue.Delivery{Worker: "w", List: "any", Records: []queue.Sealed{bad}}); err != nil {
			t.Fatal(err)
		}
	}
	s.warned("refused", "not a message with records")
	s.warned("refused", "worker w", "hash")
	s.warned("refused", "worker w", "its key belongs to fake 3")
	s.warned("refused", "worker w", "no job with the key")
	s.warned("refused", "worker w", "more than")
	s.warned("refused", "worker w", "clock")
	if err := raw.Publish("hello", []byte("?")); err != nil {
		t.Fatal(err)
	}
	s.warned("not a question")
	if got := s.c.Status().Refused; got != 8 {
		t.Errorf("%d records were refused, want 8", got)
	}
	late := time.Now().Add(time.Hour).UTC().Format(time.RFC3339Nano)
	ahead := s.sealed(0, func(r *result.Record) { r.Started = late })
	if err := c.Deliver(t.Context(), queue.Delivery{Worker: "w", Records: []queue.Sealed{ahead}}); err != nil {
		t.Fatal(err)
	}
	if err := s.finish(c); err != nil {
		t.Error(err)
	}
	if n := strings.Count(fakes.Export(t, s.ledger), "\n"); n != 3 {
		t.Errorf("the ledger has %d records, want 3", n)
	}
}

// TestAlarm delivers two different answers to one job: the coordinator raises one alarm, keeps the
// first answer, and does the other jobs. After a new start, the coordinator still knows the alarm.
func TestAlarm(t *testing.T) {
	s := play(t, "", 2)
	c := s.client("")
	for _, count := range []string{"1", "1", "5", "5"} {
		other := s.sealed(0, func(r *result.Record) { r.Count = count })
		if err := c.Deliver(t.Context(), queue.Delivery{Worker: "w", Records: []queue.Sealed{other}}); err != nil {
			t.Fatal(err)
		}
	}
	s.warned("alarm", "fake 1", "exact 1", "exact 5")
	if got := s.c.Status(); got.Alarms != 1 || got.Repeated != 3 {
		t.Errorf("%+v", got)
	}
	if err := s.finish(c); !errors.Is(err, coordinator.ErrAlarm) {
		t.Errorf("got %v, want an alarm", err)
	}
	if text := fakes.Export(t, s.ledger); strings.Count(text, "\n") != 2 || strings.Contains(text, `"count":"5"`) {
		t.Errorf("the ledger has\n%s", text)
	}
	for _, again := range []struct {
		jobs []result.Job
		want error
	}{{s.jobs, coordinator.ErrAlarm}, {s.jobs[1:], nil}} { // the second experiment lacks the job of the alarm
		restarted := playJobs(t, "", s.ledger, again.jobs)
		if err := <-restarted.ended; !errors.Is(err, again.want) {
			t.Errorf("%d jobs, started again: got %v, want %v", len(again.jobs), err, again.want)
		}
		if again.want != nil {
			restarted.warned("alarm", "fake 1", "exact 1", "exact 5")
		}
	}
	if err := os.Remove(s.ledger + "-alarms"); err != nil {
		t.Error(err)
	}
	if err := <-playJobs(t, "", s.ledger, s.jobs).ended; err != nil {
		t.Errorf("without the file of alarms: %v", err)
	}
}

// TestStranger connects without a token, with a wrong token, and with the right token. With the
// right token, a worker still cannot delete the queue.
func TestStranger(t *testing.T) {
	const token = "0123456789abcdef"
	s := play(t, token, 2)
	u, _ := transport.ParseURL(s.url)
	for _, wrong := range []string{"", "0123456789abcdeg"} {
		_, err := transport.Connect(transport.Dial{URL: u, Token: wrong})
		var refused *transport.RefusedError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), "--token") {
			t.Errorf("token %q: %v", wrong, err)
		}
	}
	s.warned("127.0.0.1", "token")
	for range 60 { // the coordinator must not print a line for each of them
		if _, err := transport.Connect(transport.Dial{URL: u, Token: "0123456789abcdeg"}); err == nil {
			t.Error("a wrong token is accepted")
		}
	}
	s.warned("only counted")
	s.mu.Lock()
	if n := len(s.warnings); n > 22 {
		t.Errorf("%d warnings about strangers", n)
	}
	s.mu.Unlock()
	raw, err := nats.Connect(s.url, nats.UserInfo("worker", token))
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	if _, err := raw.Request("$JS.API.STREAM.DELETE.jobs", nil, 300*time.Millisecond); err == nil {
		t.Error("a worker can delete the stream of jobs")
	}
	s.warned("workers may not do this")
	c := s.client(token)
	w, err := c.Sign(t.Context(), queue.Sign{Protocol: queue.Protocol, Worker: "w", Host: "h", Version: "1", Slots: 1})
	if err != nil || w.Refused != "" || len(w.Samples) == 0 {
		t.Errorf("got %+v, %v", w, err)
	}
	if w, err := c.Sign(t.Context(), queue.Sign{Protocol: queue.Protocol + 1, Worker: "x", Host: "h", Version: "2"}); err != nil || !strings.Contains(w.Refused, "protocol") {
		t.Errorf("another protocol: %+v, %v", w, err)
	}
	s.warned("gets no jobs", "version 2", "version 1")
	lines := queue.Sign{Protocol: queue.Protocol + 1, Worker: "y", Host: "h\nforged", Version: "1\n2"}
	if _, err := c.Sign(t.Context(), lines); err != nil {
		t.Error(err)
	}
	s.warned("gets no jobs", `h\nforged`, `1\n2`)
	if err := s.finish(c); err != nil {
		t.Error(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if all := strings.Join(s.warnings, ""); strings.Contains(all, "\n") {
		t.Errorf("a warning has several lines: %q", all)
	}
}

// TestClock connects to a coordinator whose certificate becomes valid in an hour. A worker whose
// clock is an hour late sees a valid certificate in the same way. The error must name the clock.
func TestClock(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(time.Hour), NotAfter: time.Now().Add(2 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	s, err := transport.Start(t.Context(), transport.Options{Host: "127.0.0.1", Folder: t.TempDir(), Classes: []string{queue.BuiltIn},
		TLS: &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	u, err := transport.ParseURL(fmt.Sprintf("tls://127.0.0.1:%d", s.Port()))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(cert)
	_, err = transport.Connect(transport.Dial{URL: u, TLS: &tls.Config{RootCAs: roots}})
	var refused *transport.RefusedError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "clock") {
		t.Errorf("got %v", err)
	}
	late := &tls.Config{RootCAs: roots, Time: func() time.Time { return time.Now().Add(90 * time.Minute) }}
	c, err := transport.Connect(transport.Dial{URL: u, TLS: late})
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}
