package judge

import (
	"fmt"
	"slices"

	"counterproof/bench/result"
	"counterproof/reports/format"
)

// Trusted returns the records without those of methods under test, whose wrong answers are no
// alarm.
func Trusted(recs []result.Record, suspects []string) []result.Record {
	if len(suspects) == 0 {
		return recs
	}
	return slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool { return slices.Contains(suspects, r.Method) })
}

// Alarming reports whether trusted records contradict each other or are wrong.
func Alarming(recs []result.Record) bool {
	return SurveyOf(recs).With[Disagree] > 0 ||
		slices.ContainsFunc(recs, func(r result.Record) bool { return r.Verdict == result.Wrong })
}

// Alarms returns the lines that no reader may miss about trusted records: contradictions,
// wrong answers, and jobs that failed.
func Alarms(recs []result.Record) []string {
	s := SurveyOf(recs)
	var against []string
	for _, b := range s.Boards {
		if b.Agreement == Disagree {
			against = append(against, "DISAGREEMENT on "+s.boardLabel(&b.Records[0])+": "+b.contradiction())
		}
	}
	lines := atMost(against, "DISAGREEMENT on %s more")
	lines = append(lines, atMost(wrongLines(recs, s), "WRONG: %s methods more")...)
	return append(lines, atMost(failures(recs, s), "UNKNOWN: %s more")...)
}

// mostAlarms is the largest number of lines of one kind.
const mostAlarms = 10

func atMost(lines []string, more string) []string {
	if k := len(lines) - mostAlarms; k > 0 {
		return append(lines[:mostAlarms:mostAlarms], fmt.Sprintf(more, format.Whole(k)))
	}
	return lines
}

// boardLabel names the board of a record in an alarm, with its puzzle where there are several.
func (s *Survey) boardLabel(r *result.Record) string {
	if s.Puzzles > 1 {
		return r.Puzzle + " " + format.Label(r)
	}
	return format.Label(r)
}

// wrongLines returns a line for each method that has wrong answers: an example, and the number
// of other boards.
func wrongLines(recs []result.Record, s *Survey) []string {
	boards := map[string]map[string]bool{} // of a method
	example := map[string]string{}
	for _, r := range recs {
		if r.Verdict != result.Wrong {
			continue
		}
		if example[r.Method] == "" {
			line := r.Method
			if claim := claimText(r); claim != "" && r.Task != "deduce" {
				line += " says " + claim + " on " + s.boardLabel(&r)
			} else {
				line += fmt.Sprintf(" on %s %s (%s)", r.Puzzle, format.Label(&r), whyEnded(r))
			}
			example[r.Method], boards[r.Method] = line, map[string]bool{}
		}
		boards[r.Method][r.Puzzle+"\x00"+r.Instance] = true
	}
	var lines []string
	for _, method := range format.SortedKeys(example) {
		text := "WRONG: " + example[method]
		if more := len(boards[method]) - 1; more > 0 {
			text += fmt.Sprintf(", and is wrong on %s more", format.Whole(more))
		}
		lines = append(lines, text)
	}
	return lines
}

// failures returns a line for each job that ended neither by itself nor by a limit. The
// repetitions of a job have one line.
func failures(recs []result.Record, s *Survey) []string {
	var lines []string
	for _, r := range recs {
		text := ""
		switch {
		case r.Verdict == result.Wrong || HitLimit(r):
			continue
		case r.Task == "deduce" && r.Difficulty == nil:
			text = fmt.Sprintf("UNKNOWN: %s came to no end on %s %s (%s)", r.Method, r.Puzzle, format.ShortLabel(&r), whyEnded(r))
		case r.Status == result.Unknown || IsCount(r) && Answer(r) == nil:
			text = fmt.Sprintf("UNKNOWN: %s gave no answer on %s (%s)", r.Method, s.boardLabel(&r), whyEnded(r))
		}
		lines = format.AppendDistinct(lines, text)
	}
	return lines
}

// whyEnded returns the reason why a job ended, with its error.
func whyEnded(r result.Record) string {
	if r.Error == "" {
		return r.Reason
	}
	return r.Reason + ", " + r.Error
}

// HitLimit reports whether a job has no answer because a limit ended it, which is a result,
// too.
func HitLimit(r result.Record) bool {
	return r.Status == result.Unknown && (r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory || r.Reason == result.Limit)
}
