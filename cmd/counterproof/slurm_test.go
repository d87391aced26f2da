//go:build unix

package main

import (
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

	"counterproof/bench/test/processtest"
	"counterproof/cmd/counterproof/console"
)

// arraySpec is an experiment without its days and its second method. With 24 days and sat, it takes
// about 30 s of CPU time.
const arraySpec = `title = "An array"
question = "Are the records the same?"
[[suite]]
name = "days"
puzzle = "calendar"
instances = [%s]
methods = ["native", %q]
list = true
[[plot]]
kind = "extremes"
`

// writeArray writes an experiment and a prelude into the folder. Their names have blanks and
// quotation marks.
func writeArray(t *testing.T, dir string, days int, method string) {
	t.Helper()
	write(t, filepath.Join(dir, arrayFile), 0o644, fmt.Sprintf(arraySpec, dates(days), method))
	write(t, filepath.Join(dir, "pre lude.sh"), 0o644, "#SBATCH --comment=\"from the prelude\"\n\necho prelude of $SLURM_ARRAY_TASK_ID\n")
}

const (
	arrayFile = `it's "an" array.toml`
	arrayName = "it-s-an-array" // what remains of the file's name: letters, digits and hyphens
)

// An array is a job file that this test has submitted.
type array struct {
	*slurm
	dir          string
	spec, name   string // the experiment's file in the folder, and the name of its job
	tasks, merge string // numbers of the two jobs
}

