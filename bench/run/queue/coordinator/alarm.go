package coordinator

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
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

// These kinds of warnings are limited, because workers can cause any number of them. Package transport
// has further kinds.
const (
	refusedRecords  = "refused records"
	refusedMessages = "messages that are not questions"
	otherVersions   = "workers of another version"
	partlyRefused   = "workers that do not get all jobs"
)

// Limits of the warnings of one kind.
const (
	mostWarnings  = 20          // in the first window
	firstWindow   = time.Minute // each further window is twice as long
	longestWindow = 64 * time.Minute
)

// floods limit the warnings of each kind, so that a stranger cannot fill the log. The first 20
// warnings within a minute are passed on, and the others are counted. While there are too many,
// each further window of time is twice as long, and only one warning in each window is passed on.
type floods map[string]*flood

// A flood counts the warnings of one kind in one window of time.
type flood struct {
	most   int // warnings that are passed on; the others are only counted
	count  int
	window time.Duration
	end    time.Time
}

func (all floods) add(kind, text string, now time.Time) (lines []string) {
	lines = all.settle(now)
	f := all[kind]
	if f == nil {
		f = &flood{most: mostWarnings, window: firstWindow, end: now.Add(firstWindow)}
		all[kind] = f
	}
	if f.count++; f.count <= f.most {
		lines = append(lines, text)
	}
	if f.count == mostWarnings && f.most == mostWarnings {
		lines = append(lines, "more "+kind+" are only counted")
	}
	return lines
}

// settle ends windows that are over, and returns the lines about warnings that were only counted.
func (all floods) settle(now time.Time) (lines []string) {
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		f := all[kind]
		switch {
		case now.Before(f.end):
		case f.count <= f.most:
			delete(all, kind)
		default:
			lines = append(lines, fmt.Sprintf("%s that were only counted: %d", kind, f.count-f.most))
			window := min(2*f.window, longestWindow)
			*f = flood{most: 1, window: window, end: now.Add(window)}
		}
	}
	return lines
}

func (c *Coordinator) flood(kind, text string) { c.say(c.floods.add(kind, text, time.Now())) }

func (c *Coordinator) say(lines []string) {
	for _, line := range lines {
		c.options.Warn(line)
	}
}

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
