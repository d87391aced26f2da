//go:build unix

package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"

	"counterproof/bench/test/processtest"
)

// A Firefox is one tab of a running Firefox. Its methods speak WebDriver BiDi (https://w3.org/TR/webdriver-bidi), the
// protocol that Firefox has instead of Chromium's.
type Firefox struct {
	conn    net.Conn
	tab     string
	number  int      // of the last command
	entries []string // the errors and warnings of the console
}

// firefoxPrefs keeps Firefox from asking other hosts.
const firefoxPrefs = `user_pref("app.normandy.enabled", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.enabled", false);
`

// StartFirefox starts Firefox without a window, and ends it when the test ends. If Firefox is not installed,
// StartFirefox skips the test.
func StartFirefox(t *testing.T, width, height int) *Firefox {
	t.Helper()
	path, dir := processtest.Program(t, "firefox-esr"), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(firefoxPrefs), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless", "--no-remote", "--profile", dir, "--remote-debugging-port", "0")
	cmd.Env = append(os.Environ(), "HOME="+dir, "TMPDIR="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	said, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	address := ""
	for lines := bufio.NewScanner(said); address == "" && lines.Scan(); {
		_, address, _ = strings.Cut(lines.Text(), "WebDriver BiDi listening on ")
	}
	go func() { _, _ = bufio.NewReader(said).WriteTo(io.Discard) }() // a full pipe would stop Firefox
	f := &Firefox{}
	if f.conn, _, _, err = ws.Dial(context.Background(), address+"/session"); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	t.Cleanup(func() { _ = f.conn.Close() })
	f.Call(t, "session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	f.Call(t, "session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
	var made struct{ Context string }
	f.Call(t, "browsingContext.create", map[string]any{"type": "tab"}, &made)
	f.tab = made.Context
	f.Call(t, "browsingContext.setViewport", map[string]any{"context": f.tab, "viewport": map[string]int{"width": width, "height": height}}, nil)
	return f
}

// Call sends a command and writes its result to a value, unless the value is nil.
func (f *Firefox) Call(t *testing.T, method string, params, result any) {
	t.Helper()
	if err := f.call(method, params, result); err != nil {
		t.Fatalf("firefox: %s: %v", method, err)
	}
}

func (f *Firefox) call(method string, params, result any) error {
	f.number++
	text, err := json.Marshal(map[string]any{"id": f.number, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := f.conn.SetDeadline(time.Now().Add(processtest.Patience)); err != nil {
		return err
	}
	if err := wsutil.WriteClientText(f.conn, text); err != nil {
		return err
	}
	for {
		text, err := wsutil.ReadServerText(f.conn)
		if err != nil {
			return err
		}
		var got struct {
			ID            int
			Type, Message string
			Result        json.RawMessage
			Params        struct{ Level, Text string }
		}
		if err := json.Unmarshal(text, &got); err != nil {
			return err
		}
		switch {
		case got.Type == "event":
			if got.Params.Level == "error" || got.Params.Level == "warn" {
				f.entries = append(f.entries, got.Params.Text)
			}
		case got.ID != f.number: // an answer that nobody waits for
		case got.Type == "error":
			return errors.New(got.Message)
		case result != nil:
			return json.Unmarshal(got.Result, result)
		default:
			return nil
		}
	}
}

// Visit loads a page.
func (f *Firefox) Visit(t *testing.T, address string) {
	t.Helper()
	f.Call(t, "browsingContext.navigate", map[string]any{"context": f.tab, "url": address, "wait": "complete"}, nil)
}

// Eval writes the value of a JavaScript expression to a Go value. It waits for the result of a promise.
func (f *Firefox) Eval(t *testing.T, expression string, value any) {
	t.Helper()
	var got struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	f.Call(t, "script.evaluate", map[string]any{"expression": "(async () => JSON.stringify(await (" + expression + ")))()", "awaitPromise": true, "target": map[string]string{"context": f.tab}}, &got)
	if got.ExceptionDetails.Text != "" {
		t.Fatalf("firefox: %s: %s", expression, got.ExceptionDetails.Text)
	}
	if err := json.Unmarshal([]byte(got.Result.Value), value); err != nil {
		t.Fatalf("firefox: %s: %v", expression, err)
	}
}

// Wait waits until a JavaScript expression is true.
func (f *Firefox) Wait(t *testing.T, condition string) {
	t.Helper()
	met := false
	f.Eval(t, fmt.Sprintf(`new Promise(resolve => {
		const end = performance.now() + %d;
		const look = () => (%s) ? resolve(true) : performance.now() > end ? resolve(false) : requestAnimationFrame(look);
		look();
	})`, processtest.Patience.Milliseconds()/2, condition), &met)
	if !met {
		var shown string
		f.Eval(t, `location.href + "\n" + document.body.innerText`, &shown)
		t.Fatalf("firefox: waited in vain: %s\nThe page shows: %.2000s", condition, shown)
	}
}

// Click clicks in the middle of the first element of a CSS selector, as soon as the element is visible and has stopped
// moving.
func (f *Firefox) Click(t *testing.T, selector string) {
	t.Helper()
	var at *[2]float64
	processtest.Until(t, selector+" is visible and does not move", func() bool {
		f.Eval(t, fmt.Sprintf(still, Middle(fmt.Sprintf("document.querySelector(%q)", selector))), &at)
		return at != nil
	})
	f.Call(t, "input.performActions", map[string]any{"context": f.tab, "actions": []any{map[string]any{
		"type": "pointer", "id": "mouse", "parameters": map[string]string{"pointerType": "mouse"}, "actions": []any{
			map[string]any{"type": "pointerMove", "x": int(at[0]), "y": int(at[1])},
			map[string]any{"type": "pointerDown", "button": 0}, map[string]any{"type": "pointerUp", "button": 0},
		},
	}}}, nil)
}

// Console returns the errors and warnings of the console since the last call.
func (f *Firefox) Console() []string {
	entries := f.entries
	f.entries = nil
	return entries
}
