//go:build unix

package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"counterproof/bench/processtest"
)

// Start starts a real browser without a window. It skips the test if none is installed.
func Start(t *testing.T) context.Context {
	t.Helper()
	path := processtest.Program(t, "chromium")
	dir, err := os.MkdirTemp("", "counterproof-browser")
	if err != nil {
		t.Fatal(err)
	}
	var started *exec.Cmd
	// This cleanup is registered first, so it runs last: chromedp ends the browser, but not the
	// browser's child processes.
	t.Cleanup(func() { removeBrowser(t, started, dir) })
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.UserDataDir(filepath.Join(dir, "profile")),
		chromedp.Env("TMPDIR="+dir), chromedp.WSURLReadTimeout(processtest.Patience), chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			started = cmd
		}))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*processtest.Patience)
	t.Cleanup(cancel)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("%s does not start: %v", path, err)
	}
	return ctx
}

// removeBrowser ends all processes of a browser and removes the folder with its profile and its
// temporary files. A process that has just been killed may still write to that folder.
func removeBrowser(t *testing.T, started *exec.Cmd, dir string) {
	processtest.Until(t, "the processes of the browser end", func() bool {
		left := processtest.Naming(dir) // the crash handler leaves the process group
		if started != nil && started.Process != nil {
			_ = syscall.Kill(-started.Process.Pid, syscall.SIGKILL)
			left = append(left, processtest.Group(started.Process.Pid)...)
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		return len(left) == 0
	})
	processtest.Until(t, "the browser's folder can be removed", func() bool { return os.RemoveAll(dir) == nil })
}

// A Watch collects events that a page must not cause: script errors, messages on the console, and
// requests for anything but the page itself.
type Watch struct {
	mu   sync.Mutex
	seen []string
	own  string
}

func (w *Watch) add(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, fmt.Sprintf(format, args...))
}

// Take returns what was seen since the last call.
func (w *Watch) Take() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := w.seen
	w.seen = nil
	return seen
}

func (w *Watch) on(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		w.add("script error: %v", e.ExceptionDetails)
	case *runtime.EventConsoleAPICalled:
		w.add("console: %s", e.Type)
	case *log.EventEntryAdded:
		w.add("log: %s %s", e.Entry.Level, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if e.Request.URL != w.own {
			w.add("request: %s", e.Request.URL)
		}
	}
}

// Open loads a page from a file.
func Open(t *testing.T, ctx context.Context, path string) *Watch {
	t.Helper()
	w := &Watch{own: "file://" + filepath.ToSlash(path)}
	chromedp.ListenTarget(ctx, w.on)
	if err := chromedp.Run(ctx, network.Enable(), log.Enable(), runtime.Enable(), chromedp.Navigate(w.own), chromedp.WaitReady("body")); err != nil {
		t.Fatal(err)
	}
	return w
}
