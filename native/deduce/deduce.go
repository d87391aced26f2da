// Package deduce performs deductions whose result does not depend on the order of the steps, after
// Eppstein, "Any-order puzzle deduction" (2023).
//
// The state is a set of bits, one for each site and value. A true bit means that the site may still
// take the value. A deduction makes one bit false, and no bit ever becomes true again. A rule finds
// the deductions that its patterns trigger in a state.
//
// Suppose that every deduction, once triggered, remains triggered until it is performed. Then the
// sequences of deductions form an antimatroid, and all sequences that cannot be continued end in
// the same state. The reason is as follows. Suppose that a bit is true at the end of one such
// sequence A, and that another sequence B makes the bit false. Take the first such bit of B. The
// false bits that triggered the pattern for this bit are also false at the end of A, so A could be
// continued.
//
// A deduction whose pattern needs only false bits remains triggered, because the bits stay false.
// If the pattern also needs true bits, the deduction might not remain triggered. The tests find rules
// whose deductions do not remain triggered.
//
// The engine always performs an easiest triggered deduction. Every other order that ends in the
// same state needs a level at least as hard as the hardest level of the engine. To see this, let L
// be the hardest level that the engine uses. When it performed its first step of level L, no
// deduction of an easier level was triggered. So at this time, it was in the state in which every
// order of steps below level L ends. Any order that gets further needs a step of level L or harder.
//
// RunMoves performs the same deductions in moves. A move performs all steps that have the same
// reason.
//
// The package checks neither whether a rule is sound nor whether the rules suffice, because it
// knows no solutions. It does not backtrack.
package deduce

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"counterproof/native"
)

// MaxValues is the largest number of values of a site. Values are numbered from 0.
const MaxValues = 64

// A Bit is the statement that a site may still take a value. If the site may not take the value in
// a state, the bit is false in this state, and the state has lost the bit.
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

// AppendBits appends the bits of a set of values, for each of the sites.
func AppendBits(list []Bit, set uint64, sites ...int) []Bit {
	for _, site := range sites {
		for v := range Each(set) {
			list = append(list, Bit{site, v})
		}
	}
	return list
}

// EmitAll emits all values that are left in a state, because the pattern shows that there is no solution.
func (s State) EmitAll(p Pattern, emit Emit) {
	for site, left := range s {
		for v := range Each(left) {
			emit(site, v, p)
		}
	}
}

// Settled reports whether every site has one value left.
func (s State) Settled() bool {
	return !slices.ContainsFunc(s, func(left uint64) bool { return bits.OnesCount64(left) != 1 })
}

// A Rule finds deductions: values that its patterns exclude.
type Rule struct {
	Name      string
	Level     int    // from 0, the easiest
	Statement string // for people: the pattern, and the values that it removes
	Unique    bool   // valid only for boards with one solution

	// Find emits the deductions that the patterns of the rule trigger in the state. It may leave
	// out a deduction if no pattern for it contains a changed site. It may emit a deduction twice,
	// or a deduction that has already been performed. The list of changed sites may contain a site
	// twice.
	Find func(s State, changed []int32, emit Emit)
	// Facts returns the false bits that form the pattern of a step. In a state where only these
	// bits are false, the rule triggers the same deduction.
	Facts func(st *Step) []Bit
	// Tell describes the pattern of steps in words. The steps have the same reason.
	Tell func(steps []Step) string

	Moves
}

// Emit receives one deduction: the site cannot take the value. The step keeps the pattern. From the
// pattern, Facts finds the false bits on which the deduction rests, and explanations show the
// pattern.
type Emit func(site, value int, p Pattern)

// A Pattern says where on the board the pattern of a rule occurs. Each rule decides what the fields
// mean for its own patterns.
type Pattern struct {
	Sites  []int  // the sites that form the pattern
	Values uint64 // the values of the pattern: bit v for the value v
	Clue   int    // the number of a clue, group or line of the board
	Proof  any    // what else the rule needs to explain the deduction
}

// A Step is one deduction: the rule that found it, the bit that it removes, and the pattern.
type Step struct {
	Rule *Rule
	Bit
	Pattern
}

// Facts returns the false bits on which the step rests.
func (st *Step) Facts() []Bit { return st.Rule.Facts(st) }

// Tell describes the pattern of the step in words.
func (st *Step) Tell() string { return st.Rule.Tell([]Step{*st}) }

// A Problem is a start state with rules.
type Problem struct {
	Start State // for each site, the values that it may take before any deduction
	Rules []Rule
}

