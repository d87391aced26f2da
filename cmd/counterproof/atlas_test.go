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
	"time"

	"counterproof/bench/ledger"
	"counterproof/bench/processtest"
)

// The experiments of these tests: days by both engines, 14 jobs of half a
// tenth of a second; a single job, in two sizes; a mistake in the file; and a method
// that is wrong, as long as gophersat is not repaired.
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

// atlas makes a folder with the script, the program and the named experiments.
func atlas(t *testing.T, names ...string) string {
	t.Helper()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("*** SKIPPED: sh is not installed ***")
	}
	dir := t.TempDir()
	program, err := exec.LookPath("counterproof")
	if err != nil {
		t.Fatal(err)
	}
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile("../atlas.sh")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(
		os.MkdirAll(filepath.Join(dir, "bench", "experiments"), 0o777),
		os.Mkdir(filepath.Join(dir, "cmd"), 0o777),
		os.Mkdir(filepath.Join(dir, "bin"), 0o777),
		os.Symlink(program, filepath.Join(dir, "bin", "counterproof")),
		os.Symlink(docs, filepath.Join(dir, "docs")),
		os.WriteFile(filepath.Join(dir, "cmd", "atlas.sh"), script, 0o777),
		os.WriteFile(filepath.Join(dir, "Makefile"), makefile, 0o666))
	for _, name := range names {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, "bench", "experiments", name+".toml"), []byte(atlasSpecs[name]), 0o666))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// endless makes the experiment of the days one that never ends: its last job takes a
// SAT solver ages.
func endless(t *testing.T, dir string) {
	t.Helper()
	dlx, _ := pigeons(14)
	writeDays(t, dir, atlasSpecs["days"]+`[[suite]]
puzzle = "exactcover"
instances = ["`+dlx+`"]
methods = ["sat"]
`)
}

func writeDays(t *testing.T, dir, spec string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "bench", "experiments", "days.toml"), []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
}

// An atlasRun is the script at work, in a process group of its own.
type atlasRun struct {
	cmd            *exec.Cmd
	stdout, stderr *output
	ended          chan struct{}
}

// An output is a file that a program writes to. Unlike a pipe it does not have to be
// read to its end, which comes when the last program that the first one has left
// behind closes it.
type output struct{ *os.File }

func newOutput(t *testing.T) *output {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "output")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return &output{f}
}

// String is what has been written so far.
func (o *output) String() string {
	text, err := os.ReadFile(o.Name())
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// startAtlas starts the script by a shell, or by make; flags are FLAGS.
func startAtlas(t *testing.T, shell, dir, flags string, names ...string) *atlasRun {
	t.Helper()
	args := append([]string{filepath.Join(dir, "cmd", "atlas.sh")}, names...)
	if shell == "make" {
		args = []string{"-C", dir, "GO=true", "atlas", "FLAGS=" + flags, "ATLAS=" + strings.Join(names, " ")}
	}
	heedInterrupts()
	d := &atlasRun{ended: make(chan struct{}), cmd: exec.Command(shell, args...), stdout: newOutput(t), stderr: newOutput(t)}
	d.cmd.Env = append(os.Environ(), "FLAGS="+flags)
	d.cmd.Stdout, d.cmd.Stderr = d.stdout.File, d.stderr.File
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.signal(syscall.SIGKILL) })
	go func() {
		_ = d.cmd.Wait()
		close(d.ended)
	}()
	return d
}

// signal is sent to all of the group, as a terminal does.
func (d *atlasRun) signal(s syscall.Signal) { _ = syscall.Kill(-d.cmd.Process.Pid, s) }

// wait returns the exit status, -1 after a signal.
func (d *atlasRun) wait(t *testing.T) int {
	t.Helper()
	select {
	case <-d.ended:
	case <-time.After(processtest.Patience):
		d.signal(syscall.SIGKILL)
		<-d.ended
		t.Errorf("did not end: stderr %q", d.stderr.String())
	}
	return d.cmd.ProcessState.ExitCode()
}

