package work

import (
	"iter"
	"slices"
	"strings"

	"counterproof/bench/answer"
	"counterproof/bench/judge"
	"counterproof/bench/ledger"
	"counterproof/bench/result"
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

// addVerdicts judges the records of one instance and stores their verdicts in the map, by the keys
// of the records.
func addVerdicts(verdicts map[string]string, records []result.Record) {
	for i, verdict := range judge.Verdicts(records) {
		verdicts[records[i].Key] = verdict
	}
}

// judgeJobs sets the verdicts of all records in the ledger about the instances of the jobs. A
// record keeps its old verdict if it is outdated, or if the jobs run its method in another version.
func judgeJobs(jobs []result.Job, l *ledger.Ledger) error {
	versions := map[instance]map[versioned]string{}
	for _, j := range jobs {
		at := instance{j.Puzzle, j.Instance}
		if versions[at] == nil {
			versions[at] = map[versioned]string{}
		}
		versions[at][versioned{j.Method, j.Orbits}] = j.Version + " " + j.Solver
	}
	verdicts := map[string]string{}
	for at, current := range versions {
		all, err := l.Instance(at.puzzle, at.instance)
		if err != nil {
			return err
		}
		addVerdicts(verdicts, slices.DeleteFunc(all, func(r result.Record) bool {
			v, ok := current[versioned{r.Method, r.Orbits}]
			return outdated(r) || ok && v != r.Version+" "+r.Solver
		}))
	}
	return l.SetVerdicts(verdicts)
}

// JudgeAll sets the verdicts of all records. A merged ledger needs this, because each shard could
// compare only its own records. Records that Instances leaves out keep their verdicts.
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
// several versions of a method ran on one instance, it yields only the records of the version that
// ran last.
func Instances(l *ledger.Ledger) iter.Seq2[[]result.Record, error] {
	return func(yield func([]result.Record, error) bool) {
		var group []result.Record
		for r, err := range l.Records() {
			if err != nil {
				yield(nil, err)
				return
			}
			if len(group) > 0 && (group[0].Puzzle != r.Puzzle || group[0].Instance != r.Instance) {
				if !yield(latest(group), nil) {
					return
				}
				group = nil
			}
			group = append(group, r)
		}
		if len(group) > 0 {
			yield(latest(group), nil)
		}
	}
}

// ApplySuspects corrects the verdicts of trusted methods in records, which come from the ledger l.
// If a trusted method has the verdict wrong, ApplySuspects judges the instance again without the
// methods under test. It does not change the ledger.
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
				addVerdicts(known[at], latest(trusted))
			}
		}
		if verdict, ok := known[at][r.Key]; ok {
			records[i].Verdict = verdict
		}
	}
	return nil
}

// latest returns the records of one instance without outdated records. For each method, it returns
// only records by the version that ran last.
func latest(group []result.Record) []result.Record {
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
