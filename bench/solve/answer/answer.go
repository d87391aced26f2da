// Package answer answers questions about one instance: count, solve, check and deduce. It also does
// jobs of the task explain. Each question is one function with a context. Functions that can take a
// long time report their progress. The package starts no worker processes and keeps no state, so a
// command, a worker and a web page can all use it. A method extern/NAME runs an outside program
// through package sat/extern. In a browser, package sat/extern finds no programs.
package answer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"reflect"
	"strings"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/native"
	"counterproof/native/brute"
	"counterproof/sat/cnf"
	"counterproof/sat/extern"
)

// A Progress says how much work was done so far to answer a question.
type Progress struct {
	Solutions int64 // the solutions found and checked
	Nodes     int64 // of the native algorithm; 0 for other methods
	Conflicts int64 // of the SAT solver; 0 for other methods
}

// A Watcher gets reports while a question is answered, in the goroutine that answers it. Each function
// can be nil. Progress can be called many times a second. Its numbers start again from 0 when the job
// runs a second method, or lists the solutions after counting them.
type Watcher struct {
	Unmeasured bool                   // nobody reads the costs, the key and the hash of the instance, so the record has none
	Ready      func(m *lookup.Method) // the method is prepared, and the clock starts
	Progress   func(p Progress)
	Share      *native.Share // of the native search; nil if it does all the work itself
}

// Stats returns empty statistics for a search, and a function that reports its progress. Call the
// function when a solution is found; a native algorithm also calls it, through st.
func (w Watcher) Stats(found func() int64) (st *lookup.Stats, report func()) {
	st = new(lookup.Stats)
	st.Native.Share = w.Share
	if w.Progress == nil {
		return st, func() {}
	}
	var p Progress
	at := func(nodes, _ int64) {
		// Most algorithms write into st only at the end. The maximum never decreases.
		p = Progress{found(), max(p.Nodes, nodes), max(st.SAT.Conflicts, 0)}
		w.Progress(p)
	}
	st.Native.Progress = at
	return st, func() { at(st.Native.Nodes, 0) }
}

// record returns the record of a job that is done.
func (w Watcher) record(j result.Job) result.Record {
	if w.Unmeasured {
		return j.Keyless(result.Done, "")
	}
	return j.Record(result.Done, "")
}

func noSolutions() int64 { return 0 }

// Answer does a job of any task except Certify and returns its record. The job must come from Prepare.
// Without an answer, the record has the reason: Timeout or Killed if ctx has ended. The caller has to
// add the provenance and the peak memory of this process.
func Answer(ctx context.Context, j result.Job, p *encode.Puzzle, in encode.Instance, w Watcher) result.Record {
	if j.Task != result.Deduce && j.Task != result.Explain {
		return Count(ctx, j, p, in, w)
	}
	in, m, err := ready(j, p, in)
	switch {
	case err != nil:
		return j.Record(result.Error, err.Error())
	case j.Task == result.Deduce:
		return deduce(ctx, j, p, in.(deduction.Deducible), m, w)
	}
	return explain(ctx, j, in.(encode.Explainable))
}

// Count works like Answer for the tasks Count, Solve and Unique. The engine of the pages needs no other
// task, and stays smaller without their code.
func Count(ctx context.Context, j result.Job, p *encode.Puzzle, in encode.Instance, w Watcher) result.Record {
	in, m, err := ready(j, p, in)
	if err != nil {
		return j.Record(result.Error, err.Error())
	}
	if w.Ready != nil {
		w.Ready(m)
	}
	return run(ctx, j, in, m, w)
}

// ready restricts the instance to the given values of a job. It returns the result and the method.
func ready(j result.Job, p *encode.Puzzle, in encode.Instance) (encode.Instance, *lookup.Method, error) {
	name, err := method.Parse(j.Method)
	if err != nil {
		return nil, nil, err
	}
	given, err := givenOf(j, in)
	if err != nil {
		return nil, nil, err
	}
	in = clues.Restrict(in, given)
	m, err := methodOf(j.Task, p, in, name, lookup.Resolve)
	if err == nil && (m.Name.String() != j.Method || versionOf(j, m.Version) != j.Version) {
		err = fmt.Errorf("the worker has %s version %s, the job is for %s version %s", m.Name, versionOf(j, m.Version), j.Method, j.Version)
	}
	return in, m, err
}

