//go:build unix

package browsertest

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"counterproof/bench/processtest"
)

// Start starts a real browser without a window. If no browser is installed, Start skips
// the test.
func Start(t *testing.T) context.Context {
	t.Helper()
	return start(t, "")
}

// StartWithoutStorage starts a browser as Start does. The browser blocks site data: pages cannot
// store anything, and reading localStorage or sessionStorage throws an error.
func StartWithoutStorage(t *testing.T) context.Context {
	t.Helper()
	const block = 2 // as in chrome://settings/content/siteData
	return start(t, fmt.Sprintf(`{"profile": {"default_content_setting_values": {"cookies": %d}}}`, block))
}

// start starts a browser with the given preferences, which are a JSON object, or empty.
func start(t *testing.T, preferences string) context.Context {
	t.Helper()
	path := processtest.Program(t, "chromium")
	dir, err := os.MkdirTemp("", "counterproof-browser")
	if err != nil {
		t.Fatal(err)
	}
	profile := filepath.Join(dir, "profile")
	if preferences != "" {
		prefer(t, profile, preferences)
	}
	var started *exec.Cmd
	// This cleanup is registered first, so it runs last: chromedp ends the browser, but not the
	// browser's child processes.
	t.Cleanup(func() { removeBrowser(t, started, dir) })
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.UserDataDir(profile),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), // no test needs a network
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

// prefer writes preferences into a new profile.
func prefer(t *testing.T, profile, preferences string) {
	t.Helper()
	file := filepath.Join(profile, "Default", "Preferences")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(preferences), 0o600); err != nil {
		t.Fatal(err)
	}
}

// removeBrowser ends all processes of a browser and removes the folder with its profile and its
// temporary files. A process that has just been killed might still write to that folder.
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
// forbidden requests. A page is allowed to request only itself or, after Visit, the files of its
// host.
type Watch struct {
	mu   sync.Mutex
	seen []string
	own  string // the only address that the page is allowed to request; "" if the field host is set
	host string // the only host to which the page is allowed to send requests
}

func (w *Watch) add(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, fmt.Sprintf(format, args...))
}

// Take returns the events that the page has caused since the last call of Take.
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
		var text []string
		for _, argument := range e.Args {
			text = append(text, cmp.Or(argument.Description, string(argument.Value)))
		}
		w.add("console: %s %s", e.Type, strings.Join(text, " "))
	case *log.EventEntryAdded:
		w.add("log: %s %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
	case *network.EventRequestWillBeSent:
		if !w.permits(e.Request.URL) {
			w.add("request: %s", e.Request.URL)
		}
	}
}

// permits reports whether the page is allowed to request an address.
func (w *Watch) permits(address string) bool {
	if w.own != "" {
		return address == w.own
	}
	at, err := url.Parse(address)
	return err == nil && (at.Host == w.host || at.Scheme == "data" || at.Scheme == "blob")
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
