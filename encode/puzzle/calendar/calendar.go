// Package calendar describes A-Puzzle-A-Day: pieces cover a calendar except for the cells of a
// date. The boards are data (the folder boards). The package encode/board/polyomino has the rules.
//
// The package contains no solutions.
package calendar

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/board/polyomino"
	"counterproof/encode/capability/layout"
	"counterproof/encode/constraint"
	"counterproof/encode/wording"
)

// Puzzle is the entry of this puzzle in the catalogue.
var Puzzle = encode.Puzzle{
	Name:  "calendar",
	Title: "A-Puzzle-A-Day",
	Rules: "Cover the calendar with all the pieces so that exactly the cells of one date stay uncovered. Pieces may be rotated and flipped. " +
		"On the dragonfjord board, a date is a month and a day. On the weekday board, a date is a month, a day and a day of the week.",
	Paper: "The yellow cells are the date and stay uncovered. The pieces are next to the board, each with its letter. " +
		"Draw the outlines of the pieces onto the board; each piece is used once.",
	Sites:        "The sites are the cells to be covered, in reading order. The value is the number of the piece that covers the cell. The pieces are numbered from 0. On the dragonfjord board, their order is O V Z U L Y N P, where O is the 2x3 rectangle. On the weekday board, their order is i V Z T U s L N P l, where i, s and l are tetrominoes. On other boards, the order is that of the board's text.",
	Example:      "10-06",
	ExampleCount: "7",
	Source:       "DragonFjord, A-Puzzle-A-Day; the counts of all dates are published twice and agree",
	Styles:       constraint.AtMostOneStyles,
	Formats: []string{
		"'10-06' (dragonfjord board), 'weekday:10-06-Tue'",
		"'10-any' (any day of October stays uncovered), 'any-06' (any month that has the day), 'weekday:10-06-any'. The piece * is the cell of this day, month or weekday",
		"'dragonfjord:10-06', '2026-10-06', 'weekday:2026-10-06'",
		"dates as people write them: '6 Oct', 'October 6th, 2026', '29.02.' (the day comes before the month), '25/10' or '10/25' (one number is above 12), 'weekday:Tue 6 Oct'. '10/06' is refused, because it is 10 June or 6 October",
		"'polish:10-06-Tue', 'portuguese:10-06', 'eleven:10-06-Tue': boards of other makers",
		"your own board: its rows, its pieces and a date, such as 'Jan,Feb,...,-/1,2,...;O:xxx/xxx;V:x/x/xxx;...;10-06'. A file has these parts on separate lines. In a row, '-' means that there is no cell, and '.' is a cell without a label. A piece may begin with 'turn:' or 'fixed:'. The lines 'months:' and 'weekdays:' give the names, Monday first. In a file, the dates may be listed, or the word 'year' or a year such as 2026 takes their place",
		"the drawing of a board, with the date in brackets, or of a solution",
	},
	Parse:    func(text string) (encode.Instance, error) { return parse(text) },
	Import:   read,
	Generate: generate,
	Daily:    encode.Daily{Date: func(date time.Time) (encode.Instance, error) { return parse(date.Format("01-02")) }},
	Sets:     append([]encode.Set{{Name: "year", Doc: "the 366 dates of the dragonfjord board", List: year}}, sets()...),
}

// A Day is one instance: a date, whose cells stay uncovered, on a board.
type Day struct {
	*polyomino.Tiling
	board   *board
	date    date
	weekday time.Weekday // used only on the weekday board; anyWeekday means any
	open    []string     // the labels of the cells that stay uncovered
	solved  bool         // the day was read from the drawing of a solution
}

// A date is a month and a day. One of them may be 0, which means any: the solutions leave any day of
// the month uncovered, or the day and any month that has it.
type date struct{ month, day int }

func (d date) String() string { return twoDigits(d.month) + "-" + twoDigits(d.day) }

const anyPart = "any"

func twoDigits(n int) string {
	if n == 0 {
		return anyPart
	}
	return fmt.Sprintf("%02d", n)
}

var months = strings.Fields("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")

var days = [12]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}

const anyWeekday time.Weekday = 7

// newDay makes the instance of a date. If a part of the date is any, a piece of one cell that may lie
// only on the labels of this part stands for the cell that stays uncovered.
func newDay(b *board, d date, weekday time.Weekday) *Day {
	day := &Day{board: b, date: d, weekday: weekday}
	var loose []string // the labels of which any one stays uncovered
	for m, n := range days {
		switch {
		case m+1 == d.month:
			day.open = append(day.open, b.months[m])
		case d.month == 0 && d.day <= n:
			loose = append(loose, b.months[m])
		}
	}
	for n := range 31 {
		switch label := fmt.Sprint(n + 1); {
		case n+1 == d.day:
			day.open = append(day.open, label)
		case d.day == 0 && n < days[d.month-1]:
			loose = append(loose, label)
		}
	}
	switch {
	case b.weekdays != nil && weekday == anyWeekday:
		loose = b.weekdays
	case b.weekdays != nil:
		day.open = append(day.open, b.weekdays[weekday])
	}
	pieces := b.pieces
	if loose != nil {
		pieces = append(slices.Clone(pieces), polyomino.Empty(b.cells(loose), 1, 1, '*'))
	}
	cells := polyomino.NewBoard(len(b.rows), len(b.rows[0]), func(r, c int) bool {
		label := b.rows[r][c]
		return label != noCell && !slices.Contains(day.open, label)
	})
	t, err := polyomino.NewTiling(cells, pieces)
	if err != nil {
		panic("calendar: " + err.Error())
	}
	t.Label = func(r, c int) string { return day.CellLabel(r, c) }
	day.Tiling = t
	return day
}

