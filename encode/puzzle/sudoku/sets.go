package sudoku

import (
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode/technique"
	"counterproof/native/deduce"
)

func (l *geometry) sets() []deduce.Rule {
	return []deduce.Rule{
		l.regions.Naked(normal, 2, "If two cells of a row, column or box have only the same two values left, the other cells of that row, column or box lose these two values. The rule also works for one cell with one value left."),
		l.regions.Hidden(normal, 2, "Take two values. If only two cells of a row, column or box can still have either of them, these two cells lose all their other values. The rule also works for one value that is left in one cell."),
		l.regions.Naked(hard, 3, "Take up to three cells of a row, column or box, and all values that are left in them. If there are at most as many values as cells taken, the other cells of that row, column or box lose these values."),
		l.regions.Naked(hard, 4, "The same as 'naked triple', but with up to four cells."),
		l.regions.Hidden(hard, 3, "Take up to three values and a row, column or box, and mark its cells that still have at least one of these values left. If there are at most as many marked cells as values taken, the marked cells lose all other values."),
		l.regions.Hidden(hard, 4, "The same as 'hidden triple', but with up to four values."),
		l.fish(2, "If two rows have a value left in only the same two columns, the other rows lose the value in these columns. The rule also works with rows and columns exchanged, and for one row that has the value left in one column."),
		l.fish(3, "Take one value and up to three rows, and all columns in which these rows have the value left. If there are at most as many columns as rows taken, the other rows lose the value in these columns. The rule also works with rows and columns exchanged."),
		l.fish(4, "The same as 'swordfish', but with up to four rows or columns."),
	}
}

// fish returns the rule about sets of up to k lines that have one value left in only as many
// crossing lines as there are lines in the set.
func (l *geometry) fish(k int, statement string) deduce.Rule {
	return deduce.Rule{
		Name: fishes[k], Level: hard, Statement: statement,
		Find:  func(s deduce.State, _ []int32, emit deduce.Emit) { l.findFish(s, k, emit) },
		Facts: l.fishFacts,
		Tell:  l.tellFish,
		Moves: deduce.Moves{
			Cost: func(st *deduce.Step) int { return 2 + fishLines(st) },
			CoveredBy: func(st *deduce.Step, s deduce.State) []string {
				n := fishLines(st)
				if slices.ContainsFunc(st.Sites, func(at int) bool { return s[at] == st.Values }) {
					n-- // if a cell is settled, singles remove the value from its line
				} else if n == k {
					return nil
				}
				names := []string{"hidden single", "naked single"}
				if n > 1 {
					names = append(names, fishes[n])
				}
				return names
			},
		},
	}
}

var fishes = [...]string{2: "X-wing", 3: "swordfish", 4: "jellyfish"}

func fishLines(st *deduce.Step) int { return bits.OnesCount64(uint64(st.Clue &^ columns)) }

// A matrix holds, for each line, the crossing lines where a value is left.
type matrix [mostSide]uint64

// columns is a bit in the field Clue of a step of a rule about fish. The other bits are the
// lines of the fish. If the bit columns is set, these lines are columns, otherwise
// rows.
const columns = 1 << mostSide

func (l *geometry) findFish(s deduce.State, k int, emit deduce.Emit) {
	var rows, cols [mostSide]matrix // by value
	for at, left := range s {
		for ; left != 0; left &= left - 1 {
			v := bits.TrailingZeros64(left)
			rows[v][at/l.n] |= 1 << (at % l.n)
			cols[v][at%l.n] |= 1 << (at / l.n)
		}
	}
	for v := range l.n {
		l.cast(&rows[v], v, 0, k, emit)
		l.cast(&cols[v], v, columns, k, emit)
	}
}

