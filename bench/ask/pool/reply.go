package pool

import (
	"bytes"
	"encoding/json"
	"errors"

	"counterproof/bench/ask"
)

// A Reply collects the objects of an answer for a program. It drops the objects that report
// progress, because their number depends on the speed of the machine.
type Reply struct {
	Most    int // the largest number of bytes of the answer
	objects []byte
	problem bool // the objects are an ask.Problem
}

// ErrLong is the error of an answer that is too long for one Reply.
var ErrLong = errors.New("the answer is too long: ask for less, or use the command line")

// These texts begin an ask.Progress and an ask.Problem. No other object has these keys.
var progress, problem, misuse = []byte(`{"progress":`), []byte(`{"misuse":`), []byte(`{"misuse":true`)

// Add adds an object, as the function line of Pool.Ask gets it. An ask.Problem replaces the objects
// before it.
func (r *Reply) Add(object []byte) error {
	switch {
	case bytes.HasPrefix(object, progress):
		return nil
	case len(r.objects)+len(object) >= r.Most:
		return ErrLong
	case bytes.HasPrefix(object, problem):
		r.problem, r.objects = true, nil
	case len(r.objects) > 0:
		r.objects = append(r.objects, ',')
	}
	r.objects = append(r.objects, object...)
	return nil
}

// Misused reports whether the reply says that the question is wrong.
func (r *Reply) Misused() bool { return r.problem && bytes.HasPrefix(r.objects, misuse) }

// Text returns the reply to the question with the given id: a JSON object with the id and the answer, or
// with the id and an error. The parameter err is the result of Pool.Ask.
func (r *Reply) Text(id json.RawMessage, err error) []byte {
	if err != nil {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false) // as for other objects
		_ = e.Encode(ask.ProblemOf(err))
		r.problem, r.objects = true, bytes.TrimSpace(b.Bytes())
	}
	text := make([]byte, 0, len(id)+len(r.objects)+len(`{"id":,"answer":[]}`))
	text = append(text, '{')
	if id != nil {
		text = append(append(append(text, `"id":`...), id...), ',')
	}
	if r.problem {
		return append(append(append(text, `"error":`...), r.objects...), '}')
	}
	return append(append(append(text, `"answer":[`...), r.objects...), "]}"...)
}
