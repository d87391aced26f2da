package server

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
)

// A laboratory shows the ledgers and reports that the user named when starting the server. A
// question refers to a ledger and an experiment by their keys, and to a report by number, never by path.
type laboratory struct {
	ledgers []*shownLedger
	reports []string // folders
}

func newLaboratory(ledgers, reports []string) *laboratory {
	l := &laboratory{reports: reports}
	named := map[string]int{}
	for _, path := range ledgers {
		s := &shownLedger{path: path}
		s.key = s.name()
		if named[s.name()]++; named[s.name()] > 1 {
			s.key += fmt.Sprintf("~%d", named[s.name()])
		}
		l.ledgers = append(l.ledgers, s)
	}
	return l
}

type answerer func(ctx context.Context, body []byte, emit ask.Emit) error

// An Overview is the answer to the question laboratory.
type Overview struct {
	Ledgers []LedgerView  `json:"ledgers"`
	Reports []ReportsView `json:"reports"`
}

// A LedgerView describes a ledger. A ledger that cannot be read has only a name and an error.
type LedgerView struct {
	// Key is the name, or NAME~2, NAME~3 and so on if earlier ledgers have the same name.
	Key         string           `json:"key"`
	Name        string           `json:"name"` // of the file, without its folder
	Error       string           `json:"error,omitempty"`
	Records     int              `json:"records"`
	Experiments []ExperimentView `json:"experiments"` // the experiment that was run last is at the end
}

// An ExperimentView sums up an experiment of a ledger.
type ExperimentView struct {
	// Key stays the same when the ledger gets other experiments, and when the experiment is run
	// again. If the file of an experiment has changed, it counts as another experiment.
	Key   string `json:"key"`
	Name  string `json:"name"`            // of its file
	Title string `json:"title,omitempty"` // from its text
	// Jobs counts the jobs of the experiment. Done counts the jobs with a final record, which no
	// later run replaces.
	Jobs    int      `json:"jobs"`
	Done    int      `json:"done"`
	Exact   int      `json:"exact"` // records by their status
	AtLeast int      `json:"at_least"`
	Unknown int      `json:"unknown"`
	Wrong   int      `json:"wrong"` // answers that are known to be wrong
	Puzzles []string `json:"puzzles"`
	Methods []string `json:"methods"`
	Suites  []string `json:"suites"`
	Wall    float64  `json:"wall_seconds"` // the sums over all records
	CPU     float64  `json:"cpu_seconds"`
	First   string   `json:"first,omitempty"` // when the first and the last of its jobs began, as RFC 3339
	Last    string   `json:"last,omitempty"`
}

func (l *laboratory) overview(_ context.Context, body []byte, emit ask.Emit) error {
	if err := ask.Read(body, &struct{}{}); err != nil {
		return err
	}
	o := Overview{Ledgers: []LedgerView{}, Reports: []ReportsView{}}
	for _, s := range l.ledgers {
		o.Ledgers = append(o.Ledgers, s.view())
	}
	for i, dir := range l.reports {
		o.Reports = append(o.Reports, viewReports(dir, i))
	}
	return emit(o)
}

// A Page is the answer to the question experiment. A Page has only a part of the
// records.
type Page struct {
	Total   int             `json:"total"` // records of the experiment
	From    int             `json:"from"`  // the number of the first record of this part, from 0
	Records []result.Record `json:"records"`
}

const perPage = 500

func (l *laboratory) experiment(_ context.Context, body []byte, emit ask.Emit) error {
	var q struct {
		Ledger     string `json:"ledger"`     // its key
		Experiment string `json:"experiment"` // its key
		From       int    `json:"from"`       // the number of the first record
	}
	if err := ask.Read(body, &q); err != nil {
		return err
	}
	k := slices.IndexFunc(l.ledgers, func(s *shownLedger) bool { return s.key == q.Ledger })
	if k < 0 {
		return &ask.Problem{Misuse: true, Text: "there is no such ledger: counterproof serve shows the files that its flag --ledger names; reload the page"}
	}
	s := l.ledgers[k]
	read, err := s.read()
	if err != nil {
		return errors.New(s.view().Error)
	}
	k = slices.IndexFunc(read.view.Experiments, func(x ExperimentView) bool { return x.Key == q.Experiment })
	if k < 0 {
		return &ask.Problem{Misuse: true, Text: "the ledger has no such experiment: reload the page"}
	}
	all := read.records[k]
	from := min(max(q.From, 0), len(all))
	return emit(Page{len(all), from, append([]result.Record{}, all[from:min(from+perPage, len(all))]...)})
}

