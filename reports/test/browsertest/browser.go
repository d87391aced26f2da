//go:build unix

package browsertest

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"counterproof/bench/test/processtest"
)

// shared is the browser that all tests of a package use.
var shared struct {
	sync.Mutex
	main bool // Main runs, so it will end the browser
	browser
}

// Main runs the tests of a package whose tests use a browser, and then ends the browser. TestMain
// calls Main, which ends the process. Browser tests mostly wait for answers of the browser, so more of
// them than usual run at the same time.
func Main(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(fmt.Sprint(2 * goruntime.GOMAXPROCS(0)))
	}
	shared.main = true
	code := m.Run()
	if err := shared.end(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// Start returns a real browser without a window, which all tests of the package share: each test opens
// its own pages with Tab. The first call starts the browser, and Main ends it. If no browser is
// installed, Start skips the test. In short tests, the browser is Chromium's headless shell, if it is
// installed: the engine of Chromium without the code for windows, which takes half of the CPU time.
func Start(t testing.TB) context.Context {
	t.Helper()
	path := processtest.Program(t, "chromium")
	if !processtest.IsLong() {
		if shell, ok := processtest.Find(t, "chromium-headless-shell"); ok {
			path = shell
		}
	}
	shared.Lock()
	defer shared.Unlock()
	if !shared.main {
		t.Fatal("TestMain must call browsertest.Main, which ends the browser")
	}
	if shared.ctx == nil {
		if err := shared.start(path, ""); err != nil {
			t.Fatal(err)
		}
	}
	return shared.ctx
}

// StartWithoutStorage starts a browser of its own for the test. The browser blocks site data: pages
// cannot store anything, and reading localStorage or sessionStorage throws an error.
func StartWithoutStorage(t *testing.T) context.Context {
	t.Helper()
	const block = 2 // as in chrome://settings/content/siteData
	b := &browser{}
	t.Cleanup(func() {
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
	if err := b.start(processtest.Program(t, "chromium"), fmt.Sprintf(`{"profile": {"default_content_setting_values": {"cookies": %d}}}`, block)); err != nil {
		t.Fatal(err)
	}
	return b.ctx
}

// A browser is a running browser with its files.
type browser struct {
	ctx     context.Context
	cancel  func()
	dir     string
	started *exec.Cmd
}

// start starts a browser with the given preferences, which are a JSON object, or empty.
func (b *browser) start(path, preferences string) (err error) {
	if b.dir, err = os.MkdirTemp("", "counterproof-browser"); err != nil {
		return err
	}
	profile := filepath.Join(b.dir, "profile")
	if preferences != "" {
		if err := prefer(profile, preferences); err != nil {
			return err
		}
	}
	// Chromium otherwise starts a renderer in advance for each tab, a fifth of the cost of a tab.
	const without = "site-per-process,Translate,BlinkGenPropertyTrees," + // as in chromedp.DefaultExecAllocatorOptions
		"SpareRendererForSitePerProcess,AndroidWarmUpSpareRendererWithTimeout,MultipleSpareRPHs"
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-features", without),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), // no test needs a network
		chromedp.Env("TMPDIR="+b.dir), chromedp.WSURLReadTimeout(processtest.Patience), chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			b.started = cmd
		}))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithErrorf(complain))
	b.ctx, b.cancel = ctx, func() { cancel(); endAllocator() }
	if err := chromedp.Run(ctx); err != nil {
		return fmt.Errorf("%s does not start: %w", path, err)
	}
	return nil
}

// complain prints an error of package chromedp, unless the error is that it does not know the event of a popover.
func complain(format string, args ...any) {
	if len(args) == 1 {
		if _, popover := args[0].(*dom.EventTopLayerElementsUpdated); popover {
			return
		}
	}
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

// prefer writes preferences into a new profile.
func prefer(profile, preferences string) error {
	file := filepath.Join(profile, "Default", "Preferences")
	return cmp.Or(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(preferences), 0o600))
}

// end ends all processes of the browser, if it was started, and removes the folder with its profile
// and its temporary files. The package chromedp ends the browser, but not the browser's child
// processes. A process that has just been killed might still write to that folder.
func (b *browser) end() error {
	if b.cancel != nil {
		b.cancel()
	}
	if b.dir == "" {
		return nil
	}
	if !processtest.Happens(func() bool {
		left := processtest.Naming(b.dir) // the crash handler leaves the process group
		if b.started != nil && b.started.Process != nil {
			_ = syscall.Kill(-b.started.Process.Pid, syscall.SIGKILL)
			left = append(left, processtest.Group(b.started.Process.Pid)...)
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		return len(left) == 0
	}) {
		return fmt.Errorf("processes of the browser in %s do not end", b.dir)
	}
	if !processtest.Happens(func() bool { return os.RemoveAll(b.dir) == nil }) {
		return fmt.Errorf("the browser's folder %s cannot be removed", b.dir)
	}
	return nil
}

// A Watch collects events that a page must not cause: script errors, messages on the console, and
// forbidden requests. A page is allowed to request only itself or, after Visit, the files of its
// host.
type Watch struct {
	mu    sync.Mutex
	seen  []string
	ended bool   // nothing more is collected
	own   string // the only address that the page is allowed to request; "" if the field host is set
	host  string // the only host to which the page is allowed to send requests
}

func (w *Watch) add(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended {
		w.seen = append(w.seen, fmt.Sprintf(format, args...))
	}
}

// End drops the events that the page has caused, and ignores later ones. A browser can report an event after the page
// has noticed it.
func (w *Watch) End() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen, w.ended = nil, true
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
	if err := run(ctx, network.Enable(), log.Enable(), runtime.Enable(), chromedp.Navigate(w.own), chromedp.WaitReady("body")); err != nil {
		t.Fatal(err)
	}
	return w
}
