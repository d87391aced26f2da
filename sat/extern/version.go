//go:build !js

package extern

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Path returns the absolute path of the program. The error is a *NotFoundError.
func (t *Tool) Path() (string, error) {
	path, err := LookPath(t.Command[0])
	if err != nil {
		return "", &NotFoundError{t}
	}
	return path, nil
}

// LookPath looks for a program as exec.LookPath does, but skips relative and empty folders of PATH.
func LookPath(name string) (string, error) {
	if filepath.IsAbs(name) {
		return exec.LookPath(name)
	}
	if filepath.Base(name) != name {
		return "", exec.ErrNotFound
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", exec.ErrNotFound
}

// Hash returns a short digest of the definition.
func (t *Tool) Hash() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []any{t.Name, t.Command, strconv.FormatBool(t.OwnFolder), t.Answer, t.Projection, strconv.Itoa(t.Complete),
		t.Quirks, t.VersionCommand, t.VersionPattern, t.Statistics.patterns(), strconv.FormatBool(t.Statistics.OmitsZero)}))
	return hex.EncodeToString(sum[:4])
}

var versions sync.Map

type file struct {
	path, command string
	size          int64
	time          time.Time
}

// Version returns the version of the program, without spaces. It asks the program once per process,
// and again only if the file changes.
func (t *Tool) Version() (string, error) {
	path, err := t.Path()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("extern/%s: %w", t.Name, err)
	}
	key := file{path, fmt.Sprintf("%q %q", t.VersionCommand, t.VersionPattern), info.Size(), info.ModTime()}
	if v, ok := versions.Load(key); ok {
		return v.(string), nil
	}
	v := ""
	if len(t.VersionCommand) == 0 {
		v, err = digest(path)
	} else if path, err = LookPath(t.VersionCommand[0]); err == nil {
		v, err = t.askVersion(path)
	}
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

// askVersion asks a program for the version.
func (t *Tool) askVersion(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), versionTimeout)
	defer cancel()
	var out Head
	cmd := exec.Command(path, t.VersionCommand[1:]...)
	cmd.Stdout = &out
	err := Run(ctx, cmd, NewMark(), 0)
	options := strings.Join(t.VersionCommand[1:], " ")
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("no answer to %s within %v", options, versionTimeout)
	case err != nil:
		return "", err
	}
	line := out.FirstLine()
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", fmt.Errorf("it prints nothing with the option %s", options)
	}
	if t.VersionPattern == "" {
		return words[len(words)-1], nil
	}
	found := pattern(t.VersionPattern).FindStringSubmatch(line)
	if found == nil || strings.ContainsAny(found[1], " \t") || found[1] == "" {
		return "", fmt.Errorf("version_pattern does not find a word in its line %.80q", line)
	}
	return found[1], nil
}

// ErrMemory reports that Run has ended a program because of its memory.
var ErrMemory = errors.New("the program exceeded its limit of memory")

// Run runs a program to its end, and then ends all processes that the program started. If ctx ends first, or
// if the program uses more memory than the limit in bytes, Run ends the program; a limit of 0 does not apply.
// With a mark of its own, Run finds all processes of the program, and does not end the programs of concurrent
// searches. With the mark "", the program has the mark of this process and its parent, who may end it.
func Run(ctx context.Context, cmd *exec.Cmd, mark string, memory int64) error {
	// Linux ends the program when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.Env = environment(cmd.Environ())
	if mark != "" {
		cmd.Env = append(cmd.Env, MarkVariable+"="+mark)
	}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = ownGroup()
	if err := cmd.Start(); err != nil {
		return err
	}
	ended, tooMuch := make(chan struct{}), make(chan bool)
	go func() {
		look := time.NewTicker(50 * time.Millisecond)
		defer look.Stop()
		much := false
		for ctxDone := ctx.Done(); ; {
			select {
			case <-ended:
				tooMuch <- much
				return
			case <-ctxDone:
				killGroup(cmd.Process)
				ctxDone = nil
			case <-look.C:
				if memory > 0 && !much && Peak(cmd.Process.Pid) > memory {
					much = true
					killGroup(cmd.Process)
				}
			}
		}
	}()
	err := cmd.Wait()
	close(ended)
	much := <-tooMuch
	killGroup(cmd.Process)
	if mark != "" {
		EndMarked(mark)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case much:
		return ErrMemory
	}
	return err
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
