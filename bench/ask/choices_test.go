package ask

import (
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
)

// TestSizes makes a board of each named size. People begin on exactly one of the sizes of a puzzle.
func TestSizes(t *testing.T) {
	for _, p := range ask[Puzzles](t, "puzzles", object{}).Puzzles {
		first := 0
		for _, size := range p.Sizes {
			if size.First {
				first++
			}
			made := ask[Made](t, "generate", object{"puzzle": p.Name, "size": size.Size, "seed": 1})
			want, err := encode.ParseSize(size.Size)
			if err != nil {
				t.Fatal(err)
			}
			want.R, want.C = 0, 0 // the size of a board lacks its first cell
			if have, err := encode.ParseSize(made.Size); made.Size != "" && (err != nil || have.H != want.H || have.W != want.W) {
				t.Errorf("%s %s: made a board of size %s (%v)", p.Name, size.Size, made.Size, err)
			}
		}
		if p.Generates && first != 1 || !p.Generates && len(p.Sizes) > 0 {
			t.Errorf("%s: %d of the sizes %v are first, want 1 if it generates boards", p.Name, first, p.Sizes)
		}
	}
}

// TestKnownSizes compares names of sizes with the three levels of Minesweeper in Microsoft Windows and
// with the size of Sudoku in newspapers.
func TestKnownSizes(t *testing.T) {
	want := map[string]string{
		"minesweeper": "beginner 9x9, 10 mines|intermediate 16x16, 40 mines|expert 16x30, 99 mines",
		"sudoku":      "4x4|6x6|9x9|16x16",
	}
	first := map[string]string{"minesweeper": "beginner 9x9, 10 mines", "sudoku": "9x9"}
	for _, p := range ask[Puzzles](t, "puzzles", object{}).Puzzles {
		if want[p.Name] == "" {
			continue
		}
		var names []string
		for _, size := range p.Sizes {
			names = append(names, size.Name)
			if size.First && size.Name != first[p.Name] {
				t.Errorf("%s begins with %s, want %s", p.Name, size.Name, first[p.Name])
			}
		}
		if have := strings.Join(names, "|"); have != want[p.Name] {
			t.Errorf("%s has the sizes %s, want %s", p.Name, have, want[p.Name])
		}
	}
}

// TestLevelWords checks that words explain every level except those whose names everybody understands.
func TestLevelWords(t *testing.T) {
	plain := []string{"easy", "normal", "hard", "extreme"}
	for _, p := range ask[Puzzles](t, "puzzles", object{}).Puzzles {
		for _, level := range p.Levels {
			if (p.LevelWords[level] == "") != slices.Contains(plain, level) {
				t.Errorf("%s: the level %s has the words %q", p.Name, level, p.LevelWords[level])
			}
		}
		for level := range p.LevelWords {
			if !slices.Contains(p.Levels, level) {
				t.Errorf("%s: words explain the level %s, which the puzzle does not have", p.Name, level)
			}
		}
	}
}
