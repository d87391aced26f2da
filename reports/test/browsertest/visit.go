//go:build unix

package browsertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"counterproof/bench/test/processtest"
)

// Tab opens a new tab with a fresh profile, which has no cookies, no saved games and no service
// workers. The tab behaves as if its window had the focus, whatever other tests do. The window is high,
// because a click can miss an element if the page has just scrolled. When the test ends, the tab is
// closed and its profile is deleted.
func Tab(t testing.TB, ctx context.Context) context.Context {
	t.Helper()
	var id target.ID
	var profile cdp.BrowserContextID
	// chromedp.WithNewBrowserContext does not open a window, which some versions of Chromium need.
	onBrowser := func(do func(context.Context) error) error {
		return chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) error {
			return do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		}))
	}
	t.Cleanup(func() {
		if profile != "" {
			_ = onBrowser(target.DisposeBrowserContext(profile).Do)
		}
	})
	err := onBrowser(func(ctx context.Context) (err error) {
		if profile, err = target.CreateBrowserContext().WithDisposeOnDetach(true).Do(ctx); err != nil {
			return err
		}
		id, err = target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return attach(t, ctx, id)
}

// attach connects to a new tab until the test ends.
func attach(t testing.TB, ctx context.Context, id target.ID) context.Context {
	t.Helper()
	tab, cancel := chromedp.NewContext(ctx, chromedp.WithTargetID(id))
	t.Cleanup(cancel)
	if err := chromedp.Run(tab, emulation.SetFocusEmulationEnabled(true), chromedp.EmulateViewport(900, 1400)); err != nil {
		t.Fatal(err)
	}
	return tab
}

// SecondTab opens another tab with the profile of the given tab. Both tabs share what they save.
func SecondTab(t *testing.T, tab context.Context) context.Context {
	t.Helper()
	var id target.ID
	err := chromedp.Run(tab, chromedp.ActionFunc(func(ctx context.Context) error {
		c := chromedp.FromContext(ctx)
		ctx = cdp.WithExecutor(ctx, c.Browser)
		info, err := target.GetTargetInfo().WithTargetID(c.Target.TargetID).Do(ctx)
		if err != nil {
			return err
		}
		id, err = target.CreateTarget("about:blank").WithBrowserContextID(info.BrowserContextID).WithNewWindow(true).Do(ctx)
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
	return attach(t, tab, id)
}

// Visit loads a page from a server on this machine and watches its tab until the test ends. The
// test fails at its end if there was a message on the console, a script error, or a request to
// another host. A test that causes such events on purpose removes them with the method Take of the
// Watch.
func Visit(t testing.TB, tab context.Context, address string) *Watch {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	w := &Watch{host: at.Host}
	chromedp.ListenTarget(tab, w.on)
	t.Cleanup(func() {
		for _, event := range w.Take() {
			t.Errorf("%s: %s", address, event)
		}
	})
	if err := run(tab, network.Enable(), log.Enable(), runtime.Enable(), chromedp.Navigate(address), chromedp.WaitReady("body")); err != nil {
		t.Fatalf("%s: %v", address, err)
	}
	return w
}

// View sets the size of the tab's window, and its theme: "light" or "dark".
func View(t testing.TB, tab context.Context, width, height int64, theme string) {
	t.Helper()
	scheme := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
	if err := run(tab, chromedp.EmulateViewport(width, height), emulation.SetEmulatedMedia().WithFeatures(scheme)); err != nil {
		t.Fatal(err)
	}
}

// Touch touches the page with one finger: the finger goes down at the first point, moves through
// the others, and is lifted at the last.
func Touch(t testing.TB, tab context.Context, points ...[2]float64) {
	t.Helper()
	at := func(kind input.TouchType, points ...*input.TouchPoint) chromedp.Action {
		return input.DispatchTouchEvent(kind, points)
	}
	for i, p := range points {
		kind := input.TouchMove
		if i == 0 {
			kind = input.TouchStart
		}
		Run(t, tab, at(kind, &input.TouchPoint{X: p[0], Y: p[1]}))
	}
	Run(t, tab, at(input.TouchEnd))
}

// Drag moves the mouse through the points with its button down.
func Drag(t testing.TB, tab context.Context, points ...[2]float64) {
	t.Helper()
	first, last := points[0], points[len(points)-1]
	Run(t, tab, chromedp.MouseEvent(input.MousePressed, first[0], first[1], chromedp.ButtonLeft))
	for _, p := range points[1:] {
		Run(t, tab, chromedp.MouseEvent(input.MouseMoved, p[0], p[1], chromedp.ButtonLeft))
	}
	Run(t, tab, chromedp.MouseEvent(input.MouseReleased, last[0], last[1], chromedp.ButtonLeft))
}

// Run runs actions of package chromedp in the tab. The test ends if one fails.
func Run(t testing.TB, tab context.Context, actions ...chromedp.Action) {
	t.Helper()
	if err := run(tab, actions...); err != nil {
		t.Fatal(err)
	}
}

// run is like Run, but returns the error. Only a page that hangs takes as long as the limit.
func run(tab context.Context, actions ...chromedp.Action) error {
	ctx, stop := context.WithTimeout(tab, 2*processtest.Patience)
	defer stop()
	return chromedp.Run(ctx, actions...)
}

// Eval returns the value of a JavaScript expression in the page. If the value is a promise, Eval
// waits for its result.
func Eval[T any](t testing.TB, tab context.Context, expression string) (value T) {
	t.Helper()
	if err := evaluate(tab, expression, &value); err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// Wait waits until a JavaScript expression in the page is true. If the value is a promise, Wait
// waits until the result of the promise is true. The page itself checks the expression, because each
// question to the browser costs more than the check. The function Poll of package chromedp cannot be
// used, because the policy of our pages forbids it.
func Wait(t testing.TB, tab context.Context, condition string) {
	t.Helper()
	const poll = `(async () => {
		const end = performance.now() + 1000, wait = window.setTimeout;
		do {
			try {
				if (await (%s)) return true;
			} catch { /* the page is not ready */ }
			await new Promise(resolve => wait(resolve, 10));
		} while (performance.now() < end);
		return false;
	})()`
	if !processtest.Happens(func() bool {
		var met bool
		err := evaluate(tab, fmt.Sprintf(poll, condition), &met) // fails while another page is opened
		return err == nil && met || tab.Err() != nil
	}) {
		var shown string
		err := evaluate(tab, `location.href + "\n" + document.body.innerText`, &shown)
		t.Fatalf("waited %v in vain: %s\nThe page shows (%v): %.2000s", processtest.Patience, condition, err, shown)
	}
	if tab.Err() != nil {
		t.Fatalf("%s: %v", condition, tab.Err())
	}
}

// Click returns an action that clicks in the middle of an element, which a CSS selector names, or an
// XPath expression that begins with "//". Unlike the action of package chromedp, it waits until the
// element is visible and has stopped moving. If the page nevertheless moves before the click, so that the
// click misses the element, it clicks again.
func Click(selector string) chromedp.Action {
	if strings.HasPrefix(selector, "//") {
		return ClickOn(fmt.Sprintf("document.evaluate(%q, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue", selector))
	}
	return ClickOn(fmt.Sprintf("document.querySelector(%q)", selector))
}

// ClickOn is like Click for the element that a JavaScript expression gives.
func ClickOn(element string) chromedp.Action {
	watch := fmt.Sprintf(`void (window.hit = false, document.addEventListener("click", ({ target }) => { window.hit = %s?.contains(target) }, { capture: true, once: true }))`, element)
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for range 5 {
			missed := false
			for _, action := range []chromedp.Action{chromedp.Evaluate(watch, nil), ClickAt(Middle(element))} {
				if err := action.Do(ctx); err != nil {
					return err
				}
			}
			// The evaluation fails if the click has opened another page.
			if err := chromedp.Evaluate("window.hit === false", &missed).Do(ctx); err != nil || !missed {
				return ctx.Err()
			}
		}
		return fmt.Errorf("clicks miss %s: another element covers it", element)
	})
}

// Middle returns JavaScript that scrolls to a visible element and returns the point in its middle. The
// parameter is a JavaScript expression for the element.
func Middle(element string) string {
	return fmt.Sprintf(`(() => {
		const e = %s;
		if (!e.checkVisibility()) throw new Error("the element is hidden");
		e.scrollIntoView({block: "nearest", behavior: "instant"});
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, element)
}

// ClickAt returns an action that clicks at the point that a JavaScript expression gives.
func ClickAt(point string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		at, err := steady(ctx, point)
		if err != nil {
			return err
		}
		return chromedp.MouseClickXY(at[0], at[1]).Do(ctx)
	})
}

// Steady returns the point that a JavaScript expression gives, as soon as it is the same in three frames
// of the page. It waits while the expression throws an error.
func Steady(t testing.TB, tab context.Context, point string) (at [2]float64) {
	t.Helper()
	Run(t, tab, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		at, err = steady(ctx, point)
		return err
	}))
	return at
}

// still is JavaScript that returns the point that a JavaScript expression gives, or null if the point still moves after
// a second. A font that arrives late moves everything, and the browser can scroll again after the frame in which it
// has laid out a change.
const still = `(async () => {
	const end = performance.now() + 1000;
	let at = null;
	for (let same = 0; performance.now() < end; await new Promise(requestAnimationFrame)) {
		const before = at;
		at = null;
		try { at = %s } catch { /* the element is missing or hidden */ }
		same = at && at.join() === before?.join() && document.fonts.status === "loaded" ? same + 1 : 0;
		if (same === 2) return at;
	}
	return null;
})()`

func steady(ctx context.Context, point string) ([2]float64, error) {
	var at *[2]float64
	var err error
	if !processtest.Happens(func() bool {
		err = chromedp.Evaluate(fmt.Sprintf(still, point), &at, awaited).Do(ctx) // fails while another page is opened
		return at != nil || ctx.Err() != nil
	}) || at == nil {
		return [2]float64{}, fmt.Errorf("%s gives no steady point: %w", point, cmp.Or(ctx.Err(), err, errors.New("it is missing, hidden, or moving")))
	}
	return *at, nil
}

func evaluate(tab context.Context, expression string, value any) error {
	return run(tab, chromedp.Evaluate(expression, value, awaited))
}

// awaited makes an evaluation wait for the result of a promise.
func awaited(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
