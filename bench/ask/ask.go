// Package ask answers questions that are put as JSON objects, for pages in a browser. The program
// counterproof serve answers them over HTTP, and on a static site a Web Worker answers them in
// WebAssembly. The program and the Web Worker both use this package, so their answers are the
// same.
//
// An answer is a list of JSON objects. Long answers begin with objects that report progress or give
// parts of the answer. The last object completes the answer.
package ask

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/daily"
	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// Emit takes one object of an answer. An error means that nobody wants the rest.
type Emit func(object any) error

// A Desk answers questions about the given puzzles. A Desk keeps no state, so any number of
// questions can be asked at the same time. Questions that need gophersat wait for each other.
type Desk struct {
	Puzzles []*encode.Puzzle
	Files   []*encode.Puzzle // the puzzles whose instances are files, which only questions with their names reach
	// Printer answers the question "pdf". If it is nil, this question has no answer.
	Printer Printer
	// Patience limits the search for mistakes in "hint", "correct" and "first"; 0 means 10 seconds. In
	// WebAssembly, a clock cannot interrupt a search by SAT, so the page ends the engine instead.
	Patience time.Duration
	// Room limits the number of literals of the formula that a Desk makes for the question "check";
	// 0 means constraint.Room. If the formula would be larger, the error is ErrLarge. With a Room, that is also
	// the error of all questions about files.
	Room int
}

// ErrLarge is the error of a question that should take only a moment, but needs a larger formula
// than Desk.Room allows. A Desk with more room, in a separate process, might answer the question.
var ErrLarge = errors.New("the board is too large for a short answer: try a smaller board, or use the command line")

func (d *Desk) patience() time.Duration {
	return cmp.Or(d.Patience, 10*time.Second)
}

// A Problem is the reason why a question has no answer.
type Problem struct {
	// Misuse says that the question is wrong, not that answering it failed.
	Misuse bool   `json:"misuse"`
	Text   string `json:"error"`
	Line   int    `json:"line,omitempty"` // the line of the mistake in the text of a board or a solution, from 1; 0 if unknown
	Column int    `json:"column,omitempty"`
}

func (p *Problem) Error() string { return p.Text }

func misused(format string, args ...any) error {
	return &Problem{Misuse: true, Text: fmt.Sprintf(format, args...)}
}

// ProblemOf turns an error of Ask into a Problem that can be sent as the last object of an answer.
func ProblemOf(err error) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if at, ok := errors.AsType[*encode.ParseError](err); ok {
		return &Problem{Misuse: true, Text: err.Error(), Line: at.Line, Column: at.Column}
	}
	misuse := errors.As(err, new(*generator.DrawError)) || errors.Is(err, daily.ErrNone)
	return &Problem{Misuse: misuse, Text: err.Error()}
}

type question struct {
	name string
	// long says that the answer can take longer than a moment, so that a server runs it in a process
	// that it can end. The question "check" is not long, but may fail with ErrLarge.
	long bool
	run  func(ctx context.Context, d *Desk, body []byte, emit Emit) error
}

var questions = append([]question{
	{"puzzles", false, takes((*Desk).puzzles)},
	{"board", false, opens((*Desk).board)},
	{"picture", false, opens((*Desk).picture)},
	{"check", false, opens((*Desk).check)},
	{"count", true, opens((*Desk).count)},
	{"solve", true, opens((*Desk).solve)},
	{"correct", true, opens((*Desk).correct)},
	{"hint", true, opens((*Desk).hint)},
	{"first", true, opens((*Desk).first)},
	{"deduce", true, opens((*Desk).deduce)},
	{"place", true, takes((*Desk).place)},
	{"path", true, takes((*Desk).path)},
	{"explain", true, opens((*Desk).explain)},
	{"guess", true, takes((*Desk).guess)},
	{"formula", true, opens((*Desk).formula)},
	{"pdf", true, opens((*Desk).pdf)},
	{"compare", false, takes((*Desk).compare)},
	{"generate", true, takes((*Desk).generate)},
	{"daily", true, takes((*Desk).daily)},
	{"day", false, takes((*Desk).day)},
	{"events", false, takes((*Desk).events)},
	{"control", false, takes((*Desk).control)},
}, larger...)

// progress emits an object of an incomplete answer. If nobody wants it, the context of the question ends.
type progress func(object any)

// takes returns a question.run that reads the fields of the question, passes them to answer, and emits
// the last object.
func takes[Q any](answer func(d *Desk, ctx context.Context, q Q, emit progress) (any, error)) func(context.Context, *Desk, []byte, Emit) error {
	return func(ctx context.Context, d *Desk, body []byte, emit Emit) error {
		q := new(Q)
		return answering(ctx, body, q, emit, func(ctx context.Context, emit progress) (any, error) { return answer(d, ctx, *q, emit) })
	}
}

