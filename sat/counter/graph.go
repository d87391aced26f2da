package counter

import (
	"context"
	"errors"
	"math/big"
	"os"
	"slices"

	"counterproof/sat/cnf"
	"counterproof/sat/dnnf"
)

// mostGraph is the largest weight of a graph, in bytes.
const mostGraph = 1 << 30

// ErrLarge is the error of Graph for a graph that would take more than 1 GiB.
var ErrLarge = errors.New("the graph would take more than 1 GiB of memory")

// Graph returns the graph of the projected models. The search is that of Count, with two changes that
// keep its proof simple: it decides only variables that the formula itself projects, and learns clauses
// only to find a model of the others. The error is ErrLarge, or ctx.Err().
func (c Counter) Graph(ctx context.Context, st *cnf.Stats) (*dnnf.Graph, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, ok := prepare(ctx, c.F, (*search).sweep)
	s.nnf = dnnf.New(c.F)
	if !ok {
		s.nnf.Root = s.nnf.AddDead(nil, nil)
		return s.nnf, nil
	}
	s.spare()
	s.prove, s.stamp = true, make([]int32, 2*c.F.NumVars)
	whole := component{endVars: int32(len(s.vars)), endClauses: int32(len(s.clauses))}
	s.nnf.Root = s.nnf.Add([]dnnf.Edge{s.branch(whole, 0)}, nil)
	st.Conflicts += s.conflicts
	st.Decisions += s.decisions
	return s.nnf, s.err
}

// branch returns the edge of a branch of a component: the literals of the trail from the given place on,
// and what is left.
func (s *search) branch(whole component, from int) (e dnnf.Edge) {
	for _, l := range s.lits[from:] {
		e.Lits = append(e.Lits, l.dimacs())
	}
	first, keys, kids := len(s.parts), len(s.keys), len(s.kids)
	s.frames = append(s.frames, frame{component: whole, first: first, keys: keys})
	s.divide()
	s.frames = s.frames[:len(s.frames)-1]
	for len(s.parts) > first && !slices.ContainsFunc(s.kids[kids:], func(k dnnf.Ref) bool { return !s.nnf.Live(k) }) {
		part := s.parts[len(s.parts)-1]
		s.parts = s.parts[:len(s.parts)-1]
		s.kids = append(s.kids, s.node(part))
	}
	e.Kids = slices.Clone(s.kids[kids:])
	s.parts, s.keys, s.kids = s.parts[:first], s.keys[:keys], s.kids[:kids]
	return e
}

// node returns the node of a component that the cache does not have.
func (s *search) node(part component) (r dnnf.Ref) {
	guards := s.guards(part)
	if part.projected == 0 {
		r = s.hidden(part, guards)
	} else {
		l, depth := s.choose(part), s.depth()
		var edges [2]dnnf.Edge
		for i := range edges {
			from := len(s.lits)
			s.decide(l, 0)
			if edges[i] = (dnnf.Edge{Lits: []cnf.Lit{l.dimacs()}, Kids: []dnnf.Ref{dnnf.Conflict}}); s.propagate() == nil {
				edges[i] = s.branch(part, from)
			}
			s.undo(depth)
			if s.pause() {
				return dnnf.Conflict
			}
			l = l.not()
		}
		r = s.nnf.Add(edges[:], guards)
	}
	if s.nnf.Weight() > mostGraph {
		s.err = ErrLarge
	}
	s.put(s.keys[part.key:part.endKey], big.NewInt(int64(r)).Bytes())
	return r
}

// guards returns the false literals of the clauses of a component.
func (s *search) guards(part component) (list []cnf.Lit) {
	s.stamps++
	for _, c := range s.clauses[part.clauses:part.endClauses] {
		for _, l := range s.clause(s.long[c]) {
			if s.value[l] < 0 && s.level[l.index()] > 0 && s.stamp[l] != s.stamps {
				s.stamp[l] = s.stamps
				list = append(list, l.dimacs())
			}
		}
	}
	return list
}

// hidden returns the node of a component without projected variables.
func (s *search) hidden(part component, guards []cnf.Lit) dnnf.Ref {
	broken := s.refute(part)
	lemmas := make([][]cnf.Lit, 0, len(s.proof)+1)
	for _, clause := range append(s.proof, broken) {
		lemma := []cnf.Lit{}
		for _, l := range clause {
			lemma = append(lemma, l.dimacs())
		}
		lemmas = append(lemmas, lemma)
	}
	if s.proof = s.proof[:0]; len(s.learned) > 0 { // they may have literals that are no guards of later components
		s.arena = s.arena[:s.learned[0]-header]
		s.learned = s.learned[:0]
		for i := range s.watches {
			s.watches[i] = s.watches[i][:0]
		}
		for _, ref := range s.long {
			s.watch(ref)
		}
	}
	if broken != nil {
		return s.nnf.AddDead(lemmas, guards)
	}
	var e dnnf.Edge
	for _, v := range s.vars[part.vars:part.endVars] {
		e.Lits = append(e.Lits, (lit(2*v) + s.phase[v]).dimacs())
	}
	return s.nnf.Add([]dnnf.Edge{e}, guards)
}

func (l lit) dimacs() cnf.Lit {
	v := cnf.Lit(l.index() + 1)
	if l&1 != 0 {
		return -v
	}
	return v
}

// sweep sets the hints of decisions.
func (s *search) sweep([][]lit) {
	if os.Getenv("ORDER") == "tree" {
		s.order()
		return
	}
	for v := range s.hint {
		s.hint[v] = -1e9 - float64(v)*1e-3
	}
	for i, ref := range s.long {
		for _, l := range s.clause(ref) {
			if v := l.index(); s.hint[v] < -1e8 {
				s.hint[v] = -float64(i) - float64(v)*1e-6
			}
		}
	}
}

// spare leaves out links that another clause makes needless: those between literals of a clause of which at
// most one literal can be true. While two of them are open, the clause is not true, so it links them, too.
func (s *search) spare() {
	marks, mark := make([]int32, len(s.pairs)), int32(0)
	stamp := func(list []lit) {
		mark++
		for _, l := range list {
			marks[l] = mark
		}
	}
	groups := make([][]lit, len(s.pairs)) // by literal: the literals that share such a clause with it
	for _, ref := range s.long {
		clause := s.clause(ref)
		if !slices.ContainsFunc(clause, func(l lit) bool {
			stamp(s.pairs[l])
			return slices.ContainsFunc(clause, func(o lit) bool { return o != l && marks[o.not()] != mark })
		}) {
			for _, l := range clause {
				groups[l] = append(groups[l], clause...)
			}
		}
	}
	s.links = make([][]lit, len(s.pairs))
	for l, list := range s.pairs {
		stamp(groups[l])
		for _, o := range list {
			if marks[o.not()] != mark {
				s.links[l] = append(s.links[l], o)
			}
		}
	}
}