// runAtlas runs the script to its end, which has the status.
func runAtlas(t *testing.T, status int, dir, flags string, names ...string) *atlasRun {
	t.Helper()
	d := startAtlas(t, "sh", dir, flags, names...)
	if got := d.wait(t); got != status {
		t.Fatalf("exit status %d, want %d: %s", got, status, d.stderr.String())
	}
	return d
}

// numbers are the records of a ledger, sorted, without what is of a run: times,
// memory, machine.
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
		for _, key := range []string{"wall_seconds", "cpu_seconds", "sat_seconds", "peak_bytes", "started", "host"} {
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

// TestAtlas draws three experiments, of which two fail, and again, with the last
// one repaired, in its full size.
func TestAtlas(t *testing.T) {
	t.Parallel()
	dir := atlas(t, "pentomino-rectangles", "mistake", "wrong")
	out := filepath.Join(dir, "out", "atlas")

	d := runAtlas(t, 2, dir, "", "pentomino-rectangles", "night", "days")
	if got := d.stderr.String(); got != "atlas: no experiment \"night\": want some of mistake pentomino-rectangles wrong\n" {
		t.Errorf("stderr %q", got)
	}
	if _, err := os.Stat(out); err == nil || d.stdout.String() != "" {
		t.Error("something was run before the mistake was told")
	}

	d = runAtlas(t, 1, dir, "")
	for _, want := range []string{"mistake.toml:3:1: unknown key", "counterproof: wrong: pentomino 4x5", "\natlas: failed: mistake wrong\n"} {
		if !strings.Contains(d.stderr.String(), want) {
			t.Errorf("stderr lacks %q:\n%s", want, d.stderr.String())
		}
	}
	index := read(t, filepath.Join(out, "index.html"))
	for _, want := range []string{
		`<a href="pentomino-rectangles/index.html">Rectangles</a>`, "<p>How many ways?</p>",
		"<td>all twelve pentominoes fit into 5x12</td><td>true: 4040 ways, 1010 up to symmetry</td>", "<td>2,339</td>",
		"<p><code>pentomino-rectangles</code>, quick size, 1 jobs: 0 correct, 0 wrong, 1 unchecked, 0 without an answer</p>",
		`<p class="alarm"><code>mistake</code>, quick size. Failed: the run ended with exit status 2</p>`,
		`<p class="alarm"><code>wrong</code>, quick size, 9 jobs: `, " wrong</strong>, 0 unchecked",
		". Failed: the run ended with exit status 1, the report ended with exit status 1</p>",
	} {
		if !strings.Contains(index, want) {
			t.Errorf("the index lacks %q:\n%s", want, index)
		}
	}
	checkLinks(t, filepath.Join(out, "index.html"), index)
	page := filepath.Join(out, "wrong", "index.html")
	text := read(t, page)
	if !strings.Contains(text, `href="../index.html"`) {
		t.Error("the page does not link to the index")
	}
	checkLinks(t, page, text)

	runAtlas(t, 0, dir, "--jobs 1 --full", "pentomino-rectangles")
	index = read(t, filepath.Join(out, "index.html"))
	for _, want := range []string{"<code>pentomino-rectangles</code>, full size, 3 jobs: ", "<code>wrong</code>, quick size"} {
		if !strings.Contains(index, want) {
			t.Errorf("the index lacks %q:\n%s", want, index)
		}
	}
	if got := read(t, filepath.Join(out, "pentomino-rectangles", "index.html")); !strings.Contains(got, "full = true") {
		t.Error("the page does not say that it is of the full size")
	}
	d = runAtlas(t, 0, dir, "--dry-run", "pentomino-rectangles")
	if got := d.stdout.String(); got != "pentomino-rectangles:\n1 jobs, 1 of them in the ledger, 0 to do\nnothing to do\n" {
		t.Errorf("stdout %q", got)
	}
	runAtlas(t, 0, dir, "", "pentomino-rectangles") // the ledger has both sizes, the page one
	if index = read(t, filepath.Join(out, "index.html")); !strings.Contains(index, "<code>pentomino-rectangles</code>, quick size, 1 jobs: ") {
		t.Errorf("the quick size is not back:\n%s", index)
	}
	spec := filepath.Join(dir, "bench", "experiments", "pentomino-rectangles.toml")
	if err := os.WriteFile(spec, []byte(atlasSpecs["mistake"]), 0o666); err != nil {
		t.Fatal(err)
	}
	runAtlas(t, 1, dir, "", "pentomino-rectangles")
	if index = read(t, filepath.Join(out, "index.html")); !strings.Contains(index, "Failed: the run ended with exit status 2, its page is of an earlier run</p>") {
		t.Errorf("the index takes an old page for a new one:\n%s", index)
	}
}

// stored is how many records are in a ledger, which a run may be writing to.
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

// TestAtlasForeign: a page that somebody else has put there stays, and nothing is run.
func TestAtlasForeign(t *testing.T) {
	dir := atlas(t, "pentomino-rectangles")
	page := filepath.Join(dir, "out", "atlas", "index.html")
	for _, mine := range []string{
		"<title>mine</title>\n",
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"counterproof\">\n<title>The atlas</title>\n", // of a report
		"<!doctype html>\n<p>mine\n<!--\n\n\n\n\n<meta name=\"generator\" content=\"counterproof atlas\">\n<title>The atlas</title>\n-->\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(page), 0o777), os.WriteFile(page, []byte(mine), 0o666)); err != nil {
			t.Fatal(err)
		}
		d := runAtlas(t, 1, dir, "", "pentomino-rectangles")
		if !strings.Contains(d.stderr.String(), "out/atlas/index.html") {
			t.Errorf("stderr %q", d.stderr.String())
		}
		if text, err := os.ReadFile(page); err != nil || string(text) != mine {
			t.Errorf("the page is now %q, %v", text, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "atlas", "pentomino-rectangles.sqlite")); err == nil {
		t.Error("the experiment was run")
	}
	if err := os.WriteFile(page, []byte("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>The atlas</title>\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 { // over the page of an earlier version, and over its own
		runAtlas(t, 0, dir, "", "pentomino-rectangles")
	}
	if text, err := os.ReadFile(page); err != nil || !strings.Contains(string(text), `<a href="pentomino-rectangles/index.html">`) {
		t.Errorf("the page is now %q, %v", text, err)
	}
}

// TestAtlasKilled kills all of it, or the script alone, as often as it has put
// something into the ledger, and compares with one that was left alone, and with
// two shards.
func TestAtlasKilled(t *testing.T) {
	t.Parallel()
	whole := atlas(t, "days")
	runAtlas(t, 0, whole, "")
	want := numbers(t, filepath.Join(whole, "out", "atlas", "days.sqlite"))
	if len(want) != 14 {
		t.Fatalf("%d records, want 14", len(want))
	}
	index := read(t, filepath.Join(whole, "out", "atlas", "index.html"))
	for _, text := range []string{
		`<a href="days/index.html">Days &lt;&amp;&gt; nights</a>`, "<p>Do both engines agree, if 1 &lt; 2\n&amp; 3?",
		"14 jobs: 14 correct, 0 wrong, 0 unchecked, 0 without an answer</p>",
	} {
		if !strings.Contains(index, text) {
			t.Errorf("the index lacks %q:\n%s", text, index)
		}
	}

	dir := atlas(t, "days")
	file := filepath.Join(dir, "out", "atlas", "days.sqlite")
	endless(t, dir)
	for round := range 4 {
		if round == 3 { // the run goes on, and the next script waits for its end
			writeDays(t, dir, atlasSpecs["days"])
		}
		enough := min(stored(file)+2, len(want))
		d := startAtlas(t, "sh", dir, "--jobs 1")
		processtest.Until(t, "there are two more records", func() bool {
			select {
			case <-d.ended:
				return true
			default:
				return stored(file) >= enough
			}
		})
		if round == 3 {
			_ = d.cmd.Process.Kill()
		} else {
			d.signal(syscall.SIGKILL)
		}
		if status := d.wait(t); status >= 0 && round < 3 {
			t.Errorf("round %d ended by itself with status %d: %s", round, status, d.stderr)
		}
	}
	d := runAtlas(t, 0, dir, "")
	if !strings.Contains(d.stdout.String(), "14 correct, 0 wrong, 0 unchecked, 0 without an answer") {
		t.Errorf("stdout %q", d.stdout.String())
	}
	if got := numbers(t, file); !slices.Equal(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	left, err := filepath.Glob(filepath.Join(dir, "out", "atlas", "*.new"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
	if got := read(t, filepath.Join(dir, "out", "atlas", "index.html")); got != index {
		t.Errorf("the index is\n%s\nand not\n%s", got, index)
	}

	dir = atlas(t, "days")
	file = filepath.Join(dir, "out", "atlas", "days.sqlite")
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
	if got := numbers(t, file); !slices.Equal(got, want) {
		t.Errorf("two shards give %s\nwant %s", got, want)
	}
	if d := runAtlas(t, 0, dir, ""); !strings.Contains(d.stdout.String(), "14 jobs, 14 of them from the ledger") {
		t.Errorf("stdout %q", d.stdout.String())
	}
}

// TestAtlasInterrupted: Ctrl-C, which all of the group get, and a SIGTERM that
// the script alone gets, or make.
func TestAtlasInterrupted(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"dash", "bash", "make"} {
		for name, signal := range map[string]syscall.Signal{"Ctrl-C": syscall.SIGINT, "SIGTERM": syscall.SIGTERM} {
			t.Run(shell+" "+name, func(t *testing.T) {
				t.Parallel()
				needs(t, shell)
				dir := atlas(t, "days", "pentomino-rectangles")
				endless(t, dir)
				d := startAtlas(t, shell, dir, "--jobs 1")
				processtest.Until(t, "the run is at work", func() bool { return stored(filepath.Join(dir, "out", "atlas", "days.sqlite")) > 0 })
				if signal == syscall.SIGINT {
					d.signal(signal)
				} else {
					_ = d.cmd.Process.Signal(signal)
				}
				want := []int{128 + int(signal)}
				if shell == "make" {
					// It ends itself by the signal, unless it learns first that the script has ended.
					want = []int{-1, 2}
				}
				if status := d.wait(t); !slices.Contains(want, status) {
					t.Errorf("exit status %d, want one of %d", status, want)
				}
				told := regexp.MustCompile(`(?m)^make(\[\d+\])?: .*\n`).ReplaceAllString(d.stderr.String(), "")
				if !regexp.MustCompile(`^[a-z]+: interrupted: .*start again to go on\n$`).MatchString(told) {
					t.Errorf("stderr %q", d.stderr.String())
				}
				if _, err := os.Stat(filepath.Join(dir, "out", "atlas", "pentomino-rectangles.sqlite")); err == nil {
					t.Error("it went on with the next experiment")
				}
				if err := syscall.Kill(-d.cmd.Process.Pid, 0); !errors.Is(err, syscall.ESRCH) {
					t.Errorf("processes are left: %v", err)
				}
			})
		}
	}
}

// TestAtlasClaims: what the script looks for in docs/claims.md is there.
func TestAtlasClaims(t *testing.T) {
	claims, quoted := read(t, "../../docs/claims.md"), 0
	for line := range strings.Lines(read(t, "../atlas.sh")) {
		name, words, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		if !ok || !regexp.MustCompile(`^[a-z-]+$`).MatchString(name) {
			continue
		}
		quoted++
		if _, err := os.Stat("../../bench/experiments/" + name + ".toml"); err != nil {
			t.Error(err)
		}
		if !strings.Contains(claims, words) {
			t.Errorf("docs/claims.md has no %q", words)
		}
	}
	if quoted < 10 {
		t.Errorf("only %d claims found in the script", quoted)
	}
}
