package page

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"maps"
	"math"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/plot/vg"

	"counterproof/bench/record/result"
	"counterproof/bench/system/atomicfile"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/plot"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

//go:embed head.html page.html atlas.html
var templateFiles embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"whole": format.Whole}).ParseFS(templateFiles, "*.html"))
})

type head struct {
	Title     string
	Generator string // by this mark the program recognizes its own pages
	Images    bool   // whether the page shows images from files in its folder
}

// A picture is a plot on the page, or the reason why it is missing.
type picture struct {
	*plot.Figure
	Lacking string // says why Figure is nil

	plot           plot.Plot
	svg, png, pdf  []byte
	Inline, Narrow template.HTML // the picture on the page, for a wide screen and for a phone; Narrow may be ""
}

// namespaces matches the XML namespaces in an SVG. HTML does not need these namespaces, and
// without them the page contains no web address.
var namespaces = regexp.MustCompile(`\s+xmlns(:xlink)?="[^"]*"`)

// Name returns the name of the picture's files, without .svg, .png or .pdf.
func (p picture) Name() string { return p.plot.File() }

func (p picture) Large() bool { return p.H > 6*vg.Inch }

// Percent returns the width relative to a full-width picture.
func (p picture) Percent() int { return int(math.Round(100 * float64(p.W/theme.FigureWidth))) }

// inline returns the SVG for the page, without the XML declaration and the document type. The texts
// in the SVG were escaped when the SVG was written.
func inline(file []byte) template.HTML {
	svg := namespaces.ReplaceAllString(string(file), "")
	if i := strings.Index(svg, "<svg"); i > 0 {
		svg = svg[i:]
	}
	return template.HTML(svg)
}

type pageView struct {
	Page
	Head                head
	Instance, Instances string // the noun for one instance, and the noun for several
	Alarms              []string
	Facts               []fact
	Pictures            []picture
	NativeName, SATName string
	Rules, Methods      *listing // nil: no table
	Comparisons, Rows   *listing
	Warnings            data.Warnings     // about the times in the tables Methods and Comparisons
	RuleWarnings        data.Warnings     // about the table Rules
	Boards              map[string]string // see boardLinks
	Uncounted           string            // a sentence about the boards without a row, or ""
	Unlisted            int               // boards of the tally without a row
	Intervals           string            // a description of the intervals
	Provenance          []fact
	Groups, Pairs       *listing // of two runs; nil: no table
}

type fact struct {
	Name, Value string
	detail      string // separates the answer at the beginning of the value from the details; "": nothing stands out
}

// details maps the labels of findings to the words with which their details begin.
var details = map[string]string{"fewest": ", then ", "most": ", then ", "total": " of "}

// Lead returns the part of the value that stands out, or "".
func (f fact) Lead() string {
	lead, _, _ := strings.Cut(f.Value, f.detail)
	return lead
}

func (f fact) Rest() string { return f.Value[len(f.Lead()):] }

func newView(p Page, pictures []picture) pageView {
	return pageView{
		Page: p, Head: head{Title: p.Title, Generator: "counterproof"},
		Alarms: p.alarms(), Pictures: pictures, Boards: boardLinks(p.Records),
		Intervals: fmt.Sprintf("95%% confidence intervals (bootstrap, percentiles of %s resamples)", format.Whole(stat.Resamples)),
	}
}

func writeHTML(w io.Writer, p Page, pictures []picture) error {
	if p.Runs != nil {
		return writeRuns(w, p, pictures)
	}
	all, trusted := p.sources()
	jobs, t := all.Once().Records, trusted.Tally()
	v := newView(p, pictures)
	v.Instance, v.Instances, v.NativeName, v.SATName = t.Noun(1), t.Noun(2), t.Native, t.SAT
	v.Provenance = append(provenance(jobs), fileFacts("Files of instances", p.Files)...)
	worth := t.Worth(mostRows)
	v.Rules, v.Rows, v.Uncounted = rulesTable(data.Deductions(jobs)), boardsTable(worth), uncounted(v.Boards, t)
	if v.Unlisted = len(t.Boards) - len(worth.Boards); v.Unlisted > 0 {
		v.keepLinks()
	}
	deduced, _, _ := data.SamplesOf(result.Without(jobs, func(r result.Record) bool { return r.Task != result.Deduce }), wallTime())
	v.RuleWarnings.NotTheSame(data.LinesBy(deduced, "puzzle")...)
	v.Comparisons, v.Warnings = comparisonsTable(all.Once())
	v.Methods = methodsTable(t, &v.Warnings)
	fs := findings(trusted, pictures, p.Suspects.Suspicions(p.Records))
	answers := slices.ContainsFunc(fs, func(f Finding) bool { return f.Label == "answer" })
	for _, f := range fs {
		if f.Label == "deduced" && answers {
			continue // the answers of the pictures replace this finding, and a table below contains it
		}
		v.Facts = append(v.Facts, fact{f.Name(), f.Value, details[f.Label]})
	}
	if len(v.Facts) == 0 {
		v.Facts = []fact{{Name: "Records", Value: "there are no records of counts"}}
	}
	return templates().ExecuteTemplate(w, "page.html", v)
}

