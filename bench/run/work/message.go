package work

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"counterproof/bench/record/result"
)

// An order is a job for a worker, as a line of JSON. If only the instance differs from the order
// before it, the line is only the instance, as a JSON string.
type order struct {
	result.Job
	Lazy bool `json:"lazy,omitempty"` // the worker may hold the reply back for the time rest
	Bare bool `json:"bare,omitempty"` // nobody reads what the job has cost, so the worker does not measure it
}

// orders returns the lines for the jobs of a list. Jobs with a limit of time or memory are measured
// even if bare is true.
func orders(jobs []Outcome, lazy, bare bool) ([]byte, error) {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	var last order
	for i := range jobs {
		j := jobs[i].Job
		o := order{j, lazy, bare && j.Limits.Bare()}
		var line any = o.Instance
		if last.Instance = o.Instance; o != last {
			line = o
		}
		last = o
		if err := out.Encode(line); err != nil {
			return nil, fmt.Errorf("job: %w", err)
		}
	}
	return text.Bytes(), nil
}

// read reads the line of an order. The receiver is the order before it.
func (o *order) read(line []byte) error {
	if line[0] == '"' {
		return json.Unmarshal(line, &o.Instance)
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

// A bareReply is the reply to an order whose field Bare is set.
type bareReply struct {
	Number  int64         `json:"number"` // of the reply among all replies of the process, from 1
	Status  string        `json:"status"`
	Reason  string        `json:"reason"`
	Count   string        `json:"count,omitempty"`
	Digest  string        `json:"digest,omitempty"`
	Error   string        `json:"error,omitempty"`
	Failure string        `json:"failure,omitempty"`
	Verdict string        `json:"verdict,omitempty"`
	Took    time.Duration `json:"took_ns,omitempty"`
}

var errOther = errors.New("not the reply to this job")

// readReply reads the reply to a job. The parameter number counts the replies of the process.
func readReply(line []byte, j *result.Job, bare bool, number int64) (a reply, err error) {
	if !bare {
		if err = json.Unmarshal(line, &a); err == nil && a.Key != j.Key() {
			err = errOther
		}
		return a, err
	}
	var b bareReply
	if err = json.Unmarshal(line, &b); err == nil && b.Number != number {
		err = errOther
	}
	a = reply{j.Bare(b.Reason, b.Error), b.Took}
	a.Status, a.Count, a.Digest, a.Failure, a.Verdict = b.Status, b.Count, b.Digest, b.Failure, b.Verdict
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

// add writes a value as a line of JSON. If hold is true, the line may wait for further lines.
func (b *outbox) add(value any, hold bool) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	first := b.text.Len() == 0
	err := json.NewEncoder(&b.text).Encode(value)
	switch {
	case err != nil || !hold:
		return errors.Join(err, b.write())
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
