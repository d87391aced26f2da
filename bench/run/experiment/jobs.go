package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/generator"
	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/sat/extern"
)

// A PuzzleError says that an experiment names a puzzle that the lookup does not find.
type PuzzleError struct{ Name string }

func (e *PuzzleError) Error() string { return fmt.Sprintf("unknown puzzle %q", wording.Short(e.Name)) }

// Jobs returns all jobs of the experiment, each once. The suites come in the order of the file. A
// suite has all jobs of the first repetition, then all jobs of the next repetition. Within a
// repetition, the instances are in order, each with all its methods, so that methods that a report
// compares run at about the same time.
//
// The function read reads an instance argument as the command line does. Jobs makes the same boards
// in each call. Of the quick and the full size, Jobs also checks the size that does not run, as far
// as possible without generating boards. The error is a *SpecError, or ctx.Err().
func (s *Spec) Jobs(ctx context.Context, lookup encode.Lookup, read func(p *encode.Puzzle, arg string) ([]encode.Instance, error)) ([]result.Listed, error) {
	s.Places, s.jobs, s.Files = nil, 0, ""
	m := &maker{spec: s, ctx: ctx, read: read, list: result.Shared(), index: map[string]int{}, others: map[int][]result.Label{}, methods: map[string]bool{}, absent: map[string]bool{}}
	for i := range s.Suites {
		suite := &s.Suites[i]
		p := lookup(suite.Puzzle)
		if p == nil {
			return nil, s.suiteErrorf(suite, "puzzle", "%w", &PuzzleError{suite.Puzzle})
		}
		if err := m.suite(suite, p); err != nil {
			return nil, err
		}
	}
	s.absent = slices.Sorted(maps.Keys(m.absent))
	if err := m.named(); err != nil {
		return nil, err
	}
	m.place()
	return m.jobs, nil
}

type maker struct {
	spec *Spec
	ctx  context.Context
	read func(p *encode.Puzzle, arg string) ([]encode.Instance, error)

	jobs []result.Listed
	list func(j result.Job, key string) result.Listed

	index  map[string]int         // of the jobs, by their keys
	others map[int][]result.Label // of the further places of a job, by its index; its Label is of the first place

	methods map[string]bool // resolved names of the methods of both sizes
	absent  map[string]bool // methods whose programs are not installed, as the file names them
}

// place lists in Spec.Places where each job occurs in the experiment: in which suites, and with
// which labels. Each job gets the label of its first place.
func (m *maker) place() {
	m.index = nil // makes room
	boards, _ := numbered(m.jobs)
	m.spec.Places = make([]result.Place, 0, len(m.jobs)+len(m.others))
	for i, j := range m.jobs {
		m.spec.Places = append(m.spec.Places, result.Place{Key: j.Key(), Board: boards[i], Label: j.Label()})
		for k := range m.others[i] {
			m.spec.Places = append(m.spec.Places, result.Place{Key: j.Key(), Board: boards[i], Label: &m.others[i][k]})
		}
	}
}

func (m *maker) suite(suite *Suite, p *encode.Puzzle) error {
	s := m.spec
	ins, labels, err := m.instances(suite, p)
	if err != nil {
		return err
	}
	most := atMost(len(ins), len(suite.Methods), suite.Repetitions)
	if len(m.jobs)+most > MaxJobs {
		return s.suiteErrorf(suite, suite.most(), "too many jobs with this suite: an experiment has at most %d", MaxJobs)
	}
	m.jobs = slices.Grow(m.jobs, most)
	if len(m.index) == 0 {
		m.index = make(map[string]int, most)
	}
	var once []result.Listed // for the other repetitions
	for i, in := range ins {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		var label result.Label
		if k := i - (len(ins) - len(labels)); k >= 0 {
			label = labels[k]
		}
		if err := m.board(suite, p, in, label, func(j result.Job) {
			m.add(j)
			if suite.Repetitions > 1 {
				once = append(once, m.list(j, ""))
			}
		}); err != nil {
			return err
		}
		if i > 0 {
			ins[i] = nil // makes room
		}
	}
	for r := 1; r < suite.Repetitions; r++ {
		for _, j := range once {
			if err := m.ctx.Err(); err != nil {
				return err
			}
			j := j.Whole()
			j.Repetition = r
			m.add(j)
		}
	}
	if suite.other == nil {
		return nil
	}
	return m.check(suite.other, suite, p, ins)
}

