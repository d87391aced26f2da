package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"counterproof/encode"
	"counterproof/sat/extern"
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
//	name        = "year"                  # for messages
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
//	orbits      = true                    # count what turns, reflections or exchanged colours take
//	                                      # to one another once, as count --up-to-symmetry does
//	fresh       = true                    # one job a process, where peak memory matters
//	possible    = true                    # of deduce: how many of the values left are in no solution
//	repetitions = 3                       # default 1
//	seed        = 7                       # of methods that draw
//	limits      = { solutions = 1000, wall = "10m", cpu = "10m", memory = "2GB" }
//	optional    = true                    # a method whose program is not on PATH is left out
//	full        = { generate = { number = 1000 }, repetitions = 10 }
//	                                      # instead, in the full size: any of instances, generate,
//	                                      # random, methods, repetitions and limits
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
	Title    string   `toml:"title"`
	Question string   `toml:"question"`
	Cost     Cost     `toml:"cost"`
	Full     bool     `toml:"full"`
	Suspects []string `toml:"suspects"`
	Suites   []Suite  `toml:"suite"`
	Plots    []Plot   `toml:"plot"`

	Path string `toml:"-"` // of the file
	Text []byte `toml:"-"`

	// Missing is what Jobs left out of optional suites, one line each.
	Missing []string `toml:"-"`

	// Places are the labels of a job of Jobs, by its key: one for each suite that has it
	// and each density at which it was drawn there.
	Places map[string][]Label `toml:"-"`

	at positions
}

// Suspected reports whether the experiment is about wrong answers of a method.
func (s *Spec) Suspected(method string) bool { return slices.Contains(s.Suspects, method) }

// Name is the name of the file, without its folder.
func (s *Spec) Name() string { return filepath.Base(s.Path) }

// A Cost is the processor's time that an experiment takes, as measured on
// whatever its comment says; 0 where no one has.
type Cost struct {
	Quick duration `toml:"quick"`
	Full  duration `toml:"full"`
}

// A Suite is every method on every instance, as often as Repetitions says.
type Suite struct {
	Name        string   `toml:"name"`
	Puzzle      string   `toml:"puzzle"`
	Instances   []string `toml:"instances"`
	Generate    *Boards  `toml:"generate"`
	Random      *Random  `toml:"random"`
	Methods     []string `toml:"methods"`
	Task        string   `toml:"task"`
	List        bool     `toml:"list"`
	Trace       bool     `toml:"trace"`
	Orbits      bool     `toml:"orbits"`
	Fresh       bool     `toml:"fresh"`
	Possible    bool     `toml:"possible"`
	Optional    bool     `toml:"optional"`
	Repetitions int      `toml:"repetitions"`
	Seed        uint64   `toml:"seed"`
	Limits      limits   `toml:"limits"`
	Full        *Full    `toml:"full"`
}

type limits struct {
	Solutions int64    `toml:"solutions"`
	Wall      duration `toml:"wall"`
	CPU       duration `toml:"cpu"`
	Memory    size     `toml:"memory"`
}

// Full is what the full size of a suite has instead.
type Full struct {
	Instances   []string `toml:"instances"`
	Generate    *Boards  `toml:"generate"`
	Random      *Random  `toml:"random"`
	Methods     []string `toml:"methods"`
	Repetitions int      `toml:"repetitions"`
	Limits      *limits  `toml:"limits"`
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

// ReadSpec reads an experiment file. kinds are the kinds of plots there are.
// The error is a *SpecError, or that of the file system.
func ReadSpec(path string, kinds []string) (*Spec, error) { return readSpec(path, kinds, false) }

// ReadFullSpec reads the full size of an experiment, and says so in its Text.
func ReadFullSpec(path string, kinds []string) (*Spec, error) { return readSpec(path, kinds, true) }

func readSpec(path string, kinds []string, full bool) (*Spec, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseSpec(path, text, kinds, full)
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
		return slices.Concat(text[:at.Offset], []byte("true"), text[at.Offset+len("false"):])
	}
	return slices.Concat([]byte(sized), text)
}

func parseSpec(path string, text []byte, kinds []string, full bool) (*Spec, error) {
	s := &Spec{Path: path, Text: text}
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, s.decodeError(err)
	}
	s.at = positionsOf(text)
	if full && !s.Full {
		s.Full, s.Text = true, s.fullText(text)
	}
	if s.Title == "" {
		return nil, s.errorf("title", "an experiment has a title")
	}
	if len(s.Suites) == 0 {
		return nil, s.errorf("suite", "an experiment has a [[suite]]")
	}
	for i := range s.Suites {
		if err := s.complete(i); err != nil {
			return nil, err
		}
	}
	for i, p := range s.Plots {
		if !slices.Contains(kinds, p.Kind) {
			return nil, s.errorf(fmt.Sprintf("plot[%d].kind", i), "no plot of kind %q: want one of %s", p.Kind, strings.Join(kinds, ", "))
		}
	}
	return s, nil
}

