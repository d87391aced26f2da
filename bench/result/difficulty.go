package result

// The values of Difficulty.Deduced.
const (
	Solved        = "solved"
	Stuck         = "stuck"
	Contradiction = "contradiction" // the rules see that there is no solution
	NotUnique     = "not unique"    // rules that take one solution for granted see that there is not one
)

// A Difficulty is what a job of the task deduce gives beside what others give too.
// With it the record's Count, Status and Digest, Nodes, Conflicts and Decisions
// are those of a search for a second solution without deduction, by the best
// native method and by SAT (the puzzle's default style, one run of the solver,
// sat/STYLE/cubes=0); its times are those of the deduction alone. Of a board that
// shows more on the way, as minesweeper does, both searches and LeftRemovable know
// the first position alone.
type Difficulty struct {
	Deduced      string   `json:"deduced"`
	Levels       []string `json:"levels"`         // that the method may use, the easiest first
	Level        string   `json:"level"`          // the hardest that was used; empty: no step
	LevelIndex   int64    `json:"level_index"`    // of Level among the puzzle's, from 0; -1: no step
	Steps        int64    `json:"steps"`          // each takes one value from one site
	StepsByLevel []int64  `json:"steps_by_level"` // as Levels

	// LongestWait is the most steps in a row of which none settles a site:
	// leaves it one value. It is 0 where sites have two values.
	LongestWait int64 `json:"longest_wait"`

	Left          int64  `json:"left"`                     // values at the end beyond one a site
	LeftRemovable *int64 `json:"left_removable,omitempty"` // values at the end that are in no solution within them; where it was asked for

	Clues     *int64 `json:"clues,omitempty"`      // groups of clues; absent where none can be left out
	FullClues *int64 `json:"full_clues,omitempty"` // of a solved board of the size
	Size      string `json:"size,omitempty"`       // height x width, of puzzles that say it
}
