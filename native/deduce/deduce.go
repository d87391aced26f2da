// Package deduce is deduction whose result does not depend on the order of the
// steps, after Eppstein, "Any-order puzzle deduction" (2023).
//
// The state is a set of bits, all true at first: a site may still take a value.
// A deduction turns one bit false, and no bit ever turns true again. A rule finds
// the deductions that its patterns trigger in a state. Where every deduction,
// once triggered, remains triggered until it is performed, the sequences of
// deductions are those of an antimatroid, and all of them that cannot go on end
// in the same state: if one ended with a bit that another has turned false, take
// the first such bit of the other; its pattern was triggered by bits that are
// false in both, and is still. A pattern that asks for false bits alone has the
// property (fewer values never untrigger it). One that asks for a true bit need
// not have it, and the check of this package, Walk, finds rules that lose a
// trigger so.
//
// The engine performs an easiest triggered deduction first, and the hardest level
// that it comes to is then the least of all orders that end where it ends. For let
// it be L: before its first step of that level nothing below L was triggered, so
// that it stood where every order of the levels below L ends. An order that gets
// further, as it did, leaves that state by a step of level L or harder.
//
// The package checks neither that a rule is sound nor that the rules suffice: it
// knows no solutions. It does not backtrack.
package deduce

import (
	"context"
	"iter"
	"math/bits"
	"math/rand/v2"

	"counterproof/native"
)

// Version is raised when answers or cost can change.
const Version = 1

// MaxValues is the number of values that a site can have, from 0.
const MaxValues = 64

// A Bit says that a site may take a value.
type Bit struct{ Site, Value int }

// A State has by site the values that are left: bit v for the value v.
type State []uint64

// Has reports whether the site may still take the value.
func (s State) Has(site, value int) bool { return s[site]>>value&1 == 1 }

// Value is the least value that the site may still take; MaxValues if there is
// none.
func (s State) Value(site int) int { return bits.TrailingZeros64(s[site]) }

// Each yields the values of a set of them, bit v for the value v.
func Each(set uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(bits.TrailingZeros64(set)) {
				return
			}
		}
	}
}

// AppendBits adds those of a set of values in a site.
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
	Statement string // for people: what its pattern is, and what it removes
	Unique    bool   // it is right only where there is one solution

	// Find emits every deduction that the rule's patterns trigger in the state,
	// at least those of which a pattern holds one of the changed sites, and may
	// emit one twice, or one that is performed. Changed may name a site twice.
	Find func(s State, changed []int32, emit Emit)
	// Facts are the false bits that make the step's pattern: in a state where
	// these alone are false the rule triggers the same deduction.
	Facts func(st *Step) []Bit
}

// Emit takes one deduction: the value goes from the site. The pattern, which it
// keeps, is for Facts and for people.
type Emit func(site, value int, p Pattern)

// A Pattern is where the pattern of a rule stands, in the rule's own terms.
type Pattern struct {
	Sites  []int  // those that make the pattern
	Values uint64 // those that it is about, bit v for the value v
	Clue   int    // which clue, group or line of the board it is about
}

// A Step is a deduction that was performed.
type Step struct {
	Rule *Rule
	Bit
	Pattern
}

// Facts are the false bits that the step rests on.
func (st *Step) Facts() []Bit { return st.Rule.Facts(st) }

// A Problem is a state and rules.
type Problem struct {
	Start State // by site the values that it may take before any deduction
	Rules []Rule
}

// Options say which deductions to perform, and which first.
type Options struct {
	Use      func(r *Rule) bool // nil: all rules
	Rand     *rand.Rand         // chooses among the triggered ones of the easiest level; nil: the first found
	AnyOrder bool               // with Rand: among those of all levels
	Limit    int                // steps; 0: no limit
}

// A Result is where deduction ended.
type Result struct {
	State State
	Steps []Step
	Level int  // the hardest that was used; -1: none
	Empty bool // some site has no value left: the board has no solution
}

// Run performs deductions until none is triggered, a site has no value left or
// the limit is reached. Stats counts a node for each step and an update for each
// deduction that a rule emitted. The error is that of st.Poll.
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
