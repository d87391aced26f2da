// Package domain solves problems of variables with small finite domains, each a
// machine word, bit v of which is set where the value v is left. Two kinds of
// constraints join them: groups of variables whose values are pairwise
// different, and tables of the values that a few variables may take together.
//
// Propagation runs to its fixed point: a settled value goes from the other
// variables of its groups; in a group with as many variables as values left, a
// value with one place left takes it (hidden single); tables are made arc
// consistent, in the manner of Compact-Table (Demeulenaere et al., CP 2016) but
// without its reversible sets. Search then branches on a variable with the
// smallest domain, ties by how often it was left without a value (after
// Boussemart et al., ECAI 2004, who weigh constraints), then by the number of
// open neighbours: on a graph, as long as nothing fails, that is the rule DSATUR
// (Brelaz, CACM 1979), which alone goes to and fro between the parts of a large
// map. Count goes along a tree of separators instead, see count.go.
//
// It does not find the pairs, triples and matchings of Regin (AAAI 1994), it
// learns nothing from a conflict, and Search breaks no symmetry.
package domain

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
)

// Version is raised when answers or cost can change.
const Version = 1

// MaxValues is the number of values that a variable can have, from 0.
const MaxValues = 64

// A Problem asks for values of all variables.
type Problem struct {
	Domains   []uint64 // by variable: bit v is set where the value v is allowed
	Different [][]int  // groups of variables whose values are pairwise different
	Tables    []Table  // relations
}

// A Table lists the values that a few variables may take together. A row that
// stands twice counts once.
type Table struct {
	Vars []int    // all different
	Rows [][]byte // of the length of Vars each
}

// Search yields the values of all variables, once for each solution, until
// yield returns false; the slice is only valid during the call. Solutions come
// in an order of the search's own. The error is ctx.Err() if the search was cut
// short, or says what is wrong with the problem.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(values []byte) bool) error {
	n, err := NewNetwork(len(p.Domains), p.Different, p.Tables)
	if err != nil {
		return err
	}
	return n.Search(ctx, st, p.Domains, yield)
}

// Count counts the solutions without listing them. Its errors are those of
// Search.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	n, err := NewNetwork(len(p.Domains), p.Different, p.Tables)
	if err != nil {
		return nil, err
	}
	return n.Count(ctx, st, p.Domains)
}

// A Network is the constraints alone, prepared once for problems that differ in
// their domains only, as all boards of a sudoku do. It never changes and may be
// used by several goroutines at once.
type Network struct {
	n        int
	peers    [][]int32 // by variable: those that share a group with it, ascending
	groups   [][]int32 // those of three variables and more
	groupsOf [][]int32 // by variable
	stale    [][]mask  // by variable: the same groups
	tables   []relation
	tablesOf [][]int32 // by variable
	never    bool      // a table has no rows, or a group more variables than there are values
	words    int       // of the longest table's set of rows
}

// mask is a part of a set of groups, 64 a word.
type mask struct {
	word int
	bits uint64
}

// relation is a table by columns: rows[i][v] is the set of the rows in which
// variable i has the value v, words machine words.
type relation struct {
	vars  []int32
	words int
	rows  [][MaxValues][]uint64
}

