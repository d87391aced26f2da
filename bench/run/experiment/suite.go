package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/solve/generator"
	"counterproof/bench/system/tomlfile"
	"counterproof/encode"
	"counterproof/encode/wording"
)

// A Suite is a part of an experiment that runs each of its methods on each of its instances, as
// often as Repetitions says.
type Suite struct {
	Name     string `toml:"name"`
	Puzzle   string `toml:"puzzle"`
	Task     string `toml:"task"`
	List     bool   `toml:"list"`
	Together bool   `toml:"together"`
	Optional bool   `toml:"optional"`
	Seed     uint64 `toml:"seed"`
	Scale           // of the quick size
	Full     *Scale `toml:"full"` // replaces these values in the full size; keys left out keep them
	result.Options

	number int    // from 0
	isFull bool   // whether this is the full size
	other  *Suite // the other size; nil if the suite has only one
}

type limits struct {
	Solutions int64    `toml:"solutions"`
	Wall      duration `toml:"wall"`
	CPU       duration `toml:"cpu"`
	Memory    size     `toml:"memory"`
}

// A Scale has the values that can differ between the quick size and the full size of a suite.
type Scale struct {
	Instances   []string `toml:"instances"`
	Generate    *Boards  `toml:"generate"`
	Random      *Random  `toml:"random"`
	Methods     []string `toml:"methods"`
	Repetitions int      `toml:"repetitions"`
	Limits      limits   `toml:"limits"`
}

// MaxJobs limits the jobs of an experiment. A job takes 0.2 kB of memory while it waits.
const MaxJobs = 1_000_000

var tasks = []string{result.Count, result.Solve, result.Unique, result.Deduce, result.Explain}

func suitePath(i int) string { return fmt.Sprintf("suite[%d]", i) }

// complete checks both sizes of suite i as far as it can without the puzzle. complete fills in the
// defaults, and stores the size that the experiment runs.
func (s *Spec) complete(i int, table map[string]any) error {
	quick := &s.Suites[i]
	quick.number = i
	if err := s.check(quick); err != nil {
		return err
	}
	instead, ok := table["full"].(map[string]any)
	if !ok {
		return nil
	}
	full := &Suite{number: i, isFull: true}
	if err := s.file.Bind(full, merge(table, instead), suitePath(i)); err != nil {
		return err
	}
	if err := s.check(full); err != nil {
		return err
	}
	if s.Full {
		full.other = new(*quick)
		s.Suites[i] = *full
	} else {
		quick.other = full
	}
	return nil
}

func (s *Spec) nameSuites() {
	taken := wording.Set(s.Suites, func(suite Suite) string { return suite.Name })
	for i := range s.Suites {
		suite := &s.Suites[i]
		if suite.Name != "" {
			continue
		}
		suite.Name = suite.Puzzle
		for k := 2; taken[suite.Name]; k++ {
			suite.Name = fmt.Sprintf("%s %d", suite.Puzzle, k)
		}
		taken[suite.Name] = true
	}
}