// board makes the jobs of all methods of a suite on an instance, and passes them to the function add.
func (m *maker) board(suite *Suite, p *encode.Puzzle, in encode.Instance, label result.Label, add func(result.Job)) error {
	s := m.spec
	if suite.Orbits {
		if _, err := encode.Canonical(in); err != nil {
			return s.suiteErrorf(suite, "orbits", "%s: %w", p.Name, err)
		}
	}
	template := suite.job(in, label)
	for k, name := range suite.Methods {
		j, err := answer.PrepareNamed(template, p, in, name)
		if missing := m.missing(name, err); missing && suite.Optional {
			if text := name + " is left out: " + err.Error(); !slices.Contains(s.Missing, text) {
				s.Missing = append(s.Missing, text)
			}
			continue
		}
		if err != nil {
			return s.suiteErrorf(suite, fmt.Sprintf("methods[%d]", k), "%w", err)
		}
		m.methods[j.Method] = true
		if suite.Together {
			j.Family = answer.Family(j, in)
		}
		add(j)
	}
	return nil
}

// job returns the job of the suite for an instance. The caller must still set its method.
func (suite *Suite) job(in encode.Instance, label result.Label) result.Job {
	l := suite.Limits
	j := result.Job{Task: suite.Task, Options: suite.Options, Seed: suite.Seed,
		Limits: result.Limits{Solutions: l.Solutions, Wall: l.Wall.Duration, CPU: l.CPU.Duration, Memory: int64(l.Memory)}, Label: label}
	if suite.List {
		j.Mode = result.List
	}
	j.Label.Suite = suite.Name
	answer.Describe(&j.Label, in)
	return j
}

// add adds a job. If the same job exists already, add gives the job another place in the
// experiment. If a random draw in the same suite and at the same density gave the job before, add
// only counts another draw.
func (m *maker) add(j result.Job) {
	key := j.Key()
	i, known := m.index[key]
	if !known {
		m.index[key] = len(m.jobs)
		m.jobs = append(m.jobs, m.list(j, key))
		m.spec.jobs++
		return
	}
	same := func(l result.Label) bool { l.Draws, l.Seed = j.Label.Draws, j.Label.Seed; return l == j.Label }
	first := m.jobs[i].Whole()
	place := &first.Label
	if !same(*place) {
		k := slices.IndexFunc(m.others[i], same)
		if k < 0 {
			m.others[i] = append(m.others[i], j.Label)
			return
		}
		place = &m.others[i][k]
	}
	defer func() { m.jobs[i] = m.list(first, key) }()
	if place.Draws == 0 {
		place.Seed = j.Label.Seed
	}
	place.Draws += j.Label.Draws
}

// instances returns the instances of a suite, and the labels of the last of them, which are made.
func (m *maker) instances(suite *Suite, p *encode.Puzzle) (all []encode.Instance, labels []result.Label, err error) {
	if all, err = m.readAll(suite, p); err != nil {
		return nil, nil, err
	}
	if b := suite.Generate; b != nil {
		ins, own, err := b.draw(m.ctx, p)
		if err != nil {
			return nil, nil, m.drawn(suite, "generate", err)
		}
		all, labels = append(all, ins...), append(labels, own...)
	}
	if r := suite.Random; r != nil {
		ins, own, err := r.draw(m.ctx, p)
		if err != nil {
			return nil, nil, m.drawn(suite, "random", err)
		}
		all, labels = append(all, ins...), append(labels, own...)
	}
	return all, labels, nil
}