// NewNetwork prepares constraints of n variables. The error names a variable
// out of range or repeated in one constraint, or a bad row.
func NewNetwork(n int, different [][]int, tables []Table) (*Network, error) {
	net := &Network{n: n, peers: make([][]int32, n), groupsOf: make([][]int32, n), stale: make([][]mask, n), tablesOf: make([][]int32, n)}
	seen := make([]int, n) // one more than the constraint that was seen last
	for g, group := range different {
		if err := distinct(group, seen, g+1); err != nil {
			return nil, fmt.Errorf("group %d: %w", g, err)
		}
		if len(group) > MaxValues {
			net.never = true
			continue
		}
		list := make([]int32, len(group))
		for i, v := range group {
			list[i] = int32(v)
		}
		for _, v := range list {
			for _, w := range list {
				if v != w {
					net.peers[v] = append(net.peers[v], w)
				}
			}
			if len(list) > 2 {
				g := len(net.groups)
				net.groupsOf[v] = append(net.groupsOf[v], int32(g))
				if k := len(net.stale[v]); k > 0 && net.stale[v][k-1].word == g/64 {
					net.stale[v][k-1].bits |= 1 << (g % 64)
				} else {
					net.stale[v] = append(net.stale[v], mask{g / 64, 1 << (g % 64)})
				}
			}
		}
		if len(list) > 2 {
			net.groups = append(net.groups, list)
		}
	}
	for v, list := range net.peers {
		slices.Sort(list)
		net.peers[v] = slices.Compact(list)
	}
	for t, table := range tables {
		if err := distinct(table.Vars, seen, len(different)+t+1); err != nil {
			return nil, fmt.Errorf("table %d: %w", t, err)
		}
		r, err := newRelation(table)
		if err != nil {
			return nil, fmt.Errorf("table %d: %w", t, err)
		}
		for _, v := range r.vars {
			net.tablesOf[v] = append(net.tablesOf[v], int32(t))
		}
		net.tables = append(net.tables, r)
		net.never = net.never || len(table.Rows) == 0
		net.words = max(net.words, r.words)
	}
	return net, nil
}

func distinct(vars, seen []int, mark int) error {
	for _, v := range vars {
		if v < 0 || v >= len(seen) {
			return fmt.Errorf("want variables 0 to %d, got %d", len(seen)-1, v)
		}
		if seen[v] == mark {
			return fmt.Errorf("variable %d stands twice", v)
		}
		seen[v] = mark
	}
	return nil
}

func newRelation(t Table) (relation, error) {
	r := relation{words: (len(t.Rows) + 63) / 64, rows: make([][MaxValues][]uint64, len(t.Vars))}
	for _, v := range t.Vars {
		r.vars = append(r.vars, int32(v))
	}
	for k, row := range t.Rows {
		if len(row) != len(t.Vars) {
			return r, fmt.Errorf("row %d has %d values for %d variables", k, len(row), len(t.Vars))
		}
		for i, v := range row {
			if v >= MaxValues {
				return r, fmt.Errorf("row %d: want values below %d, got %d", k, MaxValues, v)
			}
			if r.rows[i][v] == nil {
				r.rows[i][v] = make([]uint64, r.words)
			}
			r.rows[i][v][k/64] |= 1 << (k % 64)
		}
	}
	return r, nil
}

// Search is Problem.Search for these domains.
func (n *Network) Search(ctx context.Context, st *native.Stats, domains []uint64, yield func(values []byte) bool) error {
	e, err := n.start(ctx, st, domains)
	if err != nil {
		return err
	}
	s := searcher{engine: e, values: make([]byte, n.n), yield: yield}
	s.nodes++
	if s.root() {
		s.search()
	}
	st.Nodes += s.nodes
	st.Updates += s.updates
	return s.err
}

// searcher lists solutions.
type searcher struct {
	*engine
	values []byte
	yield  func([]byte) bool
	done   bool // yield or the context ended the search
}

func (s *searcher) search() {
	if s.done = s.done || s.poll(); s.done {
		return
	}
	v := s.pick()
	if v < 0 {
		for i, d := range s.dom {
			s.values[i] = byte(bits.TrailingZeros64(d))
		}
		if s.done = !s.yield(s.values); !s.done {
			s.err = s.ctx.Err()
		}
		return
	}
	mark := len(s.trail)
	for left := s.dom[v]; left != 0 && !s.done; left &= left - 1 {
		s.nodes++
		if s.settle(v, left&-left) {
			s.search()
		}
		s.undo(mark)
	}
}

// pick is the open variable with the smallest domain, of these the one that was
// left without a value most often, and then the one with the most open
// neighbours, the first such; -1 if none is open.
func (s *searcher) pick() int32 {
	fewest := MaxValues + 1
	for _, d := range s.dom {
		if d&(d-1) != 0 {
			fewest = min(fewest, bits.OnesCount64(d))
		}
	}
	best, blame, most := int32(-1), int32(0), -1
	for v, d := range s.dom {
		if d&(d-1) == 0 || s.blame[v] < blame || bits.OnesCount64(d) != fewest {
			continue
		}
		if degree := s.degree(int32(v)); s.blame[v] > blame || degree > most {
			best, blame, most = int32(v), s.blame[v], degree
		}
	}
	return best
}