// in runs a program in the folder of the array, and returns its exit status and what it prints.
func (a *array) in(t *testing.T, program string, args ...string) (status int, printed string) {
	t.Helper()
	cmd := a.command(program, args...)
	cmd.Dir = a.dir
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// submit writes the job file with the given flags, and submits it.
func (a *array) submit(t *testing.T, flags ...string) {
	t.Helper()
	status, text := a.in(t, "counterproof", slices.Concat([]string{"cluster", "--memory", "1", "--partition", "test"}, flags, []string{"slurm", a.spec})...)
	if status != console.Done {
		t.Fatalf("cluster: exit status %d: %s", status, text)
	}
	write(t, filepath.Join(a.dir, "job file.sh"), 0o644, text)
	status, text = a.in(t, "sh", "job file.sh")
	numbers := regexp.MustCompile(`\d+`).FindAllString(text, -1)
	if status != 0 || len(numbers) != 2 {
		t.Fatalf("the job file: exit status %d: %s", status, text)
	}
	a.tasks, a.merge = numbers[0], numbers[1]
}

// submitParts submits a job file with many options. Its shards follow from the ledger of a plain run.
func (a *array) submitParts(t *testing.T, shards int) {
	t.Helper()
	a.submit(t, "--shards", fmt.Sprint(shards), "--at-once", "3", "--parts", "the parts.txt", "--ledger", "plain.sqlite",
		"--prelude", "pre lude.sh", "--account", `it's "an" \account`)
	for field, want := range map[string]string{"Comment": "from the prelude", "Partition": "test"} {
		if got := a.state(a.tasks+"_0", field); !strings.HasPrefix(got, want) {
			t.Errorf("the field %s is %q, want %q", field, got, want)
		}
	}
	if got := a.try("scontrol", "show", "job", a.tasks+"_0"); !strings.Contains(got, `Account=it's "an" \account`) {
		t.Errorf("Slurm has read another account:\n%s", got)
	}
}

// ledger returns the ledger of a task.
func (a *array) ledger(task int) string {
	return filepath.Join(a.dir, a.name+"-shards", fmt.Sprintf("%d.sqlite", task))
}

// killWorker kills a worker process of a task with SIGKILL.
func (a *array) killWorker(t *testing.T, task int) {
	t.Helper()
	processtest.Until(t, "a worker is killed", func() bool {
		for _, run := range processtest.Naming(fmt.Sprintf("\x00%s-shards/%d.sqlite\x00", a.name, task)) {
			for _, worker := range processtest.Children(run) {
				return syscall.Kill(worker, syscall.SIGKILL) == nil
			}
		}
		return false
	})
}

// disturb requeues task 0, kills a worker of task 1, drains the node until nothing runs, and cancels
// task 5. Then it resumes the node.
func (a *array) disturb(t *testing.T) {
	t.Helper()
	for task := range 3 {
		processtest.Until(t, fmt.Sprintf("task %d has records", task), func() bool { return stored(a.ledger(task)) >= 2 })
	}
	a.do(t, "scontrol", "requeue", a.tasks+"_0")
	a.killWorker(t, 1)
	a.do(t, "scontrol", "update", "NodeName=node", "State=DRAIN", "Reason=test")
	processtest.Until(t, "the running tasks end", func() bool { return a.tasksIn("RUNNING,COMPLETING") == "" })
	if got := a.tasksIn("PENDING"); got != "0,3,4,5" {
		t.Errorf("the tasks %s are pending on a drained node, want the requeued one and 3, 4, 5", got)
	}
	if stored(a.ledger(0)) == 0 {
		t.Error("the requeued task has lost its records")
	}
	if status, text := a.in(t, "counterproof", "cluster", "status", a.spec); status != console.Done || !strings.Contains(text, "0,3-5") ||
		!regexp.MustCompile(`(?m)^1 .*\bdone\b`).MatchString(text) || !regexp.MustCompile(`(?m)^3 .*\bwaiting\b`).MatchString(text) {
		t.Errorf("cluster status: exit status %d, %s", status, text)
	}
	a.do(t, "scancel", a.tasks+"_5")
	a.do(t, "scontrol", "update", "NodeName=node", "State=RESUME")
}

func (a *array) tasksIn(states string) string { return a.slurm.tasks(a.tasks, states) }

// merged waits for the job that merges. This job must fail, and name the shard of the cancelled
// task 5.
func (a *array) merged(t *testing.T) {
	t.Helper()
	processtest.Until(t, "all jobs end", func() bool { return a.try("squeue", "-h") == "" })
	if state := a.state(a.merge, "JobState"); !strings.HasPrefix(state, "FAILED") {
		t.Errorf("the merge without task 5 is %s, want FAILED", state)
	}
	log, err := os.ReadFile(filepath.Join(a.dir, a.name+"-merge.log"))
	if err != nil || !regexp.MustCompile(`\b5 of 6\b`).Match(log) || strings.Contains(string(log), " 4 of 6") {
		t.Errorf("the merge does not name the only incomplete shard, 5 of 6 (%v):\n%s", err, log)
	}
	if restarts := a.state(a.tasks+"_0", "Requeue"); !strings.HasPrefix(restarts, "1 Restarts=1") {
		t.Errorf("task 0: Requeue=%s, want one restart", restarts)
	}
	log, err = os.ReadFile(filepath.Join(a.dir, a.name+"-1.log"))
	if err != nil || strings.Count(string(log), "An array: ") != 2 || !strings.HasPrefix(string(log), "prelude of 1\n") {
		t.Errorf("task 1 did not run the prelude once and its shard twice (%v):\n%s", err, log)
	}
}

// TestSlurm runs an experiment of 30 s as an array of six tasks with a real Slurm. One task is put
// back into the queue, one loses a worker to SIGKILL, one is cancelled, and the node is drained and
// resumed. The last job must merge the rest and name the missing shard. When the missing task has
// run, the merged records must be the same as the records of a plain run. This is a long test.
// TestYearThreeWays is its short form.
func TestSlurm(t *testing.T) {
	processtest.Long(t)
	began := time.Now()
	a := &array{slurm: startSlurm(t), dir: filepath.Join(t.TempDir(), "a folder"), spec: arrayFile, name: arrayName}
	if err := os.Mkdir(a.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	writeArray(t, a.dir, 24, "sat")
	plain := time.Now()
	if status, text := a.in(t, "counterproof", "run", "--jobs", "3", "--ledger", "plain.sqlite", a.spec); status != console.Done {
		t.Fatalf("a plain run: exit status %d: %s", status, text)
	}
	t.Logf("a plain run takes %v", time.Since(plain).Round(100*time.Millisecond))
	a.submitParts(t, 6)
	a.disturb(t)
	a.merged(t)
	a.do(t, "sbatch", "--chdir="+a.dir, "--wait", "--array=5", filepath.Join(a.dir, "job file.sh"))
	if status, text := a.in(t, "sh", "job file.sh", "merge"); status != 0 {
		t.Errorf("the second merge: exit status %d: %s", status, text)
	}
	want, complete := measured(t, filepath.Join(a.dir, "plain.sqlite"))
	got, _ := measured(t, filepath.Join(a.dir, a.name+".sqlite"))
	if !complete || !maps.Equal(got, want) {
		t.Errorf("%d merged records differ from the %d records of a plain run", len(got), len(want))
	}
	if _, err := os.Stat(filepath.Join(a.dir, a.name, "index.html")); err != nil {
		t.Error(err)
	}
	t.Logf("the whole test takes %v", time.Since(began).Round(100*time.Millisecond))
}
