package work

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// An exchange gives jobs to a process and reads their records. The process does the jobs in their
// order and does not wait between them. So a small job costs no round trip.
type exchange struct {
	*process
	jobs       []Outcome
	parallel   int           // how many jobs can run at once
	lazy       bool          // the worker may hold replies back, so a process that fails does not say which job is to blame
	unmeasured bool          // as in Pool
	done       int           // how many of the first jobs have a record
	began      time.Time     // when the current job began, as far as this process knows
	memory     *child.Watch  // of the first job; nil: no limit
	cpu        time.Duration // CPU time that the worker had used before a job with a memory limit
}

// run gives all jobs to the process. It passes the outcomes to the function emit as soon as they
// arrive. If a limit or a failure cuts a job short, run ends the process, and the jobs from x.done on
// get no outcome. The error is ctx.Err(), or an error about encoding a job.
func (x *exchange) run(ctx context.Context, emit func([]Outcome)) (err error) {
	text, err := orders(x.jobs, x.lazy, x.unmeasured)
	if err != nil {
		return err
	}
	text = append(contentsOf(x.jobs, &x.has), text...)
	x.began = time.Now()
	x.Send(text)
	if limit := x.job().Limits.Memory; limit > 0 {
		pid := x.Cmd.Process.Pid
		x.memory, x.cpu = child.WatchMemory(pid, limit), processTime(pid)
		defer x.memory.Stop()
	}
	for !x.ended() && x.done < len(x.jobs) {
		from := x.done
		if early := x.surplus; len(early) > 0 { // a line that belongs to no job cannot be right
			x.surplus = nil
			x.read(early)
		} else {
			select {
			case lines, ok := <-x.Lines:
				if ok {
					x.read(lines)
				} else {
					err = x.gone(ctx)
				}
			case <-x.rung():
				x.cut(result.Timeout, "")
			case <-x.memory.Due():
				if past, _ := x.memory.Past(0); past {
					x.cut(result.Memory, "")
				}
			case <-ctx.Done():
				x.end(nil)
				return ctx.Err()
			}
		}
		if x.done > from {
			emit(x.jobs[from:x.done:x.done])
		}
	}
	return err
}

func (x *exchange) job() result.Job { return x.jobs[x.done].Job }

// read reads records. It ends the process after a record of a job that exceeded a limit.
func (x *exchange) read(lines []byte) {
	for len(lines) > 0 && x.done < len(x.jobs) && !x.ended() {
		var line []byte
		line, lines, _ = bytes.Cut(lines, []byte("\n"))
		if x.job().Limits.Memory > 0 && x.group.killed() { // the kernel killed a program, not the worker
			x.cut(result.Memory, "")
			return
		}
		x.replies++
		a, err := readReply(line, &x.jobs[x.done].Job, x.replies)
		switch {
		case err != nil && x.lazy:
			x.end(nil)
			return
		case err != nil:
			x.cut(result.Error, fmt.Sprintf("the worker wrote something else than a record of the job: %.100q", append(line, '\n')))
			return
		}
		if a.Reason == result.CPU || a.Reason == result.Memory {
			a.WallSeconds = new(time.Since(x.began).Seconds())
			x.end(nil) // the worker may be about to exit
		}
		x.store(a)
	}
	x.surplus = lines
}

// gone reaps a process that has ended by itself, and stores the record of the current job. It stores
// none if the process may have done this job, so that a second attempt finds out which job is to blame, or if
// one search did all jobs. The error is ctx.Err() if the context has ended.
func (x *exchange) gone(ctx context.Context) error {
	x.end(nil)
	state := x.Cmd.ProcessState.String()
	// Ctrl-C in a terminal also reaches a worker, which may not ignore it yet.
	if state == "signal: interrupt" {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(grace):
		}
	}
	if x.jobs[0].Job.Together > 0 || x.lazy {
		return nil
	}
	said := x.stderr.FirstLine()
	why := "the worker ended: " + state + wording.If(said != "", ": "+said)
	r := x.job().Record(result.Killed, why)
	if x.full && x.job().Limits.Memory > 0 {
		r = x.job().Record(result.Memory, "")
		x.complete(&r)
	}
	r.WallSeconds = new(time.Since(x.began).Seconds())
	x.store(reply{Record: r})
	return nil
}

// cut ends the process in the middle of the current job, and stores the record of this job with the
// last measurements that the worker reports about it. If the worker reports no measurements, the
// record has the measurements of this process.
func (x *exchange) cut(reason, message string) {
	j := x.job()
	r := j.Record(reason, message)
	r.WallSeconds = new(time.Since(x.began).Seconds())
	var said result.Record
	if err := json.Unmarshal(x.end(x.memory), &said); err == nil && said.Key == r.Key {
		// If this process was delayed, the worker may have answered in time.
		if reason == result.Timeout && said.Reason == result.Done && said.WallSeconds != nil && *said.WallSeconds <= j.Limits.Wall.Seconds() {
			x.store(reply{Record: said})
			return
		}
		r.CPUSeconds, r.PeakBytes, r.Variables, r.Clauses = said.CPUSeconds, said.PeakBytes, said.Variables, said.Clauses
	}
	x.complete(&r)
	x.store(reply{Record: r})
}

