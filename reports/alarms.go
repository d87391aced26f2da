package reports

import (
	"fmt"
	"slices"

	"counterproof/bench/result"
)

// Alarming reports whether records contradict each other or are wrong that are not by a
// method under test.
func (p *Page) Alarming() bool {
	recs := p.trusted()
	return surveyOf(recs).With[disagree] > 0 ||
		slices.ContainsFunc(recs, func(r result.Record) bool { return r.Verdict == result.Wrong })
}

// alarms are the lines that no reader may miss: jobs without a record, answers that contradict
// each other, wrong ones, and jobs that failed, but those of methods under test.
func (p *Page) alarms() []string {
	var lines []string
	if n := len(once(p.Records)); n < p.Jobs {
		lines = append(lines, fmt.Sprintf("INCOMPLETE: %s of %s jobs have a record", whole(n), whole(p.Jobs)))
	}
	recs := p.trusted()
	b := surveyOf(recs)
	var against []string
	for _, x := range b.Boards {
		if x.Agreement == disagree {
			against = append(against, "DISAGREEMENT on "+b.boardLabel(&x.records[0])+": "+x.contradiction())
		}
	}
	lines = append(lines, atMost(against, "DISAGREEMENT on %s more")...)
	lines = append(lines, atMost(wrongLines(recs, b), "WRONG: %s methods more")...)
	return append(lines, atMost(failures(recs, b), "UNKNOWN: %s more")...)
}

// mostAlarms is how many lines there are of one kind.
const mostAlarms = 10

func atMost(lines []string, more string) []string {
	if k := len(lines) - mostAlarms; k > 0 {
		return append(lines[:mostAlarms:mostAlarms], fmt.Sprintf(more, whole(k)))
	}
	return lines
}

// boardLabel is a board in an alarm, with its puzzle where there are several.
func (b *survey) boardLabel(r *result.Record) string {
	if b.Puzzles > 1 {
		return r.Puzzle + " " + label(r)
	}
	return label(r)
}

// wrongLines are a line for each method that has wrong answers: an example, and on how many
// boards more.
func wrongLines(recs []result.Record, b *survey) []string {
	boards := map[string]map[string]bool{} // of a method
	example := map[string]string{}
	for _, r := range recs {
		if r.Verdict != result.Wrong {
			continue
		}
		if example[r.Method] == "" {
			says := r.Method
			if phrase := claimText(r); phrase != "" && r.Task != "deduce" {
				says += " says " + phrase + " on " + b.boardLabel(&r)
			} else {
				says += fmt.Sprintf(" on %s %s (%s)", r.Puzzle, label(&r), whyEnded(r))
			}
			example[r.Method], boards[r.Method] = says, map[string]bool{}
		}
		boards[r.Method][r.Puzzle+"\x00"+r.Instance] = true
	}
	var lines []string
	for _, method := range naturalKeys(example) {
		text := "WRONG: " + example[method]
		if more := len(boards[method]) - 1; more > 0 {
			text += fmt.Sprintf(", and is wrong on %s more", whole(more))
		}
		lines = append(lines, text)
	}
	return lines
}

// failures are the jobs that came to no end by themselves, nor by a limit; repetitions are one.
func failures(recs []result.Record, b *survey) []string {
	var lines []string
	seen := map[string]bool{}
	for _, r := range recs {
		text := ""
		switch {
		case r.Verdict == result.Wrong || hitLimit(r):
			continue
		case r.Task == "deduce" && r.Difficulty == nil:
			text = fmt.Sprintf("UNKNOWN: %s came to no end on %s %s (%s)", r.Method, r.Puzzle, short(&r), whyEnded(r))
		case r.Status == result.Unknown || counted(r) && answer(r) == nil:
			text = fmt.Sprintf("UNKNOWN: %s gave no answer on %s (%s)", r.Method, b.boardLabel(&r), whyEnded(r))
		default:
			continue
		}
		if !seen[text] {
			seen[text] = true
			lines = append(lines, text)
		}
	}
	return lines
}

// whyEnded is why a job ended.
func whyEnded(r result.Record) string {
	if r.Error == "" {
		return r.Reason
	}
	return r.Reason + ", " + r.Error
}

// hitLimit reports whether a job has no answer since a limit ended it, which is a result, too.
func hitLimit(r result.Record) bool {
	return r.Status == result.Unknown && (r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory || r.Reason == result.Limit)
}
