// Package generator makes boards of a wanted size and difficulty. The same seed gives the same
// boards. The package needs no worker processes and no files, so a web page can also use it.
package generator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/wording"
	"counterproof/native"
)

// A Draw says which boards to generate.
type Draw struct {
	Size       encode.Size // zero: the puzzle's own
	Seed       uint64
	Difficulty string // a name that Levels lists; empty: any
	// Rule is the name of a rule that a board needs; empty: any. This rule and the rules of easier
	// levels solve the board. If the rule has the easiest level, the rules listed before it take the
	// place of the easier levels.
	Rule    string
	Minimal bool // no clue can be left out
}

// A DrawError says that a puzzle cannot generate the boards that a Draw asks for. The field Part
// names what the puzzle cannot satisfy: "size", "difficulty", "rule" or "minimal". If the puzzle
// generates no boards at all, this field is empty.
type DrawError struct {
	Part string
	Err  error
}

func (e *DrawError) Error() string { return e.Err.Error() }

func (e *DrawError) Unwrap() error { return e.Err }

// Draws reports whether the puzzle can generate boards.
func Draws(p *encode.Puzzle) bool { return p.Generate != nil && p.Size != (encode.Size{}) }

// Levels lists the difficulties of the puzzle's boards, the easiest first: the levels of the rules,
// and the level of boards that need more.
func Levels(p *encode.Puzzle) []string {
	levels := deduction.Levels(p.ExampleBoard())
	if p.Beyond.Level != "" {
		levels = append(levels, p.Beyond.Level)
	}
	return levels
}

// A NamedSize is a size of boards that people choose by its name.
type NamedSize struct {
	Name  string `json:"name"`            // for people, such as "beginner 9x9, 10 mines"
	Size  string `json:"size"`            // as generate --size accepts it
	First bool   `json:"first,omitempty"` // whether this is the default size, on which people begin
}

// Sizes lists the sizes of the puzzle's boards that people choose from, the smallest first. A puzzle
// that names none has only its default size.
func Sizes(p *encode.Puzzle) []NamedSize {
	if !Draws(p) {
		return nil
	}
	usual := p.Size.String()
	return wording.Each(strings.Split(cmp.Or(p.Sizes, usual), ";"), func(entry string) NamedSize {
		size, name, _ := strings.Cut(strings.TrimSpace(entry), " ")
		return NamedSize{cmp.Or(name, size), size, size == usual}
	})
}

var numbers = regexp.MustCompile(`[0-9]+`)

// SizeName names a size for people. A size that Sizes lacks is named as the largest one is, with other numbers: the
// size 12x12n28 of Minesweeper is "12x12, 28 mines".
func SizeName(p *encode.Puzzle, size encode.Size) string {
	text, _, _ := strings.Cut(size.String(), "X") // without the first cell
	model := NamedSize{}
	for _, model = range Sizes(p) {
		if before, _, _ := strings.Cut(model.Size, "X"); text == before {
			return model.Name
		}
	}
	words := strings.IndexFunc(model.Name, unicode.IsDigit)
	if model.Name == model.Size || words < 0 {
		return text
	}
	from, to, known := numbers.FindAllString(model.Size, -1), numbers.FindAllString(text, -1), true
	name := numbers.ReplaceAllStringFunc(model.Name[words:], func(number string) string {
		i := slices.Index(from, number)
		if known = known && 0 <= i && i < len(to); known {
			return to[i]
		}
		return number
	})
	if !known {
		return text
	}
	return name
}

// A LevelError says that no board of the requested level, or for the requested rule, was found.
type LevelError struct {
	Puzzle, Level, Rule string
	Size                encode.Size
	Tries               int // the number of boards generated
}

func (e *LevelError) Error() string {
	what := "has the level " + e.Level
	if e.Rule != "" {
		what = fmt.Sprintf("needs the rule %q and no others except easier ones", e.Rule)
	}
	return fmt.Sprintf("%s: none of %d boards of size %s %s; try another size or seed", e.Puzzle, e.Tries, e.Size, what)
}

// A Drawer generates boards of one puzzle as a Draw asks for.
type Drawer struct {
	Draw
	Tried func(boards int) // if not nil, called after each rejected board of another level, with the number of such boards so far

	puzzle *encode.Puzzle
	solve  filter // rules that must solve the board; nil: no rules need to
	easier filter // rules that must not solve the board; nil: any may
}

// A filter chooses some of the rules.
type filter func(deduction.Rule) bool

