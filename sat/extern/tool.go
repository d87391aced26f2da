//go:build !js

package extern

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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

// These words may occur in Tool.Command.
const (
	filePlace    = "{file}"
	answerPlace  = "{answer}"
	modelsPlace  = "{models}"
	seedPlace    = "{seed}"
	secondsPlace = "{seconds}"
	memoryPlace  = "{memory}"
)

// A DefinitionError says which key of a Tool is wrong, such as command or statistics.decisions.
type DefinitionError struct {
	Key string
	Err error
}

func (e *DefinitionError) Error() string { return e.Key + ": " + e.Err.Error() }
func (e *DefinitionError) Unwrap() error { return e.Err }

var toolName = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}$`)

// gophersat is the name of the solver of the methods sat and gophersat/countmodels in records.
const gophersat = "gophersat"

// Check returns a *DefinitionError if the definition cannot be used. It does not look for the
// program.
func (t *Tool) Check() error {
	wrong := func(key, format string, args ...any) error {
		return &DefinitionError{key, fmt.Errorf(format, args...)}
	}
	oneOf := func(key, value string, values ...string) error {
		if slices.Contains(values, value) {
			return nil
		}
		return wrong(key, "want one of %q, got %.40q", values, value)
	}
	if !toolName.MatchString(t.Name) || t.Name == gophersat {
		return wrong("name", "want at most 40 letters, digits, _ and -, but not %s, got %.60q", gophersat, t.Name)
	}
	if err := checkProgram(t.Command); err != nil {
		return wrong("command", "%w", err)
	}
	if err := checkProgram(t.VersionCommand); err != nil && len(t.VersionCommand) > 0 {
		return wrong("version", "%w", err)
	}
	errs := []error{
		oneOf("answer", t.Answer, Competition, Minisat, AllModels, Counts),
		oneOf("projection", t.Projection, "", ProjectLine, ShowLine, IndLine),
	}
	for _, quirk := range t.Quirks {
		errs = append(errs, oneOf("quirks", quirk, exitsZero, endsEarly, omitsValues))
	}
	if t.Complete < 0 || t.Complete > 255 || t.Complete != 0 && t.Answer != AllModels {
		errs = append(errs, wrong("complete", "want an exit status from 1 to 255, and the answer %q", AllModels))
	}
	if t.Projection != "" && t.Answer != AllModels && t.Answer != Counts {
		errs = append(errs, wrong("projection", "want no projection, because the program finds one model at a time"))
	}
	for i, key := range []string{"conflicts", "decisions", "propagations"} {
		errs = append(errs, checkPattern("statistics."+key, t.Statistics.patterns()[i]))
	}
	errs = append(errs, checkPattern("version_pattern", t.VersionPattern))
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func checkPattern(key, text string) error {
	re, err := regexp.Compile(text)
	if err == nil && text != "" && re.NumSubexp() != 1 {
		err = errors.New("want one group in parentheses, which matches the value")
	}
	if err != nil {
		return &DefinitionError{key, err}
	}
	return nil
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// checkProgram refuses a relative path with a slash. What such a path names depends on the current
// folder.
func checkProgram(words []string) error {
	if len(words) == 0 || words[0] == "" {
		return errors.New("want a list of words that begins with the program")
	}
	if p := words[0]; strings.ContainsAny(p, `/\`) && !filepath.IsAbs(p) {
		return fmt.Errorf("%.80q depends on the current folder: want an absolute path, or the name of a program on PATH", p)
	}
	for i, w := range words {
		if strings.ContainsRune(w, 0) {
			return fmt.Errorf("word %d has a NUL character", i+1)
		}
		for _, p := range placeholder.FindAllString(w, -1) {
			if !slices.Contains(places, p) {
				return fmt.Errorf("unknown placeholder %s: want one of %s", p, strings.Join(places, ", "))
			}
		}
	}
	return nil
}

var places = []string{filePlace, answerPlace, modelsPlace, seedPlace, secondsPlace, memoryPlace}

// uses reports whether the command has a placeholder.
func (t *Tool) uses(place string) bool {
	return slices.ContainsFunc(t.Command, func(w string) bool { return strings.Contains(w, place) })
}

func (t *Tool) has(quirk string) bool { return slices.Contains(t.Quirks, quirk) }
