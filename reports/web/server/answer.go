package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/ask/pool"
)

// mostQuestion is the largest number of bytes of a question.
const mostQuestion = 1 << 20

// A receiver gets the objects of an answer.
type receiver interface {
	// wait says that the question waits for a free place, behind a number of other questions.
	wait(before int)
	// start says that the question has got a place. If again is true, the receiver must forget the objects
	// that it has got.
	start(again bool)
	line(text []byte) error
}

// ask answers a question of a page. Each line of the answer is a JSON object. If the question has no
// answer, the last object is an ask.Problem.
func (s *site) ask(w http.ResponseWriter, r *http.Request, body []byte) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	a := &answer{w: w, control: http.NewResponseController(w), left: s.Limits.Output}
	switch err := s.run(r.Context(), r.PathValue("name"), body, 0, a); {
	case err == nil || r.Context().Err() != nil: // the client has the answer, or has gone
	case errors.Is(err, errBusy) && !a.waited && !a.started:
		busy(w, r)
	default:
		a.say(ask.ProblemOf(err))
	}
}

// receive returns a handler that reads the body of a question, waits until the question may begin, and
// then answers it. The handler refuses a question that is too large or that comes when the server is busy.
func (s *site) receive(answer func(w http.ResponseWriter, r *http.Request, body []byte)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, done, err := s.read(w, r)
		defer done()
		switch {
		case errors.Is(err, errBusy):
			busy(w, r)
			return
		case err != nil:
			refuse(w, r, http.StatusRequestEntityTooLarge, fmt.Sprintf("the question is cut off, or it has more than %d bytes", mostQuestion))
			return
		}
		leave, err := s.questions.enter(r.Context(), nil)
		if err != nil {
			busy(w, r)
			return
		}
		defer leave()
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // the server still notices if the client goes away
		answer(w, r, body)
	}
}

// run answers a question within the time wall or, if it is 0, within the limit for such questions. If the
// question must wait and there is no room in the queue, the error is errBusy.
func (s *site) run(client context.Context, name string, body []byte, wall time.Duration, to receiver) error {
	long := ask.Long(name)
	limit := cmp.Or(wall, s.Limits.Long)
	if !long {
		limit = min(cmp.Or(wall, s.Limits.Short), s.Limits.Short)
	}
	turn, err := s.enter(client, long, ask.Unbounded(name), to.wait)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(client, limit, lateAfter(limit))
	defer cancel()
	if ask.Unbounded(name) {
		inner, end := context.WithCancelCause(ctx)
		ctx, turn = inner, s.patient(s.Limits.Patience, turn, func() { end(errCrowded) })
	}
	to.start(false)
	if long && s.Long != nil {
		err = s.Long(ctx, name, body, to.line)
		turn()
		if err != nil && context.Cause(ctx) == errCrowded {
			return s.elsewhere(client, s.slow, true, name, body, wall, to)
		}
	} else if err = s.here(ctx, turn, name, body, to); errors.Is(err, ask.ErrLarge) && s.Long != nil {
		return s.elsewhere(client, s.long, false, name, body, wall, to)
	}
	return causeOf(ctx, err)
}

// read reads the body of a question. A client can send its question slowly, so a question has no
// place yet. Only a question with more than portion bytes needs a place among the large ones, which
// bounds the memory. The caller must call finish when it no longer needs the body.
func (s *site) read(w http.ResponseWriter, r *http.Request) (body []byte, finish func(), err error) {
	rest := http.MaxBytesReader(w, r.Body, mostQuestion)
	body, err = io.ReadAll(io.LimitReader(rest, portion))
	if err != nil || len(body) < portion {
		return body, func() {}, err
	}
	finish, err = s.large.enter(r.Context(), nil)
	if err != nil {
		return nil, func() {}, err
	}
	more, err := io.ReadAll(rest)
	return append(body, more...), finish, err
}

// errCrowded is the error of a slow question that was stopped because other questions need its place.
var errCrowded = errors.New("the question was stopped, because the server has too many slow questions and others wait: ask for less, try again later, or use the command line")

// elsewhere answers a question with the Runner Long, after a first attempt to answer the question
// has ended early. The question waits for a place of the gate, and then starts from the beginning,
// with the full time limit. If the parameter again is true, the question was stopped to make room, and
// the client must forget what it has received.
func (s *site) elsewhere(ctx context.Context, g *gate, again bool, name string, body []byte, wall time.Duration, to receiver) error {
	leave, err := g.enter(ctx, to.wait)
	if again && errors.Is(err, errBusy) {
		return errCrowded
	}
	if err != nil {
		return err
	}
	defer leave()
	wall = cmp.Or(wall, s.Limits.Long)
	ctx, cancel := context.WithTimeoutCause(ctx, wall, lateAfter(wall))
	defer cancel()
	to.start(again)
	return causeOf(ctx, s.Long(ctx, name, body, to.line))
}

// causeOf returns the cause for which ctx ended, if this is why the work ended with the error err.
func causeOf(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil && errors.Is(err, ctx.Err()) {
		return cause
	}
	return err
}

func busy(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Retry-After", "2")
	refuse(w, r, http.StatusServiceUnavailable, errBusy.Error())
}

func lateAfter(limit time.Duration) error {
	return fmt.Errorf("the question was stopped after %v: ask for less, or use the command line, which has no such limit", limit)
}

