//go:build unix && !nonats

package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
	"counterproof/encode/puzzletest"
)

// yearFile is the experiment of TestYearThreeWays. The name of its job is yearName.
const (
	yearFile  = yearName + ".toml"
	yearName  = "calendar-year"
	wholeYear = 366 // days
)

// writeYear writes the experiment into the folder: the whole year, or the same experiment with fewer
// days and with an easier day in its second suite.
func writeYear(t *testing.T, dir string, days int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "bench", "experiments", yearFile))
	if err != nil {
		t.Fatal(err)
	}
	spec := string(text)
	for old, new := range map[string]string{`["year"]`: "[" + dates(days) + "]", `"01-25"`: `"03-01"`} {
		if !strings.Contains(spec, old) {
			t.Fatalf("%s lacks %s", yearFile, old)
		}
		if days < wholeYear {
			spec = strings.ReplaceAll(spec, old, new)
		}
	}
	write(t, filepath.Join(dir, yearFile), 0o644, spec)
}

// A way is one of several ways to run the same experiment, with its result.
type way struct {
	name           string
	ledger, report string // a file and a folder
	took           time.Duration
}

// plainly runs the experiment by the command run, with as many workers as the other ways.
func plainly(t *testing.T, a *array) way {
	t.Helper()
	began, w := time.Now(), way{name: "a plain run", ledger: "plain.sqlite", report: "plain"}
	if status, text := a.in(t, "counterproof", "run", "--jobs", "4", "--ledger", w.ledger, a.spec); status != console.Done {
		t.Fatalf("%s: exit status %d: %s", w.name, status, text)
	}
	w.took = time.Since(began)
	reportWay(t, a, w)
	return w
}

// reportWay makes the report of a ledger.
func reportWay(t *testing.T, a *array, w way) {
	t.Helper()
	if status, text := a.in(t, "counterproof", "report", "--ledger", w.ledger, "-o", w.report, a.spec); status != console.Done {
		t.Fatalf("the report of %s: exit status %d: %s", w.name, status, text)
	}
}

// bySlurm runs the experiment as four tasks of Slurm. The last job of Slurm merges and reports.
func bySlurm(t *testing.T, a *array) way {
	t.Helper()
	began := time.Now()
	a.submit(t, "--shards", "4")
	// This job waits for the merge. Its command returns when the job has ended.
	a.do(t, "sbatch", "--wait", "--partition=test", "--mem=1G", "--output=/dev/null", "--dependency=afterany:"+a.merge, "--wrap=true")
	w := way{name: "four parts under Slurm", ledger: a.name + ".sqlite", report: a.name, took: time.Since(began)}
	if state := a.state(a.merge, "JobState"); !strings.HasPrefix(state, "COMPLETED") {
		log, err := os.ReadFile(filepath.Join(a.dir, a.name+"-merge.log"))
		t.Fatalf("the merge is %s, want COMPLETED (%v):\n%s", state, err, log)
	}
	return w
}

// byQueue runs the experiment by a coordinator and four workers. During a job, byQueue
// kills the first worker and all its processes. The other workers must then run this job.
func byQueue(t *testing.T, a *array, jobs int) way {
	t.Helper()
	began, w := time.Now(), way{name: "a queue with four workers", ledger: "queue.sqlite", report: "queue"}
	q := coordinateWith(t, a.dir, "--ledger", w.ledger, "--listen", "127.0.0.1:0", a.spec)
	q.late.Reset(time.Hour) // the whole year takes longer than other tests
	var crew []*process
	for range 4 {
		crew = append(crew, start(t, a.dir, "counterproof", "work", "--jobs", "1", q.url))
	}
	processtest.Until(t, "the ledger has records", func() bool { return stored(filepath.Join(a.dir, w.ledger)) >= 4 })
	processtest.Until(t, "the first worker runs a job", func() bool {
		return slices.ContainsFunc(processtest.Children(crew[0].cmd.Process.Pid), func(pid int) bool { return !processtest.Idle(pid) })
	})
	crew[0].signal(syscall.SIGKILL)
	if n := stored(filepath.Join(a.dir, w.ledger)); n >= jobs {
		t.Errorf("the experiment ended before the worker died: %d records", n)
	}
	if status := crew[0].wait(t); status != -1 {
		t.Errorf("the killed worker has the exit status %d: %s", status, crew[0].stderr)
	}
	last, status := q.end(t)
	if status != console.Done || !strings.Contains(last, fmt.Sprintf(": %d jobs, 0 of them from the ledger, ", jobs)) {
		t.Fatalf("%s: exit status %d, stdout %q, stderr %q", w.name, status, last, q.stderr)
	}
	w.took = time.Since(began)
	for _, worker := range crew[1:] {
		_ = worker.cmd.Process.Signal(os.Interrupt)
		if status := worker.wait(t); status != console.Done {
			t.Errorf("a worker that lives has the exit status %d: %s", status, worker.stderr)
		}
	}
	reportWay(t, a, w)
	return w
}

