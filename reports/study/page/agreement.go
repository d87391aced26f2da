package page

import (
	"fmt"
	"math"
	"slices"

	"counterproof/bench/record/judge"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

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
	if s.Counted > 0 || s.ByDigest > 0 {
		text += fmt.Sprintf(", %s by digest of the solutions too", format.Whole(s.ByDigest))
	}
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
	var fs []Finding
	for _, s := range suspicions {
		name := s.Method + " on " + s.Puzzle
		if s.Suite != "" {
			name += ", " + s.Suite
		}
		fs = append(fs, Finding{"under test", name, suspicionText(s)})
	}
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
	if s.NoAnswer > 0 {
		text += fmt.Sprintf(", %d without an answer", s.NoAnswer)
	}
	if s.Unchecked > 0 {
		text += fmt.Sprintf(", %d unchecked", s.Unchecked)
	}
	return text
}
