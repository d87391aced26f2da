//go:build unix

package work

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/system/child"
	"counterproof/bench/system/solvers"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
	"counterproof/sat/extern"
)

// claspIs puts a shell script on PATH that runs instead of clasp.
func claspIs(t *testing.T, script string) {
	t.Helper()
	dir := t.TempDir()
	script = "#!/bin/sh\n[ \"$1\" = --version ] && { echo clasp version 0; exit; }\n" + script + "\n"
	if err := os.WriteFile(filepath.Join(dir, "clasp"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// two is a script that lists the solutions of the board "2" as clasp does.
const two = `cat >/dev/null; printf 'v -1 2 0\nv 1 -2 0\ns SATISFIABLE\n'; exit 30`

// TestProgram checks the records of jobs whose outside program works, and of jobs whose program
// fails in one of many ways.
func TestProgram(t *testing.T) {
	linux := func(want string) string { // for limits that only Linux can enforce
		if child.Resident(os.Getpid()) == 0 {
			t.Skip("no limits here")
		}
		return want
	}
	for _, c := range []struct {
		name, script    string
		limits          result.Limits
		reason, verdict string
		says            string
		count           string
	}{
		{"well", two, result.Limits{}, result.Done, "", "", "2"},
		{"well, within limits", two, result.Limits{Wall: time.Minute, CPU: time.Minute, Memory: 1 << 40}, result.Done, "", "", "2"},
		{"more than the limit", two, result.Limits{Solutions: 1}, result.Limit, "", "", "1"},
		{"a wrong model", "cat >/dev/null; printf 'v 1 2 0\ns SATISFIABLE\n'; exit 30", result.Limits{}, result.Error, result.Wrong, "clasp", ""},
		{"an error", "echo out of luck >&2; exit 3", result.Limits{}, result.Error, "", "clasp, 3: out of luck", ""},
		{"hangs", "sleep 1000", result.Limits{Wall: 500 * time.Millisecond}, result.Timeout, "", "", ""},
		{"spins", "while :; do :; done", result.Limits{CPU: 200 * time.Millisecond}, linux(result.CPU), "", "", ""},
		{"spins on in others", "spin() { i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done; }; while :; do (spin); done", result.Limits{CPU: 400 * time.Millisecond}, linux(result.CPU), "", "", ""},
		{"is out of time", "kill -XCPU $$", result.Limits{}, result.CPU, "", "", ""},
		{"eats", "a=$(head -c 1000000 /dev/zero | tr '\\0' x); while :; do a=$a$a; sleep 0.05; done", result.Limits{Memory: 100 << 20}, linux(result.Memory), "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			claspIs(t, `: >"$`+fakes.Meeting+`/$$"`+"\n"+c.script)
			pool, outcomes := begun(t, c.limits, func(limits result.Limits) []result.Job {
				return []result.Job{job(t, "fake", 2, "extern/clasp", result.Job{Limits: limits})}
			})
			r := outcomes[0].Record
			if r.Reason != c.reason || r.Verdict != c.verdict || r.Count != c.count || !facttest.States(r.Error, c.says) || (c.says == "") != (r.Error == "") {
				t.Errorf("got %+v, want %+v", r, c)
			}
			if r.Method != "extern/clasp/pairwise" || r.Solver != "clasp 0" || r.Style != "pairwise" {
				t.Errorf("method %s, solver %s, style %s", r.Method, r.Solver, r.Style)
			}
			if judge.Answer(r) != nil && (*r.Runs != 1 || r.Conflicts != nil || r.Decisions != nil || *r.Clauses == 0 || *r.SATSeconds <= 0 || *r.SATSeconds > *r.WallSeconds) {
				t.Errorf("runs %v, conflicts %v, %v s of %v", *r.Runs, r.Conflicts, *r.SATSeconds, *r.WallSeconds)
			}
			if cut := r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory; cut {
				// The board has two switches, of which one is on. So there are two variables and
				// two clauses. The clauses say that at least one switch is on, and that not both
				// are on. The CPU time of programs is known in hundredths of a second.
				if r.Variables == nil || *r.Variables != 2 || r.Clauses == nil || *r.Clauses != 2 {
					t.Errorf("%v variables and %v clauses, want 2 and 2", r.Variables, r.Clauses)
				}
				if r.CPUSeconds == nil || *r.CPUSeconds < c.limits.CPU.Seconds()-0.02 {
					t.Errorf("CPU time %v, the limit is %v", r.CPUSeconds, c.limits.CPU)
				}
				if peakBytes() > 0 && (r.PeakBytes == nil || *r.PeakBytes < max(1<<20, c.limits.Memory/10*9)) {
					t.Errorf("peak %v, the limit is %d", r.PeakBytes, c.limits.Memory)
				}
			}
			if pool.atWork() == 0 {
				t.Fatal("no program was started")
			}
			for _, file := range pool.files() {
				gone(t, file)
			}
		})
	}
}

// TestProgramStatesItsWork checks which numbers about a program's work a record has: exactly the
// numbers that the program prints, even if these numbers are 0.
func TestProgramStatesItsWork(t *testing.T) {
	say := func(n *int64) string {
		if n == nil {
			return "-"
		}
		return strconv.FormatInt(*n, 10)
	}
	claspIs(t, `cat >/dev/null; printf 'v -1 2 0\nv 1 -2 0\ns SATISFIABLE\nc Choices : 0\nc Conflicts : 12 (Analyzed: 11)\n'; exit 30`)
	r := do(t, &Pool{Workers: 1}, job(t, "fake", 2, "extern/clasp", result.Job{}))[0].Record
	if got := say(r.Conflicts) + " " + say(r.Decisions) + " " + say(r.Propagations); got != "12 0 -" || r.Count != "2" {
		t.Errorf("clasp: got %s, want 12 0 -: %+v", got, r)
	}
	r = do(t, &Pool{Workers: 1}, job(t, "fake", 2, "sat", result.Job{}))[0].Record
	if r.Conflicts == nil || r.Decisions == nil || r.Propagations != nil {
		t.Errorf("gophersat: got %+v", r)
	}
}

// TestRealProgramStatesItsWork checks that a record has the numbers that the real clasp has
// printed. On the board with 8 switches there are no conflicts, so a mistake can only show in the
// number of decisions.
func TestRealProgramStatesItsWork(t *testing.T) {
	path := processtest.Program(t, "clasp")
	printed := filepath.Join(t.TempDir(), "printed")
	claspIs(t, path+` "$@" >`+printed+`; code=$?; cat `+printed+`; exit $code`)
	r := do(t, &Pool{Workers: 1}, job(t, "fake", 8, "extern/clasp", result.Job{}))[0].Record
	text, err := os.ReadFile(printed)
	if err != nil || r.Count != "8" || r.Conflicts == nil || r.Decisions == nil || *r.Decisions == 0 {
		t.Fatalf("%v, %+v", err, r)
	}
	said := " " + strings.Join(strings.Fields(string(text)), " ") + " "
	if want := " c Choices : " + strconv.FormatInt(*r.Decisions, 10) + " c Conflicts : " + strconv.FormatInt(*r.Conflicts, 10) + " "; !strings.Contains(said, want) {
		t.Errorf("the record says%s, clasp printed\n%s", want, text)
	}
}

// TestDefinedProgram checks jobs of programs that an experiment defines: a counter, and a solver that
// reads a file, which must not be left if the worker is killed.
func TestDefinedProgram(t *testing.T) {
	t.Setenv(solvers.Variable, "") // Use sets it
	err := solvers.Use([]extern.Tool{
		{Name: "counter", Command: []string{"clasp", "{seconds}", "{memory}", "{seed}"}, Answer: extern.Counts, Projection: extern.ShowLine},
		{Name: "slow", Command: []string{"clasp", "{file}"}, Answer: extern.Competition},
	})
	if err != nil {
		t.Fatal(err)
	}
	claspIs(t, `[ "$*" = "2 100 8" ] && { cat >/dev/null; echo s 2; exit; }; : >"$TMPDIR/$$"; exec sleep 1000`)
	t.Setenv("TMPDIR", t.TempDir())
	counter := job(t, "fake", 2, "extern/counter", result.Job{Seed: 7, Repetition: 1, Limits: result.Limits{Wall: 2 * time.Second, Memory: 100 << 20}})
	slow := job(t, "fake", 2, "extern/slow", result.Job{Limits: result.Limits{Wall: 500 * time.Millisecond}})
	done := do(t, &Pool{Workers: 1}, counter, slow)
	if r := done[0].Record; r.Count != "2" || r.Reason != result.Done || !strings.HasPrefix(r.Version, "1-") || r.Runs == nil || *r.Runs != 1 {
		t.Errorf("the counter: %+v", r)
	}
	if r := done[1].Record; r.Reason != result.Timeout {
		t.Errorf("the slow solver: %+v", r)
	}
	for _, name := range processtest.Entries(t, os.TempDir()) {
		if strings.HasSuffix(name, ".cnf") {
			t.Errorf("the file %s is left", name)
			continue
		}
		gone(t, filepath.Join(os.TempDir(), name))
	}
}

// gone waits until a process has ended. The process id is the content of the file. If the file is
// empty, the process id is the name of the file.
func gone(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(cmp.Or(strings.TrimSpace(string(text)), filepath.Base(file)))
	if err != nil {
		t.Fatal(err)
	}
	if !processtest.Happens(func() bool { return !processtest.Alive(pid) }) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
		t.Fatalf("the program %d is left", pid)
	}
}

// TestProgramEndsWithItsWorker checks that a program, or a process that it has started, ends when its
// worker is interrupted or killed.
func TestProgramEndsWithItsWorker(t *testing.T) {
	for _, c := range []struct {
		name, script string
		linux        bool
		end          func(t *testing.T, cancel context.CancelFunc)
	}{
		{"interrupted", "sleep 1000 & echo $! >PID; wait", false, func(_ *testing.T, cancel context.CancelFunc) { cancel() }},
		// As the system does when memory is short: the worker cannot react.
		{"killed", "echo $$ >PID; exec sleep 1000", true, func(t *testing.T, _ context.CancelFunc) {
			for _, pid := range processtest.Children(os.Getpid()) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.linux && child.Resident(os.Getpid()) == 0 {
				t.Skip("a program outlives its worker here")
			}
			pid := filepath.Join(t.TempDir(), "pid")
			claspIs(t, strings.ReplaceAll(c.script, "PID", pid+".part; mv "+pid+".part "+pid))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			j := job(t, "fake", 2, "extern/clasp", result.Job{})
			go func() {
				if processtest.Happens(func() bool { _, err := os.Stat(pid); return err == nil }) {
					c.end(t, cancel)
				} else {
					cancel()
				}
			}()
			_ = Batch(ctx, []result.Job{j}, nil, &Pool{Workers: 1}, func([]Outcome) error { return nil })
			gone(t, pid)
		})
	}
}

// TestProgramIsAccountedFor checks that the CPU time and the memory of an outside program are added
// to the record of its job, and not to the record of the next job.
func TestProgramIsAccountedFor(t *testing.T) {
	if peakBytes() == 0 {
		t.Skip("sizes are not known here")
	}
	// The script uses 60 MB, and then CPU time. Reading 60 MB in a shell takes some CPU time,
	// too.
	claspIs(t, "a=$(head -c 60000000 /dev/zero | tr '\\0' x); i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; "+two)
	jobs := []result.Job{
		job(t, "fake", 2, "native/list", result.Job{}),
		job(t, "fake", 2, "extern/clasp", result.Job{}),
		job(t, "fake", 3, "native/list", result.Job{}),
	}
	all := do(t, &Pool{Workers: 1}, jobs...)
	before, program, after := all[0].Record, all[1].Record, all[2].Record
	if judge.Answer(program) == nil || judge.Answer(after) == nil {
		t.Fatalf("%+v, %+v", program, after)
	}
	if *program.CPUSeconds < 0.05 || *program.CPUSeconds < 20**before.CPUSeconds || *after.CPUSeconds > *program.CPUSeconds/4 {
		t.Errorf("CPU %v s, before %v, after %v", *program.CPUSeconds, *before.CPUSeconds, *after.CPUSeconds)
	}
	if *program.PeakBytes < *before.PeakBytes+50<<20 || *program.PeakBytes > *before.PeakBytes+400<<20 || *after.PeakBytes > *program.PeakBytes-40<<20 {
		t.Errorf("peak %d, before %d, after %d", *program.PeakBytes, *before.PeakBytes, *after.PeakBytes)
	}
}

// TestLyingProgram checks that the record of an outside program has the verdict "wrong" if the
// program claims that there is no solution. The records of the other methods must not have this
// verdict.
func TestLyingProgram(t *testing.T) {
	claspIs(t, "cat >/dev/null; echo s UNSATISFIABLE; exit 20")
	p := fakes.Lookup("fake")
	var records []result.Record
	for _, name := range []string{"native/list", "sat", "extern/clasp"} {
		j, err := answer.Prepare(result.Job{Mode: result.Sets}, p, fakes.New("fake", 3), method.MustParse(name))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, do(t, &Pool{Workers: 1}, j)[0].Record)
	}
	c := judge.Compare(records)
	for i, want := range []string{result.Correct, result.Correct, result.Wrong} {
		if c.Records[i].Verdict != want {
			t.Errorf("%s is %s, want %s", c.Records[i].Method, c.Records[i].Verdict, want)
		}
	}
}

