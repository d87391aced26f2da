package work

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/certificate"
	"counterproof/bench/solve/lookup"
	"counterproof/bench/solve/spread"
	"counterproof/bench/system/child"
	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/cnf"
	"counterproof/sat/dnnf"
	"counterproof/sat/extern"
)

// Worker does jobs until stdin ends, and returns the exit status. A job is a line of JSON, and so
// is a record. Worker does the jobs in their order, and writes the record of each job as soon as
// the job is done or, if its order is lazy, soon after. An error or a panic during a job becomes a
// record with the reason error.
//
// If stdin ends before all jobs are done, the worker writes a record of what the job has used so
// far, and exits; see child.Listen. The worker ends in the same way when it notices that the job
// exceeds a limit.
func Worker(lookup encode.Lookup, stdin io.Reader, stdout io.Writer) int {
	w := &worker{lookup: lookup, out: outbox{to: stdout}}
	in := child.Listen(stdin, func() { w.cut(result.Killed) })
	for {
		line, arrived := in.Next()
		if line == nil {
			return 0
		}
		if line[0] == carried {
			w.take(line)
			in.Finished()
			continue
		}
		if w.idle.Before(arrived) {
			w.idle = arrived
		}
		lines, records := w.family(line, in)
		for i, line := range lines {
			var r result.Record
			if records != nil {
				r = records[i]
			} else {
				r = w.do(line)
			}
			last := i == len(lines)-1
			if last {
				in.Finished()
			}
			if err := w.say(r, w.order.Lazy && in.Waiting() || !last && records != nil); err != nil {
				return 1
			}
		}
	}
}

// A worker keeps the state that lasts from one job to the next.
type worker struct {
	lookup encode.Lookup
	out    outbox
	order  order
	said   int                  // how many replies
	took   time.Duration        // by the last job, as its reply says
	turn   atomic.Pointer[turn] // the job at work, or nil; the goroutine that removes it writes the record
	idle   time.Time            // the end of the last job, or the arrival of this job if that was later
	lean   uint64               // what held returned after the last debug.FreeOSMemory

	puzzle *encode.Puzzle // of last
	text   string         // of last, as the job had it
	last   encode.Instance

	carried []string // the hashes of the contents that the last lines with contents had
}

// say writes a record. If hold is false, say writes it at once, so that the record outlives this
// process.
func (w *worker) say(r result.Record, hold bool) error {
	now := time.Now()
	w.took, w.idle = now.Sub(w.idle), now
	w.said++
	if w.order.Unmeasured && r.Error == "" && r.Verdict == "" {
		return w.out.add(plain(&r, w.said, w.took), hold)
	}
	line, err := json.Marshal(reply{r, w.took})
	return errors.Join(err, w.out.add(append(line, '\n'), hold && err == nil))
}

// cut writes what the current job has used so far and ends the process. If there is no current job,
// cut only writes the replies that were held back.
func (w *worker) cut(reason string) {
	t := w.turn.Swap(nil)
	if t == nil {
		w.out.flush()
		return
	}
	r := t.record(reason)
	extern.Kill() // before say, which fails or ends this process if the parent has died
	_ = w.say(r, false)
	os.Exit(1)
}

func (w *worker) do(line []byte) result.Record {
	j := &w.order.Job
	if err := w.order.read(line); err != nil {
		return result.Record{Status: result.Unknown, Reason: result.Error, Error: fmt.Sprintf("bad job: %v", err)}
	}
	if !w.order.Unmeasured || w.took >= small { // the garbage of earlier jobs must not count for this one
		w.free(j.Limits)
	}
	t := begin(*j, w.order.Unmeasured)
	w.turn.Store(t)
	r := recovered(*j, func() result.Record { return w.attempt(t) })
	if !w.turn.CompareAndSwap(t, nil) {
		select {} // cut is about to end the process
	}
	if w.order.Unmeasured {
		return r
	}
	r = t.judge(t.withPeak(r))
	r.Started = t.began.UTC().Format(time.RFC3339Nano)
	return r
}

// recovered returns the record of the function do or, if it panics, the record of a failure.
func recovered(j result.Job, do func() result.Record) (r result.Record) {
	defer func() {
		if v := recover(); v != nil {
			r = j.Failed(result.Panicked, fmt.Sprint(v)+where(debug.Stack()))
		}
	}()
	return do()
}

func (w *worker) attempt(t *turn) result.Record {
	j := t.job
	defer t.guard(w.cut)()
	if j.Task == result.Empty {
		return emptyRun(j)
	}
	p, in, err := w.instance(j)
	switch {
	case err != nil:
		return j.Record(result.Error, err.Error())
	case j.Task == result.Certify:
		return certify(j, p, in)
	case spread.Takes(j):
		return spread.Count(j, p, recovered)
	}
	return answer.Answer(context.Background(), j, p, in, answer.Watcher{Unmeasured: w.order.Unmeasured, Ready: func(m *lookup.Method) {
		t.formula.Store(m)
		if m.Clauses > 0 { // the garbage of writing the formula must not count for the search
			w.free(j.Limits)
		}
	}})
}

// garbage is a number of bytes. A worker gives unused memory back to the system when jobs have left
// 2*garbage bytes of it behind. Before a job with a memory limit, garbage bytes are enough. The
// runtime's own collector starts at the same number. So the memory of jobs that use little stays
// below twice this number. Giving memory back takes 1 to 4 ms, up to a hundred times as long as a
// sudoku.
const garbage = 4 << 20

