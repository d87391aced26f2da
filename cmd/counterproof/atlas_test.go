//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/experiments"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/page"
)

// atlasSpecs has the experiments of these tests by their names. The experiment "days" runs 14 jobs
// of 0.05 s, with both engines. The experiment "pentomino-rectangles" has a single job in the quick
// size. The file of the experiment "mistake" cannot be parsed. The experiment "wrong" has a method
// that gives wrong answers because of a bug in gophersat.
var atlasSpecs = map[string]string{
	"days": `title = "Days <&> nights"
question = """
Do both engines agree, if 1 < 2
& 3?
"""
[[suite]]
puzzle = "calendar"
instances = ["10-06", "04-06", "07-06", "10-05", "05-24", "03-06", "05-22"]
methods = ["native", "sat/cubes=6"]
list = true
[[plot]]
kind = "extremes"
`,
	"pentomino-rectangles": `title = "Rectangles"
question = "How many ways?"
[[suite]]
puzzle = "pentomino"
instances = ["5x1"]
methods = ["native"]
full = { instances = ["5x1", "5x2", "5x3"] }
[[plot]]
kind = "histogram"
`,
	"mistake": `title = "A mistake"
question = "?"
mistake = 1
`,
	"wrong": `title = "Wrong"
question = "?"
[[suite]]
puzzle = "pentomino"
instances = ["4x5:FILP", "4x5:FLPV", "4x5"]
methods = ["native", "sat", "gophersat/countmodels"]
[[plot]]
kind = "histogram"
`,
}

// atlasFolder makes a folder with the named experiments, the docs of the repository, and the files
// that make needs.
func atlasFolder(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	program, err := exec.LookPath("counterproof")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		os.MkdirAll(filepath.Join(dir, "bench", "experiments"), 0o777),
		os.Mkdir(filepath.Join(dir, "bin"), 0o777),
		os.Symlink(program, filepath.Join(dir, "bin", "counterproof")),
		os.Symlink(docs, filepath.Join(dir, "docs")),
		os.WriteFile(filepath.Join(dir, "Makefile"), []byte(read(t, "../../Makefile")), 0o666))
	for _, name := range names {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "bench", "experiments", name+".toml"), []byte(atlasSpecs[name]), 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// endless adds a last job to the experiment "days". A SAT solver takes ages for this job, so
// that the experiment never ends.
func endless(t *testing.T, dir string) {
	t.Helper()
	dlx, _ := pigeons(14)
	writeDays(t, dir, atlasSpecs["days"]+`[[suite]]
puzzle = "exactcover"
instances = ["`+dlx+`"]
methods = ["sat"]
`)
}

// writeDays replaces the file of the experiment days.
func writeDays(t *testing.T, dir, spec string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "bench", "experiments", "days.toml"), []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
}

// startAtlas starts the command atlas in a folder.
func startAtlas(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	return start(t, dir, "counterproof", append([]string{"atlas"}, args...)...)
}

// runAtlas runs the command atlas to its end and checks its exit status.
func runAtlas(t *testing.T, status int, dir string, args ...string) *process {
	t.Helper()
	d := startAtlas(t, dir, args...)
	if got := d.wait(t); got != status {
		t.Fatalf("exit status %d, want %d: %s", got, status, d.stderr.String())
	}
	return d
}

// numbers returns the records of a ledger, sorted. Fields that differ from run to run (times,
// memory and machine) are left out.
func numbers(t *testing.T, ledger string) []string {
	t.Helper()
	text, status := call(t, "", "export", "--ledger", ledger)
	if status != 0 {
		t.Fatalf("%s: exit status %d", ledger, status)
	}
	var all []string
	for line := range strings.Lines(text) {
		record := map[string]any{}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"wall_seconds", "cpu_seconds", "sat_seconds", "peak_bytes", "started", "host", "parallel_jobs", "cores", "empty_run_seconds"} {
			delete(record, key)
		}
		kept, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(kept))
	}
	slices.Sort(all)
	return all
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// lacks fails the test for each of the patterns that the page does not match.
func lacks(t *testing.T, page string, patterns ...string) {
	t.Helper()
	for _, want := range patterns {
		if !regexp.MustCompile(want).MatchString(page) {
			t.Errorf("the page lacks %s:\n%s", want, page[strings.Index(page, "<body>")+1:])
		}
	}
}

