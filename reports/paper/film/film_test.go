//go:build unix

package film

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"counterproof/encode/draw"
	"counterproof/reports/test/browsertest"
)

// three returns a film of three frames. Each frame shows its own number.
func three() Film {
	f := Film{Title: "A <film> of a board", Subtitle: strings.Repeat("1.2/", 200)}
	for i := range 3 {
		p := &draw.Picture{W: 400, H: 300 + 400*float64(i)}
		p.Text(200, 100, fmt.Sprint("frame ", i+1), draw.Font{Size: 30})
		f.Frames = append(f.Frames, Frame{Heading: fmt.Sprint("Move ", i+1), Text: strings.Repeat("A <b>long</b> sentence. ", 20), Picture: p})
	}
	return f
}

// shownFrame is a script that returns a text about the page. The text has the words in each visible
// frame and the counter. The text also says whether the page fits into the width of the window,
// whether the beginning of each sentence is in the window, and whether the visible frames are large
// enough.
const shownFrame = `(() => {
	const frames = [...document.querySelectorAll("figure")].filter(f => f.checkVisibility());
	const root = document.documentElement;
	const seen = frames.every(f => f.querySelector("figcaption").getBoundingClientRect().top < innerHeight) || matchMedia("print").matches;
	return frames.map(f => f.querySelector("svg text").textContent).join(",") + "; " +
		document.getElementById("place").textContent + "; " + (root.scrollWidth <= root.clientWidth && seen) + " " +
		frames.every(f => f.querySelector("figcaption").getBoundingClientRect().width > 300 && f.querySelector("svg").getBoundingClientRect().height > 100);
})()`

// TestFilmInABrowser steps through a film by keys and by buttons, on a desk and on a phone. It
// checks that all frames are printed on paper, and that the page loads no other files.
func TestFilmInABrowser(t *testing.T) {
	ctx := browsertest.Tab(t, browsertest.Start(t))
	path := filepath.Join(t.TempDir(), "film.html")
	var b bytes.Buffer
	if err := Write(&b, three()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	w := browsertest.Open(t, ctx, path)
	check := func(what string, want string, actions ...chromedp.Action) {
		t.Helper()
		browsertest.Run(t, ctx, actions...)
		if got := browsertest.Eval[string](t, ctx, shownFrame); got != want+"; true true" {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	for _, width := range []int64{1024, 390} {
		check("opened", "frame 1; 1 / 3", chromedp.EmulateViewport(width, 700), chromedp.Reload(), chromedp.WaitReady("#place"))
		check("back from the first", "frame 1; 1 / 3", chromedp.KeyEvent(kb.ArrowLeft))
		check("right", "frame 2; 2 / 3", chromedp.KeyEvent(kb.ArrowRight))
		check("right", "frame 3; 3 / 3", chromedp.KeyEvent(kb.ArrowRight))
		check("right from the last", "frame 3; 3 / 3", chromedp.KeyEvent(kb.ArrowRight))
		check("left", "frame 2; 2 / 3", chromedp.KeyEvent(kb.ArrowLeft))
		check("end", "frame 3; 3 / 3", chromedp.KeyEvent(kb.End))
		check("home", "frame 1; 1 / 3", chromedp.KeyEvent(kb.Home))
		check("the button next", "frame 2; 2 / 3", browsertest.Click("#next"))
		check("the button last", "frame 3; 3 / 3", browsertest.Click("#last"))
		check("left after the button last, which is disabled now", "frame 2; 2 / 3", chromedp.KeyEvent(kb.ArrowLeft))
		check("the button last", "frame 3; 3 / 3", browsertest.Click("#last"))
		check("the button back", "frame 2; 2 / 3", browsertest.Click("#back"))
		check("the button first", "frame 1; 1 / 3", browsertest.Click("#first"))
	}
	check("paper", "frame 1,frame 2,frame 3; 1 / 3", emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(718, 800))
	own := "request: file://" + filepath.ToSlash(path)
	for _, seen := range w.Take() {
		if seen != own {
			t.Error(seen)
		}
	}
}

// TestWrite checks the texts of the page, and that Write writes nothing if a picture is bad or the
// film is too large.
func TestWrite(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, three()); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"<title>A &lt;film&gt; of a board: 1.2/", "<h1>A &lt;film&gt; of a board</h1>", ">1.2/1.2/", "A &lt;b&gt;long&lt;/b&gt; sentence.", "Content-Security-Policy", "<svg "} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	for _, bad := range []string{"http://www.w3.org/1999", "<script src", "<link", "@import", "url("} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	b.Reset()
	f := three()
	f.Frames[2].Picture.W = math.NaN()
	if err := Write(&b, f); err == nil || b.Len() > 0 {
		t.Errorf("a bad picture: %v, and %d bytes are written", err, b.Len())
	}
	f = three()
	f.Frames[0].Picture.Text(1, 1, strings.Repeat("x", Limit), draw.Font{Size: 1})
	if err := Write(&b, f); !errors.Is(err, ErrLimit) || b.Len() > 0 {
		t.Errorf("a large film: %v, and %d bytes are written", err, b.Len())
	}
}