func (d *Day) String() string {
	text := d.board.prefix + d.date.String()
	if d.board.weekdays != nil {
		text += "-" + shortWeekday(d.weekday)
	}
	return text
}

// TableCell implements layout.HasTableCell. On the weekday board, the seven instances of a date
// have the same row and column. The field Part, which is the day of the week, distinguishes them.
func (d *Day) TableCell() layout.TableCell {
	month, day := "any month", "any day"
	if d.date.month > 0 {
		month = time.Month(d.date.month).String()
	}
	if d.date.day > 0 {
		day = fmt.Sprint(d.date.day)
	}
	c := layout.TableCell{Row: month, Column: day, Label: day + " " + month, Short: day + " " + month[:3], Noun: "day"}
	if d.date.month*d.date.day == 0 {
		c.Label = day + ", " + month
		c.Short = c.Label
	}
	if d.board.weekdays != nil {
		w := "any weekday"
		if d.weekday != anyWeekday {
			w = d.weekday.String()
		}
		c = layout.TableCell{Row: month, Column: day, Label: w + " " + c.Label, Short: w[:3] + " " + c.Short, Part: w[:3]}
	}
	return c
}

// CellLabel returns a month, a day or a weekday, or "" for a cell without a label, or where the board
// has no cell.
func (d *Day) CellLabel(r, c int) string {
	if label := d.board.rows[r][c]; label != noCell && label != noLabel {
		return label
	}
	return ""
}

// Draw implements encode.Instance. Without a solution (s is nil), the drawing has the labels of all
// cells, and the date is in brackets. With a solution, the drawing has only the labels of the date.
func (d *Day) Draw(s *encode.Solution) string {
	if s != nil {
		return d.Tiling.Draw(s)
	}
	var text strings.Builder
	width := max(3, wording.Most(slices.Concat(d.board.rows...), utf8.RuneCountInString))
	for _, row := range d.board.rows {
		line := ""
		for _, label := range row {
			left, right := " ", " "
			switch {
			case label == noCell:
				label = ""
			case slices.Contains(d.open, label):
				left, right = "[", "]"
			}
			line += fmt.Sprintf("%*s%s", width+1, left+label, right)
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String()
}

func shortWeekday(w time.Weekday) string {
	if w == anyWeekday {
		return anyPart
	}
	return weekdays[w]
}

func year(string) ([]encode.Instance, error) { return everyDay(dragonfjord), nil }

// everyDay lists the 366 dates of a board, or the 2,562 pairs of a date and a weekday if the board has
// weekdays.
func everyDay(b *board) (ins []encode.Instance) {
	ways := []time.Weekday{0}
	if b.weekdays != nil {
		ways = []time.Weekday{1, 2, 3, 4, 5, 6, 0}
	}
	for m, n := range days {
		for d := range n {
			for _, w := range ways {
				ins = append(ins, newDay(b, date{m + 1, d + 1}, w))
			}
		}
	}
	return ins
}

// datesOf lists all dates of a year on a board. It returns nothing if the parameter param is not a year
// of four digits.
func datesOf(b *board, param string) (ins []encode.Instance) {
	y, ok := number(param, 4)
	if !ok || y < 1 {
		return nil
	}
	for t := time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC); t.Year() == y; t = t.AddDate(0, 0, 1) {
		ins = append(ins, newDay(b, date{int(t.Month()), t.Day()}, t.Weekday()))
	}
	return ins
}

// sets lists the sets of the boards other than dragonfjord, whose set is year.
func sets() (all []encode.Set) {
	for _, b := range named[1:] {
		s := encode.Set{Name: b.name, Doc: "the 366 dates of the " + b.name + " board", List: func(string) ([]encode.Instance, error) { return everyDay(b), nil }}
		if b.weekdays == nil {
			all = append(all, s)
			continue
		}
		s.Doc = "the " + b.name + " board with all 2,562 combinations of a date and a weekday"
		all = append(all, s, encode.Set{Name: b.name, Param: "YYYY", Doc: "the " + b.name + " board with the dates of the year YYYY and their weekdays",
			List: func(param string) ([]encode.Instance, error) { return datesOf(b, param), nil }})
	}
	return all
}

func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if size != (encode.Size{}) {
		return nil, &encode.SizeError{Size: size, Want: "no size, because the boards are fixed"}
	}
	all, err := year("")
	if err != nil {
		return nil, err
	}
	order := rng.Perm(len(all))
	return encode.Pick(ctx, size, len(all), keep, func() (encode.Instance, error) {
		i := order[0]
		order = order[1:]
		return all[i], nil
	})
}