// TestProgramVersion checks that the key of a job changes with the version of its program, so that
// the job is run again.
func TestProgramVersion(t *testing.T) {
	claspIs(t, two)
	one := job(t, "fake", 2, "extern/clasp", result.Job{})
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "clasp"), []byte("#!/bin/sh\necho clasp version 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	other := job(t, "fake", 2, "extern/clasp", result.Job{})
	if one.Key() == other.Key() || one.Solver != "clasp 0" || other.Solver != "clasp 1" {
		t.Errorf("solvers %q and %q, keys %s and %s", one.Solver, other.Solver, one.Key(), other.Key())
	}
	t.Setenv("PATH", t.TempDir())
	clasp, _ := solvers.Find("clasp")
	_, err := answer.Prepare(result.Job{}, fakes.Lookup("fake"), fakes.New("fake", 2), method.MustParse("extern/clasp"))
	if want := (&extern.NotFoundError{Tool: clasp}).Error(); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	for _, name := range []string{"extern", "extern/magic", "extern/clasp/magic"} {
		if _, err := answer.Prepare(result.Job{}, fakes.Lookup("fake"), fakes.New("fake", 2), method.MustParse(name)); err == nil || !strings.Contains(err.Error(), strconv.Quote(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestRealProgram checks that the real clasp counts correctly in a given style, and that the ledger
// keeps its record.
func TestRealProgram(t *testing.T) {
	processtest.Program(t, "clasp")
	l, err := ledger.Open(filepath.Join(t.TempDir(), "ledger"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	j := job(t, "fake", 5, "extern/clasp/pairwise", result.Job{})
	for _, kept := range []bool{false, true} {
		err := Batch(t.Context(), []result.Job{j}, l, &Pool{Workers: 1}, func(os []Outcome) error {
			if r := os[0].Record; r.Count != "5" || r.Digest == "" || os[0].Kept != kept {
				t.Errorf("kept %v: %+v", os[0].Kept, r)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// TestEmptyRun checks that records say how long an empty run of their program takes, also in a run without
// wall limits, and that a program that hangs on the empty formula does not stop its jobs.
func TestEmptyRun(t *testing.T) {
	const answers, hangs = `printf 'v 1 0\ns SATISFIABLE\n'; exit 30`, "sleep 1000"
	for _, c := range []struct {
		version, script string
		measured        bool
	}{{"7.1", answers, true}, {"7.2", hangs, false}} {
		dir := t.TempDir()
		script := "#!/bin/sh\n[ \"$1\" = --version ] && { echo clasp version " + c.version + "; exit; }\n" +
			`case "$(cat)" in *"cnf 1 1"*) ` + c.script + `;; esac; printf 'v -1 2 0\nv 1 -2 0\ns SATISFIABLE\n'; exit 30` + "\n"
		if err := os.WriteFile(filepath.Join(dir, "clasp"), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
		_, outcomes := begun(t, result.Limits{Wall: 3 * time.Second}, func(limits result.Limits) []result.Job {
			return []result.Job{job(t, "fake", 2, "extern/clasp", result.Job{Limits: limits})}
		})
		if r := outcomes[0].Record; r.Count != "2" || (r.EmptyRun != nil) != c.measured || c.measured && *r.EmptyRun <= 0 {
			t.Errorf("version %s: count %s and empty run %v", c.version, r.Count, r.EmptyRun)
		}
	}
}
