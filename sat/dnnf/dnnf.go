// Package dnnf holds the models of a formula as a graph: a decision-DNNF, in which each search state that
// occurs again is one node. One pass over the graph gives the number of models, the number for each
// literal, a sample, or the number of models with given literals. Prove writes a proof in the format
// CPOG that the graph has exactly the projected models of the formula.
//
// The terms are from A. Darwiche, "Decomposable negation normal form", J. ACM 2001, and A. Darwiche and
// P. Marquis, "A knowledge compilation map", JAIR 2002. The package makes no graphs. It does not check
// what the makers of graphs promise; the checker of the proofs does.
package dnnf

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"

	"counterproof/sat/cnf"
)

// A Ref is a node of a graph. The kids of a node have lower numbers.
type Ref int32

// Conflict is the kid of an edge that unit propagation refutes.
const Conflict Ref = -1

// A Graph represents the models of one formula. A node is a choice between edges. An edge has literals
// and kids. A model of a node makes the literals of one edge true, and consists of these literals and a
// model of each kid. The makers of a graph promise:
//
//   - the first literal of an edge is false in all other edges of the node that have models. If there
//     is only one edge, it need not have a literal;
//   - the literals and the kids of an edge share no variable;
//   - each edge with models decides the same projected variables. The root decides all of them;
//   - each edge may also have literals of variables that are not projected. They extend a model of
//     the projected variables to a model of the formula.
//
// A node without models is dead. A dead node is only needed for the proof.
type Graph struct {
	Root      Ref
	projected []bool  // by variable
	nodes     []ends  // by node: where its edges, guards and lemmas end
	edges     []ends2 // by edge: where its literals and kids end
	lits      []cnf.Lit
	kids      []Ref
	guards    []cnf.Lit
	lemmas    map[Ref][][]cnf.Lit
	refuted   int // the size of lemmas, in bytes
	live      []bool
	free      map[int]Ref
}

type ends struct{ edges, guards int32 }

type ends2 struct{ lits, kids int32 }

// An Edge is one of the choices of a node. The literals of variables that are not projected may be
// anywhere, but the first literal is projected.
type Edge struct {
	Lits []cnf.Lit
	Kids []Ref
}

// New returns a graph without nodes for the formula.
func New(f *cnf.Formula) *Graph {
	g := &Graph{projected: make([]bool, f.NumVars+1), lemmas: map[Ref][][]cnf.Lit{}, free: map[int]Ref{}}
	for _, l := range f.Vars() {
		g.projected[l.Var()] = true
	}
	return g
}

// Add adds a node. Every model of the formula that makes all guards false contains a model of the node, and
// unit propagation shows this: if all guards are false, propagation from the first literal of an edge
// makes the other literals of the edge true and the guards of its kids false, or leads to a conflict. If
// the first literals of all edges except the last live one are false, the same is true for that edge.
func (g *Graph) Add(edges []Edge, guards []cnf.Lit) Ref {
	live := false
	for _, e := range edges {
		g.lits = append(g.lits, e.Lits...)
		g.kids = append(g.kids, e.Kids...)
		g.edges = append(g.edges, ends2{int32(len(g.lits)), int32(len(g.kids))})
		live = live || g.alive(e)
	}
	g.guards = append(g.guards, guards...)
	g.nodes = append(g.nodes, ends{int32(len(g.edges)), int32(len(g.guards))})
	g.live = append(g.live, live)
	return Ref(len(g.nodes) - 1)
}

// AddDead adds a node without models and without edges. The clauses refute it: each of them follows by
// unit propagation from the formula and the clauses before it.
func (g *Graph) AddDead(clauses [][]cnf.Lit, guards []cnf.Lit) Ref {
	r := g.Add(nil, guards)
	g.lemmas[r] = clauses
	for _, c := range clauses {
		g.refuted += 24 + 4*len(c)
	}
	return r
}

// Free returns the node of a projected variable that may be true or false.
func (g *Graph) Free(v int) Ref {
	r, ok := g.free[v]
	if !ok {
		r = g.Add([]Edge{{Lits: []cnf.Lit{cnf.Lit(v)}}, {Lits: []cnf.Lit{-cnf.Lit(v)}}}, nil)
		g.free[v] = r
	}
	return r
}

