package ask

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestKinds asks for the puzzles of a week. Their sizes have words instead of codes such as 12x12n28.
func TestKinds(t *testing.T) {
	kinds := map[string]bool{}
	for day := 23; day <= 29; day++ {
		for _, e := range ask[Menu](t, "day", object{"date": fmt.Sprintf("2026-11-%d", day)}).Puzzles {
			kinds[e.Puzzle+" "+e.Kind] = true
			if regexp.MustCompile(`[0-9][a-zA-Z][0-9]+[a-zA-Z]|^$`).MatchString(e.Kind) {
				t.Errorf("%s is %q", e.Puzzle, e.Kind)
			}
		}
	}
	for _, want := range []string{
		"calendar calendar · 28 Nov", "minesweeper 12x12, 28 mines · hard", "minesweeper beginner 9x9, 10 mines · normal", "map large, 30 regions · hard",
		"sherlock 5 columns, 5 categories · normal", "pentomino 4x7", "lightsout 7x7",
	} {
		if !kinds[want] {
			t.Errorf("the week lacks %q: %v", want, kinds)
		}
	}
}

// TestDay asks for the puzzles of a Sunday and for a calendar file.
func TestDay(t *testing.T) {
	menu := ask[Menu](t, "day", object{"date": "2026-11-22"})
	if len(menu.Puzzles) != 6 || menu.Puzzles[0].Puzzle != "calendar" || menu.Weekday != "Sunday" || menu.First != "2026-01-01" {
		t.Errorf("the day is %+v", menu)
	}
	if e := menu.Puzzles[1]; e != (MenuEntry{"pairplace", "Pair Place", "7x8 · extreme"}) {
		t.Errorf("the second puzzle is %+v", e)
	}
	page := "https://puzzles.example/daily.html"
	file := ask[struct{ Text string }](t, "events", object{"from": "2026-11-22", "page": page})
	if strings.Count(file.Text, "BEGIN:VEVENT") != 366 || !strings.Contains(file.Text, page+"#2026-11-22/pairplace") {
		t.Errorf("the calendar file is %.500s", file.Text)
	}
	for _, q := range []object{{"date": ""}, {"date": "2026-02-29"}} {
		refused(t, "day", q)
	}
	for _, q := range []object{
		{"from": "2026", "page": page}, {"from": "9999-01-01", "page": page}, {"from": "2026-11-22"},
		{"from": "2026-11-22", "page": "javascript:alert(1)"}, {"from": "2026-11-22", "page": "https://x/\r\nURL:y"},
		{"from": "2026-11-22", "page": "https://" + strings.Repeat("x", 500)},
	} {
		refused(t, "events", q)
	}
}
