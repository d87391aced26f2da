package pool

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"sync"
	"time"
	"unicode/utf8"

	"counterproof/bench/ask"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/generator"
	"counterproof/bench/system/child"
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

// A Stream answers questions that come as JSON Lines. Each line of the input is a Request, and each
// line of the output is the Reply to the line with the same number.
type Stream struct {
	Pool   *Pool
	Jobs   int           // the number of questions that are answered at once
	Wall   time.Duration // the longest time for an answer, if the question states none; 0: no limit
	Memory int64         // the largest resident size of a process in bytes, if the question states none; 0: no limit
}

// MostLine is the largest number of bytes of a line of the input. A longer line gets an error.
const MostLine = 1 << 20

// These constants bound the memory of a Stream.
const (
	mostAhead = 1024     // lines that are read before the first of them is answered
	mostHeld  = 64 << 20 // bytes of these lines and of their answers; a question may exceed it if it is the first
)

// A turn is a line of the input that waits for its reply.
type turn struct {
	number int // of the line, from 1
	text   []byte
}

// Run answers the lines of the input in their order. It writes each reply as soon as all lines before
// it are answered. When the input ends, Run returns after the last reply. When ctx ends or the output
// fails, Run ends the work, and returns the error at once. It does not wait for a read from the input.
func (s *Stream) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	w := newWindow(ctx)
	return generator.InOrder(ctx, s.Jobs, mostAhead, read(in, w), func(ctx context.Context, t turn) (reply []byte) {
		if w.begin(t.number) {
			reply = s.answer(ctx, t)
			w.add(0, len(reply)-len(t.text))
		}
		return reply
	}, func(reply []byte) error {
		_, err := out.Write(append(reply, '\n'))
		w.add(1, -len(reply))
		return err
	})
}

// read yields each line of the input. An error of the input ends it.
func read(in io.Reader, w *window) iter.Seq2[turn, error] {
	return func(yield func(turn, error) bool) {
		lines := bufio.NewReaderSize(in, 1<<16)
		for number := 1; ; number++ {
			text, err := readLine(lines)
			if (len(text) > 0 || err == nil) && !(w.admit(len(text)) && yield(turn{number, text}, nil)) || errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(turn{}, fmt.Errorf("line %d of the input: %w", number, err))
				return
			}
		}
	}
}

// readLine reads a line, and returns it without its end. Of a line with more than MostLine bytes, it
// only returns the beginning, which also has more.
func readLine(in *bufio.Reader) (text []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(text) <= MostLine {
			text = append(text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimRight(text, "\r\n"), err
		}
	}
}

// answer returns the reply to a line.
func (s *Stream) answer(ctx context.Context, t turn) []byte {
	q, err := t.request()
	r := &Reply{Most: mostHeld}
	if err == nil {
		err = s.ask(ctx, &q, r)
	}
	if errors.Is(err, ErrEnded) { // perhaps something else killed the process, so another one gets the question
		r = &Reply{Most: mostHeld}
		err = s.ask(ctx, &q, r)
	}
	return r.Text(q.ID, err)
}

// request reads the Request of a line.
func (t turn) request() (q Request, err error) {
	switch {
	case len(t.text) > MostLine:
		err = &ask.Problem{Misuse: true, Text: fmt.Sprintf("the line has more than %d bytes", MostLine)}
	case len(bytes.TrimSpace(t.text)) == 0:
		err = &ask.Problem{Misuse: true, Text: "the line is empty: want a question in each line"}
	default:
		if q, err = ReadRequest(t.text); err == nil && q.Name == "" {
			err = &ask.Problem{Misuse: true, Text: `want the name of a question in the field "ask", such as {"ask": "puzzles"}`}
		}
	}
	if problem, ok := errors.AsType[*ask.Problem](err); ok {
		problem.Line = t.number
	}
	return q, err
}

// ask puts a question to a process, within the limits that the question or else the Stream states.
func (s *Stream) ask(ctx context.Context, q *Request, r *Reply) error {
	if q.Memory > 0 {
		if err := child.CanLimitMemory(); err != nil {
			return err
		}
	}
	body, stop := q.Within(cmp.Or(q.Wall, s.Wall))
	ctx, cancel := context.WithTimeoutCause(ctx, stop, fmt.Errorf("the question was stopped after %v: ask for less, or allow more time with the field seconds", stop))
	defer cancel()
	err := s.Pool.Ask(WithMemory(ctx, cmp.Or(q.Memory, s.Memory)), q.Name, body, r.Add)
	if errors.Is(err, ctx.Err()) && err != nil {
		return context.Cause(ctx)
	}
	return err
}

// A window bounds the lines that a Stream has read and not yet answered. It also bounds the bytes of
// these lines and of their replies. The end of its context opens the window.
type window struct {
	ctx     context.Context
	mu      sync.Mutex
	changed sync.Cond
	read    int // lines
	replied int // lines whose replies are written
	bytes   int
}

func newWindow(ctx context.Context) *window {
	w := &window{ctx: ctx}
	w.changed.L = &w.mu
	context.AfterFunc(ctx, func() { w.add(0, 0) })
	return w
}

// admit waits until the window has room for a line with the given number of bytes. The result is false
// if the context has ended.
func (w *window) admit(bytes int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.ctx.Err() == nil && w.read > w.replied && (w.read-w.replied >= mostAhead || w.bytes+bytes > mostHeld) {
		w.changed.Wait()
	}
	w.read++
	w.bytes += bytes
	return w.ctx.Err() == nil
}

// begin waits until the line with the given number may be answered. The first line may always be
// answered.
func (w *window) begin(number int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.ctx.Err() == nil && number > w.replied+1 && w.bytes > mostHeld {
		w.changed.Wait()
	}
	return w.ctx.Err() == nil
}

// add adds a number of written replies, and of bytes that the window holds.
func (w *window) add(replied, bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.replied += replied
	w.bytes += bytes
	w.changed.Broadcast()
}
