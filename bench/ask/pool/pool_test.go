//go:build unix

package pool

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"counterproof/bench/ask"
	"counterproof/bench/system/child"
	"counterproof/bench/test/processtest"
	"counterproof/encode/catalog"
)

// TestMain makes the test binary act as a process that answers questions.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == Command {
		if err := Serve(&ask.Desk{Puzzles: catalog.All(), Files: catalog.OfFiles()}, os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Unsetenv("GOGC") // make test sets it, but tests of memory limits need workers like those of users
	os.Exit(m.Run())
}

// A watched is a Pool that keeps a list of its processes for the test.
type watched struct {
	Pool
	mu  sync.Mutex
	all []*exec.Cmd
}

// newPool returns a Pool. At the end of the test, a cleanup closes the Pool and checks that no
// process is left.
func newPool(t *testing.T, script string) *watched {
	t.Helper()
	processtest.Need(t)
	p := &watched{}
	p.Idle = 1
	p.Command = func() *exec.Cmd {
		cmd := exec.Command("sh", "-c", script)
		if script == "" {
			cmd = child.Command(nil, Command)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.all = append(p.all, cmd)
		return cmd
	}
	t.Cleanup(func() {
		p.Close()
		p.none(t)
	})
	return p
}

// none checks that all processes have ended.
func (p *watched) none(t *testing.T) {
	t.Helper()
	for _, cmd := range p.all {
		if cmd.ProcessState == nil {
			t.Errorf("process %d is left", cmd.Process.Pid)
		}
	}
}

const count = `{"puzzle": "calendar", "instance": "10-06", "method": "native"}`

// TestAnswers checks that a process gives the same answers and Problems as the Desk, and that one
// process answers several questions.
func TestAnswers(t *testing.T) {
	p := newPool(t, "")
	desk := &ask.Desk{Puzzles: catalog.All()}
	for _, q := range []struct{ name, body string }{
		{"board", `{"puzzle": "calendar", "instance": "10-06"}`},
		{"generate", `{"puzzle": "sudoku", "size": "4"}`},
		{"board", "{\n\t\"puzzle\": \"calendar\",\n \"instance\": \"<b>\"\n}"},
		{"nothing", `{}`},
		{"board", `[]`},
	} {
		var got, want []string
		err := p.Ask(t.Context(), q.name, []byte(q.body), func(line []byte) error {
			got = append(got, string(line))
			return nil
		})
		add := func(object any) error {
			var b strings.Builder
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			defer func() { want = append(want, strings.TrimSpace(b.String())) }()
			return e.Encode(object)
		}
		if err := desk.Ask(t.Context(), q.name, []byte(q.body), add); err != nil {
			_ = add(ask.ProblemOf(err))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s %s: got %v, %q, want %q", q.name, q.body, err, got, want)
		}
	}
	if len(p.all) != 1 {
		t.Errorf("%d processes have answered the questions, want 1", len(p.all))
	}
	var problem *ask.Problem
	if err := p.Ask(t.Context(), "board", []byte("{"), nil); !errors.As(err, &problem) || !problem.Misuse {
		t.Errorf("half an object: %v", err)
	}
}

// pentominoes is a question whose answer takes minutes and reports progress.
const pentominoes = `{"puzzle": "pentomino", "instance": "6x10", "method": "native", "sets": true}`

// TestStop interrupts a question. It checks that the process has ended when Ask returns, and that a
// new process answers the next question.
func TestStop(t *testing.T) {
	p := newPool(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	err := p.Ask(ctx, "count", []byte(pentominoes), func([]byte) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the question was stopped", err)
	}
	p.none(t)
	gone := errors.New("the client has gone")
	if err := p.Ask(t.Context(), "count", []byte(pentominoes), func([]byte) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("got %v, want the error of line", err)
	}
	p.none(t)
	if err := p.Ask(t.Context(), "count", []byte(count), func([]byte) error { return nil }); err != nil {
		t.Error(err)
	}
}

// TestWorking checks a process whose search still runs after the answer. The Pool must end this
// process, and another process must answer the next question.
func TestWorking(t *testing.T) {
	p := newPool(t, `read line; printf '{}\n`+working+`\n'; read more`)
	for i := range 2 {
		lines := 0
		err := p.Ask(t.Context(), "hint", []byte("{}"), func([]byte) error { lines++; return nil })
		if err != nil || lines != 1 {
			t.Errorf("got %d objects, %v, want 1 object", lines, err)
		}
		p.none(t)
		if len(p.all) != i+1 {
			t.Errorf("%d processes for %d questions", len(p.all), i+1)
		}
	}
}

// TestLimits checks that a process is ended if it needs too much memory or writes too long a line.
func TestLimits(t *testing.T) {
	if err := child.CanLimitMemory(); err != nil {
		t.Skip(err)
	}
	p := newPool(t, "")
	p.Memory = 1 << 20
	if err := p.Ask(t.Context(), "count", []byte(pentominoes), func([]byte) error { return nil }); !errors.Is(err, ErrMemory) {
		t.Errorf("got %v, want ErrMemory", err)
	}
	p.none(t)
	p = newPool(t, "read line; tail -f /dev/null & head -c 2000000 /dev/zero; wait")
	p.Longest = 1 << 20
	if err := p.Ask(t.Context(), "count", []byte(count), func([]byte) error { return nil }); err == nil || !strings.Contains(err.Error(), "1048576 bytes") {
		t.Errorf("got %v, want that the object is too long", err)
	}
	p.none(t)
}

// TestOutsideMemory checks that the memory limit also counts the memory of an outside program that
// the process runs.
func TestOutsideMemory(t *testing.T) {
	if err := child.CanLimitMemory(); err != nil {
		t.Skip(err)
	}
	p := newPool(t, "head -c 400000000 /dev/zero | tail -c 300m >/dev/null; exit 3") // tail keeps the end of a pipe
	p.Memory = 100 << 20
	if err := p.Ask(t.Context(), "count", []byte(count), func([]byte) error { return nil }); !errors.Is(err, ErrMemory) {
		t.Errorf("got %v, want ErrMemory", err)
	}
}

// TestCrash checks that Ask returns an error if the process ends early or does not start.
func TestCrash(t *testing.T) {
	p := newPool(t, "read line; exit 3")
	if err := p.Ask(t.Context(), "count", []byte(count), func([]byte) error { return nil }); err == nil || !strings.Contains(err.Error(), "ended early") {
		t.Errorf("got %v, want that the process has ended early", err)
	}
	p.none(t)
	none := &Pool{Command: func() *exec.Cmd { return exec.Command("/nonexistent/program") }}
	if err := none.Ask(t.Context(), "count", []byte(count), nil); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("got %v, want that the process does not start", err)
	}
	none.Close()
	if err := none.Ask(t.Context(), "count", []byte(count), nil); err == nil {
		t.Error("a closed pool has answered a question")
	}
}
