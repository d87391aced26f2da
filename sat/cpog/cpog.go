// Package cpog checks proofs of model counts. A proof consists of a graph, whose root is true in the
// solutions of the formula, and of lemmas with hints. The format is CPOG, extended to projected
// counting as in SCPOG. See Bryant, Nawrocki, Avigad and Heule, "Certified Knowledge Compilation with
// Application to Verified Model Counting", SAT 2023, and for Skolem nodes the paper of SAT 2025.
//
// A product node is true if all its children are true. A sum node has two children and is true if
// one of them is true. A Skolem node is always true. Its literals are of variables that are projected
// out, and say which values extend a solution to a model. All other literals are of projected
// variables. A child is a literal or an earlier node, so the graph has no cycle.
//
// Check accepts a proof only if the following four rules hold.
//
//  1. No two children of a product depend on a common variable. A node depends on all variables below
//     it, including the variables of Skolem nodes. Hence the number of assignments that make a product
//     true is the product of the numbers of its children.
//  2. The children of a sum are never true at once, so their numbers add up. The proof uses only the
//     definitions of nodes, and structural lemmas, which are proved from definitions. These clauses
//     hold for every assignment. Input clauses hold only for models, and so do lemmas proved from
//     them. Both are refused here, so that the number of every node is right by itself.
//  3. Every model of the formula makes the root true. A lemma follows by reverse unit propagation
//     from input clauses, definitions and earlier lemmas. Give each node the value that it has in a
//     model of the formula. Then all these clauses are true. The root must be a lemma of its own.
//  4. Every assignment that makes the root true extends to a model. Such an assignment selects a
//     tree below the root: all children of a product, and a true child of a sum. By rule 1, no variable
//     occurs twice in the tree, so all its literals can be true at once. For each input clause, Check
//     assumes that all literals of the clause are false. Then a product with a false child is false,
//     and so are a Skolem node with a false literal and a sum of two false children. The root must
//     become false. Hence no tree has only true literals while an input clause is false. A clause
//     with a variable and its negation is never false.
//
// The number of the root, times 2 for each projected variable on which the root does not depend, is
// the count. If the formula is unsatisfiable, the proof has no root but the empty clause as a lemma.
//
// The package does not search, and shares no code with a solver. It makes no hints. It keeps deleted
// lemmas in memory. It refuses explicit deletions of input clauses, and sums of the weak form.
// It allows literals of variables that are projected out only in lemmas and Skolem nodes.
package cpog

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"counterproof/sat/cnf"
)

// A Result describes a proof that Check accepted.
type Result struct {
	Count  *big.Int // the number of solutions
	Nodes  int      // products, sums and Skolem nodes
	Edges  int      // children of all nodes, literals included
	Lemmas int      // clauses that the proof added
}

// A LineError is the refusal of a proof because of one of its lines. If something is missing, it has
// the number of the last line.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *LineError) Unwrap() error { return e.Err }

// Check returns the number of solutions of f if the proof proves it. A solution is an assignment to
// the projected variables that extends to a model of f. The literals of f must be of the variables
// from 1 to f.NumVars.
//
// If Check refuses the proof, the error is a *LineError. Any other error comes from the reader or from
// ctx. Memory grows with f.NumVars and with the length of the proof.
func Check(ctx context.Context, f *cnf.Formula, proof io.Reader) (*Result, error) {
	c := newChecker(f)
	if err := c.read(ctx, proof); err != nil {
		return nil, err
	}
	if err := c.checkRoot(); err != nil {
		return nil, &LineError{cmp.Or(c.rootLine, c.line, 1), err}
	}
	if c.root != 0 {
		if err := c.checkClauses(ctx); err != nil {
			return nil, err
		}
		root := c.child(c.root)
		c.Count.Lsh(root.count, uint(c.free-root.shown))
	}
	result := c.Result
	return &result, nil
}

// A kind is what an entry is. Each kind up to sum has hints, and each kind from sum is a node.
type kind uint8

const (
	missing    kind = iota // not an entry, or a deleted lemma
	input                  // a clause of the formula
	forward                // a lemma that holds for every model
	structural             // a lemma that holds for every assignment
	sum
	product
	skolem
)

// An entry is a clause or a node.
type entry struct {
	at, end int     // its literals or children in the arena
	id      int32   // of its first clause
	node    cnf.Lit // 0 for a clause
	kind    kind
}

