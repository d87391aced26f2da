package bench

import (
	"iter"
	"slices"
	"strings"

	"counterproof/bench/ledger"
	"counterproof/bench/result"
)

// A versioned is what has a version: a method, and counts up to symmetry have a
// version that differs from that of the same method's other counts.
type versioned struct {
	method string
	orbits bool
}

// outdated reports whether a count is up to symmetries that have changed since,
// whatever the version of its method.
func outdated(r result.Record) bool {
	return r.Orbits && !strings.HasSuffix(r.Version, symmetries)
}

// judge sets the verdicts of all that the ledger holds on the jobs' instances.
// A record by another version of a method that is among the jobs is out of date
// and keeps the verdict it has, and so does an outdated one.
func judge(jobs []result.Job, l *ledger.Ledger) error {
	type instance struct{ puzzle, instance string }
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
		var records []result.Record
		for _, r := range all {
			v, ok := current[versioned{r.Method, r.Orbits}]
			if !outdated(r) && (!ok || v == r.Version+" "+r.Solver) {
				records = append(records, r)
			}
		}
		for i, verdict := range Judge(records) {
			verdicts[records[i].Key] = verdict
		}
	}
	return l.SetVerdicts(verdicts)
}

// JudgeAll sets the verdicts of all records, such as those of a merged ledger
// whose shards could not compare them; those that Instances leaves out keep the
// verdicts they have.
func JudgeAll(l *ledger.Ledger) error {
	verdicts := map[string]string{}
	for group, err := range Instances(l) {
		if err != nil {
			return err
		}
		for i, verdict := range Judge(group) {
			verdicts[group[i].Key] = verdict
		}
	}
	return l.SetVerdicts(verdicts)
}

// Instances yields the records of each instance. Of several versions of a method on
// one instance the one that ran last counts, and the others are left out.
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

// JudgeWithout gives the verdicts of an instance, by key, as JudgeAll would set them
// if the ledger held no record of the methods that are suspected; none where there is
// no such record. It sets none.
func JudgeWithout(l *ledger.Ledger, puzzle, instance string, suspected func(method string) bool) (map[string]string, error) {
	all, err := l.Instance(puzzle, instance)
	if err != nil {
		return nil, err
	}
	verdicts := map[string]string{}
	if !slices.ContainsFunc(all, func(r result.Record) bool { return suspected(r.Method) }) {
		return verdicts, nil
	}
	group := latest(slices.DeleteFunc(all, func(r result.Record) bool { return suspected(r.Method) }))
	for i, verdict := range Judge(group) {
		verdicts[group[i].Key] = verdict
	}
	return verdicts, nil
}

// latest leaves out the records of one instance by another version of a method than
// the one that ran last, and those that are outdated.
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
