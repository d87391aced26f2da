package dnnf

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"counterproof/sat/cnf"
	"counterproof/sat/drat"
)

// Prove writes a proof in the format CPOG that the graph g has exactly the projected models of f, the formula
// for which the graph was made (R. Bryant and others, "Certified knowledge compilation with application
// to verified model counting", SAT 2023; with Skolem nodes, SAT 2025). It returns an error if a node
// breaks the promise of Add.
//
// An edge becomes a product P of its literals and kids, and a node N becomes a chain of sums of two. In a
// sum, the second side contains the negation of the first literal of the first side, so only one side
// can be true. The proof has a lemma "P, or a guard of the node, or the first literal is false" for each
// live edge except the last. An edge without models has this lemma without P. The lemma of the node is
// "N or a guard". For the root, which has no guards, this is the unit clause N.
//
// With k live edges, a node needs at most k products of edges, k-2 products of a negation and a sum, k-1 sums,
// and a lemma for each edge.
func Prove(ctx context.Context, w io.Writer, g *Graph, f *cnf.Formula) error {
	p := &prover{g: g, ctx: ctx, w: bufio.NewWriterSize(w, 1<<16), hinter: drat.NewHinter(f), node: f.NumVars, id: int32(len(f.Clauses)),
		name: make([]cnf.Lit, len(g.nodes)), lemma: make([]int32, len(g.nodes))}
	p.needed, p.above = p.lemmasNeeded()
	root := 0
	if g.live[g.Root] {
		root = f.NumVars + p.definitions()
	}
	p.word("r")
	p.number(root)
	p.end()
	for r := range g.nodes {
		if !p.needed[r] {
			continue
		}
		if err := p.prove(Ref(r)); err != nil {
			return err
		}
		if r%(1<<10) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return p.w.Flush()
}

// A prover writes the nodes of a graph in their order.
type prover struct {
	g      *Graph
	ctx    context.Context
	w      *bufio.Writer
	line   []byte
	hinter *drat.Hinter
	node   int       // the variable of the last node of the proof
	id     int32     // the id of the last clause
	needed []bool    // by node: the proof needs it
	above  []above   // by node: what guards it instead of its own guards
	name   []cnf.Lit // by node: its literal in the proof
	lemma  []int32   // by node: the id of its lemma

	assume, wanted, out, guards []cnf.Lit
	hints                       []int32
}

// A side is an edge in the proof.
type side struct {
	Edge
	live    bool
	first   cnf.Lit // the first literal; 0 for the only edge
	product cnf.Lit
	id      int32 // of the first clause of the product
	place   int32 // of the first literal among the children of the product, or of the negated one before
	skolem  int32 // the id of the clause of the Skolem node, or 0
	tail    cnf.Lit
	sum     int32 // the id of the first clause of the sum of the product and the rest
	rest    int32 // the id of the first clause of the product of the rest
	lemma   int32
}

// An above says where a node is used. If only one edge uses it, the guards of the node of this edge and
// the negation of its first literal guard it, too, and they are often fewer.
type above struct {
	node   Ref
	first  cnf.Lit // 0 if the edge has no literal
	uses   int32
	length int32 // of the guards; the own guards are used if they are not longer
}

// lemmasNeeded marks the nodes whose lemmas lead to the lemma of the root, and chooses their guards.
func (p *prover) lemmasNeeded() (needed []bool, all []above) {
	needed, all = make([]bool, len(p.g.nodes)), make([]above, len(p.g.nodes))
	needed[p.g.Root] = true
	for r := p.g.Root; r >= 0; r-- {
		if !needed[r] {
			continue
		}
		own := int32(len(p.g.guardsOf(r)))
		if all[r].uses != 1 || all[r].length >= own {
			all[r].uses, all[r].length = 0, own
		}
		for e := range p.g.edgesOf(r) {
			if dead := slices.IndexFunc(e.Kids, func(k Ref) bool { return !p.g.Live(k) }); dead >= 0 {
				e.Kids = e.Kids[dead : dead+1]
			}
			first := cnf.Lit(0)
			if len(e.Lits) > 0 {
				first = e.Lits[0]
			}
			for _, k := range e.Kids {
				if k != Conflict {
					needed[k] = true
					all[k] = above{r, first, all[k].uses + 1, all[r].length + 1}
				}
			}
		}
	}
	return needed, all
}

// guardsOf appends the guards of the lemma of a node.
func (p *prover) guardsOf(list []cnf.Lit, r Ref) []cnf.Lit {
	var firsts []cnf.Lit
	for p.above[r].uses == 1 {
		if first := p.above[r].first; first != 0 {
			firsts = append(firsts, -first)
		}
		r = p.above[r].node
	}
	list = append(list, p.g.guardsOf(r)...)
	slices.Reverse(firsts)
	return append(list, firsts...)
}

// definitions returns the number of nodes in the proof.
func (p *prover) definitions() (n int) {
	for r := range p.g.nodes {
		if !p.needed[r] || !p.g.live[r] {
			continue
		}
		live := 0
		for e := range p.g.edgesOf(Ref(r)) {
			if p.g.alive(e) {
				live++
				n++
				if slices.ContainsFunc(e.Lits, p.hidden) {
					n++
				}
			}
		}
		n += live - 1 + max(0, live-2)
	}
	return n
}

func (p *prover) hidden(l cnf.Lit) bool { return !p.g.projected[l.Var()] }

// prove writes the definitions and the lemmas of a node.
func (p *prover) prove(r Ref) error {
	p.guards = p.guardsOf(p.guards[:0], r)
	guards := p.guards
	for _, clause := range p.g.lemmas[r] {
		p.id++
		hints, err := p.hinter.Add(clause, p.id)
		if err != nil {
			return err
		}
		p.add(p.id, clause, hints)
	}
	var sides []side
	last := -1 // the last live edge
	for e := range p.g.edgesOf(r) {
		s := side{Edge: e, live: p.g.alive(e)}
		if len(e.Lits) > 0 {
			s.first = e.Lits[0]
		}
		if s.live {
			last = len(sides)
		}
		sides = append(sides, s)
	}
	if last >= 0 {
		p.define(sides, last)
		p.name[r] = sides[slices.IndexFunc(sides, func(s side) bool { return s.live })].tail
	}
	if len(sides) == 1 && sides[0].first == 0 {
		last = 0 // no literal distinguishes its lemma from the lemma of the node
	}
	p.assume = p.assume[:0]
	for _, l := range guards {
		p.assume = append(p.assume, -l)
	}
	for i := range sides {
		if i == last {
			continue
		}
		if err := p.proveEdge(&sides[i], guards); err != nil {
			return fmt.Errorf("edge %d of node %d: %w", i, r, err)
		}
	}
	if err := p.proveNode(r, sides, last, guards); err != nil {
		return fmt.Errorf("node %d: %w", r, err)
	}
	return nil
}

// define writes the products of the live edges and, from the last to the first, the sums.
func (p *prover) define(sides []side, last int) {
	var before []cnf.Lit // the first literals of the live edges so far
	for i := range sides {
		if s := &sides[i]; s.live {
			p.product(s, before, i == last)
			before = append(before, s.first)
		}
	}
	next := &sides[last]
	next.tail = next.product
	for i := last - 1; i >= 0; i-- {
		s := &sides[i]
		if !s.live {
			continue
		}
		other, place := next.tail, next.id+1+next.place // the literal and the clause that negates the first literal
		if next.tail != next.product {
			p.out = append(p.out[:0], -s.first, next.tail)
			s.rest = p.id + 1
			other, place = p.operation("p", p.out), s.rest+1
			p.number(0)
			p.end()
			p.id += 2
		}
		s.sum = p.id + 1
		s.tail = p.operation("s", []cnf.Lit{s.product, other})
		p.hints = append(p.hints[:0], s.id+1+s.place, place)
		p.list(p.hints)
		p.end()
		p.id += 2
		next = s
	}
}

// product writes the Skolem node and the product of an edge. The literals before are the first
// literals of the earlier live edges, whose negations are in the products of the rest, except that
// the last edge itself has the negation of the last one.
func (p *prover) product(s *side, before []cnf.Lit, last bool) {
	p.out = p.out[:0]
	for _, l := range s.Lits {
		if p.hidden(l) {
			p.out = append(p.out, l)
		}
	}
	skolem := cnf.Lit(0)
	if len(p.out) > 0 {
		s.skolem = p.id + 1
		skolem = p.operation("t", p.out)
		p.number(0)
		p.end()
		p.id += int32(len(p.out))
	}
	negated := cnf.Lit(0)
	if n := len(before); n > 0 && last {
		negated, before = before[n-1], before[:n-1]
	}
	p.out = p.out[:0]
	for _, l := range s.Lits {
		if p.hidden(l) || slices.Contains(before, -l) {
			continue
		}
		if negated != 0 && l == -negated || negated == 0 && l == s.first {
			s.place = int32(len(p.out))
		}
		p.out = append(p.out, l)
	}
	if skolem != 0 {
		p.out = append(p.out, skolem)
	}
	for _, k := range s.Kids {
		p.out = append(p.out, p.name[k])
	}
	s.id = p.id + 1
	s.product = p.operation("p", p.out)
	p.number(0)
	p.end()
	p.id += int32(len(p.out))
}

// operation begins the line of a new node, and returns its literal.
func (p *prover) operation(kind string, children []cnf.Lit) cnf.Lit {
	p.id++
	p.node++
	p.number(int(p.id))
	p.word(kind)
	p.number(p.node)
	for _, l := range children {
		p.number(int(l))
	}
	return cnf.Lit(p.node)
}

// proveEdge writes the lemma of an edge. The assumptions are the negated guards.
func (p *prover) proveEdge(s *side, guards []cnf.Lit) error {
	n := len(p.assume)
	p.assume = append(p.assume, s.first)
	p.hints = p.hints[:0]
	err := p.follow(s)
	p.assume = p.assume[:n]
	if err != nil {
		return err
	}
	p.out = append(p.out[:0], -s.first)
	if s.live {
		p.out = append(p.out, s.product)
	}
	p.out = append(p.out, guards...)
	p.id++
	s.lemma = p.id
	p.add(p.id, p.out, p.hints)
	return nil
}

// follow appends the hints that lead from the assumptions, by way of the lemmas of the kids, to a
// conflict with the product of an edge or, if the edge has no models, with a kid.
func (p *prover) follow(s *side) error {
	p.wanted = p.wanted[:0]
	dead := Conflict
	if s.live {
		for _, l := range s.Lits {
			if !p.hidden(l) {
				p.wanted = append(p.wanted, l)
			}
		}
	} else {
		dead = s.Kids[slices.IndexFunc(s.Kids, func(k Ref) bool { return !p.g.Live(k) })]
	}
	for _, k := range s.Kids {
		if s.live || k == dead && k != Conflict {
			n := len(p.wanted)
			p.wanted = p.guardsOf(p.wanted, k)
			for i := range p.wanted[n:] {
				p.wanted[n+i] *= -1
			}
		}
	}
	hints, conflict, err := p.hinter.Derive(p.assume, p.wanted)
	if err != nil {
		return err
	}
	p.hints = append(p.hints, hints...)
	switch {
	case conflict:
	case s.live:
		if s.skolem != 0 {
			p.hints = append(p.hints, s.skolem)
		}
		for _, k := range s.Kids {
			p.hints = append(p.hints, p.lemma[k])
		}
		p.hints = append(p.hints, s.id)
	case dead == Conflict:
		return fmt.Errorf("unit propagation finds no conflict")
	default:
		p.hints = append(p.hints, p.lemma[dead])
	}
	return nil
}

// proveNode writes the lemma of a node. The edge last, or -1, has no lemma.
func (p *prover) proveNode(r Ref, sides []side, last int, guards []cnf.Lit) error {
	p.hints = p.hints[:0]
	for i, s := range sides {
		switch {
		case i == last:
			continue
		case !s.live:
			p.hints = append(p.hints, s.lemma)
		default: // the sum is false, so the product is, so the first literal, and so the rest
			p.hints = append(p.hints, s.sum+1, s.lemma, s.sum+2)
			if s.rest != 0 {
				p.hints = append(p.hints, s.rest)
			}
		}
		p.assume = append(p.assume, -s.first)
	}
	end := &side{Edge: Edge{Kids: []Ref{Conflict}}}
	if last >= 0 {
		end = &sides[last]
	}
	if err := p.follow(end); err != nil {
		return err
	}
	p.out = p.out[:0]
	if p.g.live[r] {
		p.out = append(p.out, p.name[r])
	}
	p.out = append(p.out, guards...)
	p.id++
	p.lemma[r] = p.id
	p.add(p.id, p.out, p.hints)
	return nil
}

// add writes a lemma.
func (p *prover) add(id int32, clause []cnf.Lit, hints []int32) {
	p.number(int(id))
	p.word("a")
	for _, l := range clause {
		p.number(int(l))
	}
	p.number(0)
	p.list(hints)
	p.end()
}

func (p *prover) list(hints []int32) {
	for _, id := range hints {
		p.number(int(id))
	}
	p.number(0)
}

func (p *prover) word(w string) { p.line = append(append(p.line, w...), ' ') }

func (p *prover) number(n int) { p.line = append(strconv.AppendInt(p.line, int64(n), 10), ' ') }

func (p *prover) end() {
	p.line[len(p.line)-1] = '\n'
	p.w.Write(p.line)
	p.line = p.line[:0]
}