// complete sets the peak memory and the CPU time of a job that was killed, if its record lacks them.
func (x *exchange) complete(r *result.Record) {
	if most := x.memory.Most(); most > 0 {
		state := x.Cmd.ProcessState
		r.PeakBytes = cmp.Or(r.PeakBytes, &most)
		r.CPUSeconds = cmp.Or(r.CPUSeconds, new(max(state.UserTime()+state.SystemTime()-x.cpu, 0).Seconds()))
	}
}

func (x *exchange) store(a reply) {
	o := &x.jobs[x.done]
	now := time.Now()
	a.Took = cmp.Or(a.Took, now.Sub(x.began))
	a.Started = cmp.Or(a.Started, x.began.UTC().Format(time.RFC3339Nano))
	a.Host, a.Go, a.Commit, a.Solver = host(), runtime.Version(), commit(), o.Job.Solver
	a.Parallel, a.Cores = x.parallel, Cores()
	if seconds, ok := emptyRuns.seconds.Load(o.Job.Solver); ok {
		a.EmptyRun = seconds.(*float64)
	}
	o.Record, o.Took = a.Record, a.Took
	x.done++
	x.began = now
}

// rung returns a channel that receives a value when the current job reaches its limit of wall time.
func (x *exchange) rung() <-chan time.Time {
	if limit := x.job().Limits.Wall; limit > 0 {
		return time.After(time.Until(x.began.Add(limit)))
	}
	return nil
}

// A process is the parent's handle of one worker process.
type process struct {
	*child.Process
	stderr  extern.Head // a Go program that crashes says why in its first line
	group   *cgroup
	replies int             // how many lines of the process were read as replies
	surplus []byte          // lines that arrived after the last record of a list
	has     map[string]bool // the hashes of the contents of files that the process has
	full    bool            // the process has ended, and the kernel killed something in its cgroup because of the limit
}

// start starts a process. If there are cgroups, the process gets a new one with the given memory
// limit in bytes; 0 means no limit.
func start(cmd *exec.Cmd, limit int64) (p *process, err error) {
	p = &process{}
	cmd.Stderr = &p.stderr
	if p.Process, err = child.Start(cmd, math.MaxInt); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	if p.group, err = newCgroup(limit); p.group != nil {
		err = p.group.add(p.Cmd.Process.Pid)
	}
	if err != nil {
		p.end(nil)
		return nil, fmt.Errorf("worker: %w", err)
	}
	return p, nil
}

// unfit reports whether the worker cannot take the job j. This is the case if it has ended, if its
// cgroup has another limit, or if earlier jobs have left the worker with more memory than j is
// allowed to use. The worker would give this memory back at the beginning of j, but perhaps only
// after the first measurement.
func (p *process) unfit(j result.Job) bool {
	return p.ended() || p.group != nil && p.group.limit != j.Limits.Memory ||
		j.Limits.Memory > 0 && child.Resident(p.Cmd.Process.Pid) > j.Limits.Memory
}

// grace limits the time in which a worker must end by itself. For machines under load, the limit is
// a thousand times the time that a worker usually needs.
const grace = time.Second

// ended reports whether the process was reaped. A process that was not started has ended.
func (p *process) ended() bool { return p == nil || p.Cmd.ProcessState != nil }

// end ends the process and reaps it, unless it has ended already. It returns the line that the process
// has written but that nobody has read yet. This line belongs to the current job, and end drops lines
// about later jobs. A worker whose stdin is closed writes what its job has used, and exits.
func (p *process) end(memory *child.Watch) (line []byte) {
	if p.ended() {
		return nil
	}
	line, _, _ = bytes.Cut(p.End(grace, memory), []byte("\n"))
	p.full = p.group.killed()
	p.group.remove()
	return line
}

// same begins a line that is not JSON. The line leaves out what its reader already knows.
const same = '='

// An order is a job for a worker, as a line of JSON. If only the instance differs from the order
// before it, the line is only the instance.
type order struct {
	result.Job
	Lazy       bool `json:"lazy,omitempty"`       // the worker may hold the reply back for the time rest
	Unmeasured bool `json:"unmeasured,omitempty"` // nobody reads what the job has cost, so the worker does not measure it
}

