// Package deduction defines what an instance that people solve step by step with techniques can do.
package deduction

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/draw"
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
	return slices.Compact(wording.Each(board.Rules(), func(r Rule) string { return r.Level }))
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

// A Rule is a human technique.
type Rule struct {
	Name      string `json:"rule"`
	Level     string `json:"level"`
	Statement string `json:"statement"`        // the pattern that the rule looks for, and the conclusion
	Unique    bool   `json:"unique,omitempty"` // whether the rule is valid only on boards with exactly one solution
}

// Options holds the options of Deduce. By default, Deduce uses all rules, and always performs
// the first step that it finds at the easiest possible level.
type Options struct {
	Use      func(r Rule) bool // nil means all rules
	Trap     string            // the name of a rule of HasTraps to use besides; empty means none
	From     []uint64          // the state to begin with; nil means the state of the board
	Rand     *rand.Rand        // if not nil, Deduce uses Rand to choose among the steps of the easiest level that has a step
	AnyOrder bool              // choose among the steps of all levels; needs Rand
	// If Moves is set, Deduce performs all steps with the same reason together and sets
	// Result.Moves. Rand and AnyOrder then choose among moves.
	Moves bool
	// If Final is set, only the end counts: the result has no steps, unless a rule that is used assumes
	// exactly one solution. Deduce then is several times as fast. It ignores Rand and Moves.
	Final bool
	// If Triggered is set, Deduce lists the steps of all levels that are possible in the state From,
	// and performs none. It asks every rule anew, and ignores Rand and Moves.
	Triggered bool
	// Each, if not nil, is called once for each move that is possible in the state From, the
	// easiest move first. The argument d holds only this move. After Each returns false, Deduce
	// does not call it again. If Each is set, Deduce performs no move, and ignores Rand and
	// Moves.
	Each func(d *Result) bool
}

// A Result is the result of Deduce.
type Result struct {
	Steps []Step
	// State holds the values that each site may still take. As soon as one site has no value left,
	// State becomes empty for all sites, so that every order of steps gives the same State.
	State []uint64
	// Solution is the solution that State describes if it leaves exactly one value for each site
	// and these values obey the rules of the puzzle. Otherwise Solution is nil.
	Solution *encode.Solution
	Broken   bool // a site has no value left, or the settled State breaks a rule of the puzzle
	// Assumed says that Broken relies on rules that assume exactly one solution. If Assumed is
	// true, the board has no solution or more than one solution.
	Assumed bool
	Level   string // the hardest level used; empty if there was no step

	// Text describes step i in a sentence. Facts returns the removed values that step i relies on.
	// Earlier steps have removed them. Picture draws the state before step i, the pattern of the
	// rule and the value that the step removes. The title of the picture is the rule and its
	// description is the sentence. Picture(len(Steps)) draws the last state. Picture may be nil.
	Text    func(i int) string
	Facts   func(i int) []Gone
	Picture func(i int) *draw.Picture

	// Moves groups the Steps into moves, in the order of the steps. It is empty without the option
	// Moves.
	Moves []Move
	// MoveText describes the i-th move in a sentence that names the technique, the cells and what
	// it removes. MoveFacts and MovePicture are like Facts and Picture, for moves: the picture shows
	// the state before the move, everything that it removes and what it places. MovePicture(len(Moves))
	// draws the last state. MovePicture is nil if Picture is nil.
	MoveText    func(i int) string
	MoveFacts   func(i int) []Gone
	MovePicture func(i int) *draw.Picture
	// Until returns the result of the first n moves, but does not set Assumed.
	// Until is nil without moves.
	Until func(n int) *Result
}

// A Move consists of steps with the same reason, and of their plain consequences. For
// example, the last place for a digit in a row settles a cell and removes the digit from other
// cells.
type Move struct {
	// Name is the name of the move. The sentence of the move begins with it. The name is "clue" if
	// the move spreads a value that the board gives, and otherwise the name of the Rule.
	Name  string
	Rule  Rule
	Steps []Step // a part of Result.Steps; never empty
	Own   int    // the first Own steps have the reason; the remaining steps follow from them
	Sites []int  // the sites of the rule's pattern
	// Placed holds the sites that the move settles, with their values. If a site has several values
	// at the start and one at the end, exactly one move places it. Usually, this is the move which
	// says that only one value is left. That move does not exist if nothing more follows from the
	// value. In this case, the move that removes the last other value places the site.
	Placed []Placed
	// Given says that the move only draws plain conclusions from values that the board gives.
	Given bool
}

// Placed says that a site takes a value.
type Placed = deduce.Bit

// A Step removes a value from a site.
type Step struct {
	Rule  Rule
	Gone  Gone
	Sites []int // the sites of the rule's pattern
}

// Gone says that a site cannot take a value.
type Gone = deduce.Bit

// Open returns how many values must still be removed until each site has one value left.
func (d *Result) Open() int {
	return wording.Sum(d.State, func(left uint64) int { return max(0, bits.OnesCount64(left)-1) })
}

// Unique reports whether a rule was used that assumes exactly one solution.
func (d *Result) Unique() bool {
	return slices.ContainsFunc(d.Steps, func(st Step) bool { return st.Rule.Unique })
}

// Found returns the moves whose field Given is false. The other moves only draw plain conclusions
// from values that the board gives.
func (d *Result) Found() []Move {
	return slices.DeleteFunc(slices.Clone(d.Moves), func(m Move) bool { return m.Given })
}

// Waiting looks at the moves that Found returns. It returns the largest number of consecutive moves
// that place no value.
func (d *Result) Waiting() int {
	longest, n := 0, 0
	for _, m := range d.Found() {
		if n++; len(m.Placed) > 0 {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}

// Verdict returns how the deduction ended: "solved"; "stuck"; "contradiction" if it proved that
// there is no solution; or "not unique" if it proved that the number of solutions is not one.
func (d *Result) Verdict() string {
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
