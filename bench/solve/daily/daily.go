// Package daily finds the board of the day. The board is the same for everybody and on every
// machine. The boards become harder from Monday to Sunday. Both the command daily and a web page
// can use this package.
package daily

import (
	"context"
	"crypto/sha256"
	_ "embed" // for picks
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
	"counterproof/native"
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

const events = 366

// Events returns a calendar file (iCalendar, RFC 5545) with an all-day event for each of the 366
// days from the given date on. An event names the puzzles of its day and has a link. The given
// address of a page must not contain a #. The link is this address, followed by # with the date and
// the first puzzle.
func Events(puzzles []*encode.Puzzle, from time.Time, page string) (string, error) {
	var b strings.Builder
	line := func(name, value string) { fold(&b, name+":"+value) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//Counterproof//Puzzles of the day//EN")
	line("CALSCALE", "GREGORIAN")
	line("X-WR-CALNAME", "Puzzles of the day")
	for i := range events {
		date := from.AddDate(0, 0, i)
		menu, err := Menu(puzzles, date)
		if err != nil {
			return "", err
		}
		names := wording.Each(menu, func(e Entry) string { return e.Puzzle.Title })
		day, link := FormatDate(date), page
		title := "Puzzles of the day"
		if len(menu) > 0 {
			link = fmt.Sprintf("%s#%s/%s", page, day, menu[0].Puzzle.Name)
			title = strings.TrimSpace(fmt.Sprintf("%s %s %s", menu[0].Puzzle.Title, menu[0].Size, menu[0].Level))
		}
		line("BEGIN", "VEVENT")
		line("UID", day+"@daily.counterproof")
		line("DTSTAMP", from.Format("20060102")+"T000000Z")
		line("DTSTART;VALUE=DATE", date.Format("20060102"))
		line("DTEND;VALUE=DATE", date.AddDate(0, 0, 1).Format("20060102"))
		line("SUMMARY", escape(title))
		line("DESCRIPTION", escape("Today: "+strings.Join(names, ", ")+".\n"+link))
		line("URL", link)
		line("TRANSP", "TRANSPARENT") // the day stays free
		line("END", "VEVENT")
	}
	line("END", "VCALENDAR")
	return b.String(), nil
}

// escape writes a value of the type TEXT (RFC 5545, 3.3.11).
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`).Replace(text)
}

// fold writes a content line. A line of more than 75 bytes is continued on the next line, which begins
// with a space (RFC 5545, 3.1). A character is never split.
func fold(b *strings.Builder, line string) {
	const most = 75
	room := most
	for len(line) > room {
		cut := room
		for line[cut]&0xc0 == 0x80 { // inside of a character
			cut--
		}
		b.WriteString(line[:cut] + "\r\n ")
		line, room = line[cut:], most-1
	}
	b.WriteString(line + "\r\n")
}

// menuMain is a puzzle that every day has. Each day also has menuOthers of the other puzzles, which
// take turns. Do not add a new puzzle here, because this would change the puzzles of earlier dates.
const (
	menuMain   = "pairplace"
	menuOthers = 5
)

var menuTurns = []string{
	"battleships", "calendar", "exactcover", "laplace", "lightsout", "map", "minesweeper", "nonogram", "packing", "pentomino",
	"pushpull", "sherlock", "submarines", "sudoku",
}

// First is the first date of the archive.
var First = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Day returns all boards of a date: the date itself as a board, and then the other puzzles of Menu.
func Day(puzzles []*encode.Puzzle, date time.Time) ([]Entry, error) {
	menu, err := Menu(puzzles, date)
	if err != nil {
		return nil, err
	}
	var day []Entry
	for _, p := range puzzles {
		if p.Daily.Date == nil {
			continue
		}
		e, err := entryOf(p, date)
		if err != nil {
			return nil, err
		}
		day = append(day, e)
	}
	return append(day, slices.DeleteFunc(menu, func(e Entry) bool { return e.Puzzle.Daily.Date != nil })...), nil
}

// Menu returns the puzzles of a date: Pair Place and five others. The other puzzles take turns in a
// fixed order, beginning on the date First, so the choice is the same for everybody. If the
// parameter puzzles lacks a puzzle of the date, the error names this puzzle.
func Menu(puzzles []*encode.Puzzle, date time.Time) ([]Entry, error) {
	n, days := len(menuTurns), int((date.Unix()-First.Unix())/(24*60*60))
	at := (days%n*menuOthers%n + n) % n
	others := slices.Concat(menuTurns, menuTurns)[at : at+menuOthers]
	var menu []Entry
	for _, name := range append([]string{menuMain}, others...) {
		i := slices.IndexFunc(puzzles, func(p *encode.Puzzle) bool { return p.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("the puzzles of %s need %s, which is not in the list", FormatDate(date), name)
		}
		e, err := entryOf(puzzles[i], date)
		if err != nil {
			return nil, err
		}
		menu = append(menu, e)
	}
	return menu, nil
}

// picks has a line for each board that a person has picked: the date, the puzzle, the board and the
// reason in a sentence, separated by tabs. Lines that begin with # are comments.
//
//go:embed picks.tsv
var picks string

// pick fills the entry if a person has picked the board of the date. The level is that of the hardest
// technique that people need, or empty if they need a search.
func (e *Entry) pick(date time.Time) (err error) {
	for line := range strings.Lines(picks) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if fields[0] != FormatDate(date) || fields[1] != e.Puzzle.Name {
			continue
		}
		e.reason = fields[3]
		if e.picked, err = e.Puzzle.Parse(fields[2]); err != nil {
			return err
		}
		if in, ok := e.picked.(layout.HasSize); ok {
			e.Size = in.Size()
		}
		if in, ok := e.picked.(deduction.Deducible); ok {
			d, err := in.Deduce(context.Background(), new(native.Stats), deduction.Options{Final: true})
			if err != nil {
				return err
			}
			if d.Solution != nil {
				e.Level = d.Level
			}
		}
	}
	return nil
}
