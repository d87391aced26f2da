package encode

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"counterproof/encode/draw"
)

// A Rule is a way of reasoning that people use.
type Rule struct {
	Name, Level string
	Statement   string // what it sees and what it concludes
	Unique      bool   // it is right only on boards with one solution
}

// A Deducing says how to deduce. The zero value takes all rules and, each time, the
// first step found of the easiest level that has one.
type Deducing struct {
	Use      func(r Rule) bool // nil: all rules
	From     []uint64          // the state to begin with; nil: the board's
	Rand     *rand.Rand        // draws among the steps of the easiest level that has any
	AnyOrder bool              // draws among the steps of all levels; wants Rand
	Walk     bool              // as AnyOrder, and asks every rule anew after each step: slow, a check of the rules
	Limit    int               // steps; 0: no limit
}

// Deduced is what came of it.
type Deduced struct {
	Steps    []DeducedStep
	State    []uint64  // what is left of each site; where one has no value left, nothing is left of any, so that every order ends alike
	Solution *Solution // that the state settles; nil where it does not, or no solution
	Broken   bool      // a site has no value left, or the settled state breaks a rule of the puzzle
	Assumed  bool      // Broken, and only by rules that take one solution for granted: there is none or more than one
	Level    string    // the hardest that was used; empty: no step
	Lost     error     // of Walk: the first step that was to be had, and no more after another one

	// Text says the i-th step in a sentence; Facts are the values gone from
	// sites on which it rests; Picture draws the state before it, the pattern and
	// what goes, or for i = len(Steps) the last state; its title is the rule and
	// its description the sentence. Picture may be nil.
	Text    func(i int) string
	Facts   func(i int) []Gone
	Picture func(i int) *draw.Picture
}

// A DeducedStep takes a value from a site.
type DeducedStep struct {
	Rule  Rule
	Gone  Gone
	Sites []int // that make the rule's pattern
}

// Gone is a value that a site cannot take.
type Gone struct{ Site, Value int }

// Open is the number of values left beyond one a site.
func (d *Deduced) Open() int {
	n := 0
	for _, left := range d.State {
		n += max(0, bits.OnesCount64(left)-1)
	}
	return n
}

// Unique reports whether a rule was used that takes one solution for granted.
func (d *Deduced) Unique() bool {
	return slices.ContainsFunc(d.Steps, func(st DeducedStep) bool { return st.Rule.Unique })
}

// Verdict says how it ended: solved, stuck, contradiction where there is no
// solution, or not unique where there is not one.
func (d *Deduced) Verdict() string {
	switch {
	case d.Solution != nil:
		return "solved"
	case d.Broken && d.Assumed:
		return "not unique"
	case d.Broken:
		return "contradiction"
	}
	return "stuck"
}

// Levels lists the levels of the board's rules, the easiest first.
func Levels(in Deducible) []string {
	var levels []string
	for _, r := range in.Rules() {
		if !slices.Contains(levels, r.Level) {
			levels = append(levels, r.Level)
		}
	}
	return levels
}