// For returns a Drawer of the puzzle's boards, or a *DrawError.
func (d Draw) For(p *encode.Puzzle) (*Drawer, error) {
	g := &Drawer{Draw: d, puzzle: p}
	if !Draws(p) {
		if len(p.Sets) > 0 {
			return nil, &DrawError{"", fmt.Errorf("%s makes no boards, because all its boards are known: see the set %s", p.Name, p.Sets[0].Name)}
		}
		return nil, &DrawError{"", fmt.Errorf("%s makes no boards", p.Name)}
	}
	g.Size = cmp.Or(g.Size, p.Size)
	example := p.ExampleBoard()
	if _, ok := example.(clues.HasClues); d.Minimal && !ok {
		return nil, &DrawError{"minimal", fmt.Errorf("%s has no clues to leave out", p.Name)}
	}
	if err := g.choose(example); err != nil {
		return nil, err
	}
	switch {
	case g.Size.N > 0 && p.Size.N == 0:
		return nil, WithPuzzle(p, &encode.SizeError{Size: g.Size, Want: "only height x width"})
	case g.Size.R > 0 && p.Size.R == 0:
		return nil, WithPuzzle(p, &encode.SizeError{Size: g.Size, Want: "a size without a first cell, because this puzzle does not open one"})
	}
	return g, nil
}

// choose sets the rules that must and must not solve a board.
func (g *Drawer) choose(example encode.Instance) error {
	var rules []deduction.Rule
	if board, ok := example.(deduction.Deducible); ok {
		rules = board.Rules()
	}
	levels, all := deduction.Levels(example), Levels(g.puzzle)
	names := wording.Each(rules, func(r deduction.Rule) string { return r.Name })
	level, at := slices.Index(all, g.Difficulty), slices.Index(names, g.Rule)
	below := func(n int) filter { return func(r deduction.Rule) bool { return slices.Contains(levels[:n], r.Level) } }
	switch {
	case g.Rule != "" && rules == nil:
		return &DrawError{"rule", fmt.Errorf("%s has no rules of deduction", g.puzzle.Name)}
	case g.Rule != "" && g.Difficulty != "":
		return &DrawError{"rule", errors.New("a rule has its own level: leave out the difficulty")}
	case g.Rule != "" && at < 0:
		return &DrawError{"rule", fmt.Errorf("no rule %q: %s", wording.Short(g.Rule), wording.Want(g.Rule, names))}
	case g.Rule != "":
		if g.easier = below(slices.Index(levels, rules[at].Level)); rules[at].Level == levels[0] {
			g.easier = func(r deduction.Rule) bool { return slices.Contains(names[:at], r.Name) }
		}
		g.solve = func(r deduction.Rule) bool { return r.Name == g.Rule || g.easier(r) }
	case g.Difficulty == "":
	case levels == nil:
		return &DrawError{"difficulty", fmt.Errorf("%s has no levels of difficulty", g.puzzle.Name)}
	case level < 0:
		return &DrawError{"difficulty", fmt.Errorf("no level %q: %s", wording.Short(g.Difficulty), wording.Want(g.Difficulty, all))}
	case level == len(levels):
		g.easier = below(slices.Index(levels, g.puzzle.Beyond.Than) + 1)
	default:
		g.solve, g.easier = below(level+1), below(level)
	}
	return nil
}

// tries limits the number of boards that are generated to find one of the requested level.
const tries = 2000

// Board makes the board number i, which depends only on the Draw and i. The error is ctx.Err(), a
// *DrawError, a *LevelError, or an error of the puzzle.
func (g *Drawer) Board(ctx context.Context, i int) (encode.Instance, error) {
	return g.board(ctx, i, tries)
}

// Boards makes the first n boards on all cores. The error is that of the first board without one.
func (g *Drawer) Boards(ctx context.Context, n int) ([]encode.Instance, error) {
	all := make([]encode.Instance, n)
	err := Each(n, func(i int) (err error) {
		all[i], err = g.Board(ctx, i)
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Each calls the function do for each number below n, with as many parallel calls as there are
// cores. After an error, no further calls begin. If several calls fail, the result is the error of
// the call with the smallest number.
func Each(n int, do func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(runtime.NumCPU(), n) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if errs[i] = do(i); errs[i] != nil {
					next.Store(int64(n)) // the calls with smaller numbers have been started
				}
			}
		})
	}
	working.Wait()
	return cmp.Or(errs...)
}

