package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/plot"
	"counterproof/reports/study/stat"
)

// A Finding is one result, as shown on the page and at the terminal.
type Finding struct {
	Label   string // the label at the terminal: "answer", "fewest"
	Subject string // the title of a picture, a suite or another subject; may be empty
	Value   string
}

// findingNames maps the labels of findings to their names on the page. Findings with other labels
// are named by their subjects.
var findingNames = map[string]string{
	"fewest": "Fewest solutions", "most": "Most solutions", "total": "In total",
	"agreement": "Agreement", "no answer": "Without an answer",
}

// Name returns the name of the finding on the page.
func (f Finding) Name() string {
	name := findingNames[f.Label]
	if name == "" {
		return f.Subject
	}
	return name + wording.If(f.Subject != "", " ("+f.Subject+")")
}

func (f Finding) line() string {
	return fmt.Sprintf("%-11s %s%s\n", f.Label, wording.If(f.Subject != "", f.Subject+": "), f.Value)
}

// ofCounts lists the kinds of plots about numbers of solutions. A report with such a plot also
// states the smallest count, the largest count and the total. If the field named instead is
// true, these numbers replace the answer of the picture.
var ofCounts = map[string]struct{ instead bool }{
	"heatmap-year": {true}, "extremes": {true}, "distribution": {}, "months": {},
	"difficulty": {}, "engines": {}, "models": {},
}

// findings returns the answers of the pictures in their order. For each selection of suites, the
// smallest count, the largest count and the total come before the first plot about counts. After
// the plots come deduction, methods under test, jobs without an answer, and the agreement of the
// methods. The parameter recs must not contain records of the methods under test.
func findings(from *data.Source, pictures []picture, suspicions []*judge.Suspicion) []Finding {
	var fs []Finding
	recs := from.Records
	var agreement []Finding // until it is among the findings
	if survey := from.Survey(); len(survey.Cases) > 0 {
		agreement = []Finding{{"agreement", wording.If(survey.Deduction, "apart from deduction"), agreementText(survey)}}
	}
	reportAgreement := func() { fs, agreement = append(fs, agreement...), nil }
	var reported []string // suites whose counts are among the findings
	for _, p := range pictures {
		kind, isCount := ofCounts[p.plot.Kind]
		if suites := format.List(p.plot.Suites); isCount && !slices.Contains(reported, suites) {
			reported = append(reported, suites)
			chosen, _ := (&data.Selection{Suites: p.plot.Suites}).Choose(recs)
			fs = append(fs, countFindings(chosen, suites)...)
			if suites == "" {
				reportAgreement()
			}
		}
		if p.Figure != nil && p.Answer != "" && !kind.instead {
			fs = append(fs, Finding{"answer", p.Figure.Title, p.Answer})
		}
	}
	if len(fs) == 0 { // no plots, or none with an answer
		fs = append(fs, countFindings(recs, "")...)
		reportAgreement()
	}
	deduced := wording.Each(data.Deductions(recs), func(d *data.Deduction) Finding { return Finding{"deduced", d.Puzzle + " by " + d.Method, d.Text()} })
	fs = slices.Concat(fs, deduced, suspicionFindings(suspicions))
	if text := withoutAnswer(from.Once().Records); text != "" {
		fs = append(fs, Finding{"no answer", "", text})
	}
	reportAgreement()
	return fs
}

func countFindings(recs []result.Record, suites string) []Finding {
	var fs []Finding
	puzzles := data.NewTally(recs).Puzzles()
	for _, puzzle := range puzzles {
		t := data.NewTally(result.Without(recs, func(r result.Record) bool { return r.Puzzle != puzzle }))
		ns := judge.Counts(t.Counted())
		if len(ns) == 0 {
			continue
		}
		fewest, most := data.Extremes(t, len(ns))
		about := wording.Either(len(puzzles) > 1, strings.TrimPrefix(suites+", "+puzzle, ", "), suites)
		fs = append(fs, Finding{"fewest", about, rankedText(fewest)},
			Finding{"most", about, rankedText(most)},
			Finding{"total", about, fmt.Sprintf("%s %s of %s; mean %s, median %s", format.Grouped(stat.Sum(ns).String()), t.Solutions(), coverage(t),
				format.Decimals(stat.ExactMean(ns), 2), format.Decimals(stat.ExactMedian(ns), 2))})
	}
	return fs
}

// withoutAnswer says how many jobs a limit ended, for each reason and method. If there are no
// such jobs, the text is empty.
func withoutAnswer(recs []result.Record) string {
	cut := result.Without(recs, func(r result.Record) bool { return !judge.HitLimit(r) })
	parts := wording.Each(data.ByName(cut, func(r result.Record) string { return r.Reason }), func(own []result.Record) string {
		by := wording.Each(data.ByName(own, func(r result.Record) string { return r.Method }), func(same []result.Record) string {
			return fmt.Sprintf("%s by %s", format.Whole(len(same)), same[0].Method)
		})
		name := wording.Either(own[0].Reason == result.Timeout, "time-out", data.ReasonName(own[0].Reason))
		return fmt.Sprintf("%s (%s)", format.List(by), name)
	})
	return wording.If(len(cut) > 0, fmt.Sprintf("%s of %s %s: %s", format.Whole(len(cut)), format.Whole(len(recs)), format.Plural(len(recs), "job", "jobs"), strings.Join(parts, "; ")))
}