// here answers a question in this process. When the work has ended, the method calls its parameter
// turn. If ctx ends before the work, the method returns at once, and the work ends at its next
// check of ctx.
func (s *site) here(ctx context.Context, turn func(), name string, body []byte, to receiver) error {
	lines, done := make(chan []byte), make(chan error, 1)
	go func() {
		err := s.safely(ctx, name, body, func(object any) error {
			text, err := json.Marshal(object)
			if err != nil {
				return err
			}
			select {
			case lines <- text:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		turn()
		done <- err
	}()
	for {
		select {
		case text := <-lines:
			if err := to.line(text); err != nil {
				return err
			}
		case err := <-done:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *site) safely(ctx context.Context, name string, body []byte, emit ask.Emit) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("a mistake in counterproof ended the question (%v): please report it with the board", v)
			if s.Panicked != nil {
				s.Panicked(name, v, debug.Stack())
			}
		}
	}()
	if answer := s.extra[name]; answer != nil {
		return answer(ctx, body, emit)
	}
	return s.Desk.Ask(ctx, name, body, emit)
}

type answer struct {
	w       http.ResponseWriter
	control *http.ResponseController
	left    int  // the number of bytes that the answer is still allowed to have
	waited  bool // whether the answer begins with objects of the type waiting
	started bool // whether the question has got a place
}

// A waiting is an object that says whether the question waits for a free place. It is not a part of
// the answer itself. It can come after some objects of the answer, if the question was stopped to
// make room for others.
type waiting struct {
	Waiting bool `json:"waiting"` // true while the question waits, and false when it has got a place
	Before  int  `json:"before"`  // the number of waiting questions before this question
	// Again is true if the answer starts again from its beginning. The client must then forget the
	// objects that it has received.
	Again bool `json:"again,omitempty"`
}

func (a *answer) wait(before int) {
	a.waited = true
	a.say(waiting{Waiting: true, Before: before})
}

// start begins the answer when the question has a place. If the parameter again is true, start asks
// the client to forget an earlier part of the answer.
func (a *answer) start(again bool) {
	a.started = true
	if again || a.waited {
		a.say(waiting{Again: again})
	}
}

// say ignores errors: the context of the request ends if the client is gone.
func (a *answer) say(object any) { _ = a.write(lineOf(object)) }

// portion is the number of bytes that a client must receive within the time slowClient. It is also
// the largest number of bytes of a question that is read at once.
const portion = 64 << 10

func (a *answer) line(text []byte) error {
	if a.left -= len(text) + 1; a.left < 0 {
		return errors.New("the answer is too long for a page: ask for less, or use the command line")
	}
	return a.write(text)
}

func (a *answer) write(text []byte) error {
	text = append(text, '\n')
	for len(text) > 0 {
		part := text[:min(portion, len(text))]
		_ = a.control.SetWriteDeadline(time.Now().Add(slowClient)) // the writer of a test has no deadlines
		if _, err := a.w.Write(part); err != nil {
			return err
		}
		text = text[len(part):]
	}
	if err := a.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

func lineOf(object any) []byte {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err) // neither a Problem nor the type waiting has a field that JSON cannot hold
	}
	return text
}

// apiPath is the beginning of the paths for programs. The name of a question follows.
const apiPath = "/v1/"

// program reports whether a request has the token for programs. A program sends no header Origin. A
// browser does, and then the page must be of this server.
func (s *site) program(w http.ResponseWriter, r *http.Request) bool {
	if (r.Header.Get("Origin") != "" || r.Header.Get("Sec-Fetch-Site") != "") && !s.sameSite(w, r) {
		return false
	}
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(kind, "Bearer") || !equal(strings.TrimSpace(token), s.API) {
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, r, http.StatusUnauthorized, "want the header Authorization: Bearer TOKEN, with the token from the file that serve --api names")
		return false
	}
	return true
}

// api answers a question of a program. The reply is one JSON object; see pool.Reply.
func (s *site) api(w http.ResponseWriter, r *http.Request, body []byte) {
	k := &keeper{site: s}
	k.start(true)
	defer k.start(true)
	name := r.PathValue("name")
	unknown := ask.Known(name)
	q, err := pool.ReadRequest(body)
	if err == nil && q.Name != "" && q.Name != name {
		err = &ask.Problem{Misuse: true, Text: `the field "ask" names another question than the path`}
	}
	q.Name = name
	if err = cmp.Or(unknown, err); err == nil {
		fields, wall := q.Within(min(cmp.Or(q.Wall, s.Limits.Long), s.Limits.Long))
		err = s.run(pool.WithMemory(r.Context(), q.Memory), name, fields, wall, k)
	}
	switch {
	case r.Context().Err() != nil:
		return
	case errors.Is(err, errBusy):
		busy(w, r)
		return
	}
	text := k.reply.Text(q.ID, err)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case unknown != nil:
		w.WriteHeader(http.StatusNotFound)
	case k.reply.Misused():
		w.WriteHeader(http.StatusBadRequest)
	}
	_ = (&answer{w: w, control: http.NewResponseController(w)}).write(text) // the client may be gone
}

// A keeper keeps the answer for a program until it is complete. A program does not want to know that its
// question waits.
type keeper struct {
	site  *site
	reply pool.Reply
	kept  int64
}

func (k *keeper) wait(int) {}

func (k *keeper) start(again bool) {
	if again {
		k.site.kept.Add(-k.kept)
		k.kept, k.reply = 0, pool.Reply{Most: k.site.Limits.Output}
	}
}

// mostKept is the largest number of bytes of all answers that are kept, as a multiple of Limits.Output.
// Without this limit, clients that read slowly could fill the memory.
const mostKept = 4

func (k *keeper) line(text []byte) error {
	k.kept += int64(len(text))
	if k.site.kept.Add(int64(len(text))) > mostKept*int64(k.site.Limits.Output) {
		return errBusy
	}
	return k.reply.Add(text)
}
