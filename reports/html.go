package reports

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"math/big"
	"regexp"
	"strings"

	"counterproof/bench/result"
)

//go:embed page.html
var pageHTML string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// A picture is a drawn plot on the page, or why it is missing.
type picture struct {
	Name, Title, Caption, Answer, Missing string
	Warnings                              []Warning

	figure *Figure
	svg    []byte
	share  float64 // of the width of the page's other pictures
}

// namespaces are needless inside HTML, and the page names no address at all.
var namespaces = regexp.MustCompile(`\s+xmlns(:xlink)?="[^"]*"`)

// Inline is the SVG to stand inside the page: without the XML declaration and
// the document type, and as wide as its place. The bytes are this package's
// own: every text in them was escaped when the SVG was written.
func (p picture) Inline() template.HTML {
	svg := namespaces.ReplaceAllString(string(p.svg), "")
	if i := strings.Index(svg, "<svg"); i > 0 {
		svg = svg[i:]
	}
	return template.HTML(strings.Replace(svg, "<svg ", fmt.Sprintf(`<svg role="img" style="max-width:%.0f%%" `, 100*p.share), 1))
}

// A pageView is what page.html shows.
type pageView struct {
	Page
	Instance, Instances string // the nouns
	Alarms              []string
	Facts               []fact
	Pictures            []picture
	NativeName, SATName string
	Rows                []row
	Methods             []methodRow
	Rules               []rulesRow
	Comparisons         []comparisonRow
	Warnings            []Warning // of the times in both tables
	Intervals           string    // what the intervals are
	Provenance          []fact
}

// A fact is a name and what is said of it.
type fact struct{ Name, Value string }

// A field is a table cell: its text and what it is sorted by; "" is sorted last.
type field struct{ Text, Sort string }

// A row is one instance in the table.
type row struct {
	Instance, Count, Nodes, NativeSeconds, Conflicts, SATSeconds, Cubes field
	Agreement                                                           string
	Alarm                                                               bool
}

// A methodRow is one method in the table.
type methodRow struct {
	Method                                                             string
	Exact, Others, Median, PAR2, Seconds, SAT, Nodes, Conflicts, Cubes field
}

// A rulesRow is one method of deduction on one puzzle, in the table.
type rulesRow struct {
	Puzzle, Method                                                                                string
	Boards, Solved, Stuck, Broken, Left, Seconds, Steps, Wait, Clues, Nodes, Conflicts, Decisions field
}

func writeHTML(w io.Writer, p Page, pictures []picture) error {
	trusted := p.trusted()
	s := newStudy(trusted)
	a := s.answers()
	v := pageView{
		Page: p, Instance: s.noun(1), Instances: s.noun(2), Alarms: append(a.alarms(s), deduceAlarms(trusted)...), Pictures: pictures,
		NativeName: s.Native, SATName: s.SAT, Provenance: provenance(p.Records),
	}
	for i, in := range s.Instances {
		v.Rows = append(v.Rows, in.row(i))
	}
	times := s.times()
	for _, m := range s.methods() {
		v.Methods = append(v.Methods, methodRow{
			Method: m.Method, Median: medianField(times[m.Method]), PAR2: par2Field(times[m.Method]), Exact: measured(float64(m.Exact)), Others: measured(float64(m.Others)),
			Seconds: timed(m.Seconds), SAT: timed(m.SAT),
			Nodes: measured(m.Nodes), Conflicts: measured(m.Conflicts), Cubes: measured(m.Cubes),
		})
	}
	v.Comparisons, v.Warnings = compareAll(p.Records)
	v.Intervals = fmt.Sprintf("95 %% intervals (bootstrap, percentiles of %s resamples)", grouped(fmt.Sprint(resamples)))
	for _, d := range deductions(p.Records) {
		v.Facts = append(v.Facts, fact{d.Puzzle + " by " + d.Method, d.said()})
		v.Rules = append(v.Rules, d.row())
	}
	if a.Instances > 0 || len(v.Rules) == 0 {
		v.Facts = append(a.facts(s), v.Facts...)
	}
	v.Facts = append(v.Facts, p.suspected()...)
	for _, p := range pictures {
		if p.Answer != "" {
			v.Facts = append(v.Facts, fact{p.Title, p.Answer})
		}
	}
	return pageTemplate.Execute(w, v)
}

