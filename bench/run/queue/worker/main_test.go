//go:build unix

package worker

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/queue/coordinator"
	"counterproof/bench/run/queue/transport"
	"counterproof/bench/run/work"
	"counterproof/bench/solve/answer"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
)

// TestMain runs the tests. With certain arguments, the test binary acts instead as a coordinator,
// as a worker, or as a process that runs jobs.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case work.WorkerCommand:
			signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
			os.Exit(work.Worker(fakes.Lookup, os.Stdin, os.Stdout))
		case "coordinate":
			os.Exit(status(coordinate(os.Args[2:])))
		case "work":
			os.Exit(status(join(os.Args[2:])))
		}
	}
	os.Exit(m.Run())
}

func status(err error) int {
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		return 1
	}
	return 0
}

// coordinate runs a coordinator. It prints the address for workers, and at the end the final state.
func coordinate(args []string) error {
	f := flag.NewFlagSet("coordinate", flag.ExitOnError)
	file, jobs := f.String("ledger", "", ""), f.String("jobs", "", "")
	host, port := f.String("host", "127.0.0.1", ""), f.Int("port", 0, "")
	wait, audit := f.Duration("wait", 0, ""), f.Duration("audit", 0, "")
	token, cert := f.String("token", "", ""), f.String("cert", "", "")
	_ = f.Parse(args)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	text, err := os.ReadFile(*jobs)
	if err != nil {
		return err
	}
	o := coordinator.Options{
		Title: "test", Version: "1", Audit: *audit,
		Queue:    transport.Options{Host: *host, Port: *port, Folder: *file + "-queue", Token: *token, AckWait: *wait},
		Ready:    func(port int) { fmt.Printf("ready %d\n", port) },
		Finished: func(work.Outcome) {}, Tick: func(coordinator.Status) {},
		Warn: func(text string) { fmt.Fprintln(os.Stderr, "warn:", text) },
		Note: func(text string) { fmt.Fprintln(os.Stderr, "note:", text) },
	}
	if *cert != "" {
		pair, err := tls.LoadX509KeyPair(*cert, *cert)
		if err != nil {
			return err
		}
		o.Queue.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	}
	if err := json.Unmarshal(text, &o.Jobs); err != nil {
		return err
	}
	if o.Ledger, err = ledger.Open(*file); err != nil {
		return err
	}
	defer o.Ledger.Close()
	c, err := coordinator.New(o)
	if err != nil {
		return err
	}
	err = c.Run(ctx)
	last, _ := json.Marshal(c.Status())
	fmt.Printf("end %s\n", last)
	return err
}

// join runs a worker.
func join(args []string) error {
	f := flag.NewFlagSet("work", flag.ExitOnError)
	slots, idle := f.Int("slots", 1, ""), f.Duration("idle", 0, "")
	token, cert := f.String("token", "", ""), f.String("cert", "", "")
	_ = f.Parse(args)
	u, err := transport.ParseURL(f.Arg(0))
	if err != nil {
		return err
	}
	o := Options{
		Dial: transport.Dial{URL: u, Token: *token, TLS: &tls.Config{}}, Slots: *slots, Idle: *idle, Version: "1", Lookup: fakes.Lookup,
		Say: func(text string) { fmt.Fprintln(os.Stderr, "say:", text) }, Note: func(string) {},
	}
	if *cert != "" {
		text, err := os.ReadFile(*cert)
		if err != nil {
			return err
		}
		o.Dial.TLS.RootCAs = x509.NewCertPool()
		o.Dial.TLS.RootCAs.AppendCertsFromPEM(text)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return Run(ctx, o)
}

// sleeping returns jobs that take the given numbers of milliseconds.
func sleeping(t *testing.T, times ...int) (jobs []result.Job) {
	t.Helper()
	for i, n := range times {
		j, err := answer.Prepare(result.Job{Seed: uint64(i)}, fakes.Lookup("fake-sleep"), fakes.New("fake-sleep", n), method.MustParse("native"))
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// A process is a coordinator or a worker that runs in a process of its own.
type process struct {
	cmd    *exec.Cmd
	ended  chan struct{}
	mu     sync.Mutex
	stdout []string
	stderr strings.Builder
}

// launch starts the test binary, possibly through another program.
func launch(t *testing.T, through []string, args ...string) *process {
	t.Helper()
	line := append(append(through[:len(through):len(through)], os.Args[0]), args...)
	p := &process{cmd: exec.Command(line[0], line[1:]...), ended: make(chan struct{})}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stderr = p
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		for in := bufio.NewScanner(out); in.Scan(); {
			p.mu.Lock()
			p.stdout = append(p.stdout, in.Text())
			p.mu.Unlock()
		}
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(p.kill)
	return p
}

// Write keeps a part of stderr.
func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.Write(text)
}

func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.String()
}

// line returns the rest of the first line of stdout that begins with a word.
func (p *process) line(word string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.stdout {
		if rest, ok := strings.CutPrefix(l, word+" "); ok {
			return rest
		}
	}
	return ""
}

func (p *process) over() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// kill kills the process with kill -9 and waits for its end.
func (p *process) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGCONT)
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// A stage is a coordinator with its jobs and its workers.
type stage struct {
	t       *testing.T
	jobs    []result.Job
	ledger  string
	port    string
	options []string // of every coordinator
	coord   *process

	through []string // a program that starts the workers
	host    string
	join    []string // options of every worker
}

