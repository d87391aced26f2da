package sudoku

import (
	"fmt"
	"slices"

	"counterproof/native/deduce"
)

func (l *geometry) singles() []deduce.Rule {
	return []deduce.Rule{{
		Name: "naked single", Level: easy,
		Statement: "If a cell has only one value left, the other cells of its row, its column and its box lose this value.",
		Find:      l.findSingles,
		Facts:     func(st *deduce.Step) []deduce.Bit { return deduce.AppendBits(nil, st.Sites[0], l.all&^st.Values) },
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
