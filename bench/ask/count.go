package ask

import (
	"cmp"
	"context"
	"math"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
)

const between = 50 * time.Millisecond

// Progress is an object of an incomplete answer: how much work has been done.
type Progress struct {
	Progress  bool  `json:"progress"` // always true
	Solutions int64 `json:"solutions"`
	Nodes     int64 `json:"nodes"`
	Conflicts int64 `json:"conflicts,omitempty"` // of the SAT solver
}

// seldom returns a function that emits an object only if some time has passed since the one before.
func seldom(emit progress) progress {
	last := time.Now()
	return func(object any) {
		if now := time.Now(); now.Sub(last) >= between {
			last = now
			emit(object)
		}
	}
}

func watcher(emit progress) answer.Watcher {
	report := seldom(emit)
	return answer.Watcher{Progress: func(p answer.Progress) { report(Progress{true, p.Solutions, p.Nodes, p.Conflicts}) }}
}

// Counting holds the fields of the question "count".
type Counting struct {
	About
	Method  string  `json:"method"`          // empty: lookup.Default
	Limit   int64   `json:"limit"`           // stop at this number of solutions; 0: no limit
	Seconds float64 `json:"seconds"`         // stop after this number of seconds; 0: no limit
	Given   string  `json:"given,omitempty"` // SITE=VALUE,...
	// Sets also asks for the digest of at most result.MostListed solutions.
	Sets bool `json:"sets"`
}

// count answers with progress and then a result.Record, as count --json prints it.
func (d *Desk) count(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Counting, emit progress) (any, error) {
	name, err := methodOf(cmp.Or(q.Method, lookup.Default(p)))
	if err != nil {
		return nil, err
	}
	limit, err := duration(q.Seconds)
	if err = cmp.Or(err, natural("limit", q.Limit)); err != nil {
		return nil, err
	}
	job := result.Job{Given: q.Given, Limits: result.Limits{Solutions: q.Limit}}
	if q.Sets {
		job.Mode = result.Sets
	}
	if job, err = answer.Prepare(job, p, in, name); err != nil {
		return nil, misused("%v", err)
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(limit, math.MaxInt64))
	defer cancel()
	return answer.Count(limited, job, p, in, watcher(emit)), nil
}

// natural refuses a negative number.
func natural(field string, n int64) error {
	if n < 0 {
		return misused("want a number from 0 in the field %q, got %d", field, n)
	}
	return nil
}

// duration converts a number of seconds; 0 means no limit. The longest Duration is 292 years.
func duration(seconds float64) (time.Duration, error) {
	const longest = time.Duration(math.MaxInt64)
	switch {
	case !(seconds >= 0) || math.IsInf(seconds, 1):
		return 0, misused("want a number of seconds from 0, got %v", seconds)
	case seconds >= longest.Seconds():
		return longest, nil
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

// methodOf parses a name. A page cannot run outside programs.
func methodOf(text string) (method.Name, error) {
	name, err := method.Parse(text)
	if err != nil {
		return name, misused("%v", err)
	}
	if lookup.ProgramOf(name) != nil {
		return name, misused("a page does not run outside programs such as %s: the command line does", wording.Short(text))
	}
	return name, nil
}

// Solving holds the fields of the question "solve".
type Solving struct {
	About
	Method string `json:"method"` // empty: lookup.Listing
	Number int64  `json:"number"` // of solutions; 0: all
	Given  string `json:"given,omitempty"`
}

// A Found is an object of the answer to the question "solve": some of the solutions.
type Found struct {
	Solutions []string `json:"solutions"` // values of the sites, as encode.Solution.Format prints them
}

// An End is the last object of the answer to the question "solve".
type End struct {
	Done   bool  `json:"done"` // always true
	Number int64 `json:"number"`
	All    bool  `json:"all"` // whether there are no further solutions
}

// solve answers with several objects of the type Found, which list the solutions, and then an End.
func (d *Desk) solve(ctx context.Context, p *encode.Puzzle, in encode.Instance, q Solving, emit progress) (any, error) {
	name, err := methodOf(cmp.Or(q.Method, lookup.Listing(p)))
	if err != nil {
		return nil, err
	}
	given, err := clues.ReadGiven(in, q.Given)
	if err = cmp.Or(err, natural("number", q.Number)); err != nil {
		return nil, err
	}
	in = clues.Restrict(in, given)
	m, err := lookup.Resolve(p, in, name)
	if err != nil {
		return nil, misused("%v", err)
	}
	var batch []string
	last := time.Now()
	flush := func() {
		if len(batch) > 0 {
			emit(Found{batch})
		}
		batch, last = nil, time.Now()
	}
	end := End{Done: true, All: true}
	err = answer.Solve(ctx, in, m, func(s encode.Solution) bool {
		if q.Number > 0 && end.Number == q.Number {
			end.All = false
			return false
		}
		end.Number++
		batch = append(batch, encode.FormatSolution(in, s))
		if len(batch) >= 1000 || time.Since(last) >= between {
			flush()
		}
		return true
	})
	flush()
	return end, err
}
