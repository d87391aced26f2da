package pairplace

import (
	"fmt"
	"math/bits"

	"counterproof/native/deduce"
)

// sets returns the rules about naked and hidden pairs and sets. A set is some cells of a
// row or column that take as many letters as there are cells.
func (f *frame) sets() []rule {
	naked := func(name string, level, k int, many string) rule {
		return rule{
			deduce.Rule{
				Name: name, Level: level,
				Statement: "Take up to " + many + " cells of a row or column. If together they have no more letters left than there are cells, the other cells of that row or column lose these letters.",
				Find:      func(s deduce.State, changed []int32, emit deduce.Emit) { f.findNaked(s, changed, k, emit) },
				Facts: func(st *deduce.Step) (facts []deduce.Bit) {
					for _, i := range st.Sites {
						facts = deduce.AppendBits(facts, i, f.all()&^st.Values)
					}
					return facts
				},
				Moves: anyLine,
			},
			func(st *deduce.Step) string {
				return fmt.Sprintf("in %s the %s share %s", f.name(st.Clue), f.across(st.Clue, st.Sites), f.letters(st.Values))
			},
		}
	}
	hidden := func(name string, level, k int, many string) rule {
		return rule{
			deduce.Rule{
				Name: name, Level: level,
				Statement: "Take up to " + many + " letters and a row, or a column of a full table. If no more cells of it than there are letters can still hold these letters, these cells lose all their other letters.",
				Find:      func(s deduce.State, changed []int32, emit deduce.Emit) { f.findHidden(s, changed, k, emit) },
				Facts:     func(st *deduce.Step) []deduce.Bit { return f.outside(st.Clue, st.Sites, st.Values) },
				Moves:     anyLine,
			},
			func(st *deduce.Step) string {
				return fmt.Sprintf("%s has places for %s only in the %s", f.name(st.Clue), f.letters(st.Values), f.across(st.Clue, st.Sites))
			},
		}
	}
	return []rule{
		naked("naked pair", normal, 2, "two"),
		hidden("hidden pair", normal, 2, "two"),
		naked("naked set", hard, 4, "four"),
		hidden("hidden set", hard, 4, "four"),
	}
}

// anyLine says that the same cells and letters are one reason, in whatever line they are.
// Small sets are easier to see.
var anyLine = deduce.Moves{
	Reason: func(st *deduce.Step) any { return fmt.Sprint(st.Sites, st.Values) },
	Cost:   func(st *deduce.Step) int { return bits.OnesCount64(st.Values) },
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
