package pairplace

import (
	"fmt"
	"math/bits"

	"counterproof/encode/technique"
	"counterproof/native/deduce"
)

// sets returns the rules about naked and hidden pairs and sets. A set is a group of cells of a row
// or column that take as many letters as there are cells in the group.
func (f *frame) sets() []rule {
	naked := func(name string, level, k int, many string) rule {
		return rule{
			Rule: deduce.Rule{
				Name: name, Level: level,
				Statement: "Take up to " + many + " cells of a row or column, and all letters that are left in them. If there are at most as many letters as cells taken, the other cells of that row or column lose these letters.",
				Find:      func(s deduce.State, changed []int32, emit deduce.Emit) { f.findNaked(s, changed, k, emit) },
				Facts: func(st *deduce.Step) (facts []deduce.Bit) {
					for _, i := range st.Sites {
						facts = deduce.AppendBits(facts, i, f.all()&^st.Values)
					}
					return facts
				},
				Moves: anyLine("naked"),
			},
			Tell: func(st *deduce.Step) string {
				return fmt.Sprintf("in %s only %s are left for %s", f.name(st.Clue), f.letters(st.Values), f.across(st.Clue, st.Sites))
			},
		}
	}
	hidden := func(name string, level, k int, many string) rule {
		return rule{
			Rule: deduce.Rule{
				Name: name, Level: level,
				Statement: "Take up to " + many + " letters and a row, and mark the cells of the row that still have at least one of these letters left. If there are at most as many marked cells as letters taken, the marked cells lose all other letters. In a full table, the rule also works for a column instead of a row.",
				Find:      func(s deduce.State, changed []int32, emit deduce.Emit) { f.findHidden(s, changed, k, emit) },
				Facts:     func(st *deduce.Step) []deduce.Bit { return f.outside(st.Clue, st.Sites, st.Values) },
				Moves:     anyLine("hidden"),
			},
			Tell: func(st *deduce.Step) string {
				if len(st.Sites) == 0 {
					return fmt.Sprintf("%s has no place for %s", f.name(st.Clue), f.or(st.Values))
				}
				return fmt.Sprintf("%s has places for %s only in %s", f.name(st.Clue), f.letters(st.Values), f.across(st.Clue, st.Sites))
			},
		}
	}
	return []rule{
		naked("naked pair", normal, 2, "two"),
		hidden("hidden pair", normal, 2, "two"),
		naked("naked triple", hard, 3, "three"),
		hidden("hidden triple", hard, 3, "three"),
		naked("naked quadruple", hard, 4, "four"),
		hidden("hidden quadruple", hard, 4, "four"),
	}
}

// anyLine returns how the steps form moves. Steps with equal cells and letters have the same
// reason, even if they are about different lines. A move with a smaller set comes first, because
// small sets are easier to see.
func anyLine(kind string) deduce.Moves {
	return deduce.Moves{
		Reason:    func(st *deduce.Step) any { return fmt.Sprint(st.Sites, st.Values) },
		Cost:      func(st *deduce.Step) int { return bits.OnesCount64(st.Values) },
		CoveredBy: technique.Smaller(kind),
	}
}

func (f *frame) findNaked(s deduce.State, changed []int32, k int, emit deduce.Emit) {
	for line := range f.touched(changed) {
		cells := f.line(line)
		rows := make([]uint64, len(cells))
		for j, i := range cells {
			rows[j] = s[i]
		}
		deduce.Subsets(rows, k, func(set, union uint64) {
			p := deduce.Pattern{Values: union, Clue: line}
			for j := range deduce.Each(set) {
				p.Sites = append(p.Sites, cells[j])
			}
			for j, i := range cells {
				if set>>j&1 == 1 {
					continue
				}
				for v := range deduce.Each(s[i] & deduce.Takes(set, union)) {
					emit(i, v, p)
				}
			}
		})
	}
}

func (f *frame) findHidden(s deduce.State, changed []int32, k int, emit deduce.Emit) {
	for line := range f.touched(changed) {
		var values []int // by row of the matrix: its letter
		for v := range deduce.Each(f.has(line)) {
			values = append(values, v)
		}
		cells := f.line(line)
		rows := make([]uint64, len(values))
		for x, v := range values {
			for j, i := range cells {
				rows[x] |= s[i] >> v & 1 << j
			}
		}
		deduce.Subsets(rows, k, func(set, places uint64) {
			p := deduce.Pattern{Clue: line}
			for x := range deduce.Each(set) {
				p.Values |= 1 << values[x]
			}
			for j := range deduce.Each(places) {
				p.Sites = append(p.Sites, cells[j])
			}
			for j, i := range cells {
				if deduce.Takes(set, places)>>j&1 == 0 {
					continue
				}
				for v := range deduce.Each(s[i] &^ p.Values) {
					emit(i, v, p)
				}
			}
		})
	}
}
