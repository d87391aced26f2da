package pool

import (
	"context"
	"encoding/json"
	"io"

	"counterproof/bench/ask"
	"counterproof/bench/solve/explain"
	"counterproof/bench/system/child"
)

// Command is the argument with which a Pool starts our own binary. The binary must then call Serve.
const Command = "answerer"

// A question is a line that a Pool writes to a process. The process answers with the objects of the
// answer, one on each line, and then with an empty line. If a search that took too long still runs,
// the process writes the line "working" instead of the empty line. Only the end of the process
// stops such a search.
type question struct {
	Name string          `json:"name"`
	Body json.RawMessage `json:"body"`
}

const working = "working"

// Serve answers questions until stdin ends. If stdin ends during a question, the process exits; see
// child.Listen.
func Serve(desk *ask.Desk, stdin io.Reader, stdout io.Writer) error {
	in := child.Listen(stdin, func() {})
	out := json.NewEncoder(stdout)
	out.SetEscapeHTML(false)
	ctx, searching := explain.Track(context.Background())
	for {
		line, _ := in.Next()
		if line == nil {
			return nil
		}
		if err := answer(ctx, desk, line, out.Encode); err != nil {
			return err
		}
		end := "\n"
		if searching() {
			end = working + "\n"
		}
		in.Finished()
		if _, err := io.WriteString(stdout, end); err != nil {
			return err
		}
	}
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
