//go:build unix

package page

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"counterproof/bench/test/processtest"
	"counterproof/reports/test/browsertest"
)

// measurePage is a script that measures a page. It returns how much wider than the window the page
// is, and which pictures are not fully visible in their cards.
const measurePage = `(async () => {
	// The page measures itself for its shadows after the first of these frames.
	for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
	const bad = [], root = document.documentElement;
	if (root.scrollWidth > root.clientWidth) bad.push("the page is " + root.scrollWidth + " wide in " + root.clientWidth);
	// Of each picture, either the wide or the narrow one is visible. One that is neither counts as wide.
	const shown = [...document.querySelectorAll("figure .with-narrow")].map(card => [...card.querySelectorAll("svg")].filter(svg => svg.checkVisibility()).length);
	if (shown.some(n => n !== 1)) bad.push("pictures in each card: " + shown);
	const pictures = [...document.querySelectorAll("figure svg")].filter(svg => !svg.closest(".with-narrow") || svg.checkVisibility());
	for (const svg of pictures) {
		const box = svg.getBoundingClientRect(), card = svg.closest(".card"), frame = card.getBoundingClientRect();
		const id = svg.closest("figure").id;
		if (box.width < 100 || box.height < 50 || !svg.checkVisibility()) bad.push(id + " is " + box.width + " x " + box.height);
		if (box.left < frame.left || box.top < frame.top || box.bottom > frame.bottom + 1 || box.right - frame.left > card.scrollWidth + 2) bad.push(id + " leaves its card");
		if (window.innerWidth > 700 && box.right > frame.right) bad.push(id + " is wider than its card");
		if (frame.right > root.clientWidth) bad.push(id + ": the card leaves the page");
		for (const text of svg.querySelectorAll("text")) {
			const t = text.getBoundingClientRect();
			if (t.left < box.left - 1 || t.right > box.right + 1 || t.top < box.top - 2 || t.bottom > box.bottom + 2)
				bad.push(id + ": the text " + text.textContent + " leaves the picture");
		}
	}
	// Only scrolling parts may be wider than the page, and they show where there is more.
	const scrolls = e => ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
	const held = e => e && e !== document.body && (scrolls(e) || held(e.parentElement));
	for (const e of document.body.querySelectorAll("*")) {
		const r = e.getBoundingClientRect();
		if (r.width > 0 && r.right > root.clientWidth + 1 && !held(e.parentElement)) bad.push(e.tagName + " ends at " + r.right + " in " + root.clientWidth);
	}
	const paper = matchMedia("print").matches;
	for (const part of document.querySelectorAll(".card, .table")) {
		const more = part.scrollWidth - part.clientWidth > 1 && scrolls(part);
		const shadow = getComputedStyle(part.parentElement, "::after").content !== "none";
		if (more !== shadow) bad.push("something that scrolls is " + part.scrollWidth + " wide in " + part.clientWidth + ", its shadow: " + shadow);
	}
	// On paper, no number is broken, and a long table has 40 rows.
	for (const cell of paper ? document.querySelectorAll("td:not(.word, .note)") : []) {
		const range = document.createRange();
		range.selectNodeContents(cell);
		if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) bad.push("the number " + cell.textContent + " is broken");
	}
	const rows = [...document.querySelectorAll("#instances tbody tr")], visible = rows.filter(r => r.checkVisibility()).length;
	if (visible !== (paper ? Math.min(rows.length, 40) : rows.length)) bad.push(visible + " of " + rows.length + " instances are shown");
	return {Bad: bad, Pictures: pictures.length, Ground: getComputedStyle(document.body).backgroundColor, Height: root.scrollHeight};
})()`

type measuredPage struct {
	Bad      []string
	Pictures int
	Ground   string
	Height   int
}

