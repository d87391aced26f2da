package ask

import (
	"cmp"
	"context"
	"strings"

	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/daily"
	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
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

// Generating holds the fields of the question "generate".
type Generating struct {
	Puzzle     string `json:"puzzle"`
	Size       string `json:"size"` // as generate --size accepts it; empty: the puzzle's default size
	Seed       uint64 `json:"seed"`
	Difficulty string `json:"difficulty"`
	Minimal    bool   `json:"minimal"`
	Full       bool   `json:"full,omitempty"` // also asks for the fields of answer.Summary
}

// A Made is the answer to the questions "generate" and "daily".
type Made struct {
	Puzzle   string `json:"puzzle"`
	Instance string `json:"instance"`
	Level    string `json:"level,omitempty"`
	Size     string `json:"size,omitempty"`
	Date     string `json:"date,omitempty"`
	Weekday  string `json:"weekday,omitempty"`
	Version  int    `json:"version,omitempty"` // the version of the puzzle's boards of the day
	Reason   string `json:"reason,omitempty"`  // why a person has picked the board of the day
	// These fields have the meaning that they have in answer.Summary, which also has Level.
	Solution *string `json:"solution,omitempty"`
	Count    string  `json:"count,omitempty"`
	Clues    *int    `json:"clues,omitempty"`
	Moves    *int    `json:"moves,omitempty"`
}

// A Trying is an object of an incomplete answer: how many boards of unwanted levels were made.
type Trying struct {
	Progress bool `json:"progress"` // always true
	Boards   int  `json:"boards"`
}

func (d *Desk) generate(ctx context.Context, q Generating, emit progress) (any, error) {
	p, err := d.find(q.Puzzle)
	if err != nil {
		return nil, err
	}
	draw := generator.Draw{Seed: q.Seed, Difficulty: q.Difficulty, Minimal: q.Minimal}
	if q.Size != "" {
		if draw.Size, err = encode.ParseSize(q.Size); err != nil {
			return nil, misused("%v", err)
		}
	}
	g, err := draw.For(p)
	if err != nil {
		return nil, err
	}
	g.Tried = func(boards int) { emit(Trying{true, boards}) }
	in, err := g.Board(ctx, 0)
	if err != nil {
		return nil, err
	}
	made := Made{Puzzle: p.Name, Instance: in.String(), Level: q.Difficulty}
	if z, ok := in.(layout.HasSize); ok {
		made.Size = z.Size().String()
	}
	if q.Full {
		s, err := answer.Summarise(ctx, p, in)
		if err != nil {
			return nil, err
		}
		made.Solution, made.Count, made.Level, made.Clues, made.Moves = s.Solution, s.Count, s.Level, s.Clues, s.Moves
	}
	return made, nil
}

// Dating holds the fields of the question "daily".
type Dating struct {
	Puzzle string `json:"puzzle"`
	Date   string `json:"date"` // such as 2026-11-22
}

func (d *Desk) daily(ctx context.Context, q Dating, emit progress) (any, error) {
	p, err := d.find(q.Puzzle)
	if err != nil {
		return nil, err
	}
	date, err := daily.ParseDate(q.Date)
	if err != nil {
		return nil, misused("%v", err)
	}
	b, err := daily.Find(ctx, p, date)
	if err != nil {
		return nil, err
	}
	made := Made{Puzzle: p.Name, Instance: b.Instance.String(), Level: b.Level, Date: q.Date, Weekday: date.Weekday().String(), Version: b.Version, Reason: b.Reason}
	if b.Size.H > 0 {
		made.Size = b.Size.String()
	}
	return made, nil
}
