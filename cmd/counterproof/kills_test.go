//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
)

// strikes returns how often a test disturbs a run. If the environment variable is set, n is its
// value, and the experiment is large. Otherwise n is usual, or often in a long test.
func strikes(variable string, usual, often int) (n int, large bool) {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n, true
	}
	if processtest.IsLong() {
		return often, false
	}
	return usual, false
}

// fewestRecords is the least number of records in the large experiment.
const fewestRecords = 300

// dates returns some dates of the calendar as a list for an experiment file: the first days of all
// months, then the second days, and so on.
func dates(n int) string {
	var days []string
	for day := range n {
		days = append(days, fmt.Sprintf("%q", fmt.Sprintf("%02d-%02d", 1+day%12, 1+day/12)))
	}
	return strings.Join(days, ", ")
}

// struckSpec writes an experiment file with small jobs of several puzzles and tasks, by both
// engines. It appends the text of the parameter more.
func struckSpec(t *testing.T, long bool, more string) (path string) {
	t.Helper()
	boards := 8
	if long {
		boards = 90
	}
	path = filepath.Join(t.TempDir(), "struck.toml")
	text := fmt.Sprintf(`title = "Struck"
question = "Are the records the same?"
[[suite]]
name = "days"
puzzle = "calendar"
instances = [%s]
methods = ["native", "native/dlx"]
list = true
[[suite]]
name = "sums"
puzzle = "submarines"
random = { size = "6x6 8x8", density = [0.3], number = %d, seed = 1 }
methods = ["native", "sat"]
task = "unique"
[[suite]]
name = "numbers"
puzzle = "sudoku"
generate = { number = %d, seed = 3 }
methods = ["native", "sat"]
%s`, dates(boards/2), boards/2, boards/2, more)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// startStruck starts a process of the command run, which the test will kill.
func startStruck(t *testing.T, file, spec string) *process {
	t.Helper()
	return start(t, "", "counterproof", "run", "--jobs", "2", "--ledger", file, spec)
}

// strike waits for a random time, at most the parameter most. Then it kills the parent, a worker or
// the whole process group. The result says what was killed. If the run had ended, or if there was
// no worker, the result is empty.
func (p *process) strike(rng *rand.Rand, most time.Duration) string {
	select {
	case <-p.ended:
		return ""
	case <-time.After(time.Duration(rng.Int64N(int64(most)))):
	}
	kind := []string{"parent", "worker", "group"}[rng.IntN(3)]
	switch kind {
	case "parent":
		if p.cmd.Process.Kill() != nil {
			return ""
		}
	case "worker":
		workers := processtest.Children(p.cmd.Process.Pid)
		if len(workers) == 0 || syscall.Kill(workers[rng.IntN(len(workers))], syscall.SIGKILL) != nil {
			return ""
		}
	case "group":
		if syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) != nil {
			return ""
		}
	}
	return kind
}

// measured returns the records of a ledger as text, by key, without the fields that differ from run
// to run. The result complete says whether no job was killed or failed.
func measured(t *testing.T, file string) (records map[string]string, complete bool) {
	t.Helper()
	l, err := ledger.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	records, complete = map[string]string{}, true
	for r, err := range l.Records() {
		if err != nil {
			t.Fatal(err)
		}
		if _, again := records[r.Key]; again {
			t.Errorf("%s: two records of %s %s by %s", file, r.Puzzle, r.Instance, r.Method)
		}
		complete = complete && r.Reason != result.Killed && r.Reason != result.Error
		r.WallSeconds, r.CPUSeconds, r.SATSeconds, r.ModelSeconds, r.PeakBytes, r.Started, r.Host, r.Parallel, r.Cores = nil, nil, nil, nil, nil, "", "", 0, 0
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		records[r.Key] = string(text)
	}
	return records, complete
}