// fileFacts returns a fact about files of instances: the name of each, without its folder, and the hash
// of its contents. The parameter list is as in ledger.Experiment.
func fileFacts(name, list string) []fact {
	var files []string
	for line := range strings.Lines(list) {
		hash, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files = append(files, path.Base(file)+" sha256:"+hash)
	}
	if files == nil {
		return nil
	}
	return []fact{{Name: name, Value: strings.Join(files, "; ")}}
}

// provenance lists the distinct values of each field in the order of their first occurrence.
func provenance(recs []result.Record) []fact {
	var fs []fact
	for _, k := range []struct {
		name  string
		value func(*result.Record) string
	}{
		{"Host", func(r *result.Record) string { return r.Host }},
		{"Go", func(r *result.Record) string { return r.Go }},
		{"Commit", func(r *result.Record) string { return r.Commit }},
		{"Solvers", func(r *result.Record) string { return r.Solver }},
		{"Versions of the methods", func(r *result.Record) string { return wording.If(r.Version != "", r.Method+": "+r.Version) }},
	} {
		var values []string
		for i := range recs {
			values = format.AppendDistinct(values, k.value(&recs[i]))
		}
		if len(values) > 0 {
			fs = append(fs, fact{Name: k.name, Value: strings.Join(values, "; ")})
		}
	}
	first, last := "", ""
	for i := range recs {
		if at := recs[i].Started; at != "" {
			first, last = min(cmp.Or(first, at), at), max(last, at)
		}
	}
	if last != "" {
		fs = append(fs, fact{Name: "Jobs started", Value: first + " to " + last})
	}
	return append(fs, fact{Name: "Records", Value: format.Whole(len(recs))})
}

// mostLink is the largest number of characters of a board in a link of the workbench.
const mostLink = 8000

// boardLinks returns, for each board of the records, the part of its link that follows
// "analyse.html#". The function data.BoardID makes the keys. Boards that are too long for a link
// are left out. If the workbench shows the page of a report, the page turns these parts into links.
func boardLinks(recs []result.Record) map[string]string {
	links := map[string]string{}
	for i := range recs {
		r := &recs[i]
		if i > 0 && r.Instance == recs[i-1].Instance && r.Puzzle == recs[i-1].Puzzle && r.Given == recs[i-1].Given {
			continue
		}
		id := data.BoardID(r)
		if _, known := links[id]; known || r.Puzzle == "" {
			continue
		}
		link := r.Puzzle + ":" + escape(r.Instance) + wording.If(r.Given != "", "&given="+escape(r.Given))
		if len(link) <= mostLink {
			links[id] = link
		}
	}
	return links
}

// mostRows is about the largest number of rows in the table of boards.
const mostRows = 1000

var namedBoards = regexp.MustCompile(`data-board="([^"]*)"`)

// keepLinks keeps only the links of boards that a row or a picture names.
func (v *pageView) keepLinks() {
	named := map[string]bool{}
	for _, r := range v.Rows.Rows {
		named[r.Board] = true
	}
	for _, p := range v.Pictures {
		for _, m := range namedBoards.FindAllStringSubmatch(string(p.Inline+p.Narrow), -1) {
			for _, id := range strings.Fields(m[1]) {
				named[id] = true
			}
		}
	}
	maps.DeleteFunc(v.Boards, func(id, _ string) bool { return !named[id] })
}

