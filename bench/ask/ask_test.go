package ask

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/catalog"
)

var desk = &Desk{Puzzles: catalog.All(), Printer: toyPrinter{}}

// object is a question with its fields by name.
type object = map[string]any

// answered asks a question and returns the objects of the answer as JSON, and the error. It checks the
// question and its answer, or the Problem, against the schema of the protocol.
func answered(ctx context.Context, name string, question object) (objects []json.RawMessage, err error) {
	body, err := json.Marshal(question)
	if err != nil {
		return nil, err
	}
	err = desk.Ask(ctx, name, body, func(o any) error {
		text, err := json.Marshal(o)
		objects = append(objects, text)
		return err
	})
	return objects, errors.Join(err, conform(name, question, objects, err))
}

// conform checks a question and its answer without progress, or the Problem for an error, against the
// schema of the protocol. A question with a Problem may be wrong.
func conform(name string, question object, objects []json.RawMessage, err error) error {
	objects = slices.DeleteFunc(slices.Clone(objects), func(o json.RawMessage) bool { return strings.HasPrefix(string(o), `{"progress":`) })
	reply := object{"id": 7, "answer": objects}
	if err != nil {
		reply = object{"id": 7, "error": ProblemOf(err)}
	} else if err := conforms("question."+name, and(question, object{"id": 7, "ask": name})); err != nil {
		return err
	} else if err := conforms("answer."+name, objects); err != nil {
		return err
	}
	return conforms("reply", reply)
}

// ask asks a question and returns the last object of the answer.
func ask[A any](t *testing.T, name string, question object) A {
	t.Helper()
	objects, err := answered(t.Context(), name, question)
	if err != nil {
		t.Fatalf("%s %v: %v", name, question, err)
	}
	var a A
	if err := json.Unmarshal(objects[len(objects)-1], &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// refused checks that a question leads to a Problem whose field Misuse is true, and returns this
// Problem.
func refused(t *testing.T, name string, question object) *Problem {
	t.Helper()
	objects, err := answered(t.Context(), name, question)
	var p *Problem
	if err == nil || len(objects) > 0 {
		t.Errorf("%s %v is answered: %s", name, question, objects)
		return &Problem{}
	}
	if p = ProblemOf(err); !p.Misuse || p.Text == "" {
		t.Errorf("%s %v: want a Problem for a wrong question, got %+v", name, question, p)
	}
	return p
}

// about returns the fields that name a board.
func about(puzzle, instance string) object { return object{"puzzle": puzzle, "instance": instance} }

// and adds fields to a copy of the question.
func and(question object, more object) object {
	all := object{}
	for _, o := range []object{question, more} {
		for k, v := range o {
			all[k] = v
		}
	}
	return all
}

// parsed returns a board.
func parsed(t testing.TB, puzzle, text string) (*encode.Puzzle, encode.Instance) {
	t.Helper()
	p := catalog.Find(puzzle)
	if p == nil {
		t.Fatal("no puzzle ", puzzle)
	}
	in, err := ReadBoard(p, text)
	if err != nil {
		t.Fatal(err)
	}
	return p, in
}

// filled returns the entries of a board, with -1 for sites without an entry.
func filled(t *testing.T, puzzle, text string, values map[int]int) []int {
	_, in := parsed(t, puzzle, text)
	entries := slices.Repeat([]int{-1}, len(in.Sites()))
	for site, v := range values {
		entries[site] = v
	}
	return entries
}

var errEnough = errors.New("enough")

// TestTimed checks that Timed knows which questions have a field seconds.
func TestTimed(t *testing.T) {
	for _, name := range Names() {
		err := desk.Ask(t.Context(), name, []byte(`{"seconds": 1}`), func(any) error { return nil })
		if unknown := err != nil && strings.Contains(err.Error(), `unknown field "seconds"`); unknown == Timed(name) {
			t.Errorf("Timed(%q) is %v, but the question answers %v", name, Timed(name), err)
		}
	}
}
