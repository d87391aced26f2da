package puzzletest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/native"
	"counterproof/sat/cnf"
)

// A Deduction lists the boards on which TestDeduction checks the laws of deduction. Every instance
// of the puzzle must implement deduction.Deducible.
type Deduction struct {
	Puzzle *encode.Puzzle
	Boards []string // in any notation
	Drawn  int      // the number of further boards, made by the generator for a cross-check
	Orders int      // the number of random orders of each kind for each board; 0 means 5
	// Named returns the sites that a sentence names in a form that only this puzzle has. The field
	// may be nil.
	Named func(in encode.Instance, text string) []int
}

// Found counts what the rules achieved on the boards of TestDeduction.
type Found struct {
	Moves          int            // the number of moves
	Boards, Solved int            // all boards, and the boards that the rules solve
	Unique         int            // boards with one solution
	Steps          map[string]int // the number of steps by rule
	Left           int            // the number of values in final states that occur in no solution
}

// TestDeduction checks the laws of deduction on each board:
//
//	order      every order of steps ends in the same state; all orders that always take
//	           one of the easiest possible steps need the same level, and no other order
//	           needs a lower one; a step stays possible until it is performed
//	facts      the facts of a step are known before the step, and its rule performs the
//	           step if it knows nothing but these facts
//	soundness  no removed value occurs in a solution; rules that assume one solution are
//	           used only on boards with one solution; if a board reveals a hidden solution
//	           (deduction.HasHiddenSolution), the values of this solution are never removed
//	moves      a deduction in moves ends in the same state as one in single steps, with the same
//	           verdict and level, and performs the same steps, each once; except for consequences,
//	           all steps of a move have one rule and were possible before the move; each site is
//	           placed once
//	telling    every step and every move has a sentence in every order, and their pictures are
//	           well-formed
//	naming     the sentence of a move begins with the move's name, which is the name of its rule or
//	           "clue"; it names every site from which the move removes a value, by the name that
//	           people see or in a range, and the values that go or stay; if the move leaves a site
//	           without a value, only this site must be named; the sentence contains no numbers of
//	           sites or values
//
// Each error for a broken law is a *Broken. Found counts the boards and the steps of each rule, so
// that a test can require that its boards use every rule.
func TestDeduction(d Deduction) (*Found, error) {
	t := newTrial(d.Puzzle)
	found := &Found{Steps: map[string]int{}}
	rng := rand.New(rand.NewPCG(1, 0))
	var boards []encode.Instance
	for _, text := range append(slices.Clone(d.Boards), d.Puzzle.Example) {
		in, err := d.Puzzle.Parse(text)
		if err != nil {
			t.fail("notation", text, "Parse", "%v", err)
			continue
		}
		boards = append(boards, in)
	}
	for range d.Drawn {
		in, err := d.Puzzle.Generate(context.Background(), rng, encode.Size{}, func(encode.Instance) bool { return true })
		if err != nil {
			t.fail("determinism", "", "Generate", "%v", err)
			break
		}
		boards = append(boards, in)
	}
	if d.Orders == 0 {
		d.Orders = 5
	}
	for _, in := range boards {
		board, ok := in.(deduction.Deducible)
		if !ok {
			t.fail("order", in.String(), "", "is not a deduction.Deducible")
			continue
		}
		b := &deduced{trial: t, in: board, rng: rng, orders: d.Orders, named: d.Named, found: found}
		t.guard("order", in.String(), "Deduce", b.try)
	}
	return found, t.err()
}

// A deduced is one board on which TestDeduction checks the laws.
type deduced struct {
	*trial
	in     deduction.Deducible
	rng    *rand.Rand
	orders int
	named  func(in encode.Instance, text string) []int // Deduction.Named
	found  *Found
}

func (b *deduced) fails(law, format string, args ...any) {
	b.fail(law, b.in.String(), "Deduce", format, args...)
}

func (b *deduced) deduce(o deduction.Options) *deduction.Result {
	d, err := b.in.Deduce(context.Background(), new(native.Stats), o)
	if err != nil {
		b.fails("order", "%v", err)
	}
	return d
}