// Solve calls yield with each solution, until yield returns false. If a solution breaks a rule, the
// error names it. Other errors come from ctx or from the method.
func Solve(ctx context.Context, in encode.Instance, m *lookup.Method, yield func(encode.Solution) bool) error {
	if m.Search == nil {
		return fmt.Errorf("method %s counts the solutions and cannot list them", m.Name)
	}
	var broken error
	err := m.Search(ctx, new(lookup.Stats), func(s encode.Solution) bool {
		if broken = ctx.Err(); broken != nil {
			return false
		}
		if err := in.Check(s); err != nil && !errors.Is(err, encode.ErrUndecided) {
			broken = fmt.Errorf("method %s gave a solution that breaks a rule: %s: %w", m.Name, encode.FormatSolution(in, s), err)
			return false
		}
		return yield(s)
	})
	return cmp.Or(broken, err)
}

// Natively calls yield with each solution that the best native method finds, until yield returns false.
// If a solution breaks a rule, the error names it. Other errors come from the method.
func Natively(ctx context.Context, in encode.Instance, st *native.Stats, yield func(encode.Solution) bool) error {
	var broken error
	sites := in.Sites()
	err := encode.Best(in).Search(ctx, st, func(s encode.Solution) bool {
		broken = Obeys(in, sites, s)
		return broken == nil && yield(s)
	})
	return cmp.Or(broken, err)
}

// run does the job. The times in the record leave out the checks of the solutions.
func run(ctx context.Context, j result.Job, in encode.Instance, m *lookup.Method, w Watcher) result.Record {
	ctx = extern.WithLimits(ctx, extern.Limits{Wall: j.Limits.Wall, Memory: j.Limits.Memory, Seed: j.Seed + uint64(j.Repetition)})
	var counted *big.Int
	counter := m.Count
	var canonical func(encode.Solution) encode.Solution
	if j.Orbits {
		var err error
		if canonical, err = encode.Canonical(in); err != nil {
			return j.Record(result.Error, err.Error())
		}
		if counter = m.Orbits; counter == nil && m.Search == nil {
			return j.Record(result.Error, "the method lists no solutions, so it cannot count them up to symmetry")
		}
	}
	counts := counter != nil && (m.Search == nil ||
		j.Task == result.Count && (j.Mode == result.Sets || j.Mode == result.Default && j.Limits.Solutions == 0))
	if counts {
		var r result.Record
		r, counted = countOnly(ctx, j, m, counter, w)
		most := big.NewInt(result.MostListed)
		if k := j.Limits.Solutions; k > 0 {
			most.SetInt64(min(k, result.MostListed))
		}
		if m.Search == nil || j.Mode == result.Default || r.Status != result.Exact || counted.Cmp(most) > 0 {
			return r
		}
	}
	r := list(ctx, j, in, m, canonical, w)
	if counted != nil && r.Status == result.Exact && r.Count != counted.String() {
		return wrongRecord(j, "lists %s solutions and counts %v", r.Count, counted)
	}
	return r
}

// countOnly counts without listing, by Method.Count or Method.Orbits.
func countOnly(ctx context.Context, j result.Job, m *lookup.Method, counter func(context.Context, *lookup.Stats) (*big.Int, error), w Watcher) (result.Record, *big.Int) {
	st, _ := w.Stats(noSolutions)
	watch := Stopwatch{off: w.Unmeasured}
	watch.Start()
	n, err := counter(ctx, st)
	watch.Stop()
	if err != nil {
		return Failed(j, err), nil
	}
	r := w.record(j)
	r.Status, r.Count = result.Exact, n.String()
	Measure(&r, m, &watch, st)
	return r, n
}

// Failed returns the record of a job whose method returned the error err.
func Failed(j result.Job, err error) result.Record {
	switch {
	case errors.As(err, new(*brute.TooLargeError)), errors.Is(err, encode.ErrUndecided):
		return j.Failed(result.Refused, err.Error())
	case errors.As(err, new(*extern.WrongError)):
		return wrongRecord(j, "%v", err)
	case errors.Is(err, extern.ErrCPU):
		return j.Record(result.CPU, "")
	case errors.Is(err, context.DeadlineExceeded):
		return j.Record(result.Timeout, "")
	case errors.Is(err, context.Canceled):
		return j.Record(result.Killed, "")
	}
	return j.Record(result.Error, err.Error())
}

// often limits the delay of a report. A search by SAT might need minutes for a full batch.
const often = 200 * time.Millisecond

