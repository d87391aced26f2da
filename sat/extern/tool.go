package extern

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// The exit statuses of SAT solvers. That of a complete list is clasp's: 10 for
// satisfiable and 20 for the end of the search.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
	exitComplete      = 30
)

// A Tool says how to use one program: it reads DIMACS from standard input and
// answers in the output format of the SAT competitions, or as minisat does.
type Tool struct {
	Name    string // of the program on PATH, and of the method extern/NAME
	Package string // Debian's; empty: there is none

	// Ask are the arguments to which it prints a line whose last word is the
	// version; nil: it cannot be asked, and a digest of its file stands for the
	// version.
	Ask []string
	// Args are the arguments of a run for one model. The argument answerFile is where
	// a program writes its answer that does not print it.
	Args []string
	// All are those of a run that lists all models itself, each solution of a
	// `c project` line once; nil: the program cannot do that.
	All []string

	// States is how it says what a run took, among the comments of its answer or,
	// where the answer goes to answerFile, in what it prints.
	States wording
	// OmitsZero: it has no line of conflicts or decisions where there were none, and
	// always one of propagations.
	OmitsZero bool
}

// answerFile is a pipe that the program inherits.
const answerFile = "/dev/fd/3"

// Tools are all tools, by name.
func Tools() []*Tool {
	return []*Tool{&cadical, &clasp, &cryptominisat5, &kissat, &minisat, &picosat}
}

// Find finds a tool by its name; nil if there is none.
func Find(name string) *Tool {
	for _, t := range Tools() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Found are the tools whose program is on PATH.
func Found() []*Tool {
	return slices.DeleteFunc(Tools(), func(t *Tool) bool {
		_, err := t.Path()
		return err != nil
	})
}

// A NotFoundError says that no program of the tool is on PATH.
type NotFoundError struct{ Tool *Tool }

func (e *NotFoundError) Error() string {
	text := fmt.Sprintf("extern/%s: no program %s on PATH", e.Tool.Name, e.Tool.Name)
	if e.Tool.Package != "" {
		text += fmt.Sprintf(" (Debian's package is %s)", e.Tool.Package)
	}
	return text
}

// Path is where the program is; the error is *NotFoundError.
func (t *Tool) Path() (string, error) {
	path, err := exec.LookPath(t.Name)
	if err != nil {
		return "", &NotFoundError{t}
	}
	return path, nil
}

// versions are those that were asked for, by the file they are of.
var versions sync.Map

type file struct {
	path string
	size int64
	time time.Time
}

// Version is the version of the program on PATH, without spaces. It is asked for
// once in a process, as long as the file stays what it is.
func (t *Tool) Version() (string, error) {
	path, err := t.Path()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("extern/%s: %w", t.Name, err)
	}
	key := file{path, info.Size(), info.ModTime()}
	if v, ok := versions.Load(key); ok {
		return v.(string), nil
	}
	ask := t.ask
	if t.Ask == nil {
		ask = digest
	}
	v, err := ask(path)
	if err != nil {
		return "", fmt.Errorf("extern/%s: the version of %s: %w", t.Name, path, err)
	}
	versions.Store(key, v)
	return v, nil
}

// patience is the time that a program may take to print its version. Starting a program from a
// network drive, or on a machine with forty processes per core, has taken over 10 s.
const patience = time.Minute

// ask asks the program for its version. Whatever the program has started ends with it. It has a
// mark of its own, so that the programs of searches that run meanwhile stay.
func (t *Tool) ask(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	// Linux ends a program with the thread that has started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var out head
	mark := NewMark()
	cmd := exec.CommandContext(ctx, path, t.Ask...)
	cmd.Env = append(os.Environ(), MarkVariable+"="+mark)
	cmd.Stdout = &out
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error {
		killGroup(cmd.Process)
		return nil
	}
	err := cmd.Run()
	if cmd.Process != nil {
		killGroup(cmd.Process)
		EndMarked(mark)
	}
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("no answer to %s within %v", strings.Join(t.Ask, " "), patience)
	case err != nil:
		return "", err
	}
	line, _, _ := bytes.Cut(out.text, []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return "", fmt.Errorf("it says nothing to %s", strings.Join(t.Ask, " "))
	}
	return words[len(words)-1], nil
}

// digest names a file by its content.
func digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))[:16], nil
}

// A head keeps the beginning of what is written to it.
type head struct{ text []byte }

func (h *head) Write(b []byte) (int, error) {
	if room := 4096 - len(h.text); room > 0 {
		h.text = append(h.text, b[:min(room, len(b))]...)
	}
	return len(b), nil
}
