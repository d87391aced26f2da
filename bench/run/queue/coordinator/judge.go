package coordinator

import (
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
)

// judged limits the number of new answers that are judged before the next message is handled. All
// answers on one board are judged together, so a board with more answers exceeds the limit.
const judged = 2000

// judge sets the verdicts of new answers, and finds out which of them are wrong. It judges a part of
// c.round, and begins a new round if there is none.
func (c *Coordinator) judge() error {
	if len(c.round) == 0 {
		c.round = result.GroupBy(c.fresh, func(j result.Job) [2]string { return [2]string{j.Puzzle, j.Instance} })
		c.fresh = nil
	}
	var now []result.Job
	for len(c.round) > 0 && len(now) < judged {
		now, c.round = append(now, c.round[0]...), c.round[1:]
	}
	verdicts, err := work.Judge(now, c.options.Ledger, nil)
	if err != nil {
		return err
	}
	var wrong []result.Record
	for key, verdict := range verdicts {
		delete(c.wrong, key)
		if verdict == result.Wrong && c.plan.Has(key) { // otherwise, another experiment asked for it
			r, _, err := c.options.Ledger.Get(key)
			if err != nil {
				return err
			}
			wrong = append(wrong, r)
		}
	}
	return c.addWrong(wrong)
}

// addWrong gets records with the verdict "wrong". If only a method under test contradicts a record,
// it changes the verdict of this record. It adds to c.wrong each record that is wrong even without
// the methods under test.
func (c *Coordinator) addWrong(records []result.Record) error {
	if err := work.ApplySuspects(c.options.Ledger, c.options.Suspects, records); err != nil {
		return err
	}
	for _, r := range records {
		if c.options.Suspects.Fails(r) {
			c.wrong[r.Key] = true
		}
	}
	return nil
}
