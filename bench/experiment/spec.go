// Package experiment reads experiment files, which say which jobs there are: suites of boards,
// methods and limits. It makes the jobs, divides them into shards, and estimates their time.
package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"counterproof/bench/judge"
	"counterproof/bench/method"
	"counterproof/bench/result"
	"counterproof/encode"
	"counterproof/encode/nearest"
)

// A Spec is an experiment, read from a TOML file:
//
//	title    = "The year"                 # of the report
//	question = "Which day is hardest?"    # prose; what a reader wants to know
//	cost     = { quick = "20s", full = "3h" } # of all jobs, as measured, processor's time
//	suspects = ["gophersat/countmodels"]  # methods under test, whose wrong answers are what
//	                                      # the experiment is about: they do not fail a run
//	full     = true                       # run the full size; so does run --full
//
//	[[suite]]                             # one or more: every method on every instance
//	name        = "year"                  # in its records; no other suite has it; the default is
//	                                      # the puzzle, with a number where that is taken
//	puzzle      = "calendar"
//	instances   = ["year", "01-25"]       # as on the command line: sets, notations, @FILE, @FOLDER
//	methods     = ["native", "sat/cubes"] # resolved for each instance
//	generate    = { size = "3x6 5x6", number = 20, seed = 1, difficulty = "hard", minimal = true }
//	                                      # more instances, or all: number of each size, as the
//	                                      # command generate makes them; all but number may be left out
//	random      = { size = "10x10", density = [0.3, 0.5], number = 20, seed = 1 }
//	                                      # and boards at random, number of each size and density
//	task        = "count"                 # count (the default), solve, unique, deduce, whose
//	                                      # methods are rules and rules/LEVEL, or explain,
//	                                      # whose method is theory
//	list        = true                    # list the solutions, so that sets are compared, even where
//	                                      # a method can count without
//	trace       = true                    # keep the time of every solution
//	orbits      = true                    # count solutions up to symmetry (rotations, reflections,
//	                                      # colour swaps), as count --up-to-symmetry does
//	fresh       = true                    # one job a process, where peak memory matters
//	possible    = true                    # of deduce: how many of the values left are in no solution
//	repetitions = 3                       # default 1
//	seed        = 7                       # of methods that draw
//	limits      = { solutions = 1000, wall = "10m", cpu = "10m", memory = "2GB" }
//	optional    = true                    # a method whose program is not on PATH is left out
//	full        = { generate = { number = 1000 }, repetitions = 10 }
//	                                      # instead, in the full size: any of instances, generate,
//	                                      # random, methods, repetitions and limits; what is left
//	                                      # out of a table stays as it is
//
//	[[plot]]                              # in the order of the report; docs/plots.md has all
//	kind     = "heatmap-year"
//	name     = "year"                     # of its files; the following may be left out too
//	title    = "The year"
//	caption  = "Prose."
//	instance = "01-25"                    # where the kind draws one
//	suites   = ["year"]                   # whose records; all if left out
//	methods  = ["native", "sat/cubes"]    # as resolved, or the beginning of it; all if left out
//	measure  = "cpu_seconds"              # a number of the records, by its key
//	by       = "density"                  # what the horizontal axis or the rows are
//	width    = "column"                   # 3.4 inches instead of 7.4
//
// Paths are relative to the file's folder. A limit that is left out is none;
// times are as in Go ("1m30s"), sizes as ParseSize reads them. A key that is not
// in this list is an error.
type Spec struct {
	Title    string         `toml:"title"`
	Question string         `toml:"question"`
	Cost     Cost           `toml:"cost"`
	Full     bool           `toml:"full"`
	Suspects judge.Suspects `toml:"suspects"`
	Suites   []Suite        `toml:"suite"`
	Plots    []Plot         `toml:"plot"`

	Path string `toml:"-"` // of the file
	Text []byte `toml:"-"`

	// Missing is what Jobs left out of optional suites, one line each.
	Missing []string `toml:"-"`

	absent []string // methods of both sizes whose programs are not on PATH, as the file has them

	// Places are the places of the jobs that Jobs has made, in their order. A job has one for
	// each suite that has it and each density at which it was drawn there.
	Places []result.Place `toml:"-"`

	jobs int // so many has Jobs made

	at positions
}

// SameJobs reports whether two experiments have the same suites in the same size, whatever they
// draw.
func (s *Spec) SameJobs(other *Spec) bool {
	return s.Full == other.Full && reflect.DeepEqual(s.Suites, other.Suites)
}

// LeftOut returns a function that reports whether Jobs left out a method of that name, because its
// program is not on PATH. It returns nil if Jobs left out nothing.
func (s *Spec) LeftOut() func(name string) bool {
	if len(s.Missing) == 0 {
		return nil
	}
	return s.isAbsent
}

// isAbsent reports whether either size has a method of that name whose program is not on PATH.
func (s *Spec) isAbsent(name string) bool {
	return slices.ContainsFunc(s.absent, func(a string) bool { return method.HasPrefix(name, a) })
}

