package answer

import (
	"context"

	"counterproof/bench/judge"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
)

// Comparison returns a job for each of the methods called names, made from the template, so that
// their sets of solutions can be compared. If two names mean one method, the second makes no job.
// asked has the name for each job. The error is that of method.Parse or of Prepare.
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

// Compare does the jobs of a Comparison, of which there is at least one, in turn, and compares
// the answers. watcher returns who watches the i-th job; it may be nil. When ctx ends, the jobs
// without an answer say why.
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
