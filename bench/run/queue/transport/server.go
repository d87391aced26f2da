package transport

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"counterproof/bench/run/queue"
)

// Options say how a coordinator serves the queue.
type Options struct {
	Host    string
	Port    int    // 0 takes a free one
	Folder  string // of the server's files
	Token   string // that workers must know; empty: they need none
	TLS     *tls.Config
	Classes []string      // of the jobs
	AckWait time.Duration // 0: queue.AckWait

	// Warn, if not nil, is called when the server refuses a connection or a message of a worker. The
	// text gives the reason. The kind is RefusedConnections or ForbiddenMessages.
	Warn func(kind, text string)
}

// The kinds of warnings.
const (
	RefusedConnections = "refused connections"
	ForbiddenMessages  = "forbidden messages"
)

// A Server is the queue in the process of the coordinator.
type Server struct {
	options Options
	ns      *server.Server
	nc      *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	records jetstream.Stream
	reader  jetstream.Consumer
	folders map[string]os.FileInfo // the folder and its subfolders, as they were at the start
	log     *log
}

// ready limits how long a server may take to start. A starting server reads all messages
// of the folder.
const ready = time.Minute

// Start starts the server and makes the streams. Messages in the folder stay. If the server cannot
// use its files in the folder, Start deletes these files and starts without them. If the folder has
// files of somebody else, Start deletes nothing and returns an error. If the server cannot listen at its
// address, the error is a *net.OpError.
func Start(ctx context.Context, o Options) (*Server, error) {
	o.AckWait = cmp.Or(o.AckWait, queue.AckWait)
	// Try to listen first, because the server only logs why it cannot listen.
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(o.Host, strconv.Itoa(o.Port)))
	if err != nil {
		return nil, err
	}
	l.Close()
	if o.Folder, err = claim(o.Folder); err != nil {
		return nil, err
	}
	s, err := start(ctx, o)
	if err == nil || ctx.Err() != nil {
		return s, err
	}
	if gone := os.RemoveAll(filepath.Join(o.Folder, stored)); gone != nil {
		return nil, errors.Join(err, gone)
	}
	return start(ctx, o)
}

func start(ctx context.Context, o Options) (s *Server, err error) {
	secret := rand.Text()
	s = &Server{options: o, log: &log{warn: o.Warn}}
	if s.ns, err = server.NewServer(s.settings(secret)); err != nil {
		return nil, fmt.Errorf("the queue: %w", err)
	}
	s.ns.SetLoggerV2(s.log, false, false, false)
	go s.ns.Start()
	if err := s.await(ctx); err != nil {
		s.Close()
		return nil, err
	}
	if s.nc, err = nats.Connect("", nats.InProcessServer(s.ns), nats.UserInfo(coordinatorUser, secret), nats.MaxReconnects(-1)); err == nil {
		s.js, err = jetstream.New(s.nc, jetstream.WithDefaultTimeout(20*time.Second))
	}
	if err == nil {
		err = s.streams(ctx)
	}
	if err == nil {
		s.folders, err = foldersOf(o.Folder)
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("the queue in %s: %w", o.Folder, err)
	}
	return s, nil
}

// await waits until the server accepts connections. A server that cannot start only logs the reason.
func (s *Server) await(ctx context.Context) error {
	for end := time.Now().Add(ready); !s.ns.ReadyForConnections(50 * time.Millisecond); {
		switch why := s.log.fatal.Load(); {
		case ctx.Err() != nil:
			return ctx.Err()
		case why != nil:
			return fmt.Errorf("the queue in %s does not start: %s", s.options.Folder, *why)
		case time.Now().After(end):
			return fmt.Errorf("the queue in %s does not start within %v", s.options.Folder, ready)
		}
	}
	return nil
}

// settings returns the settings of the server. Workers may only do what their work needs, so that a
// mistake of one worker cannot delete a stream.
func (s *Server) settings(secret string) *server.Options {
	o := s.options
	may := &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{recordsStream, signSubject,
			"$JS.API.CONSUMER.INFO." + jobsStream + ".*", "$JS.API.CONSUMER.MSG.NEXT." + jobsStream + ".*", "$JS.ACK." + jobsStream + ".>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>", overSubject}},
	}
	set := &server.Options{
		ServerName: "counterproof", Host: o.Host, Port: cmp.Or(o.Port, server.RANDOM_PORT), NoSigs: true, DisableJetStreamBanner: true,
		JetStream: true, StoreDir: o.Folder, MaxPayload: maxPayload, MaxPending: 4 * maxPayload,
		PingInterval: pinging, MaxPingsOut: 2, TLSConfig: o.TLS, TLSTimeout: 10, AuthTimeout: 10,
		Users: []*server.User{
			{Username: coordinatorUser, Password: secret},
			{Username: workerUser, Password: o.Token, Permissions: may},
		},
	}
	if o.Token == "" {
		set.NoAuthUser = workerUser
	}
	return set
}

func (s *Server) streams(ctx context.Context) (err error) {
	s.jobs, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: jobsStream, Subjects: []string{jobsStream + ".>"}, Storage: jetstream.FileStorage, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	if err != nil {
		return err
	}
	s.records, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: recordsStream, Subjects: []string{recordsStream}, Storage: jetstream.FileStorage, Retention: jetstream.WorkQueuePolicy,
	})
	if err != nil {
		return err
	}
	for _, class := range s.options.Classes {
		_, err := s.jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: class, FilterSubject: subject(class, "*"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.options.AckWait,
			MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 16,
		})
		if err != nil {
			return err
		}
	}
	s.reader, err = s.records.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: recordsReader, AckPolicy: jetstream.AckExplicitPolicy, AckWait: 5 * time.Minute, MaxDeliver: -1, MaxAckPending: -1,
	})
	return err
}

