// Package domain solves constraint problems with variables that have small finite domains. A domain
// is a machine word whose bit v is set if the variable can still have the value v. A variable with
// one value left is settled, and with several values left it is open. There are two kinds of
// constraints: groups of variables whose values are pairwise different, and tables of the values
// that a few variables may take together.
//
// Propagation applies three rules until nothing changes:
//
//   - A settled value is removed from the other variables of its groups.
//   - In a group with as many variables as values left, a value with one place left takes that
//     place (hidden single).
//   - Tables are made arc consistent, in the manner of Compact-Table (Demeulenaere et al., CP 2016)
//     but without its reversible sets.
//
// Search branches on a variable with the smallest domain. Among variables with equally small
// domains, it prefers the variable with the most failures so far (after Boussemart et al., ECAI
// 2004, who weigh constraints). A variable fails when it is left without a value, or when its group
// has too few values left. If variables are still equal, it prefers the variable with the most open
// neighbours. When a graph is coloured and no variable has failed yet, this order is the rule
// DSATUR (Brelaz, CACM 1979). With this rule only, a search would jump back and forth between the
// regions of a large map. Count follows a tree of separators instead: see count.go.
//
// In groups, the package does not use pairs, triples or the matchings of Regin (AAAI 1994). It
// learns nothing from a conflict, and Search does not exploit symmetry.
package domain

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"counterproof/native"
)

// Version is the version of the algorithms. Increase it when a change can alter the answers or
// their cost.
const Version = 2

// MaxValues is the largest number of values that a variable can have. The values are 0 to
// MaxValues-1.
const MaxValues = 64

// A Problem asks for values of all variables that satisfy all constraints.
type Problem struct {
	Domains   []uint64 // for each variable: bit v is set if the value v is allowed
	Different [][]int  // groups of variables whose values are pairwise different
	Tables    []Table  // relations
}

// A Table lists the combinations of values that a few variables may take. A repeated row has no
// effect.
type Table struct {
	Vars []int    // all different
	Rows [][]byte // each as long as Vars
}

// Search yields the values of all variables, once for each solution, until yield returns false. The
// slice is valid only during the call of yield. The order of the solutions is unspecified. If the
// search was cut short, Search returns ctx.Err() or native.ErrLimit. If the problem is malformed,
// it returns an error that says what is wrong.
func (p *Problem) Search(ctx context.Context, st *native.Stats, yield func(values []byte) bool) error {
	n, err := NewNetwork(len(p.Domains), p.Different, p.Tables)
	if err != nil {
		return err
	}
	return n.Search(ctx, st, p.Domains, yield)
}

// Count counts the solutions without listing them. It returns the same errors as Search.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	n, err := NewNetwork(len(p.Domains), p.Different, p.Tables)
	if err != nil {
		return nil, err
	}
	return n.Count(ctx, st, p.Domains)
}

// A Network holds only the constraints of a problem. It can be used for all problems that differ
// only in their domains, such as all sudoku boards. It never changes, so several goroutines may use
// it at the same time.
type Network struct {
	n        int
	peers    [][]int32 // for each variable: the variables that share a group with it, ascending
	groups   [][]int32 // the groups of at least three variables
	groupsOf [][]int32 // for each variable: its groups
	stale    [][]mask  // for each variable: the same groups as a set
	tables   []relation
	tablesOf [][]int32 // for each variable: its tables
	never    bool      // no solution: a table without rows, or a group with more than MaxValues variables
	words    int       // length of the longest set of rows of a table
	ended    sync.Pool // of engines whose searches have ended
}

type mask struct {
	word int
	bits uint64
}

// relation is a Table arranged by columns: rows[i][v] is the set of the rows in which variable
// vars[i] has the value v. Such a set has as many machine words as the field words says, or is nil
// if it is empty.
type relation struct {
	vars  []int32
	words int
	rows  [][MaxValues][]uint64
}

// NewNetwork returns a network of the given constraints on n variables. It returns an error if a
// constraint has a variable that is out of range or occurs twice, or if a table has a bad row.
func NewNetwork(n int, different [][]int, tables []Table) (*Network, error) {
	net := &Network{n: n, peers: make([][]int32, n), groupsOf: make([][]int32, n), stale: make([][]mask, n), tablesOf: make([][]int32, n)}
	seen := make([]int, n) // for each variable: 1 + the index of the last constraint that contains it
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

// distinct returns an error if one of the variables is out of range or occurs twice. It sets
// seen[v] to the value of the parameter mark for each variable v.
func distinct(vars, seen []int, mark int) error {
	for _, v := range vars {
		if v < 0 || v >= len(seen) {
			return fmt.Errorf("want variables 0 to %d, got %d", len(seen)-1, v)
		}
		if seen[v] == mark {
			return fmt.Errorf("variable %d occurs twice", v)
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

// Search lists the solutions of the network with the given domains, like Problem.Search.
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
	return s.end()
}

type searcher struct {
	*engine
	values []byte
	ties   []int32 // a buffer for pick
	yield  func([]byte) bool
	done   bool  // yield, the context or most ended the search
	most   int64 // the number of nodes that ends the search; 0: none
}

func (s *searcher) search() {
	if s.done = s.done || s.most > 0 && s.nodes > s.most || s.poll(); s.done {
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

// pick returns the open variable with the smallest domain. If there are several such variables, it
// chooses the variable that has failed most often (see engine.blame). If there are still several, it
// chooses a variable with the most open neighbours, and the first of these. It returns -1 if no
// variable is open.
func (s *searcher) pick() int32 {
	fewest, blame := MaxValues+1, int32(0)
	s.ties = s.ties[:0]
	for v, d := range s.dom {
		if d&(d-1) == 0 {
			continue
		}
		n := bits.OnesCount64(d)
		if n < fewest || n == fewest && s.blame[v] > blame {
			fewest, blame = n, s.blame[v]
			s.ties = s.ties[:0]
		}
		if n == fewest && s.blame[v] == blame {
			s.ties = append(s.ties, int32(v))
		}
	}
	best, most := int32(-1), -1
	for _, v := range s.ties {
		if degree := s.degree(v); degree > most {
			best, most = v, degree
		}
	}
	return best
}
