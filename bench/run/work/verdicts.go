package work

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/encode/wording"
)

// An instance identifies an instance: by the puzzle and the canonical notation, without the name of a file.
type instance struct{ puzzle, instance string }

func instanceOf(j *result.Job) instance { return instance{j.Puzzle, wording.Identity(j.Instance)} }

func onInstance(r *result.Record) instance { return instance{r.Puzzle, wording.Identity(r.Instance)} }

// A versioned is a method that counts either all solutions or solutions up to symmetry. The two
// kinds of counts have different versions.
type versioned struct {
	method string
	orbits bool
}

// A version is the version of a method and of its outside solver.
type version struct{ method, solver string }

// A versions has the current version of each method.
type versions map[versioned]version

// outdated reports whether a record is by another version of its method, or counts up to symmetry
// with an older version of the symmetries.
func (v versions) outdated(r result.Record) bool {
	current, ok := v[versioned{r.Method, r.Orbits}]
	return ok && current != version{r.Version, r.Solver} || hasOldSymmetries(r)
}

func hasOldSymmetries(r result.Record) bool {
	return r.Orbits && !strings.HasSuffix(r.Version, answer.SymmetryVersion)
}

// verdicts returns the verdicts of the records of one instance, and adds them to the map found by the
// keys of the records. An outdated record has no verdict.
func (v versions) verdicts(records []result.Record, found map[string]string) []string {
	compared := slices.DeleteFunc(slices.Clone(records), v.outdated)
	for i, verdict := range judge.Verdicts(compared) {
		found[compared[i].Key] = verdict
	}
	return wording.Each(records, func(r result.Record) string { return found[r.Key] })
}

func lastVersions(records []result.Record) versions {
	v, started := versions{}, map[versioned]string{}
	for _, r := range records {
		at := versioned{r.Method, r.Orbits}
		if _, ok := v[at]; !hasOldSymmetries(r) && (!ok || r.Started > started[at]) {
			v[at], started[at] = version{r.Version, r.Solver}, r.Started
		}
	}
	return v
}

// judgeAtOnce is the number of jobs after which Judge ends a transaction and begins the next one.
const judgeAtOnce = 2000

// Judge sets the verdicts of all records in the ledger about the instances of the jobs, and returns
// these verdicts by the keys of the records. A record keeps its old verdict if it is outdated, or if
// the jobs run its method in another version. From time to time, Judge calls the function progress
// with the number of jobs whose answers are compared. If progress is nil, Judge does not call it.
func Judge(jobs []result.Job, l *ledger.Ledger, progress func(compared int)) (verdicts map[string]string, err error) {
	verdicts = make(map[string]string, len(jobs))
	all := make([]*result.Job, len(jobs))
	for i := range jobs {
		all[i] = &jobs[i]
	}
	return verdicts, judgeJobs(all, l, verdicts, progress)
}

// judgeJobs does the work of Judge. If verdicts is nil, it only stores the verdicts.
func judgeJobs(jobs []*result.Job, l *ledger.Ledger, verdicts map[string]string, progress func(compared int)) error {
	compared := 0
	for boards := result.GroupBy(jobs, instanceOf); len(boards) > 0; {
		err := l.Together(func() error {
			for end := compared + judgeAtOnce; len(boards) > 0 && compared < end; boards = boards[1:] {
				own, current := boards[0], versions{}
				for _, j := range own {
					current[versioned{j.Method, j.Orbits}] = version{j.Version, j.Solver}
				}
				found := map[string]string{}
				err := l.Rejudge(own[0].Puzzle, own[0].Instance, func(records []result.Record) []string { return current.verdicts(records, found) })
				if err != nil {
					return err
				}
				if verdicts != nil {
					maps.Copy(verdicts, found)
				}
				compared += len(own)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if progress != nil {
			progress(compared)
		}
	}
	return nil
}

// JudgeAll sets the verdicts of all records. A merged ledger needs this, because each shard could
// compare only its own records. Records that the function Instances leaves out keep their verdicts.
func JudgeAll(l *ledger.Ledger) error {
	var all []instance
	for group, err := range Instances(l) {
		if err != nil {
			return err
		}
		if len(group) > 0 {
			all = append(all, instance{group[0].Puzzle, group[0].Instance})
		}
	}
	return l.Together(func() error {
		for _, at := range all {
			if err := l.Rejudge(at.puzzle, at.instance, func(records []result.Record) []string {
				return lastVersions(records).verdicts(records, map[string]string{})
			}); err != nil {
				return err
			}
		}
		return nil
	})
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
			if len(group) > 0 && onInstance(&group[0]) != onInstance(&r) {
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
		at := onInstance(&r)
		if known[at] == nil {
			all, err := l.Instance(r.Puzzle, r.Instance)
			if err != nil {
				return err
			}
			known[at] = map[string]string{}
			if trusted := suspects.Trusted(all); len(trusted) < len(all) {
				lastVersions(trusted).verdicts(trusted, known[at])
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
	return slices.DeleteFunc(group, lastVersions(group).outdated)
}
