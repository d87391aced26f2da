package webtest

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/ask"
	"counterproof/encode/catalog"
	"counterproof/reports/paper/booklet"
)

// A Question is a question of the protocol, and what a Desk replies to it.
type Question struct {
	Line string          // of the command ask
	Name string          // of the question
	Body json.RawMessage // its fields
	Want string          // the reply, as Reply.String describes it
}

// A Reply is an answer or an error, as the command ask prints it.
type Reply struct {
	Answer []map[string]any `json:"answer,omitempty"`
	Error  *ask.Problem     `json:"error,omitempty"`
}

// Questions reads the questions of a file, one on each line, and asks a Desk.
func Questions(t *testing.T, file string) (all []Question) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	desk := &ask.Desk{Puzzles: catalog.All(), Printer: booklet.Printer{}}
	for line := range strings.Lines(string(text)) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatal(err)
		}
		q := Question{Line: strings.TrimSpace(line), Name: fields["ask"].(string)}
		delete(fields, "ask")
		var r Reply
		err := q.ask(t, desk, fields, &r)
		if err != nil {
			r = Reply{Error: ask.ProblemOf(err)}
		}
		q.Want = r.String()
		all = append(all, q)
	}
	return all
}

func (q *Question) ask(t *testing.T, desk *ask.Desk, fields map[string]any, r *Reply) (err error) {
	if q.Body, err = json.Marshal(fields); err != nil {
		return err
	}
	return desk.Ask(t.Context(), q.Name, q.Body, func(object any) error {
		text, err := json.Marshal(object)
		if err != nil {
			return err
		}
		var made map[string]any
		err = json.Unmarshal(text, &made)
		r.Answer = append(r.Answer, made)
		return err
	})
}

// varying lists the fields of answers that differ between ways to ask: measured times and memory, and
// what depends on the machine, or on the versions of the program and of its modules, such as a certificate.
var varying = []string{
	"wall_seconds", "cpu_seconds", "sat_seconds", "model_seconds", "peak_bytes", "started", "host", "go", "commit",
	"parallel_jobs", "cores", "empty_run_seconds", "solver", "key", "zip",
}

// String describes the reply without progress and varying fields. All solutions are in one list.
func (r Reply) String() string {
	if r.Error != nil {
		return fmt.Sprintf("misuse %v, line %d, column %d: %s", r.Error.Misuse, r.Error.Line, r.Error.Column, r.Error.Text)
	}
	var solutions []any
	var objects []map[string]any
	for _, object := range r.Answer {
		list, some := object["solutions"].([]any)
		switch {
		case object["progress"] == true:
		case some:
			solutions = append(solutions, list...)
		default:
			for key := range object {
				if slices.Contains(varying, key) {
					delete(object, key)
				}
			}
			objects = append(objects, object)
		}
	}
	text, err := json.Marshal(map[string]any{"solutions": solutions, "objects": objects})
	if err != nil {
		return err.Error()
	}
	return string(text)
}
