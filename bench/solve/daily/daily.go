// Package daily finds the board of the day. The board is the same for everybody and on every
// machine. The boards become harder from Monday to Sunday. Both the command daily and a web page
// can use this package.
package daily

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
)

// A Board is the board of one day.
type Board struct {
	Entry
	Date     time.Time // midnight, UTC
	Version  int       // the version of the puzzle's boards of the day
	Instance encode.Instance
	Reason   string // why a person has picked the board, or empty
}

var shape = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

// ParseDate reads a date such as 2026-11-22, from the year 1 to 9999. If there is no such date, the
// error says whether the month or the day is wrong.
func ParseDate(text string) (time.Time, error) {
	if !shape.MatchString(text) || text < "0001" {
		return time.Time{}, fmt.Errorf("want a date such as 2026-11-22, from 0001-01-01 to 9999-12-31, got %q", wording.Short(text))
	}
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		return date, nil
	}
	month, err := time.Parse("2006-01", text[:len("2006-01")])
	if err != nil {
		return time.Time{}, fmt.Errorf("the date %s: want a month from 01 to 12, got %s", text, text[5:7])
	}
	return time.Time{}, fmt.Errorf("the date %s: %s has %d days, got day %s", text, month.Format("January 2006"), month.AddDate(0, 1, -1).Day(), text[8:])
}

// FormatDate writes a date in the form that ParseDate reads.
func FormatDate(date time.Time) string { return date.Format(time.DateOnly) }

// DateOf returns the calendar date of a time in the time's own zone.
func DateOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}

// ErrNone is the error of a puzzle without boards of the day.
var ErrNone = errors.New("makes no boards, so it has no board of the day")

// Find returns the board of a date that ParseDate or DateOf returned: the one that a person has picked,
// or else one that the rule makes. If the puzzle has no daily
// boards, the error is ErrNone with the name of the puzzle. If no board suits the day, the error
// says how many boards were tried. Other errors come from ctx, the puzzle or package generator.
func Find(ctx context.Context, p *encode.Puzzle, date time.Time) (*Board, error) {
	if p.Daily.Date == nil && !generator.Draws(p) {
		return nil, fmt.Errorf("%s: %w", p.Name, ErrNone)
	}
	today, err := entryOf(p, date)
	if err != nil {
		return nil, err
	}
	b := &Board{Entry: today, Date: date, Version: p.Daily.Version, Instance: today.picked, Reason: today.reason}
	if b.Instance != nil {
		return b, nil
	}
	if p.Daily.Date != nil {
		b.Instance, err = p.Daily.Date(date)
		return b, err
	}
	g, err := generator.Draw{Size: b.Size, Seed: seed(p, date), Difficulty: b.Level}.For(p)
	if err != nil {
		return nil, err
	}
	b.Instance, err = first(ctx, p, g, date.Weekday())
	return b, err
}

// tries limits how many boards are made to find one that suits the day. Of the boards of PushPull,
// at least 7 in 100 are suitable. For other puzzles, one try generates up to 2,000 boards to find a
// board of the level of the day. A second try is needed only if none of these boards has the level.
const tries = 300

func first(ctx context.Context, p *encode.Puzzle, g *generator.Drawer, day time.Weekday) (encode.Instance, error) {
	var failed error
	for i := range tries {
		in, err := g.Board(ctx, i)
		switch {
		case errors.As(err, new(*generator.LevelError)):
			failed = err
		case err != nil:
			return nil, err
		case p.Daily.Suits == nil || p.Daily.Suits(in, day):
			return in, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("%s: none of %d boards suits %s", p.Name, tries, day), failed)
}

// seed returns the random seed for a date. A new version of the puzzle's daily boards has new seeds.
func seed(p *encode.Puzzle, date time.Time) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "counterproof daily\n%s\n%d\n%s\n", p.Name, p.Daily.Version, date.Format(time.DateOnly)))
	return binary.BigEndian.Uint64(sum[:])
}

// An Entry is one puzzle of a day. The board is not made yet.
type Entry struct {
	Puzzle *encode.Puzzle
	Size   encode.Size     // zero for a board that is a date
	Level  string          // empty for a puzzle without levels
	picked encode.Instance // the board, if a person has picked it
	reason string          // why a person has picked the board
}

func entryOf(p *encode.Puzzle, date time.Time) (e Entry, err error) {
	e.Puzzle = p
	if err := e.pick(date); err != nil || e.picked != nil {
		return e, err
	}
	day := int(date.Weekday()+6) % 7
	switch week := strings.Split(p.Daily.Week, ","); {
	case p.Daily.Date != nil:
	case p.Daily.Week == "":
		e.Size = p.Size
		if levels := deduction.Levels(p.ExampleBoard()); levels != nil {
			e.Level = levels[day*len(levels)/7]
		}
	case len(week) != 7:
		return e, fmt.Errorf("%s: the week has %d boards, want 7", p.Name, len(week))
	default:
		var size string
		size, e.Level, _ = strings.Cut(strings.TrimSpace(week[day]), " ")
		if e.Size, err = encode.ParseSize(size); err != nil {
			return e, fmt.Errorf("%s: the week: %w", p.Name, err)
		}
	}
	return e, nil
}
