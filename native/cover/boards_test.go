package cover

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"
)

// This file makes the problems of the tests, with its own generator of placements.

type cell struct{ r, c int }

// turns returns the distinct rotations and reflections of a shape, each moved so that its lowest
// row and column are 0. Each argument is one row of the shape, with an X for each of its cells.
func turns(rows ...string) [][]cell {
	var shape []cell
	for r, row := range rows {
		for c, x := range row {
			if x == 'X' {
				shape = append(shape, cell{r, c})
			}
		}
	}
	seen := map[string]bool{}
	var all [][]cell
	for k := range 8 {
		t := slices.Clone(shape)
		for i, p := range t {
			for range k % 4 {
				p = cell{p.c, -p.r}
			}
			if k >= 4 {
				p.c = -p.c
			}
			t[i] = p
		}
		r, c := t[0].r, t[0].c
		for _, p := range t {
			r, c = min(r, p.r), min(c, p.c)
		}
		for i := range t {
			t[i].r -= r
			t[i].c -= c
		}
		slices.SortFunc(t, func(a, b cell) int { return 100*(a.r-b.r) + a.c - b.c })
		if key := fmt.Sprint(t); !seen[key] {
			seen[key] = true
			all = append(all, t)
		}
	}
	return all
}

// place returns the exact cover problem of placing each piece once so that the pieces together fill
// the open cells. The items are the cells in the given order, followed by the pieces sorted by
// name.
func place(open []cell, pieces map[string][][]cell) *Problem {
	p := &Problem{}
	at := map[cell]int{}
	for _, x := range open {
		at[x] = len(p.Items)
		p.Items = append(p.Items, Item{Name: fmt.Sprintf("%d,%d", x.r, x.c), Lo: 1, Hi: 1})
	}
	names := []string{}
	for name := range pieces {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		piece := len(p.Items)
		p.Items = append(p.Items, Item{Name: name, Lo: 1, Hi: 1})
		for _, t := range pieces[name] {
			for r := range 60 {
			next:
				for c := range 60 {
					option := Option{{Item: piece}}
					for _, x := range t {
						i, ok := at[cell{r + x.r, c + x.c}]
						if !ok {
							continue next
						}
						option = append(option, Use{Item: i})
					}
					p.Options = append(p.Options, option)
				}
			}
		}
	}
	return p
}

var pentominoes = map[string][][]cell{
	"F": turns(".XX", "XX.", ".X."), "I": turns("XXXXX"), "L": turns("X...", "XXXX"),
	"N": turns("..XX", "XXX."), "P": turns("XX.", "XXX"), "T": turns("XXX", ".X.", ".X."),
	"U": turns("X.X", "XXX"), "V": turns("X..", "X..", "XXX"), "W": turns("X..", "XX.", ".XX"),
	"X": turns(".X.", "XXX", ".X."), "Y": turns("..X.", "XXXX"), "Z": turns("..X", "XXX", "X.."),
}

func rectangle(h, w int) []cell {
	var open []cell
	for r := range h {
		for c := range w {
			open = append(open, cell{r, c})
		}
	}
	return open
}

// calendar is the dragonfjord board of encode/testdata/calendar.json. The file names the source of
// the board.
type calendar struct {
	Board  []string            `json:"board"`
	Pieces map[string][]string `json:"pieces"`
	PerDay map[string]int      `json:"per_day"`
}

var months = strings.Fields("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec")

func readCalendar(tb testing.TB) *calendar {
	data, err := os.ReadFile("../../encode/testdata/calendar.json")
	if err != nil {
		tb.Fatal(err)
	}
	var boards struct{ Dragonfjord calendar }
	if err := json.Unmarshal(data, &boards); err != nil {
		tb.Fatal(err)
	}
	return &boards.Dragonfjord
}

// days returns all dates of the year in order, each as month and day: 01-31 is 31 January.
func (c *calendar) days() []string {
	var days []string
	for d := range c.PerDay {
		days = append(days, d)
	}
	sort.Strings(days)
	return days
}

// problem returns the exact cover problem of one date (month and day, such as 01-31): the pieces
// fill all squares of the board except the squares of this month and day.
func (c *calendar) problem(date string) *Problem {
	var m, d int
	fmt.Sscanf(date, "%d-%d", &m, &d)
	var open []cell
	for r, row := range c.Board {
		for col, label := range strings.Fields(row) {
			if label != "#" && label != months[m-1] && label != fmt.Sprint(d) {
				open = append(open, cell{r, col})
			}
		}
	}
	pieces := map[string][][]cell{}
	for name, rows := range c.Pieces {
		pieces[name] = turns(rows...)
	}
	return place(open, pieces)
}

// dominoes returns the exact cover problem of filling an h x w board with dominoes.
func dominoes(h, w int) *Problem {
	p := place(rectangle(h, w), map[string][][]cell{"D": turns("XX")})
	piece := len(p.Items) - 1
	p.Items = p.Items[:piece]
	for o := range p.Options {
		p.Options[o] = p.Options[o][1:]
	}
	return p
}

// exactly returns primary items that have the given names and multiplicity 1:1.
func exactly(names string) []Item {
	var items []Item
	for _, name := range strings.Fields(names) {
		items = append(items, Item{Name: name, Lo: 1, Hi: 1})
	}
	return items
}

// queens returns the exact cover problem of placing n queens on an n x n board so that no queen
// attacks another.
func queens(n int) *Problem {
	p := &Problem{}
	for i := range 2 * n {
		p.Items = append(p.Items, Item{Name: fmt.Sprintf("%c%d", "rc"[i/n], i%n), Lo: 1, Hi: 1})
	}
	for i := range 2 * (2*n - 1) {
		p.Items = append(p.Items, Item{Name: fmt.Sprintf("%c%d", "ab"[i/(2*n-1)], i%(2*n-1)), Secondary: true})
	}
	for r := range n {
		for c := range n {
			p.Options = append(p.Options, Option{{Item: r}, {Item: n + c}, {Item: 2*n + r + c}, {Item: 2*n + 2*n - 1 + r - c + n - 1}})
		}
	}
	return p
}

// latin returns the problem whose answers are all n x n Latin squares or, if h > 0, all n x n
// sudoku grids with h x w boxes.
func latin(n, h, w int) *Problem {
	p := &Problem{}
	kinds := 3
	if h > 0 {
		kinds = 4
	}
	for i := range kinds * n * n {
		p.Items = append(p.Items, Item{Name: fmt.Sprintf("%c%d", "prcb"[i/(n*n)], i%(n*n)), Lo: 1, Hi: 1})
	}
	for r := range n {
		for c := range n {
			for v := range n {
				o := Option{{Item: r*n + c}, {Item: n*n + r*n + v}, {Item: 2*n*n + c*n + v}}
				if h > 0 {
					o = append(o, Use{Item: 3*n*n + (r/h*h+c/w)*n + v})
				}
				p.Options = append(p.Options, o)
			}
		}
	}
	return p
}