// Port returns the port at which the server listens.
func (s *Server) Port() int { return s.ns.Addr().(*net.TCPAddr).Port }

// Close stops the server. The folder keeps the messages.
func (s *Server) Close() {
	if s.nc != nil {
		s.nc.Close()
	}
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
}

// A log passes on those messages of the server that a user must know.
type log struct {
	warn  func(kind, text string) // as in Options
	fatal atomic.Pointer[string]
	full  atomic.Bool // the disk
}

func (l *log) Fatalf(format string, v ...any) { l.fatal.Store(new(fmt.Sprintf(format, v...))) }

// Errorf reports connections that were refused, and notices a full disk. A message about a
// connection has the form "ADDRESS - cid:NUMBER - TEXT".
func (l *log) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	parts := strings.Split(text, " - ")
	address, reason := parts[0], parts[len(parts)-1]
	switch {
	case strings.Contains(text, "out of space"), strings.Contains(text, "no space left"):
		l.full.Store(true)
	case strings.Contains(text, "authentication error"):
		l.report(RefusedConnections, "a connection from %s was refused: it did not show the token", address)
	case strings.Contains(text, "TLS handshake error"):
		l.report(RefusedConnections, "a connection from %s was refused: %s", address, reason)
	case strings.Contains(text, "maximum payload exceeded"):
		l.report(ForbiddenMessages, "a connection from %s was closed: it sent a message of more than %d bytes", address, maxPayload)
	case strings.Contains(text, "Violation"):
		l.report(ForbiddenMessages, "a message from %s was refused, because workers may not do this: %s", address, reason)
	}
}

// report warns in another goroutine, because the server may hold locks.
func (l *log) report(kind, format string, v ...any) {
	if l.warn != nil {
		go l.warn(kind, fmt.Sprintf(format, v...))
	}
}

func (l *log) Warnf(format string, v ...any) { l.Errorf(format, v...) } // some are about a full disk

func (l *log) Noticef(string, ...any) {}
func (l *log) Debugf(string, ...any)  {}
func (l *log) Tracef(string, ...any)  {}

func (s *Server) Publish(ctx context.Context, h queue.Handout) error {
	_, err := s.js.Publish(ctx, subject(h.Class, h.Key), queue.JobsText(h.Jobs))
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && strings.Contains(api.Description, "maximum messages per subject") {
		return queue.ErrPending
	}
	return err
}

func (s *Server) State(ctx context.Context) (lists map[string]bool, last uint64, err error) {
	jobs, err := s.jobs.Info(ctx, jetstream.WithSubjectFilter(jobsStream+".>"))
	if err != nil {
		return nil, 0, err
	}
	records, err := s.records.Info(ctx)
	if err != nil {
		return nil, 0, err
	}
	lists = map[string]bool{}
	for name := range jobs.State.Subjects {
		if _, key, ok := parts(name); ok {
			lists[key] = true
		}
	}
	if records.State.Msgs > 0 {
		last = records.State.LastSeq
	}
	return lists, last, nil
}

func (s *Server) Lists(ctx context.Context, each func(queue.Handout)) error {
	for next := uint64(1); ; {
		m, err := s.jobs.GetMsg(ctx, next, jetstream.WithGetMsgSubject(jobsStream+".>"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		next = m.Sequence + 1
		if class, key, ok := parts(m.Subject); ok {
			jobs, _ := queue.ParseJobs(m.Data)
			each(queue.Handout{Class: class, Key: key, Jobs: jobs})
		}
	}
}

func (s *Server) Remove(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if err := s.jobs.Purge(ctx, jetstream.WithPurgeSubject(subject("*", key))); err != nil {
			return err
		}
	}
	return nil
}

// Letters passes all deliveries to a channel until ctx ends.
func (s *Server) Letters(ctx context.Context, to chan<- queue.Letter) error {
	all, err := s.reader.Messages(jetstream.PullMaxMessages(100))
	if err != nil {
		return err
	}
	defer all.Stop()
	for {
		m, err := all.Next(jetstream.NextContext(ctx))
		if errors.Is(err, jetstream.ErrNoHeartbeat) {
			continue
		}
		if err != nil {
			return err
		}
		meta, err := m.Metadata()
		if err != nil {
			return fmt.Errorf("the queue: %w", err)
		}
		select {
		case to <- queue.Letter{Text: m.Data(), Number: meta.Sequence.Stream, Arrived: meta.Timestamp, Ack: m.Ack}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Answer answers the signs of life of workers. Other texts get no answer; the function bad reports
// them.
func (s *Server) Answer(answer func(queue.Sign) queue.Answer, bad func(error)) error {
	_, err := s.nc.Subscribe(signSubject, func(m *nats.Msg) {
		var question queue.Sign
		if err := json.Unmarshal(m.Data, &question); err != nil {
			bad(fmt.Errorf("a message from a worker that is not a question: %w", err))
			return
		}
		_ = m.Respond(queue.Text(answer(question))) // the worker may be gone
	})
	return errors.Join(err, s.nc.Flush()) // otherwise, the first question of a worker may find nobody who answers
}

// Over announces to all workers that the experiment is done.
func (s *Server) Over() error { return errors.Join(s.nc.Publish(overSubject, nil), s.nc.Flush()) }
