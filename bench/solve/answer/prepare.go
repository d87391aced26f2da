package answer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/system/solvers"
	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
	"counterproof/native"
)

// Prepare returns a copy of the job j for the puzzle, the instance and the method with the given
// name. It fills in the full name and the version of the method. An empty task becomes Count. If
// the puzzle lacks the method, the error lists the existing methods. If an outside program cannot
// be run, the error says why.
//
// Given values of the job are rewritten in the form of clues.NameGiven. If the instance or the
// task does not accept given values, the error is a *GivenError.
func Prepare(j result.Job, p *encode.Puzzle, in encode.Instance, name method.Name) (result.Job, error) {
	if j.Given != "" {
		given, err := givenOf(j, in)
		if err != nil {
			return j, err
		}
		j.Given, in = clues.NameGiven(in, given), clues.Restrict(in, given)
	}
	m, err := methodOf(j.Task, p, in, name, lookup.Describe)
	if err != nil {
		return j, err
	}
	j.Task = cmp.Or(j.Task, result.Count)
	j.Puzzle, j.Instance = p.Name, in.String()
	j.Method, j.Version, j.Style = m.Name.String(), versionOf(j, m.Version), m.Style
	j.Solver, err = solver(m.Solver)
	return j, err
}

// PrepareNamed does the same as Prepare for a method whose name is a text.
func PrepareNamed(j result.Job, p *encode.Puzzle, in encode.Instance, text string) (result.Job, error) {
	name, err := method.Parse(text)
	if err != nil {
		return j, err
	}
	return Prepare(j, p, in, name)
}

// methodOf returns the method of a job with the given task. For the tasks Count, Solve and Unique, it
// is the result of the function counting.
func methodOf(task string, p *encode.Puzzle, in encode.Instance, name method.Name, counting func(*encode.Puzzle, encode.Instance, method.Name) (*lookup.Method, error)) (*lookup.Method, error) {
	switch task {
	case result.Deduce:
		return lookup.Deduction(p, in, name)
	case result.Explain:
		return lookup.Explanation(p, in, name)
	case result.Certify:
		return lookup.Proving(p, in, name)
	}
	return counting(p, in, name)
}

func givenOf(j result.Job, in encode.Instance) ([]clues.Given, error) {
	if j.Given == "" {
		return nil, nil
	}
	switch j.Task {
	case result.Deduce, result.Explain, result.Certify:
		return nil, &GivenError{in, fmt.Errorf("the task %s takes no given values", j.Task)}
	}
	if j.Orbits {
		return nil, &GivenError{in, errors.New("given values break the symmetries of a board: count either under them or up to symmetry")}
	}
	given, err := clues.ReadGiven(in, j.Given)
	if err != nil {
		return nil, &GivenError{in, err}
	}
	return given, nil
}

// A GivenError says why an instance or a task does not take the given values.
type GivenError struct {
	Instance encode.Instance
	Err      error
}

func (e *GivenError) Error() string {
	return fmt.Sprintf("given values for %s: %v", wording.Short(e.Instance.String()), e.Err)
}

func (e *GivenError) Unwrap() error { return e.Err }

// versionOf returns the version of a job whose method has the given version. A count up to symmetry
// also depends on the version of the symmetries.
func versionOf(j result.Job, method string) string {
	if !j.Orbits {
		return method
	}
	return method + SymmetryVersion
}

// SymmetryVersion is appended to the version of every job that counts up to symmetry.
var SymmetryVersion = fmt.Sprintf("-symmetry%d", encode.SymmetryVersion)

// SizeOf converts the size of a board to the type that labels use.
func SizeOf(z encode.Size) result.Size { return result.Size{H: z.H, W: z.W, N: z.N} }

// Describe stores the size of the instance in the label, unless the label has one, and its row and
// column if reports show such instances in a table (layout.HasTableCell).
func Describe(label *result.Label, in encode.Instance) {
	if z, ok := in.(layout.HasSize); ok && label.Size == (result.Size{}) {
		label.Size = SizeOf(z.Size())
	}
	if c, ok := in.(layout.HasTableCell); ok {
		label.Cell = result.Cell(c.TableCell())
	}
}

// modules maps the names of outside solvers that are Go modules to the paths of the modules. An
// outside solver that is missing here is a program.
var modules = map[string]string{"gophersat": "github.com/crillab/gophersat"}

// solver returns the name and the version of an outside solver. A program that does not run is an
// error. The version of a module comes from the build information of this binary, if it has any.
func solver(name string) (string, error) {
	if name == "" || modules[name] != "" {
		return module(name), nil
	}
	tool, err := solvers.Find(name)
	if tool == nil {
		return name, err
	}
	version, err := tool.Version()
	if err != nil {
		return "", err
	}
	return name + " " + version, nil
}