type checker struct {
	Result
	f         *cnf.Formula
	projected []bool   // by variable
	shown     []uint64 // by variable, one bit each: whether it is projected
	free      int      // how many variables are projected

	entries []entry // in ascending order of ids
	arena   []cnf.Lit
	lastID  int    // the largest id of a clause
	nodes   []node // by id, without the variables of the formula
	words   int    // the memory of nodes, in words of 64 bits

	cnf.Replay // of variables and nodes

	line     int // from 1
	numbers  []int32
	fresh    []cnf.Lit // the literals of the line
	buffer   []cnf.Lit // the result of clause
	root     cnf.Lit
	rootLine int // 0 before the root is declared
}

func newChecker(f *cnf.Formula) *checker {
	c := &checker{f: f, Result: Result{Count: new(big.Int)}, projected: make([]bool, f.NumVars+1), shown: make([]uint64, f.NumVars/64+1)}
	c.Grow(f.NumVars)
	for _, v := range f.Vars() {
		c.projected[v] = true
		c.shown[v/64] |= 1 << (v % 64)
		c.free++
	}
	for i, clause := range f.Clauses {
		c.append(entry{id: int32(i + 1), kind: input}, clause)
	}
	return c
}

// append adds an entry with its literals or children. Its clauses take the ids from e.id.
func (c *checker) append(e entry, lits []cnf.Lit) {
	e.at, e.end = len(c.arena), len(c.arena)+len(lits)
	c.arena = append(c.arena, lits...)
	c.entries = append(c.entries, e)
	c.lastID = int(e.id)
	if e.kind == sum || e.kind == product {
		c.lastID += len(lits)
	}
}

// clause returns a clause of an entry until the next call. A product has the clause "itself or not all
// children", then for each child the clause "not itself, or the child". A sum has the same clauses
// with all literals negated. A Skolem node has the unit clause of itself.
func (c *checker) clause(e entry, number int) []cnf.Lit {
	lits, sign := c.arena[e.at:e.end], cnf.Lit(1)
	switch {
	case e.kind < sum:
		return lits
	case e.kind == skolem:
		lits = nil
	case e.kind == sum:
		sign = -1
	}
	if number > 0 {
		lits, sign = lits[number-1:number], -sign
	}
	c.buffer = append(c.buffer[:0], sign*e.node)
	for _, l := range lits {
		c.buffer = append(c.buffer, -sign*l)
	}
	return c.buffer
}

// search returns the index of the entry with an id, or else of the first entry after it.
func (c *checker) search(id int32) (i int, found bool) {
	return slices.BinarySearchFunc(c.entries, id, func(e entry, id int32) int { return cmp.Compare(e.id, id) })
}

// find returns the clause with an id and the kind of its entry.
func (c *checker) find(id int32) ([]cnf.Lit, kind) {
	i, found := c.search(id)
	if !found {
		i--
	}
	if i < 0 {
		return nil, missing
	}
	e := c.entries[i]
	number := int(id - e.id)
	if number > 0 && (number > e.end-e.at || e.kind != sum && e.kind != product) {
		return nil, missing
	}
	return c.clause(e, number), e.kind
}

// prove checks the hints that make the literals in c.fresh, times the sign, contradict. Hints must be of
// the kind least or a later one.
func (c *checker) prove(sign cnf.Lit, hints []int32, least kind) error {
	return c.Refute(sign, c.fresh, hints, func(id int32) ([]cnf.Lit, error) {
		clause, k := c.find(id)
		if k < least {
			return nil, fmt.Errorf("want hints with the ids of earlier clauses, and for sums and \"as\" only of definitions and \"as\", got %d", id)
		}
		return clause, nil
	})
}

// checkRoot checks rule 3 after all lemmas were read.
func (c *checker) checkRoot() error {
	if c.rootLine == 0 {
		return errors.New("want a root, got the end of the proof: add the line \"r NODE\"")
	}
	if c.root != 0 {
		if err := c.checkLiteral(c.root, product); err != nil {
			return fmt.Errorf("the root: %w (the proof may have lost its end)", err)
		}
	}
	for _, e := range c.entries {
		clause := c.clause(e, 0)
		if (c.root != 0 || len(clause) == 0) && !slices.ContainsFunc(clause, func(l cnf.Lit) bool { return l != c.root }) {
			return nil
		}
	}
	return errors.New("want a lemma of the root alone, or the empty lemma if the root is 0, got none: prove it")
}