var tasks = []string{Count, Solve, Unique, Deduce, Explain}

// complete checks suite i as far as that takes no puzzle, and fills in the
// defaults.
func (s *Spec) complete(i int) error {
	suite := &s.Suites[i]
	at := fmt.Sprintf("suite[%d]", i)
	if s.Full && suite.Full != nil {
		suite.become(suite.Full)
	}
	if suite.Task == "" {
		suite.Task = Count
	}
	if suite.Repetitions == 0 {
		suite.Repetitions = 1
	}
	switch l := suite.Limits; {
	case suite.Puzzle == "":
		return s.errorf(at, "a suite has a puzzle")
	case len(suite.Instances) == 0 && suite.Generate == nil && suite.Random == nil:
		return s.errorf(at, "a suite has instances")
	case suite.Generate != nil && suite.Generate.Number < 1:
		return s.errorf(at+".generate.number", "want 1 or more, got %d", suite.Generate.Number)
	case suite.Random != nil && suite.Random.Number < 1:
		return s.errorf(at+".random.number", "want 1 or more, got %d", suite.Random.Number)
	case suite.Random != nil && len(suite.Random.Densities) == 0:
		return s.errorf(at+".random", "boards at random have a density")
	case suite.Random != nil && !slices.IsSorted(suite.Random.within()):
		return s.errorf(at+".random.density", "want 0 to 1, ascending, got %v", suite.Random.Densities)
	case len(suite.Methods) == 0:
		return s.errorf(at, "a suite has methods")
	case !slices.Contains(tasks, suite.Task):
		return s.errorf(at+".task", "no task %q: want one of %s", suite.Task, strings.Join(tasks, ", "))
	case suite.Orbits && suite.Task != Count:
		return s.errorf(at+".orbits", "it is for the task %s", Count)
	case suite.Possible && suite.Task != Deduce:
		return s.errorf(at+".possible", "it is for the task %s", Deduce)
	case (suite.Task == Deduce || suite.Task == Explain) && (suite.List || suite.Trace || l.Solutions > 0):
		return s.errorf(at+".task", "%s lists no solutions: want no list, no trace and no limit of solutions", suite.Task)
	case suite.Repetitions < 0:
		return s.errorf(at+".repetitions", "want 1 or more, got %d", suite.Repetitions)
	case l.Solutions < 0:
		return s.errorf(at+".limits.solutions", "want 1 or more, got %d", l.Solutions)
	}
	return nil
}

// Jobs gives all jobs of the experiment, each once: the suites in their order,
// in a suite the methods of one instance side by side, then the next instance,
// then the next repetition, so that what is compared is measured at about the
// same time. read reads an instance argument as the command line does. Boards
// are made anew each time, always the same. The error is a *SpecError, or
// ctx.Err().
func (s *Spec) Jobs(ctx context.Context, lookup Lookup, read func(p *encode.Puzzle, arg string) ([]encode.Instance, error)) ([]Job, error) {
	var jobs []Job
	var keys []string // of each
	s.Places = map[string][]Label{}
	for i := range s.Suites {
		own, err := s.suiteJobs(ctx, i, lookup, read)
		if err != nil {
			return nil, err
		}
		for _, j := range own {
			key := j.Key()
			at := s.Places[key]
			k := slices.IndexFunc(at, func(l Label) bool { l.Draws = j.Label.Draws; return l == j.Label })
			if k >= 0 {
				at[k].Draws += j.Label.Draws
				continue
			}
			if len(at) == 0 {
				jobs, keys = append(jobs, j), append(keys, key)
			}
			s.Places[key] = append(at, j.Label)
		}
	}
	for i, key := range keys {
		jobs[i].Label = s.Places[key][0]
	}
	return jobs, nil
}

