package page

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/system/atomicfile"
	"counterproof/encode/test/facttest"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/plot"
	"counterproof/reports/test/recordtest"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var ns []string
	for _, e := range entries {
		ns = append(ns, e.Name())
	}
	return ns
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out", "year")
	page := yearPage(t)
	page.Plots = []plot.Plot{{Kind: "months"}, {Kind: "heatmap-year", Name: "year"}}
	var written []string
	page.Written = func(path string) { written = append(written, filepath.Base(path)) }
	if err := Write(t.Context(), dir, page); err != nil {
		t.Fatal(err)
	}
	want := []string{"index.html", "months.pdf", "months.png", "months.svg", "records.csv", "year.pdf", "year.png", "year.svg"}
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if slices.Sort(written); !slices.Equal(written, want) {
		t.Errorf("it says that it has written %q, want %q", written, want)
	}
	if err := Check(dir, page); err != nil {
		t.Errorf("Check refuses the folder of a report: %v", err)
	}
	if got := strings.Count(read(t, dir, "records.csv"), "\n"); got != 1+len(page.Records) {
		t.Errorf("records.csv has %d lines, want %d", got, 1+len(page.Records))
	}
	before, document := read(t, dir, "index.html"), read(t, dir, "year.pdf")
	if err := Write(t.Context(), dir, page); err != nil {
		t.Fatal(err)
	}
	if read(t, dir, "index.html") != before || read(t, dir, "year.pdf") != document {
		t.Error("the same page is not the same bytes")
	}
	for text, want := range map[string]int{"%PDF-": 1, "/Type /Page\n": 1, "/FontFile2 ": 1, "/MediaBox [0 0 532.80 ": 1} { // 7.4 inches
		if got := strings.Count(document, text); got != want {
			t.Errorf("year.pdf has %q %d times, want %d", text, got, want)
		}
	}
}

// TestHostileRecords checks that no file of a report has a control character, even if the texts of
// its records have some. Ledgers of earlier versions can have such records.
func TestHostileRecords(t *testing.T) {
	const hostile = "\x1b[2J\u202e\u009b\r\x00"
	dir := t.TempDir()
	page := yearPage(t)
	page.Plots = []plot.Plot{{Kind: "months"}, {Kind: "heatmap-year", Name: "year"}, {Kind: "cactus"}}
	page.Title, page.SourceName, page.Source = hostile, hostile, hostile
	for i := range page.Records {
		r := &page.Records[i]
		cell := *r.Cell
		for _, text := range []*string{&r.Host, &r.Go, &r.Commit, &r.Version, &r.Solver, &r.Method, &r.Suite, &r.Error, &r.Started, &cell.Label, &cell.Short, &cell.Row} {
			*text += hostile
		}
		r.Cell = &cell
	}
	if err := Write(t.Context(), dir, page); err != nil {
		t.Fatal(err)
	}
	for _, name := range names(t, dir) {
		text := read(t, dir, name)
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && wording.Unsafe(r) }); i >= 0 && !slices.Contains([]string{".png", ".pdf"}, filepath.Ext(name)) {
			t.Errorf("%s has a control character: %q", name, text[max(0, i-30):i+10])
		}
	}
	if text := read(t, dir, "index.html"); !strings.Contains(text, `\x1b[2J\u202e\u009b`) {
		t.Error("the page does not show the escaped text")
	}
}