// newStage writes the jobs and starts a coordinator.
func newStage(t *testing.T, jobs []result.Job, options ...string) *stage {
	t.Helper()
	processtest.Need(t)
	s := &stage{t: t, jobs: jobs, ledger: filepath.Join(t.TempDir(), "l.sqlite"), port: "0", host: "127.0.0.1"}
	file := filepath.Join(t.TempDir(), "jobs.json")
	text, err := json.Marshal(jobs)
	if err == nil {
		err = os.WriteFile(file, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.options = append([]string{"-ledger", s.ledger, "-jobs", file}, options...)
	return s
}

// start starts the coordinator, again at the same port, and waits until workers can join.
func (s *stage) start() {
	s.t.Helper()
	s.coord = launch(s.t, nil, append([]string{"coordinate", "-port", s.port}, s.options...)...)
	processtest.Until(s.t, "the coordinator is ready", func() bool { return s.coord.line("ready") != "" || s.coord.over() })
	if s.port = s.coord.line("ready"); s.port == "" {
		s.t.Fatalf("the coordinator ended: %s", s.coord.said())
	}
}

func (s *stage) work(options ...string) *process {
	s.t.Helper()
	url := "nats://" + s.host + ":" + s.port
	return launch(s.t, s.through, append(append(append([]string{"work"}, s.join...), options...), url)...)
}

// lose deletes the folder of the queue. A running coordinator may make a file in a folder while the
// folder is being deleted. The error is then "directory not empty", and lose tries again.
func (s *stage) lose() {
	s.t.Helper()
	processtest.Until(s.t, "the folder of the queue is deleted", func() bool { return os.RemoveAll(s.ledger+"-queue") == nil })
}

// end waits until the coordinator has ended by itself, and returns its last state.
func (s *stage) end() (last coordinator.Status) {
	s.t.Helper()
	processtest.Until(s.t, "the coordinator ends", s.coord.over)
	if code := s.coord.cmd.ProcessState.ExitCode(); code != 0 {
		s.t.Fatalf("the coordinator ends with status %d: %s", code, s.coord.said())
	}
	if err := json.Unmarshal([]byte(s.coord.line("end")), &last); err != nil {
		s.t.Fatal(err)
	}
	if !last.Comparing || last.Compared != len(s.jobs) {
		s.t.Errorf("at the end, the answers of %d of %d jobs were compared", last.Compared, len(s.jobs))
	}
	return last
}

// stored returns how many records the ledger has.
func (s *stage) stored() int {
	l, err := ledger.Read(s.ledger)
	if err != nil {
		return 0
	}
	defer l.Close()
	return l.Len()
}

// check compares the ledger with the ledger of a plain run of the same jobs.
func (s *stage) check() {
	s.t.Helper()
	plain := filepath.Join(s.t.TempDir(), "plain.sqlite")
	l, err := ledger.Open(plain)
	if err != nil {
		s.t.Fatal(err)
	}
	err = work.Batch(s.t.Context(), s.jobs, l, &work.Pool{Workers: min(len(s.jobs), 64)}, func([]work.Outcome) error { return nil })
	if err = errors.Join(err, l.Close()); err != nil {
		s.t.Fatal(err)
	}
	got, want := fakes.Export(s.t, s.ledger), fakes.Export(s.t, plain)
	if lines := strings.Count(want, "\n"); lines != len(s.jobs) {
		s.t.Fatalf("the plain run has %d records", lines)
	}
	if got != want {
		s.t.Errorf("the records differ from the records of a plain run: %d lines, want %d", strings.Count(got, "\n"), strings.Count(want, "\n"))
		for line := range strings.Lines(want) {
			if !strings.Contains(got, line) {
				s.t.Errorf("lost: %s", line)
				break
			}
		}
	}
}

// later waits for the short time d, for example until the next random event of a test.
func later(d time.Duration) { <-time.After(d) }
