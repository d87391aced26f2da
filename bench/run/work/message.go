package work

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/bench/record/result"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
)

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
