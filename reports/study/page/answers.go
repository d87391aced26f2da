package page

import (
	"fmt"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/plot"
)

// A Summary is a summary of a report in a few lines, for the terminal and for an atlas.
type Summary struct {
	Alarms   []string
	Findings []Finding
	Times    []string // one line per method
	Pictures []Drawn  // in the order of the page, without pictures that could not be drawn
}

// A Drawn names a picture that the report has drawn.
type Drawn struct {
	File  string // without .svg, .png or .pdf
	Title string
}

// Summary returns the summary of a report: the answers of the pictures, the smallest count, the
// largest count and the total, and further findings. The summary also says whether the methods
// agree, and states the times of the methods. Write uses the pictures again that Summary has drawn.
func (p *Page) Summary() Summary {
	p.all = nil // the records may have changed
	s := Summary{Alarms: p.alarms()}
	if p.Runs != nil {
		s.Findings = p.runFindings()
		return s
	}
	var pictures []picture
	p.figures = map[string]drawnFigure{}
	all, trusted := p.sources()
	for _, spec := range p.Plots {
		f, err := plot.DrawFrom(all, spec)
		p.figures[spec.File()] = drawnFigure{f, err}
		if err == nil { // otherwise the page says why the picture is missing
			pictures = append(pictures, picture{plot: spec, Figure: f})
			s.Pictures = append(s.Pictures, Drawn{spec.File(), f.Title})
		}
	}
	s.Findings = findings(trusted, pictures, p.Suspects.Suspicions(p.Records))
	t := trusted.Tally()
	for _, m := range t.Totals(false) {
		if text := m.TimeText(t); text != "" {
			s.Times = append(s.Times, m.Method+": "+text)
		}
	}
	return s
}

// String returns the summary as plain text for the terminal. Alarms come first.
func (s Summary) String() string {
	var b strings.Builder
	for _, line := range s.Alarms {
		fmt.Fprintln(&b, line)
	}
	if len(s.Findings) == 0 {
		fmt.Fprintln(&b, "no records of counts")
	}
	for _, f := range s.Findings {
		b.WriteString(f.line())
	}
	for _, text := range s.Times {
		fmt.Fprintf(&b, "%-11s %s\n", "time", text)
	}
	return b.String()
}

// coverage returns on how many boards the numbers are based: "366 days".
func coverage(t *data.Tally) string {
	counted, all := len(t.Counted()), len(t.Boards)
	if counted == all {
		return format.Whole(counted) + " " + t.Noun(counted)
	}
	return fmt.Sprintf("%s of %s %s", format.Whole(counted), format.Whole(all), t.Noun(all))
}

// rankedText returns the boards with their counts: "6 October (7), then 6 April (8), 6 July (12)".
// If several boards share the first place, the text names at most six of them.
func rankedText(ranked []*judge.Case) string {
	first := result.GroupBy(ranked, func(b *judge.Case) string { return b.Count.String() })[0]
	next := ranked[len(first):min(len(first)+4, len(ranked))]
	text := format.List(format.AtMost(wording.Each(first, proseLabel), 6, "%s more")) + " (" + format.Grouped(first[0].Count.String()) + ")"
	rest := wording.Each(next, func(b *judge.Case) string { return proseLabel(b) + " (" + format.Grouped(b.Count.String()) + ")" })
	if len(rest) > 0 {
		text += ", then " + strings.Join(rest, ", ")
	}
	return text
}

func proseLabel(b *judge.Case) string { return format.Shorten(format.Label(&b.Records[0]), 40) }
