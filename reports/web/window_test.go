//go:build unix

package web_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
	"net/url"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"counterproof/bench/ask"
	"counterproof/encode"
	"counterproof/encode/catalog"
	"counterproof/reports/test/browsertest"
	"counterproof/reports/test/webtest"
)

// TestWindow opens a board of each puzzle in windows of four sizes. Nothing may be wider than the window, and the
// message must be in view. At 1440x900, a square picture takes at least 45 % of the window. On a phone, a board
// takes the full width of the page, and on a tablet, the first buttons below the board are in view. Then the test checks the board on a dark screen, and its accessibility.
func TestWindow(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for _, p := range catalog.All() {
		t.Run(p.Name, func(t *testing.T) {
			fresh(t, tab)
			browsertest.Visit(t, tab, root+"play.html#"+url.Values{"puzzle": {p.Name}, "board": {board(t, p)}}.Encode())
			browsertest.Wait(t, tab, `document.querySelector("#board .board")`)
			for _, size := range [][2]int64{{390, 844}, {768, 1024}, {2560, 1440}, {1440, 900}} {
				browsertest.View(t, tab, size[0], size[1], "dark")
				browsertest.Fits(t, tab)
				checkSize(t, tab, size[0], size[1])
			}
			checkDark(t, tab)
			browsertest.Axe(t, tab)
		})
	}
}

// board returns a board of the size that people know, or the example of a puzzle that makes no random boards.
func board(t *testing.T, p *encode.Puzzle) string {
	t.Helper()
	if p.Generate == nil || p.Daily.Date != nil {
		return p.Example
	}
	return answered[ask.Made](t, "generate", map[string]any{"puzzle": p.Name, "seed": 7}).Instance
}

// checkSize checks the sizes of a board in a window.
func checkSize(t *testing.T, tab context.Context, width, height int64) {
	t.Helper()
	got := browsertest.Eval[struct {
		Picture, Seen, Buttons     bool
		Board, Column, Area, Shape float64
	}](t, tab, `new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => {
		const box = selector => document.querySelector(selector).getBoundingClientRect();
		scrollTo(0, 0);
		const board = box("#board .board"), shown = document.querySelector("#board .zoom-box") ? box("#board .zoom-box") : board, message = box("#message");
		resolve({
			buttons: !document.querySelector("#controls :is(.pad, .tray)") || box("#controls").bottom <= innerHeight && box(".play-row").bottom <= innerHeight,
			picture: Boolean(document.querySelector("#board .picture")), seen: message.top >= 0 && message.bottom <= innerHeight,
			board: shown.width, column: box("#board").width, area: board.width * board.height / innerWidth / innerHeight, shape: board.width / board.height,
		});
	})))`)
	if !got.Seen {
		t.Errorf("%dx%d: the message is out of view", width, height)
	}
	if width == 768 && !got.Buttons {
		t.Errorf("%dx%d: the first buttons are out of view", width, height)
	}
	if width == 390 && got.Board < got.Column-1 {
		t.Errorf("%dx%d: the board is %g wide in a column of %g", width, height, got.Board, got.Column)
	}
	if width == 1440 && got.Picture && 0.9 <= got.Shape && got.Shape <= 1.1 && got.Area < 0.45 {
		t.Errorf("%dx%d: the board takes %.3f of the window, want at least 0.45", width, height, got.Area)
	}
}

