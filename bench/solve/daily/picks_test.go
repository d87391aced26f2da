package daily

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// TestPicks checks every built-in pick: two methods find exactly one solution, Find and Menu have the
// board with its own size and level, and the reason is a sentence.
func TestPicks(t *testing.T) {
	picks, err := ReadPicks(builtIn, catalog.Find)
	if err != nil || len(picks) < 2 {
		t.Fatal(picks, err)
	}
	for _, k := range picks {
		date := FormatDate(k.Date)
		checkUnique(t, k.Puzzle, k.Instance, date)
		if !strings.HasSuffix(k.Reason, ".") || strings.ToUpper(k.Reason[:1]) != k.Reason[:1] {
			t.Errorf("%s: the reason %q is no sentence", date, k.Reason)
		}
		b := found(t, k.Puzzle.Name, date)
		if b.Instance.String() != k.Instance.String() || b.Reason != k.Reason || b.Level == "" {
			t.Errorf("%s: found %+v, want the pick %v", date, b, k)
		}
		menu, err := Menu(catalog.All(), k.Date)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range menu {
			if e.Puzzle.Name == k.Puzzle.Name && (e.Size != b.Size || e.Level != b.Level) {
				t.Errorf("%s: the menu has %v %s, and the board %v %s", date, e.Size, e.Level, b.Size, b.Level)
			}
		}
	}
	if b := found(t, "pairplace", "2026-12-07"); b.Size.String() != "4x10" || b.Level != "easy" {
		t.Errorf("the board of the Petersen graph has the size %v and the level %s", b.Size, b.Level)
	}
	if b := found(t, "sudoku", "2026-12-07"); b.Reason != "" {
		t.Errorf("the sudoku of the same date has the reason %q", b.Reason)
	}
}

// TestPetersen checks the reason for the pick of 7 December 2026: in the solution, the pairs are the 15
// edges of a graph with ten vertices of three edges each. It is the Petersen graph if it has no cycle of
// three or four edges: then any two vertices without an edge have exactly one common neighbour.
func TestPetersen(t *testing.T) {
	in := found(t, "pairplace", "2026-12-07").Instance
	m, err := lookup.Resolve(catalog.Find("pairplace"), in, method.MustParse("native"))
	if err != nil {
		t.Fatal(err)
	}
	near := make([]map[int]bool, 10)
	err = answer.Solve(t.Context(), in, m, func(s encode.Solution) bool {
		for i := range s {
			if near[i%10] == nil {
				near[i%10] = map[int]bool{}
			}
			if int(s[i]) != i%10 {
				near[i%10][int(s[i])] = true
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	for a := range near {
		for b := range a {
			common := 0
			for c := range near {
				if near[a][c] && near[b][c] {
					common++
				}
			}
			if len(near[a]) != 3 || near[a][b] && common != 0 || !near[a][b] && common != 1 {
				t.Errorf("%d and %d have %d common neighbours, %v", a, b, common, near[a])
			}
		}
	}
}

// TestOwnPicks checks that given picks come before the built-in ones, and only on their dates.
func TestOwnPicks(t *testing.T) {
	picks, err := ReadPicks("# my boards\n\n2026-12-07\tpairplace\t....\tAn empty row.\r\n2026-12-08\tcalendar\t10-06\tMy birthday.\n", catalog.Find)
	if err != nil || len(picks) != 2 {
		t.Fatal(picks, err)
	}
	for _, k := range picks {
		b, err := Find(t.Context(), k.Puzzle, k.Date, picks...)
		if err != nil || b.Instance != k.Instance || b.Reason != k.Reason {
			t.Errorf("%v, %v, want %v", b, err, k)
		}
		if b, err = Find(t.Context(), k.Puzzle, k.Date.AddDate(0, 0, 2), picks...); err != nil || b.Reason != "" {
			t.Errorf("two days later: %v, %v", b, err)
		}
	}
	if picks[0].Reason != "An empty row." {
		t.Errorf("the reason is %q", picks[0].Reason)
	}
}

func TestBadPicks(t *testing.T) {
	const good = "2026-12-07\tpairplace\t....\tA row.\n"
	for text, want := range map[string]string{
		good + "2026-12-08 pairplace .... why": "2:1 tab",
		good + "2026-12-08\tpairplace\t....":   "2:1 tab",
		good + good:                            "2:1 line 1",
		"2026-02-30\tpairplace\t....\tx":       "1:1 28 days",
		"2026-12-08\tpairplaze\t....\tx":       "1:12 pairplaze",
		"\n2026-12-08\tpairplace\tB.E.\tx":     "2:24 'E'",
		"2026-12-08\tpairplace\t....\t":        "1:1 tab",
		"2026-12-08\tpairplace\t....\t\tx":     "1:1 tab",
		"2026-12-08\tpairplace\t\tx":           "1:22 52",
	} {
		_, err := ReadPicks(text, catalog.Find)
		at, fact, _ := strings.Cut(want, " ")
		p, ok := errors.AsType[*encode.ParseError](err)
		if !ok || fmt.Sprintf("%d:%d", p.Line, p.Column) != at || !strings.Contains(p.Error(), fact) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
