package pool

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"counterproof/bench/ask"
	"counterproof/bench/solve/explain"
	"counterproof/bench/system/child"
	"counterproof/sat/extern"
)

// Command is the argument with which a Pool starts our own binary. The binary must then call Serve.
const Command = "ask"

// A question is a line that a Pool writes to a process. The process answers with the objects of the
// answer, one on each line, and then with an empty line. If a search that took too long still runs,
// the process writes the line "working" instead of the empty line. Only the end of the process
// stops such a search.
type question struct {
	Name string          `json:"name"`
	Body json.RawMessage `json:"body"`
}

const working = "working"

// Serve answers questions until stdin ends. If stdin ends during a question, nobody needs the
// answer or the parent has died. The process then ends its outside programs and exits, because some
// solvers cannot be interrupted. Serve ignores SIGINT: a terminal sends this signal to the whole
// process group, and the parent decides what to do.
func Serve(desk *ask.Desk, stdin io.Reader, stdout io.Writer) error {
	signal.Ignore(os.Interrupt)
	signal.Reset(syscall.SIGTERM)
	if mark := os.Getenv(extern.MarkVariable); mark != "" { // a Pool has started this process
		extern.Adopt(mark)
	}
	if f, ok := stdin.(*os.File); ok {
		stdin = child.Polled(f)
	}
	var busy atomic.Bool
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		in := bufio.NewReader(stdin)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil { // half a line comes from a parent that has died
				if busy.Load() {
					extern.Kill()
					os.Exit(1)
				}
				return
			}
			busy.Store(true)
			lines <- line
		}
	}()
	out := json.NewEncoder(stdout)
	out.SetEscapeHTML(false)
	ctx, searching := explain.Track(context.Background())
	for line := range lines {
		if err := answer(ctx, desk, line, out.Encode); err != nil {
			return err
		}
		end := "\n"
		if searching() {
			end = working + "\n"
		}
		busy.Store(false) // before the end of the answer, because the parent might then end this process
		if _, err := io.WriteString(stdout, end); err != nil {
			return err
		}
	}
	return nil
}

func answer(ctx context.Context, desk *ask.Desk, line []byte, emit ask.Emit) error {
	var q question
	err := json.Unmarshal(line, &q)
	if err == nil {
		err = desk.Ask(ctx, q.Name, q.Body, emit)
	}
	if err != nil {
		return emit(ask.ProblemOf(err))
	}
	return nil
}