func (m *maker) readAll(suite *Suite, p *encode.Puzzle) ([]encode.Instance, error) {
	var all []encode.Instance
	for k, arg := range suite.Instances {
		if err := m.ctx.Err(); err != nil {
			return nil, err
		}
		if path, ok := m.spec.FilePath(arg); ok {
			arg = "@" + path
		}
		var ins []encode.Instance
		err := errors.New("an experiment does not read standard input")
		if arg != "-" {
			ins, err = m.read(p, arg)
		}
		if err != nil {
			return nil, m.spec.suiteErrorf(suite, fmt.Sprintf("instances[%d]", k), "%w", err)
		}
		all = append(all, ins...)
	}
	return all, nil
}

// FilePath returns the path of the file or folder that an instance argument names. The result ok is
// false for an argument that names neither.
func (s *Spec) FilePath(arg string) (path string, ok bool) {
	path, ok = strings.CutPrefix(arg, "@")
	if ok && !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(s.Path), path)
	}
	return path, ok
}

// drawn turns an error from making the boards of a suite into an error at a key of the suite, or
// returns ctx.Err().
func (m *maker) drawn(suite *Suite, key string, err error) error {
	if m.ctx.Err() != nil {
		return m.ctx.Err()
	}
	if bad, ok := errors.AsType[*generator.DrawError](err); ok && bad.Part != "" {
		key += "." + bad.Part
	}
	return m.spec.suiteErrorf(suite, key, "%w", err)
}

func (m *maker) missing(name string, err error) bool {
	_, absent := errors.AsType[*extern.NotFoundError](err)
	if absent {
		m.absent[name] = true
	}
	return absent
}

// check checks the size of a suite that does not run, with one random board of each board size,
// before the other size runs for a long time. It does not generate boards, because this would take
// too long. The parameter ins has the instances of the suite that runs.
func (m *maker) check(other, suite *Suite, p *encode.Puzzle, ins []encode.Instance) error {
	var samples []encode.Instance // one of each source, because the methods depend on the instance
	sample := func(ins []encode.Instance) { samples = append(samples, ins[:min(1, len(ins))]...) }
	if !slices.Equal(other.Instances, suite.Instances) {
		files := m.spec.Files
		own, err := m.readAll(other, p)
		if err != nil {
			return err
		}
		m.spec.Files = files // the files of this size do not matter
		sample(own)
	}
	if b := other.Generate; b != nil {
		if _, err := b.drawers(p); err != nil {
			return m.drawn(other, "generate", err)
		}
	}
	if r := other.Random; r != nil {
		own, _, err := (&Random{r.Sizes, r.Densities[:1], 1, r.Seed}).draw(m.ctx, p)
		if err != nil {
			return m.drawn(other, "random", err)
		}
		sample(own)
	}
	sample(ins)
	if in, err := p.Parse(p.Example); err == nil {
		samples = append(samples, in)
	}
	for k, name := range other.Methods {
		var first error
		if !slices.ContainsFunc(samples, func(in encode.Instance) bool {
			j, err := answer.PrepareNamed(other.job(in, result.Label{}), p, in, name)
			if err == nil {
				m.methods[j.Method] = true
			}
			first = cmp.Or(first, err)
			return err == nil || m.missing(name, err)
		}) {
			return m.spec.suiteErrorf(other, fmt.Sprintf("methods[%d]", k), "%w", first)
		}
	}
	return nil
}

// named checks that every method that the key suspects or a plot names is a method of some suite.
func (m *maker) named() error {
	names := slices.Sorted(maps.Keys(m.methods))
	for k, name := range m.spec.Suspects {
		if !m.methods[name] && !m.spec.isAbsent(name) {
			return m.spec.errorf(fmt.Sprintf("suspects[%d]", k), "no suite has the method %q: %s", wording.Short(name), wording.Want(name, names))
		}
	}
	for i, plot := range m.spec.Plots {
		for k, name := range plot.Methods {
			if !slices.ContainsFunc(names, func(m string) bool { return method.HasPrefix(m, name) }) &&
				!m.spec.isAbsent(name) && !slices.ContainsFunc(m.spec.absent, func(a string) bool { return method.HasPrefix(a, name) }) {
				return m.spec.errorf(fmt.Sprintf("plot[%d].methods[%d]", i, k), "no suite has a method %q: %s, or the beginning of one",
					wording.Short(name), wording.Want(name, names))
			}
		}
	}
	return nil
}