func (b *deduced) try() {
	b.found.Boards++
	possible, err := b.possible()
	if err != nil {
		b.fails("soundness", "%v", err)
		return
	}
	one := unique(possible)
	if len(possible) == 0 || slices.Contains(possible, 0) {
		possible = nil // without a site or a solution there is nothing that could be unsound
	}
	use := func(r deduction.Rule) bool { return one || !r.Unique }
	d := b.deduce(deduction.Options{Use: use})
	for _, s := range d.Steps {
		b.found.Steps[s.Rule.Name]++
	}
	b.sound(d, possible)
	b.ends(d, possible, one)
	b.facts(d)
	b.sentences(d)
	b.pictures("step", len(d.Steps), d.Picture)
	b.cancelled()
	b.final(d, use)
	b.anyOrder(d, use)
	b.moves(d, possible, use)
}

// possible returns the set of values that occur in solutions at each site, as bits. If the board
// reveals a hidden solution, only the values of that solution count.
func (b *deduced) possible() ([]uint64, error) {
	if in, ok := b.in.(deduction.HasHiddenSolution); ok {
		if s := in.Hidden(); s != nil {
			possible := make([]uint64, len(*s))
			for i, v := range []byte(*s) {
				possible[i] = 1 << v
			}
			return possible, nil
		}
	}
	return encode.Possible(context.Background(), b.puzzle, b.in, nil, new(cnf.Stats), blocking)
}

// unique reports whether every site has exactly one possible value.
func unique(possible []uint64) bool {
	return !slices.ContainsFunc(possible, func(left uint64) bool { return left == 0 || left&(left-1) != 0 })
}

// sound checks that neither a step nor the final state has removed a value that occurs in a
// solution.
func (b *deduced) sound(d *deduction.Result, possible []uint64) {
	if possible == nil {
		return
	}
	for i, s := range d.Steps {
		if possible[s.Gone.Site]>>s.Gone.Value&1 == 1 {
			b.fails("soundness", "step %d, rule %s: a solution has value %d in site %d (%s)", i+1, s.Rule.Name, s.Gone.Value, s.Gone.Site, d.Text(i))
			return
		}
	}
	for i, left := range d.State {
		if gone := possible[i] &^ left; gone != 0 {
			b.fails("soundness", "the last state removes the values %[2]b of site %[1]d, but a solution has one of them", i, gone)
			return
		}
	}
}

// ends checks that the fields of Deduced (the solution, the level, and whether the board is broken)
// agree with the final state.
func (b *deduced) ends(d *deduction.Result, possible []uint64, one bool) {
	if one {
		b.found.Unique++
	}
	for i := range possible {
		b.found.Left += ones(d.State[i]) - ones(possible[i])
	}
	settled := unique(d.State)
	switch {
	case d.Solution != nil:
		b.found.Solved++
		if !settled || d.Broken {
			b.fails("order", "there is a solution, but the state is settled: %v, broken: %v", settled, d.Broken)
		} else if err := b.in.Check(*d.Solution); err != nil {
			b.fails("soundness", "the solution of the last state: %v", err)
		}
	case settled && !d.Broken:
		b.fails("order", "the last state is settled, but there is no solution")
	case d.Broken && possible != nil:
		b.fails("soundness", "the deduction says that the board has no solution, but it has one")
	}
	if (len(d.Steps) == 0) != (d.Level == "") {
		b.fails("order", "%d steps, level %q", len(d.Steps), d.Level)
	}
}

func ones(left uint64) int {
	n := 0
	for ; left != 0; left &= left - 1 {
		n++
	}
	return n
}

