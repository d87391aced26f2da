package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync/atomic"

	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/native"
	"counterproof/native/brute"
)

// Refused begins the Error of a record whose method refused the instance as
// too large for it.
const Refused = "refused: "

// Worker does jobs until stdin ends and returns the exit status. It reads one
// job at a time, a line of JSON, and writes one record for each, a line of JSON.
// Whatever goes wrong inside a job, a panic too, becomes a record with the
// reason error.
//
// When stdin ends in the middle of a job the process exits at once: the one
// that asked is gone, and a solver may not be interruptible. SIGINT is ignored,
// since a terminal sends it to the whole group and the one that asked decides.
func Worker(lookup Lookup, stdin io.Reader, stdout io.Writer) int {
	signal.Ignore(os.Interrupt)
	w := &worker{lookup: lookup}
	var busy atomic.Bool
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		in := bufio.NewReader(stdin)
		for {
			line, err := in.ReadBytes('\n')
			if len(bytes.TrimSpace(line)) > 0 {
				busy.Store(true)
				lines <- line
			}
			if err != nil {
				if busy.Load() {
					os.Exit(1)
				}
				return
			}
		}
	}()
	for line := range lines {
		text, err := json.Marshal(w.do(line))
		if err != nil {
			panic(err) // a Record has no field that JSON cannot hold
		}
		busy.Store(false)
		if _, err := stdout.Write(append(text, '\n')); err != nil {
			return 1
		}
	}
	return 0
}

// A worker keeps what the next job may need again.
type worker struct {
	lookup Lookup
	cpu    cpuLimit

	puzzle *encode.Puzzle // of last
	text   string         // last's, as the job had it
	last   encode.Instance
}

func (w *worker) do(line []byte) (r result.Record) {
	var j Job
	if err := json.Unmarshal(line, &j); err != nil {
		return result.Record{Status: result.Unknown, Reason: result.Error, Error: fmt.Sprintf("bad job: %v", err)}
	}
	defer func() {
		if v := recover(); v != nil {
			r = j.record(result.Error, fmt.Sprintf("panic: %v%s", v, where(debug.Stack())))
		}
	}()
	// The garbage of the last job is no cost of this one.
	debug.FreeOSMemory()
	w.cpu.set(j.Limits.CPU)
	defer w.cpu.set(0)
	p, in, err := w.instance(j)
	if err != nil {
		return j.record(result.Error, err.Error())
	}
	m, err := method.Resolve(p, in, j.Method)
	if err != nil {
		return j.record(result.Error, err.Error())
	}
	if m.Name != j.Method || m.Version != j.Version {
		return j.record(result.Error, fmt.Sprintf("the worker has %s version %s, the job is for %s version %s",
			m.Name, m.Version, j.Method, j.Version))
	}
	return run(j, in, m)
}

func (w *worker) instance(j Job) (*encode.Puzzle, encode.Instance, error) {
	if w.last != nil && w.puzzle.Name == j.Puzzle && w.text == j.Instance {
		return w.puzzle, w.last, nil
	}
	p := w.lookup(j.Puzzle)
	if p == nil {
		return nil, nil, fmt.Errorf("no puzzle %q", j.Puzzle)
	}
	in, err := p.Parse(j.Instance)
	if err != nil {
		return nil, nil, fmt.Errorf("%s %q: %w", j.Puzzle, j.Instance, err)
	}
	w.puzzle, w.text, w.last = p, j.Instance, in
	return p, in, nil
}

// run does the job by the method. Only the search, or the count, is on the
// clock.
func run(j Job, in encode.Instance, m *method.Method) result.Record {
	var counted *big.Int
	if j.Orbits && m.Search == nil {
		return j.record(result.Error, "a method that lists no solutions knows no symmetries")
	}
	counts := m.Count != nil && !j.Orbits && (m.Search == nil ||
		j.Task == Count && (j.Mode == Sets || j.Mode == Default && j.Limits.Solutions == 0))
	if counts {
		r := count(j, m, &counted)
		most := big.NewInt(MostListed)
		if k := j.Limits.Solutions; k > 0 {
			most.SetInt64(min(k, MostListed))
		}
		if m.Search == nil || j.Mode == Default || r.Status != result.Exact || counted.Cmp(most) > 0 {
			return r
		}
	}
	r := list(j, in, m)
	if counted != nil && r.Status == result.Exact && r.Count != counted.String() {
		r = j.record(result.Error, fmt.Sprintf("lists %s solutions and counts %v", r.Count, counted))
		r.Verdict = result.Wrong
	}
	return r
}