// TestWriteFails checks that the error of Write names the file or folder that prevents writing, and
// that no file is half-written.
func TestWriteFails(t *testing.T) {
	page := Page{Title: "t", Records: []result.Record{recordtest.Exact("01-01", "native/a", "5")}, Plots: []plot.Plot{{Kind: "months"}}}
	t.Run("a file in place of the folder", func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "out")
		if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := Write(t.Context(), path, page); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("got error %v", err)
		}
		if read(t, dir, "out") != "mine" {
			t.Error("the file was changed")
		}
	})
	t.Run("a folder in place of a file", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "index.html", "sub"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := Write(t.Context(), dir, page); err == nil || !strings.Contains(err.Error(), "index.html") {
			t.Errorf("got error %v", err)
		}
		if got := names(t, dir); !slices.Equal(got, []string{"index.html"}) {
			t.Errorf("left behind: %q", got)
		}
	})
	t.Run("files of somebody else", func(t *testing.T) {
		for _, name := range []string{"index.html", "months.svg", "months.png", "records.csv"} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, name), []byte("<!DOCTYPE html>\n<title>mine</title>\n"+pageHead), 0o666); err != nil {
				t.Fatal(err)
			}
			if err := Write(t.Context(), dir, page); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, name)) {
				t.Errorf("%s: got error %v", name, err)
			}
			if got := names(t, dir); !slices.Equal(got, []string{name}) || !strings.Contains(read(t, dir, name), "mine") {
				t.Errorf("%s: there is now %q", name, got)
			}
		}
	})
	t.Run("a link to a file of somebody else", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Symlink("nowhere", filepath.Join(dir, "index.html")); err != nil {
			t.Skip(err)
		}
		if err := Write(t.Context(), dir, page); err == nil || !strings.Contains(err.Error(), "index.html") {
			t.Errorf("got error %v", err)
		}
	})
	t.Run("a file beside an earlier report", func(t *testing.T) {
		dir := t.TempDir()
		if err := Write(t.Context(), dir, page); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "year.png"), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		more := page
		more.Plots = []plot.Plot{{Kind: "months"}, {Kind: "months", Name: "year"}}
		if err := Write(t.Context(), dir, more); err == nil || !strings.Contains(err.Error(), "year.png") || read(t, dir, "year.png") != "mine" {
			t.Errorf("got error %v", err)
		}
		if err := Write(t.Context(), dir, page); err != nil {
			t.Errorf("without it: %v", err)
		}
	})
	t.Run("pages that are not of a report", func(t *testing.T) {
		for name, text := range map[string]string{
			"mark in a comment of the head": "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<!--\n<meta name=\"generator\" content=\"counterproof\">\n-->\n<title>mine</title>\n",
			"mark in the body":              "<!DOCTYPE html>\n<p>mine</p><!-- <meta name=\"generator\" content=\"counterproof\"> -->\n",
			"page of the atlas":             "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"counterproof atlas\">\n<title>mine</title>\n",
			"earlier page of the atlas":     "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"counterproof\">\n<title>mine</title>\n",
		} {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			err := Write(t.Context(), dir, page)
			if foreign := new(atomicfile.ForeignError); !errors.As(err, &foreign) || read(t, dir, "index.html") != text {
				t.Errorf("%s: got error %v", name, err)
			}
		}
	})
	t.Run("an earlier version's report", func(t *testing.T) {
		dir := t.TempDir()
		for name, text := range map[string]string{"index.html": pageHead + `<a href="records.csv">records</a>`, "records.csv": "key,puzzle\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := Write(t.Context(), dir, page); err != nil || !strings.Contains(read(t, dir, "index.html"), "<title>") {
			t.Errorf("got error %v", err)
		}
	})
	t.Run("a read-only folder", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.Chmod(dir, 0o555); err != nil {
			t.Fatal(err)
		}
		if f, err := os.Create(filepath.Join(dir, "probe")); err == nil {
			f.Close()
			os.Remove(f.Name())
			t.Skip("this user may write to a read-only folder")
		}
		if err := Write(t.Context(), dir, page); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("got error %v", err)
		}
	})
	t.Run("bad plots", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "out")
		for _, test := range []struct {
			plots []plot.Plot
			want  string
		}{
			{[]plot.Plot{{Kind: "months"}, {Kind: "pie"}}, `plot 2, "pie", heatmap-year`},
			{[]plot.Plot{{Kind: "months"}, {Kind: "months"}}, `plot 2, "months"`},
			{[]plot.Plot{{Kind: "months", Name: "../x"}}, `plot 1, "../x"`},
		} {
			err := Write(t.Context(), dir, Page{Plots: test.plots})
			if err == nil || !facttest.States(err.Error(), test.want) {
				t.Errorf("got error %v, want %s...", err, test.want)
			}
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("the folder was made")
		}
	})
}

