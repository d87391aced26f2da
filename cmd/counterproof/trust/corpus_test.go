package trust

import (
	"fmt"
	"testing"

	"counterproof/encode/catalog"
)

// TestTurns checks that boards of every puzzle are drawn. If every is 3, one round in three must
// have boards of real size. The calendar must take part only in these rounds.
func TestTurns(t *testing.T) {
	puzzles := catalog.All()
	all := &corpus{drawn: puzzles, every: 3}
	cycle := 3*len(puzzles) - 2
	seen := map[string]int{}
	for i := range 2 * cycle {
		p, real := all.turn(i)
		seen[fmt.Sprint(p.Name, real)]++
	}
	for _, p := range puzzles {
		small := 4
		if p.Name == "calendar" {
			small = 0
		}
		if got := seen[p.Name+"false"]; got != small {
			t.Errorf("%s: %d small boards, want %d", p.Name, got, small)
		}
		if got := seen[p.Name+"true"]; got != 2 {
			t.Errorf("%s: %d large boards, want 2", p.Name, got)
		}
	}
	all = &corpus{drawn: puzzles}
	if p, real := all.turn(len(puzzles) + 1); p.Name != "calendar" || real {
		t.Errorf("in turn: %s, %v", p.Name, real)
	}
}

// TestDraws checks that the same seed and number give the same board, and that another seed gives
// other boards.
func TestDraws(t *testing.T) {
	draw := func(seed uint64) (texts []string) {
		all := &corpus{drawn: catalog.All(), most: 60, every: 2, seed: seed}
		for b, err := range all.boards(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, b.Puzzle.Name+" "+b.Instance.String())
		}
		return texts
	}
	first, again, other := draw(1), draw(1), draw(2)
	different := 0
	for i := range first {
		if first[i] != again[i] {
			t.Errorf("board %d: %s, then %s", i, first[i], again[i])
		}
		if first[i] != other[i] {
			different++
		}
	}
	if len(first) != 60 || different < 50 {
		t.Errorf("%d boards, %d of them others by another seed", len(first), different)
	}
}
