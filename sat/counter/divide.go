package counter

import (
	"cmp"
	"encoding/binary"
	"math/big"
	"slices"

	"counterproof/sat/dnnf"
)

// A walk is what divide needs while it walks through a component.
type walk struct {
	near      []bool  // by variable: the walk has reached it
	state     []state // by clause
	vars      []int32 // the variables that the walk has reached
	clauses   []int32 // the clauses that the walk has reached
	shortened []int32 // of them, those of this part that have a false literal
	rest      []int32
	open      int // open literals of the shortest clause
	shortest  int32
	number    big.Int
}

// A state says what divide knows of a clause.
type state int8

const (
	outside state = iota // true, or not in the component
	unreached
	reached
)

// divide finds the parts of the component of the last frame: the components into which it falls apart
// under the present assignment. It multiplies the product by the counts of the parts that the cache
// knows, and by 2 for each projected variable without a clause.
func (s *search) divide() {
	f, w := s.top(), &s.walk
	vars, clauses := s.vars[f.vars:f.endVars], s.clauses[f.clauses:f.endClauses]
	for _, c := range clauses {
		w.state[c] = unreached
	}
	w.vars, w.clauses = w.vars[:0], w.clauses[:0]
	free := uint(0)
	for _, v := range vars {
		if s.value[2*v] != 0 || w.near[v] {
			continue
		}
		p := s.part(v)
		if p.endVars == p.vars+1 && p.endClauses == p.clauses {
			if free += uint(p.projected); s.nnf != nil && p.projected > 0 {
				s.kids = append(s.kids, s.nnf.Free(int(v)+1))
			}
			continue
		}
		p.key = len(s.keys)
		s.keys = pack(pack(s.keys, w.vars[p.vars:]), w.shortened)
		p.endKey = len(s.keys)
		if count, ok := s.get(s.keys[p.key:]); ok {
			if w.number.SetBytes(count); s.nnf != nil {
				s.kids = append(s.kids, dnnf.Ref(w.number.Int64()))
			} else {
				f.product.Mul(&f.product, &w.number)
			}
			s.keys = s.keys[:p.key]
			continue
		}
		p.vars, p.endVars, p.clauses, p.endClauses = p.vars+f.vars, p.endVars+f.vars, p.clauses+f.clauses, p.endClauses+f.clauses
		s.parts = append(s.parts, p)
	}
	f.product.Lsh(&f.product, free)
	s.steps += len(vars) >> 8 // so that pause asks within a millisecond or so
	w.rest = w.rest[:0]
	for _, v := range vars {
		if !w.near[v] {
			w.rest = append(w.rest, v)
		}
		w.near[v] = false
	}
	copy(vars[copy(vars, w.vars):], w.rest)
	w.rest = w.rest[:0]
	for _, c := range clauses {
		if w.state[c] != reached {
			w.rest = append(w.rest, c)
		}
		w.state[c] = outside
	}
	copy(clauses[copy(clauses, w.clauses):], w.rest)
	f.split = len(s.parts) - f.first
	slices.SortFunc(s.parts[f.first:], func(a, b component) int {
		if a.projected == 0 || b.projected == 0 {
			return cmp.Compare(b.projected, a.projected)
		}
		return cmp.Compare(b.endVars-b.vars, a.endVars-a.vars)
	})
}

// part returns the part with the variable v. Its ranges are those of w.vars and w.clauses.
func (s *search) part(v int32) component {
	w := &s.walk
	p := component{vars: int32(len(w.vars)), clauses: int32(len(w.clauses))}
	w.near[v] = true
	w.open, w.shortest = 1<<30, -1
	w.vars, w.shortened = append(w.vars, v), w.shortened[:0]
	for i := p.vars; i < int32(len(w.vars)); i++ {
		v := w.vars[i]
		if s.projected[v] {
			p.projected++
		}
		for _, l := range s.links[2*v] {
			s.reach(l)
		}
		for _, l := range s.links[2*v+1] {
			s.reach(l)
		}
		for list := s.occurs[v]; len(list) > 0; {
			c, n := list[0], list[1]+2
			if w.state[c] == unreached {
				s.reachClause(int32(c), list[2:n])
			}
			list = list[n:]
		}
	}
	p.shortest = w.shortest
	p.endVars, p.endClauses = int32(len(w.vars)), int32(len(w.clauses))
	return p
}

func (s *search) reach(l lit) {
	if v := l.index(); s.value[l] == 0 && !s.walk.near[v] {
		s.walk.near[v] = true
		s.walk.vars = append(s.walk.vars, int32(v))
	}
}

// reachClause reaches the variables of a clause through one of them. The others are given.
func (s *search) reachClause(c int32, others []lit) {
	w := &s.walk
	before, short, open := len(w.vars), false, 1
	for _, l := range others {
		switch s.value[l] {
		case 0:
			open++
			s.reach(l)
		case -1:
			short = true
		default:
			for _, v := range w.vars[before:] {
				w.near[v] = false
			}
			w.vars, w.state[c] = w.vars[:before], outside
			return
		}
	}
	if open < w.open && s.plain[c] {
		w.open, w.shortest = open, c
	}
	w.state[c] = reached
	w.clauses = append(w.clauses, c)
	if short {
		w.shortened = append(w.shortened, c)
	}
}

// pack appends a set of numbers to a key, as bits or as differences, whichever is shorter. It
// sorts the numbers only if it writes differences.
func pack(key []byte, set []int32) []byte {
	if len(set) == 0 {
		return append(key, 0)
	}
	low, high := slices.Min(set), slices.Max(set)
	bytes := int(high-low)/8 + 1
	if bytes > 2*len(set) {
		sorted := slices.Clone(set)
		slices.Sort(sorted)
		key = binary.AppendUvarint(append(key, 1), uint64(len(set)))
		last := int32(0)
		for _, x := range sorted {
			key = binary.AppendUvarint(key, uint64(x-last))
			last = x
		}
		return key
	}
	key = binary.AppendUvarint(append(key, 2), uint64(low))
	key = binary.AppendUvarint(key, uint64(bytes))
	start := len(key)
	key = append(key, make([]byte, bytes)...)
	for _, x := range set {
		key[start+int(x-low)/8] |= 1 << ((x - low) % 8)
	}
	return key
}