// Name is the name of the file, without its folder.
func (s *Spec) Name() string { return filepath.Base(s.Path) }

// A Cost is the processor's time that an experiment takes, as measured on
// whatever its comment says; 0 where no one has.
type Cost struct {
	Quick duration `toml:"quick"`
	Full  duration `toml:"full"`
}

// A Plot is one picture of the report. All but Kind may be left out.
type Plot struct {
	Kind     string `toml:"kind"`
	Name     string `toml:"name"`     // of its files
	Title    string `toml:"title"`    // instead of the kind's own
	Caption  string `toml:"caption"`  // in front of the kind's own
	Instance string `toml:"instance"` // where the kind draws one

	Suites  []string `toml:"suites"`
	Methods []string `toml:"methods"`
	Measure string   `toml:"measure"`
	By      string   `toml:"by"`
	Width   string   `toml:"width"`
}

// A SpecError says where an experiment file is wrong; Line and Column count
// from 1, 0 where the whole file is meant.
type SpecError struct {
	Path         string
	Line, Column int
	Err          error
}

func (e *SpecError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s:%d:%d: %v", e.Path, e.Line, e.Column, e.Err)
}

func (e *SpecError) Unwrap() error { return e.Err }

// ReadSpec reads an experiment file, of both sizes, and checks it as far as that takes
// no puzzle. kinds are the kinds of plots there are. The error is a *SpecError, which may
// wrap that of the file system.
func ReadSpec(path string, kinds []string) (*Spec, error) { return readSpec(path, kinds, false) }

// ReadFullSpec reads the full size of an experiment, and says so in its Text.
func ReadFullSpec(path string, kinds []string) (*Spec, error) { return readSpec(path, kinds, true) }

// maxText is the most bytes of a file. The library compares each key with all others, and
// takes 10 s for 250 kB of short ones.
const maxText = 64 << 10

func readSpec(path string, kinds []string, full bool) (*Spec, error) {
	text, err := readText(path)
	if err != nil {
		var file *fs.PathError
		if errors.As(err, &file) {
			err = file.Err // the path is said already
		}
		return nil, &SpecError{path, 0, 0, err}
	}
	return parseSpec(path, text, kinds, full)
}

func readText(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxText+1))
}

// ParseSpec is ReadSpec on the text of a file, or on a Text of ReadFullSpec.
func ParseSpec(path string, text []byte, kinds []string) (*Spec, error) {
	text, full := bytes.CutPrefix(text, []byte(sized)) // lines count as in the file
	return parseSpec(path, text, kinds, full)
}

// sized is the line in front of the Text of ReadFullSpec, where the file does not say
// what size it is.
const sized = "full = true # --full\n"

// fullText is the text of the full size, which ParseSpec reads.
func (s *Spec) fullText(text []byte) []byte {
	if at, ok := s.at["full"]; ok {
		return slices.Concat(text[:at.value.Offset], []byte("true"), text[at.value.Offset+len("false"):])
	}
	return slices.Concat([]byte(sized), text)
}

func parseSpec(path string, text []byte, kinds []string, full bool) (*Spec, error) {
	if len(text) > maxText {
		return nil, &SpecError{path, 0, 0, fmt.Errorf("want at most %d kB: long lists of instances go into files of their own, as @FILE", maxText>>10)}
	}
	text, err := utf8Text(text)
	if err != nil {
		return nil, &SpecError{path, 1, 1, err}
	}
	s := &Spec{Path: path, Text: text}
	tree, err := s.decode(text)
	if err != nil {
		return nil, err
	}
	if full && !s.Full {
		s.Full, s.Text = true, s.fullText(text)
	}
	if s.Title == "" {
		return nil, s.errorf("title", "an experiment has a title")
	}
	if len(s.Suites) == 0 {
		return nil, s.errorf("suite", "an experiment has a [[suite]]")
	}
	jobs := 0
	for i, table := range tree["suite"].([]any) {
		if err := s.complete(i, table.(map[string]any)); err != nil {
			return nil, err
		}
		if jobs += s.Suites[i].least(); jobs > MaxJobs {
			return nil, s.errorf(suitePath(i), "with this suite more than %d jobs: an experiment has at most so many", MaxJobs)
		}
	}
	s.nameSuites()
	for i, p := range s.Plots {
		if !slices.Contains(kinds, p.Kind) {
			return nil, s.errorf(fmt.Sprintf("plot[%d].kind", i), "no plot of kind %q: %s", encode.Short(p.Kind), nearest.Want(p.Kind, kinds))
		}
	}
	return s, nil
}

// errorf is an error at a value, or at the table it is missing from.
func (s *Spec) errorf(path, format string, args ...any) error {
	at := s.at.find(path).value
	return &SpecError{s.Path, at.Line, at.Column, fmt.Errorf(format, args...)}
}
