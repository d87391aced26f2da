package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"counterproof/bench/ask"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/reports/web"
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

var titleLine = regexp.MustCompile(`(?m)^\s*title\s*=\s*(.*?)\s*$`)

func titleOf(text string) string {
	for _, m := range titleLine.FindAllStringSubmatch(text, -1) {
		if title, err := strconv.Unquote(m[1]); err == nil {
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

func keyOf(x *ledger.Experiment) string { return result.Hash(x.Name + "\x00" + x.Text)[:12] }

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
	v.Wall += *cmp.Or(r.WallSeconds, new(float64))
	v.CPU += *cmp.Or(r.CPUSeconds, new(float64))
	v.First = min(cmp.Or(v.First, r.Started), cmp.Or(r.Started, v.First))
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

// reportTypes lists the types of the files that the server shows from a folder of reports.
var reportTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png", ".pdf": "application/pdf",
	".csv": "text/csv; charset=utf-8", ".jsonl": "application/x-ndjson",
}

const (
	mostReportFiles = 5000     // the largest number of files in a folder
	deepestReport   = 3        // the largest number of folders between the named folder and a file
	mostReportBytes = 64 << 20 // the largest size of a file, in bytes
)

// A ReportsView describes a folder of reports. A folder that cannot be read has only a name and an error.
type ReportsView struct {
	Name  string       `json:"name"` // of the folder, without the folders above it
	Error string       `json:"error,omitempty"`
	Pages []ReportPage `json:"pages"`
}

// A ReportPage is a page of HTML in a folder of reports.
type ReportPage struct {
	Name  string `json:"name"`  // of the file, below the folder
	Title string `json:"title"` // as the page states it
	Link  string `json:"link"`  // relative to the pages of the workbench
	// Picture is the link of a PNG picture in the same folder, or empty.
	Picture string `json:"picture,omitempty"`
}

// reportKey is a part of the address of every report. The server puts a report into a sandbox, so
// the report has no access to the cookie with the token. Instead, the addresses of its links and
// pictures contain this key, which no other page knows.
var reportKey = rand.Text()

// reportFiles lists the files that the server shows from a folder.
func reportFiles(dir string) (names []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.Count(name, "/") >= deepestReport || name != "." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case d.Type().IsRegular() && reportTypes[path.Ext(name)] != "" && !strings.HasPrefix(d.Name(), "."):
			names = append(names, name)
		}
		if len(names) >= mostReportFiles {
			return fs.SkipAll
		}
		return nil
	})
	return names, err
}

// beginning returns at most the given number of bytes of a file.
func beginning(dir, name string, most int64) ([]byte, error) {
	f, err := os.OpenInRoot(dir, filepath.FromSlash(name)) // refuses links that lead out of the folder
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

func viewReports(dir string, number int) ReportsView {
	v := ReportsView{Name: filepath.Base(dir), Pages: []ReportPage{}}
	names, err := reportFiles(dir)
	if err != nil {
		if where, ok := errors.AsType[*fs.PathError](err); ok {
			err = where.Err // the page needs no path of this machine
		}
		v.Error = err.Error()
		return v
	}
	link := func(name string) string {
		at := url.URL{Path: "reports/" + reportKey + "/" + strconv.Itoa(number) + "/" + name}
		return at.EscapedPath()
	}
	for _, name := range names {
		if path.Ext(name) != ".html" {
			continue
		}
		p := ReportPage{Name: name, Title: titleOfPage(dir, name), Link: link(name)}
		i := slices.IndexFunc(names, func(o string) bool { return path.Dir(o) == path.Dir(name) && path.Ext(o) == ".png" })
		if i >= 0 {
			p.Picture = link(names[i])
		}
		v.Pages = append(v.Pages, p)
	}
	return v
}

var titleElement = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)

// titleOfPage returns the title that a page states at its beginning, or else the name of the page.
func titleOfPage(dir, name string) string {
	head, _ := beginning(dir, name, 4096) // a page that cannot be read has no title
	if m := titleElement.FindSubmatch(head); m != nil {
		return html.UnescapeString(strings.TrimSpace(string(m[1])))
	}
	return name
}

// report serves a file of a report. The server lists the files of the report, and looks for the
// name of the request in this list. It never opens a name that comes from a request.
func (l *laboratory) report(w http.ResponseWriter, r *http.Request) {
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || !equal(r.PathValue("key"), reportKey) || number < 0 || number >= len(l.reports) {
		http.NotFound(w, r)
		return
	}
	dir := l.reports[number]
	names, err := reportFiles(dir)
	i := slices.Index(names, r.PathValue("file"))
	if err != nil || i < 0 {
		http.NotFound(w, r)
		return
	}
	data, err := beginning(dir, names[i], mostReportBytes+1)
	if err != nil || len(data) > mostReportBytes {
		http.NotFound(w, r) // the file was removed meanwhile, or is too large
		return
	}
	if path.Ext(names[i]) == ".html" {
		data = web.InWorkbench(data, strings.Repeat("../", 1+strings.Count(names[i], "/"))+boardPage+"?")
	}
	h := w.Header()
	h.Set("Content-Type", reportTypes[path.Ext(names[i])])
	h.Set("Content-Security-Policy", reportPolicy(data, path.Ext(names[i])))
	h.Set("Cross-Origin-Resource-Policy", "cross-origin") // a page in a sandbox has an origin of its own
	h.Set("Cross-Origin-Opener-Policy", "unsafe-none")    // in a sandbox, HTML forbids any other value
	h.Set("Cache-Control", "no-cache")
	if ext := path.Ext(names[i]); ext == ".csv" || ext == ".jsonl" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(names[i])}))
	}
	_, _ = w.Write(data) // the client may be gone
}

// boardPage is the address, below the key of the reports, that leads from a report to a board.
const boardPage = "board"

// boardOfReport leads to the board that the query names, on the page Analyse. A report in its sandbox
// counts as another site. So if a report had a link to the page Analyse itself, the browser would not send
// the cookie with the token. The page that boardOfReport sends belongs to this site.
func boardOfReport(w http.ResponseWriter, r *http.Request) {
	if !equal(r.PathValue("key"), reportKey) {
		http.NotFound(w, r)
		return
	}
	open(w, "board", "/analyse.html#"+r.URL.RawQuery)
}

var scriptElement = regexp.MustCompile(`(?is)<script[^>]*>(.*?)</script>`)

// reportPolicy only allows a report its own style, its pictures and the scripts that it
// contains. The policy also puts the report into a sandbox, so the report has no access to the
// workbench.
func reportPolicy(data []byte, ext string) string {
	var hashes []string
	if ext == ".html" {
		for _, m := range scriptElement.FindAllSubmatch(data, 20) {
			sum := sha256.Sum256(m[1])
			hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
	}
	return "default-src 'none'; script-src " + cmp.Or(strings.Join(hashes, " "), "'none'") + "; style-src 'unsafe-inline'; " +
		"img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
		"sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"
}