// TestPageInABrowser checks two pages of reports in a real browser: on a phone, on a desktop, in
// dark colours and on paper. The short form leaves out the phone in dark colours, and checks the
// accessibility once in each theme. Long tests check it on each screen.
func TestPageInABrowser(t *testing.T) {
	browser := browsertest.Start(t)
	for name, page := range map[string]Page{"year": yearPage(t), "laboratory": laboratoryPage()} {
		path := filepath.Join(t.TempDir(), "index.html")
		if name == "laboratory" {
			if err := Write(t.Context(), filepath.Dir(path), page); err != nil {
				t.Fatal(err)
			}
		} else { // only the page is in its folder; TestPageOfTheYear follows its links
			pictures, err := page.pictures(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			f, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := cmp.Or(writeHTML(f, page, pictures), f.Close()); err != nil {
				t.Fatal(err)
			}
		}
		tab := browsertest.Tab(t, browser)
		w := browsertest.Open(t, tab, path)
		media := func(kind, scheme string) chromedp.Action {
			return emulation.SetEmulatedMedia().WithMedia(kind).WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})
		}
		for _, c := range []struct {
			what, kind, scheme string
			width              int64
			ground             string
		}{
			{"a desk", "screen", "light", 1024, "rgb(255, 255, 255)"},
			{"a phone", "screen", "light", 360, "rgb(255, 255, 255)"},
			{"in the dark", "screen", "dark", 1024, "rgb(21, 23, 26)"},
			{"a phone in the dark", "screen", "dark", 390, "rgb(21, 23, 26)"},
			{"paper", "print", "light", 718, "rgb(255, 255, 255)"}, // A4 without margins, at 96 pixels per inch
			{"paper of one who likes it dark", "print", "dark", 718, "rgb(255, 255, 255)"},
		} {
			if c.what == "a phone in the dark" && !processtest.IsLong() {
				continue
			}
			browsertest.Run(t, tab, media(c.kind, c.scheme), chromedp.EmulateViewport(c.width, 800))
			got := browsertest.Eval[measuredPage](t, tab, measurePage)
			want := 0
			for _, p := range page.Plots {
				if p.Kind != "models" || name == "year" {
					want++
				}
			}
			if c.kind == "screen" && name == "laboratory" && (c.what != "a desk" || processtest.IsLong()) {
				browsertest.Axe(t, tab)
			}
			if len(got.Bad) > 0 || got.Pictures != want || got.Ground != c.ground {
				t.Errorf("%s: %s: %d pictures, want %d; ground %s, want %s; %s", name, c.what, got.Pictures, want, got.Ground, c.ground, strings.Join(got.Bad, "\n"))
			}
		}
		if seen := w.Take(); len(seen) > 0 {
			t.Errorf("%s: %s", name, strings.Join(seen, "\n"))
		}
		if name == "year" {
			sorts(t, tab)
		} else {
			linked(t, tab, page)
		}
		sortsByValue(t, tab)
		if seen := w.Take(); len(seen) > 0 {
			t.Errorf("%s: while sorting: %s", name, strings.Join(seen, "\n"))
		}
	}
}

