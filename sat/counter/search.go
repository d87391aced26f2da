package counter

import (
	"context"
	"math/big"
	"slices"

	"counterproof/sat/dnnf"
)

// A component is a set of open variables, and of clauses that are not yet true, that shares no variable
// with other components. It is a range of search.vars and of search.clauses. A range is permuted while
// its parts are searched, but it keeps its elements, so all components need no more memory than the
// formula.
type component struct {
	vars, endVars       int32
	clauses, endClauses int32
	projected           int32 // how many of the variables
	shortest            int32 // the plain clause with the fewest open literals, or -1
	key, endKey         int   // its place in search.keys
}

// A frame is the search in one component. It decides a variable and adds the counts of both values.
type frame struct {
	component
	decision lit
	second   bool  // the value of decision is the second one
	first    int   // where the unprocessed parts of this branch begin in search.parts
	keys     int   // where their keys begin in search.keys
	split    int   // the number of parts that the cache did not have
	mark     int64 // the end of the cache when the branch began

	sum, product big.Int // of finished branches, of finished parts of this branch
}

// A search counts the models of the clauses of its trail. Before each decision, all that is implied is
// assigned, and the rest falls apart into components, whose counts are multiplied (Bayardo and
// Pehoushek 2000; Sang et al. 2004; Thurley 2006).
//
// Learned clauses may imply a literal of a component because another component has no model. So the counts of
// components hold only if all unprocessed components next to them, and next to the components that
// contain them, have models (Sang et al. 2004). If one turns out to have none, the cache
// forgets all records since the branch began. A branch without models always ends with a false
// clause, so the counts in the cache are positive.
type search struct {
	*trail
	*cache
	ctx       context.Context
	steps     int
	err       error
	projected []bool
	hint      []float64 // by variable: how good the variable is as a decision

	wide  bool   // no tree decomposition helps, so decisions are within the shortest plain clause
	plain []bool // by clause: whether it has only variables that the formula itself projects

	frames  []frame
	parts   []component
	vars    []int32
	clauses []int32
	keys    []byte
	links   [][]lit // the pairs along which the walk goes
	occurs  [][]lit // by variable: for each long clause its number, the number of its other literals, and these
	walk    walk
	broken  []lit // a copy of a false clause

	nnf  *dnnf.Graph // nil if only the number of models is wanted
	kids []dnnf.Ref  // with a graph: the finished parts of branches

	stamp  []int32 // by literal: the last list of guards that has it
	stamps int32

	mostNodes int // of the graph
}

// run returns the count. The trail must have propagated the unit clauses.
func (s *search) run() *big.Int {
	s.frames = append(s.frames, frame{component: component{endVars: int32(len(s.vars)), endClauses: int32(len(s.clauses))}, second: true})
	s.top().product.SetInt64(1)
	s.divide()
	for s.err == nil {
		var broken []lit
		switch f := s.top(); {
		case len(s.parts) > f.first:
			broken = s.next()
		case len(s.frames) == 1:
			return &f.product
		default:
			broken = s.close()
		}
		for broken != nil {
			broken = s.fail(broken)
		}
		s.pause()
	}
	return nil
}

// pause sets err if the context has ended, and reports whether it has. It asks only sometimes.
func (s *search) pause() bool {
	if s.steps++; s.steps > 64 {
		s.steps, s.err = 0, s.ctx.Err()
	}
	return s.err != nil
}

func (s *search) top() *frame { return &s.frames[len(s.frames)-1] }

// next starts the search in the last part of the branch. It returns a false clause, or nil.
func (s *search) next() []lit {
	part := s.parts[len(s.parts)-1]
	s.parts = s.parts[:len(s.parts)-1]
	if len(s.learned) > s.most {
		s.reduce()
	}
	if part.projected == 0 {
		broken := s.refute(part)
		if broken == nil && s.err == nil {
			s.put(s.keys[part.key:part.endKey], []byte{1})
		}
		return broken
	}
	s.frames = slices.Grow(s.frames, 1)[:len(s.frames)+1]
	f := s.top() // its numbers keep the memory of an earlier frame
	f.component, f.second = part, false
	f.sum.SetInt64(0)
	f.decision = s.choose(part)
	return s.enter(0)
}

// enter begins a branch of the last component: it assigns the decision and splits the rest. It returns a
// false clause, or nil.
func (s *search) enter(r reason) []lit {
	f := s.top()
	f.product.SetInt64(1)
	f.first, f.keys, f.mark, f.split = len(s.parts), len(s.keys), s.end(), 0
	s.decide(f.decision, r)
	broken := s.propagate()
	if broken == nil {
		s.divide()
	}
	return broken
}

// close ends the branch whose parts are all processed. It returns a false clause, or nil.
func (s *search) close() []lit {
	f := s.top()
	f.sum.Add(&f.sum, &f.product)
	s.undo(len(s.frames) - 2)
	if !f.second {
		f.second = true
		f.decision = f.decision.not()
		return s.enter(0)
	}
	s.frames = s.frames[:len(s.frames)-1]
	s.put(s.keys[f.key:f.endKey], f.sum.Bytes())
	s.top().product.Mul(&s.top().product, &f.sum)
	return nil
}

// drop ends a branch without models.
func (s *search) drop(f *frame) {
	if f.split > 1 {
		s.truncate(f.mark)
	}
	s.parts, s.keys = s.parts[:f.first], s.keys[:f.keys]
	f.product.SetInt64(0)
}

// fail processes a false clause. The components of all levels that come after those of the literals have no
// models. It returns the next false clause, or nil.
func (s *search) fail(broken []lit) []lit {
	level := s.latest(broken)
	s.undo(level)
	for len(s.frames) > level+1 {
		s.drop(s.top())
		s.frames = s.frames[:len(s.frames)-1]
	}
	f := s.top()
	s.drop(f)
	if level == 0 {
		return nil
	}
	s.analyse(broken, false)
	r := s.learn()
	switch {
	case f.second && s.analyse(broken, true):
		return nil
	case f.second:
		return s.keep(s.out)
	case s.out[0] != f.decision.not():
		s.analyse(broken, true)
		r = s.learn()
	}
	s.undo(level - 1)
	f.second = true
	f.decision = f.decision.not()
	return s.enter(r)
}

// keep copies a false clause, because its place is used again.
func (s *search) keep(broken []lit) []lit {
	s.broken = append(s.broken[:0], broken...)
	return s.broken
}

// choose returns the decision for a component that has a projected variable.
func (s *search) choose(part component) lit {
	if s.wide && part.shortest >= 0 {
		best, most := lit(-1), 0.0
		for _, l := range s.clause(s.long[part.shortest]) {
			if v := l.index(); s.value[l] == 0 && s.projected[v] {
				if score := s.activity[v]/s.bump + s.hint[v]; best < 0 || score > most {
					best, most = l, score
				}
			}
		}
		if best >= 0 {
			return best
		}
	}
	best, most := int32(-1), 0.0
	for _, v := range s.vars[part.vars:part.endVars] {
		if score := s.activity[v]/s.bump + s.hint[v]; s.projected[v] && (best < 0 || score > most || score == most && v < best) {
			best, most = v, score
		}
	}
	l := lit(2 * best)
	if len(s.pairs[l.not()])+len(s.watches[l.not()]) > len(s.pairs[l])+len(s.watches[l]) {
		return l.not()
	}
	return l
}
