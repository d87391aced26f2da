package daily

import (
	"strings"
	"testing"

	"counterproof/bench/record/method"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/lookup"
	"counterproof/encode"
	"counterproof/encode/catalog"
)

// TestPicks checks every pick: its board is written in the canonical notation, two methods find exactly
// one solution, Find and Menu have the board with its own size and level, and the reason is a sentence.
func TestPicks(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(picks) {
		if line[0] == '#' {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 4 || seen[fields[0]+fields[1]] {
			t.Fatalf("%q: want four fields, and a date and a puzzle that no other line has", line)
		}
		date, name, board, reason := fields[0], fields[1], fields[2], fields[3]
		seen[date+name] = true
		if !strings.HasSuffix(reason, ".") || strings.ToUpper(reason[:1]) != reason[:1] {
			t.Errorf("%s: the reason %q does not begin with a capital letter and end with a full stop", date, reason)
		}
		b := found(t, name, date)
		checkUnique(t, b.Puzzle, b.Instance, date)
		if b.Instance.String() != board || b.Reason != reason || b.Level == "" {
			t.Errorf("%s: found %+v, want the pick %s", date, b, board)
		}
		menu, err := Menu(catalog.All(), b.Date)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range menu {
			if e.Puzzle.Name == name && (e.Size != b.Size || e.Level != b.Level) {
				t.Errorf("%s: the menu has %v %s, and the board %v %s", date, e.Size, e.Level, b.Size, b.Level)
			}
		}
	}
	if len(seen) < 2 {
		t.Errorf("%d picks, want at least 2", len(seen))
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