// cast looks at sets of up to k lines, which are rows or columns depending on kind. Suppose that
// the lines of a set have the value v left in only as many crossing lines as there are lines in the
// set. Then cast removes v from the other cells of these crossing lines.
func (l *geometry) cast(m *matrix, v, kind, k int, emit deduce.Emit) {
	deduce.Subsets(m[:l.n], k, func(set, union uint64) {
		p := deduce.Pattern{Values: 1 << v, Clue: int(set) | kind}
		for i := range l.n {
			gone := m[i] & deduce.Takes(set, union)
			if set>>i&1 == 1 || gone == 0 {
				continue
			}
			if p.Sites == nil {
				p.Sites = l.cross(set, union, kind)
			}
			for ; gone != 0; gone &= gone - 1 {
				emit(l.at(i, bits.TrailingZeros64(gone), kind), v, p)
			}
		}
	})
}

// at returns the cell where two lines cross. The parameter line is a column if kind is columns.
func (l *geometry) at(line, across, kind int) int {
	if kind == columns {
		return across*l.n + line
	}
	return line*l.n + across
}

// cross returns the cells where the lines of one set cross the lines of another.
func (l *geometry) cross(set, union uint64, kind int) (cells []int) {
	for ; set != 0; set &= set - 1 {
		for u := union; u != 0; u &= u - 1 {
			cells = append(cells, l.at(bits.TrailingZeros64(set), bits.TrailingZeros64(u), kind))
		}
	}
	return cells
}

func (l *geometry) fishFacts(st *deduce.Step) (facts []deduce.Bit) {
	kind := st.Clue & columns
	for set := uint64(st.Clue &^ columns); set != 0; set &= set - 1 {
		for i := range l.n {
			if at := l.at(bits.TrailingZeros64(set), i, kind); !slices.Contains(st.Sites, at) {
				facts = deduce.AppendBits(facts, st.Values, at)
			}
		}
	}
	return facts
}

func (l *geometry) tellFish(steps []deduce.Step) string {
	st := &steps[0]
	kind := st.Clue & columns
	base, cover := "row", "columns"
	if kind == columns {
		base, cover = "column", "rows"
	}
	var union uint64
	for _, at := range st.Sites {
		if kind == columns {
			union |= 1 << (at / l.n)
		} else {
			union |= 1 << (at % l.n)
		}
	}
	lines, across := ordinals(uint64(st.Clue&^columns)), ordinals(union)
	switch {
	case union == 0:
		return fmt.Sprintf("%s has no place in %s%s %s", l.values(st.Values), base, "s"[:min(len(lines)-1, 1)], technique.And(lines))
	case len(lines) == 1:
		return fmt.Sprintf("%s %s has one place for %s", base, lines[0], l.values(st.Values))
	}
	return fmt.Sprintf("%s in %ss %s can only be in %s %s", l.values(st.Values), base, technique.And(lines), cover, technique.And(across))
}

func ordinals(set uint64) []string {
	return technique.Names(set, func(i int) string { return fmt.Sprint(i + 1) })
}

func (l *geometry) singles() []deduce.Rule {
	return []deduce.Rule{{
		Name: "naked single", Level: easy,
		Statement: "If a cell has only one value left, the other cells of its row, its column and its box lose this value.",
		Find:      l.findSingles,
		Facts:     func(st *deduce.Step) []deduce.Bit { return deduce.AppendBits(nil, l.all&^st.Values, st.Sites[0]) },
		Moves:     deduce.Moves{Places: first, Spreads: true},
		Tell: func(steps []deduce.Step) string {
			return fmt.Sprintf("%s can only be %s", l.cell(steps[0].Sites[0]), l.values(steps[0].Values))
		},
	}, {
		Name: "hidden single", Level: easy,
		Statement: "If a value is left in only one cell of a row, column or box, this cell loses all its other values.",
		Find:      l.findPlaces,
		Facts:     l.regions.Outside,
		Moves:     deduce.Moves{Places: first},
		Tell: func(steps []deduce.Step) string {
			st := &steps[0]
			return fmt.Sprintf("%s has no other place for %s than %s", l.unit(st.Clue), l.values(st.Values), l.cell(st.Sites[0]))
		},
	}}
}

func first(st *deduce.Step) []int { return st.Sites[:1] }

