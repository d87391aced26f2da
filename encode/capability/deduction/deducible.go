// Package deduction defines what an instance that people solve step by step with techniques can do.
package deduction

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
)

// Deducible is an instance that can be solved step by step with human techniques.
//
// Deduction works on a state, which holds for each site the set of values that the site may still
// take. Bit v of State[i] stands for the value v of site i, so no site has more than 64 values. A
// step removes one value from one site. No step ever adds a value.
type Deducible interface {
	encode.Instance
	// Rules lists the techniques for such boards, sorted by level, the easiest level first. The
	// list is the same for all boards of a puzzle.
	Rules() []Rule
	// Deduce performs steps until no rule finds another step. If ctx ends first, the error is
	// ctx.Err(), and the result holds the steps found so far.
	Deduce(ctx context.Context, st *native.Stats, o Options) (*Result, error)
}

// TrapLevel is the level of traps.
const TrapLevel = "trap"

// HasTraps is a deducible instance with rules that show a mistake in reasoning. The steps of such a rule
// are right, but they lose information, so that a later step may no longer be possible. Only
// Options.Trap switches a trap on.
type HasTraps interface {
	Deducible
	Traps() []Rule
}

// Traps lists the traps of a board.
func Traps(in encode.Instance) []Rule {
	if board, ok := in.(HasTraps); ok {
		return board.Traps()
	}
	return nil
}

// Of returns the instance as a Deducible, unless it has no techniques or a site with more values than a
// state can hold.
func Of(in encode.Instance) (board Deducible, ok bool) {
	board, ok = in.(Deducible)
	return board, ok && !slices.ContainsFunc(in.Sites(), func(n int) bool { return n > deduce.MaxValues })
}

// Missing says what is missing if Of returns false.
func Missing(in encode.Instance) string {
	if _, ok := in.(Deducible); ok {
		return fmt.Sprintf("no rules of deduction for boards with more than %d values in a site", deduce.MaxValues)
	}
	return "no rules of deduction"
}

// HasHiddenSolution is a deducible instance that reveals more clues when sites are settled. The
// formula has only the clues of the board at the start. So deduction can find values that do not
// follow from the formula.
type HasHiddenSolution interface {
	Deducible
	// Hidden returns the solution that the board reveals step by step, or nil if it reveals
	// nothing.
	Hidden() *encode.Solution
}

// HasPaperBoard is an instance that reveals more of itself while it is solved. So it cannot be
// solved on paper in its first form.
type HasPaperBoard interface {
	encode.Instance
	// PaperBoard returns a board of the same puzzle that shows so much from the beginning that it
	// has exactly one solution. The human techniques for the instance also solve this board. The
	// same instance always gives the same board. PaperBoard returns nil if the instance reveals
	// nothing. The error is ctx.Err().
	PaperBoard(ctx context.Context) (encode.Instance, error)
}

// Levels lists the levels of the rules for the board, the easiest first. A board that is not Deducible
// has none.
func Levels(in encode.Instance) []string {
	board, ok := Of(in)
	if !ok {
		return nil
	}
	var levels []string
	for _, r := range board.Rules() {
		if !slices.Contains(levels, r.Level) {
			levels = append(levels, r.Level)
		}
	}
	return levels
}

// LevelWords explains the names of levels that players cannot know. Each text says what a player does.
var LevelWords = map[string]string{
	"chain":         "looking several moves ahead",
	"contradiction": "trying a move",
	"exact":         "comparing all cases",
	"kempe":         "following two colours",
	"probing":       "trying cells and ships",
	"unreasonable":  "beyond hard",
}

// NamedLevel returns the name of a level, followed by its LevelWords in parentheses if it has any.
func NamedLevel(level string) string {
	if words := LevelWords[level]; words != "" {
		return fmt.Sprintf("%s (%s)", level, words)
	}
	return level
}

// LevelHelp is a sentence for help texts that explains the levels with LevelWords.
func LevelHelp() string {
	names := slices.Sorted(maps.Keys(LevelWords))
	return "Besides easy, normal, hard and extreme, some puzzles have levels of their own: " + strings.Join(wording.Each(names, NamedLevel), ", ") + "."
}