// list searches and checks every solution. If canonical is not nil, list counts only the solutions
// that canonical maps to themselves.
func list(ctx context.Context, j result.Job, in encode.Instance, m *lookup.Method, canonical func(encode.Solution) encode.Solution, w Watcher) result.Record {
	stop, proven := j.Bounds()
	c := checker{job: j, in: in, sites: in.Sites(), canonical: canonical, watch: Stopwatch{off: w.Unmeasured && !j.Trace}}
	st, report := w.Stats(func() int64 { return c.found })
	c.report = report
	st.Native.AnyOrder = stop == 0
	if w.Progress != nil {
		c.often, c.last = often, time.Now()
	}
	c.watch.Start()
	err := m.Search(ctx, st, func(s encode.Solution) bool { return c.add(s, stop) })
	c.watch.Stop()
	c.flush()
	if c.broken != nil {
		return wrongRecord(j, "%v", c.broken)
	}
	if err != nil {
		return Failed(j, err)
	}
	r := w.record(j)
	if stop > 0 && c.found >= stop {
		r.Status, r.Reason, r.Count = result.AtLeast, result.Limit, fmt.Sprint(proven)
	} else {
		r.Status, r.Count, r.Digest = result.Exact, fmt.Sprint(c.found), c.digest.String()
	}
	if c.undecided && !w.Unmeasured {
		r.Verdict = result.Unchecked
	}
	r.ModelSeconds = c.trace
	Measure(&r, m, &c.watch, st)
	return r
}

// Measure writes the cost of a search into the record, without numbers that the method lacks.
func Measure(r *result.Record, m *lookup.Method, watch *Stopwatch, st *lookup.Stats) {
	if watch.off {
		return
	}
	watch.record(r)
	if st.SAT.ProgramBytes > 0 {
		r.PeakBytes = &st.SAT.ProgramBytes
	}
	steps := func(n int64, always bool) *int64 {
		if n == 0 && !always || n == cnf.Unstated {
			return nil
		}
		return &n
	}
	sat := m.Style != "" || m.Variables > 0 // the method hybrid writes a formula if it needs SAT
	cubes := sat && m.Name.Variant == method.Cubes
	r.Nodes = steps(st.Native.Nodes, !sat)
	r.Updates = steps(st.Native.Updates, false)
	r.Variables = steps(int64(m.Variables), sat)
	r.Clauses = steps(int64(m.Clauses), sat)
	program := lookup.ProgramOf(m.Name) != nil
	r.Conflicts = steps(st.SAT.Conflicts, sat)
	r.Decisions = steps(st.SAT.Decisions, sat)
	r.Propagations = steps(st.SAT.Propagations, program)
	r.Runs = steps(st.SAT.Runs, program)
	r.Cubes = steps(st.SAT.Cubes, cubes)
	r.CubesClosed = steps(st.SAT.Closed, cubes)
	if sat {
		r.SATSeconds = &st.SAT.Seconds
	}
}

// explain does a job of the task Explain. The facts of the record are the numbers and truth values of
// the theory. A number of solutions also becomes the count.
func explain(ctx context.Context, j result.Job, in encode.Explainable) result.Record {
	var watch Stopwatch
	watch.Start()
	x, err := in.Explain(ctx)
	watch.Stop()
	if err != nil {
		return Failed(j, err)
	}
	r := j.Record(result.Done, "")
	r.Status, r.Count = result.AtLeast, "0" // a trivial answer, unless the theory finds the number
	watch.record(&r)
	r.Facts = map[string]float64{}
	for _, f := range x.Facts {
		if text, ok := f.Value.(string); ok && (f.Name == "solutions" || f.Name == "configurations") {
			r.Status, r.Count = result.Exact, text
			if least, more := strings.CutSuffix(text, " or more"); more {
				r.Status, r.Count = result.AtLeast, least
			}
		}
		if n, ok := numeric(f); ok {
			r.Facts[f.Name] = n
		} else {
			maps.Copy(r.Facts, members(f))
		}
	}
	return r
}

// members returns the numbers and truth values in a fact that is an object, such as "effort.places".
func members(f encode.Fact) map[string]float64 {
	found, object := map[string]float64{}, map[string]any{}
	if text, err := json.Marshal(f.Value); err != nil || json.Unmarshal(text, &object) != nil {
		return nil
	}
	for name, value := range object {
		if n, ok := numeric(encode.Fact{Value: value}); ok {
			found[f.Name+"."+name] = n
		}
	}
	return found
}

// numeric returns a fact as a number. A truth value becomes 0 or 1. The result ok is false if the
// fact is not a number, or if the number is too large for a float64.
func numeric(f encode.Fact) (x float64, ok bool) {
	v := reflect.ValueOf(f.Value)
	n, _ := f.Value.(*big.Int)
	switch {
	case n != nil:
		x, _ = new(big.Float).SetInt(n).Float64()
	case v.Kind() == reflect.Bool && v.Bool():
		x = 1
	case v.Kind() == reflect.Bool:
	case v.CanInt():
		x = float64(v.Int())
	case v.CanFloat():
		x = v.Float()
	default:
		return 0, false
	}
	return x, !math.IsInf(x, 0) && !math.IsNaN(x)
}
