package pairplace

import (
	"counterproof/native/deduce"
)

// sets returns the rules about naked and hidden pairs and sets. A set is a group of cells of a row
// or column that take as many letters as there are cells in the group.
func (f *frame) sets() []deduce.Rule {
	naked := func(level, k int, many string) deduce.Rule {
		return f.units().Naked(level, k, "Take up to "+many+" cells of a row or column, and all letters that are left in them. If there are at most as many letters as cells taken, the other cells of that row or column lose these letters."+f.ifLoose("In a column of this table, the rule considers only cells that cannot have the column's own letter."))
	}
	hidden := func(level, k int, many string) deduce.Rule {
		return f.units().Hidden(level, k, "Take up to "+many+" letters and a row, and mark the cells of the row that still have at least one of these letters left. If there are at most as many marked cells as letters taken, the marked cells lose all other letters. In a full table, the rule also works for a column instead of a row.")
	}
	return []deduce.Rule{
		naked(normal, 2, "two"),
		hidden(normal, 2, "two"),
		naked(hard, 3, "three"),
		hidden(hard, 3, "three"),
		naked(hard, 4, "four"),
		hidden(hard, 4, "four"),
	}
}
