package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// AlarmsFile returns the path of the file that keeps the alarms of a ledger. This file is next to
// the ledger. The ledger keeps only the first of two different answers, so the file of alarms has
// both. Only a person can find out which one is wrong. After that, the person deletes the file.
func (l *Ledger) AlarmsFile() string {
	name, err := real(l.path)
	if err != nil {
		name = l.path // the ledger was moved after it was opened
	}
	return name + "-alarms"
}

// AlarmAdvice says how many alarms there are and what to do about them.
func (l *Ledger) AlarmAdvice(alarms int) string {
	return fmt.Sprintf("(number of alarms: %d); the ledger keeps the first answer, and %s keeps both: find out which one is wrong, then delete this file",
		alarms, l.AlarmsFile())
}

// KeepAlarm adds an alarm to the file of alarms. KeepAlarm returns only when the alarm is on the
// disk.
func (l *Ledger) KeepAlarm(a *Alarm) error {
	f, err := os.OpenFile(l.AlarmsFile(), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err == nil {
		err = errors.Join(json.NewEncoder(f).Encode(a), f.Sync(), f.Close())
	}
	if err != nil {
		err = fmt.Errorf("the alarm cannot be kept: %w", err)
	}
	return l.place(err)
}

// Alarms returns the alarms in the file of alarms. If the last line has no end, the program was
// killed while it wrote the line, and the answer arrives again because it was not acknowledged. Alarms
// ignores this line. If the ledger is open for writing, Alarms deletes the line.
func (l *Ledger) Alarms() ([]*Alarm, error) {
	path := l.AlarmsFile()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if whole := bytes.LastIndexByte(text, '\n') + 1; whole < len(text) {
		text = text[:whole]
		if l.unlock != nil {
			if err := os.Truncate(path, int64(whole)); err != nil {
				return nil, err
			}
		}
	}
	var all []*Alarm
	for line := range bytes.Lines(text) {
		a := new(Alarm)
		if err := json.Unmarshal(line, a); err != nil || a.Old.Key == "" || a.Old.Key != a.New.Key {
			return nil, fmt.Errorf("%s: line %d is not an alarm: if you know which answers are wrong, delete the file", path, len(all)+1)
		}
		all = append(all, a)
	}
	return all, nil
}
