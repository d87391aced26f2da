package page

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
)

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
		if orbits {
			text += " up to symmetry"
		}
		if len(counts) == 1 && len(digests) > 1 {
			text += ", but the digests of their solutions differ"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// claimText returns the count that a record claims, such as "at least 2". For a record without a
// count, the text is empty.
func claimText(r result.Record) string {
	n := judge.Answer(r)
	switch {
	case n == nil:
		return ""
	case r.Status == result.AtLeast:
		return "at least " + n.String()
	}
	return n.String()
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

func whyEnded(r result.Record) string {
	if r.Error == "" {
		return r.Reason
	}
	return r.Reason + ", " + r.Error
}
