package minesweeper

import (
	"slices"

	"counterproof/encode"
	"counterproof/native/deduce"
	"counterproof/native/sums"
)

func (r *reasoner) count(s deduce.State, _ []int32, emit deduce.Emit) {
	if r.mines < 0 {
		return
	}
	left, open, broken := r.total, 0, false
	for _, values := range s {
		switch values {
		case 3:
			open++
		case 1 << mine:
			left--
		case 0:
			broken = true
		}
	}
	switch {
	case broken || left < 0 || left > open:
		r.contradiction(s, r.pattern(s, nil, true), emit)
	case open > 0 && (left == 0 || left == open):
		goes := mine
		if left > 0 {
			goes = safe
		}
		p := r.pattern(s, nil, true)
		for j, values := range s {
			if values == 3 {
				emit(j, goes, p)
			}
		}
	}
}

type frontier struct {
	sums.Problem
	sites   []int // by variable: its site
	numbers []int // by sum: the cell of its number
	broken  bool  // whether some number or site is already impossible
}

// frontier returns a problem for native/sums: the numbers that have open sites around them, and these
// sites. If whole is true, it also includes the total and the open sites that are next to no number.
func (r *reasoner) frontier(s deduce.State, whole bool) *frontier {
	f := &frontier{broken: r.wrong >= 0}
	variable := make([]int, len(s)) // by site: 1 + its variable, 0 if the site has none
	add := func(j int) int {
		if variable[j] == 0 {
			f.sites = append(f.sites, j)
			variable[j] = len(f.sites)
		}
		return variable[j] - 1
	}
	for i := range r.cells {
		if !r.shows(s, i) {
			continue
		}
		sum := sums.Sum{Value: r.need[i]}
		for _, j := range r.near[i] {
			switch s[j] {
			case 3:
				sum.Vars = append(sum.Vars, add(j))
			case 1 << mine:
				sum.Value--
			}
		}
		f.broken = f.broken || len(sum.Vars) == 0 && sum.Value != 0
		if len(sum.Vars) > 0 {
			f.Sums = append(f.Sums, sum)
			f.numbers = append(f.numbers, i)
		}
	}
	f.Total = -1
	if whole {
		f.Total = r.total
	}
	for j, values := range s {
		switch {
		case values == 0:
			f.broken = true
		case !whole:
		case values == 3:
			add(j)
		case values == 1<<mine:
			f.Total--
		}
	}
	f.broken = f.broken || whole && f.Total < 0
	f.N = len(f.sites)
	return f
}

// connected implements the rule "connected numbers". The rule ignores the total, so each connected
// part of the frontier is a problem of its own.
func (r *reasoner) connected(s deduce.State, _ []int32, emit deduce.Emit) {
	r.exact(s, r.frontier(s, false), false, emit)
}

// all implements the rule "all ways", which uses all numbers and the total. On a board without a
// total, the rule finds nothing.
func (r *reasoner) all(s deduce.State, _ []int32, emit deduce.Emit) {
	if r.mines >= 0 {
		r.exact(s, r.frontier(s, true), true, emit)
	}
}

// exact removes the values that occur in no solution of the problem f. It finds nothing
// if the numbers overlap too widely for native/sums.
func (r *reasoner) exact(s deduce.State, f *frontier, whole bool, emit deduce.Emit) {
	if f.broken {
		shown := slices.DeleteFunc(encode.Left(len(r.cells), nil), func(i int) bool { return !r.shows(s, i) })
		r.contradiction(s, r.pattern(s, shown, true), emit)
		return
	}
	a, err := f.Analyse(r.ctx, r.st)
	if err != nil {
		return
	}
	if a.Count.Sign() == 0 {
		r.contradiction(s, r.pattern(s, f.numbers, whole), emit)
		return
	}
	if whole {
		r.settle(s, f, a, encode.Left(f.N, nil), f.numbers, true, emit)
		return
	}
	for _, c := range a.Components {
		r.settle(s, f, a, c.Vars, encode.Keep(f.numbers, c.Sums), false, emit)
	}
}

func (r *reasoner) settle(s deduce.State, f *frontier, a *sums.Analysis, vars, cells []int, whole bool, emit deduce.Emit) {
	p := deduce.Pattern{Clue: -1}
	for _, v := range vars {
		goes := -1
		switch ones := a.Ones[v]; {
		case ones.Sign() == 0:
			goes = mine
		case ones.Cmp(a.Count) == 0:
			goes = safe
		default:
			continue
		}
		if p.Clue < 0 {
			p = r.pattern(s, cells, whole)
		}
		emit(f.sites[v], goes, p)
	}
}
