package coordinator

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

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