func (s *Spec) check(suite *Suite) error {
	bad := func(key, format string, args ...any) error { return s.suiteErrorf(suite, key, format, args...) }
	if suite.Task == "" && !s.given(suite, "task") {
		suite.Task = result.Count
	}
	if suite.Repetitions == 0 && !s.given(suite, "repetitions") {
		suite.Repetitions = 1
	}
	for _, other := range s.Suites[:suite.number] {
		if suite.Name != "" && suite.Name == other.Name {
			return bad("name", "a second suite is called %q: give it a name of its own", wording.Short(suite.Name))
		}
	}
	misplaced := slices.IndexFunc(suite.Options.List(), func(o result.Option) bool { return o.Text != "" && o.Task != "" && o.Task != suite.Task })
	switch {
	case suite.Puzzle == "":
		return bad("puzzle", "a suite needs a puzzle")
	case len(suite.Instances) == 0 && suite.Generate == nil && suite.Random == nil:
		return bad("instances", "a suite needs instances, generate or random")
	case len(suite.Methods) == 0:
		return bad("methods", "a suite needs methods")
	case !slices.Contains(tasks, suite.Task):
		return bad("task", "no task %q: %s", wording.Short(suite.Task), wording.Want(suite.Task, tasks))
	case misplaced >= 0:
		o := suite.Options.List()[misplaced]
		return bad(o.Name, "this key is only for the task %s", o.Task)
	case (suite.Task == result.Deduce || suite.Task == result.Explain) && (suite.List || suite.Trace || suite.Limits.Solutions > 0):
		return bad("task", "the task %s lists no solutions: leave out list, trace and limits.solutions", suite.Task)
	case suite.Limits.Solutions < 0 || suite.Limits.Solutions == 0 && s.given(suite, "limits.solutions"):
		return bad("limits.solutions", "want 1 or more, got %d", suite.Limits.Solutions)
	}
	if b := suite.Generate; b != nil {
		if err := s.checkNumber(suite, "generate.number", b.Number); err != nil {
			return err
		}
	}
	if r := suite.Random; r != nil {
		if err := s.checkNumber(suite, "random.number", r.Number); err != nil {
			return err
		}
		if len(r.Densities) == 0 {
			return bad("random.density", "boards at random need a density")
		}
		for i, d := range r.Densities {
			if !(d >= 0 && d <= 1) || i > 0 && d <= r.Densities[i-1] {
				return bad(fmt.Sprintf("random.density[%d]", i), "want numbers from 0 to 1, ascending, got %v", d)
			}
		}
	}
	if err := s.checkNumber(suite, "repetitions", suite.Repetitions); err != nil {
		return err
	}
	if suite.least() > MaxJobs {
		return bad(suite.most(), "too many jobs: an experiment has at most %d", MaxJobs)
	}
	return nil
}

func (s *Spec) checkNumber(suite *Suite, key string, n int) error {
	switch {
	case n < 1 && !s.given(suite, key):
		return s.suiteErrorf(suite, key, "want a number of boards: %s = 1 or more", key[strings.Index(key, ".")+1:])
	case n < 1:
		return s.suiteErrorf(suite, key, "want 1 or more, got %d", n)
	case n > MaxJobs:
		return s.suiteErrorf(suite, key, "want at most %d, got %d", MaxJobs, n)
	}
	return nil
}

// least returns a lower bound of the number of jobs. If the bound exceeds MaxJobs, the result is above
// MaxJobs, but may differ from the bound.
func (suite *Suite) least() int {
	boards := len(suite.Instances)
	if b := suite.Generate; b != nil {
		boards += atMost(max(1, len(b.Sizes)), b.Number)
	}
	if r := suite.Random; r != nil {
		boards += atMost(max(1, len(r.Sizes)), len(r.Densities), r.Number)
	}
	return atMost(boards, len(suite.Methods), suite.Repetitions)
}

// most returns the key with the largest number: repetitions, generate.number or random.number.
func (suite *Suite) most() string {
	key, n := "repetitions", suite.Repetitions
	if b := suite.Generate; b != nil && b.Number > n {
		key, n = "generate.number", b.Number
	}
	if r := suite.Random; r != nil && r.Number > n {
		key = "random.number"
	}
	return key
}

func atMost(numbers ...int) int {
	product := 1
	for _, n := range numbers {
		if product > MaxJobs/max(n, 1) {
			return MaxJobs + 1
		}
		product *= n
	}
	return product
}

// path returns the path of a key of a suite in the file, and whether the file has it. The full size
// has its own table, and takes the other keys from the quick size.
func (s *Spec) path(suite *Suite, key string) (path string, ok bool) {
	path = suitePath(suite.number) + ".full." + key
	if _, ok = s.file.Value(path); !ok || !suite.isFull {
		path = suitePath(suite.number) + "." + key
		_, ok = s.file.Value(path)
	}
	return path, ok
}