// countsOfYear compares the counts of a ledger with the published number of solutions of each day.
func countsOfYear(t *testing.T, records map[string]string) {
	t.Helper()
	var published struct {
		Dragonfjord struct {
			PerDay map[string]int `json:"per_day"`
		}
	}
	puzzletest.ReadJSON(t, filepath.Join("..", "..", "encode", "testdata", "calendar.json"), &published)
	for _, text := range records {
		var r result.Record
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		want, ok := published.Dragonfjord.PerDay[r.Instance]
		if !ok || r.Count != fmt.Sprint(want) || r.Digest == "" || r.Verdict != result.Correct {
			t.Errorf("%s by %s: count %s, verdict %q, digest %q; want %d solutions", r.Instance, r.Method, r.Count, r.Verdict, r.Digest, want)
		}
	}
}

// digestOf returns one digest of all records.
func digestOf(records map[string]string) string {
	h := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(records)) {
		fmt.Fprintln(h, records[key])
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// The parts of a report that unmeasured reads.
var (
	pageAnswers = regexp.MustCompile(`(?s)<dl class="answers">.*?</dl>`)
	pageAnswer  = regexp.MustCompile(`(?s)<dt>(.*?)</dt><dd>(.*?)</dd>`)
	pageTable   = regexp.MustCompile(`(?s)<table id="(\w+)">(.*?)</table>`)
	pageRow     = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	pageCell    = regexp.MustCompile(`(?s)<t[hd]\b[^>]*>(.*?)</t[hd]>`)
	pageTag     = regexp.MustCompile(`<[^>]*>`)

	// timed matches the answers and the headings of columns that depend on times.
	timed = regexp.MustCompile(`\b(time|PAR-2|SAT solver|B / A|interval|largest|faster|equal|test p|caveats)\b`)
)

// unmeasured returns the answers and the tables of a report as text, without the values that depend
// on times.
func unmeasured(t *testing.T, folder string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(folder, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, part := range pageAnswer.FindAllStringSubmatch(pageAnswers.FindString(string(page)), -1) {
		if !timed.MatchString(part[1]) {
			fmt.Fprintf(&b, "%s: %s\n", part[1], pageTag.ReplaceAllString(part[2], ""))
		}
	}
	for _, part := range pageTable.FindAllStringSubmatch(string(page), -1) {
		fmt.Fprintln(&b, part[1])
		var left []bool // out
		for _, line := range pageRow.FindAllStringSubmatch(part[2], -1) {
			for i, text := range pageCell.FindAllStringSubmatch(line[1], -1) {
				text := pageTag.ReplaceAllString(text[1], "")
				if i == len(left) {
					left = append(left, timed.MatchString(text))
				}
				if !left[i] {
					fmt.Fprintf(&b, "%s\t", text)
				}
			}
			fmt.Fprintln(&b)
		}
	}
	return b.String()
}

// TestYearThreeWays runs the year of the calendar in three ways: by a plain run, by four parts under
// a real Slurm, and by a queue with four workers, one of which dies. The three ledgers must have the
// same records with the published counts, and the three reports must have the same tables, apart from
// times. The year has 3 days, and 24 days in a long test. YEAR=1 runs the whole year.
func TestYearThreeWays(t *testing.T) {
	t.Parallel()
	days := 3
	switch {
	case testing.Short():
		t.Skip("runs an experiment three times")
	case os.Getenv("YEAR") != "":
		days = wholeYear
	case processtest.IsLong():
		days = 24
	}
	a := &array{slurm: startSlurm(t), dir: t.TempDir(), spec: yearFile, name: yearName}
	writeYear(t, a.dir, days)
	jobs := 2*days + 7 // the second suite has seven methods
	plain := plainly(t, a)
	want, complete := measured(t, filepath.Join(a.dir, plain.ledger))
	if !complete || len(want) != jobs {
		t.Fatalf("a plain run: %d records, want %d; complete: %v", len(want), jobs, complete)
	}
	countsOfYear(t, want)
	text := unmeasured(t, filepath.Join(a.dir, plain.report))
	if rows := strings.Count(text, "agree, digests too"); rows != days {
		t.Errorf("the report has %d days on which the digests agree, want %d:\n%s", rows, days, text)
	}
	for _, w := range []way{plain, bySlurm(t, a), byQueue(t, a, jobs)} {
		got, _ := measured(t, filepath.Join(a.dir, w.ledger))
		if !maps.Equal(got, want) {
			t.Errorf("%s: %d records differ from the %d records of a plain run", w.name, len(got), len(want))
		}
		if page := unmeasured(t, filepath.Join(a.dir, w.report)); page != text {
			t.Errorf("the report of %s:\n%s\nthe report of a plain run:\n%s", w.name, page, text)
		}
		t.Logf("%s: %d records in %v, digest %s", w.name, len(got), w.took.Round(100*time.Millisecond), digestOf(got))
	}
}