// TestAtlas runs three experiments, two of which fail. It checks the exit status, the reports and
// the page.
func TestAtlas(t *testing.T) {
	t.Parallel()
	dir := atlasFolder(t, "pentomino-rectangles", "mistake", "wrong")
	out := filepath.Join(dir, "out", "atlas")

	d := runAtlas(t, 2, dir, "pentomino-rectangles", "night", "days")
	if !facttest.States(d.stderr.String(), `"night", bench/experiments, mistake, pentomino-rectangles, wrong`) {
		t.Errorf("stderr %q", d.stderr.String())
	}
	if _, err := os.Stat(out); err == nil || d.stdout.String() != "" {
		t.Error("the command ran something before it reported the mistake")
	}

	d = runAtlas(t, 1, dir)
	for _, want := range []string{"mistake.toml:3:1: ", "pentomino 4x5", ": mistake, wrong\n"} {
		if !strings.Contains(d.stderr.String(), want) {
			t.Errorf("stderr lacks %q:\n%s", want, d.stderr.String())
		}
	}
	index := read(t, filepath.Join(out, "index.html"))
	lacks(t, index,
		`<a href="pentomino-rectangles/index.html">Rectangles</a>`, "<p>How many ways[?]</p>",
		`<td>all twelve pentominoes fit into 5x12</td>`, "<td>true: .*4040 .*1010 ", "<td>9,356</td>",
		"<p><code>pentomino-rectangles</code>, quick.*, 1 job: 0 correct, 0 wrong, 1 unchecked, 0 without .*</p>",
		`<img src="wrong/histogram.png"`,
		`<p class="alarm"><code>mistake</code>, quick.*bench/experiments/mistake.toml:3:1: `,
		`<p class="alarm"><code>wrong</code>, quick.*, 9 jobs: .* wrong</strong>, 0 unchecked`,
	)
	checkLinks(t, filepath.Join(out, "index.html"), index)
	page := filepath.Join(out, "wrong", "index.html")
	text := read(t, page)
	lacks(t, text, `href="../index.html"`)
	checkLinks(t, page, text)
}

// TestAtlasAgain runs an experiment in the full size, then in the quick size, and then with a
// mistake in its file. It checks what the page says after each run.
func TestAtlasAgain(t *testing.T) {
	t.Parallel()
	dir := atlasFolder(t, "pentomino-rectangles", "days")
	out := filepath.Join(dir, "out", "atlas")
	index := func() string { return read(t, filepath.Join(out, "index.html")) }
	runAtlas(t, 0, dir, "days")
	runAtlas(t, 0, dir, "--jobs", "1", "--full", "pentomino-rectangles")
	lacks(t, index(), "<code>pentomino-rectangles</code>, full.*, 3 jobs: ", "<code>days</code>, quick.*, 14 jobs: ")
	lacks(t, read(t, filepath.Join(out, "pentomino-rectangles", "index.html")), "full = true")

	d := runAtlas(t, 0, dir, "--dry-run", "pentomino-rectangles")
	if got := d.stdout.String(); !regexp.MustCompile(`^pentomino-rectangles:\n1 jobs, 1 .*, 0 .*\n.*\n$`).MatchString(got) {
		t.Errorf("stdout %q", got)
	}
	lacks(t, index(), "<code>pentomino-rectangles</code>, full")

	runAtlas(t, 0, dir, "pentomino-rectangles") // the ledger then has both sizes, but the page only the quick one
	lacks(t, index(), "<code>pentomino-rectangles</code>, quick.*, 1 job: ")

	spec := filepath.Join(dir, "bench", "experiments", "pentomino-rectangles.toml")
	if err := os.WriteFile(spec, []byte(atlasSpecs["mistake"]), 0o666); err != nil {
		t.Fatal(err)
	}
	runAtlas(t, 1, dir, "pentomino-rectangles")
	lacks(t, index(), `<p class="alarm"><code>pentomino-rectangles</code>.*pentomino-rectangles.toml:3:1: `, `<a href="pentomino-rectangles/index.html">Rectangles</a>`)
}

