//go:build linux && !nonats

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
)

// TestQueueFullDisk runs a coordinator whose disk has no room for all records. It must say so in one
// line and exit with status 1. With a larger disk, the same command finishes the experiment.
func TestQueueFullDisk(t *testing.T) {
	needs(t, "unshare", "mount")
	dir := t.TempDir()
	t.Chdir(dir)
	const spec = "title = \"Full\"\nquestion = \"?\"\n[[suite]]\npuzzle = \"pushpull\"\ninstances = [\"@all.txt\"]\nmethods = [\"native\", \"sat\"]\n"
	var boards strings.Builder
	for n := range 512 {
		fmt.Fprintf(&boards, "%09b\n", n)
	}
	if err := errors.Join(os.WriteFile("full.toml", []byte(spec), 0o666), os.WriteFile("all.txt", []byte(boards.String()), 0o666)); err != nil {
		t.Fatal(err)
	}
	// The first worker waits for the second coordinator, which listens at the same address.
	const script = `mkdir small && mount -t tmpfs -o size=500k none small || exit 77
counterproof coordinate --listen 127.0.0.1:0 --ledger small/l.sqlite full.toml >out 2>err & coordinator=$!
until [ -s out ] || ! kill -0 $coordinator; do sleep 0.05; done
read -r url <out
counterproof work --jobs 2 "$url" 2>/dev/null & worker=$!
wait $coordinator
echo $? >status
mount -o remount,size=100m small
counterproof coordinate --listen "${url#nats://}" --ledger small/l.sqlite full.toml >out2 2>err2
echo $? >status2
kill -INT $worker
counterproof export --ledger small/l.sqlite >records`
	out, err := exec.Command("unshare", "-rm", "timeout", "170", "sh", "-c", script).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 77 {
		t.Skip("*** SKIPPED: nothing can be mounted here: ", string(out))
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return strings.TrimSpace(string(text))
	}
	if read("status") != "1" || strings.Count(read("err"), "\n") != 0 || !facttest.States(read("err"), "disk, small/l.sqlite") && !strings.Contains(read("err"), "small/l.sqlite-queue") {
		t.Errorf("with a full disk: exit status %s, stderr %q", read("status"), read("err"))
	}
	if read("status2") != "0" || read("err2") != "" || strings.Count(read("records"), "\n")+1 != 2*512 {
		t.Errorf("with a larger disk: exit status %s, stderr %q, %d records", read("status2"), read("err2"), strings.Count(read("records"), "\n")+1)
	}
}

// TestInterruptFullDisk interrupts a coordinator whose disk is full. The coordinator then compares
// the answers in its ledger, and cannot store the verdicts. It must also print this error. The
// queue is on another disk.
func TestInterruptFullDisk(t *testing.T) {
	needs(t, "unshare", "mount")
	t.Chdir(t.TempDir())
	unjudged(t)
	const script = `mkdir small queue && mount -t tmpfs -o size=4m none small && cp native.sqlite small/l.sqlite && ln -s ../queue small/l.sqlite-queue || exit 77
counterproof coordinate --listen 127.0.0.1:0 --ledger small/l.sqlite both.toml >out 2>err & coordinator=$!
until [ -s out ] || ! kill -0 $coordinator; do sleep 0.05; done
cat /dev/zero >small/rest 2>/dev/null
kill -INT $coordinator
wait $coordinator
echo $? >status`
	out, err := exec.Command("unshare", "-rm", "timeout", "170", "sh", "-c", script).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 77 {
		t.Skip("*** SKIPPED: nothing can be mounted here: ", string(out))
	}
	status, failed := os.ReadFile("status")
	text, err := os.ReadFile("err")
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err := errors.Join(err, failed); err != nil || string(status) != "1\n" || len(lines) != 2 ||
		!facttest.States(lines[0], "disk, small/l.sqlite") || !facttest.States(lines[1], "interrupted, 400 of 402") {
		t.Errorf("%v: exit status %s, stderr %q: %s", err, status, lines, out)
	}
}

