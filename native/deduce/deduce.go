// Package deduce performs deductions whose result does not depend on the order of the steps, after
// Eppstein, "Any-order puzzle deduction" (2023).
//
// The state is a set of bits, one for each site and value. A true bit means that the site may still
// take the value. A deduction makes one bit false, and no bit ever becomes true again. A rule finds
// the deductions that its patterns trigger in a state.
//
// Suppose that every deduction, once triggered, remains triggered until it is performed. Then the
// sequences of deductions form an antimatroid, and all sequences that cannot be continued end in
// the same state. Otherwise one such sequence A would end with a bit true that another sequence B
// makes false. Take the first such bit of B. The bits that triggered its pattern are false at the
// end of A too, so A could be continued.
//
// A pattern that needs only false bits has this property, because losing values never untriggers
// it. A pattern that needs a true bit may lack it. Walk finds rules that lose triggers in this way.
//
// The engine always performs an easiest triggered deduction. No order that ends in the same state
// has a lower hardest level. To see this, call the hardest level of the engine L. Before its first
// step of level L, nothing below L was triggered. So its state was the state where every order of
// the levels below L ends. Any order that gets further needs a step of level L or harder.
//
// RunMoves performs the same deductions in moves. A move takes everything that one reason removes.
//
// The package checks neither whether a rule is sound nor whether the rules suffice, because it
// knows no solutions. It does not backtrack.
package deduce

import (
	"context"
	"iter"
	"math/bits"
	"math/rand/v2"

	"counterproof/native"
)

// Version increases when answers or cost can change.
const Version = 1

// MaxValues is the largest number of values of a site. Values count from 0.
const MaxValues = 64

// A Bit stands for the statement that a site may take a value.
type Bit struct{ Site, Value int }

// A State holds, for each site, the set of values that are left: bit v for the value v.
type State []uint64

// Has reports whether the site may still take the value.
func (s State) Has(site, value int) bool { return s[site]>>value&1 == 1 }

// Value returns the smallest value that the site may still take, or MaxValues if there is none.
func (s State) Value(site int) int { return bits.TrailingZeros64(s[site]) }

// One reports whether the site has one value left.
func (s State) One(site int) bool { return s[site] != 0 && s[site]&(s[site]-1) == 0 }

// Each yields the values of a set: bit v for the value v.
func Each(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// AppendBits appends the bits of a set of values of a site.
func AppendBits(list []Bit, site int, set uint64) []Bit {
	for v := range Each(set) {
		list = append(list, Bit{site, v})
	}
	return list
}

// Settled reports whether every site has one value left.
func (s State) Settled() bool {
	for _, left := range s {
		if left == 0 || left&(left-1) != 0 {
			return false
		}
	}
	return true
}

// A Rule finds deductions.
type Rule struct {
	Name      string
	Level     int    // from 0, the easiest
	Statement string // for people: the pattern, and the values that it removes
	Unique    bool   // valid only for boards with one solution

	// Find emits the deductions that the patterns of the rule trigger in the state. It may leave
	// out a deduction if no pattern for it contains a changed site. It may emit a deduction twice,
	// or one that has already been performed. The list of changed sites may contain a site twice.
	Find func(s State, changed []int32, emit Emit)
	// Facts returns the false bits that form the pattern of a step. In a state where only these
	// bits are false, the rule triggers the same deduction.
	Facts func(st *Step) []Bit

	Moves
}

// Emit receives one deduction: the site cannot take the value. It keeps the pattern, which is for
// Facts and for people.
type Emit func(site, value int, p Pattern)

// A Pattern is the place where the pattern of a rule occurs. Each rule decides what its fields
// mean.
type Pattern struct {
	Sites  []int  // the sites that form the pattern
	Values uint64 // the values of the pattern: bit v for the value v
	Clue   int    // the number of a clue, group or line of the board
}

// A Step is a deduction that has been performed.
type Step struct {
	Rule *Rule
	Bit
	Pattern
}

// Facts returns the false bits on which the step rests.
func (st *Step) Facts() []Bit { return st.Rule.Facts(st) }

// A Problem is a start state with rules.
type Problem struct {
	Start State // for each site, the values that it may take before any deduction
	Rules []Rule
}

// Options choose the deductions to perform, and their order.
type Options struct {
	Use      func(r *Rule) bool // nil: all rules
	Rand     *rand.Rand         // draws one of the easiest triggered deductions; nil: takes the first that was found
	AnyOrder bool               // with Rand: draws one of all triggered deductions
	Limit    int                // largest number of steps; 0: no limit
}

// A Result is the end of a run.
type Result struct {
	State State
	Steps []Step
	Moves []Move // RunMoves only: the steps, divided into moves
	Level int    // the hardest level that was used; -1: none
	Empty bool   // some site has no value left: the board has no solution
}

// Run performs deductions until none is triggered, a site has no value left or the limit is
// reached. Stats counts a node for each step and an update for each deduction that a rule emitted.
// Run returns the error of st.Poll.
func (p *Problem) Run(ctx context.Context, st *native.Stats, o Options) (*Result, error) {
	e := newEngine(p, o)
	for o.Limit == 0 || len(e.Steps) < o.Limit {
		if err := st.Poll(ctx, int64(len(e.Steps)), e.emitted); err != nil {
			return &e.Result, err
		}
		if e.Empty {
			break
		}
		step, ok := e.next()
		if !ok {
			break
		}
		e.perform(step)
	}
	st.Nodes += int64(len(e.Steps))
	st.Updates += e.emitted
	return &e.Result, nil
}
