package sudoku

import (
	"os"
	"slices"
	"strings"
	"testing"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
)

// techniques lists the names of techniques in our sentences, the easiest first, as HoDoKu orders them.
// An x-chain is a chain of one digit, which our rules call colouring.
var techniques = []string{"hidden single", "naked single", "pointing", "claiming", "naked pair", "hidden pair", "naked triple",
	"hidden triple", "naked quadruple", "hidden quadruple", "X-wing", "swordfish", "jellyfish", "colouring", "xy-chain", "chain"}

// TestTechniques checks published boards, each with the only technique that it is said to need
// besides singles. The first move on the level of this technique must use the technique or an
// easier one, unless the board is solved without any move of that level.
func TestTechniques(t *testing.T) {
	data, err := os.ReadFile("testdata/techniques.txt")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{"locked candidates 1": "pointing", "locked candidates 2": "claiming", "x-wing": "X-wing", "x-chain": "colouring"}
	boards, exact := 0, 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(strings.TrimSpace(line), "\t")
		level, stated, text := fields[0], fields[1], fields[2]
		if name, ok := names[stated]; ok {
			stated = name
		}
		want := slices.Index(techniques, stated)
		in, err := Puzzle.Parse(text)
		if err != nil || want < 0 {
			t.Fatalf("%s: %v", line, err)
		}
		boards++
		d := puzzletest.Deduce(t, in.(deduction.Deducible), deduction.Options{Moves: true})
		if d.Solution == nil || slices.Index(levelNames, d.Level) > slices.Index(levelNames, level) {
			t.Errorf("%s: %s at level %s", stated, d.Verdict(), d.Level)
		}
		first := slices.IndexFunc(d.Moves, func(m deduction.Move) bool { return m.Rule.Level == level })
		if first < 0 {
			continue
		}
		got, _, _ := strings.Cut(d.MoveText(first), ":")
		if k := slices.Index(techniques, got); k < 0 || k > want {
			t.Errorf("%s: the first move of level %s is %s", stated, level, d.MoveText(first))
		} else if k == want {
			exact++
		}
	}
	t.Logf("%d boards, %d with the stated technique", boards, exact)
	if boards < 20 || exact < 10 {
		t.Errorf("%d boards, %d with the stated technique: want 20 and 10", boards, exact)
	}
}