// unjudged writes both.toml, an experiment with 402 jobs, and native.sqlite, a ledger with the
// answers of 400 of these jobs. Nobody has compared these answers.
func unjudged(t *testing.T) {
	t.Helper()
	var boards strings.Builder
	for n := range 200 { // with few boards, the verdicts would fit into the journal that SQLite keeps
		fmt.Fprintf(&boards, "%09b\n", n)
	}
	const spec = "title = \"Full\"\nquestion = \"?\"\n[[suite]]\npuzzle = \"pushpull\"\ninstances = [%s]\nmethods = [%s]\n"
	for name, text := range map[string]string{
		"all.txt":     boards.String(),
		"native.toml": fmt.Sprintf(spec, `"@all.txt"`, `"native"`),
		"sat.toml":    fmt.Sprintf(spec, `"@all.txt"`, `"sat"`),
		"both.toml":   fmt.Sprintf(spec, `"@all.txt", "111111111"`, `"native", "sat"`),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"native", "sat"} {
		if out, err := exec.Command("counterproof", "run", "--ledger", name+".sqlite", name+".toml").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	// Unlike the command merge, the following code leaves the verdicts as they are.
	into, err := ledger.Open("native.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	from, err := ledger.Read("sat.sqlite")
	if err == nil {
		_, err = into.Merge(from, nil)
		err = errors.Join(err, from.Close())
	}
	if err := errors.Join(err, into.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestQueueVersions gives a worker another version of clasp. Both sides name the two versions. The
// worker gets the jobs that need no clasp, and another worker does the rest.
func TestQueueVersions(t *testing.T) {
	t.Parallel()
	needs(t, "clasp")
	processtest.Need(t)
	dir := t.TempDir()
	path, err := exec.LookPath("clasp")
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "bin")
	script := "#!/bin/sh\n[ \"$1\" != --version ] || { echo 'clasp version 9.9.9'; exit 0; }\nexec " + path + " \"$@\"\n"
	if err := errors.Join(os.Mkdir(other, 0o777), os.WriteFile(filepath.Join(other, "clasp"), []byte(script), 0o777)); err != nil {
		t.Fatal(err)
	}
	const spec = "title = \"Two\"\nquestion = \"?\"\n[[suite]]\npuzzle = \"calendar\"\ninstances = [\"10-06\", \"10-07\"]\nmethods = [\"native\", \"extern/clasp\"]\n"
	if err := os.WriteFile(filepath.Join(dir, "two.toml"), []byte(spec), 0o666); err != nil {
		t.Fatal(err)
	}
	q := coordinateWith(t, dir, "--listen", "127.0.0.1:0", "two.toml")
	cmd, stderr := workWith(t, dir, []string{"PATH=" + other + ":" + os.Getenv("PATH")}, "--idle", "3s", q.url)
	if err := cmd.Wait(); err != nil || !facttest.States(stderr.String(), `"clasp 9.9.9", calendar by extern/clasp`) {
		t.Errorf("the worker: %v, stderr %q", err, stderr)
	}
	if !facttest.States(q.stderr.String(), `"clasp 9.9.9", calendar by extern/clasp`) {
		t.Errorf("the coordinator says %q", q.stderr)
	}
	rest, _ := workWith(t, dir, nil, "--idle", "3s", q.url)
	if last, status := q.end(t); status != 0 || !strings.Contains(last, "4 correct") {
		t.Errorf("exit status %d, stdout %q, stderr %q", status, last, q.stderr)
	}
	if err := rest.Wait(); err != nil {
		t.Error(err)
	}
}

// TestQueuePermission lets an experiment define a program. A worker whose user has not permitted
// commands does not run it, names the command, and does the other jobs.
func TestQueuePermission(t *testing.T) {
	t.Parallel()
	processtest.Need(t)
	dir := t.TempDir()
	ran := filepath.Join(dir, "ran")
	const spec = "title = \"Own\"\n[[suite]]\npuzzle = \"lightsout\"\ninstances = [\".#/..\"]\nmethods = [\"native\", \"extern/own\"]\n" +
		"[[solver]]\nname = \"own\"\nanswer = \"count\"\ncommand = [\"sh\", \"-c\", \"echo >>RAN; echo s 1\"]\n"
	if err := os.WriteFile(filepath.Join(dir, "own.toml"), []byte(strings.Replace(spec, "RAN", ran, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	q := coordinateWith(t, dir, "--allow-commands", "--listen", "127.0.0.1:0", "own.toml")
	cmd, stderr := workWith(t, dir, nil, "--idle", "3s", q.url)
	if err := cmd.Wait(); err != nil || !facttest.States(stderr.String(), "own, --allow-commands, "+ran) {
		t.Errorf("the worker: %v, stderr %q", err, stderr)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the worker has run the command without permission")
	}
	rest, _ := workWith(t, dir, nil, "--allow-commands", "--idle", "3s", q.url)
	if last, status := q.end(t); status != 0 || !strings.Contains(last, "2 correct") {
		t.Errorf("exit status %d, stdout %q, stderr %q", status, last, q.stderr)
	}
	if err := rest.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(ran); err != nil {
		t.Error("the worker has not run the command with permission")
	}
}