// TestAtlasInABrowser checks the page of an atlas on a phone, on a desktop, in dark colours and on
// paper, with all details open.
func TestAtlasInABrowser(t *testing.T) {
	ctx := browsertest.Tab(t, browsertest.Start(t))
	dir := t.TempDir()
	if err := atlasOf(t, dir).Write(dir); err != nil {
		t.Fatal(err)
	}
	w := browsertest.Open(t, ctx, filepath.Join(dir, "index.html"))
	for _, c := range []struct {
		kind, scheme, ground string
		width                int64
	}{
		{"screen", "light", "rgb(255, 255, 255)", 1024},
		{"screen", "light", "rgb(255, 255, 255)", 360},
		{"screen", "dark", "rgb(21, 23, 26)", 1024},
		{"screen", "dark", "rgb(21, 23, 26)", 390},
		{"print", "light", "rgb(255, 255, 255)", 718},
	} {
		const thumbnails = `(() => {
			for (const d of document.querySelectorAll("details")) d.open = true;
			const bad = [], ground = getComputedStyle(document.body).backgroundColor;
			for (const image of document.images) {
				const box = image.getBoundingClientRect();
				if (!image.complete || image.naturalWidth < 500) bad.push(image.src + " is not loaded");
				if (box.width < 150 || box.width > 400 || box.height < 50 || box.height > 300) bad.push(image.src + " is " + box.width + " x " + box.height);
			}
			for (const e of document.querySelectorAll("p, dd, td, a, strong")) if (getComputedStyle(e).color === ground) bad.push(e.tagName + " cannot be read");
			return bad;
		})()`
		browsertest.Run(t, ctx, emulation.SetEmulatedMedia().WithMedia(c.kind).WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: c.scheme}}),
			chromedp.EmulateViewport(c.width, 800))
		seen, got := browsertest.Eval[[]string](t, ctx, thumbnails), browsertest.Eval[measuredPage](t, ctx, measurePage)
		if got.Bad = append(got.Bad, seen...); len(got.Bad) > 0 || got.Ground != c.ground {
			t.Errorf("%s %s %d: ground %s, want %s; %s", c.kind, c.scheme, c.width, got.Ground, c.ground, strings.Join(got.Bad, "\n"))
		}
	}
	for _, seen := range w.Take() {
		if !strings.HasPrefix(seen, "request: file://"+filepath.ToSlash(dir)+"/laboratory/") {
			t.Error(seen)
		}
	}
}

// linked checks that each picture has links to its two files, and that every linked file exists.
func linked(t *testing.T, tab context.Context, page Page) {
	const js = `(() => {
		const all = {"": [...document.querySelectorAll("a")].filter(a => !a.closest("svg")).map(a => a.href)};
		for (const f of document.querySelectorAll("figure")) if (f.querySelector("svg")) all[f.id] = [...f.querySelectorAll("a")].filter(a => !a.closest("svg")).map(a => a.href.split("/").pop());
		return all;
	})()`
	links := browsertest.Eval[map[string][]string](t, tab, js)
	for _, p := range page.Plots {
		if got, drawn := links[p.File()]; drawn && !slices.Equal(got, []string{p.File() + ".svg", p.File() + ".png", p.File() + ".pdf"}) {
			t.Errorf("%s links to %q", p.File(), got)
		}
	}
	if len(links) < 7 || len(links[""]) < 2*(len(links)-1)+1 {
		t.Errorf("%d links, and %d pictures with some", len(links[""]), len(links)-1)
	}
	for _, link := range links[""] {
		if info, err := os.Stat(strings.TrimPrefix(link, "file://")); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", link, err)
		}
	}
}

// sortsByValue clicks every heading of every table. It checks that cells with a value for sorting
// are then in ascending order of that value. It also checks that plain numbers, as the page shows
// them, are in ascending order.
func sortsByValue(t *testing.T, tab context.Context) {
	const js = `(() => {
		const bad = [];
		let numbers = 0;
		for (const table of document.querySelectorAll("table")) {
			[...table.tHead.rows[0].cells].forEach((head, k) => {
				do head.querySelector("button").click(); while (head.getAttribute("aria-sort") !== "ascending");
				const cells = [...table.tBodies[0].rows].map(r => r.cells[k]);
				const ascends = xs => xs.every((x, i) => i === 0 || xs[i-1] <= x);
				const where = table.id + ", " + head.textContent;
				const values = cells.filter(c => c.dataset.sort).map(c => Number(c.dataset.sort));
				if (!ascends(values)) bad.push(where + ": " + values.slice(0, 20));
				const plain = cells.map(c => c.textContent.replaceAll(",", "")).filter(x => /^[0-9.]+$/.test(x)).map(Number);
				if (!ascends(plain)) bad.push(where + " as shown: " + plain.slice(0, 20));
				if (new Set(plain.map(x => Math.floor(Math.log10(x)))).size > 1) numbers++;
			});
		}
		return {Bad: bad, Numbers: numbers};
	})()`
	got := browsertest.Eval[struct {
		Bad     []string
		Numbers int
	}](t, tab, js)
	if len(got.Bad) > 0 || got.Numbers == 0 {
		t.Errorf("%d columns of numbers with different digits; %s", got.Numbers, strings.Join(got.Bad, "\n"))
	}
}

