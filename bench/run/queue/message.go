// Package queue decides how the jobs of one experiment are spread over many machines. A coordinator
// owns the ledger and puts lists of jobs into a queue. Workers take lists from the queue and send
// records back. The queue is only transport: it may lose and repeat messages at any time. The
// coordinator publishes a list again until the ledger has all records of the list.
//
// The package has the decisions and the texts of the messages. It has no network, no clock and no
// process, so that a simulator can run it. The packages in its subfolders connect it with NATS
// JetStream.
package queue

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"counterproof/bench/record/result"
	"counterproof/encode/contents"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// Protocol is the version of the messages. A worker and a coordinator with different versions do not
// work together.
const Protocol = 2

// A Sign is the regular sign of life of a worker, and the question with which the worker begins.
type Sign struct {
	Protocol int      `json:"protocol"`
	Worker   string   `json:"worker"`            // a random name
	Host     string   `json:"host"`              // the name of the machine
	Version  string   `json:"version"`           // of the program
	Slots    int      `json:"slots"`             // how many jobs the worker runs at once
	Session  string   `json:"session,omitempty"` // of the last Answer whose samples the worker has checked
	Refused  []string `json:"refused,omitempty"` // a reason for each class of jobs that the worker does not take
	Idle     bool     `json:"idle,omitempty"`    // the worker takes no class of jobs
	Leaving  bool     `json:"leaving,omitempty"` // the worker ends
	Kills    int      `json:"kills,omitempty"`   // how many jobs in a row were killed on the worker
}

// An Answer is the answer to a Sign.
type Answer struct {
	Refused string `json:"refused,omitempty"` // why the worker gets no jobs
	Session string `json:"session"`           // changes with each start of the coordinator
	Version string `json:"version"`           // of the coordinator's program
	Spare   bool   `json:"spare,omitempty"`   // another worker is present that is not failing
	// Samples has one job for each method of each puzzle, unless the Sign has the same session. The
	// worker checks for which samples it computes the same key.
	Samples []result.Job `json:"samples,omitempty"`
	// Solvers has the outside programs that the experiment defines, with the samples. The worker
	// runs their commands only if its user permits that.
	Solvers []extern.Tool `json:"solvers,omitempty"`
}

// MostRecordBytes limits the JSON text of one record. The record of a job with the option trace has
// about 20 bytes for each solution.
const MostRecordBytes = 24 << 20

// MostDeliveries limits how often one list is handed out. A list is handed out again if the
// worker ended, lost the connection, or gave the list back.
const MostDeliveries = 20

// A Delivery is a message with records of one list.
type Delivery struct {
	Worker  string   `json:"worker"`
	List    string   `json:"list"` // the key of the list
	Records []Sealed `json:"records,omitempty"`
	// Lost is set if the list was handed out MostDeliveries times. The worker does not run it.
	Lost bool `json:"lost,omitempty"`
	// Arrived is when the queue got the message, by the clock of the coordinator. The zero time
	// means that this is not known.
	Arrived time.Time `json:"-"`
}

// A Sealed is a record with its hash.
type Sealed struct {
	Sum    string          `json:"sum"` // the SHA-256 of Record, in hex
	Record json.RawMessage `json:"record"`
	Took   float64         `json:"took,omitempty"` // seconds from handing out the job to receiving the record
}

// Seal returns the text of a record with its hash. A record whose text is too long is replaced by a
// record with the reason error.
func Seal(j result.Job, r result.Record, took float64) Sealed {
	text := Text(r)
	if n := len(text); n > MostRecordBytes {
		return Seal(j, j.Record(result.Error, fmt.Sprintf("the record has %d bytes, but the queue takes at most %d: run the experiment without the queue, or without the option trace", n, MostRecordBytes)), took)
	}
	return Sealed{result.Hash(text), text, took}
}

// Text returns the JSON text of a message, a record or a list of jobs. All of these have a JSON text,
// because their numbers are finite.
func Text(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return text
}

func (s Sealed) open() (r result.Record, err error) {
	if n := len(s.Record); n > MostRecordBytes {
		return r, fmt.Errorf("it has %d bytes, more than %d", n, MostRecordBytes)
	}
	if result.Hash(s.Record) != s.Sum {
		return r, errors.New("its hash does not fit its contents")
	}
	return r, result.DecodeJSON(s.Record, &r)
}

// ParseDelivery reads the text of a Delivery. ParseDelivery does not check the records in it.
func ParseDelivery(text []byte) (d Delivery, err error) {
	if err = result.DecodeJSON(text, &d); err != nil {
		err = fmt.Errorf("not a message with records: %w", err)
	}
	return d, err
}

// MostContents limits the compressed contents of a file that a list of jobs carries. A worker finds larger
// files only in a folder that its user names.
const MostContents = 4 << 20

