package work

import (
	"iter"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
)

// An instance identifies an instance as records do: by the puzzle and the canonical notation.
type instance struct{ puzzle, instance string }

// A versioned is a method that counts either all solutions or solutions up to symmetry. The two
// kinds of counts have different versions.
type versioned struct {
	method string
	orbits bool
}

// outdated reports whether a record counts up to symmetry with an older version of the symmetries.
// The version of the method itself does not matter.
func outdated(r result.Record) bool {
	return r.Orbits && !strings.HasSuffix(r.Version, answer.SymmetryVersion)
}

func addVerdicts(verdicts map[string]string, records []result.Record) {
	for i, verdict := range judge.Verdicts(records) {
		verdicts[records[i].Key] = verdict
	}
}

// judgeAtOnce is the number of jobs after which Judge ends a transaction and begins the next one.
const judgeAtOnce = 2000

// Judge sets the verdicts of all records in the ledger about the instances of the jobs, and returns
// these verdicts by the keys of the records. A record keeps its old verdict if it is outdated, or if
// the jobs run its method in another version. From time to time, Judge calls the function progress
// with the number of jobs whose answers are compared. If progress is nil, Judge does not call it.
func Judge(jobs []result.Job, l *ledger.Ledger, progress func(compared int)) (verdicts map[string]string, err error) {
	verdicts = make(map[string]string, len(jobs))
	compared := 0
	for questions := questionsOf(jobs); len(questions) > 0; {
		err := l.Together(func() error {
			for end := compared + judgeAtOnce; len(questions) > 0 && compared < end; questions = questions[1:] {
				q := questions[0]
				err := l.Rejudge(q.puzzle, q.instance.instance, func(records []result.Record) []string {
					return q.verdicts(records, verdicts)
				})
				if err != nil {
					return err
				}
				compared += q.jobs
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if progress != nil {
			progress(compared)
		}
	}
	return verdicts, nil
}

// A question is an instance that some of the jobs are about.
type question struct {
	instance
	jobs    int // how many
	current map[versioned]version
}

// A version is the version of a method and of its outside solver.
type version struct{ method, solver string }

func questionsOf(jobs []result.Job) (all []*question) {
	known := make(map[instance]*question, len(jobs))
	for _, j := range jobs {
		at := instance{j.Puzzle, j.Instance}
		q := known[at]
		if q == nil {
			q = &question{instance: at, current: map[versioned]version{}}
			known[at] = q
			all = append(all, q)
		}
		q.jobs++
		q.current[versioned{j.Method, j.Orbits}] = version{j.Version, j.Solver}
	}
	return all
}

// verdicts returns the verdicts of all records of the instance, or "" where the old one stays, and
// adds them to the map found.
func (q *question) verdicts(records []result.Record, found map[string]string) []string {
	verdicts := make([]string, len(records))
	var compared []result.Record
	var places []int
	for i, r := range records {
		v, ok := q.current[versioned{r.Method, r.Orbits}]
		if outdated(r) || ok && v != (version{r.Version, r.Solver}) {
			continue
		}
		compared, places = append(compared, r), append(places, i)
	}
	for i, verdict := range judge.Verdicts(compared) {
		verdicts[places[i]] = verdict
		found[compared[i].Key] = verdict
	}
	return verdicts
}

// JudgeAll sets the verdicts of all records. A merged ledger needs this, because each shard could
// compare only its own records. Records that the function Instances leaves out keep their verdicts.
func JudgeAll(l *ledger.Ledger) error {
	verdicts := map[string]string{}
	for group, err := range Instances(l) {
		if err != nil {
			return err
		}
		addVerdicts(verdicts, group)
	}
	return l.SetVerdicts(verdicts)
}

// Instances yields the records of each instance. It leaves out outdated counts up to symmetry. If
// several versions of a method ran on one instance, only the records of the version that ran last
// are yielded.
func Instances(l *ledger.Ledger) iter.Seq2[[]result.Record, error] {
	return func(yield func([]result.Record, error) bool) {
		var group []result.Record
		for r, err := range l.Records() {
			if err != nil {
				yield(nil, err)
				return
			}
			if len(group) > 0 && (group[0].Puzzle != r.Puzzle || group[0].Instance != r.Instance) {
				if !yield(Latest(group), nil) {
					return
				}
				group = nil
			}
			group = append(group, r)
		}
		if len(group) > 0 {
			yield(Latest(group), nil)
		}
	}
}

// ApplySuspects corrects the verdicts of the given records, which come from the ledger l. If a
// record of a trusted method has the verdict "wrong", ApplySuspects judges the instance again
// without the methods under test. The ledger stays unchanged.
func ApplySuspects(l *ledger.Ledger, suspects judge.Suspects, records []result.Record) error {
	if len(suspects) == 0 {
		return nil
	}
	known := map[instance]map[string]string{} // the verdicts without suspects, by key
	for i, r := range records {
		if !suspects.Fails(r) {
			continue
		}
		at := instance{r.Puzzle, r.Instance}
		if known[at] == nil {
			all, err := l.Instance(r.Puzzle, r.Instance)
			if err != nil {
				return err
			}
			known[at] = map[string]string{}
			if trusted := suspects.Trusted(all); len(trusted) < len(all) {
				addVerdicts(known[at], Latest(trusted))
			}
		}
		if verdict, ok := known[at][r.Key]; ok {
			records[i].Verdict = verdict
		}
	}
	return nil
}

// Latest returns the records of one instance without outdated records. For each method, it returns
// only records by the version that ran last.
func Latest(group []result.Record) []result.Record {
	group = slices.DeleteFunc(group, outdated)
	last := map[versioned]result.Record{}
	for _, r := range group {
		at := versioned{r.Method, r.Orbits}
		if old, ok := last[at]; !ok || r.Started > old.Started {
			last[at] = r
		}
	}
	return slices.DeleteFunc(group, func(r result.Record) bool {
		l := last[versioned{r.Method, r.Orbits}]
		return r.Version != l.Version || r.Solver != l.Solver
	})
}
