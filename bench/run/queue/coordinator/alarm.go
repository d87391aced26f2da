package coordinator

import (
	"errors"

	"counterproof/bench/record/ledger"
)

// alarm reports alarms, and returns any other error of the ledger. The ledger keeps the first
// answer, and the experiment continues. The file of alarms keeps both answers, so that the
// coordinator knows them after a new start.
func (c *Coordinator) alarm(err error) error {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, e := range all {
		alarm, ok := errors.AsType[*ledger.Alarm](e)
		if !ok {
			return err
		}
		if c.raise(alarm) {
			if err := c.options.Ledger.KeepAlarm(alarm); err != nil {
				return err
			}
			c.options.Warn("alarm: " + e.Error())
		}
	}
	return nil
}

func (c *Coordinator) remember() error {
	earlier, err := c.options.Ledger.Alarms()
	for _, a := range earlier {
		if c.plan.Has(a.Old.Key) && c.raise(a) {
			c.options.Warn("alarm of an earlier start: " + a.Error())
		}
	}
	return err
}

func (c *Coordinator) raise(a *ledger.Alarm) bool {
	second := [...]string{a.New.Key, a.New.Status, a.New.Count, a.New.Digest}
	known := c.alarms[second]
	c.alarms[second] = true
	return !known
}
