package catalog

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/bench/test/processtest"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/puzzletest"
)

// TestEasierName deduces in any order, in moves and in single steps. No move may name a rule if a move
// of an easier level removes at least the same values in the same state. On the first board, the level
// hard used to say that "the 1 at row 2, column 1 has all its mines", which is the rule single number.
// The long form tries more orders.
func TestEasierName(t *testing.T) {
	for puzzle, boards := range map[string][]string{
		"minesweeper": {"mines=2 ????/1221/....", "6x6:5,0,md5e78982d", "mines=10 ????????/??222211/??2...../??21..../???1..../???211../1112?211/...2????"},
		"sudoku":      {"1..2..3......4..", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"},
		"pairplace":   {".CBED./.E..B./E...A./BAE.C./......"},
		"map":         {"4x4n5:gabaaacha,3a2a1", "regions=5 colours=4 edges=0-3,1-3,2-4,3-4 given=0:2,1:3,2:0"},
		"nonogram":    {"5x5:3/1.1/1.1/1.1/3/3/1.1/1.1/1.1/3", "10x10:1/3/9/6.2/8/5/3/1.1.1/2/1.1.2/2/3.1.1/3/5.1/6/6/1.4/1.3/2.3/2.2"},
		"sherlock":    {"drink:tea,milk,juice/pet:cat,dog,fox;next tea cat;left dog milk;at fox 3"},
		"packing":     {"..../.#..;xxxx;x;xx", "...#/..../..../....;xx;xx/x;fixed:xxx/x;turn:xx/x;xx/x;0-1*xxx/x"},
		"pentomino":   {"5x5:FILPV"},
		"exactcover":  {"1 2 3 4 5 6 7 ; 1 4 7 ; 1 4 ; 4 5 7 ; 3 5 6 ; 2 3 6 7 ; 2 7"},
		"battleships": {"rows=2,1,3 cols=1,2,3 fleet=3,1,1,1"},
		"laplace":     {"sum 0..9 10,17,15,10/15,26,31,23/11,16,20,15"},
		"lightsout":   {".#./##./...", "##.#.#/#.##../.#.#.#/..##.#/#.#.#./.##..#", "torus:##./.#./..."},
		"submarines":  {"rows=3,3,1,1 cols=3,3,1,1", "rows=2,1,3 cols=1,2,3"},
	} {
		for _, text := range boards {
			in, err := Find(puzzle).Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			board := in.(deduction.Deducible)
			levels := deduction.Levels(board)
			start := puzzletest.Deduce(t, board, deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
			for seed := range uint64(processtest.Cases(5, 12)) {
				d := puzzletest.Deduce(t, board, deduction.Options{Rand: rand.New(rand.NewPCG(seed, 0)), AnyOrder: true, Moves: seed%2 == 0})
				moves := d.Moves
				for i := 0; i < len(d.Steps) && seed%2 == 1; i++ {
					moves = append(moves, deduction.Move{Rule: d.Steps[i].Rule, Steps: d.Steps[i : i+1], Own: 1})
				}
				state := slices.Clone(start)
				for i, m := range moves {
					if i%5 == int(seed)%5 { // looking at all moves takes too long
						if easier := easierMove(t, board, state, m, levels); easier != "" {
							t.Errorf("%s %s, seed %d, move %d: %s does no more than %s", puzzle, text, seed, i+1, m.Rule.Name, easier)
						}
					}
					for _, s := range m.Steps {
						state[s.Gone.Site] &^= 1 << s.Gone.Value
					}
				}
			}
		}
	}
}

// easierMove returns the sentence of a move that is possible in the state, has an easier level than m,
// and removes all values that m removes by its own pattern. If there is none, the result is empty.
func easierMove(t *testing.T, board deduction.Deducible, state []uint64, m deduction.Move, levels []string) (text string) {
	if slices.ContainsFunc(state, func(left uint64) bool { return bits.OnesCount64(left) == 0 }) {
		return ""
	}
	level := slices.Index(levels, m.Rule.Level)
	puzzletest.Deduce(t, board, deduction.Options{From: state, Each: func(d *deduction.Result) bool {
		other := d.Moves[0]
		if slices.Index(levels, other.Rule.Level) >= level {
			return false // the easiest moves come first
		}
		removes := func(s deduction.Step) bool {
			return slices.ContainsFunc(other.Steps[:other.Own], func(o deduction.Step) bool { return o.Gone == s.Gone })
		}
		if !slices.ContainsFunc(m.Steps[:m.Own], func(s deduction.Step) bool { return !removes(s) }) {
			text = d.MoveText(0)
		}
		return text == ""
	}})
	return text
}