// agreementText says how far the methods agree: "3 of 4 days agree by count, 2 by digest of the
// solutions too; 1 have no answer".
func agreementText(s *judge.Survey) string {
	n := len(s.Cases)
	all := "of " + format.Whole(n) + " " + data.NounOf(s.Cases, n)
	if s.With[judge.Agreed]+s.With[judge.Disagree]+s.With[judge.WrongAnswer] == 0 {
		return fmt.Sprintf("nothing was compared: no two methods answered on any %s", all)
	}
	text := format.Whole(s.With[judge.Agreed]) + " " + all + " agree "
	switch {
	case s.Counted == n:
		text += "by count"
	case s.Counted == 0:
		text += "by answer"
	default:
		text += fmt.Sprintf("by answer (%s counted)", format.Whole(s.Counted))
	}
	text += wording.If(s.Counted > 0 || s.ByDigest > 0, fmt.Sprintf(", %s by digest of the solutions too", format.Whole(s.ByDigest)))
	for _, other := range []struct {
		agreement judge.Agreement
		text      string
	}{
		{judge.Disagree, judge.Disagree.String()}, {judge.WrongAnswer, judge.WrongAnswer.String()},
		{judge.OneAnswer, "have the answer of one method only"}, {judge.NoAnswer, "have no answer"},
	} {
		text += format.Some(s.With[other.agreement], "; ", " "+other.text)
	}
	return text
}

func suspicionFindings(suspicions []*judge.Suspicion) []Finding {
	fs := wording.Each(suspicions, func(s *judge.Suspicion) Finding {
		return Finding{"under test", s.Method + " on " + s.Puzzle + wording.If(s.Suite != "", ", "+s.Suite), suspicionText(s)}
	})
	slices.SortFunc(fs, func(a, b Finding) int { return format.Natural(a.Subject, b.Subject) })
	return fs
}

func suspicionText(s *judge.Suspicion) string {
	wrong := len(s.Miscounts)
	checked := s.Right + wrong
	text := fmt.Sprintf("%d of %d counts wrong", wrong, checked)
	if checked > 0 {
		i := stat.Wilson(wrong, checked)
		text += fmt.Sprintf(" (%s; 95%% interval %.0f%% to %.0f%%)", format.Percent(wrong, checked), 100*i.Low, 100*i.High)
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, m := range s.Miscounts {
		got, okGot := stat.Float(m.Got)
		want, okWant := stat.Float(m.Want)
		if okGot && okWant && want != 0 {
			least, most = min(least, got/want), max(most, got/want)
		}
	}
	if low, high := format.Ratio(least), format.Ratio(most); least <= most && low == high {
		text += ", by a factor of " + low
	} else if least <= most {
		text += fmt.Sprintf(", by factors of %s to %s", low, high)
	}
	text += wording.If(s.NoAnswer > 0, fmt.Sprintf(", %d without an answer", s.NoAnswer))
	return text + wording.If(s.Unchecked > 0, fmt.Sprintf(", %d unchecked", s.Unchecked))
}

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
	return wording.If(counted < all, format.Whole(counted)+" of ") + format.Whole(all) + " " + t.Noun(all)
}

// rankedText returns the boards with their counts: "6 October (7), then 6 April (8), 6 July (12)".
// If several boards share the first place, the text names at most six of them.
func rankedText(ranked []*judge.Case) string {
	first := result.GroupBy(ranked, func(b *judge.Case) string { return b.Count.String() })[0]
	next := ranked[len(first):min(len(first)+4, len(ranked))]
	text := format.List(format.AtMost(wording.Each(first, proseLabel), 6, "%s more")) + " (" + format.Grouped(first[0].Count.String()) + ")"
	rest := wording.Each(next, func(b *judge.Case) string { return proseLabel(b) + " (" + format.Grouped(b.Count.String()) + ")" })
	return text + wording.If(len(rest) > 0, ", then "+strings.Join(rest, ", "))
}

func proseLabel(b *judge.Case) string { return format.Shorten(format.Label(&b.Records[0]), 40) }

// Alarming reports whether trusted methods gave answers that contradict each other or are wrong.
// The answers of methods under test do not count. On a page about two runs, Alarming reports whether
// the runs gave different answers.
func (p *Page) Alarming() bool {
	if p.Runs != nil {
		return len(p.Runs.Different) > 0
	}
	_, trusted := p.sources()
	return trusted.Survey().With[judge.Disagree] > 0 ||
		slices.ContainsFunc(trusted.Records, func(r result.Record) bool { return r.Verdict == result.Wrong })
}