// TestAtlasElsewhere runs an experiment of another folder and writes into another folder. The test
// has no docs, so the page must not link to docs.
func TestAtlasElsewhere(t *testing.T) {
	t.Parallel()
	dir := atlasFolder(t, "pentomino-rectangles")
	if err := os.Remove(filepath.Join(dir, "docs")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "bench", "experiments"), filepath.Join(dir, "mine")); err != nil {
		t.Fatal(err)
	}
	d := runAtlas(t, 2, dir)
	if !strings.Contains(d.stderr.String(), "--experiments") {
		t.Errorf("stderr %q", d.stderr.String())
	}
	d = runAtlas(t, 0, dir, "--experiments", "mine", "-o", "my atlas")
	if !strings.HasSuffix(d.stdout.String(), "atlas: my atlas/index.html\n") {
		t.Errorf("stdout %q", d.stdout.String())
	}
	page := filepath.Join(dir, "my atlas", "index.html")
	text := read(t, page)
	lacks(t, text, `<a href="pentomino-rectangles/index.html">`)
	if strings.Contains(text, "docs/") || strings.Contains(text, "<details>") {
		t.Errorf("the page links to docs, but there are none:\n%s", text)
	}
	checkLinks(t, page, text)
}

// stored returns the number of records in a ledger, even while a run is writing to it.
func stored(path string) (n int) {
	l, err := ledger.Read(path)
	if err != nil {
		return 0
	}
	defer l.Close()
	for _, err := range l.Records() {
		if err == nil {
			n++
		}
	}
	return n
}

// TestAtlasForeign checks that the command does not overwrite a page that it has not written
// itself. In this case the command must run no jobs.
func TestAtlasForeign(t *testing.T) {
	t.Parallel()
	dir := atlasFolder(t, "pentomino-rectangles")
	page := filepath.Join(dir, "out", "atlas", "index.html")
	const mine = "<title>mine</title>\n"
	if err := errors.Join(os.MkdirAll(filepath.Dir(page), 0o777), os.WriteFile(page, []byte(mine), 0o666)); err != nil {
		t.Fatal(err)
	}
	d := runAtlas(t, 1, dir, "pentomino-rectangles")
	if !strings.Contains(d.stderr.String(), "out/atlas/index.html") {
		t.Errorf("stderr %q", d.stderr.String())
	}
	if got := read(t, page); got != mine {
		t.Errorf("the page is now %q", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "atlas", "pentomino-rectangles.sqlite")); err == nil {
		t.Error("the experiment was run")
	}
	if err := os.Remove(page); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time it overwrites its own page
		runAtlas(t, 0, dir, "pentomino-rectangles")
	}
}