// Live reports whether a node has models.
func (g *Graph) Live(r Ref) bool { return r != Conflict && g.live[r] }

func (g *Graph) alive(e Edge) bool {
	return !slices.ContainsFunc(e.Kids, func(k Ref) bool { return !g.Live(k) })
}

// Weight returns a number that grows with the memory of the graph, in bytes.
func (g *Graph) Weight() int {
	return 9*len(g.nodes) + 8*len(g.edges) + 4*(len(g.lits)+len(g.kids)+len(g.guards)) + g.refuted
}

func (g *Graph) guardsOf(r Ref) []cnf.Lit {
	begin := int32(0)
	if r > 0 {
		begin = g.nodes[r-1].guards
	}
	return g.guards[begin:g.nodes[r].guards]
}

// edgesOf calls yield with each edge of a node.
func (g *Graph) edgesOf(r Ref) func(yield func(Edge) bool) {
	return func(yield func(Edge) bool) {
		begin, at := int32(0), ends2{}
		if r > 0 {
			begin = g.nodes[r-1].edges
		}
		if begin > 0 {
			at = g.edges[begin-1]
		}
		for _, end := range g.edges[begin:g.nodes[r].edges] {
			if !yield(Edge{g.lits[at.lits:end.lits:end.lits], g.kids[at.kids:end.kids:end.kids]}) {
				return
			}
			at = end
		}
	}
}

// reached returns the live nodes that the root leads to, and the number of their live edges.
func (g *Graph) reached() (nodes []bool, edges int) {
	nodes = make([]bool, len(g.nodes))
	if !g.live[g.Root] {
		return nodes, 0
	}
	nodes[g.Root] = true
	for r := g.Root; r >= 0; r-- {
		if !nodes[r] {
			continue
		}
		for e := range g.edgesOf(r) {
			if g.alive(e) {
				edges++
				for _, k := range e.Kids {
					nodes[k] = true
				}
			}
		}
	}
	return nodes, edges
}

// Size returns the number of nodes with models that the root leads to, and of their edges.
func (g *Graph) Size() (nodes, edges int) {
	reached, edges := g.reached()
	for _, yes := range reached {
		if yes {
			nodes++
		}
	}
	return nodes, edges
}

// counts returns the number of models of each node that make no literal in the set excluded true.
func (g *Graph) counts(excluded map[cnf.Lit]bool) []big.Int {
	n := make([]big.Int, len(g.nodes))
	product := new(big.Int)
	for r := range g.nodes {
		if !g.live[r] {
			continue
		}
		for e := range g.edgesOf(Ref(r)) {
			if g.alive(e) && (len(excluded) == 0 || !slices.ContainsFunc(e.Lits, func(l cnf.Lit) bool { return excluded[l] })) {
				product.SetInt64(1)
				for _, k := range e.Kids {
					product.Mul(product, &n[k])
				}
				n[r].Add(&n[r], product)
			}
		}
	}
	return n
}

// Count returns the number of projected models that make all the given literals true.
func (g *Graph) Count(given ...cnf.Lit) *big.Int {
	excluded := map[cnf.Lit]bool{}
	for _, l := range given {
		excluded[-l] = true
	}
	return &g.counts(excluded)[g.Root]
}

// Marginals returns, for each projected variable, the number of models in which it is true. The index is
// the variable; for variables that are not projected, the number is 0.
func (g *Graph) Marginals() []big.Int {
	below := g.counts(nil)
	above := make([]big.Int, len(g.nodes)) // the number of ways to complete a model of the node
	above[g.Root].SetInt64(1)
	out := make([]big.Int, len(g.projected))
	total, other := new(big.Int), new(big.Int)
	for r := g.Root; r >= 0; r-- {
		if above[r].Sign() == 0 || !g.live[r] {
			continue
		}
		for e := range g.edgesOf(r) {
			if !g.alive(e) {
				continue
			}
			total.Set(&above[r])
			for _, k := range e.Kids {
				total.Mul(total, &below[k])
			}
			for _, k := range e.Kids {
				above[k].Add(&above[k], other.Quo(total, &below[k]))
			}
			for _, l := range e.Lits {
				if l > 0 && g.projected[l] {
					out[l].Add(&out[l], total)
				}
			}
		}
	}
	return out
}