func (l *geometry) findSingles(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, at := range changed {
		left := s[at]
		if left&(left-1) != 0 {
			continue
		}
		for v := range l.n {
			if left&^(1<<v) != 0 {
				continue
			}
			for _, peer := range l.peers[at] {
				if s.Has(peer, v) {
					emit(peer, v, deduce.Pattern{Sites: l.self[at], Values: 1 << v})
				}
			}
		}
	}
}

func (l *geometry) findPlaces(s deduce.State, changed []int32, emit deduce.Emit) {
	for u := range l.touched(changed).each {
		var once, twice uint64
		for _, at := range l.units[u] {
			twice |= once & s[at]
			once |= s[at]
		}
		rare, none := l.all&^twice, l.all&^once // values with at most one place left, and values with none
		for _, at := range l.units[u] {
			if none == 0 && (rare&s[at] == 0 || s[at]&(s[at]-1) == 0) {
				continue
			}
			for v := range deduce.Each(rare&s[at] | none) {
				for gone := range deduce.Each(s[at] &^ (1 << v)) {
					emit(at, gone, deduce.Pattern{Sites: l.self[at], Values: 1 << v, Clue: u})
				}
			}
		}
	}
}

func (l *geometry) locked() []deduce.Rule {
	tell := func(steps []deduce.Step) string {
		st := &steps[0]
		return fmt.Sprintf("%s in %s can only be in %s", l.values(st.Values), l.unit(st.Clue), l.cells(st.Sites))
	}
	settled := deduce.Moves{CoveredBy: func(st *deduce.Step, s deduce.State) []string {
		if slices.ContainsFunc(st.Sites, func(at int) bool { return s[at] == st.Values }) {
			return []string{"naked single"}
		}
		return nil
	}}
	locking := func(name, statement string, crossings []crossing) deduce.Rule {
		return deduce.Rule{
			Name: name, Level: normal, Statement: statement, Facts: l.regions.Outside, Tell: tell, Moves: settled,
			Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
				l.lock(s, l.touched(changed), crossings, emit)
			},
		}
	}
	pointing, claiming := l.crossings()
	return []deduce.Rule{
		locking("pointing", "Take a value, and the cells of a box that can still have this value. If all of these cells lie in the same row or column, the cells of this row or column in other boxes lose the value.", pointing),
		locking("claiming", "Take a value, and the cells of a row or column that can still have this value. If all of these cells lie in the same box, the other cells of this box lose the value.", claiming),
	}
}

// A crossing consists of two units that share cells: a line (a row or column) and a box. If the value
// has no place in the other cells of the first unit, the other cells of the second unit lose it.
type crossing struct {
	unit             int // the number of the first unit
	shared, from, to []int
}

func (l *geometry) crossings() (pointing, claiming []crossing) {
	rest := func(unit int, shared []int) []int {
		return slices.DeleteFunc(slices.Clone(l.units[unit]), func(at int) bool { return slices.Contains(shared, at) })
	}
	for line := range 2 * l.n {
		for box := 2 * l.n; box < 3*l.n; box++ {
			shared := slices.DeleteFunc(slices.Clone(l.units[line]), func(at int) bool { return l.of[at][2] != box })
			if len(shared) == 0 {
				continue
			}
			restOfLine, restOfBox := rest(line, shared), rest(box, shared)
			pointing = append(pointing, crossing{box, shared, restOfBox, restOfLine})
			claiming = append(claiming, crossing{line, shared, restOfLine, restOfBox})
		}
	}
	return pointing, claiming
}

func (l *geometry) lock(s deduce.State, touched *unitSet, crossings []crossing, emit deduce.Emit) {
	for i := range crossings {
		x := &crossings[i]
		if !touched[x.unit] {
			continue
		}
		gone := l.all
		for _, at := range x.from {
			gone &^= s[at]
		}
		for _, at := range x.to {
			for v := range deduce.Each(s[at] & gone) {
				emit(at, v, deduce.Pattern{Sites: x.shared, Values: 1 << v, Clue: x.unit})
			}
		}
	}
}
