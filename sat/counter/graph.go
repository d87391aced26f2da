package counter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"counterproof/sat/cnf"
	"counterproof/sat/dnnf"
)

// mostWeight is the largest weight of a graph, in bytes.
const mostWeight = 1 << 30

// A LargeError is the error of Graph for a graph that would take too much memory.
type LargeError struct {
	Nodes int // the number of nodes when the search ended
	// Tree estimates how many nodes the search tree has if no node is shared, and Low and High are an
	// interval of two standard errors around it. All three are at least Nodes. Probes
	// seldom meet rare large branches, so the tree can be larger.
	Tree, Low, High float64
}

func (e *LargeError) Error() string {
	return fmt.Sprintf("the solution graph is too large: after %d nodes, its data take more than %d MiB. "+
		"Without shared nodes, the search tree has an estimated %.2g nodes or more (Knuth's estimate from %d probes, two standard errors: %.2g to %.2g)",
		e.Nodes, mostWeight>>20, e.Tree, probes, e.Low, e.High)
}

// Graph returns the graph of the projected models. The search is that of Count, with two changes that
// keep its proof simple: it decides only variables that the formula itself projects, and learns clauses
// only to find a model of the others. The error is a *LargeError, or ctx.Err().
//
// The size of a graph depends on the order of decisions, and no order is good for all formulas. So Graph
// tries two of them in turn, and lets the graph grow by a factor of 8 each time.
func (c Counter) Graph(ctx context.Context, st *cnf.Stats) (*dnnf.Graph, error) {
	for most := 1 << 12; ; most *= 8 {
		for _, order := range []func(s *search, clauses [][]lit){sweep, func(s *search, _ [][]lit) { s.order() }} {
			g, err := c.graph(ctx, st, order, most)
			large := new(LargeError)
			switch {
			case !errors.As(err, &large):
				return g, err
			case large.Nodes <= most: // the memory is the limit
				if err := c.estimate(ctx, order, large); err != nil {
					return nil, err
				}
				return nil, large
			}
		}
	}
}

// graph is Graph for one order. If the graph has more than the given number of nodes, it returns a *LargeError.
func (c Counter) graph(ctx context.Context, st *cnf.Stats, order func(*search, [][]lit), most int) (*dnnf.Graph, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, ok := prepare(ctx, c.F, order)
	s.nnf, s.prove = dnnf.New(c.F), true
	if !ok {
		s.nnf.Root = s.nnf.AddDead(nil, nil)
		return s.nnf, s.err
	}
	s.spare()
	s.stamp, s.mostNodes = make([]int32, 2*c.F.NumVars), most
	whole := component{endVars: int32(len(s.vars)), endClauses: int32(len(s.clauses))}
	s.nnf.Root = s.nnf.Add([]dnnf.Edge{s.branch(whole, 0)}, nil)
	st.Conflicts += s.conflicts
	st.Decisions += s.decisions
	return s.nnf, s.err
}

// probes is the number of random paths of an estimate.
const probes = 200

// estimate sets the estimate of the tree (D. Knuth, "Estimating the efficiency of backtrack programs",
// Mathematics of Computation 1975): a probe chooses one value of each decision at random, and counts the
// nodes below it as often as there are values without a conflict.
func (c Counter) estimate(ctx context.Context, order func(*search, [][]lit), e *LargeError) error {
	s, _ := prepare(ctx, c.F, order)
	s.spare()
	rng := rand.New(rand.NewPCG(1, 1))
	sum, squares := 0.0, 0.0
	for range probes {
		n := s.probe(component{endVars: int32(len(s.vars)), endClauses: int32(len(s.clauses))}, rng)
		sum, squares = sum+n, squares+n*n
	}
	e.Tree = sum / probes
	half := 2 * math.Sqrt(max(0, squares/probes-e.Tree*e.Tree)/(probes-1))
	least := float64(e.Nodes)
	e.Tree, e.Low, e.High = max(least, e.Tree), max(least, e.Tree-half), max(least, e.Tree+half)
	return cmp.Or(s.err, ctx.Err())
}

// probe estimates the number of nodes below a branch of a component.
func (s *search) probe(whole component, rng *rand.Rand) (n float64) {
	first, keys := len(s.parts), len(s.keys)
	s.separate(whole)
	for len(s.parts) > first && !s.pause() {
		part := s.parts[len(s.parts)-1]
		s.parts = s.parts[:len(s.parts)-1]
		if n++; part.projected == 0 {
			continue
		}
		l, depth := s.choose(part), s.depth()
		l ^= lit(rng.IntN(2))
		below, open := 0.0, 0.0
		for range 2 {
			if s.decide(l, 0); s.propagate() == nil {
				if open++; open == 1 {
					below = s.probe(part, rng)
				}
			}
			s.undo(depth)
			l = l.not()
		}
		n += open * below
	}
	s.parts, s.keys = s.parts[:first], s.keys[:keys]
	return n
}

// separate appends the parts into which a component falls apart.
func (s *search) separate(whole component) {
	s.frames = append(s.frames, frame{component: whole, first: len(s.parts), keys: len(s.keys)})
	s.divide()
	s.frames = s.frames[:len(s.frames)-1]
}

// sweep sets the hints so that decisions go through the clauses in their order.
func sweep(s *search, _ [][]lit) {
	for v := range s.hint {
		s.hint[v] = -1
	}
	for i, ref := range s.long {
		for _, l := range s.clause(ref) {
			if v := l.index(); s.hint[v] < 0 {
				s.hint[v] = float64(len(s.long) - i)
			}
		}
	}
}

// branch returns the edge of a branch of a component: the literals of the trail from the given place on,
// and what is left.
func (s *search) branch(whole component, from int) (e dnnf.Edge) {
	for _, l := range s.lits[from:] {
		e.Lits = append(e.Lits, l.dimacs())
	}
	first, keys, kids := len(s.parts), len(s.keys), len(s.kids)
	s.separate(whole)
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
	if n := int(r) + 1; n > s.mostNodes || s.nnf.Weight() > mostWeight {
		s.err = &LargeError{Nodes: n}
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
