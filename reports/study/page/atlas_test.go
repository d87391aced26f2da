package page

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"counterproof/bench/system/atomicfile"
	"counterproof/reports/study/plot"
	"counterproof/reports/test/recordtest"
)

// laboratoryPage returns a page with every kind of plot of measures, and with one picture missing.
func laboratoryPage() Page {
	p := Page{
		Title: "A laboratory", Intro: "Three methods on random boards.", SourceName: "laboratory.toml",
		Source: "title = \"A laboratory\"\n# " + strings.Repeat("a long line ", 30) + "\n", Reproduce: "counterproof run laboratory.toml\n",
		Records: recordtest.Laboratory(recordtest.EightMethods[:3], 9),
	}
	for _, k := range plot.Kinds[11:] {
		p.Plots = append(p.Plots, plot.Plot{Kind: k.Name})
	}
	p.Plots = append(p.Plots, plot.Plot{Kind: "models"})
	return p
}

// atlasOf returns an atlas in the folder dir. One of its experiments has a report, one failed, and
// one has unanswered jobs.
func atlasOf(t *testing.T, dir string) *Atlas {
	t.Helper()
	report := laboratoryPage()
	report.Index = "../index.html"
	if err := Write(t.Context(), filepath.Join(dir, "laboratory"), report); err != nil {
		t.Fatal(err)
	}
	laboratory := &Experiment{Name: "laboratory", Title: report.Title, Question: report.Intro, Size: "full", Verdicts: &Verdicts{Jobs: 30, Correct: 20, Wrong: 10}}
	laboratory.Report(report.Summary())
	return &Atlas{ClaimsPage: "docs/claims.md", FoundPage: "docs/atlas.md", Experiments: []Described{
		{Experiment: laboratory, Article: "docs/laboratory.md",
			Claims: "<table><thead><tr><th>claim</th><th>verdict</th></tr></thead><tbody><tr><td>a claim in many words that has to be broken on a phone</td><td>" +
				"<strong>false</strong>, for a reason in many more words</td></tr></tbody></table>",
			Found: "<p>Text.</p><table><tbody><tr>" + "<td>1,234,567</td><td>a few words more</td><td>5.678</td><td>yet some more words</td>" + "</tr></tbody></table>"},
		{Experiment: &Experiment{Name: "mistake", Title: "A <mistake>", Size: "quick", Failed: "mistake.toml:3:1: " + strings.Repeat("unknown/", 20)}},
		{Experiment: &Experiment{Name: "slow", Title: "Slow", Question: "How?", Size: "quick", Verdicts: &Verdicts{Jobs: 1, Unanswered: 1}}},
	}}
}

// TestAtlas checks what the page of an atlas says about three experiments: one with a report, one
// that failed and one with unanswered jobs.
func TestAtlas(t *testing.T) {
	dir := t.TempDir()
	a := atlasOf(t, dir)
	if err := a.Write(dir); err != nil {
		t.Fatal(err)
	}
	got := read(t, dir, "index.html")
	if !strings.HasPrefix(got, atlasHead) {
		t.Errorf("the page begins with %.200s", got)
	}
	_, body, _ := strings.Cut(got, "<body>")
	for _, want := range []string{
		`<a href="laboratory/index.html">A laboratory</a>`, "<p>Three methods on random boards.</p>",
		`<img src="laboratory/` + a.Experiments[0].Picture.File + `.png" alt="` + a.Experiments[0].Picture.Title + `">`,
		"<code>laboratory</code>, full size, 30 jobs: 20 correct, <strong>10 wrong</strong>, 0 unchecked, 0 without an answer. The wrong answers are those of the method under test</p>",
		"<h2>A &lt;mistake&gt;</h2>", `<p class="alarm"><code>mistake</code>, quick size. Failed: mistake.toml:3:1: unknown/`,
		"1 job: 0 correct, 0 wrong, 0 unchecked, <strong>1 without an answer</strong></p>",
		"<td>1,234,567</td>", `<a href="docs/claims.md">`, `<a href="docs/atlas.md">`, `<a href="docs/laboratory.md">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
	if len(a.Experiments[0].Answers) < 3 || strings.Count(body, "<dd>") != len(a.Experiments[0].Answers) {
		t.Errorf("%d answers and %d on the page", len(a.Experiments[0].Answers), strings.Count(body, "<dd>"))
	}
	if strings.Count(body, "<img") != 1 || strings.Count(body, "<details>") != 1 {
		t.Errorf("the page has pictures or details of experiments without:\n%s", body)
	}
}

// TestExperimentFile checks that ReadExperiment reads what Save wrote.
func TestExperimentFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	want := atlasOf(t, t.TempDir()).Experiments[0].Experiment
	if err := want.Save(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadExperiment(dir, "laboratory"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if got, err := ReadExperiment(dir, "other"); got != nil || err != nil {
		t.Errorf("got %v, %v of a file that is not there", got, err)
	}
	for _, foreign := range []string{"{}", "[1, 2]", "", `{"Name": "laboratory"}`} {
		if err := os.WriteFile(filepath.Join(dir, "mine.json"), []byte(foreign), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadExperiment(dir, "mine"); err == nil || !strings.Contains(err.Error(), "mine.json") {
			t.Errorf("%s: got %v, %v", foreign, got, err)
		}
	}
}

// TestAtlasOwned checks that an atlas overwrites the page of an earlier atlas and no other pages.
func TestAtlasOwned(t *testing.T) {
	report := laboratoryPage()
	report.Plots = report.Plots[:1] // a report with all pictures takes a second
	const earlier = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
	const viewport = "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	for _, c := range []struct {
		name, page string
		own        bool
	}{
		{"this version", atlasHead + "<title>The atlas</title>", true},
		{"the title of an atlas", earlier + viewport + "<title>The atlas</title>\n", false},
		{"somebody's", "<title>mine</title>\n", false},
		{"empty", "", false},
		{"somebody's in small letters", earlier + viewport + "<title>mine</title>\n", false},
		{"a report", strings.Replace(atlasHead, " atlas", "", 1) + "<title>The atlas</title>\n", false},
		{"marks in a comment", "<!doctype html>\n<p>mine\n<!--\n\n\n\n\n<meta name=\"generator\" content=\"counterproof atlas\">\n<title>The atlas</title>\n-->\n", false},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "index.html")
		if err := os.WriteFile(path, []byte(c.page), 0o666); err != nil {
			t.Fatal(err)
		}
		err := (&Atlas{}).Write(dir)
		if (err == nil) != c.own {
			t.Errorf("%s: %v, want own %v", c.name, err, c.own)
		}
		if got := read(t, dir, "index.html"); (got != c.page) != c.own {
			t.Errorf("%s: the page is now %.200s", c.name, got)
		}
		// A report in the same folder does not overwrite an atlas.
		if foreign := new(atomicfile.ForeignError); c.own && !errors.As(Write(t.Context(), dir, report), &foreign) {
			t.Errorf("%s: a report overwrites it", c.name)
		}
	}
	dir := t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, "index.html")); err != nil {
		t.Skip(err)
	}
	if err := (&Atlas{}).Write(dir); err == nil {
		t.Error("a link to nowhere is replaced")
	}
}
