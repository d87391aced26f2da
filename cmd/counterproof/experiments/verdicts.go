package experiments

import (
	"fmt"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/cmd/counterproof/console"
	"counterproof/reports/study/page"
)

// A verdicts counts the verdicts of records. It prints the wrong answers, except for the wrong
// answers of methods under test, which are expected.
type verdicts struct {
	page.Verdicts
	suspects  judge.Suspects // the methods under test
	unsettled int            // records of jobs that were killed or ended with an error, except methods under test
	failures  int            // wrong records, except methods under test
}

func (v *verdicts) add(c *console.Call, l *ledger.Ledger, records []result.Record) error {
	if err := work.ApplySuspects(l, v.suspects, records); err != nil {
		return err
	}
	for _, r := range records {
		if !ledger.Settled(r) && !v.suspects.Has(r.Method) {
			v.unsettled++
		}
		if v.suspects.Fails(r) {
			v.failures++
			if v.failures <= console.MostNamed {
				c.Say("wrong: %s %s by %s: %s", r.Puzzle, r.Instance, r.Method, claim(r))
			}
		}
		v.Jobs++
		switch {
		case r.Verdict == result.Wrong:
			v.Wrong++
		case r.Status == result.Unknown:
			v.Unanswered++
		case r.Verdict == result.Correct:
			v.Correct++
		default: // even without a verdict, because the run was killed before
			v.Unchecked++
		}
	}
	return nil
}

func (v *verdicts) reasons() (all []string) {
	if v.failures > 0 {
		all = append(all, fmt.Sprintf("wrong answers: %d", v.failures))
	}
	if v.unsettled > 0 {
		all = append(all, fmt.Sprintf("jobs that were killed or ended with an error: %d", v.unsettled))
	}
	return all
}

// end says how many wrong answers were not printed, and returns the counts of verdicts as a line.
func (v *verdicts) end(c *console.Call) string {
	if v.failures > console.MostNamed {
		c.Say("wrong: %d more", v.failures-console.MostNamed)
	}
	return fmt.Sprintf("%d correct, %d wrong, %d unchecked, %d without an answer", v.Correct, v.Wrong, v.Unchecked, v.Unanswered)
}

func claim(r result.Record) string {
	if r.Status == result.Unknown {
		return r.Error
	}
	return r.Amount()
}