// TestAtlasKilled kills the command and its workers three times, each time after it has stored new
// records. In the end the records and the page must be the same as after an undisturbed run.
func TestAtlasKilled(t *testing.T) {
	t.Parallel()
	whole := atlasFolder(t, "days")
	runAtlas(t, 0, whole)
	want := numbers(t, filepath.Join(whole, "out", "atlas", "days.sqlite"))
	if len(want) != 14 {
		t.Fatalf("%d records, want 14", len(want))
	}
	index := read(t, filepath.Join(whole, "out", "atlas", "index.html"))
	lacks(t, index, `<a href="days/index.html">Days &lt;&amp;&gt; nights</a>`, "<p>Do both engines agree, if 1 &lt; 2\n&amp; 3[?]",
		"14 jobs: 14 correct, 0 wrong, 0 unchecked, 0 without .*</p>")

	dir := atlasFolder(t, "days")
	file := filepath.Join(dir, "out", "atlas", "days.sqlite")
	endless(t, dir)
	for round := range 3 {
		enough := min(stored(file)+2, len(want))
		d := startAtlas(t, dir, "--jobs", "1")
		processtest.Until(t, "there are two more records", func() bool {
			select {
			case <-d.ended:
				return true
			default:
				return stored(file) >= enough
			}
		})
		if round == 0 {
			_ = d.cmd.Process.Kill() // the workers must end by themselves
		} else {
			d.signal(syscall.SIGKILL)
		}
		if status := d.wait(t); status >= 0 {
			t.Errorf("round %d ended by itself with status %d: %s", round, status, d.stderr)
		}
	}
	writeDays(t, dir, atlasSpecs["days"])
	d := runAtlas(t, 0, dir)
	if !strings.Contains(d.stdout.String(), "14 correct, 0 wrong, 0 unchecked, 0 without ") {
		t.Errorf("stdout %q", d.stdout.String())
	}
	if got := numbers(t, file); !slices.Equal(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	left, err := filepath.Glob(filepath.Join(dir, "out", "atlas", ".*unfinished*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if got := read(t, filepath.Join(dir, "out", "atlas", "index.html")); got != index {
		t.Errorf("the index is\n%s\nwant\n%s", got, index)
	}
}

// TestAtlasWaits checks that the command waits while another run is using the ledger. The command
// must wait until the other run has ended, or until a signal.
func TestAtlasWaits(t *testing.T) {
	t.Parallel()
	dir := atlasFolder(t, "days")
	file := filepath.Join("out", "atlas", "days.sqlite")
	if err := os.MkdirAll(filepath.Join(dir, "out", "atlas"), 0o777); err != nil {
		t.Fatal(err)
	}
	endless(t, dir)
	other := start(t, dir, "counterproof", "run", "--jobs", "1", "--ledger", file, filepath.Join("bench", "experiments", "days.toml"))
	processtest.Until(t, "the other run is at work", func() bool { return stored(filepath.Join(dir, file)) > 0 })
	writeDays(t, dir, atlasSpecs["days"])
	waiting := func() *process {
		d := startAtlas(t, dir)
		processtest.Until(t, "the command says that it waits", func() bool { return strings.Contains(d.stderr.String(), file) })
		return d
	}
	d := waiting()
	_ = d.cmd.Process.Signal(syscall.SIGTERM)
	if status := d.wait(t); status != 1 || !regexp.MustCompile(`(?m)^counterproof: interrupted\b.*\n\z`).MatchString(d.stderr.String()) {
		t.Errorf("after a signal: exit status %d, stderr %q", status, d.stderr)
	}
	d = waiting()
	other.signal(syscall.SIGKILL)
	if status := d.wait(t); status != 0 || strings.Count(d.stderr.String(), "\n") != 1 {
		t.Errorf("exit status %d, stderr %q, want one line", status, d.stderr)
	}
	lacks(t, read(t, filepath.Join(dir, "out", "atlas", "index.html")), "14 jobs: 14 correct")
}

// TestAtlasEmptyShard checks that a shard without jobs does not fail, and that the page does not
// link to a report. If the ledger has records of another shard, the report must show these records.
func TestAtlasEmptyShard(t *testing.T) {
	dir := atlasFolder(t, "days")
	atlas := func(shard string) (string, int) {
		return call(t, "", "atlas", "-o", filepath.Join(dir, "out"), "--experiments", filepath.Join(dir, "bench", "experiments"), "--shard", shard)
	}
	out, status := atlas("900000/1000000")
	if want := "days: shard 900000 of 1000000 has none of "; status != 0 || !strings.Contains(out, want) {
		t.Errorf("exit status %d, %q, want %q", status, out, want)
	}
	if page := read(t, filepath.Join(dir, "out", "index.html")); strings.Contains(page, `href="days/`) {
		t.Errorf("the page links to a missing report")
	}
	for _, shard := range []string{"1/1", "900000/1000000"} {
		if out, status := atlas(shard); status != 0 || strings.Contains(out, "has none of ") {
			t.Errorf("shard %s: exit status %d, %q", shard, status, out)
		}
		if page := read(t, filepath.Join(dir, "out", "index.html")); !strings.Contains(page, `href="days/`) {
			t.Errorf("shard %s: the page has no link to the report", shard)
		}
	}
}

// TestAtlasShards checks that an atlas uses the records that two shards have put into its ledger.
func TestAtlasShards(t *testing.T) {
	t.Parallel()
	whole, dir := atlasFolder(t, "days"), atlasFolder(t, "days")
	runAtlas(t, 0, whole)
	file := filepath.Join(dir, "out", "atlas", "days.sqlite")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	args := []string{"merge", "--ledger", file}
	for _, shard := range []string{"1/2", "2/2"} {
		part := filepath.Join(dir, shard[:1]+".sqlite")
		if _, status := call(t, "", "run", "--ledger", part, "--shard", shard, filepath.Join(dir, "bench", "experiments", "days.toml")); status != 0 {
			t.Fatalf("shard %s: exit status %d", shard, status)
		}
		args = append(args, part)
	}
	if _, status := call(t, "", args...); status != 0 {
		t.Fatalf("merge: exit status %d", status)
	}
	if got, want := numbers(t, file), numbers(t, filepath.Join(whole, "out", "atlas", "days.sqlite")); !slices.Equal(got, want) {
		t.Errorf("two shards give %s\nwant %s", got, want)
	}
	if d := runAtlas(t, 0, dir); !regexp.MustCompile(` 14 jobs, 14 .*ledger`).MatchString(d.stdout.String()) {
		t.Errorf("stdout %q", d.stdout.String())
	}
}

// TestAtlasInterrupted checks that the command ends after Ctrl-C and after SIGTERM, started
// directly or by make. Ctrl-C reaches the whole process group, and SIGTERM only the started
// program.
func TestAtlasInterrupted(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"counterproof", "make"} {
		for name, signal := range map[string]syscall.Signal{"Ctrl-C": syscall.SIGINT, "SIGTERM": syscall.SIGTERM} {
			t.Run(program+" "+name, func(t *testing.T) {
				t.Parallel()
				dir := atlasFolder(t, "days", "pentomino-rectangles")
				endless(t, dir)
				args, want := []string{"atlas", "--jobs", "1"}, []int{1}
				if program == "make" {
					needs(t, program)
					args = []string{"GO=true", "-o", "engine", "atlas", "FLAGS=--jobs 1"}
					// The signal ends make, unless make first notices that the command has ended.
					want = []int{-1, 2}
				}
				d := start(t, dir, program, args...)
				processtest.Until(t, "the run is at work", func() bool { return stored(filepath.Join(dir, "out", "atlas", "days.sqlite")) > 0 })
				if signal == syscall.SIGINT {
					d.signal(signal)
				} else {
					_ = d.cmd.Process.Signal(signal)
				}
				if status := d.wait(t); !slices.Contains(want, status) {
					t.Errorf("exit status %d, want one of %d", status, want)
				}
				told := regexp.MustCompile(`(?m)^make(\[\d+\])?: .*\n`).ReplaceAllString(d.stderr.String(), "")
				if !regexp.MustCompile(`^counterproof: interrupted: \d+ .*\b15 jobs .*\n$`).MatchString(told) {
					t.Errorf("stderr %q", d.stderr.String())
				}
				if _, err := os.Stat(filepath.Join(dir, "out", "atlas", "pentomino-rectangles.sqlite")); err == nil {
					t.Error("it started the next experiment")
				}
				if err := syscall.Kill(-d.cmd.Process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
					t.Errorf("processes are left: %v", err)
				}
			})
		}
	}
}

// TestAtlasMake checks that make passes FLAGS and ATLAS to the command.
func TestAtlasMake(t *testing.T) {
	t.Parallel()
	needs(t, "make")
	dir := atlasFolder(t, "days", "pentomino-rectangles")
	d := start(t, dir, "make", "-s", "GO=true", "-o", "engine", "atlas", "FLAGS=--full --dry-run", "ATLAS=pentomino-rectangles")
	if status := d.wait(t); status != 0 || !strings.HasPrefix(d.stdout.String(), "pentomino-rectangles:\n3 jobs, ") {
		t.Errorf("exit status %d, stdout %q, stderr %q", status, d.stdout, d.stderr)
	}
}

// TestAtlasClaims checks that the page of the atlas quotes the claims of docs/claims.md about each
// experiment.
func TestAtlasClaims(t *testing.T) {
	t.Chdir("../..")
	d, err := experiments.ReadDocs(filepath.Join("out", "atlas"))
	if err != nil {
		t.Fatal(err)
	}
	for name, claims := range map[string][]string{
		"battleships-hints":    {"the sums and few hints show where the ships are"},
		"calendar-effort":      {"some days of A-Puzzle-A-Day feel impossible"},
		"calendar-year":        {"some days of A-Puzzle-A-Day feel impossible"},
		"growth":               nil,
		"linear-singular":      {"has one and only one solution", "the 3x4 <code>diff</code> puzzle is singular", "In general the nullity of <code>diff</code>"},
		"map-kempe":            {"the Kempe rule works well on Unreasonable maps", "rules that can be searched efficiently"},
		"minesweeper-guess":    {"in Minesweeper one can often continue without guessing"},
		"nonogram-transition":  {"a set of clues may have several solutions"},
		"pairplace-shape":      {"the more square the table", "square tables are much more challenging"},
		"pentomino-rectangles": {"all twelve pentominoes fit into 5x12"},
		"submarines-chain":     {"Two rows and two columns that hold"},
		"submarines-margins":   {"test decides whether there is a solution", "Two rows and two columns that hold"},
	} {
		if _, err := os.Stat(filepath.Join("bench", "experiments", name+".toml")); err != nil {
			t.Error(err)
		}
		got := d.Describe(&page.Experiment{Name: name})
		for _, want := range claims {
			if !strings.Contains(string(got.Claims), want) {
				t.Errorf("%s: no claim %q", name, want)
			}
		}
		if n := strings.Count(string(got.Claims), "</tr>") - strings.Count(string(got.Claims), "</thead>") + strings.Count(string(got.Claims), "<p>"); n != len(claims) {
			t.Errorf("%s: %d claims, want %d:\n%s", name, n, len(claims), got.Claims)
		}
		checkLinks(t, filepath.Join("out", "atlas", "index.html"), string(got.Claims+got.Found))
	}
}

// TestAtlasSections checks that every link in docs/claims.md to a section of docs/atlas.md leads to
// an existing section.
func TestAtlasSections(t *testing.T) {
	t.Chdir("../..")
	d, err := experiments.ReadDocs(experiments.DocsFolder)
	if err != nil {
		t.Fatal(err)
	}
	names, err := experiments.ExperimentNames(filepath.Join("bench", "experiments"))
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]bool{}
	for _, name := range names {
		id, text := d.Found.Section(name)
		sections[id] = id != "" && text != ""
	}
	for _, m := range regexp.MustCompile(`\(atlas\.md#([^)]*)\)`).FindAllStringSubmatch(string(d.Claims.Text), -1) {
		if !sections[m[1]] {
			t.Errorf("docs/atlas.md has no section %s", m[1])
		}
	}
}