// checkDark enters a value and looks at the pixels of a board on a dark screen. The paper is dark, each text has a
// contrast of at least 4.5 to what is around it, and each grey line has a contrast of at least 3 to the paper.
func checkDark(t *testing.T, tab context.Context) {
	t.Helper()
	lines := browsertest.Eval[[]string](t, tab, `(() => {
		document.querySelector("#controls .pad [data-value]")?.click();
		const light = colour => {
			const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		};
		const paper = light(getComputedStyle(document.querySelector("#board .board, #board table")).backgroundColor);
		return [...document.querySelectorAll("#board svg [stroke]:not(.on-colour)")].map(e => getComputedStyle(e).stroke)
			.filter(colour => /^rgb\((\d+), (\d+), (\d+)\)$/.test(colour) && (Math.max(paper, light(colour)) + 0.05) / (Math.min(paper, light(colour)) + 0.05) < 3);
	})()`)
	if len(lines) > 0 {
		t.Errorf("%d lines have too little contrast to the paper, such as %s", len(lines), lines[0])
	}
	boxes := browsertest.Eval[[]struct {
		Text       string
		X, Y, W, H float64
	}](t, tab, `new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => {
		const { right, bottom } = document.querySelector("#board .board").getBoundingClientRect();
		resolve([...document.querySelectorAll("#board .board, #board svg text, #board td, #board th")].filter(e => e.checkVisibility() && (e.matches(".board") || e.textContent.trim())).map(e => {
			const { x, y, width, height } = e.getBoundingClientRect();
			return { text: e.matches(".board") ? "" : e.textContent.trim(), x, y, w: width, h: height };
		}).filter(({ text, x, y, w, h }) => !text || x >= 0 && y + h <= Math.min(innerHeight, bottom) && x + w <= right));
	})))`)
	shown := screenshot(t, tab)
	for _, box := range boxes {
		const edge = 3 // without the borders
		low, high, white := luminances(shown, image.Rect(int(box.X)+edge, int(box.Y)+edge, int(box.X+box.W)-edge, int(box.Y+box.H)-edge))
		if box.Text == "" && (white > 0.05 || low > 0.05) {
			t.Errorf("the board is not dark: %.3f of it is white", white)
		}
		if contrast := (high + 0.05) / (low + 0.05); box.Text != "" && contrast < 4.5 {
			t.Errorf("the text %q has a contrast of %.2f, want at least 4.5", box.Text, contrast)
		}
	}
}

// screenshot returns a picture of the window with one pixel for each CSS pixel.
func screenshot(t *testing.T, tab context.Context) (shown image.Image) {
	t.Helper()
	browsertest.Run(t, tab, chromedp.ActionFunc(func(ctx context.Context) error {
		data, err := page.CaptureScreenshot().Do(ctx)
		if err != nil {
			return err
		}
		shown, err = png.Decode(bytes.NewReader(data))
		return err
	}))
	return shown
}

// luminances returns the lowest and the highest relative luminance in a part of a picture, and the share of its white
// pixels.
func luminances(shown image.Image, part image.Rectangle) (low, high, white float64) {
	part = part.Intersect(shown.Bounds())
	low = 1
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, _ := shown.At(x, y).RGBA()
			light := 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
			low, high = min(low, light), max(high, light)
			if light > 0.99 {
				white += 1 / float64(part.Dx()*part.Dy())
			}
		}
	}
	return low, high, white
}

// linear returns the linear light of a channel, as the Web Content Accessibility Guidelines define it.
func linear(channel uint32) float64 {
	x := float64(channel) / 0xffff
	if x <= 0.03928 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// TestKeypad checks how the values of a Sudoku lie in rows: up to nine in a row on a phone, and in a square beside the
// board on a wide screen.
func TestKeypad(t *testing.T) {
	t.Parallel()
	tab := browsertest.Tab(t, browsertest.Start(t))
	root := webtest.Live(t)
	for _, c := range []struct {
		size         string
		narrow, wide string
	}{{"9x9", "9", "3,3,3"}, {"16x16", "8,8", "4,4,4,4"}, {"4x4", "4", "4"}} {
		made := answered[ask.Made](t, "generate", map[string]any{"puzzle": "sudoku", "size": c.size, "seed": 7}).Instance
		fresh(t, tab)
		browsertest.Visit(t, tab, root+"play.html#"+url.Values{"puzzle": {"sudoku"}, "board": {made}}.Encode())
		browsertest.Wait(t, tab, `document.querySelector("#board .board")`)
		for width, want := range map[int64]string{390: c.narrow, 1440: c.wide} {
			browsertest.View(t, tab, width, 900, "light")
			browsertest.Wait(t, tab, fmt.Sprintf(`(() => {
				const rows = new Map();
				for (const { offsetTop } of document.querySelectorAll(".pad [data-value]")) rows.set(offsetTop, (rows.get(offsetTop) ?? 0) + 1);
				return [...rows.values()].join() === %q;
			})()`, want))
		}
	}
}