// A Sampler draws models of a graph. All models are equally probable.
type Sampler struct {
	g      *Graph
	counts []big.Int
	rng    *rand.Rand
}

// NewSampler returns a Sampler. The same seed gives the same samples. The graph must have models.
func NewSampler(g *Graph, seed uint64) *Sampler {
	return &Sampler{g, g.counts(nil), rand.New(rand.NewPCG(seed, 0))}
}

// below returns a number from 0 to n-1. All are equally probable.
func (s *Sampler) below(n *big.Int) *big.Int {
	bits := n.BitLen()
	text := make([]byte, (bits+7)/8)
	for x := new(big.Int); ; {
		for i := range text {
			text[i] = byte(s.rng.Uint32())
		}
		text[0] >>= 8*len(text) - bits
		if x.SetBytes(text); x.Cmp(n) < 0 {
			return x
		}
	}
}

// Draw returns a model of the formula. The values of variables that are not projected are part of it
// only where the graph has them.
func (s *Sampler) Draw() cnf.Model {
	m := make(cnf.Model, len(s.g.projected)-1)
	s.draw(s.g.Root, m)
	return m
}

func (s *Sampler) draw(r Ref, m cnf.Model) {
	left := s.below(&s.counts[r])
	n := new(big.Int)
	for e := range s.g.edgesOf(r) {
		if !s.g.alive(e) {
			continue
		}
		n.SetInt64(1)
		for _, k := range e.Kids {
			n.Mul(n, &s.counts[k])
		}
		if left.Cmp(n) >= 0 {
			left.Sub(left, n)
			continue
		}
		for _, l := range e.Lits {
			m[l.Var()-1] = l > 0
		}
		for _, k := range e.Kids {
			s.draw(k, m)
		}
		return
	}
}

// WriteNNF writes the graph in the form of d4 (J.-M. Lagniez and P. Marquis, "An Improved Decision-DNNF
// Compiler", IJCAI 2017), over the projected variables: the root is node 1; "o" is a choice, "a" a
// conjunction, "t" true and "f" false. Each further line has two nodes, the literals of the edge, and 0.
func WriteNNF(w io.Writer, g *Graph) error {
	b := bufio.NewWriter(w)
	reached, _ := g.reached()
	if !g.live[g.Root] {
		fmt.Fprintln(b, "f 1 0")
		return b.Flush()
	}
	number, last := make([]int, len(g.nodes)), 0
	top := 0 // the number of the node "t"
	for r := g.Root; r >= 0; r-- {
		if reached[r] {
			last++
			number[r] = last
			fmt.Fprintf(b, "o %d 0\n", last)
		}
	}
	for r := g.Root; r >= 0; r-- {
		if !reached[r] {
			continue
		}
		for e := range g.edgesOf(r) {
			if !g.alive(e) {
				continue
			}
			to := 0
			switch {
			case len(e.Kids) == 1:
				to = number[e.Kids[0]]
			case len(e.Kids) > 1:
				last++
				to = last
				fmt.Fprintf(b, "a %d 0\n", to)
			case top == 0:
				last++
				top = last
				fmt.Fprintf(b, "t %d 0\n", top)
				fallthrough
			default:
				to = top
			}
			fmt.Fprintf(b, "%d %d ", number[r], to)
			b.Write(cnf.AppendClause(b.AvailableBuffer(), slices.DeleteFunc(slices.Clone(e.Lits), func(l cnf.Lit) bool { return !g.projected[l.Var()] })))
			if len(e.Kids) > 1 {
				for _, k := range e.Kids {
					fmt.Fprintf(b, "%d %d 0\n", to, number[k])
				}
			}
		}
	}
	return b.Flush()
}
