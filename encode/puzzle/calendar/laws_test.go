package calendar

import (
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode"
	"counterproof/encode/board/polyomino"
	"counterproof/encode/puzzletest"
)

// tiny is a calendar of our own that is small enough for brute force: two months of eight days and
// three pieces.
var tiny = board{
	name:   "tiny",
	months: months,
	single: true,
	rows:   [][]string{{"Jan", "Feb", "1", "2"}, {"3", "4", "5", "6"}, {"#", "#", "7", "8"}},
	pieces: []polyomino.Piece{
		polyomino.MustPiece("xx/x", 'V'),
		polyomino.MustPiece("xxx", 'I'),
		polyomino.MustPiece("xx", 'i'),
	},
}

func TestLawsOnATinyCalendar(t *testing.T) {
	p := Puzzle
	p.Example, p.ExampleCount = "01-02", "2"
	p.Sets, p.Generate = nil, nil
	p.Import = nil // drawings show the real boards
	p.Parse = func(text string) (encode.Instance, error) {
		d, err := parse(text)
		if err != nil {
			return nil, err
		}
		if d.board != dragonfjord || d.date.month > 2 || d.date.day > 8 {
			return nil, encode.Errorf(1, 1, "no such day on the tiny board")
		}
		return newDay(&tiny, d.date, 0), nil
	}
	var boards []puzzletest.Board
	for _, date := range []string{
		"01-01", "01-02", "01-03", "01-04", "01-05", "01-06", "01-07", "01-08",
		"02-01", "02-02", "02-03", "02-04", "02-05", "02-06", "02-07", "02-08",
		"01-any", "any-03",
	} {
		boards = append(boards, puzzletest.Board{Text: date})
	}
	err := puzzletest.Test(puzzletest.Suite{
		Puzzle: &p,
		Boards: boards,
		Bad:    []puzzletest.Bad{{Text: "02-30", Line: 1, Column: 4, Want: "29"}},
		Without: map[string]string{
			"clue-free": "a date is its only clue",
			"shapes":    "the board is data",
		},
	})
	if err != nil {
		t.Error(err)
	}
}

// TestLawsOnRealDays runs the laws of puzzletest, except those that need brute force, on a date
// with a published count. A long test takes a second date.
func TestLawsOnRealDays(t *testing.T) {
	t.Parallel()
	days := []puzzletest.Board{
		{Text: "10-06", Also: []string{"dragonfjord:10-06", "2026-10-06"}, Count: "7", Note: "published twice"},
		{Text: "04-06", Count: "8", Note: "published twice"},
	}
	if !processtest.IsLong() {
		days = days[:1]
	}
	for _, b := range days {
		if err := puzzletest.TestBoard(&Puzzle, b); err != nil {
			t.Error(err)
		}
	}
}
