package csp

import "slices"

// Element says that Result is the element of Array at Index, which counts from 1. An index outside of the
// array is not a solution. The filter is domain-consistent.
type Element struct {
	Index  int
	Array  []int // variables
	Result int
}

func (c *Element) start(*engine) propagator { return c }
func (c *Element) scope() []int             { return append([]int{c.Index, c.Result}, c.Array...) }
func (c *Element) wakes() event             { return onAny }

func (c *Element) filter(e *engine) bool {
	if !e.within(c.Index, 1, len(c.Array)) {
		return false
	}
	able, union := e.sets[0][:0], e.sets[1][:0]
	for i := range e.values(c.Index) {
		if v := c.Array[i-1]; e.meet(v, c.Result) {
			able = append(able, Range{i, i})
			union = e.appendRanges(union, v)
		}
	}
	e.sets[0], e.sets[1] = able, union
	if !e.keep(c.Index, able) || !e.keep(c.Result, union) {
		return false
	}
	return !e.fixed(c.Index) || e.keep(c.Array[e.lo(c.Index)-1], e.appendRanges(e.sets[0][:0], c.Result))
}

// meet reports whether two variables have a common value.
func (e *engine) meet(v, w int) bool {
	if e.hi(v) < e.lo(w) || e.hi(w) < e.lo(v) {
		return false
	}
	for x := range e.values(v) {
		if e.has(w, x) {
			return true
		}
	}
	return false
}

// Table says that the values of the variables are a row. The filter is simple tabular reduction: it keeps the
// rows that are possible in a sparse set (Ullmann, "Partition search for non-binary constraint satisfaction",
// Information Sciences 2007). It is domain-consistent.
type Table struct {
	Vars []int
	Rows []int // one row after the other
}

type table struct {
	vars   []int
	n      int
	cells  []int32 // of each row: for each variable, the index in values
	values [][]int // of each variable: the values in the table, ascending
	alive  []int32 // the possible rows come first
	count  int     // the number of possible rows
	seen   [][]int // for each value: the last call of filter that saw it
	call   int
}

func (c *Table) start(*engine) propagator {
	n := len(c.Vars)
	t := &table{vars: c.Vars, n: n, cells: make([]int32, len(c.Rows))}
	if n == 0 {
		return t
	}
	for k := range n {
		var column []int
		for i := k; i < len(c.Rows); i += n {
			column = append(column, c.Rows[i])
		}
		slices.Sort(column)
		column = slices.Compact(column)
		for i := k; i < len(c.Rows); i += n {
			at, _ := slices.BinarySearch(column, c.Rows[i])
			t.cells[i] = int32(at)
		}
		t.values, t.seen = append(t.values, column), append(t.seen, make([]int, len(column)))
	}
	for ; t.count < len(c.Rows)/n; t.count++ {
		t.alive = append(t.alive, int32(t.count))
	}
	return t
}

func (t *table) scope() []int { return t.vars }
func (t *table) wakes() event { return onAny }

func (t *table) filter(e *engine) bool {
	t.call++
	count := t.count
	for i := 0; i < count; {
		row := t.cells[int(t.alive[i])*t.n:][:t.n]
		if t.possible(e, row) {
			for k, at := range row {
				t.seen[k][at] = t.call
			}
			i++
		} else {
			count--
			t.alive[i], t.alive[count] = t.alive[count], t.alive[i]
		}
	}
	if count != t.count {
		e.set(&t.count, count)
	}
	for k, v := range t.vars {
		var able []Range
		for at, call := range t.seen[k] {
			if call == t.call {
				able = append(able, Range{t.values[k][at], t.values[k][at]})
			}
		}
		if !e.keep(v, able) {
			return false
		}
	}
	return count > 0 || t.n == 0
}

func (t *table) possible(e *engine, row []int32) bool {
	for k, at := range row {
		if !e.has(t.vars[k], t.values[k][at]) {
			return false
		}
	}
	return true
}
