// Package experiment reads experiment files, which list suites of boards, methods and limits. It
// makes the jobs, divides them into shards, and estimates their time.
package experiment

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/system/solvers"
	"counterproof/bench/system/tomlfile"
	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// A Spec is an experiment, read from a TOML file:
//
//	title    = "The year"                 # of the report
//	question = "Which day is hardest?"    # prose: what a reader wants to know
//	cost     = { quick = "20s", full = "3h" } # measured CPU time of all jobs
//	suspects = ["gophersat/countmodels"]  # methods under test: their wrong answers, which the
//	                                      # experiment is about, do not fail a run
//	full     = true                       # run the full size, as run --full does
//
//	[[suite]]                             # one or more: every method on every instance
//	name        = "year"                  # a unique name for its records; by default the puzzle,
//	                                      # with a number if that name is taken
//	puzzle      = "calendar"
//	instances   = ["year", "01-25"]       # as on the command line: sets, notations, @FILE, @FOLDER
//	methods     = ["native", "sat/cubes"] # resolved for each instance
//	generate    = { size = "3x6 5x6", number = 20, seed = 1, difficulty = "hard", minimal = true }
//	                                      # instances as the command generate makes them, number of
//	                                      # each size; only number is required
//	random      = { size = "10x10", density = [0.3, 0.5], number = 20, seed = 1 }
//	                                      # instances at random, number of each size and density
//	task        = "count"                 # count (the default), solve, unique, deduce (its methods
//	                                      # are rules and rules/LEVEL) or explain (its method is
//	                                      # theory)
//	list        = true                    # list the solutions to compare the sets, even if a
//	                                      # method can count without listing
//	together    = true                    # count boards that differ only in their open cells in one
//	                                      # search, without times, if there are no limits
//	trace       = true                    # keep the time of every solution
//	orbits      = true                    # count solutions up to symmetry (rotations, reflections,
//	                                      # colour swaps), as count --up-to-symmetry does
//	fresh       = true                    # one process per job, to measure peak memory
//	possible    = true                    # for deduce: count the remaining values that are in no solution
//	repetitions = 3                       # default 1
//	seed        = 7                       # for methods that use random numbers
//	limits      = { solutions = 1000, wall = "10m", cpu = "10m", memory = "2GB" }
//	optional    = true                    # leave out methods whose programs are not on PATH
//	full        = { generate = { number = 1000 }, repetitions = 10 }
//	                                      # replaces any of instances, generate, random, methods,
//	                                      # repetitions and limits in the full size; keys left out
//	                                      # of a table stay as they are
//
//	[[plot]]                              # in the order of the report; docs/plots.md lists all
//	kind     = "heatmap-year"             # required; all other keys may be left out
//	name     = "year"                     # of its files
//	title    = "The year"
//	caption  = "Prose."
//	instance = "01-25"                    # if the kind draws an instance
//	suites   = ["year"]                   # suites whose records are drawn; by default all
//	methods  = ["native", "sat/cubes"]    # resolved names or their beginnings; by default all
//	measure  = "cpu_seconds"              # the key of a number in the records
//	by       = "density"                  # what the horizontal axis or the rows show
//	width    = "column"                   # 3.4 inches instead of 7.4
//
//	[[solver]]                            # an outside program; docs/outside.md lists all keys
//	name    = "mine"                      # of the method extern/mine
//	command = ["mine", "--quiet"]         # run only with --allow-commands
//	answer  = "competition"
//
// Paths are relative to the file's folder. A limit that is left out does not apply. Times are as in
// Go ("1m30s"), and ParseSize reads the sizes of memory. A key that is not in this list is an error.
type Spec struct {
	Title    string         `toml:"title"`
	Question string         `toml:"question"`
	Cost     Cost           `toml:"cost"`
	Full     bool           `toml:"full"`
	Suspects judge.Suspects `toml:"suspects"`
	Suites   []Suite        `toml:"suite"`
	Plots    []result.Plot  `toml:"plot"`
	Solvers  []extern.Tool  `toml:"solver"`

	Path string `toml:"-"` // of the file
	Text []byte `toml:"-"`

	// Files has a line for each file of instances, as in ledger.Experiment. The function read that is
	// passed to Jobs adds the lines.
	Files string `toml:"-"`

	// Missing has a line for each method that Jobs left out of optional suites, with the reason.
	Missing []string `toml:"-"`

	absent []string // methods of both sizes whose programs are not on PATH, as the file names them

	// Places has the places of the jobs that Jobs has made, in the order of the jobs. A job has a
	// place for each suite that contains it. In a suite with densities, the job has a place for
	// each density at which its board was chosen at random.
	Places []result.Place `toml:"-"`

	jobs int // number of jobs that Jobs has made

	file *tomlfile.File // the text that was read; Text may select the full size in addition
}

