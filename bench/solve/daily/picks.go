package daily

import (
	"context"
	_ "embed" // for builtIn
	"errors"
	"strings"
	"time"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/native"
)

// A Pick is a board that a person has picked for a date, with the reason in a sentence.
type Pick struct {
	Date     time.Time
	Puzzle   *encode.Puzzle
	Instance encode.Instance
	Reason   string
}

// builtIn has the picks of everybody.
//
//go:embed picks.tsv
var builtIn string

// ReadPicks reads a line for each pick: the date, the puzzle, the board in one line and the reason,
// separated by tabs. It ignores empty lines and lines that begin with #. For a mistake, the error is
// a *encode.ParseError.
func ReadPicks(text string, find encode.Lookup) (picks []Pick, err error) {
	seen := map[string]int{} // by date and puzzle: the line
	for line := range encode.TextLines(text) {
		if line = line.Trim(); line.Text == "" || line.Text[0] == '#' {
			continue
		}
		fields := line.Split("\t", 5)
		if len(fields) != 4 {
			return nil, line.Errorf("want a date, a puzzle, a board and a reason, with a tab between them, got %d fields", len(fields))
		}
		k := Pick{Puzzle: find(fields[1].Text), Reason: fields[3].Text}
		if k.Date, err = ParseDate(fields[0].Text); err != nil {
			return nil, fields[0].Errorf("%w", err)
		}
		if k.Puzzle == nil {
			return nil, fields[1].Errorf("want the name of a puzzle, got %v", fields[1])
		}
		if k.Instance, err = k.Puzzle.Parse(fields[2].Text); err != nil {
			if at, ok := errors.AsType[*encode.ParseError](err); ok {
				return nil, fields[2].From(min(at.Column-1, len(fields[2].Text))).Errorf("%w", at.Err)
			}
			return nil, fields[2].Errorf("%w", err)
		}
		key := fields[0].Text + fields[1].Text
		if first := seen[key]; first > 0 {
			return nil, line.Errorf("want one board per date and puzzle, got the one of line %d again", first)
		}
		seen[key] = line.Line
		picks = append(picks, k)
	}
	return picks, nil
}

// picked returns the pick for a puzzle and a date, or nil. The given picks come before the built-in ones.
func picked(p *encode.Puzzle, date time.Time, picks []Pick) (*Pick, error) {
	for line := range strings.Lines(builtIn) {
		if strings.HasPrefix(line, FormatDate(date)+"\t"+p.Name+"\t") {
			own, err := ReadPicks(line, func(string) *encode.Puzzle { return p })
			if err != nil {
				return nil, err
			}
			picks = append(picks[:len(picks):len(picks)], own...)
		}
	}
	for _, k := range picks {
		if k.Puzzle.Name == p.Name && k.Date.Equal(date) {
			return &k, nil
		}
	}
	return nil, nil
}

// entry returns the entry of a picked board. Its level is that of the hardest technique that people
// need, or empty if they need a search.
func (k *Pick) entry() (Entry, error) {
	e := Entry{Puzzle: k.Puzzle, pick: k}
	if in, ok := k.Instance.(layout.HasSize); ok {
		e.Size = in.Size()
	}
	if in, ok := k.Instance.(deduction.Deducible); ok {
		d, err := in.Deduce(context.Background(), new(native.Stats), deduction.Options{})
		if err != nil {
			return e, err
		}
		if d.Solution != nil {
			e.Level = d.Level
		}
	}
	return e, nil
}
