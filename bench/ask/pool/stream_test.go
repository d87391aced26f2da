//go:build unix

package pool

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/encode/contents"
)

// A replied is a line of the output of a Stream.
type replied struct {
	ID     json.RawMessage
	Answer []json.RawMessage
	Error  *ask.Problem
}

// stream answers the lines of a text. It uses the Pool p, and reads each line of the output.
func stream(t *testing.T, p *watched, s Stream, text string) (all []replied) {
	t.Helper()
	s.Pool, s.Jobs = &p.Pool, max(s.Jobs, 1)
	var out bytes.Buffer
	if err := s.Run(t.Context(), strings.NewReader(text), &out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		var r replied
		if err := result.DecodeJSON([]byte(line), &r); err != nil || len(r.Answer) > 0 == (r.Error != nil) {
			t.Fatalf("%v: %.200s", err, line)
		}
		all = append(all, r)
	}
	return all
}

// TestForgets checks that a question gets no contents of an earlier one, and that the message says so. A
// process that kept the formulas of all questions would reach the memory limit of an innocent one.
func TestForgets(t *testing.T) {
	const question = `{"ask": "count", "puzzle": "dimacs", "instance": %q}` + "\n"
	formula := "p cnf 2 1\n1 2 0\n"
	text := "text sha256:" + contents.Hash([]byte(formula))
	all := stream(t, newPool(t, ""), Stream{}, fmt.Sprintf(question+question+question, formula, text, formula))
	if len(all) != 3 || all[0].Error != nil || all[2].Error != nil || all[1].Error == nil || !strings.Contains(all[1].Error.Error(), "not known") {
		t.Errorf("got %+v, want an answer, an error about unknown contents, and an answer", all)
	}
}

// TestStream checks the replies to right and to wrong lines. Each has the id, and the position of a mistake.
func TestStream(t *testing.T) {
	const board = `"ask": "board", "puzzle": "calendar", "instance": `
	lines := []struct {
		text, id     string
		says         string // part of the error, or empty
		line, column int
	}{
		{`{"id": {"a": [1, "<é>"]}, ` + board + `"10-06"}`, `{"a": [1, "<é>"]}`, "", 0, 0},
		{`{` + board + `"10-06"}`, "", "", 0, 0},
		{`{"id": null, ` + board + `"10-32"}`, "null", "day", 1, 4},
		{`{"id": 4, "ask": "bord"}`, "4", "board", 0, 0},
		{`{"id": 5}`, "5", `field "ask"`, 5, 0},
		{`{"id": 6, ` + board + `"10-06", "colour": 1}`, "6", `"colour"`, 0, 0},
		{``, "", "empty", 7, 0},
		{" \t", "", "empty", 8, 0},
		{`{"id": 9, "ask": puzzles}`, "", "invalid character 'p'", 9, 18},
		{`{"id": 10, "ask": "puzzles"} {}`, "", "invalid character '{'", 10, 30},
		{`{"id": 11, "ask": "puzzles`, "", "unexpected end", 11, 26},
		{"{\"id\": 12, \"ask\": \"\xff\"}", "", "UTF-8", 12, 20},
		{`[]`, "", "not a JSON object", 13, 1},
		{`null`, "", "not a JSON object", 14, 1},
		{`{"id": 15, "ask": 3}`, "15", `"ask"`, 15, 0},
		{`{"id": 16, "ask": "puzzles", "seconds": "1"}`, "16", `"seconds"`, 16, 0},
		{`{"id": 17, "ask": "puzzles", "memory": -1}`, "17", "memory", 17, 0},
		{strings.Repeat(" ", MostLine) + `{"ask": "puzzles"}`, "", "1048576 bytes", 18, 0},
		{`{"id": 19, ` + board + `"` + strings.Repeat("1", MostLine-200) + `"}`, "19", "date", 1, 1},
		{`{"id": 20, ` + board + "\"10-06\"}\r", "20", "", 0, 0},
		{`{"id": 21, ` + board + `"10-06", "puzzle": "sudoku"}`, "21", `"puzzle" occurs twice`, 21, 0},
		{`{"id": 22, ` + board + `"10-06", "Instance": "", "Puzzle": "sudoku"}`, "22", `unknown field "Puzzle"`, 0, 0},
		{`{"id": 23, "ask": "solve", "number": "2"}`, "23", `"number" does not take this JSON value: string`, 0, 0},
		{`{"id": 24, ` + board + `"10-06", "in\u017ftance": "10-07"}`, "24", "unknown field \"in\u017ftance\"", 0, 0},
	}
	var text strings.Builder
	for i, l := range lines {
		text.WriteString(l.text)
		if i < len(lines)-1 {
			text.WriteByte('\n')
		}
	}
	all := stream(t, newPool(t, ""), Stream{Jobs: 2}, text.String())
	if len(all) != len(lines) {
		t.Fatalf("%d replies to %d lines", len(all), len(lines))
	}
	for i, l := range lines {
		got := all[i]
		if string(got.ID) != l.id || (got.Error == nil) != (l.says == "" && l.line == 0) {
			t.Errorf("line %d: got %s %v %+v, want the id %q and the error %q", i+1, got.ID, len(got.Answer), got.Error, l.id, l.says)
			continue
		}
		if e := got.Error; e != nil && (!e.Misuse || !strings.Contains(e.Text, l.says) || e.Line != l.line || e.Column != l.column) {
			t.Errorf("line %d: got %+v, want %q at line %d, column %d", i+1, e, l.says, l.line, l.column)
		}
	}
}

