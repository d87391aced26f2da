//go:build !js

package extern

import (
	"fmt"
	"path/filepath"
)

// These are the values of Tool.Answer.
const (
	Competition = "competition" // s and v lines, as in the SAT competitions
	Minisat     = "minisat"     // SAT and one line of literals, or UNSAT
	AllModels   = "all-models"  // as Competition, with the values of all models in one run
	Counts      = "count"       // the number of models, as in the model counting competitions
)

// These are the values of Tool.Projection.
const (
	ProjectLine = "c project" // as clasp reads it
	ShowLine    = "c p show"  // as in the model counting competitions, after the line c t pmc
	IndLine     = "c ind"     // as ApproxMC reads it
)

// These are the values of Tool.Quirks.
const (
	exitsZero   = "exit-0"       // its exit status is 0, whatever the answer is
	endsEarly   = "no-final-0"   // its values do not end with 0
	omitsValues = "omits-values" // it omits variables that may have either value
)

// A Tool defines an outside program. Its keys are those of a [[solver]] table in a TOML file.
type Tool struct {
	Name string `toml:"name"` // of the method extern/NAME

	// Command has the program and its arguments. These words are replaced anywhere in an argument:
	// {file} by the path of a file with the formula, {answer} by the path to which the program writes
	// its answer, {models} by 0 if it lists all models and by 1 if one is enough, and {seed},
	// {seconds} and {memory} (in MB) by the Limits. Without {file}, the program reads the formula
	// from standard input. Without {answer}, it writes its answer to standard output.
	Command []string `toml:"command"`
	// OwnFolder is true if the program must run in the folder of its file.
	OwnFolder bool   `toml:"own_folder,omitempty"`
	Answer    string `toml:"answer"`
	// Projection is the line that names the projected variables. If it is empty, the program counts
	// or lists all models, so it is not run on formulas with auxiliary variables.
	Projection string `toml:"projection,omitempty"`
	// Complete is the exit status after a list of all models; 0 means 10.
	Complete int      `toml:"complete,omitempty"`
	Quirks   []string `toml:"quirks,omitempty"`

	// VersionCommand prints the version on its first line: the last word, or what the group of
	// VersionPattern matches. Without it, the version is a digest of the program's file.
	VersionCommand []string `toml:"version,omitempty"`
	VersionPattern string   `toml:"version_pattern,omitempty"`

	Package    string     `toml:"package,omitempty"` // Debian's package, if there is one
	Statistics Statistics `toml:"statistics,omitempty"`
}

// Statistics has a regular expression for each figure about the work of a run. It matches the line
// in which the program states the figure, and its only group matches the number. The lines are
// comments of the answer or, with {answer}, lines that the program prints. An empty pattern means
// that the program does not report the figure, or only rounded.
type Statistics struct {
	Conflicts    string `toml:"conflicts,omitempty"`
	Decisions    string `toml:"decisions,omitempty"`
	Propagations string `toml:"propagations,omitempty"`
	// OmitsZero is true if the program prints no line of conflicts or decisions when there were none,
	// but always prints a line of propagations.
	OmitsZero bool `toml:"omits_zero,omitempty"`
}

// A NotFoundError reports that the program of a tool is not on PATH, or that there is no program at
// its absolute path.
type NotFoundError struct{ Tool *Tool }

func (e *NotFoundError) Error() string {
	text := fmt.Sprintf("extern/%s: found no program %s", e.Tool.Name, e.Tool.Command[0])
	if !filepath.IsAbs(e.Tool.Command[0]) {
		text += " on PATH"
	}
	if e.Tool.Package != "" {
		text += fmt.Sprintf(" (Debian's package is %s)", e.Tool.Package)
	}
	return text
}