// SameJobs reports whether two experiments have the same suites in the same size. Their plots and
// prose may differ.
func (s *Spec) SameJobs(other *Spec) bool {
	return s.Full == other.Full && reflect.DeepEqual(s.Suites, other.Suites) && reflect.DeepEqual(s.Solvers, other.Solvers)
}

// Permit makes the programs known that the file defines, for this process and its child processes.
// Without permission, a file that defines programs is refused with a *SpecError.
func (s *Spec) Permit(allowed bool) error {
	if len(s.Solvers) > 0 && !allowed {
		return s.errorf("solver[0]", "the experiment runs commands of its own: %s; if you trust it, add --allow-commands", solvers.Commands(s.Solvers))
	}
	return solvers.Use(s.Solvers)
}

// LeftOut returns a function that reports whether Jobs left out the method with a given
// name. Jobs leaves out a method if its program is not on PATH. If Jobs left out nothing,
// LeftOut returns nil.
func (s *Spec) LeftOut() func(name string) bool {
	if len(s.Missing) == 0 {
		return nil
	}
	return s.isAbsent
}

func (s *Spec) isAbsent(name string) bool {
	return slices.ContainsFunc(s.absent, func(a string) bool { return method.HasPrefix(name, a) })
}

// Name returns the name of the file, without its folder.
func (s *Spec) Name() string { return filepath.Base(s.Path) }

// A Cost is the CPU time that an experiment takes. A comment in the file says on which machine it was
// measured. The value 0 means that nobody has measured it.
type Cost struct {
	Quick duration `toml:"quick"`
	Full  duration `toml:"full"`
}

// A SpecError says where an experiment file is wrong.
type SpecError = tomlfile.Error

// ReadSpec reads an experiment file, and checks the quick and the full size as far as possible
// without the puzzles. The parameter kinds lists all kinds of plots. If full is true, the result and
// its field Text select the full size. The error is a *SpecError, which may wrap an error of the file
// system.
func ReadSpec(path string, kinds []string, full bool) (*Spec, error) {
	var text []byte
	f, err := os.Open(path)
	if err == nil {
		defer f.Close()
		text, err = io.ReadAll(io.LimitReader(f, maxText+1))
	}
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		err = file.Err // the SpecError has the path
	}
	if err != nil {
		return nil, &SpecError{Path: path, Err: err}
	}
	return parseSpec(path, text, kinds, full)
}

// maxText limits the size of a file in bytes. The TOML library compares each key with all others,
// and takes 10 s for 250 kB of short keys.
const maxText = 64 << 10

// ParseSpec reads the text of an experiment file, as ReadSpec reads a file. It also reads a Text
// of the full size that comes from ReadSpec.
func ParseSpec(path string, text []byte, kinds []string) (*Spec, error) {
	text, full := bytes.CutPrefix(text, []byte(sized)) // so that line 1 is the first line of the file
	return parseSpec(path, text, kinds, full)
}

// sized is the line that ReadSpec puts in front of Text for the full size if the file has no key full.
const sized = "full = true # --full\n"

func (s *Spec) fullText(text []byte) []byte {
	if at, ok := s.file.Value("full"); ok {
		return slices.Concat(text[:at], []byte("true"), text[at+len("false"):])
	}
	return slices.Concat([]byte(sized), text)
}

// longer matches the paths of the keys whose texts may have several lines, such as the key
// question.
var longer = regexp.MustCompile(`(^question|\.caption|\.size|\.instances\[[0-9]+\])$`)

func parseSpec(path string, text []byte, kinds []string, full bool) (*Spec, error) {
	if len(text) > maxText {
		return nil, &SpecError{Path: path, Err: fmt.Errorf("want at most %d kB: put long lists of instances into files, and name these as @FILE", maxText>>10)}
	}
	text, err := tomlfile.UTF8(text)
	if err != nil {
		return nil, &SpecError{Path: path, Line: 1, Column: 1, Err: err}
	}
	s := &Spec{Path: path, Text: text}
	file, tree, err := tomlfile.Decode(path, text, s, longer)
	if err != nil {
		return nil, err
	}
	s.file = file
	if err := solvers.Check(file, s.Solvers); err != nil {
		return nil, err
	}
	if full && !s.Full {
		s.Full, s.Text = true, s.fullText(text)
	}
	if s.Title == "" {
		return nil, s.errorf("title", "an experiment needs a title")
	}
	if len(s.Suites) == 0 {
		return nil, s.errorf("suite", "an experiment needs a [[suite]]")
	}
	jobs := 0
	for i, table := range tree["suite"].([]any) {
		if err := s.complete(i, table.(map[string]any)); err != nil {
			return nil, err
		}
		if jobs += s.Suites[i].least(); jobs > MaxJobs {
			return nil, s.errorf(suitePath(i), "too many jobs with this suite: an experiment has at most %d", MaxJobs)
		}
	}
	s.nameSuites()
	for i, p := range s.Plots {
		if !slices.Contains(kinds, p.Kind) {
			return nil, s.errorf(fmt.Sprintf("plot[%d].kind", i), "no plot of kind %q: %s", wording.Short(p.Kind), wording.Want(p.Kind, kinds))
		}
	}
	return s, nil
}

