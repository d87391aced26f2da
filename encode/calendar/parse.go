package calendar

import (
	"slices"
	"strings"
	"time"

	"counterproof/encode"
)

// parse reads a date in any notation: [BOARD:]MM-DD[-Www] or [BOARD:]YYYY-MM-DD, where Www is a
// weekday such as Mon.
func parse(text string) (*Day, error) {
	line := encode.OneLine(text)
	name, rest, named := line.Cut(":")
	b := &dragonfjord
	switch {
	case !named:
		rest = line
	case name.Text == weekday.name:
		b = &weekday
	case name.Text != dragonfjord.name:
		return nil, name.Errorf("want the board dragonfjord or weekday, got %q", name.Text)
	}
	parts := rest.Split("-", 4)
	var y, m, d int // the indices of the parts; y is -1 if there is no year
	switch {
	case len(parts) == 3 && len(parts[0].Text) == 4:
		y, m, d = 0, 1, 2
	case len(parts) == 2 && !b.weekdays, len(parts) == 3 && b.weekdays:
		y, m, d = -1, 0, 1
	case b.weekdays:
		return nil, rest.Errorf("want a date like weekday:10-06-Tue or weekday:2026-10-06, got %q", rest.Text)
	default:
		return nil, rest.Errorf("want a date like 10-06 or 2026-10-06, got %q", rest.Text)
	}
	month, ok := number(parts[m].Text, 2)
	if !ok || month < 1 || month > 12 {
		return nil, parts[m].Errorf("want a month from 01 to 12, got %q", parts[m].Text)
	}
	day, ok := number(parts[d].Text, 2)
	if !ok || day < 1 || day > 31 {
		return nil, parts[d].Errorf("want a day from 01 to 31, got %q", parts[d].Text)
	}
	if day > days[month-1] {
		return nil, parts[d].Errorf("%s has at most %d days, got %d", time.Month(month), days[month-1], day)
	}
	var w time.Weekday
	if y >= 0 {
		year, ok := number(parts[y].Text, 4)
		if !ok || year < 1 {
			return nil, parts[y].Errorf("want a year from 0001 to 9999, got %q", parts[y].Text)
		}
		t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if t.Day() != day {
			return nil, parts[d].Errorf("February %d has 28 days, got %d", year, day)
		}
		w = t.Weekday()
	} else if b.weekdays {
		if w = time.Weekday(slices.Index(weekdays, parts[2].Text)); w < 0 {
			return nil, parts[2].Errorf("want a weekday from Mon to Sun, got %q", parts[2].Text)
		}
	}
	return newDay(b, date{month, day}, w), nil
}

var weekdays = strings.Fields("Sun Mon Tue Wed Thu Fri Sat")

// number reads a number of exactly n decimal digits. It returns false for any other text.
func number(text string, n int) (int, bool) {
	v, ok := encode.Number(text, 9999)
	return v, ok && len(text) == n
}