// TestStreamAtOnce checks that a reply is written before the next line is read.
func TestStreamAtOnce(t *testing.T) {
	p := newPool(t, "")
	in, question := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error)
	go func() { ended <- (&Stream{Pool: &p.Pool, Jobs: 2}).Run(t.Context(), in, out) }()
	lines := bufio.NewReader(answers)
	for i := range 3 {
		fmt.Fprintf(question, `{"id": %d, "ask": "puzzles"}`+"\n", i)
		if line, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(line, `{"id":`+strconv.Itoa(i)) {
			t.Fatalf("got %.200s, %v", line, err)
		}
	}
	question.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestStreamOrder asks slow and fast questions at once. It checks that the replies come in the order of the
// lines, and have the objects that a Desk emits.
func TestStreamOrder(t *testing.T) {
	p := newPool(t, "")
	var text strings.Builder
	for i := range 40 {
		name, more := "board", ""
		if i%10 == 0 {
			name, more = "solve", `, "number": 0`
		}
		fmt.Fprintf(&text, `{"id": %d, "ask": %q, "puzzle": "calendar", "instance": "10-%02d"%s}`+"\n", i, name, i%30+1, more)
	}
	for i, r := range stream(t, p, Stream{Jobs: 3}, text.String()) {
		if string(r.ID) != strconv.Itoa(i) || r.Error != nil {
			t.Fatalf("reply %d has the id %s, error %v", i, r.ID, r.Error)
		}
		if i%10 > 0 && !strings.Contains(string(r.Answer[0]), fmt.Sprintf("10-%02d", i%30+1)) {
			t.Errorf("reply %d is about another board: %.100s", i, r.Answer[0])
		}
		if i%10 == 0 && !strings.Contains(string(r.Answer[len(r.Answer)-1]), `"done":true`) {
			t.Errorf("reply %d is not complete: %s", i, r.Answer[len(r.Answer)-1])
		}
	}
}