func (s *Spec) given(suite *Suite, key string) bool { _, ok := s.path(suite, key); return ok }

func (s *Spec) suiteErrorf(suite *Suite, key, format string, args ...any) error {
	for ; key != ""; key = tomlfile.Up(key) {
		if path, ok := s.path(suite, key); ok {
			return s.errorf(path, format, args...)
		}
	}
	return s.errorf(suitePath(suite.number), format, args...)
}

// A Boards says which boards to generate for a suite. The field Number is the number of boards of
// each size.
type Boards struct {
	Sizes      sizes  `toml:"size"`
	Number     int    `toml:"number"`
	Seed       uint64 `toml:"seed"`
	Difficulty string `toml:"difficulty"`
	Minimal    bool   `toml:"minimal"`
}

// drawers returns a Drawer for each size. The error comes from generator.Draw.For.
func (b *Boards) drawers(p *encode.Puzzle) ([]*generator.Drawer, error) {
	var drawers []*generator.Drawer
	for _, z := range wording.Either(len(b.Sizes) == 0, sizes{{}}, b.Sizes) {
		g, err := generator.Draw{Size: z, Seed: b.Seed, Difficulty: b.Difficulty, Minimal: b.Minimal}.For(p)
		if err != nil {
			return nil, err
		}
		drawers = append(drawers, g)
	}
	return drawers, nil
}

func (b *Boards) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, labels []result.Label, err error) {
	drawers, err := b.drawers(p)
	if err != nil {
		return nil, nil, err
	}
	for _, g := range drawers {
		boards, err := g.Boards(ctx, b.Number)
		if err != nil {
			return nil, nil, err
		}
		for _, in := range boards {
			ins, labels = append(ins, in), append(labels, result.Label{Size: answer.SizeOf(g.Size), Draws: 1, Seed: b.Seed})
		}
	}
	return ins, labels, nil
}

// A Random says which boards to choose at random. The field Number is the number of boards for each
// combination of size and density. A board that is chosen several times is solved only once, and
// the field Draws of its Label says how often the board was chosen.
type Random struct {
	Sizes     sizes     `toml:"size"`
	Densities []float64 `toml:"density"`
	Number    int       `toml:"number"`
	Seed      uint64    `toml:"seed"`
}

// draw chooses the boards at random and makes their labels. The i-th board of a size and a density
// depends only on the size, the density, the seed and i. The error is ctx.Err(), a
// *generator.DrawError or an error of the puzzle.
func (r *Random) draw(ctx context.Context, p *encode.Puzzle) (ins []encode.Instance, labels []result.Label, err error) {
	if p.Random == nil {
		return nil, nil, &generator.DrawError{Err: fmt.Errorf("%s cannot draw boards at random", p.Name)}
	}
	for _, z := range wording.Either(len(r.Sizes) == 0, sizes{{H: p.Size.H, W: p.Size.W}}, r.Sizes) {
		if z.N > 0 || z.R > 0 { // the density and the board decide these numbers
			return nil, nil, generator.WithPuzzle(p, &encode.SizeError{Size: z, Want: "only height x width"})
		}
		for _, d := range r.Densities {
			seed := rand.New(rand.NewPCG(r.Seed, math.Float64bits(d)))
			for range r.Number {
				if err := ctx.Err(); err != nil {
					return nil, nil, err
				}
				in, err := p.Random(rand.New(rand.NewPCG(seed.Uint64(), uint64(z.H)<<32|uint64(z.W))), z, d)
				if err != nil {
					return nil, nil, generator.WithPuzzle(p, err)
				}
				ins = append(ins, in)
				labels = append(labels, result.Label{Size: answer.SizeOf(z), Random: true, Density: d, Draws: 1, Seed: r.Seed})
			}
		}
	}
	return ins, labels, nil
}