// A carrier is a job of a list. The first job on a file has the contents of the file, compressed by gzip.
type carrier struct {
	result.Job
	Contents []byte `json:"contents,omitempty"`
}

// carriedBy returns the contents that a list of jobs carries with a job, and notes that it carries them.
func carriedBy(j *result.Job, has map[string]bool) []byte {
	_, hash, _ := wording.File(j.Instance)
	if hash == "" || has[hash] {
		return nil
	}
	has[hash] = true
	packed, err := contents.Packed(j.Instance)
	if err != nil || len(packed) > MostContents {
		return nil // the worker names the file
	}
	return packed
}

// JobsText returns the text of a list of jobs, with the contents of the instances that are files.
func JobsText(jobs []result.Job) []byte {
	has := map[string]bool{}
	return Text(wording.Each(jobs, func(j result.Job) carrier { return carrier{j, carriedBy(&j, has)} }))
}

// ParseJobs reads the text of a list of jobs, and stores the contents in it.
func ParseJobs(text []byte) (jobs []result.Job, err error) {
	var list []carrier
	if err = result.DecodeJSON(text, &list); err != nil {
		return nil, fmt.Errorf("not a list of jobs: %w", err)
	}
	if len(list) == 0 {
		return nil, errors.New("a list without jobs")
	}
	for _, c := range list {
		if len(c.Contents) > 0 {
			if _, err := contents.PutPacked(c.Contents); err != nil {
				return nil, fmt.Errorf("the contents of %s: %w", wording.Short(c.Instance), err)
			}
		}
	}
	return wording.Each(list, func(c carrier) result.Job { return c.Job }), nil
}

// A Crew has the workers that have joined a coordinator. The zero value has no workers. A Crew
// reads no clock: callers pass the time.
type Crew struct {
	members map[string]*Member // by the names of the workers
	began   time.Time          // when the first worker joined
	last    time.Time          // when the last job ended
}

// A Member is a worker of a Crew.
type Member struct {
	Sign         // the last one
	Warned  bool // the reasons why it does not take all classes were reported
	Records int  // records from the worker that were not refused

	seen time.Time
}

// Failing reports whether the last jobs in a row were killed on the worker.
func (m *Member) Failing() bool { return m.Kills >= MostKills }

// Sign handles a sign of life. It returns the worker, and the sign before this one. The sign before
// is empty if the worker has joined now.
func (c *Crew) Sign(s Sign, now time.Time) (m *Member, before Sign) {
	if c.began.IsZero() {
		c.began = now
	}
	m = c.members[s.Worker]
	if m == nil {
		maps.DeleteFunc(c.members, func(_ string, m *Member) bool { return now.Sub(m.seen) > 10*Silent })
		if c.members == nil {
			c.members = map[string]*Member{}
		}
		m = &Member{}
		c.members[s.Worker] = m
	}
	before, m.Sign, m.seen = m.Sign, s, now
	m.Slots = min(max(s.Slots, 1), 10_000)
	if s.Leaving {
		delete(c.members, s.Worker)
	}
	return m, before
}

// Received counts the records of a worker.
func (c *Crew) Received(worker string, records int) {
	if m := c.members[worker]; m != nil {
		m.Records += records
	}
}

// Ended notes that a job has ended. The worker of this job may not have joined yet, because the
// coordinator was started again.
func (c *Crew) Ended(now time.Time) {
	if c.began.IsZero() {
		c.began = now
	}
	c.last = now
}

// Running returns the time from the moment when the first worker joined until now. If all jobs are
// over, Running returns the time until the last job ended.
func (c *Crew) Running(now time.Time, over bool) time.Duration {
	if over {
		now = c.last
	}
	return max(0, now.Sub(cmp.Or(c.began, now)))
}

// Slots returns how many jobs the workers that are present run at once.
func (c *Crew) Slots(now time.Time) (slots int) {
	for _, m := range c.present(now) {
		slots += wording.Either(m.Idle, 0, m.Slots)
	}
	return slots
}

// Present returns the number of workers that are present.
func (c *Crew) Present(now time.Time) int { return len(c.present(now)) }

// Others reports whether any worker other than the given workers is present and takes jobs.
func (c *Crew) Others(workers []string, now time.Time) bool {
	return slices.ContainsFunc(c.present(now), func(m *Member) bool { return !m.Idle && !slices.Contains(workers, m.Worker) })
}

// Spare reports whether any worker other than the given worker is present, takes jobs, and is not
// failing.
func (c *Crew) Spare(worker string, now time.Time) bool {
	return slices.ContainsFunc(c.present(now), func(m *Member) bool { return !m.Idle && !m.Failing() && m.Worker != worker })
}

func (c *Crew) present(now time.Time) []*Member {
	all := slices.Collect(maps.Values(c.members))
	return slices.DeleteFunc(all, func(m *Member) bool { return now.Sub(m.seen) >= Silent })
}
