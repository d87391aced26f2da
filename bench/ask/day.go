package ask

import (
	"cmp"
	"context"
	"strings"

	"counterproof/bench/solve/daily"
	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
)

// Day holds the fields of the question "day": which puzzles does a date have, without boards?
type Day struct {
	Date string `json:"date"`
}

// A Menu is the answer to the question "day".
type Menu struct {
	Date    string      `json:"date"`
	Weekday string      `json:"weekday"`
	First   string      `json:"first"` // the first date of the archive
	Puzzles []MenuEntry `json:"puzzles"`
}

// A MenuEntry is one puzzle of a date.
type MenuEntry struct {
	Puzzle string `json:"puzzle"`
	Title  string `json:"title"`
	Kind   string `json:"kind"` // the size and the level in words, or the date
}

func (d *Desk) day(_ context.Context, q Day, emit progress) (any, error) {
	date, err := daily.ParseDate(q.Date)
	if err != nil {
		return nil, misused("%v", err)
	}
	entries, err := daily.Day(d.Puzzles, date)
	if err != nil {
		return nil, err
	}
	menu := Menu{Date: q.Date, Weekday: date.Weekday().String(), First: daily.FormatDate(daily.First), Puzzles: []MenuEntry{}}
	for _, e := range entries {
		var kind []string
		switch {
		case e.Puzzle.Daily.Date != nil:
			kind = append(kind, "calendar", date.Format("2 Jan"))
		case e.Size != (encode.Size{}):
			kind = append(kind, generator.SizeName(e.Puzzle, e.Size))
		}
		if e.Level != "" {
			kind = append(kind, cmp.Or(deduction.LevelWords[e.Level], e.Level))
		}
		menu.Puzzles = append(menu.Puzzles, MenuEntry{e.Puzzle.Name, e.Puzzle.Title, strings.Join(kind, " · ")})
	}
	return menu, nil
}

// Reminding holds the fields of the question "events": a calendar file of 366 days.
type Reminding struct {
	From string `json:"from"` // the first date
	Page string `json:"page"` // the address of the page of daily puzzles, without # and what follows it
}

const mostAddress = 500

// lastEvents is the last first date of a calendar file, whose years have four digits.
const lastEvents = "9998-12-31"

// Events is the answer to the question "events".
type Events struct {
	Text string `json:"text"` // in the format iCalendar
}

func (d *Desk) events(ctx context.Context, q Reminding, emit progress) (any, error) {
	from, err := daily.ParseDate(q.From)
	if err != nil {
		return nil, misused("%v", err)
	}
	if q.From > lastEvents {
		return nil, misused("want a date up to %s, got %s", lastEvents, q.From)
	}
	web := strings.HasPrefix(q.Page, "http://") || strings.HasPrefix(q.Page, "https://")
	if !web || len(q.Page) > mostAddress || strings.ContainsAny(q.Page, "# ") || strings.ContainsFunc(q.Page, wording.Unsafe) {
		return nil, misused("want the address of a page, which begins with http:// or https:// and has at most %d bytes, got %q", mostAddress, wording.Short(q.Page))
	}
	text, err := daily.Events(d.Puzzles, from, q.Page)
	return Events{text}, err
}