// buildInfo returns the build information of this binary. Parsing this information takes longer
// than everything else in Prepare, so it is parsed only once.
var buildInfo = sync.OnceValues(debug.ReadBuildInfo)

func module(name string) string {
	if info, ok := buildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == modules[name] {
				return name + " " + cmp.Or(m.Replace, m).Version
			}
		}
	}
	return name
}

// A Key is the answer to a board, in the form that the last pages of a booklet have.
type Key struct {
	Solution *encode.Solution // the first solution; nil if none was found
	Found    int              // the number of solutions that were found
	// Open says that the search ended at a limit, so there may be more solutions.
	Open bool
}

// mostKeyed is the number of solutions after which FindKey stops.
const mostKeyed = 1000

// keyLimit limits the search for a Key to about 10 seconds, because a single board could hold up a
// whole booklet. The limit counts steps instead of time, so that the same board always has the
// same Key.
var keyLimit = native.Limit{Nodes: 20_000_000, Updates: 200_000_000}

// FindKey finds the answer to a board by its best native method, and checks every solution by the
// rules. FindKey stops after 1,000 solutions. The same board always gives the same Key. If a
// solution breaks a rule, the error names this solution. Any other error is ctx.Err().
func FindKey(ctx context.Context, in encode.Instance) (*Key, error) {
	k := &Key{}
	err := Natively(ctx, in, &native.Stats{Limit: keyLimit}, func(s encode.Solution) bool {
		if k.Found == mostKeyed {
			k.Open = true
			return false
		}
		if k.Found++; k.Found == 1 {
			k.Solution = &s
		}
		return true
	})
	if errors.Is(err, native.ErrLimit) {
		k.Open, err = true, nil
	}
	return k, err
}

// String says how many solutions were found, or nothing if the solution is unique.
func (k *Key) String() string {
	switch {
	case k.Found == 1 && !k.Open:
		return ""
	case k.Found == 0 && k.Open:
		return "not solved: the search takes too long"
	case k.Found == 0:
		return "no solution"
	case k.Found == mostKeyed && k.Open:
		return fmt.Sprintf("one of more than %d,%03d solutions", mostKeyed/1000, mostKeyed%1000)
	case k.Open:
		return fmt.Sprintf("one of %d or more solutions", k.Found)
	}
	return fmt.Sprintf("one of %d solutions", k.Found)
}

// Family returns a text that is equal for jobs which Together can do by one search. It is empty for jobs that
// need a search of their own, such as jobs with limits.
func Family(j result.Job, in encode.Instance) string {
	member, ok := in.(encode.HasFamily)
	if !ok || j.Task != result.Count || j.Limits != (result.Limits{}) || j.Options != (result.Options{}) || j.Given != "" || j.Repetition > 0 {
		return ""
	}
	name, method := member.Family()
	if name == "" || j.Method != "native/"+method {
		return ""
	}
	return fmt.Sprint(j.Puzzle, " ", j.Version, " ", j.Mode, " ", name)
}

// familyBatch is how many solutions of a job Together checks at once. Checking each one when it is
// found took twice as long, because the next solution usually belongs to another job.
const familyBatch = 16

// Together does jobs with the same Family by one search, and returns a record for each. A record has
// the count and the digest, but no times and no numbers of steps, because they belong to all jobs
// together. If the jobs have to be done one by one, Together returns nil.
func Together(ctx context.Context, jobs []result.Job, p *encode.Puzzle, ins []encode.Instance) []result.Record {
	if _, _, err := ready(jobs[0], p, ins[0]); err != nil {
		return nil
	}
	all := make([]checker, len(jobs))
	for i, in := range ins {
		all[i] = checker{job: jobs[i], in: in, sites: in.Sites(), report: func() {}}
	}
	err := ins[0].(encode.HasFamily).SearchFamily(ctx, new(native.Stats), ins, func(i int, s encode.Solution) bool {
		c := &all[i]
		if c.batch = append(c.batch, s); len(c.batch) == familyBatch {
			c.flush()
		}
		return true
	})
	if err != nil {
		return nil
	}
	records := make([]result.Record, len(jobs))
	for i, j := range jobs {
		c := &all[i]
		if c.flush(); c.broken != nil {
			records[i] = wrongRecord(j, "%v", c.broken)
			continue
		}
		r := j.Record(result.Done, "")
		r.Status, r.Count, r.Digest = result.Exact, fmt.Sprint(c.found), c.digest.String()
		records[i] = r
	}
	return records
}
