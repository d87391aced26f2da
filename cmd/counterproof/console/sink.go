package console

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"counterproof/bench/system/atomicfile"
	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
)

// A Sink writes to a file and remembers its first error. After an interruption, the sink does not wait
// for the reader of a pipe.
type Sink struct {
	ctx  context.Context
	file io.Writer
	to   io.Writer // the file, or a writer to the file that changes the text
	Err  error     // the first error
}

// NewSink returns a sink for results. If the file is a terminal, a Screen changes the text.
func NewSink(ctx context.Context, file io.Writer) *Sink {
	s := &Sink{ctx: ctx, file: file, to: file}
	if IsTerminal(file) {
		s.to = &Screen{W: file}
	}
	return s
}

// NewMessages returns a sink for whole messages, which escapes control characters.
func NewMessages(ctx context.Context, file io.Writer) *Sink {
	return &Sink{ctx: ctx, file: file, to: escaper{file}}
}

// Write writes p and remembers an error.
func (s *Sink) Write(p []byte) (int, error) {
	if Interrupted(s.ctx, s.Err) {
		return 0, s.Err // an earlier Write may still be waiting
	}
	own := bytes.Clone(p)
	n, err := Await(s.ctx, func() (int, error) { return s.to.Write(own) })
	s.fail(err)
	return n, err
}

// Close writes the text that a Screen has held back.
func (s *Sink) Close() {
	if screen, ok := s.to.(*Screen); ok && !Interrupted(s.ctx, s.Err) {
		s.fail(screen.Close())
	}
}

func (s *Sink) fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}

// An escaper is a writer of whole messages. It escapes control characters, because messages may contain
// names of files, contents of a ledger or output of outside programs.
type escaper struct{ w io.Writer }

func (e escaper) Write(p []byte) (int, error) {
	_, err := io.WriteString(e.w, wording.Plain(string(p)))
	return len(p), err
}

// A Screen is a writer to a terminal. It lets a control sequence pass only if the sequence sets a
// colour.
type Screen struct {
	W    io.Writer
	rest []byte // an incomplete character or colour at the end of the last Write
}

// The sequences that set a colour, and the incomplete beginnings of such sequences.
var (
	setting   = regexp.MustCompile(`^\x1b\[[0-9;]*m`)
	beginning = regexp.MustCompile(`^\x1b(\[[0-9;]{0,30})?$`)
)

// Write writes p. If p ends in the middle of a character or of a colour sequence, Write holds the
// incomplete part back until the next Write or Close.
func (s *Screen) Write(p []byte) (int, error) {
	text := append(s.rest, p...)
	s.rest = nil
	var out bytes.Buffer
	for len(text) > 0 {
		if c := setting.Find(text); c != nil {
			out.Write(c)
			text = text[len(c):]
			continue
		}
		if !utf8.FullRune(text) || beginning.Match(text) {
			s.rest = bytes.Clone(text)
			break
		}
		_, size := utf8.DecodeRune(text)
		out.WriteString(wording.Plain(string(text[:size])))
		text = text[size:]
	}
	_, err := s.W.Write(out.Bytes())
	return len(p), err
}

// Close writes the bytes that Write has held back.
func (s *Screen) Close() error {
	_, err := io.WriteString(s.W, wording.Plain(string(s.rest)))
	s.rest = nil
	return err
}

// Await calls a function that may wait for the other end of a pipe, and returns its results. If ctx
// ends first, Await returns ctx.Err(), and the call continues in the background.
func Await[T any](ctx context.Context, call func() (T, error)) (T, error) {
	var value, none T
	err := Abandon(ctx, func() (err error) {
		value, err = call()
		return err
	})
	if err != nil {
		return none, err // call may still be writing value
	}
	return value, nil
}

// WriteFile writes a whole file, as atomicfile.Write does. The file may be a pipe that nobody reads.
func WriteFile(ctx context.Context, name string, data []byte) error {
	return Abandon(ctx, func() error { return atomicfile.Write(name, data) })
}

// patience limits how long Abandon waits for an interrupted search to end. The search may take much
// longer, because gophersat notices an interruption only when it has found its next model.
const patience = 500 * time.Millisecond

// Abandon runs a search. After an interruption, it waits only a short time for the search to end. So
// after an error, the caller must not use any variable that the search may still be writing.
func Abandon(ctx context.Context, search func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- search() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-ended:
		if err == nil {
			return nil
		}
	case <-time.After(patience):
	}
	return ctx.Err()
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := unwrapped(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// unwrapped returns the file of a Sink, and other writers unchanged.
func unwrapped(w io.Writer) io.Writer {
	if s, ok := w.(*Sink); ok {
		return s.file
	}
	return w
}

// Coloured reports whether w may have colours: it is a terminal, and NO_COLOR is not set.
func Coloured(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && IsTerminal(w) }

// backgrounds lists twelve colours of the 256-colour terminal, all light enough for black letters.
var backgrounds = []int{117, 214, 79, 227, 182, 209, 75, 150, 183, 123, 216, 250}

// shades lists colours of the 256-colour terminal from light to dark. They differ in lightness, so
// people with any colour vision can distinguish them.
var shades = []int{230, 229, 186, 150, 115, 73, 61, 54}

// darkFrom is the index of the first shade that needs white letters.
const darkFrom = 6

// DrawText prints the board of the call. If there is a solution, DrawText also prints the solution. The text has
// colours if the board defines colours and Coloured returns true for the output.
func (c *Call) DrawText(s *encode.Solution) {
	text, ok := c.drawnByModel(s)
	if !ok {
		text = c.Instance.Draw(s)
	}
	tinted, ok := c.Instance.(layout.HasTextColours)
	if !ok || s == nil || !Coloured(c.Stdout) {
		io.WriteString(c.Stdout, text)
		return
	}
	io.WriteString(c.Stdout, paint(text, tinted.TextColours(s)))
}

// paint gives each rune of text the background of its tint. Tint 0 means no colour.
func paint(text string, tints []int) string {
	return colour(text, func(i int) string {
		if tints[i] == 0 {
			return ""
		}
		return fmt.Sprintf("30;48;5;%d", backgrounds[(tints[i]-1)%len(backgrounds)])
	})
}

// Heat shades the i-th rune of the text by the number entries[i], from 0 to 1. A negative number
// means no shade. Numbers beyond the end of the text have no effect.
func Heat(text string, entries []float64) string {
	return colour(text, func(i int) string {
		if entries[i] < 0 {
			return ""
		}
		shade := min(int(entries[i]*float64(len(shades))), len(shades)-1)
		return fmt.Sprintf("%d;48;5;%d", wording.Either(shade >= darkFrom, 97, 30), shades[shade])
	})
}

// colour puts colours into text. The call of(i) returns the parameters of the escape sequence for the
// i-th rune, or "". Every line ends without colours.
func colour(text string, of func(i int) string) string {
	var b strings.Builder
	now, i := "", 0
	set := func(p string) {
		if p == now {
			return
		}
		b.WriteString("\x1b[0m")
		if now = p; p != "" {
			fmt.Fprintf(&b, "\x1b[%sm", p)
		}
	}
	for _, r := range text {
		if r == '\n' {
			set("")
		} else {
			set(of(i))
		}
		b.WriteRune(r)
		i++
	}
	set("")
	return b.String()
}
