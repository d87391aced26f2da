package daily

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/encode/catalog"
)

// pinned lists the puzzles of 22 November 2026.
const pinned = "pairplace calendar exactcover laplace lightsout map"

// TestMenu checks that each day has Pair Place and five other puzzles, each with the size and the
// level of its board. In fourteen days, each of the other fourteen puzzles must occur five times.
func TestMenu(t *testing.T) {
	all := catalog.All()
	times := map[string]int{}
	for i := range 14 {
		menu, err := Menu(all, First.AddDate(0, 0, i-7))
		if err != nil || len(menu) != 6 || menu[0].Puzzle.Name != "pairplace" {
			t.Fatalf("day %d: %v, %v", i-7, menu, err)
		}
		for _, e := range menu {
			times[e.Puzzle.Name]++
		}
	}
	if len(times) != 15 || times["pairplace"] != 14 {
		t.Errorf("the puzzles of 14 days are %v, want Pair Place and 14 others", times)
	}
	for name, n := range times {
		if n != 5 && name != "pairplace" {
			t.Errorf("%s comes %d times in 14 days, want 5", name, n)
		}
	}
	if _, err := Menu(all[:1], First); err == nil {
		t.Error("a list without Pair Place is accepted")
	}
	date := time.Date(2026, time.November, 22, 0, 0, 0, 0, time.UTC)
	menu, err := Menu(all, date)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range menu {
		names = append(names, e.Puzzle.Name)
	}
	// A change of this list changes the puzzles of a date for everybody, so such a change needs a
	// reason.
	if got := strings.Join(names, " "); got != pinned {
		t.Errorf("%s has %s, want %s", FormatDate(date), got, pinned)
	}
	if e := menu[0]; e.Size.String() != "7x8" || e.Level != "extreme" { // a Sunday
		t.Errorf("Pair Place has the size %s and the level %s", e.Size, e.Level)
	}
}

// TestDay checks the boards of 28 days. Each day must begin with its date as a board, which comes only once, and
// then have the puzzles of the menu in their order.
func TestDay(t *testing.T) {
	all := catalog.All()
	names := func(list []Entry, err error) (names []string) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			names = append(names, e.Puzzle.Name)
		}
		return names
	}
	lengths := map[int]int{}
	for i := range 28 {
		date := First.AddDate(0, 0, i)
		day, menu := names(Day(all, date)), names(Menu(all, date))
		lengths[len(day)]++
		if day[0] != "calendar" || !slices.Equal(day[1:], slices.DeleteFunc(menu, func(name string) bool { return name == "calendar" })) {
			t.Errorf("%s has %q, and its menu is %q", FormatDate(date), day, menu)
		}
	}
	if lengths[6] != 10 || lengths[7] != 18 {
		t.Errorf("the numbers of boards are %v, want 6 on the days with the calendar in the menu", lengths)
	}
	if _, err := Day(all[:1], First); err == nil {
		t.Error("a list without Pair Place is accepted")
	}
}

// content returns the unfolded content lines of a calendar file.
func content(t *testing.T, text string) []string {
	t.Helper()
	if !strings.HasSuffix(text, "\r\n") {
		t.Error("the last line has no end")
	}
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("%q has %d bytes", line, len(line))
		}
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n ", ""), "\r\n")
	return lines[:len(lines)-1]
}

// TestEvents parses a calendar file.
func TestEvents(t *testing.T) {
	from := time.Date(2027, time.December, 30, 0, 0, 0, 0, time.UTC) // a leap year follows
	page := "https://puzzles.example/a,b;c/" + strings.Repeat("long/", 20) + "ü/daily.html"
	text, err := Events(catalog.All(), from, page)
	if err != nil {
		t.Fatal(err)
	}
	lines := content(t, text)
	if lines[0] != "BEGIN:VCALENDAR" || lines[1] != "VERSION:2.0" || lines[len(lines)-1] != "END:VCALENDAR" {
		t.Errorf("the file is %q … %q", lines[:2], lines[len(lines)-1])
	}
	var events []map[string]string
	for _, line := range lines {
		name, value, ok := strings.Cut(line, ":")
		switch {
		case !ok:
			t.Errorf("%q has no name", line)
		case line == "BEGIN:VEVENT":
			events = append(events, map[string]string{})
		case len(events) > 0:
			events[len(events)-1][name] = value
		}
	}
	if len(events) != 366 {
		t.Fatalf("%d events, want 366", len(events))
	}
	var uids []string
	for i, e := range events {
		date := from.AddDate(0, 0, i)
		link := fmt.Sprintf("%s#%s/pairplace", page, date.Format("2006-01-02"))
		if e["DTSTART;VALUE=DATE"] != date.Format("20060102") || e["DTEND;VALUE=DATE"] != date.AddDate(0, 0, 1).Format("20060102") ||
			e["URL"] != link || !strings.HasPrefix(e["SUMMARY"], "Pair Place ") || e["DTSTAMP"] != "20271230T000000Z" {
			t.Errorf("event %d: %v", i, e)
		}
		text := strings.NewReplacer(`\,`, ",", `\;`, ";", `\n`, "\n").Replace(e["DESCRIPTION"])
		if !strings.HasPrefix(text, "Today: Pair Place, ") || !strings.HasSuffix(text, ".\n"+link) {
			t.Errorf("event %d is described as %q", i, text)
		}
		uids = append(uids, e["UID"])
	}
	if slices.Sort(uids); len(slices.Compact(uids)) != 366 {
		t.Error("two events have the same UID")
	}
}
