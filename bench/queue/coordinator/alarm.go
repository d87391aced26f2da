package coordinator

import (
	"errors"
	"strings"

	"counterproof/bench/ledger"
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
		var alarm *ledger.Alarm
		switch {
		case e == nil:
		case !errors.As(e, &alarm):
			return err
		case c.alarms[alarmKey(alarm)]: // the same answer came again
		default:
			if err := c.options.Ledger.KeepAlarm(alarm); err != nil {
				return err
			}
			c.alarms[alarmKey(alarm)] = true
			c.options.Warn("alarm: " + e.Error())
		}
	}
	return nil
}

// remember reports the alarms of earlier starts about jobs of the experiment.
func (c *Coordinator) remember() error {
	earlier, err := c.options.Ledger.Alarms()
	if err != nil {
		return err
	}
	for _, a := range earlier {
		if c.plan.Has(a.Old.Key) && !c.alarms[alarmKey(a)] {
			c.alarms[alarmKey(a)] = true
			c.options.Warn("alarm of an earlier start: " + a.Error())
		}
	}
	return nil
}

// alarmKey identifies the second answer of an alarm.
func alarmKey(a *ledger.Alarm) string {
	return strings.Join([]string{a.New.Key, a.New.Status, a.New.Count, a.New.Digest}, " ")
}
