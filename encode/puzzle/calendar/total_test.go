package calendar

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
	"counterproof/native"
	"counterproof/native/cover"
)

// allDays returns an exact cover problem whose solutions are the solutions for all dates of a
// board. A solution places the pieces and also chooses the cells that stay uncovered: a month, a
// day and, on the weekday board, a weekday. The problem combines every month with each of the 31
// days, but uses only labels for which the function keep returns true.
func allDays(t *testing.T, b *board, keep func(label string) bool) *cover.Problem {
	t.Helper()
	tiling := wholeBoard(t, b)
	p := &cover.Problem{}
	for i := range tiling.Cells {
		p.Items = append(p.Items, cover.Item{Name: fmt.Sprint(i), Lo: 1, Hi: 1})
	}
	for _, piece := range b.pieces {
		p.Items = append(p.Items, cover.Item{Name: string(piece.Letter), Lo: 1, Hi: 1})
	}
	pieces, cells := placements(tiling)
	for i, piece := range pieces {
		option := cover.Option{{Item: len(tiling.Cells) + piece}}
		for _, cell := range cells[i] {
			option = append(option, cover.Use{Item: cell})
		}
		p.Options = append(p.Options, option)
	}
	part := func(name string, has func(label string) bool) {
		item := len(p.Items)
		p.Items = append(p.Items, cover.Item{Name: name, Lo: 1, Hi: 1})
		for i, x := range tiling.Cells {
			if label := b.rows[x.R][x.C]; has(label) && keep(label) {
				p.Options = append(p.Options, cover.Option{{Item: i}, {Item: item}})
			}
		}
	}
	part("month", func(label string) bool { return slices.Contains(months, label) })
	part("day", func(label string) bool { return label[0] <= '9' })
	if b.weekdays != nil {
		part("weekday", func(label string) bool { return slices.Contains(weekdays, label) })
	}
	return p
}

// countTogether returns the number of solutions of the problem, by one method.
func countTogether(t *testing.T, p *cover.Problem, method string) int {
	t.Helper()
	for _, m := range cover.Methods(p) {
		if m.Name != method {
			continue
		}
		if m.Counter != nil {
			n, err := m.Counter.Count(context.Background(), &native.Stats{})
			if err != nil {
				t.Fatal(err)
			}
			return int(n.Int64())
		}
		n := 0
		err := m.Solver.Search(context.Background(), &native.Stats{}, func([]int) bool {
			n++
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	t.Fatalf("no method %s", method)
	return 0
}

// TestWeekdaysTogether counts the solutions for two dates of the weekday board in one search, and
// compares their number with the sum of two searches. The least number of solutions that a date has
// is known: 97, for Monday, 6 April (TestWeekdayExtremes).
func TestWeekdaysTogether(t *testing.T) {
	t.Parallel()
	for labels, other := range map[string]*Day{
		"Apr Jun 6 Mon": newDay(weekday, date{6, 6}, time.Monday),
		"Apr 6 7 Mon":   newDay(weekday, date{4, 7}, time.Monday),
		"Apr 6 Mon Tue": newDay(weekday, date{4, 6}, time.Tuesday),
	} {
		p := allDays(t, weekday, func(label string) bool { return slices.Contains(strings.Fields(labels), label) })
		if got, want := countTogether(t, p, "dlx"), 97+count(t, other); got != want {
			t.Errorf("%s: %d solutions in one search, want %d", labels, got, want)
		}
	}
}

// TestTotals counts the solutions for all dates of a board in one search. It subtracts the
// solutions for six dates that do not exist, such as 30 February, and compares the result with a
// known total. For the dragonfjord board, the total 24,405 is published. For the weekday board,
// another program found 4,864,096 by adding the counts of all dates. Only a long test counts them,
// because this takes a hundred times as long.
func TestTotals(t *testing.T) {
	t.Parallel()
	f := facts(t)
	for _, c := range []struct {
		board  *board
		method string
		want   int
	}{
		{dragonfjord, "bitset", f.Dragonfjord.Total},
		{weekday, "memo", f.Weekday.Total},
	} {
		if c.board.weekdays != nil && !processtest.IsLong() {
			continue
		}
		got := countTogether(t, allDays(t, c.board, func(string) bool { return true }), c.method)
		none := []time.Weekday{0}
		if c.board.weekdays != nil {
			none = []time.Weekday{0, 1, 2, 3, 4, 5, 6}
		}
		for _, d := range []date{{2, 30}, {2, 31}, {4, 31}, {6, 31}, {9, 31}, {11, 31}} {
			for _, w := range none {
				got -= count(t, newDay(c.board, d, w))
			}
		}
		if got != c.want {
			t.Errorf("%s: %d solutions in all, want %d", c.board.name, got, c.want)
		}
	}
}
