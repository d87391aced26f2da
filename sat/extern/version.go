//go:build !js

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
	"strings"
	"sync"
	"time"
)

// Path returns the path of the program. The error is a *NotFoundError.
func (t *Tool) Path() (string, error) {
	path, err := exec.LookPath(t.Name)
	if err != nil {
		return "", &NotFoundError{t}
	}
	return path, nil
}

var versions sync.Map

type file struct {
	path string
	size int64
	time time.Time
}

// Version returns the version of the program on PATH, without spaces. It asks the program once per
// process, and again only if the file changes.
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

// ask asks the program for its version and then ends all processes that the program started. The
// program gets a mark of its own, so that ask does not end the programs of concurrent searches.
func (t *Tool) ask(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionTimeout)
	defer cancel()
	// Linux ends the program when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var out Head
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
	words := strings.Fields(out.FirstLine())
	if len(words) == 0 {
		return "", fmt.Errorf("it prints nothing with the option %s", strings.Join(t.Ask, " "))
	}
	return words[len(words)-1], nil
}

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

// A Head keeps the beginning of what a program writes.
type Head struct {
	mu   sync.Mutex
	text []byte
}

// Write keeps b if it belongs to the first 4096 bytes. It never fails.
func (h *Head) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if room := 4096 - len(h.text); room > 0 {
		h.text = append(h.text, b[:min(room, len(b))]...)
	}
	return len(b), nil
}

// FirstLine returns the first line without the spaces around it.
func (h *Head) FirstLine() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	line, _, _ := bytes.Cut(h.text, []byte("\n"))
	return string(bytes.TrimSpace(line))
}