// alarms returns the lines that every reader must see. They report missing records, and
// contradictions, wrong answers and failed jobs of trusted methods.
func (p *Page) alarms() []string {
	if p.Runs != nil {
		return append(format.AtMost(p.Runs.Different, mostAlarms, "DIFFERENT on %s more"), p.Missing...)
	}
	all, trusted := p.sources()
	var lines []string
	if n := len(all.Once().Records); n < p.Jobs {
		lines = append(lines, fmt.Sprintf("INCOMPLETE: %s of %s jobs have a record", format.Whole(n), format.Whole(p.Jobs)))
		parts := wording.Each(p.Missing, func(part string) string { return "INCOMPLETE: " + part })
		lines = append(lines, format.AtMost(parts, mostAlarms, "INCOMPLETE: %s more parts")...)
	}
	recs, boards := trusted.Records, trusted.Survey().Cases
	name := boardNames(boards)
	disputed := slices.DeleteFunc(slices.Clone(boards), func(b *judge.Case) bool { return b.Agreement != judge.Disagree })
	data.SortBoards(disputed)
	contradictions := wording.Each(disputed, func(b *judge.Case) string {
		return "DISAGREEMENT on " + name(&b.Records[0]) + ": " + contradictionText(b)
	})
	lines = append(lines, format.AtMost(contradictions, mostAlarms, "DISAGREEMENT on %s more")...)
	lines = append(lines, format.AtMost(wrongLines(recs, name), mostAlarms, "WRONG: %s methods more")...)
	return append(lines, format.AtMost(failures(recs, name), mostAlarms, "UNKNOWN: %s more")...)
}

// mostAlarms limits the lines about one kind of alarm. A further line counts the others.
const mostAlarms = 10

func boardNames(boards []*judge.Case) func(*result.Record) string {
	if !slices.ContainsFunc(boards, func(b *judge.Case) bool { return b.Puzzle != boards[0].Puzzle }) {
		return format.Label
	}
	return func(r *result.Record) string { return r.Puzzle + " " + format.Label(r) }
}

// contradictionText quotes the answers: "native/a says 5 and sat/b says at least 6".
func contradictionText(b *judge.Case) string {
	var parts []string
	for _, orbits := range []bool{false, true} {
		recs := slices.DeleteFunc(slices.Clone(b.Records), func(r result.Record) bool { return r.Orbits != orbits })
		if len(recs) == 0 || judge.NewCase(recs).Agreement != judge.Disagree {
			continue
		}
		claims := map[string][]string{}
		var counts, digests []string
		for _, r := range recs {
			if judge.Answer(r) != nil {
				claims[r.Method] = format.AppendDistinct(claims[r.Method], claimText(r))
				counts, digests = format.AppendDistinct(counts, claimText(r)), format.AppendDistinct(digests, r.Digest)
			}
		}
		text := format.List(wording.Each(format.SortedKeys(claims), func(m string) string { return m + " says " + strings.Join(claims[m], " or ") }))
		text += wording.If(orbits, " up to symmetry")
		parts = append(parts, text+wording.If(len(counts) == 1 && len(digests) > 1, ", but the digests of their solutions differ"))
	}
	return strings.Join(parts, "; ")
}

// claimText returns the count that a record claims, such as "at least 2". For a record without a
// count, the text is empty.
func claimText(r result.Record) string {
	n := judge.Answer(r)
	if n == nil {
		return ""
	}
	return wording.If(r.Status == result.AtLeast, "at least ") + n.String()
}

// wrongLines returns a line for each method that has wrong answers, with one example.
func wrongLines(recs []result.Record, name func(*result.Record) string) []string {
	wrong := result.Without(recs, func(r result.Record) bool { return r.Verdict != result.Wrong })
	return wording.Each(data.ByName(wrong, func(r result.Record) string { return r.Method }), func(own []result.Record) string {
		r := own[0]
		text := fmt.Sprintf("WRONG: %s on %s %s (%s)", r.Method, r.Puzzle, format.Label(&r), whyEnded(r))
		if claim := claimText(r); claim != "" && r.Task != result.Deduce {
			text = "WRONG: " + r.Method + " says " + claim + " on " + name(&r)
		}
		boards := result.GroupBy(own, func(r result.Record) [2]string { return [2]string{r.Puzzle, r.Instance} })
		return text + format.Some(len(boards)-1, ", and is wrong on ", " more")
	})
}

// failures returns a line for each job that has no answer although it reached no limit. The repetitions
// of a job often give equal lines, which become one line.
func failures(recs []result.Record, name func(*result.Record) string) []string {
	var lines []string
	for i := range recs {
		r := &recs[i]
		text := ""
		switch {
		case r.Verdict == result.Wrong || judge.HitLimit(*r):
			continue
		case r.Task == result.Deduce && r.Difficulty == nil:
			text = fmt.Sprintf("UNKNOWN: %s did not finish on %s %s (%s)", r.Method, r.Puzzle, format.ShortLabel(r), whyEnded(*r))
		case r.Status == result.Unknown || judge.IsCount(*r) && judge.Answer(*r) == nil:
			text = fmt.Sprintf("UNKNOWN: %s gave no answer on %s (%s)", r.Method, name(r), whyEnded(*r))
		}
		lines = format.AppendDistinct(lines, text)
	}
	return lines
}

func whyEnded(r result.Record) string { return r.Reason + wording.If(r.Error != "", ", "+r.Error) }