// sorts clicks the headings of the table of days and checks that this sorts the rows.
func sorts(t *testing.T, tab context.Context) {
	column := func(k int) []string {
		return browsertest.Eval[[]string](t, tab, fmt.Sprintf(`[...document.querySelectorAll("#instances tbody tr")].map(r => r.cells[%d].textContent)`, k))
	}
	click := func(k int) {
		browsertest.Eval[any](t, tab, fmt.Sprintf(`document.querySelectorAll("#instances thead button")[%d].click()`, k))
	}
	before := column(0)
	if len(before) != 366 || before[0] != "1 January" || before[365] != "31 December" {
		t.Fatalf("the days are %q", before)
	}
	// In the published counts, 6 October has the fewest solutions and 25 January the most.
	click(1)
	if days, counts := column(0), column(1); days[0] != "6 October" || counts[0] != "7" || days[365] != "25 January" || counts[365] != "216" || counts[1] != "8" || counts[364] != "195" {
		t.Errorf("sorted by solutions: %q ... %q", days[:2], days[364:])
	}
	click(1)
	if days := column(0); days[0] != "25 January" || days[365] != "6 October" {
		t.Errorf("sorted down: %q ... %q", days[:2], days[364:])
	}
	click(0)
	if days := column(0); !slices.Equal(days, before) {
		t.Errorf("sorted by day again: %q", days[:5])
	}
	pressed := browsertest.Eval[string](t, tab, `[...document.querySelectorAll("#instances th")].map(h => h.getAttribute("aria-sort") ?? "-").join(" ")`)
	if pressed != "ascending - - - - - - -" {
		t.Errorf("the headings say %q", pressed)
	}
}

// TestBrowserSees opens a page with the mistakes that the other browser tests look for, and checks
// that these tests would detect them.
func TestBrowserSees(t *testing.T) {
	ctx := browsertest.Tab(t, browsertest.Start(t))
	path := filepath.Join(t.TempDir(), "bad.html")
	const bad = `<!DOCTYPE html><body><img src="missing.png"><figure id="wide"><div class="card" style="width:200px;overflow:auto">
<svg width="400" height="100"><text x="380" y="50">a text that leaves the picture</text></svg></div></figure>
<figure id="gone"><div class="card"><svg width="400" height="100" style="display:none"></svg></div></figure>
<p style="width:3000px">wide</p><div style="overflow-x:auto"><b style="display:block;width:4000px">held</b></div><div><div class="table" style="width:90px;overflow-x:auto"><table id="instances"><tbody><tr><td>1234567890 1234567890</td></tr><tr style="display:none"><td>2</td></tr></tbody></table></div></div><style>@media print {.table {width: 90px}}</style><script>console.error("x"); undefinedFunction()</script></body>`
	if err := os.WriteFile(path, []byte(bad), 0o666); err != nil {
		t.Fatal(err)
	}
	w := browsertest.Open(t, ctx, path)
	browsertest.Run(t, ctx, chromedp.EmulateViewport(1024, 800))
	onScreen := browsertest.Eval[measuredPage](t, ctx, measurePage).Bad
	browsertest.Run(t, ctx, emulation.SetEmulatedMedia().WithMedia("print"))
	onPaper := browsertest.Eval[measuredPage](t, ctx, measurePage).Bad
	all := strings.Join(slices.Concat(onScreen, onPaper, w.Take()), "\n")
	if strings.Contains(all, "B ends at") {
		t.Errorf("what is inside of what scrolls is not held:\n%s", all)
	}
	for _, want := range []string{"the page is 30", "wide is wider than its card", "wide: the text a text that leaves the picture leaves the picture", "gone is 0 x 0", "P ends at 30", "something that scrolls is 400 wide in 200, its shadow: false", "1 of 2 instances are shown", "the number 1234567890 1234567890 is broken", "script error: ", "console: error", "request: file://"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not seen in\n%s", want, all)
		}
	}
}
