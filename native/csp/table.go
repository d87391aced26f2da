package csp

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
	*Table
	alive []int     // where rows begin; the possible rows come first
	count int       // the number of possible rows
	able  [][]Range // the possible values of each variable
}

func (c *Table) start(*engine) propagator {
	t := &table{Table: c, able: make([][]Range, len(c.Vars))}
	for i := 0; len(c.Vars) > 0 && i < len(c.Rows); i += len(c.Vars) {
		t.alive = append(t.alive, i)
	}
	t.count = len(t.alive)
	return t
}

func (c *Table) scope() []int { return c.Vars }
func (c *Table) wakes() event { return onAny }

func (t *table) filter(e *engine) bool {
	for k := range t.able {
		t.able[k] = t.able[k][:0]
	}
	count := t.count
	for i := 0; i < count; {
		row := t.Rows[t.alive[i]:][:len(t.Vars)]
		if t.possible(e, row) {
			for k, x := range row {
				t.able[k] = append(t.able[k], Range{x, x})
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
	for k, v := range t.Vars {
		if !e.keep(v, t.able[k]) {
			return false
		}
	}
	return true
}

func (t *table) possible(e *engine, row []int) bool {
	for k, x := range row {
		if !e.has(t.Vars[k], x) {
			return false
		}
	}
	return true
}