// TestStreamLimits checks that a question ends at its limits, and that the next questions have answers.
func TestStreamLimits(t *testing.T) {
	if err := child.CanLimitMemory(); err != nil {
		t.Skip(err)
	}
	const pentomino = `, "puzzle": "pentomino", "instance": "6x10"`
	text := `{"id": 1, "ask": "count", "method": "native", "seconds": 0.05` + pentomino + "}\n" +
		`{"id": 2, "ask": "solve", "method": "brute", "seconds": 0.05` + pentomino + "}\n" +
		`{"id": 3, "ask": "count", "method": "native", "memory": 1000000` + pentomino + "}\n" +
		`{"id": 4, "ask": "puzzles"}`
	text = strings.Replace(text, `"method": "brute"`, `"method": "native", "number": 0`, 1)
	all := stream(t, newPool(t, ""), Stream{Wall: time.Hour}, text)
	if len(all) != 4 || all[0].Error != nil || len(all[0].Answer) != 1 || !strings.Contains(string(all[0].Answer[0]), `"reason":"timeout"`) {
		t.Fatalf("the count: %+v", all[0])
	}
	if e := all[1].Error; e == nil || e.Misuse || !strings.Contains(e.Text, "50ms") {
		t.Errorf("solve: %+v", all[1])
	}
	if e := all[2].Error; e == nil || e.Misuse || !strings.Contains(e.Text, "1000000 bytes") {
		t.Errorf("the limit of memory: %+v", all[2])
	}
	if all[3].Error != nil {
		t.Errorf("the last question: %+v", all[3].Error)
	}
	all = stream(t, newPool(t, ""), Stream{Wall: time.Millisecond}, `{"ask": "solve", "number": 0`+pentomino+"}")
	if e := all[0].Error; e == nil || !strings.Contains(e.Text, "1ms") {
		t.Errorf("the limit of the Stream: %+v", all[0])
	}
}

// TestStreamKilled checks that another process gets the question of a process that was killed, but only
// once.
func TestStreamKilled(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	once := newPool(t, "read line; if mkdir "+mark+"; then kill -9 $$; fi; printf '{\"done\":true}\\n\\n'; read more")
	if all := stream(t, once, Stream{}, `{"id": 1, "ask": "puzzles"}`); all[0].Error != nil || len(once.all) != 2 {
		t.Errorf("killed once: %+v after %d processes", all[0], len(once.all))
	}
	always := newPool(t, "read line; kill -9 $$")
	all := stream(t, always, Stream{}, `{"id": 1, "ask": "puzzles"}`+"\n"+`{"ask": "puzzles"}`)
	if len(all) != 2 || all[0].Error == nil || all[0].Error.Misuse || string(all[0].ID) != "1" || len(always.all) != 4 {
		t.Errorf("always killed: %+v after %d processes", all, len(always.all))
	}
	none := newPool(t, "")
	none.Command = func() *exec.Cmd { return exec.Command("/nonexistent/program") }
	if all := stream(t, none, Stream{}, `{"ask": "puzzles"}`); all[0].Error == nil || !strings.Contains(all[0].Error.Text, "does not start") {
		t.Errorf("no program: %+v", all[0])
	}
}

// A broken is a writer to a reader that has gone away.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestStreamEnds checks that a Stream ends its processes when its context ends, when its output fails
// and when its input fails.
func TestStreamEnds(t *testing.T) {
	p := newPool(t, "")
	begun := &began{make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun.answered; cancel() }()
	question := `{"ask": "count"` + `, "puzzle": "pentomino", "instance": "6x10"}` + "\n"
	waits, _ := io.Pipe()
	err := (&Stream{Pool: &p.Pool, Jobs: 2, Wall: time.Hour}).Run(ctx, io.MultiReader(strings.NewReader(`{"ask": "puzzles"}`+"\n"+question+question+question), waits), begun)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a stream that was stopped: %v", err)
	}
	err = (&Stream{Pool: &p.Pool, Jobs: 1, Wall: time.Hour}).Run(t.Context(), io.MultiReader(strings.NewReader(`{"ask": "puzzles"}`+"\n"+question), waits), broken{})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("a closed output: %v", err)
	}
	var out bytes.Buffer
	failing, cut := io.Pipe()
	cut.CloseWithError(errors.New("the disk fails"))
	err = (&Stream{Pool: &p.Pool, Jobs: 1, Wall: time.Hour}).Run(t.Context(), io.MultiReader(strings.NewReader(`{"id": 1, "ask": "puzzles"}`+"\n"), failing), &out)
	if err == nil || !strings.Contains(err.Error(), "line 2") || !strings.Contains(err.Error(), "the disk fails") || !strings.HasPrefix(out.String(), `{"id":1,`) {
		t.Errorf("an input that fails: %v, %.50s", err, out.String())
	}
}

// A began is a writer that reports the first Write.
type began struct{ answered chan struct{} }