// freshFor is the time for which a shownLedger uses its last reading without a look at the
// file. During a run, the file changes many times a second, and reading it takes a moment.
const freshFor = 5 * time.Second

type shownLedger struct {
	path string
	key  string

	mu   sync.Mutex
	last *readLedger
	err  error
	when time.Time // of the last attempt to read
	size int64     // of the file then
	mod  time.Time
}

type readLedger struct {
	view    LedgerView
	records [][]result.Record // for each experiment of the view: its records, in the order of the places
}

func (s *shownLedger) name() string { return filepath.Base(s.path) }

// view returns the description of the ledger as it was at most freshFor ago.
func (s *shownLedger) view() LedgerView {
	read, err := s.read()
	if err == nil {
		view := read.view
		view.Key = s.key
		return view
	}
	why := err.Error() // a page must not show paths of this machine
	if dir, err := filepath.Abs(filepath.Dir(s.path)); err == nil {
		why = strings.ReplaceAll(why, dir+string(filepath.Separator), "")
	}
	return LedgerView{Key: s.key, Name: s.name(), Error: strings.ReplaceAll(why, s.path, s.name()), Experiments: []ExperimentView{}}
}

// read reads the ledger if the last reading is out of date. A run that writes the ledger has
// to wait only while ledger.Read copies the file.
func (s *shownLedger) read() (*readLedger, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.when) < freshFor {
		return s.last, s.err
	}
	info, err := os.Stat(s.path)
	if err == nil && s.last != nil && s.err == nil && info.Size() == s.size && info.ModTime().Equal(s.mod) {
		s.when = time.Now()
		return s.last, nil
	}
	if err == nil {
		s.size, s.mod = info.Size(), info.ModTime()
	}
	s.last, s.err = readAll(s.path)
	s.when = time.Now()
	return s.last, s.err
}

func readAll(path string) (*readLedger, error) {
	l, err := ledger.Read(path)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	experiments, err := l.Experiments()
	if err != nil {
		return nil, err
	}
	read := &readLedger{view: LedgerView{Name: filepath.Base(path), Records: l.Len(), Experiments: []ExperimentView{}}}
	for _, x := range experiments {
		places, err := l.Places(x)
		if err != nil {
			return nil, err
		}
		records, err := l.Placed(places)
		if err != nil {
			return nil, err
		}
		read.view.Experiments = append(read.view.Experiments, sumUp(x, places, records))
		read.records = append(read.records, records)
	}
	return read, nil
}

func titleOf(text string) string {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, "=")
		if strings.TrimSpace(key) != "title" {
			continue
		}
		if title, err := strconv.Unquote(strings.TrimSpace(value)); err == nil {
			return title
		}
	}
	return ""
}

func sumUp(x *ledger.Experiment, places []result.Place, records []result.Record) ExperimentView {
	v := ExperimentView{Key: keyOf(x), Name: x.Name, Title: titleOf(x.Text)}
	v.Jobs = len(distinct(places, func(p result.Place) string { return p.Key }))
	suites := distinct(places, func(p result.Place) string { return p.Label.Suite })
	v.Suites = slices.DeleteFunc(suites, func(suite string) bool { return suite == "" })
	v.Puzzles = distinct(records, func(r result.Record) string { return r.Puzzle })
	v.Methods = distinct(records, func(r result.Record) string { return r.Method })
	for _, job := range result.GroupBy(records, func(r result.Record) string { return r.Key }) {
		v.add(job[0])
	}
	return v
}

func keyOf(x *ledger.Experiment) string {
	digest := sha256.Sum256([]byte(x.Name + "\x00" + x.Text))
	return hex.EncodeToString(digest[:6])
}

func (v *ExperimentView) add(r result.Record) {
	switch r.Status {
	case result.Exact:
		v.Exact++
	case result.AtLeast:
		v.AtLeast++
	default:
		v.Unknown++
	}
	if r.Reason != result.Killed && r.Reason != result.Error { // later runs do these jobs again; see package ledger
		v.Done++
	}
	if r.Verdict == result.Wrong {
		v.Wrong++
	}
	if r.WallSeconds != nil {
		v.Wall += *r.WallSeconds
	}
	if r.CPUSeconds != nil {
		v.CPU += *r.CPUSeconds
	}
	if r.Started != "" && (v.First == "" || r.Started < v.First) {
		v.First = r.Started
	}
	v.Last = max(v.Last, r.Started)
}

// distinct returns the distinct names of the values in ascending order. The result is never nil.
func distinct[T any](values []T, of func(T) string) []string {
	names := []string{}
	for _, v := range values {
		names = append(names, of(v))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
