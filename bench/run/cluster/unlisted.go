package cluster

import (
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// A question identifies a job without versions: the key of the job also depends on the version of
// the method and on the outside solver, but the question does not.
type question struct {
	task, puzzle, instance, method string
	repetition                     int
}

// AddUnlisted counts the given jobs that have no place in the ledgers, and adds their number to the
// status. Such jobs exist, for example, if boards were added after the tasks had run. The machine
// of a task may have other versions of methods and solvers than this machine. So a job does not
// count if the ledgers have a place and a record for it with other versions.
func (s *Status) AddUnlisted(jobs []result.Job, places []result.Place, sources []Source) {
	wanted := make(map[string]result.Job, len(jobs))
	for _, j := range jobs {
		wanted[j.Key()] = j
	}
	listed := wording.Set(places, func(p result.Place) string { return p.Key })
	done := map[question]bool{}
	for _, source := range sources {
		for _, r := range source.Records {
			if _, ok := wanted[r.Key]; !ok && listed[r.Key] {
				done[question{r.Task, r.Puzzle, r.Instance, r.Method, r.Repetition}] = true
			}
		}
	}
	for key, j := range wanted {
		if !listed[key] && !done[question{j.Task, j.Puzzle, j.Instance, j.Method, j.Repetition}] {
			s.Unlisted++
		}
	}
	s.Total.Jobs += s.Unlisted
	if s.Unlisted > 0 && s.Total.State == Done {
		s.Total.State = Stopped
	}
}