// InOrder calls do for each item, with at most jobs calls at once, and passes the results to emit one by
// one in the order of the items. At most the number ahead of items wait for an earlier one. After the first
// error of items or emit, or when ctx ends, InOrder ends the context of all calls, and returns without
// waiting for the calls or for the next item.
func InOrder[T, R any](ctx context.Context, jobs, ahead int, items iter.Seq2[T, error], do func(context.Context, T) R, emit func(R) error) error {
	type pending struct {
		result chan R
		err    error
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	waiting, running := make(chan pending, ahead), make(chan struct{}, jobs)
	go func() {
		defer close(waiting)
		for item, err := range items {
			x := pending{make(chan R, 1), err}
			select {
			case waiting <- x:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
			running <- struct{}{}
			go func() {
				x.result <- do(ctx, item)
				<-running
			}()
		}
	}()
	for x := range waiting {
		if x.err != nil {
			return x.err
		}
		var r R
		select {
		case r = <-x.result:
		case <-ctx.Done():
		}
		if ctx.Err() != nil { // the result may be about this
			return ctx.Err()
		}
		if err := emit(r); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// OtherSize looks for a larger board size for which boards of the requested level can be found.
// OtherSize generates a few boards of each size. If it finds no size before ctx ends, the result is
// false.
func (g *Drawer) OtherSize(ctx context.Context) (encode.Size, bool) {
	const few, largest = 100, 8 // boards of each size; rows and columns added at most
	for more := 1; more <= largest && ctx.Err() == nil; more++ {
		size := g.Size
		size.H, size.W = size.H+more, size.W+more
		size.N = size.N * size.H * size.W / (g.Size.H * g.Size.W) // keeps the density
		other := *g
		other.Size, other.Tried = size, nil
		if _, err := other.board(ctx, 0, few); err == nil {
			return size, true
		}
	}
	return encode.Size{}, false
}

func (g *Drawer) board(ctx context.Context, i, tries int) (encode.Instance, error) {
	rng := rand.New(rand.NewPCG(g.Seed, uint64(i)))
	for n := range tries {
		if n > 0 && g.Tried != nil {
			g.Tried(n)
		}
		var failed error // the error of the function keep, which accepts every board after an error, so that Generate ends
		keep := func(in encode.Instance) bool {
			var good bool
			if failed == nil {
				good, failed = g.wanted(ctx, in)
			}
			return failed != nil || good
		}
		in, err := g.puzzle.Generate(ctx, rng, g.Size, keep)
		if err == nil && g.Minimal {
			b := in.(clues.HasClues)
			for i := clues.Spare(b, keep); i >= 0 && failed == nil; i = clues.Spare(b, keep) {
				b = b.Without(i)
			}
			in = b
		}
		if err = cmp.Or(failed, err); err != nil {
			if none, ok := errors.AsType[*encode.NoBoardError](err); ok && g.easier != nil {
				return nil, &LevelError{g.puzzle.Name, g.Difficulty, g.Rule, g.Size, none.Tries}
			}
			return nil, WithPuzzle(g.puzzle, err)
		}
		if g.easier == nil {
			return in, nil
		}
		d, err := deduce(ctx, in, g.easier)
		if err != nil {
			return nil, WithPuzzle(g.puzzle, err)
		}
		if d.Solution == nil {
			return in, nil
		}
	}
	return nil, &LevelError{g.puzzle.Name, g.Difficulty, g.Rule, g.Size, tries}
}

// wanted reports whether the rules that must solve the board find the solution, which must be unique
// unless the puzzle is Ambiguous. The board may be too easy.
func (g *Drawer) wanted(ctx context.Context, in encode.Instance) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	unique := g.puzzle.Ambiguous
	if g.solve != nil {
		d, err := deduce(ctx, in, g.solve)
		if err != nil || d.Solution == nil {
			return false, err
		}
		// If no rule has assumed that the solution is unique, the rules have proved it.
		unique = unique || !d.Unique()
	}
	if unique {
		return true, nil
	}
	return encode.Unique(ctx, in)
}

func deduce(ctx context.Context, in encode.Instance, use filter) (*deduction.Result, error) {
	return in.(deduction.Deducible).Deduce(ctx, new(native.Stats), deduction.Options{Use: use, Final: true})
}

// WithPuzzle adds the name of the puzzle to an error. A wrong size becomes a *DrawError.
func WithPuzzle(p *encode.Puzzle, err error) error {
	err = fmt.Errorf("%s: %w", p.Name, err)
	if errors.As(err, new(*encode.SizeError)) {
		return &DrawError{"size", err}
	}
	return err
}