// count asks Method.Count.
func count(j Job, m *method.Method, counted **big.Int) result.Record {
	var st native.Stats
	var watch stopwatch
	watch.start()
	n, err := m.Count(context.Background(), &st)
	watch.stop()
	if err != nil {
		return failed(j, err)
	}
	*counted = n
	r := j.record(result.Done, "")
	r.Status, r.Count = result.Exact, n.String()
	measure(&r, m, &watch, &st)
	return r
}

// failed is the record of a method that gave an error.
func failed(j Job, err error) result.Record {
	var large *brute.TooLargeError
	if errors.As(err, &large) {
		return j.record(result.Error, Refused+err.Error())
	}
	return j.record(result.Error, err.Error())
}

// list asks Method.Search and checks every solution.
func list(j Job, in encode.Instance, m *method.Method) result.Record {
	stop, stands := j.bounds()
	c := checker{job: j, in: in, sites: in.Sites()}
	if j.Orbits {
		symmetric, ok := in.(encode.Symmetric)
		if !ok {
			return j.record(result.Error, j.Puzzle+" has no symmetries")
		}
		c.images = symmetric.Symmetries()
	}
	var st native.Stats
	c.watch.start()
	err := m.Search(context.Background(), &st, func(s encode.Solution) bool { return c.add(s, stop) })
	c.watch.stop()
	c.flush()
	if c.broken != nil {
		r := j.record(result.Error, c.broken.Error())
		r.Verdict = result.Wrong
		return r
	}
	if err != nil {
		return failed(j, err)
	}
	r := j.record(result.Done, "")
	if stop > 0 && c.found >= stop {
		r.Status, r.Reason, r.Count = result.AtLeast, result.Limit, fmt.Sprint(stands)
	} else {
		r.Status, r.Count, r.Digest = result.Exact, fmt.Sprint(c.found), c.digest.String()
	}
	r.ModelSeconds = c.trace
	measure(&r, m, &c.watch, &st)
	return r
}

// measure fills in what the search cost. A step that the kind of method does
// not have is absent.
func measure(r *result.Record, m *method.Method, watch *stopwatch, st *native.Stats) {
	r.WallSeconds = new(watch.wall.Seconds())
	if _, ok := cpuTime(); ok {
		r.CPUSeconds = new(watch.cpu.Seconds())
	}
	if peak := peakBytes(); peak > 0 {
		r.PeakBytes = &peak
	}
	steps := func(n int64, always bool) *int64 {
		if n == 0 && !always {
			return nil
		}
		return &n
	}
	sat := m.Style != ""
	cubes := sat && strings.Contains(m.Name, "/cubes")
	r.Nodes = steps(st.Nodes, !sat)
	r.Updates = steps(st.Updates, false)
	r.Variables = steps(int64(m.Variables), sat)
	r.Clauses = steps(int64(m.Clauses), sat)
	r.Conflicts = steps(st.Conflicts, sat)
	r.Decisions = steps(st.Decisions, sat)
	r.Cubes = steps(st.Cubes, cubes)
	r.CubesClosed = steps(st.Closed, cubes)
	if sat {
		r.SATSeconds = &st.SATSeconds
	}
}

// where is the place of a panic, as a suffix for its text: the first frame
// below the one that panicked.
func where(stack []byte) string {
	_, below, ok := strings.Cut(string(stack), "\npanic(")
	if !ok {
		return ""
	}
	lines := strings.Split(below, "\n")
	if len(lines) < 4 {
		return ""
	}
	place, _, _ := strings.Cut(strings.TrimSpace(lines[3]), " ")
	return " at " + place[strings.LastIndexByte(place, '/')+1:]
}