// facts checks that the facts of every step were known before the step. For about twenty steps, it
// also checks that the rule of the step still performs the step if only these facts are known.
func (b *deduced) facts(d *deduction.Result) {
	start := b.deduce(deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
	now := slices.Clone(start)
	every := 1 + len(d.Steps)/20
	for i, s := range d.Steps {
		if now[s.Gone.Site]>>s.Gone.Value&1 == 0 {
			b.fails("order", "step %d removes value %d from site %d a second time", i+1, s.Gone.Value, s.Gone.Site)
			return
		}
		facts := d.Facts(i)
		bare := full(b.in.Sites())
		for _, f := range facts {
			if now[f.Site]>>f.Value&1 == 1 {
				b.fails("facts", "step %d, rule %s, rests on the removal of value %d from site %d, which was not removed (%s)", i+1, s.Rule.Name, f.Value, f.Site, d.Text(i))
				return
			}
			bare[f.Site] &^= 1 << f.Value
		}
		now[s.Gone.Site] &^= 1 << s.Gone.Value
		if i%every > 0 {
			continue
		}
		again := b.deduce(deduction.Options{From: bare, Use: func(r deduction.Rule) bool { return r.Name == s.Rule.Name }})
		if !slices.ContainsFunc(again.Steps, func(o deduction.Step) bool { return o.Gone == s.Gone }) && bare[s.Gone.Site]>>s.Gone.Value&1 == 1 {
			b.fails("facts", "step %d, rule %s: the facts %v do not suffice for it (%s)", i+1, s.Rule.Name, facts, d.Text(i))
			return
		}
	}
}

func full(sites []int) []uint64 {
	s := make([]uint64, len(sites))
	for i, n := range sites {
		s[i] = 1<<n - 1
	}
	return s
}

// garbled matches a sentence that ends with a full stop, or in which a word or a value is missing.
var garbled = regexp.MustCompile(`^$|\.$|%!|\n|  | ,| $`)

// sentences checks the sentence of every step.
func (b *deduced) sentences(d *deduction.Result) {
	for i := range d.Steps {
		if !b.sentence(d, i) {
			return
		}
	}
}

func (b *deduced) sentence(d *deduction.Result, i int) bool {
	text := d.Text(i)
	bad := garbled.MatchString(text)
	if bad {
		b.fails("telling", "step %d, rule %s: the sentence %q", i+1, d.Steps[i].Rule.Name, text)
	}
	return !bad
}

// pictures checks the first picture, a middle one and the last one of n steps or moves. The
// function picture draws the pictures, or is nil.
func (b *deduced) pictures(noun string, n int, picture func(i int) *draw.Picture) {
	if picture == nil {
		return
	}
	for _, i := range []int{0, n / 2, n} {
		p := picture(i)
		err := p.WriteSVG(io.Discard)
		if err == nil {
			err = inside(p)
		}
		if err != nil {
			b.fails("telling", "the picture of %s %d: %v", noun, i+1, err)
			return
		}
	}
}

func (b *deduced) cancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.in.Deduce(ctx, new(native.Stats), deduction.Options{}); !errors.Is(err, context.Canceled) {
		b.fails("order", "cancelled: %v", err)
	}
}

// final checks that the option Final changes nothing except that steps can be missing.
func (b *deduced) final(want *deduction.Result, use func(deduction.Rule) bool) {
	d := b.deduce(deduction.Options{Use: use, Final: true})
	if d.Verdict() != want.Verdict() || d.Level != want.Level || d.Broken != want.Broken || !slices.Equal(d.State, want.State) || d.Unique() != want.Unique() {
		b.fails("order", "Final: %s, level %q, %d values left, want %s, %q, %d", d.Verdict(), d.Level, d.Open(), want.Verdict(), want.Level, want.Open())
	}
}

// anyOrder repeats the deduction in random orders of three kinds: the easiest steps first, any
// order, and any order with every rule asked again after each step. It compares the results with
// the deduction want.
func (b *deduced) anyOrder(want *deduction.Result, use func(deduction.Rule) bool) {
	place := b.places()
	for range b.orders {
		seed := b.rng.Uint64()
		for _, order := range []string{"easiest first", "any order", "walk"} {
			rng := rand.New(rand.NewPCG(seed, 0))
			var d *deduction.Result
			var lost *Lost
			if order == "walk" {
				d, lost = b.walk(rng, use)
			} else {
				d = b.deduce(deduction.Options{Use: use, Rand: rng, AnyOrder: order == "any order"})
				b.sentences(d)
			}
			kind := fmt.Sprintf("seed %d, %s", seed, order)
			switch {
			case lost != nil && !want.Broken: // if a site has no value left, a step can disappear
				b.fails("order", "%s: %v", kind, lost)
				return
			case d.Verdict() != want.Verdict():
				b.fails("order", "%s: %s, want %s", kind, d.Verdict(), want.Verdict())
				return
			case !slices.Equal(d.State, want.State):
				b.fails("order", "%s: another last state, %d values left, want %d", kind, d.Open(), want.Open())
				return
			case order == "easiest first" && d.Level != want.Level:
				b.fails("order", "%s: level %s, want %s", kind, d.Level, want.Level)
				return
			case place[d.Level] < place[want.Level]:
				b.fails("order", "%s: level %s is lower than %s, which the easiest steps first take", kind, d.Level, want.Level)
				return
			}
		}
	}
}
