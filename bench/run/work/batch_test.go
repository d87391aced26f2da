package work

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
)

// slowJobs returns 24 jobs of at least 30 ms each.
func slowJobs() []result.Job {
	var jobs []result.Job
	for n := range 12 {
		for _, name := range []string{"native", "sat"} {
			j, err := answer.Prepare(result.Job{Mode: result.List}, fakes.Lookup("fake-slow"), fakes.New("fake-slow", n), method.MustParse(name))
			if err != nil {
				panic(err)
			}
			jobs = append(jobs, j)
		}
	}
	return jobs
}

// slowRun runs slowJobs, prints the keys of finished jobs, and returns the exit status.
// TestKillAndResume runs slowRun in another process, and kills this process.
func slowRun(path string) int {
	l, err := ledger.Open(path)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer l.Close()
	err = Batch(context.Background(), slowJobs(), l, &Pool{Workers: 2}, func(batch []Outcome) error {
		for _, o := range batch {
			if !o.Kept {
				fmt.Println("done", o.Job.Key())
			}
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// TestKillAndResume starts a run again and again until a run ends by itself. It kills each run with
// kill -9, at a later moment than the previous run. It checks that no worker outlives a run. A job
// that a run has printed must not be done again. At the end, the ledger must equal the ledger of an
// undisturbed run.
func TestKillAndResume(t *testing.T) {
	processtest.Need(t)
	whole, killed := processtest.Ledgers(t)
	if said, err := exec.Command(os.Args[0], "run", whole).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	seen := map[string]int{}
	kills := 0
	for {
		s := processtest.Launch(t, "run", killed)
		again := s.KillAt(t, kills, killed, func(string) bool { return true })
		for _, line := range s.Done(t) {
			seen[line]++
		}
		if !again {
			break
		}
		kills++
		if _, err := os.Stat(killed); err == nil {
			checkKilled(t, killed, seen)
		}
		if kills > 24 { // each of the last runs has finished a job
			t.Fatalf("the run never ends: %v: %s", s.Err, s.Said(t))
		}
	}
	if kills == 0 {
		t.Error("no run was killed")
	}
	for line, n := range seen {
		if n > 1 {
			t.Errorf("%s: %d times", line, n)
		}
	}
	got, want := fakes.Export(t, killed), fakes.Export(t, whole)
	if got != want {
		t.Errorf("after %d kills the ledger is\n%s\nwant\n%s", kills, got, want)
	}
	if n := strings.Count(want, `"verdict":"correct"`); n != 24 {
		t.Errorf("%d records are correct, want 24:\n%s", n, want)
	}
}

// checkKilled checks that the ledger of a killed run has the records of all jobs that the run has
// printed.
func checkKilled(t *testing.T, path string, done map[string]int) {
	t.Helper()
	l, err := ledger.Read(path)
	if errors.Is(err, ledger.ErrEmpty) && len(done) == 0 {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for line := range done {
		if r, ok, err := l.Get(strings.TrimPrefix(line, "done ")); !ok || err != nil || r.Status != result.Exact {
			t.Fatalf("after it was killed the ledger has %v of %s, %v", r, line, err)
		}
	}
}

// TestTwoRuns checks that a second run cannot use the ledger of the first run.
func TestTwoRuns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l.db")
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	said, err := exec.Command(os.Args[0], "run", path).CombinedOutput()
	if err == nil || !strings.Contains(string(said), ledger.ErrLocked.Error()) {
		t.Errorf("%v: %s", err, said)
	}
}

// TestRunAgain checks that a second run repeats exactly the jobs that ended with an error or whose
// workers died.
func TestRunAgain(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	jobs := []result.Job{
		job(t, "fake", 3, "native", result.Job{}),
		job(t, "fake-exit", 3, "native", result.Job{}),
		job(t, "fake-hang", 3, "native", result.Job{Limits: result.Limits{Wall: 50 * time.Millisecond}}),
		job(t, "fake-error", 3, "native", result.Job{}),
		job(t, "fake", 3, "native/count", result.Job{}),
	}
	for _, want := range []string{"", "0 2 4"} {
		var kept []string
		indexes := map[int]bool{}
		err := Batch(t.Context(), jobs, l, &Pool{}, func(batch []Outcome) error {
			for _, o := range batch {
				indexes[o.Index] = true
				if o.Record.Key != jobs[o.Index].Key() {
					t.Errorf("outcome %d is of another job", o.Index)
				}
				if o.Kept {
					kept = append(kept, fmt.Sprint(o.Index))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(kept)
		if got := strings.Join(kept, " "); got != want {
			t.Errorf("kept %q, want %q", got, want)
		}
		if len(indexes) != len(jobs) {
			t.Errorf("%d outcomes, want %d", len(indexes), len(jobs))
		}
	}
	r, _, err := l.Get(jobs[0].Key())
	if err != nil || r.Verdict != result.Correct {
		t.Errorf("two methods agree and the verdict is %q (%v)", r.Verdict, err)
	}
}

// TestRunAlarm checks that a second, equal answer to a job is accepted, and that a different answer
// is an alarm.
func TestRunAlarm(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	j := job(t, "fake", 3, "native", result.Job{})
	// The same job twice: the first is in the ledger when the second comes.
	err = Batch(t.Context(), []result.Job{j, j}, l, &Pool{}, func([]Outcome) error { return nil })
	if err != nil {
		t.Errorf("the same answer twice: %v", err)
	}
	r, _, _ := l.Get(j.Key())
	r.Count = "4"
	var alarm *ledger.Alarm
	if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); !errors.As(err, &alarm) || alarm.Old.Count != "3" || alarm.New.Count != "4" {
		t.Errorf("got %v", err)
	}
}

// TestRunLosesItsLedger checks that Batch reports an error of the ledger only once.
func TestRunLosesItsLedger(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	jobs := []result.Job{job(t, "fake", 2, "native", result.Job{}), job(t, "fake-gate", 2, "native", result.Job{})}
	pool := meet(t, 1)
	err = Batch(t.Context(), jobs, l, &pool.Pool, func([]Outcome) error {
		defer pool.open(t)
		return l.Close()
	})
	if err == nil || strings.Count(err.Error(), "ledger ") != 1 {
		t.Errorf("got %v", err)
	}
}

// TestRunOldSymmetries starts with a ledger of wrong counts up to symmetry. These counts come from
// the current version of every method, but from an earlier version of the symmetries. The test
// checks that these records do not count as answers to the new jobs, and do not make the new
// answers wrong. This must also hold after a merge, and for a method that the run does not use.
func TestRunOldSymmetries(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var old []string
	for _, method := range []string{"native", "sat", "brute"} {
		j := job(t, "fake", 5, method, result.Job{})
		j.Orbits = true // but Version lacks answer.SymmetryVersion
		r := j.Record(result.Done, "")
		r.Status, r.Count, r.Verdict, r.Started = result.Exact, "5", result.Correct, "2999-01-01T00:00:00Z"
		if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); err != nil {
			t.Fatal(err)
		}
		old = append(old, r.Key)
	}
	jobs := []result.Job{job(t, "fake", 5, "native", result.Job{Options: result.Options{Orbits: true}}), job(t, "fake", 5, "sat", result.Job{Options: result.Options{Orbits: true}}), job(t, "fake", 5, "sat", result.Job{})}
	counts := map[int]string{}
	err = Batch(t.Context(), jobs, l, &Pool{}, func(batch []Outcome) error {
		for _, o := range batch {
			counts[o.Index] = o.Record.Count
		}
		return nil
	})
	if err != nil || counts[0] != "3" || counts[1] != "3" || counts[2] != "5" {
		t.Errorf("counts %v, want 3 and 3 up to symmetry and 5 of all; error %v", counts, err)
	}
	for _, again := range []string{"run", "merge"} {
		for i, want := range []string{result.Correct, result.Correct, result.Unchecked} {
			if r, _, _ := l.Get(jobs[i].Key()); r.Verdict != want {
				t.Errorf("%s: %s %s is %s, want %s", again, r.Method, r.Version, r.Verdict, want)
			}
		}
		if err := JudgeAll(l); err != nil {
			t.Fatal(err)
		}
	}
	for group, err := range Instances(l) {
		if err != nil || len(group) != len(jobs) {
			t.Errorf("%d records count, want the %d new ones; error %v", len(group), len(jobs), err)
		}
	}
	for _, key := range old {
		if r, _, _ := l.Get(key); r.Verdict != result.Correct || r.Count != "5" {
			t.Errorf("the old %s is %s %s, want %s 5 as it was", r.Method, r.Verdict, r.Count, result.Correct)
		}
	}
}

// TestRunOldVersion checks that a wrong answer by an older version of a method does not make the new
// answer wrong.
func TestRunOldVersion(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	old := job(t, "fake", 3, "native", result.Job{})
	old.Version = "2"
	r := old.Record(result.Done, "")
	r.Status, r.Count, r.Verdict = result.Exact, "2", result.Wrong
	if err := l.Add(ledger.Row{Job: old.Text(), Record: r}); err != nil {
		t.Fatal(err)
	}
	jobs := []result.Job{job(t, "fake", 3, "native", result.Job{}), job(t, "fake", 3, "sat", result.Job{})}
	if err := Batch(t.Context(), jobs, l, &Pool{}, func([]Outcome) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{old.Key(): result.Wrong, jobs[0].Key(): result.Correct, jobs[1].Key(): result.Correct} {
		if r, _, _ := l.Get(key); r.Verdict != want {
			t.Errorf("%s version %s is %s, want %s", r.Method, r.Version, r.Verdict, want)
		}
	}
}

// TestJudgeProgress judges the records of more jobs than fit into one transaction. It checks the
// verdicts and the progress.
func TestJudgeProgress(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var jobs []result.Job
	var rows []ledger.Row
	for n := range judgeAtOnce {
		for _, m := range []string{"native", "sat"} {
			j := result.Job{Task: result.Count, Puzzle: "fake", Instance: fmt.Sprint(n), Method: m}
			r := j.Record(result.Done, "")
			r.Status, r.Count = result.Exact, "3"
			if n == 7 && m == "sat" || n == judgeAtOnce-1 {
				r.Count = map[string]string{"native": "4", "sat": "5"}[m]
			}
			jobs, rows = append(jobs, j), append(rows, ledger.Row{Job: j.Text(), Record: r})
		}
	}
	if err := l.Add(rows...); err != nil {
		t.Fatal(err)
	}
	var told []int
	verdicts, err := Judge(jobs, l, func(compared int) { told = append(told, compared) })
	if err != nil || len(told) < 2 || !slices.IsSorted(told) || told[0] == 0 || told[len(told)-1] != len(jobs) {
		t.Errorf("told %v of %d jobs (%v)", told, len(jobs), err)
	}
	wrong := 0
	for _, row := range rows {
		r, _, err := l.Get(row.Record.Key)
		want := result.Correct
		if r.Instance == "7" || r.Instance == fmt.Sprint(judgeAtOnce-1) {
			want = result.Wrong
			wrong++
		}
		if err != nil || r.Verdict != want || verdicts[r.Key] != want {
			t.Fatalf("%s by %s: verdict %s and %s (%v), want %s", r.Instance, r.Method, r.Verdict, verdicts[r.Key], err, want)
		}
	}
	if wrong != 4 || len(verdicts) != len(rows) {
		t.Errorf("%d wrong verdicts of %d, want 4 of %d", wrong, len(verdicts), len(rows))
	}
}

// TestSkipped checks a run whose jobs the ledger has settled, as after a run that was killed before it
// compared the answers: with Skipped, Batch delivers no outcome and still sets the missing verdicts.
func TestSkipped(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	jobs := []result.Job{job(t, "fake", 3, "native", result.Job{}), job(t, "fake", 3, "sat", result.Job{}), job(t, "fake", 5, "native", result.Job{})}
	for i, verdict := range []string{result.Unchecked, "", result.Correct} { // sat answered after native was judged
		r := jobs[i].Record(result.Done, "")
		r.Status, r.Count, r.Verdict, r.Solver = result.Exact, "3", verdict, jobs[i].Solver
		if err := l.Add(ledger.Row{Job: jobs[i].Text(), Record: r}); err != nil {
			t.Fatal(err)
		}
	}
	skipped := 0
	pool := &Pool{Skipped: func(n int) { skipped = n }}
	if err := Batch(t.Context(), jobs, l, pool, func(batch []Outcome) error {
		t.Errorf("delivered %d outcomes", len(batch))
		return nil
	}); err != nil || skipped != 3 {
		t.Fatalf("skipped %d jobs, want 3 (%v)", skipped, err)
	}
	for i := range jobs { // nothing new is known about the board of the last job
		if r, _, _ := l.Get(jobs[i].Key()); r.Verdict != result.Correct {
			t.Errorf("job %d is %q", i, r.Verdict)
		}
	}
}

// TestKilledAndJudged starts with a job that was killed and judged, together with an answer to another
// job on the same board. When the first job gets its answer, both answers must be judged again.
func TestKilledAndJudged(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	jobs := []result.Job{job(t, "fake", 3, "native", result.Job{}), job(t, "fake", 3, "sat", result.Job{})}
	killed := jobs[0].Record(result.Killed, "killed")
	killed.Verdict = result.Unchecked
	if err := l.Add(ledger.Row{Job: jobs[0].Text(), Record: killed}); err != nil {
		t.Fatal(err)
	}
	for _, some := range [][]result.Job{jobs[1:], jobs} {
		if err := Batch(t.Context(), some, l, &Pool{}, func([]Outcome) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for i := range jobs {
		if r, _, _ := l.Get(jobs[i].Key()); r.Verdict != result.Correct {
			t.Errorf("job %d is %q", i, r.Verdict)
		}
	}
}