// TestKills kills runs at random moments with SIGKILL: the parent, a worker, or the whole process
// group. Each run starts again until it is done. The records must be the same as the records of an
// undisturbed run. KILLS=200 kills more often, with more records.
func TestKills(t *testing.T) {
	processtest.Need(t)
	kills, long := strikes("KILLS", 2, 10)
	if !long {
		t.Parallel()
	}
	spec, dir := struckSpec(t, long, ""), t.TempDir()
	began := time.Now()
	base := filepath.Join(dir, "base")
	if s := startStruck(t, base, spec); s.wait(t) != 0 {
		t.Fatalf("undisturbed: %s", s.stderr)
	}
	whole := time.Since(began)
	want, complete := measured(t, base)
	if !complete || long && len(want) < fewestRecords {
		t.Fatalf("undisturbed: %d records, complete: %v", len(want), complete)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	struckBy, runs := map[string]int{}, 0
	for done := 0; done < kills; runs++ {
		file := filepath.Join(dir, fmt.Sprint(runs))
		for complete := false; !complete; {
			s := startStruck(t, file, spec)
			if done < kills {
				if kind := s.strike(rng, whole/2); kind != "" {
					struckBy[kind]++
					done++
				}
			}
			switch status := s.wait(t); status {
			case 0:
				_, complete = measured(t, file)
			case 1, -1: // 1 after the kill of a worker, -1 after the kill of the parent
			default:
				t.Fatalf("exit status %d: %s", status, s.stderr)
			}
		}
		got, _ := measured(t, file)
		for key := range want {
			if got[key] != want[key] {
				t.Errorf("run %d: got  %s\nwant %s", runs, got[key], want[key])
			}
		}
		if len(got) != len(want) {
			t.Errorf("run %d: %d records, want %d", runs, len(got), len(want))
		}
		os.Remove(file)
	}
	t.Logf("%d kills %v in %d runs of %d records, each %v when undisturbed", kills, struckBy, runs, len(want), whole.Round(time.Millisecond))
}

// damages lists ways in which another program can damage a ledger during a run.
var damages = []struct {
	name string
	do   func(file, other string, rng *rand.Rand) error
}{
	{"delete", func(file, _ string, _ *rand.Rand) error { return os.Remove(file) }},
	{"truncate", func(file, _ string, _ *rand.Rand) error {
		info, err := os.Stat(file)
		return errors.Join(err, os.Truncate(file, info.Size()/2))
	}},
	{"empty", func(file, _ string, _ *rand.Rand) error { return os.Truncate(file, 0) }},
	{"replace", func(file, other string, _ *rand.Rand) error {
		data, err := os.ReadFile(other)
		return errors.Join(err, os.WriteFile(file+"-new", data, 0o666), os.Rename(file+"-new", file))
	}},
	{"overwrite", func(file, _ string, rng *rand.Rand) error {
		f, err := os.OpenFile(file, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		info, err := f.Stat()
		noise := make([]byte, min(20_000, info.Size()/3))
		for i := range noise {
			noise[i] = byte(rng.Uint32())
		}
		_, failed := f.WriteAt(noise, info.Size()/3)
		return errors.Join(err, failed, f.Close())
	}},
}

// TestDamages damages the ledger of a run as soon as it has a random number of records. The run must
// notice this, name the file and exit with status 1. A long test does each kind of damage. DAMAGES=20 damages more often, with more
// records.
func TestDamages(t *testing.T) {
	processtest.Need(t)
	times, long := strikes("DAMAGES", 2, len(damages))
	if !long {
		t.Parallel()
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	if s := startStruck(t, whole, struckSpec(t, long, "")); s.wait(t) != 0 {
		t.Fatalf("undisturbed: %s", s.stderr)
	}
	most := stored(whole)
	if long && most < fewestRecords {
		t.Fatalf("undisturbed: %d records", most)
	}
	// The last job takes ages, so that no run ends before its ledger is damaged.
	hard, _ := pigeons(14)
	spec := struckSpec(t, long, "[[suite]]\nname = \"last\"\npuzzle = \"exactcover\"\ninstances = [\""+hard+"\"]\nmethods = [\"sat\"]\n")
	rng := rand.New(rand.NewPCG(3, 4))
	order := rng.Perm(len(damages))
	for i := range times {
		damage := damages[order[i%len(damages)]]
		file := filepath.Join(dir, fmt.Sprint(i))
		s := startStruck(t, file, spec)
		enough := 1 + rng.IntN(most)
		processtest.Until(t, fmt.Sprintf("there are %d records", enough), func() bool { return s.over() || stored(file) >= enough })
		if s.over() {
			t.Fatalf("run %d ended too early: %s", i, s.stderr)
		}
		if err := damage.do(file, whole, rng); err != nil {
			t.Fatal(err)
		}
		if status := s.wait(t); status != 1 || !strings.Contains(s.stderr.String(), file) {
			t.Errorf("%s at %d records: exit status %d: %s", damage.name, enough, status, s.stderr)
		} else {
			t.Logf("%s at %d of %d records is noticed", damage.name, enough, most)
		}
	}
	if left := slices.DeleteFunc(processtest.Naming(dir), func(pid int) bool { return pid == os.Getpid() }); len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
}