// opens works like takes, for a question about one board.
func opens[Q interface{ about() About }](answer func(d *Desk, ctx context.Context, p *encode.Puzzle, in encode.Instance, q Q, emit progress) (any, error)) func(context.Context, *Desk, []byte, Emit) error {
	return takes(func(d *Desk, ctx context.Context, q Q, emit progress) (any, error) {
		p, in, err := d.open(q.about())
		if err != nil {
			return nil, err
		}
		return answer(d, ctx, p, in, q, emit)
	})
}

// answering is the part of takes that is the same for all types of questions, so that the engine has it
// once. The pointer q receives the fields of the question.
func answering(ctx context.Context, body []byte, q any, emit Emit, answer func(context.Context, progress) (any, error)) error {
	if err := Read(body, q); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	last, err := answer(ctx, func(object any) {
		if err := emit(object); err != nil {
			stop(err)
		}
	})
	if err := cmp.Or(context.Cause(ctx), err); err != nil {
		return err
	}
	return emit(last)
}

// Read reads the fields of a question into a struct. The error is a *Problem.
func Read(body []byte, question any) error {
	err := result.DecodeJSON(body, question)
	if bad, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && bad.Field != "" {
		return misused("the field %q does not take this JSON value: %s", bad.Field, bad.Value)
	}
	if err != nil {
		return misused("the question is not the JSON object that is expected: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields) // the body is valid
	unknown := ""
	for name := range fields { // encoding/json ignores the case
		if strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' }) {
			unknown = max(unknown, name)
		}
	}
	if unknown != "" {
		return misused("unknown field %q: the names of fields have only small letters", unknown)
	}
	return nil
}

// Names lists the names of all questions.
func Names() []string {
	return wording.Each(questions, func(q question) string { return q.name })
}

// Long reports whether the answer to a question may take longer than a moment.
func Long(name string) bool {
	q := find(name)
	return q != nil && q.long
}

// Unbounded reports whether an answer can take any time. Other long questions take seconds.
func Unbounded(name string) bool {
	return name == "count" || name == "solve" || name == "certificate"
}

// Timed reports whether a question has a field seconds. At this limit, its answer says how far the search
// came.
func Timed(name string) bool {
	return slices.Contains([]string{"count", "explain", "marginals", "rate", "repair"}, name)
}

func find(name string) *question {
	if i := slices.IndexFunc(questions, func(q question) bool { return q.name == name }); i >= 0 {
		return &questions[i]
	}
	return nil
}

// Ask answers a question, whose fields are a JSON object. The error is a *Problem, an
// *encode.ParseError, ctx.Err(), or an error of emit or of the method that the question names.
func (d *Desk) Ask(ctx context.Context, name string, body []byte, emit Emit) error {
	if err := Known(name); err != nil {
		return err
	}
	return find(name).run(ctx, d, body, emit)
}

// Known returns nil for the name of a question, or a *Problem that lists the names.
func Known(name string) error {
	if find(name) == nil {
		return misused("unknown question %q: %s", wording.Short(name), wording.Want(name, Names()))
	}
	return nil
}

// About names the board that a question is about.
type About struct {
	Puzzle   string `json:"puzzle"`
	Instance string `json:"instance"`
}

func (a About) about() About { return a }

func (d *Desk) open(a About) (*encode.Puzzle, encode.Instance, error) {
	p, err := d.find(a.Puzzle)
	if err != nil {
		return nil, nil, err
	}
	in, err := ReadBoard(p, a.Instance)
	if err != nil {
		return nil, nil, err
	}
	if n := len(in.Sites()); n > mostSites {
		return nil, nil, misused("the board has %d sites: a page takes at most %d; the command line takes more", n, mostSites)
	}
	return p, in, nil
}

// mostSites is the largest number of sites of a board on a page: 64x64 cells.
const mostSites = 4096

func (d *Desk) find(name string) (*encode.Puzzle, error) {
	if i := slices.IndexFunc(d.Puzzles, func(p *encode.Puzzle) bool { return p.Name == name }); i >= 0 {
		return d.Puzzles[i], nil
	}
	if i := slices.IndexFunc(d.Files, func(p *encode.Puzzle) bool { return p.Name == name }); i >= 0 {
		if d.Room > 0 {
			return nil, ErrLarge // this process lives on, and would keep the contents of the file
		}
		return d.Files[i], nil
	}
	names := wording.Each(d.Puzzles, func(p *encode.Puzzle) string { return p.Name })
	return nil, misused("unknown puzzle %q: %s", wording.Short(name), wording.Want(name, names))
}

// ReadBoard reads a board in any notation. The text may have several lines, but must be only one board.
func ReadBoard(p *encode.Puzzle, text string) (encode.Instance, error) {
	if !strings.Contains(text, "\n") { // nearly all questions: the pages send canonical notations
		if in, err := p.Parse(text); err == nil {
			return in, nil
		}
	}
	all, _, err := readAll(context.Background(), p, text)
	if err == nil && len(all) != 1 {
		err = misused("the text has %d boards: want one", len(all))
	}
	if err != nil {
		return nil, err
	}
	return all[0], nil
}