// orders returns the lines for the jobs of a list. Jobs with a limit of time or memory are measured
// even if unmeasured is true.
func orders(jobs []Outcome, lazy, unmeasured bool) ([]byte, error) {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	var last order
	for i := range jobs {
		j := jobs[i].Job
		o := order{j, lazy, unmeasured && !j.Limits.Resources()}
		if last.Instance = o.Instance; o == last && !strings.Contains(o.Instance, "\n") {
			text.WriteByte(same)
			text.WriteString(o.Instance)
			text.WriteByte('\n')
		} else if err := out.Encode(o); err != nil {
			return nil, fmt.Errorf("job: %w", err)
		}
		last = o
	}
	return text.Bytes(), nil
}

// A line that begins with carried has the contents of a file in base64. Before it, the worker forgets the contents
// of earlier lists, so that they do not count for the memory of later jobs.
const carried = '+'

// contentsOf returns lines with the contents of the files that jobs name, unless the worker has them from the
// last list of jobs. The map has the hashes of the contents that the worker has.
func contentsOf(jobs []Outcome, has *map[string]bool) (text []byte) {
	need, lacks := map[string]string{}, false
	for i := range jobs {
		if _, hash, _ := wording.File(jobs[i].Job.Instance); hash != "" {
			need[hash] = jobs[i].Job.Instance
			lacks = lacks || !(*has)[hash]
		}
	}
	if !lacks {
		return nil
	}
	*has = map[string]bool{}
	text = append(text, carried, '\n')
	for hash, instance := range need {
		if packed, err := contents.Packed(instance); err == nil { // otherwise the worker names the file
			text = append(base64.StdEncoding.AppendEncode(append(text, carried), packed), '\n')
			(*has)[hash] = true
		}
	}
	return text
}

// take takes a line with contents.
func (w *worker) take(line []byte) {
	line = bytes.TrimSpace(line[1:])
	if len(line) == 0 {
		for _, hash := range w.carried {
			contents.Forget(hash)
		}
		w.carried, w.last = nil, nil
		return
	}
	packed, err := base64.StdEncoding.AppendDecode(nil, line)
	if err != nil {
		return // then the job names the file
	}
	if hash, err := contents.PutPacked(packed); err == nil {
		w.carried = append(w.carried, hash)
	}
}

// read reads the line of an order. The receiver is the order before it.
func (o *order) read(line []byte) error {
	if line[0] == same {
		o.Instance = string(bytes.TrimSuffix(line[1:], []byte("\n")))
		return nil
	}
	*o = order{}
	return json.Unmarshal(line, o)
}

// A reply is a line that a worker writes for a job. The reply has the record, and the time Took
// that ends with the job. This time begins at the end of the previous job or, if that is later,
// when the worker receives this job.
type reply struct {
	result.Record
	Took time.Duration `json:"took_ns,omitempty"`
}

// A plain reply is a line of text without the costs of the job: same, and the fields of plain between tabs.
// Its first field counts the replies of the process, so that no line is read as the reply to another job.
func plain(r *result.Record, number int, took time.Duration) []byte {
	return fmt.Appendf(nil, "%c%d\t%s\t%s\t%s\t%s\t%d\n", same, number, r.Status, r.Reason, r.Count, r.Digest, took)
}

var errOther = errors.New("not the reply to this job")

// readReply reads the reply to a job. The parameter number counts the replies of the process.
func readReply(line []byte, j *result.Job, number int) (a reply, err error) {
	if len(line) == 0 || line[0] != same {
		if err = json.Unmarshal(line, &a); err == nil && a.Key != j.Key() {
			err = errOther
		}
		return a, err
	}
	fields := strings.Split(string(line[1:]), "\t")
	if len(fields) != 6 || fields[0] != strconv.Itoa(number) {
		return a, errOther
	}
	took, err := strconv.ParseInt(fields[5], 10, 64)
	a = reply{j.Keyless(fields[2], ""), time.Duration(took)}
	a.Status, a.Count, a.Digest = fields[1], fields[3], fields[4]
	return a, err
}

// rest is the time for which a worker may hold back the replies to small jobs. Writing and reading
// each reply at once takes two system calls and two changes of threads. For a small job, this is as
// long as the job itself.
const rest = time.Millisecond

// An outbox writes replies. It is safe for concurrent use.
type outbox struct {
	to    io.Writer
	mu    sync.Mutex
	text  bytes.Buffer // the replies that were held back
	timer *time.Timer  // ends the time rest of the first of them; nil before the first use
}

// add writes a line. If hold is true, the line may wait for further lines.
func (b *outbox) add(line []byte, hold bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	first := b.text.Len() == 0
	b.text.Write(line)
	switch {
	case !hold:
		return b.write()
	case b.timer == nil:
		b.timer = time.AfterFunc(rest, b.flush)
	case first:
		b.timer.Reset(rest)
	}
	return nil
}

// flush writes all replies that were held back. If that fails, the parent has died, and the worker
// notices the end of its stdin.
func (b *outbox) flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = b.write()
}

func (b *outbox) write() (err error) {
	if b.text.Len() > 0 {
		_, err = b.to.Write(b.text.Bytes())
		b.text.Reset()
	}
	return err
}
