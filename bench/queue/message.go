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
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"counterproof/bench/result"
)

// Protocol is the version of the messages. A worker and a coordinator with different versions do not
// work together.
const Protocol = 1

// A Hello is the question with which a worker begins.
type Hello struct {
	Protocol int    `json:"protocol"`
	Worker   string `json:"worker"`  // a random name
	Host     string `json:"host"`    // the name of the machine
	Version  string `json:"version"` // of the program
	Slots    int    `json:"slots"`   // how many jobs the worker runs at once
}

// A Welcome is the answer to a Hello. If Refused is set, it says why the worker gets no jobs.
type Welcome struct {
	Refused string `json:"refused,omitempty"`
	// Session changes whenever the worker has to say Hello again, such as after a new start of the
	// coordinator with another experiment.
	Session string `json:"session"`
	Title   string `json:"title"`   // of the experiment
	Version string `json:"version"` // of the coordinator's program
	// Samples has one job for each method of each puzzle. The worker checks for which samples it
	// computes the same key.
	Samples []result.Job `json:"samples"`
}

// A Beat is the regular sign of life of a worker. The first Beat after a Welcome says which classes
// of jobs the worker takes, and why it does not take the others.
type Beat struct {
	Worker  string   `json:"worker"`
	Session string   `json:"session"`
	Refused []string `json:"refused,omitempty"` // a reason for each class that the worker does not take
	Idle    bool     `json:"idle,omitempty"`    // the worker takes no class of jobs
	Leaving bool     `json:"leaving,omitempty"` // the worker ends
	Kills   int      `json:"kills,omitempty"`   // how many jobs in a row were killed on the worker
}

// An Echo is the answer to a Beat. If its session differs from the worker's, the worker says Hello
// again.
type Echo struct {
	Session string `json:"session"`
	Spare   bool   `json:"spare,omitempty"` // another worker is present that is not failing
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
func Seal(j result.Job, r result.Record, took float64) (Sealed, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return Sealed{}, fmt.Errorf("record %s: %w", r.Key, err)
	}
	if n := len(text); n > MostRecordBytes {
		r = j.Record(result.Error, fmt.Sprintf("the record has %d bytes, but the queue takes at most %d: run the experiment without the queue, or without the option trace", n, MostRecordBytes))
		if text, err = json.Marshal(r); err != nil {
			return Sealed{}, fmt.Errorf("record %s: %w", r.Key, err)
		}
	}
	sum := sha256.Sum256(text)
	return Sealed{hex.EncodeToString(sum[:]), text, took}, nil
}

// errSum means that a record has changed on its way, or that somebody has made it up.
var errSum = errors.New("its hash does not fit its contents")

// open returns the record, after checking its size and its hash.
func (s Sealed) open() (r result.Record, err error) {
	if n := len(s.Record); n > MostRecordBytes {
		return r, fmt.Errorf("it has %d bytes, more than %d", n, MostRecordBytes)
	}
	if sum := sha256.Sum256(s.Record); hex.EncodeToString(sum[:]) != s.Sum {
		return r, errSum
	}
	err = strict(s.Record, &r)
	return r, err
}

// ParseDelivery reads the text of a Delivery. ParseDelivery does not check the records in it.
func ParseDelivery(text []byte) (Delivery, error) {
	var d Delivery
	if err := strict(text, &d); err != nil {
		return d, fmt.Errorf("not a message with records: %w", err)
	}
	return d, nil
}

// ParseJobs reads the text of a list of jobs.
func ParseJobs(text []byte) ([]result.Job, error) {
	var jobs []result.Job
	if err := strict(text, &jobs); err != nil {
		return nil, fmt.Errorf("not a list of jobs: %w", err)
	}
	if len(jobs) == 0 {
		return nil, errors.New("a list without jobs")
	}
	return jobs, nil
}

// strict decodes one JSON value. It refuses unknown keys and anything after the value.
func strict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more text after the JSON value")
	}
	return nil
}
