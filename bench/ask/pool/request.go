package pool

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"counterproof/bench/ask"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// A Request is a question of a program: a JSON object with the fields of the question, and with the
// fields id, ask, seconds and memory around them. All four can be missing.
type Request struct {
	ID     json.RawMessage // any JSON value, which the reply repeats; nil if it is missing
	Name   string          // of the question
	Wall   time.Duration   // the longest time for the answer; 0: not stated
	Memory int64           // the largest resident size of the process that answers, in bytes; 0: not stated
	fields map[string]json.RawMessage
}

// ReadRequest reads a Request. The error is an *ask.Problem, whose line and column are positions in
// the text. After an error, the Request has the fields that could be read before it.
func ReadRequest(text []byte) (q Request, err error) {
	if !utf8.Valid(text) {
		valid := 0
		for r, size := utf8.DecodeRune(text); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRune(text[valid:]) {
			valid += size
		}
		return q, misusedAt(text, valid, "the question is not valid UTF-8")
	}
	q.fields, err = result.DecodeObject(text)
	if bad, ok := errors.AsType[*json.SyntaxError](err); ok {
		return q, misusedAt(text, int(bad.Offset)-1, fmt.Sprintf("the question is not a JSON object: %v", err))
	}
	if q.fields == nil {
		return q, misusedAt(text, 0, `the question is not a JSON object, such as {"ask": "puzzles"}`)
	}
	var seconds float64
	q.ID = q.fields["id"]
	delete(q.fields, "id")
	err = errors.Join(err, q.take("ask", &q.Name, "the name of a question"), q.take("seconds", &seconds, "a number from 0"), q.take("memory", &q.Memory, "a whole number of bytes from 0"))
	if err == nil && (seconds < 0 || q.Memory < 0) {
		err = errors.New("want seconds and memory from 0")
	}
	if err != nil {
		return q, &ask.Problem{Misuse: true, Text: err.Error()}
	}
	q.Wall = time.Duration(min(math.Ceil(seconds*float64(time.Second)), math.MaxInt64/2)) // at least 1 ns if it is stated
	return q, nil
}

// take reads a field that does not belong to the question itself.
func (q *Request) take(name string, into any, want string) error {
	text, ok := q.fields[name]
	if !ok {
		return nil
	}
	delete(q.fields, name)
	if json.Unmarshal(text, into) != nil || string(text) == "null" {
		return fmt.Errorf("want %s in the field %q, got %s", want, name, wording.Short(string(text)))
	}
	return nil
}

// overtime is the time that a process gets to end the search of a question with a field seconds. Its
// answer then says how far the search came.
const overtime = 2 * time.Second

// Within returns the fields of the question as a JSON object, for an answer that may take the given
// time, and the time after which the question must be stopped. The time 0 means no limit.
func (q *Request) Within(wall time.Duration) (body []byte, stop time.Duration) {
	stop = cmp.Or(wall, math.MaxInt64)
	if ask.Timed(q.Name) && wall > 0 {
		q.fields["seconds"] = fmt.Appendf(nil, "%g", wall.Seconds())
		stop += overtime
	}
	body, _ = json.Marshal(q.fields) // no error, because the fields are valid
	return body, stop
}

func misusedAt(text []byte, offset int, why string) error {
	before := text[:min(max(offset, 0), len(text))]
	return &ask.Problem{Misuse: true, Text: why, Line: 1 + bytes.Count(before, []byte("\n")), Column: len(before) - bytes.LastIndexByte(before, '\n')}
}

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
