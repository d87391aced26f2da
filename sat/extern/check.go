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