// Options choose the deductions to perform, and their order.
type Options struct {
	Use      func(r *Rule) bool // nil: all rules
	Rand     *rand.Rand         // chooses one of the easiest triggered deductions at random; nil: the first that was found
	AnyOrder bool               // with Rand: chooses one of all triggered deductions
}

// A Result holds the final state of a run and the steps that led to it.
type Result struct {
	State State
	Steps []Step
	Moves []Move // RunMoves only: the steps, divided into moves
	Level int    // the hardest level that was used; -1: none
	Empty bool   // some site has no value left: the board has no solution
}

// Until returns the result of the first n moves of a run of RunMoves that began in the state start.
func (r *Result) Until(start State, n int) *Result {
	last := r.Moves[n-1]
	x := &Result{State: slices.Clone(start), Steps: r.Steps[:last.First+last.N], Moves: r.Moves[:n]}
	for _, st := range x.Steps {
		x.State[st.Site] &^= 1 << st.Value
		x.Level = max(x.Level, st.Rule.Level)
	}
	x.Empty = slices.Contains(x.State, 0)
	return x
}

// Run performs deductions until none is triggered or a site has no value left. Run adds to st a node for each step and an update for each deduction that a rule emits.
// Run returns the error of st.Poll.
func (p *Problem) Run(ctx context.Context, st *native.Stats, o Options) (*Result, error) {
	e := newEngine(p, o, (*engine).pend)
	return e.repeat(ctx, st, func() bool {
		step, ok := e.next()
		if ok {
			e.perform(step)
		}
		return ok
	})
}

// ErrLimit is the error of Reach if there are more states than the given limit.
var ErrLimit = errors.New("too many states")

// A Reached is a state that some order of deductions reaches.
type Reached struct {
	State
	Level  int      // lowest level that suffices to reach the state; -1: the start
	Next   []int    // indices of the states that one more deduction reaches; empty: no deduction is triggered
	Orders *big.Int // the number of orders of deductions that reach the state
	from   int      // the first state from which a deduction leads here
}

// Reach lists the states that at least one order of deductions reaches, by the number of lost bits,
// from the given state on. An order is a sequence of bits, whichever rules remove them. If there are
// more states than the given limit, Reach returns the first of them and ErrLimit. A state in which a
// site has no value counts as a last state, from which no deduction leads on. The function triggered
// returns the deductions that are triggered in a state, as Problem.Triggered does. Reach also returns
// its errors and ctx.Err().
//
// If all deductions remain triggered, the bits lost in each state form the feasible sets of an
// antimatroid. So there is exactly one last state. For any two states, there is a state that has
// lost exactly the bits that at least one of the two has lost (Korte, Lovasz and Schrader,
// Greedoids, 1991).
func Reach(ctx context.Context, start State, limit int, triggered func(s State) ([]Step, error)) ([]Reached, error) {
	number := map[string]int{key(start): 0}
	list := []Reached{{State: start, Level: -1, Orders: big.NewInt(1)}}
	for at := 0; at < len(list); at++ { // every deduction loses one bit, so all orders that reach this state are counted
		if err := ctx.Err(); err != nil {
			return list, err
		}
		if slices.Contains(list[at].State, 0) {
			continue
		}
		steps, err := triggered(list[at].State)
		if err != nil {
			return list, err
		}
		for _, st := range steps {
			s := slices.Clone(list[at].State)
			s[st.Site] &^= 1 << st.Value
			name := key(s)
			i, ok := number[name]
			if !ok {
				if len(list) == limit {
					return list, ErrLimit
				}
				i = len(list)
				number[name] = i
				list = append(list, Reached{State: s, Level: math.MaxInt, Orders: new(big.Int), from: at})
			}
			to := &list[i]
			to.Level = min(to.Level, max(list[at].Level, st.Rule.Level))
			if !slices.Contains(list[at].Next, i) { // several rules may remove the bit
				list[at].Next = append(list[at].Next, i)
				to.Orders.Add(to.Orders, list[at].Orders)
			}
		}
	}
	return list, nil
}

// Path returns the indices of the states of one order that reaches the state with the given index.
func Path(list []Reached, at int) []int {
	path := []int{at}
	for ; at > 0; at = list[at].from {
		path = append(path, list[at].from)
	}
	slices.Reverse(path)
	return path
}

func key(s State) string {
	b, _ := binary.Append(nil, binary.LittleEndian, []uint64(s))
	return string(b)
}