func (b *began) Write(text []byte) (int, error) {
	select {
	case b.answered <- struct{}{}:
	default:
	}
	return len(text), nil
}

// A source is a reader of endless text, which counts the bytes.
type source struct {
	text string
	read int
}

func (s *source) Read(p []byte) (int, error) {
	n := copy(p, s.text[s.read%len(s.text):])
	s.read += n
	return n, nil
}

// TestWindow checks that a Stream whose output nobody reads stops to read its input, in number and in bytes.
func TestWindow(t *testing.T) {
	for text, most := range map[string]int{"\n": mostAhead + 1, strings.Repeat("x", 1<<19) + "\n": mostHeld + 1<<20} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			w := newWindow(ctx)
			in := &source{text: text}
			go func() {
				for range read(in, w) {
				}
			}()
			synctest.Wait()
			if in.read > most || in.read < most/2 {
				t.Errorf("%d bytes are read, want at most %d", in.read, most)
			}
			cancel()
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		w, begun := newWindow(ctx), 0
		for range 3 {
			w.admit(1)
		}
		w.add(0, mostHeld)
		for number := 2; number <= 3; number++ {
			go func() {
				if w.begin(number) {
					begun++
				}
			}()
		}
		synctest.Wait()
		if begun != 0 || !w.begin(1) {
			t.Error("only the first question may begin when the answers have many bytes")
		}
		w.add(1, 0)
		if synctest.Wait(); begun != 1 {
			t.Errorf("%d questions have begun, want the second, which has become the first", begun)
		}
		cancel()
	})
}

// TestLongLine checks that little of a line of 100 MB is kept, and that the next line is read.
func TestLongLine(t *testing.T) {
	in := bufio.NewReaderSize(io.MultiReader(io.LimitReader(&source{text: strings.Repeat("x", 1<<16)}, 100e6), strings.NewReader("\nnext")), 1<<16)
	if text, err := readLine(in); err != nil || len(text) <= MostLine || cap(text) > 4*MostLine {
		t.Errorf("got %d bytes in memory for %d, %v", len(text), cap(text), err)
	}
	if text, err := readLine(in); string(text) != "next" || !errors.Is(err, io.EOF) {
		t.Errorf("the next line: %q, %v", text, err)
	}
}

// TestReply checks what a Reply keeps of an answer.
func TestReply(t *testing.T) {
	for _, c := range []struct {
		objects []string
		want    string
	}{
		{[]string{`{"progress":true,"solutions":1}`, `{"a":1}`, `{"b":2}`}, `{"id":7,"answer":[{"a":1},{"b":2}]}`},
		{[]string{`{"a":1}`, `{"misuse":true,"error":"<"}`}, `{"id":7,"error":{"misuse":true,"error":"<"}}`},
	} {
		r := Reply{Most: 40}
		for _, o := range c.objects {
			if err := r.Add([]byte(o)); err != nil {
				t.Error(err)
			}
		}
		if got := string(r.Text(json.RawMessage("7"), nil)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	r := Reply{Most: 10}
	if err := r.Add(make([]byte, 10)); !errors.Is(err, ErrLong) {
		t.Errorf("an answer that is too long: %v", err)
	}
	if got, want := string(r.Text(nil, ErrLong)), `{"error":{"misuse":false,"error":"`+ErrLong.Error()+`"}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzRequest checks that every text is a Request or has a mistake at a position inside the text, and that
// the reply to each Request is JSON.
func FuzzRequest(f *testing.F) {
	for _, text := range []string{`{"id": [1], "ask": "count", "seconds": 1e400}`, "{\n\"id\": }", "\xff", `{"memory": 1, "x": "<"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		q, err := ReadRequest(text)
		if problem, ok := errors.AsType[*ask.Problem](err); err != nil && (!ok || problem.Line > 1+bytes.Count(text, []byte("\n")) || problem.Column > len(text)+1) {
			t.Errorf("%q: %+v", text, err)
		}
		if body, _ := q.Within(time.Second); !json.Valid(body) || !json.Valid((&Reply{}).Text(q.ID, err)) {
			t.Errorf("%q: the body %s", text, body)
		}
	})
}
