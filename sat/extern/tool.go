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

// These are the exit statuses of SAT solvers. Only clasp uses exitComplete, after a complete
// list: it adds 10 for satisfiable and 20 for the end of the search.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
	exitComplete      = 30
)

// A Tool describes how to use one program. The program reads DIMACS from standard input and
// answers in the output format of the SAT competitions, or in minisat's format.
type Tool struct {
	Name    string // name of the program on PATH, and of the method extern/NAME
	Package string // Debian's package; empty: there is none

	// Ask holds the arguments that make the program print its version as the last word
	// of its first line. If Ask is nil, the program has no such option, and a digest of
	// its file serves as the version.
	Ask []string
	// Args holds the arguments of a run for one model. A program that does not print its
	// answer writes it to the argument answerFile.
	Args []string
	// All holds the arguments of a run that lists all models, each solution under the
	// `c project` line once. It is nil if the program cannot list models.
	All []string

	// States describes how the program reports the work of a run. The lines are comments
	// of its answer or, if the answer goes to answerFile, lines that it prints.
	States wording
	// OmitsZero is true if the program prints no line of conflicts or decisions when
	// there were none, but always prints a line of propagations.
	OmitsZero bool
}

// answerFile is the path of a pipe that the program inherits.
const answerFile = "/dev/fd/3"

// Tools returns all tools, sorted by name.
func Tools() []*Tool {
	return []*Tool{&cadical, &clasp, &cryptominisat5, &kissat, &minisat, &picosat}
}

// Find returns the tool with the given name, or nil if there is no such tool.
func Find(name string) *Tool {
	for _, t := range Tools() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Found returns the tools whose programs are on PATH.
func Found() []*Tool {
	return slices.DeleteFunc(Tools(), func(t *Tool) bool {
		_, err := t.Path()
		return err != nil
	})
}

// A NotFoundError reports that the program of a tool is not on PATH.
type NotFoundError struct{ Tool *Tool }

func (e *NotFoundError) Error() string {
	text := fmt.Sprintf("extern/%s: found no program %s on PATH", e.Tool.Name, e.Tool.Name)
	if e.Tool.Package != "" {
		text += fmt.Sprintf(" (Debian's package is %s)", e.Tool.Package)
	}
	return text
}

// Path returns the path of the program. The error is a *NotFoundError.
func (t *Tool) Path() (string, error) {
	path, err := exec.LookPath(t.Name)
	if err != nil {
		return "", &NotFoundError{t}
	}
	return path, nil
}

// versions caches the known versions by file.
var versions sync.Map

type file struct {
	path string
	size int64
	time time.Time
}

// Version returns the version of the program on PATH, without spaces. It asks the program only
// once per process, as long as the file does not change.
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
		return "", fmt.Errorf("extern/%s: cannot find out the version of %s: %w", t.Name, path, err)
	}
	versions.Store(key, v)
	return v, nil
}

// versionTimeout limits the time that a program may take to print its version. Starting a
// program from a network drive, or on a machine with forty processes per core, has taken over
// 10 s.
const versionTimeout = time.Minute

// ask asks the program for its version and then ends all processes that the program started.
// The program gets a mark of its own, so that this does not end the programs of concurrent
// searches.
func (t *Tool) ask(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionTimeout)
	defer cancel()
	// Linux ends the program when the thread that started it ends.
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
		return "", fmt.Errorf("no answer to %s within %v", strings.Join(t.Ask, " "), versionTimeout)
	case err != nil:
		return "", err
	}
	line, _, _ := bytes.Cut(out.text, []byte("\n"))
	words := strings.Fields(string(line))
	if len(words) == 0 {
		return "", fmt.Errorf("it prints nothing with the option %s", strings.Join(t.Ask, " "))
	}
	return words[len(words)-1], nil
}

// digest returns a hash of a file's content.
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

// A head keeps the beginning of the text written to it.
type head struct{ text []byte }

func (h *head) Write(b []byte) (int, error) {
	if room := 4096 - len(h.text); room > 0 {
		h.text = append(h.text, b[:min(room, len(b))]...)
	}
	return len(b), nil
}
