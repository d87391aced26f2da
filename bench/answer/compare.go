package answer

import (
	"context"

	"counterproof/bench/judge"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
)

// Comparison returns a job for each method in names, so that Compare can compare the sets of
// solutions. The jobs are copies of the template. If two names mean the same method, the second
// name adds no job. The result asked holds, for each job, the name of the method as written in
// names. The error comes from method.Parse or Prepare.
func Comparison(template result.Job, p *encode.Puzzle, in encode.Instance, names []string) (jobs []result.Job, asked []string, err error) {
	template.Mode = result.Sets
	seen := map[string]bool{}
	for _, text := range names {
		j := template
		name, err := method.Parse(text)
		if err == nil {
			j, err = Prepare(j, p, in, name)
		}
		if err != nil {
			return nil, nil, err
		}
		if !seen[j.Method] {
			seen[j.Method] = true
			jobs, asked = append(jobs, j), append(asked, text)
		}
	}
	return jobs, asked, nil
}

// Compare does the jobs of a Comparison one after the other and compares the answers. There must be
// at least one job. The function watcher returns the Watcher of the i-th job; watcher itself can be
// nil. If ctx ends, the records of the unfinished jobs have the reason Timeout or Killed.
func Compare(ctx context.Context, jobs []result.Job, p *encode.Puzzle, in encode.Instance, watcher func(i int) Watcher) *judge.Board {
	records := make([]result.Record, len(jobs))
	for i, j := range jobs {
		if err := ctx.Err(); err != nil {
			records[i] = Failed(j, err)
			continue
		}
		var w Watcher
		if watcher != nil {
			w = watcher(i)
		}
		records[i] = Count(ctx, j, p, in, w)
	}
	return judge.Compare(records)
}
