// Package recordtest makes records for the tests of the packages of reports, and reads the pictures
// that they draw.
package recordtest

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"time"

	"counterproof/bench/record/result"
)

// With returns a copy of the record, changed by the function change.
func With(r result.Record, change func(*result.Record)) result.Record {
	change(&r)
	return r
}

// Unknown returns a record without an answer.
func Unknown(instance, method, reason string) result.Record {
	return With(Exact(instance, method, ""), func(r *result.Record) { r.Status, r.Reason = result.Unknown, reason })
}

// Graded returns a record of deduction. Possible values of the parameter says are "stuck",
// "contradiction" and, for example, "solved 2", where 2 is the index of the hardest level.
func Graded(puzzle, instance, says string, levels ...string) result.Record {
	r := result.Record{Task: result.Deduce, Puzzle: puzzle, Instance: instance, Method: "rules/" + levels[len(levels)-1],
		Status: result.Exact, Reason: result.Done, Verdict: result.Correct, Count: "1",
		Nodes: Of[int64](1), Conflicts: Of[int64](0), Decisions: Of[int64](0), WallSeconds: Of(0.5),
		Difficulty: &result.Difficulty{Levels: levels, StepsByLevel: make([]int64, len(levels))}}
	if _, err := fmt.Sscanf(says, "solved %d", &r.LevelIndex); err == nil {
		r.Deduced = result.Solved
		if r.LevelIndex >= 0 {
			r.Level = levels[r.LevelIndex]
		}
		return r
	}
	r.Deduced, r.Left, r.LeftRemovable = says, 7, Of[int64](6)
	r.LevelIndex, r.Level = int64(len(levels)-1), levels[len(levels)-1]
	return r
}

var Three = []string{"easy", "normal", "two words"}

// TwoFamilies returns records of deduction on ten maps and four sudokus. One map occurs twice, the
// second time by a method with fewer levels. Four further records must not count as deductions.
func TwoFamilies() []result.Record {
	var recs []result.Record
	for i, says := range strings.Split("solved 0,solved 0,solved 0,solved -1,solved 2,solved 2,stuck,stuck,stuck,contradiction", ",") {
		recs = append(recs, Graded("map", fmt.Sprint("m", i), says, Three...))
	}
	for i, says := range []string{"solved 1", "solved 1", "solved 1", "stuck"} {
		recs = append(recs, Graded("sudoku", fmt.Sprint("s", i), says, "singles", "pairs"))
	}
	wrong := Graded("map", "w", "solved 0", Three...)
	wrong.Verdict = result.Wrong
	late := Unknown("m10", "rules/two words", result.Timeout)
	late.Task, late.Puzzle = result.Deduce, "map"
	return append(recs, Graded("map", "m4", "stuck", "easy", "normal"), wrong, late, Exact("01-01", "native/a", "3"), Exact("01-01", "sat/b", "3"))
}

func Near(got, want, within float64) bool {
	return got == want || math.Abs(got-want) <= within
}

func IsWrong(r *result.Record) { r.Verdict = result.Wrong }

func IsCut(r *result.Record) { r.Status, r.Reason, r.Count = result.Unknown, result.Timeout, "" }

func Wrongly(r *result.Record) { r.Verdict, r.Count = result.Wrong, "29" }

// Ran returns the record of a job that took the given time. A job with a time of 10 s or more
// was cut at its limit of 10 s.
func Ran(instance, method string, seconds float64) result.Record {
	r := Exact(instance, method, "1")
	r.WallLimit = 10
	if r.WallSeconds = Of(seconds); seconds >= 10 {
		r.Status, r.Reason, r.Count = result.Unknown, result.Timeout, ""
	}
	return r
}

// Runs returns the records of the repetitions of a job. The parameter each holds, for each
// repetition, its time in seconds, or "cut" (at 5 s), or "wrong" (after 1 s).
func Runs(board, method string, each ...any) []result.Record {
	var recs []result.Record
	for _, x := range each {
		r := Exact(board, method, "7")
		r.WallLimit = 5
		switch x := x.(type) {
		case float64:
			r.WallSeconds = &x
		case string:
			r.WallSeconds = Of(5.01)
			if x == "wrong" {
				r.WallSeconds, r.Count = Of(1.0), "8"
				IsWrong(&r)
			} else {
				IsCut(&r)
			}
		}
		r.Nodes = Of(int64(10 * *r.WallSeconds))
		recs = append(recs, r)
	}
	return recs
}

func Bigs(texts ...string) []*big.Int {
	var ns []*big.Int
	for _, s := range texts {
		n, _ := new(big.Int).SetString(s, 10)
		ns = append(ns, n)
	}
	return ns
}

func Of[T any](x T) *T { return &x }

// Exact returns a record with an exact count. If the instance is a date MM-DD, the record also has
// the row and column of the date in the year.
func Exact(instance, method, count string) result.Record {
	return result.Record{
		Task: result.Count, Puzzle: "calendar", Instance: instance, Method: method,
		Status: result.Exact, Reason: result.Done, Count: count, Cell: DateCell(instance),
	}
}

// DateCell returns the row and column of a date MM-DD in the table of the year, as encode/puzzle/calendar
// does. It returns nil for other instances.
func DateCell(instance string) *result.Cell {
	date, err := time.Parse("2006-01-02", "2024-"+instance)
	if err != nil {
		return nil
	}
	month, day := date.Month().String(), fmt.Sprint(date.Day())
	return &result.Cell{Row: month, Column: day, Label: day + " " + month, Short: day + " " + month[:3], Noun: "day"}
}
