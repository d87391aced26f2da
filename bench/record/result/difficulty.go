package result

// The values of Difficulty.Deduced.
const (
	Solved        = "solved"
	Stuck         = "stuck"
	Contradiction = "contradiction" // the rules show that there is no solution
	NotUnique     = "not unique"    // rules that assume a unique solution show that there is no solution or more than one
)

// A Difficulty holds the fields of a record that only the task deduce has.
//
// In such a record, WallSeconds and CPUSeconds measure only the deduction. The other results come
// from two searches that look for a second solution without deduction. Nodes comes from the best
// native method. Count, Status, Digest, Conflicts and Decisions come from SAT in the puzzle's
// default style with one run of the solver (sat/STYLE/cubes=0).
//
// Some boards, such as boards of minesweeper, reveal more cells during the deduction. For such a
// board, the two searches and LeftRemovable use only the cells that are visible at the
// beginning.
type Difficulty struct {
	Deduced      string   `json:"deduced"`
	Levels       []string `json:"levels"`         // the levels that the method is allowed to use, the easiest first
	Level        string   `json:"level"`          // the hardest level that was used; empty if there was no step
	LevelIndex   int64    `json:"level_index"`    // the index of Level in Levels, from 0; -1 if there was no step
	Steps        int64    `json:"steps"`          // each step removes one value from one site
	StepsByLevel []int64  `json:"steps_by_level"` // the number of steps of each level, in the order of Levels

	// LongestWait is the length of the longest run of steps that settle no site. A step that
	// leaves one value of a site settles the site. If every site has two values, LongestWait is
	// 0.
	LongestWait int64 `json:"longest_wait"`

	// Left is the number of values that remain at the end, minus one for each site.
	Left int64 `json:"left"`
	// LeftRemovable counts the values that remain at the end although no solution within the
	// remaining values has them. Without the option Possible, LeftRemovable is nil.
	LeftRemovable *int64 `json:"left_removable,omitempty"`

	Clues     *int64 `json:"clues,omitempty"`      // groups of clues; nil if the puzzle's clues cannot be left out
	FullClues *int64 `json:"full_clues,omitempty"` // groups of clues of a solved board of this size
	Size      string `json:"size,omitempty"`       // height x width; empty if the puzzle does not state it

	// Moves counts the moves of a second deduction. A move removes everything that one reason
	// excludes. Moves that only draw plain conclusions from given values do not count. The time of
	// this deduction is not measured. Moves is nil in records of earlier versions.
	Moves *int64 `json:"moves,omitempty"`
}