func (s *Spec) suiteJobs(ctx context.Context, i int, lookup Lookup, read func(*encode.Puzzle, string) ([]encode.Instance, error)) ([]Job, error) {
	suite := s.Suites[i]
	at := fmt.Sprintf("suite[%d]", i)
	p := lookup(suite.Puzzle)
	if p == nil {
		return nil, s.errorf(at+".puzzle", "no puzzle %q", suite.Puzzle)
	}
	job := Job{Task: suite.Task, Trace: suite.Trace, Orbits: suite.Orbits, Fresh: suite.Fresh, Possible: suite.Possible, Seed: suite.Seed}
	job.Limits = Limits{suite.Limits.Solutions, suite.Limits.Wall.Duration, suite.Limits.CPU.Duration, int64(suite.Limits.Memory)}
	if suite.List {
		job.Mode = List
	}
	var all []encode.Instance
	var labels []Label // of each
	for k, arg := range suite.Instances {
		ins, err := s.instances(p, arg, read)
		if err != nil {
			return nil, s.errorf(fmt.Sprintf("%s.instances[%d]", at, k), "%w", err)
		}
		all = append(all, ins...)
		labels = append(labels, make([]Label, len(ins))...)
	}
	if suite.Generate != nil {
		ins, sizes, err := suite.Generate.draw(ctx, p)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			key := at + ".generate"
			var bad *DrawError
			if errors.As(err, &bad) && bad.Part != "" {
				key += "." + bad.Part
			}
			return nil, s.errorf(key, "%w", err)
		}
		all = append(all, ins...)
		for _, z := range sizes {
			labels = append(labels, Label{Size: z, Draws: 1})
		}
	}
	if suite.Random != nil {
		ins, own, err := suite.Random.draw(ctx, p)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			return nil, s.errorf(at+".random", "%w", err)
		}
		all, labels = append(all, ins...), append(labels, own...)
	}
	var once []Job
	for i, in := range all {
		job.Label = labels[i]
		job.Label.Suite = suite.Name
		if z, ok := in.(encode.Shaped); ok && job.Label.Size == (encode.Size{}) {
			job.Label.Size = z.Size()
		}
		if _, ok := in.(encode.Symmetric); suite.Orbits && !ok {
			return nil, s.errorf(at+".orbits", "%s has no symmetries", p.Name)
		}
		for m, name := range suite.Methods {
			j, err := job.For(p, in, name)
			var missing *extern.NotFoundError
			if suite.Optional && errors.As(err, &missing) {
				if text := name + " is left out: " + err.Error(); !slices.Contains(s.Missing, text) {
					s.Missing = append(s.Missing, text)
				}
				continue
			}
			if err != nil {
				return nil, s.errorf(fmt.Sprintf("%s.methods[%d]", at, m), "%w", err)
			}
			once = append(once, j)
		}
	}
	var jobs []Job
	for r := range suite.Repetitions {
		for _, j := range once {
			j.Repetition = r
			jobs = append(jobs, j)
		}
	}
	return jobs, nil
}

// become takes over what the full size has.
func (suite *Suite) become(f *Full) {
	if f.Instances != nil {
		suite.Instances = f.Instances
	}
	if f.Generate != nil {
		suite.Generate = f.Generate
	}
	if f.Random != nil {
		suite.Random = f.Random
	}
	if f.Methods != nil {
		suite.Methods = f.Methods
	}
	if f.Repetitions > 0 {
		suite.Repetitions = f.Repetitions
	}
	if f.Limits != nil {
		suite.Limits = *f.Limits
	}
}

func (s *Spec) instances(p *encode.Puzzle, arg string, read func(*encode.Puzzle, string) ([]encode.Instance, error)) ([]encode.Instance, error) {
	if arg == "-" {
		return nil, errors.New("an experiment does not read standard input")
	}
	if path, ok := strings.CutPrefix(arg, "@"); ok && !filepath.IsAbs(path) {
		arg = "@" + filepath.Join(filepath.Dir(s.Path), path)
	}
	return read(p, arg)
}

// decodeError puts the position of an error by the TOML reader in front.
func (s *Spec) decodeError(err error) error {
	var unknown *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		e := &unknown.Errors[0]
		line, column := e.Position()
		return &SpecError{s.Path, line, column, fmt.Errorf("unknown key %q", strings.Join(e.Key(), "."))}
	case errors.As(err, &decode):
		line, column := decode.Position()
		return &SpecError{s.Path, line, column, errors.New(strings.TrimPrefix(decode.Error(), "toml: "))}
	}
	return &SpecError{s.Path, 0, 0, err}
}

// errorf is an error at a key, or at the table the key is missing from.
func (s *Spec) errorf(key, format string, args ...any) error {
	at := s.at.find(key)
	return &SpecError{s.Path, at.Line, at.Column, fmt.Errorf(format, args...)}
}
