package cover

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"counterproof/native"
)

// A Family is a set of exact cover problems, its members, that differ only in which items they leave
// out. One search solves all of them.
type Family struct {
	Problem *Problem // has all items and options, but no secondary items
	Free    [][]int  // for each member: the items that it leaves out, in ascending order
}

// ErrLarge is the error of a family that has too many items or answers for one search, or an item whose
// multiplicity is not 1:1. Its members have to be solved one by one.
var ErrLarge = errors.New("the family is too large for one search")

const (
	// smallest is the number of nodes below a dead subproblem from which the subproblem is stored. On the
	// weekday board of the calendar, 4 takes 0.94 and 16 takes 1.07 of the time of 8.
	smallest = 8
	// mostKnown limits the stored dead subproblems.
	mostKnown = 1 << 21
	// mostEdges limits the edges of the graph of the answers, which take 8 bytes each.
	mostEdges = 1 << 26
)

// Search yields each answer of each member once, with the index of the member. The slice of options is
// valid only during the call of yield. The errors are those of native.Solver, ErrLarge, and the error of
// Validate.
func (f *Family) Search(ctx context.Context, st *native.Stats, yield func(member int, options []int) bool) error {
	if err := f.Problem.Validate(); err != nil {
		return err
	}
	s := &familySearch{progress: progress{ctx: ctx, st: st}, member: yield, starts: make([]int32, 3)}
	order := make([]int, len(f.Free))
	for m := range order {
		order[m] = m
	}
	slices.SortFunc(order, func(a, b int) int { return slices.Compare(f.Free[a], f.Free[b]) })
	root := s.grow(f.Free, order, 0, map[string]int32{})
	s.static, s.shift = newStatic(newMasks(f.Problem)), len(f.Problem.Items)
	room := bits.Len(uint(len(s.classes)))
	if s.shift < 64 && s.shift+room > 64 {
		s.shift = 64 // a class does not reach into the next word
	}
	if s.static == nil || s.primaries < len(f.Problem.Items) || s.shift+room > 128 {
		return ErrLarge
	}
	s.words = (s.shift + room + 63) / 64
	top := s.solve(pair{}, root.class)
	if s.err == nil && len(s.edges) >= mostEdges {
		return ErrLarge
	}
	s.list(top, root)
	return s.end()
}

// familySearch is the search of a family. It covers the items in item order, like static. An item that some members
// leave out has one more choice: it stays uncovered. Each choice keeps the members that agree with it,
// and the search turns back when no member is left. The members are a tree of the items that they leave
// out, and a state needs only the class of a node of this tree, which nodes with equal subtrees share:
// if a month of 31 days stays uncovered, it does not matter which one. So most subproblems of different
// members are the same. The search solves each only once. It stores dead subproblems in a table, and the
// others as a graph whose paths are the answers.
//
// The 366 days of the calendar take 1 million nodes, and 19.5 million one by one in the static order. A
// search of all days that stores no subproblems took 8.1 million. The stored ones were also kept in two
// tables, of live and of dead subproblems: the weekday board then took 1.3 times as long.
// On this board, room for 8 million dead subproblems saved 1 % of the nodes. Storing no subproblem in which at
// most 15 items are open saved 12 % of the time of the search.
type familySearch struct {
	*static
	progress
	member  func(member int, options []int) bool
	classes []*leaving   // a node of each class
	shift   int          // of the class in a key
	words   int          // of a key
	known   native.Table // the stored subproblems; number i is node i+2, which has no edges if the subproblem is dead
	starts  []int32      // by node of the graph: its first edge; node 0 has no answer, node 1 is the end of an answer
	edges   []familyEdge
	pending []familyEdge // the edges of nodes that are not finished
}

// leaving is a node of the tree of the items that members leave out.
type leaving struct {
	items []int
	below []*leaving // for each of the items
	ends  []int      // the members that leave out no further item
	set   pair       // the items
	last  bool       // a member can leave out any of the items and no further one
	class int32
}

type familyEdge struct{ option, node int32 } // the option ^i means that item i stays uncovered

func bitsAt(n int, value uint64) pair {
	if n < 64 {
		return pair{value << n, 0}
	}
	return pair{0, value << (n - 64)}
}

func (p pair) plus(o pair) pair { return pair{p[0] + o[0], p[1] + o[1]} }

