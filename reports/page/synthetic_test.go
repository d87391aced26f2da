package page

import (
	"testing"

	"counterproof/reports/plot"
	"counterproof/reports/recordtest"
)

// yearPage is the page of the calendar year with every kind of plot that counts.
func yearPage(t testing.TB) Page {
	p := Page{
		Title: "The year of A-Puzzle-A-Day", Intro: "Every day of DragonFjord's calendar, counted twice.",
		Records: recordtest.CalendarYear(t), SourceName: "calendar-year.toml",
		Source:    "title = \"The year\"\nmethods = [\"native\", \"sat/cubes\"]\n",
		Reproduce: "make year\n",
	}
	for _, k := range plot.Kinds[:7] {
		p.Plots = append(p.Plots, plot.Plot{Kind: k.Name})
	}
	return p
}