// facts are the answers, the ones a reader came for first.
func (a *answers) facts(s *study) []fact {
	if a.Instances == 0 {
		return []fact{{"Records", "there are no records of counts"}}
	}
	var fs []fact
	if a.Counted > 0 {
		fs = append(fs,
			fact{"Fewest solutions", ranked(a.Fewest, a.NextFewest)},
			fact{"Most solutions", ranked(a.Most, a.NextMost)},
			fact{"In total", grouped(a.Total.String()) + " " + s.solutions() + " of " + a.coverage(s)},
			fact{"Mean and median", decimals(a.Mean, 2) + " and " + decimals(a.Median, 2)})
	}
	return append(fs, fact{"Agreement", a.agreement(s)})
}

func (in *instance) row(i int) row {
	r := row{
		Instance:  field{spoken(in.Name), fmt.Sprint(i)},
		Agreement: in.Agreement,
		Alarm:     in.Agreement == disagree || in.Agreement == noAnswer,
	}
	switch {
	case in.Count != nil:
		r.Count = field{grouped(in.Count.String()), sortable(in.Count)}
	case in.AtLeast != nil:
		r.Count = field{"≥ " + grouped(in.AtLeast.String()), sortable(in.AtLeast)}
	case in.Agreement == disagree:
		r.Count.Text = "!"
	default:
		r.Count.Text = "?"
	}
	if in.Agreement == agree && in.Digests > 1 {
		r.Agreement = "agree, digests too"
	}
	if o := in.Native; o != nil {
		r.Nodes, r.NativeSeconds = measured(o.Nodes), timed(o.Seconds)
	}
	if o := in.SAT; o != nil {
		r.Conflicts, r.SATSeconds, r.Cubes = measured(o.Conflicts), timed(o.Seconds), measured(o.Cubes)
	}
	return r
}

func (d *deduction) row() rulesRow {
	number := func(n int) field { return measured(float64(n)) }
	return rulesRow{
		Puzzle: d.Puzzle, Method: d.Method, Boards: number(d.Boards), Solved: number(d.Solved), Stuck: number(d.Stuck), Broken: number(d.Broken),
		Left: measured(float64(d.Left) / float64(d.Boards)), Seconds: timed(d.Seconds), Steps: measured(d.Steps), Wait: measured(d.Wait),
		Clues: measured(d.Clues), Nodes: measured(d.Nodes), Conflicts: measured(d.Conflicts), Decisions: measured(d.Decisions),
	}
}

// sortable is a count as a number that a browser can compare.
func sortable(n *big.Int) string {
	x, ok := float(n)
	if !ok {
		return "1e308"
	}
	return fmt.Sprintf("%g", x)
}

func measured(x float64) field {
	if math.IsNaN(x) {
		return field{}
	}
	return field{measure(x), fmt.Sprintf("%g", x)}
}

func timed(x float64) field {
	if math.IsNaN(x) {
		return field{}
	}
	return field{seconds(x), fmt.Sprintf("%g", x)}
}

// provenance lists the distinct values of each field, in order of appearance.
func provenance(recs []result.Record) []fact {
	var fs []fact
	for _, k := range []struct {
		name  string
		value func(result.Record) string
	}{
		{"Host", func(r result.Record) string { return r.Host }},
		{"Go", func(r result.Record) string { return r.Go }},
		{"Commit", func(r result.Record) string { return r.Commit }},
		{"Solvers", func(r result.Record) string { return r.Solver }},
		{"Versions of the methods", func(r result.Record) string {
			if r.Version == "" {
				return ""
			}
			return r.Method + ": " + r.Version
		}},
	} {
		var values []string
		seen := map[string]bool{"": true}
		for _, r := range recs {
			if v := k.value(r); !seen[v] {
				seen[v] = true
				values = append(values, v)
			}
		}
		if len(values) > 0 {
			fs = append(fs, fact{k.name, strings.Join(values, "; ")})
		}
	}
	first, last := "", ""
	for _, r := range recs {
		if r.Started == "" {
			continue
		}
		if first == "" || r.Started < first {
			first = r.Started
		}
		last = max(last, r.Started)
	}
	if first != "" {
		fs = append(fs, fact{"Jobs started", first + " to " + last})
	}
	return append(fs, fact{"Records", grouped(fmt.Sprint(len(recs)))})
}