// TestWriteAgain checks that a report overwrites the files of every earlier report in its folder.
// The test includes files that the last page does not link to, and files whose page has been
// deleted.
func TestWriteAgain(t *testing.T) {
	dir := t.TempDir()
	one, two := yearPage(t), yearPage(t)
	one.Plots, two.Plots = []plot.Plot{{Kind: "months", Name: "one"}}, []plot.Plot{{Kind: "months", Name: "two"}}
	for i, page := range []Page{one, two, one} {
		if err := Write(t.Context(), dir, page); err != nil {
			t.Fatalf("report %d: %v", i+1, err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "index.html")); err != nil {
		t.Fatal(err)
	}
	if err := Write(t.Context(), dir, one); err != nil {
		t.Fatalf("after its page was removed: %v", err)
	}
	want := []string{"index.html", "one.pdf", "one.png", "one.svg", "records.csv", "two.pdf", "two.png", "two.svg"}
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	// The pictures are still readable with their marks.
	if _, err := png.Decode(strings.NewReader(read(t, dir, "one.png"))); err != nil {
		t.Error(err)
	}
	recordtest.SVGTexts(t, []byte(read(t, dir, "one.svg")))
}

// TestWriteCleansUp checks that a failed report removes the folder that it made.
func TestWriteCleansUp(t *testing.T) {
	page := Page{Title: "t", Records: []result.Record{recordtest.Exact("01-01", "native/a", "5")}, Plots: []plot.Plot{{Kind: "months"}}}
	root := t.TempDir()
	long := []plot.Plot{{Kind: "months", Name: strings.Repeat("x", 300)}} // no file system allows such a long name
	if err := Write(t.Context(), filepath.Join(root, "a", "b"), Page{Records: page.Records, Plots: long}); err == nil {
		t.Error("no error")
	}
	if got := names(t, root); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Write(ctx, filepath.Join(root, "out"), page); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if got := names(t, root); len(got) != 0 {
		t.Errorf("written after the end: %q", got)
	}
}

func TestPageOfTheYear(t *testing.T) {
	dir := t.TempDir()
	if err := Write(t.Context(), dir, yearPage(t)); err != nil {
		t.Fatal(err)
	}
	html := read(t, dir, "index.html")
	for _, want := range []string{
		"<h1>The year of A-Puzzle-A-Day</h1>",
		"<dd><strong>6 October .7.</strong>, .*6 April .8., 6 July .12., 5 October .13., 24 May .14.</dd>",
		"<dd><strong>24,405 .*</strong> .*366 days; mean 66[.]68, median 59</dd>", "<dd>366 .*366 days .*count, 366 .*digest.*</dd>",
		`<td class="word" data-sort="24">25 January</td><td data-sort="216">216</td>`,
		"<dd>gophersat v1.4.0</dd>", "<dd>An Example CPU @ 2.40GHz, 2 cores, linux/amd64</dd>",
		`<pre tabindex="0" role="region" aria-label="Commands">make year`, `<pre tabindex="0" role="region" aria-label="The file of the experiment">`, "title = &#34;The year&#34;", "calendar-year.toml",
	} {
		if !regexp.MustCompile(want).MatchString(html) {
			t.Errorf("the page has no %s", want)
		}
	}
	// Each picture is there twice: for a desktop, and narrow for a phone.
	if got, want := strings.Count(html, "<svg "), 2*len(yearPage(t).Plots); got != want {
		t.Errorf("%d pictures, want %d", got, want)
	}
	for _, want := range []string{"<title>October, 6: 7</title>", "<title>6 October: 7</title>", "<title>September: 43.9 on average, 1,318 in total</title>"} {
		if !strings.Contains(html, want) {
			t.Errorf("no part of a picture has the tip %s", want)
		}
	}
	table := html[strings.Index(html, `<table id="instances">`):]
	if got := strings.Count(table[:strings.Index(table, "</table>")], "<tr"); got != 367 {
		t.Errorf("the table of days has %d rows, want 367 with its head", got)
	}
	if strings.Contains(html, `class="alarm"`) || strings.Contains(html, `<tr class="bad">`) {
		t.Error("there is an alarm on a page where everything agrees")
	}
	// The page loads nothing, and links only to files in its folder.
	if got := regexp.MustCompile(`(?i)\s(src|xlink:href|action|poster|srcset|data)\s*=|url\(|@import|https?:|<link|<iframe|<object|<base`).FindString(html); got != "" {
		t.Errorf("the page refers to something outside itself: %q", got)
	}
	var links []string
	for _, m := range regexp.MustCompile(`(?i)href\s*=\s*"([^"]*)"`).FindAllStringSubmatch(html, -1) {
		links = append(links, m[1])
	}
	slices.Sort(links)
	want := []string{"records.csv", "records.csv"}
	for _, p := range yearPage(t).Plots {
		want = append(want, p.File()+".pdf", p.File()+".png", p.File()+".svg")
	}
	slices.Sort(want)
	if !slices.Equal(links, want) {
		t.Errorf("the page links to %q, want %q", links, want)
	}
	for _, link := range links {
		read(t, dir, link)
	}
}

func TestAlarmsOnThePage(t *testing.T) {
	const evil = `<script>alert("x")</script>`
	page := Page{
		Title: evil, Intro: evil, Source: evil, SourceName: evil, Reproduce: evil,
		Plots: []plot.Plot{{Kind: "extremes", Title: evil, Caption: evil}, {Kind: "models"}},
		Records: []result.Record{
			recordtest.Exact(evil, evil, "5"), recordtest.Exact(evil, "sat/b", "6"), recordtest.Exact("fine", "native/a", "7"), recordtest.Unknown("late", "sat/b", result.Timeout),
			recordtest.With(recordtest.Exact("half", "sat/b", "3"), func(r *result.Record) { r.Status, r.Reason, r.Host = result.AtLeast, result.Limit, evil }),
		},
	}
	dir := t.TempDir()
	if err := Write(t.Context(), dir, page); err != nil {
		t.Fatal(err)
	}
	html := read(t, dir, "index.html")
	if strings.Contains(html, "<script>alert") || strings.Count(html, "<script>") != 1 {
		t.Error("text of the records became markup")
	}
	quoted := regexp.QuoteMeta("&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;")
	for _, want := range []string{
		"<li>DISAGREEMENT .*" + quoted + ": .*" + quoted + ".*\\b5\\b.*sat/b .*6</li>",
		"</dt><dd>1 .*\\b5 jobs: 1 .*sat/b .*time-out.*</dd>",
		": models: ",
		"<dd><strong>fine .7.</strong></dd>", ">0 .*\\b4 instances .*count", "1 DISAGREE", `<td class="word">DISAGREE</td>`, "≥ 3",
		"<title>" + quoted + "</title>",
	} {
		if !regexp.MustCompile(want).MatchString(html) {
			t.Errorf("the page has no %s", want)
		}
	}
	recordtest.SVGTexts(t, []byte(read(t, dir, "extremes.svg")))
}

// yearPage returns the page of the calendar year with every kind of plot about counts.
func yearPage(t testing.TB) Page {
	p := Page{
		Title: "The year of A-Puzzle-A-Day", Intro: "Every day of DragonFjord's calendar, counted twice.",
		Records: recordtest.CalendarYear(t), SourceName: "calendar-year.toml",
		Source:    "title = \"The year\"\nmethods = [\"native\", \"sat/cubes\"]\n",
		Reproduce: "make year\n",
	}
	for _, k := range plot.Kinds[:7] {
		p.Plots = append(p.Plots, plot.Plot{Kind: k.Name})
	}
	return p
}

// TestCheck checks that Check finds the files that Write would refuse to overwrite, and writes
// nothing.
func TestCheck(t *testing.T) {
	page := Page{Plots: []plot.Plot{{Kind: "months", Name: "sum"}}}
	for _, name := range []string{"sum.svg", "sum.png", "records.csv", "index.html"} {
		dir := t.TempDir()
		if err := Check(dir, page); err != nil {
			t.Errorf("an empty folder: %v", err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		var foreign *atomicfile.ForeignError
		if err := Check(dir, page); !errors.As(err, &foreign) || filepath.Base(foreign.Path) != name {
			t.Errorf("%s: %v, want that it is not a file of a report", name, err)
		}
		if err := Check(filepath.Join(dir, name), page); err == nil {
			t.Errorf("%s is taken for a folder", name)
		}
		if got := names(t, dir); len(got) != 1 {
			t.Errorf("the folder has %q", got)
		}
	}
	if err := Check(filepath.Join(t.TempDir(), "new"), page); err != nil {
		t.Errorf("a folder that is missing: %v", err)
	}
}

// TestNarrowLeavesOut checks that a phone gets the wide picture of 20 boxes, because a narrow one has
// room for only 16: both have the same caption, which says nothing about missing boxes.
func TestNarrowLeavesOut(t *testing.T) {
	var methods []string
	for i := range 20 {
		methods = append(methods, fmt.Sprintf("native/m%02d", i))
	}
	for n, want := range map[int]bool{16: true, 20: false} {
		svg, err := narrowSVG(data.NewSource(recordtest.Laboratory(methods[:n], 1)), plot.Plot{Kind: "box"}, "")
		if err != nil || (svg != nil) != want {
			t.Errorf("%d methods: a narrow picture of %d bytes, %v", n, len(svg), err)
		}
	}
}