// escape writes a text as the function encodeURIComponent of browsers does.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// uncounted returns a sentence about the boards that have links but no row in the table of boards, or "".
func uncounted(links map[string]string, t *data.Tally) string {
	left := len(links)
	for _, b := range t.Boards {
		if links[data.BoardID(&b.Records[0])] != "" {
			left--
		}
	}
	return wording.If(left > 0, fmt.Sprintf("The table has only %s of counts. %s more have only other records, such as records of the task explain. They are in records.csv, too.", data.NounOf(t.Boards, 2), format.Whole(left)))
}

// An Experiment describes one experiment on the page of an atlas, which is a page about several
// experiments. The file NAME.json in the folder of the atlas stores this description, so that later
// pages can use it. The folder NAME contains its report.
type Experiment struct {
	Name     string    // the name of its file, without .toml
	Title    string    // plain text, like the other texts
	Question string    // may be empty
	Size     string    // "quick" or "full"
	Verdicts *Verdicts // nil: the run did not finish
	Answers  []Answer
	Picture  *Drawn // the first picture of the report; nil without one
	Failed   string // the reason of a failure, or empty
}

// Verdicts counts the jobs of an experiment by their verdicts.
type Verdicts struct{ Jobs, Correct, Wrong, Unchecked, Unanswered int }

// An Answer is one result on the page: the answer that a picture gives, or the boards with the
// fewest or the most solutions.
type Answer struct{ Name, Value string }

// Report copies the answers and the first picture of a report into e.
func (e *Experiment) Report(s Summary) {
	e.Answers, e.Picture = nil, nil
	for _, f := range s.Findings {
		if f.Label == "answer" || f.Label == "fewest" || f.Label == "most" {
			e.Answers = append(e.Answers, Answer{f.Name(), f.Value})
		}
	}
	if len(s.Pictures) > 0 {
		e.Picture = &s.Pictures[0]
	}
}

// Save writes e to the folder of the atlas. It creates the folder if necessary.
func (e *Experiment) Save(dir string) error {
	text, _ := json.MarshalIndent(e, "", "\t") // strings and whole numbers always become JSON
	return atomicfile.WriteAll(dir, []atomicfile.Named{{Name: e.Name + ".json", Data: append(text, '\n')}})
}

// ReadExperiment reads the file that Save wrote. It returns nil if there is no such file.
func ReadExperiment(dir, name string) (*Experiment, error) {
	path := filepath.Join(dir, name+".json")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	e := &Experiment{}
	if err := json.Unmarshal(text, e); err != nil || e.Name != name {
		return nil, fmt.Errorf("%s is not a file of the atlas: move it away", path)
	}
	return e, nil
}

// An Atlas is a page about several experiments, with links to their reports.
type Atlas struct {
	Experiments           []Described
	ClaimsPage, FoundPage string // the addresses of the pages that Claims and Found come from; may be empty
}

// A Described is an experiment together with the texts about it in the docs.
type Described struct {
	*Experiment
	Claims, Found template.HTML // texts to check the experiment against; may be empty
	Article       string        // the address of an article about the experiment; may be empty

	HasReport bool // Write sets it
}

const atlasGenerator = "counterproof atlas"

var atlasHead = strings.Replace(pageHead, "counterproof", atlasGenerator, 1)

func (a *Atlas) Head() head {
	return head{Title: "The atlas", Generator: atlasGenerator, Images: true}
}

// Write writes the page into dir, which contains the reports of the experiments. Write overwrites
// an existing index.html only if the file is a page of an atlas.
func (a *Atlas) Write(dir string) error {
	if err := CheckAtlas(dir); err != nil {
		return err
	}
	for i := range a.Experiments {
		e := &a.Experiments[i]
		_, err := os.Stat(filepath.Join(dir, e.Name, pageName))
		e.HasReport = err == nil
	}
	var html bytes.Buffer
	if err := templates().ExecuteTemplate(&html, "atlas.html", a); err != nil {
		return err
	}
	return atomicfile.WriteAll(dir, []atomicfile.Named{{Name: pageName, Data: html.Bytes()}})
}

// CheckAtlas returns an error if dir contains a page that is not a page of an atlas.
func CheckAtlas(dir string) error {
	path := filepath.Join(dir, pageName)
	foreign := fmt.Errorf("%s is not a page of the atlas, so it is not overwritten: name another folder with -o, or move the file away", path)
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return foreign
	}
	_, err := readOwned(path, math.MaxInt64, foreign, func(page string) bool { return strings.HasPrefix(page, atlasHead) })
	return err
}
