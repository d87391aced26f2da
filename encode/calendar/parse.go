package calendar

import (
	"strings"
	"time"

	"counterproof/encode"
)

// parse reads a day in any notation: [BOARD:]MM-DD[-Www] or [BOARD:]YYYY-MM-DD.
func parse(text string) (*Day, error) {
	name, rest, named := strings.Cut(text, ":")
	b, column := &dragonfjord, len(name)+2
	switch {
	case !named:
		rest, column = text, 1
	case name == weekday.name:
		b = &weekday
	case name != dragonfjord.name:
		return nil, encode.Errorf(1, 1, "unknown board %q: want dragonfjord or weekday", name)
	}
	parts := strings.Split(rest, "-")
	// want is the error for part i, at its own column.
	want := func(i int, format string, args ...any) error {
		at := column
		for _, p := range parts[:i] {
			at += len(p) + 1
		}
		return encode.Errorf(1, at, format, args...)
	}
	var y, m, d int // places of the parts; y is -1 without a year
	switch {
	case len(parts) == 3 && len(parts[0]) == 4:
		y, m, d = 0, 1, 2
	case len(parts) == 2 && !b.weekdays, len(parts) == 3 && b.weekdays:
		y, m, d = -1, 0, 1
	case b.weekdays:
		return nil, want(0, "want a date like weekday:10-06-Tue or weekday:2026-10-06, got %q", rest)
	default:
		return nil, want(0, "want a date like 10-06 or 2026-10-06, got %q", rest)
	}
	month, ok := number(parts[m], 2)
	if !ok || month < 1 || month > 12 {
		return nil, want(m, "want a month from 01 to 12, got %q", parts[m])
	}
	day, ok := number(parts[d], 2)
	if !ok || day < 1 || day > 31 {
		return nil, want(d, "want a day from 01 to 31, got %q", parts[d])
	}
	if day > days[month-1] {
		return nil, want(d, "%s has at most %d days, got %d", time.Month(month), days[month-1], day)
	}
	var w time.Weekday
	if y >= 0 {
		year, ok := number(parts[y], 4)
		if !ok || year < 1 {
			return nil, want(y, "want a year from 0001 to 9999, got %q", parts[y])
		}
		t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		if t.Day() != day {
			return nil, want(d, "February %d has 28 days, got %d", year, day)
		}
		w = t.Weekday()
	} else if b.weekdays {
		if w, ok = weekdayOf(parts[2]); !ok {
			return nil, want(2, "want a weekday from Mon to Sun, got %q", parts[2])
		}
	}
	return newDay(b, date{month, day}, w), nil
}

func weekdayOf(name string) (time.Weekday, bool) {
	for w := time.Sunday; w <= time.Saturday; w++ {
		if w.String()[:3] == name {
			return w, true
		}
	}
	return 0, false
}

// number reads exactly n decimal digits.
func number(text string, n int) (int, bool) {
	if len(text) != n {
		return 0, false
	}
	v := 0
	for i := range n {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		v = 10*v + int(text[i]-'0')
	}
	return v, true
}