func (s *Spec) errorf(path, format string, args ...any) error {
	return s.file.Errorf(path, format, args...)
}

// CheckPlots checks every plot: The suites of a plot must be suites of the experiment, the function
// check must accept the plot, and no two plots may have files of the same name. Names that differ
// only in upper and lower case count as the same, because some file systems ignore case. The
// function check returns the wrong key, such as "measure", and the reason. The error is a
// *SpecError.
func (s *Spec) CheckPlots(check func(result.Plot) (key string, err error)) error {
	files := map[string]bool{}
	for i, p := range s.Plots {
		at := fmt.Sprintf("plot[%d]", i)
		for k, name := range p.Suites {
			if !slices.ContainsFunc(s.Suites, func(suite Suite) bool { return suite.Name == name }) {
				return s.errorf(fmt.Sprintf("%s.suites[%d]", at, k), "the experiment has no suite %q", wording.Short(name))
			}
		}
		if key, err := check(p); err != nil {
			return s.errorf(at+"."+key, "%w", err)
		}
		name := p.File()
		if files[strings.ToLower(name)] {
			return s.errorf(at+".kind", "a second plot is called %q: give it a name of its own", wording.Short(name))
		}
		files[strings.ToLower(name)] = true
	}
	return nil
}

// merge returns a copy of the first table with the values of the second, and merges nested tables.
func merge(table, instead map[string]any) map[string]any {
	merged := maps.Clone(table)
	for key, x := range instead {
		old, isTable := merged[key].(map[string]any)
		if t, ok := x.(map[string]any); ok && isTable {
			x = merge(old, t)
		}
		merged[key] = x
	}
	return merged
}

// units lists the units of sizes in bytes, longer names first.
var units = []struct {
	name  string
	bytes float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}, {"B", 1}, {"", 1},
}

// ParseSize reads a size in bytes: "300MB" (powers of 1000), "2GiB" (powers of
// 1024), "1.5G", "4096".
func ParseSize(text string) (int64, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := n * u.bytes; err == nil && bytes >= 1 && bytes < math.MaxInt64 {
			return int64(bytes), nil
		}
		break
	}
	return 0, fmt.Errorf("want a size such as 300MB or 2GiB, got %q", wording.Short(text))
}

// A size is a number of bytes. In TOML it is a text or a number.
type size int64

func (s *size) ReadTOML(x any) error {
	var n int64
	var err error
	switch x := x.(type) {
	case string:
		n, err = ParseSize(x)
	case int64:
		n = x
	}
	if err == nil && n < 1 {
		err = fmt.Errorf("want a size such as 300MB or 2GiB, got %s", tomlfile.Show(x))
	}
	*s = size(n)
	return err
}

// A duration is a time. In TOML it is a text.
type duration struct{ time.Duration }

func (d *duration) ReadTOML(x any) error {
	if text, ok := x.(string); ok {
		if v, err := time.ParseDuration(text); err == nil && v > 0 {
			d.Duration = v
			return nil
		}
	}
	return fmt.Errorf(`want a time such as "90s" or "10m", got %s`, tomlfile.Show(x))
}

// A sizes is a list of board sizes. In TOML it is one text with spaces between the sizes.
type sizes []encode.Size

func (s *sizes) ReadTOML(x any) error {
	text, ok := x.(string)
	if fields := strings.Fields(text); ok && len(fields) > 0 {
		seen := map[encode.Size]bool{}
		for _, f := range fields {
			z, err := encode.ParseSize(f)
			if err != nil {
				return err
			}
			if seen[z] {
				return fmt.Errorf("size %s occurs twice", f) // the same boards would count twice
			}
			seen[z] = true
			*s = append(*s, z)
		}
		return nil
	}
	return fmt.Errorf(`want sizes such as "5x5 10x10", got %s`, tomlfile.Show(x))
}