// grow returns the tree of the given members, which are sorted and whose first depth items are equal.
func (s *familySearch) grow(free [][]int, members []int, depth int, known map[string]int32) *leaving {
	n := &leaving{last: true}
	for len(members) > 0 && len(free[members[0]]) == depth {
		n.ends, members = append(n.ends, members[0]), members[1:]
	}
	signature := fmt.Sprint(len(n.ends) > 0)
	for len(members) > 0 {
		item, k := free[members[0]][depth], 1
		for k < len(members) && free[members[k]][depth] == item {
			k++
		}
		below := s.grow(free, members[:k], depth+1, known)
		n.items, n.below, members = append(n.items, item), append(n.below, below), members[k:]
		n.set, n.last = n.set.plus(bitsAt(item, 1)), n.last && len(below.ends) > 0
		signature += fmt.Sprint(" ", item, below.class)
	}
	class, ok := known[signature]
	if !ok {
		class = int32(len(s.classes))
		known[signature], s.classes = class, append(s.classes, n)
	}
	n.class = class
	return n
}

// possible reports whether a member of a class agrees with the state: it leaves out only items that
// are not covered yet.
func (s *familySearch) possible(class int32, state pair) bool {
	n := s.classes[class]
	if len(n.ends) > 0 || n.last {
		return len(n.ends) > 0 || n.set[0]&^state[0]|n.set[1]&^state[1] != 0
	}
	for i, item := range n.items {
		if state[item/64]>>(item%64)&1 == 0 && s.possible(n.below[i].class, state) {
			return true
		}
	}
	return false
}

// solve returns the node of the graph for a state and a class, and adds it if needed. It returns 0 if
// the subproblem is dead.
func (s *familySearch) solve(state pair, class int32) int32 {
	first := bits.TrailingZeros64(^state[0])
	if first == 64 {
		first += bits.TrailingZeros64(^state[1])
	}
	if first >= s.primaries {
		return int32(min(len(s.classes[class].ends), 1))
	}
	if s.nodes++; s.poll(s.nodes, pollStep) || len(s.edges) >= mostEdges {
		return 0
	}
	from := len(s.pending)
	before, looked := s.nodes, false
	key := state.plus(bitsAt(s.shift, uint64(class)))
	if i := slices.Index(s.classes[class].items, first); i >= 0 {
		if node, ok := s.find(key); ok {
			return node
		}
		looked = true
		s.try(^int32(first), state.plus(bitsAt(first, 1)), s.classes[class].below[i].class)
	}
	for i := range s.blocks[first] {
		l := &s.blocks[first][i]
		allowed := l.all &^ (l.tables[0].find(l.shifts[0], state[0]) | l.tables[1].find(l.shifts[1], state[1]))
		for ; allowed != 0; allowed &= allowed - 1 {
			o := l.from + bits.TrailingZeros64(allowed)
			next := state.plus(s.set[o])
			if !s.possible(class, next) {
				continue
			}
			if !looked {
				if node, ok := s.find(key); ok {
					return node
				}
				looked = true
			}
			s.try(int32(s.index[o]), next, class)
		}
	}
	live := len(s.pending) > from
	if live || s.nodes-before >= smallest && s.known.Len() < mostKnown && !s.stopped {
		s.edges = append(s.edges, s.pending[from:]...)
		s.pending = s.pending[:from]
		s.starts = append(s.starts, int32(len(s.edges)))
		s.known.Add(key[:s.words])
	}
	if !live {
		return 0
	}
	return int32(len(s.starts) - 2)
}

// find returns the node of a stored subproblem, or 0 if the subproblem is dead. It also reports whether the
// subproblem is stored.
func (s *familySearch) find(key pair) (node int32, ok bool) {
	i := s.known.Find(key[:s.words]) + 2
	if i < 2 || s.starts[i] == s.starts[i+1] {
		return 0, i >= 2
	}
	return int32(i), true
}

// try solves the subproblem after a choice, and adds an edge to it unless it is dead.
func (s *familySearch) try(option int32, state pair, class int32) {
	if node := s.solve(state, class); node > 0 {
		s.pending = append(s.pending, familyEdge{option, node})
	}
}

// list yields the answers on all paths from a node of the graph.
func (s *familySearch) list(node int32, at *leaving) {
	if node == 1 {
		for _, m := range at.ends {
			s.stopped = s.stopped || !s.member(m, s.chosen)
		}
		s.check()
		return
	}
	for _, e := range s.edges[s.starts[node]:s.starts[node+1]] {
		if e.option < 0 {
			s.list(e.node, at.below[slices.Index(at.items, int(^e.option))])
		} else {
			s.chosen = append(s.chosen, int(e.option))
			s.list(e.node, at)
			s.chosen = s.chosen[:len(s.chosen)-1]
		}
		if s.stopped {
			return
		}
	}
}
