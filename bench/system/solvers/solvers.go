//go:build !js

// Package solvers has the definitions of outside solvers and model counters. Some are built in. It
// reads others from the user's configuration file and from experiments.
package solvers

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"counterproof/bench/system/tomlfile"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// Variable is the environment variable in which child processes find the definitions of an
// experiment, as TOML.
const Variable = "COUNTERPROOF_SOLVERS"

// BuiltIn is the Source of a definition that is a part of this program.
const BuiltIn = "built in"

// A Solver is the definition of an outside program.
type Solver struct {
	extern.Tool
	Source string // BuiltIn, the path of a file, or Variable
}

//go:embed builtin.toml
var builtin []byte

// The registry known has the definitions by name. It is read again if the configuration file has another
// path, or if the environment variable has changed.
var known struct {
	sync.Mutex
	config, text string
	byName       map[string]*Solver
	err          error
}

func load() (map[string]*Solver, error) {
	r := &known
	r.Lock()
	defer r.Unlock()
	config, _ := ConfigFile() // without a home, there is no configuration
	text := os.Getenv(Variable)
	if r.byName != nil && r.config == config && r.text == text {
		return r.byName, r.err
	}
	r.config, r.text, r.byName, r.err = config, text, map[string]*Solver{}, nil
	add := func(source string, text []byte) {
		tools, err := Parse(source, text)
		r.err = cmp.Or(r.err, err)
		for _, t := range tools { // a later definition replaces an earlier one of the same name
			r.byName[t.Name] = &Solver{t, source}
		}
	}
	add(BuiltIn, builtin)
	if config != "" {
		configured, err := os.ReadFile(config)
		if file, ok := errors.AsType[*fs.PathError](err); ok && !errors.Is(err, fs.ErrNotExist) {
			r.err = &tomlfile.Error{Path: config, Err: file.Err}
		}
		add(config, configured)
	}
	add(Variable, []byte(text))
	return r.byName, r.err
}

// Parse reads [[solver]] tables. The error is a *tomlfile.Error.
func Parse(path string, text []byte) ([]extern.Tool, error) {
	text, err := tomlfile.UTF8(text)
	if err == nil && len(text) > mostText {
		err = fmt.Errorf("want at most %d kB", mostText>>10)
	}
	if err != nil {
		return nil, &tomlfile.Error{Path: path, Err: err}
	}
	var all table
	f, _, err := tomlfile.Decode(path, text, &all, nil)
	if err == nil {
		err = Check(f, all.Solvers)
	}
	if err != nil {
		return nil, err
	}
	return all.Solvers, nil
}

// mostText limits the size of a file in bytes, because the TOML library is slow with many keys.
const mostText = 64 << 10

// Check checks the [[solver]] tables of a file. The error is a *tomlfile.Error.
func Check(f *tomlfile.File, tools []extern.Tool) error {
	seen := map[string]bool{}
	for i := range tools {
		at, t := fmt.Sprintf("solver[%d]", i), &tools[i]
		if err := t.Check(); err != nil {
			wrong, _ := errors.AsType[*extern.DefinitionError](err)
			return f.Errorf(at+"."+wrong.Key, "%w", wrong)
		}
		if seen[t.Name] && f.Path != Variable {
			return f.Errorf(at+".name", "a second solver is called %q", t.Name)
		}
		seen[t.Name] = true
	}
	return nil
}

// ConfigFile returns the path of the user's configuration file, which need not exist.
func ConfigFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "counterproof", "solvers.toml"), nil
}

// All returns all solvers, sorted by name, whether their programs are installed or not. If a file is
// wrong, the error says where, and the result lacks its solvers.
func All() ([]*Solver, error) {
	byName, err := load()
	return slices.SortedFunc(maps.Values(byName), func(a, b *Solver) int { return strings.Compare(a.Name, b.Name) }), err
}

// Find returns the definition of a name, or nil. The error says where a file is wrong, because this
// file may define the name.
func Find(name string) (*extern.Tool, error) {
	byName, err := load()
	if err != nil {
		return nil, err
	}
	if s := byName[name]; s != nil {
		return &s.Tool, nil
	}
	return nil, nil
}

// Names returns the names of all solvers, sorted. It ignores files that are wrong.
func Names() []string {
	all, _ := All()
	return wording.Each(all, func(s *Solver) string { return s.Name })
}

// Found returns the solvers whose programs are installed. It ignores files that are wrong.
func Found() []*extern.Tool {
	all, _ := All()
	var found []*extern.Tool
	for _, s := range all {
		if _, err := s.Path(); err == nil {
			found = append(found, &s.Tool)
		}
	}
	return found
}

// first lists the solvers of the first version, whose jobs have keys without a hash.
var first = strings.Fields("cadical clasp cryptominisat5 kissat minisat picosat")

// Suffix returns what the definition adds to the version of the method extern/NAME: nothing, or a
// hyphen and a hash of the definition.
func Suffix(t *extern.Tool) string {
	byName, _ := load()
	if s := byName[t.Name]; slices.Contains(first, t.Name) && s != nil && s.Source == BuiltIn {
		return ""
	}
	return "-" + t.Hash()
}

// Commands returns all commands of the definitions in words.
func Commands(tools []extern.Tool) string {
	var all []string
	for _, t := range tools {
		all = append(all, fmt.Sprintf("%s runs %q", t.Name, t.Command))
		if len(t.VersionCommand) > 0 {
			all = append(all, fmt.Sprintf("%s asks %q for its version", t.Name, t.VersionCommand))
		}
	}
	return strings.Join(all, ", ")
}

// Use makes the definitions of an experiment known to this process, and to the child processes that
// it starts later. They replace the definitions of the experiment before.
func Use(tools []extern.Tool) error {
	if len(tools) == 0 {
		return os.Unsetenv(Variable)
	}
	text, err := Format(tools)
	if err != nil {
		return err
	}
	return os.Setenv(Variable, string(text))
}

// Format returns the definitions as TOML.
func Format(tools []extern.Tool) ([]byte, error) { return tomlfile.Encode(table{tools}) }

type table struct {
	Solvers []extern.Tool `toml:"solver"`
}
