package workers

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/cluster"
	"counterproof/bench/run/experiment"
	"counterproof/cmd/counterproof/console"
)

// statusKind is the argument of the command cluster that asks for the progress.
const statusKind = "status"

// status prints the progress of the experiment whose file is at path. It reads the ledgers below
// the current folder, which must be the folder where the tasks run.
func status(c *console.Call, path string) error {
	spec, err := c.ReadSpec(path)
	if err != nil {
		return err
	}
	job := cluster.Job{Spec: path, Full: spec.Full}
	files, err := filepath.Glob(filepath.Join(job.Folder(), "*.sqlite"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("no ledger in the folder %s: no task has started, or this is not the folder where the tasks run", job.Folder())
	}
	r := &reader{Call: c, spec: spec}
	for _, file := range files {
		switch err := r.read(file); {
		case errors.Is(err, ledger.ErrDamaged), errors.Is(err, ledger.ErrNotLedger):
			r.Say("left out: %v", err)
			r.damage = console.ErrReported
		case err != nil:
			return err
		}
	}
	if r.stored == nil {
		return cmp.Or(r.damage, fmt.Errorf("no ledger in the folder %s has the experiment %s%s: the tasks have just started, or they run another version of this file",
			job.Folder(), spec.Name(), map[bool]string{true: " with --full"}[spec.Full]))
	}
	s := cluster.NewStatus(r.places, r.stored.Shards, spec.Suspects, r.sources, time.Now())
	if s.Total.State == cluster.Done {
		if err := r.addUnlisted(s); err != nil {
			return err
		}
	}
	show := printStatus
	if c.Bool(console.JSONFlag.Name) {
		show = encodeStatus
	}
	if err := show(c.Stdout, spec.Title, s); err != nil {
		return err
	}
	return console.Finish(nil, r.damage != nil || s.Wrong > 0 || c.Bool("complete") && s.Total.Done < s.Total.Jobs)
}

type reader struct {
	*console.Call
	spec *experiment.Spec

	sources []cluster.Source
	stored  *ledger.Experiment // in the ledger that lists the most jobs
	file    string             // of this ledger
	places  []result.Place     // of stored
	damage  error              // of a ledger that cannot be read; status has printed the error
}

// addUnlisted adds to the status the jobs of the experiment that no ledger lists. It makes the boards for
// this, which can take a minute, so status calls it only if all listed jobs are done. If the ledgers have
// none of the boards, the result is an error.
func (r *reader) addUnlisted(s *cluster.Status) error {
	_, jobs, err := r.ReadExperiment(r.spec.Path)
	if err != nil {
		return err
	}
	l, err := r.ReadLedger(r.file, true)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := console.CheckBoards(l, r.file, r.stored, jobs, r.spec.Path); err != nil {
		return err
	}
	s.AddUnlisted(result.Unlisted(jobs), r.places, r.sources)
	return nil
}

// read reads the ledger of a task. The ledger may lack the experiment.
func (r *reader) read(file string) error {
	r.sources = append(r.sources, cluster.Source{Index: -1, Writing: ledger.Writing(file)})
	s := &r.sources[len(r.sources)-1]
	if i, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".sqlite")); err == nil {
		s.Index = i
	}
	l, err := r.ReadLedger(file, true)
	if errors.Is(err, ledger.ErrEmpty) { // its task has just begun
		return nil
	}
	if err != nil {
		return err
	}
	defer l.Close()
	all, err := l.Experiments()
	if err != nil {
		return err
	}
	x := r.StoredExperiment(file, r.spec, all)
	if x == nil {
		return nil
	}
	places, err := l.Places(x)
	if err != nil {
		return err
	}
	for record, err := range l.Records() {
		if err != nil {
			return err
		}
		s.Records = append(s.Records, record)
	}
	if r.stored == nil || len(places) > len(r.places) {
		r.stored, r.file, r.places = x, file, places
	}
	return nil
}

// partOf returns the part that a task runs. Task 0 runs the last part.
func partOf(s *cluster.Status, task int) cluster.Part {
	return s.Parts[(task+len(s.Parts)-1)%len(s.Parts)]
}

func printStatus(w io.Writer, title string, s *cluster.Status) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "task\tjobs\tdone\tfailed\tstate\tjobs/s\ttime left")
	for i := range s.Parts {
		printPart(t, strconv.Itoa(i), partOf(s, i))
	}
	printPart(t, "all", s.Total)
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %d of %d jobs done, %d wrong answers\n", title, s.Total.Done, s.Total.Jobs, s.Wrong)
	if s.Unlisted > 0 {
		fmt.Fprintf(w, "%d of these jobs are in no ledger: boards were added since the tasks started, or this machine has other versions of methods or solvers\n", s.Unlisted)
	}
	if tasks := s.Missing(); len(tasks) > 0 {
		fmt.Fprintf(w, "incomplete tasks that are not running: %s\n", ranges(tasks))
	}
	return nil
}

func printPart(w io.Writer, task string, p cluster.Part) {
	rate, left := "-", "-"
	if p.State == cluster.Running {
		rate = strconv.FormatFloat(p.Rate, 'g', 3, 64)
		left = "unknown"
		if p.Known {
			left = p.Left.Round(time.Second).String()
		}
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%s\n", task, p.Jobs, p.Done, p.Failed, p.State, rate, left)
}

type progress struct {
	Jobs   int           `json:"jobs"`
	Done   int           `json:"done"`
	Failed int           `json:"failed"`
	State  cluster.State `json:"state"`
	Rate   *float64      `json:"jobs_per_second,omitempty"` // absent unless a task is running
	Left   *float64      `json:"seconds_left,omitempty"`    // absent unless a task is running and the time is known
}

func newProgress(p cluster.Part) progress {
	out := progress{Jobs: p.Jobs, Done: p.Done, Failed: p.Failed, State: p.State}
	if p.State == cluster.Running {
		out.Rate = &p.Rate
		if p.Known {
			out.Left = new(p.Left.Seconds())
		}
	}
	return out
}

func encodeStatus(w io.Writer, title string, s *cluster.Status) error {
	encoder := json.NewEncoder(w)
	for i := range s.Parts {
		if err := encoder.Encode(struct {
			Task int `json:"task"`
			progress
		}{i, newProgress(partOf(s, i))}); err != nil {
			return err
		}
	}
	return encoder.Encode(struct {
		Title string `json:"title"`
		progress
		Wrong      int   `json:"wrong_answers"`
		Incomplete []int `json:"incomplete_tasks"` // tasks that must run again
		Unlisted   int   `json:"unlisted_jobs,omitempty"`
	}{title, newProgress(s.Total), s.Wrong, append([]int{}, s.Missing()...), s.Unlisted})
}

// ranges prints increasing numbers as the option --array of sbatch takes them, such as 0,3-5.
func ranges(numbers []int) string {
	var words []string
	for i, j := 0, 0; i < len(numbers); i = j {
		for j = i + 1; j < len(numbers) && numbers[j] == numbers[j-1]+1; j++ {
		}
		word := strconv.Itoa(numbers[i])
		if j > i+1 {
			word += "-" + strconv.Itoa(numbers[j-1])
		}
		words = append(words, word)
	}
	return strings.Join(words, ",")
}