// free gives memory back to the system if earlier jobs, or writing the formula of this one, have left
// much unused memory behind; see the constant garbage.
func (w *worker) free(limits result.Limits) {
	allowed := wording.Either(limits.Memory > 0, garbage, 2*garbage)
	if held() >= w.lean+uint64(allowed) {
		debug.FreeOSMemory()
		w.lean = held()
	}
}

// held returns how many bytes of memory the heap of this process holds, used or unused, without the
// memory that was given back to the system.
func held() (bytes uint64) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/unused:bytes"},
	}
	metrics.Read(samples)
	for _, s := range samples {
		bytes += s.Value.Uint64()
	}
	return bytes
}

func (w *worker) instance(j result.Job) (*encode.Puzzle, encode.Instance, error) {
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

// where returns the file and line of the frame below the call of panic, as a suffix for its message.
func where(stack []byte) string {
	_, below, _ := strings.Cut(string(stack), "\npanic(")
	lines := strings.Split(below, "\n")
	if len(lines) < 4 {
		return ""
	}
	place, _, _ := strings.Cut(strings.TrimSpace(lines[3]), " ")
	return " at " + place[strings.LastIndexByte(place, '/')+1:]
}

// certify does a job of the task certify: it writes the certificate into Job.Folder. The times of the
// record include all of this work.
func certify(j result.Job, p *encode.Puzzle, in encode.Instance) result.Record {
	var st lookup.Stats
	var watch answer.Stopwatch
	watch.Start()
	name, err := method.Parse(j.Method)
	if err != nil {
		return answer.Failed(j, err)
	}
	m, err := lookup.Prove(p, in, name)
	switch {
	case err != nil:
		return answer.Failed(j, err)
	case m.Name.String() != j.Method || m.Version != j.Version:
		return j.Record(result.Error, "the worker has "+m.Name.String()+" version "+m.Version+", but the job is for "+j.Method+" version "+j.Version)
	}
	versions := certificate.VersionsOf(m.Version, j.Solver)
	versions.Commit = commit()
	subject := certificate.Subject{Puzzle: p.Name, Instance: in, Encoding: m.Encoding, Method: m.Name.String(), Versions: versions}
	if j.LRAT {
		subject.AddLRAT()
	}
	claim, err := writeCertificate(j.Folder, subject, m, &st.SAT)
	watch.Stop()
	if err != nil {
		return answer.Failed(j, err)
	}
	r := j.Record(result.Done, "")
	r.Status, r.Count, r.Digest = result.Exact, claim.Count, claim.Digest
	answer.Measure(&r, m.Method, &watch, &st)
	return r
}

func writeCertificate(dir string, subject certificate.Subject, m *lookup.Prover, st *cnf.Stats) (*certificate.Claim, error) {
	ctx := context.Background()
	if m.Name.Variant != method.Count {
		return certificate.Write(dir, subject, func(proof certificate.Proof, yield func(cnf.Model) bool) error {
			return m.Models(ctx, st, proof, yield)
		})
	}
	g, err := m.Graph(ctx, st)
	if err != nil {
		return nil, err
	}
	return certificate.WriteGraph(dir, subject, g.Count(), func(w io.Writer) error { return dnnf.Prove(ctx, w, g, &m.Encoding.Formula) })
}

const (
	// leastTogether is the smallest number of jobs that are done by one search. With fewer, the times
	// of the single jobs are worth more than the time that is saved.
	leastTogether = 32
	// mostTogether is below the window of any stream, so that a list can be filled.
	mostTogether = 3000
)

// related returns how many of the next jobs have the same family as the next one, at most
// mostTogether. It waits for these jobs. If there are too few for one search, related returns 0.
func (q *queue) related() int {
	n := 0
	for n < mostTogether && (n < len(q.ahead) || q.receive()) {
		if o := &q.ahead[n]; o.Kept || o.Job.Family == "" || o.Job.Family != q.ahead[0].Job.Family {
			break
		}
		n++
	}
	if n < leastTogether {
		return 0
	}
	return n
}

// family reads the other lines of a list of jobs that one search does, and does it. If the line is not
// the first of such a list, or if the jobs have to be done one by one, there are no records.
func (w *worker) family(line []byte, in *child.Inbox) (lines [][]byte, records []result.Record) {
	lines = append(lines, line)
	if line[0] == same || !bytes.Contains(line, []byte(`"together":`)) {
		return lines, nil
	}
	var o order
	var jobs []result.Job
	for {
		if o.read(line) != nil {
			return lines, nil
		}
		jobs = append(jobs, o.Job)
		if len(jobs) >= min(jobs[0].Together, mostTogether) {
			break
		}
		if line, _ = in.Next(); line == nil {
			return lines, nil
		}
		lines = append(lines, line)
	}
	w.order = o
	t := begin(jobs[0], o.Unmeasured)
	w.turn.Store(t)
	records = w.search(jobs)
	if !w.turn.CompareAndSwap(t, nil) {
		select {} // cut is about to end the process
	}
	for i := range records {
		records[i].Started = t.began.UTC().Format(time.RFC3339Nano)
	}
	return lines, records
}

// search returns the records of jobs that one search does, or nil. After a panic, all jobs have failed.
func (w *worker) search(jobs []result.Job) (records []result.Record) {
	failed := recovered(jobs[0], func() (r result.Record) {
		ins := make([]encode.Instance, len(jobs))
		for i, j := range jobs {
			var err error
			if _, ins[i], err = w.instance(j); err != nil {
				return r
			}
		}
		records = answer.Together(context.Background(), jobs, w.puzzle, ins)
		return r
	})
	if failed.Failure == "" {
		return records
	}
	return wording.Each(jobs, func(j result.Job) result.Record {
		r := j.Record(failed.Reason, failed.Error)
		r.Failure = failed.Failure
		return r
	})
}
