package toggle

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
	"counterproof/native/gf2"
)

// maxLights is the largest number of lights, and of buttons, of the rule about many lights.
const maxLights = 400

// Reasons says how the human techniques speak about lights and buttons. Each light is an equation over
// GF(2), and each button is an unknown, whose value 1 means pressed. A technique adds the equations of
// some lights, until at most one button is left that is undecided and in an odd number of them.
type Reasons struct {
	System                gf2.System
	Light, Press, Presses string    // nouns: "light", "press", "presses"
	Chasing               string    // the end of the statement of the rule about one light
	Values                [2]string // what the values of a button mean: "not pressed", "pressed"
	Buttons               func(buttons []int) string
	// Because says that only one button is left in the sum of the lights, or none if left is empty. The
	// parameter odd says whether the sum is 1 with the known presses.
	Because func(lights []int, odd bool, left string) string
	Sites   func(lights []int) []int // where a hint shows the lights
	Picture func(s deduce.State, m *technique.Move, lights []int) *draw.Picture
}

// A finding holds the lights of a sum, whether the sum is 1 with the known presses, the values of these
// presses that were removed, and the button that is left, or none.
type finding struct {
	lights []int
	odd    bool
	gone   []deduce.Bit
	left   []int
}

type reasoner struct {
	*Reasons
	sums *deduce.Sums
}

// reasons returns the reasons for a board, whose buttons and lights are its cells.
func (b *Board) reasons() *Reasons {
	names := func(cells []int) string { return technique.CellList(cells, b.W) }
	system, light, on, press := b.System(), b.Words.Light, b.Words.On, strings.TrimSuffix(b.Words.Presses, "es")
	return &Reasons{
		System: system, Light: light, Press: press, Presses: b.Words.Presses, Chasing: " Row by row from the top, this is light chasing.",
		Values: [2]string{"not " + b.Words.Pressed, b.Words.Pressed}, Buttons: names, Sites: slices.Clone[[]int],
		Because: func(lights []int, odd bool, left string) string {
			left = cmp.Or(left, "no "+press)
			if len(lights) > 1 {
				return fmt.Sprintf("of the %ss in %s, an %s number is %s after the known %s, and %s can still change an odd number of them",
					light, names(lights), map[bool]string{true: "odd", false: "even"}[odd], on, b.Words.Presses, left)
			}
			return fmt.Sprintf("the %s at %s is %s%s after the known %s, and %s can still change it",
				light, names(lights), map[bool]string{false: "not "}[odd], on, b.Words.Presses, left)
		},
		Picture: func(s deduce.State, m *technique.Move, lights []int) *draw.Picture {
			now := &Board{H: b.H, W: b.W, Lit: slices.Clone(b.Lit)}
			for l := range now.Lit {
				for _, button := range system.A.Ones(l) {
					now.Lit[l] = now.Lit[l] != (s[button] == 2)
				}
			}
			p := now.picture(m.Title(), nil)
			plain, gone := p.Cell, m.Gone()
			p.Cell = func(row, c int) grid.Cell {
				cell, i := plain(row, c), row*b.W+c
				left := s[i] &^ gone[i]
				if cell.Disc = left == 2; left == 1 {
					cell.Text = "x"
				}
				if gone[i] != 0 {
					cell.Fill = draw.Sky
				}
				if slices.Contains(lights, i) {
					cell.Frame = draw.Black
				}
				return cell
			}
			return grid.Draw(p)
		},
	}
}

// Rules returns rules that add one, a few, and any number of lights. None of them assumes that there is
// only one solution.
func (b *Board) Rules() []deduction.Rule { return b.reasons().Set(context.Background()).List() }

// Deduce implements deduction.Deducible.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return b.reasons().Set(ctx).Deduce(ctx, b.Puzzle, st, o)
}

// Set returns three rules, which add one, a few, and any number of lights.
func (r *Reasons) Set(ctx context.Context) *technique.Set {
	a := r.System.A
	equations := wording.Fill(a.Rows, func(l int) []deduce.Term {
		return wording.Each(a.Ones(l), func(button int) deduce.Term { return deduce.Term{Of: button, Weight: 1} })
	})
	x := &reasoner{r, deduce.NewSums(equations, a.Cols, true)}
	say := strings.NewReplacer("LIGHT", r.Light, "PRESSES", r.Presses, "PRESS", r.Press).Replace
	set := &technique.Set{
		Levels: []string{"easy", "normal", "hard"},
		Start:  technique.Start(slices.Repeat([]int{2}, a.Cols)),
		Rules: []deduce.Rule{
			{Name: say("one LIGHT"), Find: x.find(1),
				Statement: say("The rule looks at one LIGHT: if it depends on only one undecided PRESS, the LIGHT decides this PRESS.") + r.Chasing},
			{Name: say("few LIGHTs"), Level: 1, Find: x.find(deduce.Few),
				Statement: fmt.Sprintf(say("The rule adds up to %d LIGHTs: PRESSES that matter to an even number of them cancel. If only one undecided PRESS is left, the LIGHTs together decide it."), deduce.Few)},
			{Name: say("many LIGHTs"), Level: 2, Find: func(s deduce.State, _ []int32, emit deduce.Emit) { x.findMany(ctx, s, emit) },
				Statement: fmt.Sprintf(say("The same as 'few LIGHTs', but with any number of LIGHTs. Up to %d LIGHTs, this rule finds every PRESS that is the same in all solutions."), maxLights)},
		},
		Text: func(st *deduce.Step) string { return r.because(st) + ", so " + r.settled([]deduce.Step{*st}) },
		Sentence: func(m *technique.Move) string {
			so := r.settled(m.Steps)
			if at := m.Empty(); at >= 0 {
				so = fmt.Sprintf("%s can be neither %s nor %s", r.Buttons([]int{at}), r.Values[1], r.Values[0])
			}
			return m.Name() + ": " + r.because(m.Lead()) + ", so " + so
		},
		Picture: func(s deduce.State, m *technique.Move) *draw.Picture {
			if m == nil {
				return r.Picture(s, nil, nil)
			}
			return r.Picture(s, m, m.Lead().Proof.(*finding).lights)
		},
	}
	for i := range set.Rules {
		rule := &set.Rules[i]
		rule.Facts = func(st *deduce.Step) []deduce.Bit { return st.Proof.(*finding).gone }
		rule.Moves = deduce.Moves{
			Reason: func(st *deduce.Step) any { return fmt.Sprint(st.Proof.(*finding).lights) },
			Cost:   func(st *deduce.Step) int { return len(st.Proof.(*finding).lights) },
			CoveredBy: func(st *deduce.Step, _ deduce.State) []string {
				switch n := len(st.Proof.(*finding).lights); {
				case i > 0 && n == 1:
					return []string{set.Rules[0].Name}
				case i > 1 && n <= x.sums.Most:
					return []string{set.Rules[1].Name}
				}
				return nil
			},
		}
	}
	return set
}

func (r *Reasons) because(st *deduce.Step) string {
	f, left := st.Proof.(*finding), ""
	if f.left != nil {
		left = "only " + r.Buttons(f.left)
	}
	return r.Because(f.lights, f.odd, left)
}

func (r *Reasons) settled(steps []deduce.Step) string {
	return technique.Settled(steps, r.Buttons, [2]string{"is " + r.Values[1], "is " + r.Values[0]}, [2]string{"are " + r.Values[1], "are " + r.Values[0]})
}

func (r *reasoner) find(most int) func(s deduce.State, changed []int32, emit deduce.Emit) {
	return func(s deduce.State, changed []int32, emit deduce.Emit) {
		r.sums.Find(s, changed, most, func(sum []deduce.Term) { r.conclude(s, slices.Clone(sum), emit) })
	}
}

// conclude adds lights, in which at most one undecided button is left.
func (r *reasoner) conclude(s deduce.State, sum []deduce.Term, emit deduce.Emit) {
	f := &finding{}
	for _, t := range sum {
		f.lights = append(f.lights, t.Of)
		f.odd = f.odd != (r.System.B != nil && r.System.B.At(t.Of))
	}
	slices.Sort(f.lights)
	for _, t := range r.sums.Add(sum) {
		if s[t.Of] == 3 {
			f.left = []int{t.Of}
			continue
		}
		f.gone = deduce.AppendBits(f.gone, 3&^s[t.Of], t.Of)
		f.odd = f.odd != (s[t.Of] == 2)
	}
	p := deduce.Pattern{Proof: f, Sites: r.Sites(f.lights)}
	switch {
	case f.left != nil && f.odd:
		emit(f.left[0], 0, p)
	case f.left != nil:
		emit(f.left[0], 1, p)
	case f.odd:
		s.EmitAll(p, emit)
	}
}

// findMany adds the equations in all ways that leave at most one undecided button. The unknowns of the
// elimination say which lights are added, and which buttons are then left.
func (r *reasoner) findMany(ctx context.Context, s deduce.State, emit deduce.Emit) {
	n := r.System.A.Rows
	if n > maxLights || len(s) > maxLights {
		return
	}
	a := gf2.NewMatrix(len(s), n+len(s))
	for l := range n {
		for _, button := range r.System.A.Ones(l) {
			if s[button] == 3 {
				a.Set(button, l)
			}
		}
	}
	for button := range s {
		a.Set(button, n+button)
	}
	e, err := gf2.Eliminate(ctx, new(native.Stats), a, nil)
	if err != nil {
		return
	}
	for i := range e.Nullity() {
		v := e.Kernel(i)
		lights := encode.Where(encode.Left(n, nil), v.At)
		if v.Weight()-len(lights) <= 1 {
			r.conclude(s, wording.Each(lights, func(l int) deduce.Term { return deduce.Term{Of: l, Weight: 1} }), emit)
		}
	}
}

const (
	maxKernel  = 20_000 // a kernel with more bits is not printed
	maxInverse = 100    // an inverse with more rows is not printed
	maxDrawn   = 3      // the number of kernel vectors in the picture
	page       = 76     // the number of characters in a line of kernel vectors
)

// Words holds the words of a puzzle for the texts of its explanation and of its rules.
type Words struct {
	Presses   string // what a player does with buttons: "presses"
	Effect    string // what a useful set of presses does: "changes some light"
	Light, On string // "light" and "lit"; only for rules
	Pressed   string // "pressed"; only for rules
}

// Explain returns what linear algebra says about the board: rank, nullity, solvability, the number
// of solutions, the smallest number of presses (min_presses), a solution with so few presses
// (fewest), and a basis of the kernel. If the matrix has an inverse that is small enough to print,
// Explain adds the inverse. The picture shows a solution with the fewest presses and some kernel
// vectors. The error is ctx.Err().
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	system := b.System()
	e, err := gf2.Eliminate(ctx, new(native.Stats), system.A, system.B)
	if err != nil {
		return nil, err
	}
	x := &explanation{board: b, system: system, echelon: e}
	x.Add("rank", e.Rank(), "")
	x.Add("nullity", e.Nullity(), "")
	x.Add("solvable", e.Solvable(), "")
	x.Add("solutions", e.Count().String(), "")
	for _, step := range []func(context.Context) error{x.fewest, x.kernel, x.inverse} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	x.Picture = grid.Later(x.pictures...)
	return &x.Explanation, nil
}

type explanation struct {
	encode.Explanation
	board    *Board
	system   gf2.System
	echelon  *gf2.Echelon
	pictures []*grid.Board
}

func (x *explanation) fewest(ctx context.Context) error {
	b := x.board
	if !x.echelon.Solvable() {
		x.show("no solution", b.Lit, nil)
		return nil
	}
	v, ok, err := x.echelon.Lightest(ctx, new(native.Stats))
	if err != nil {
		return err
	}
	if !ok {
		s := b.presses(x.echelon.Solution())
		x.Add("min_presses", nil, fmt.Sprintf("not computed: there are 2^%d solutions, too many to search", x.echelon.Nullity()))
		x.show("a solution", b.Lit, &s)
		return nil
	}
	s := b.presses(v)
	x.Add("min_presses", v.Weight(), "")
	text := x.show(fmt.Sprintf("fewest %s: %d", b.Words.Presses, v.Weight()), b.Lit, &s)
	x.Add("fewest", s.Format(b.Sites()), strings.TrimSuffix(text, "\n"))
	return nil
}

// show adds a board to the picture, and returns the same board as text.
func (x *explanation) show(title string, lit []bool, s *encode.Solution) string {
	b := x.board
	text, shown := "", (*grid.Board)(nil)
	if b.Show != nil {
		text, shown = b.Show(title, lit, s)
	} else {
		plain := &Board{H: b.H, W: b.W, Lit: lit}
		text, shown = plain.Draw(s), plain.picture(title, s)
	}
	x.pictures = append(x.pictures, shown)
	return text
}

func (x *explanation) kernel(ctx context.Context) error {
	b, n := x.board, x.echelon.Nullity()
	if b.buttons()*n > maxKernel {
		x.Add("kernel", nil, fmt.Sprintf("%d vectors of %d bits: too much to print", n, b.buttons()))
		return nil
	}
	dark, first := make([]bool, len(b.Lit)), len(x.pictures)
	vectors := make([][][]int, n)
	drawings := make([]string, n)
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := b.presses(x.echelon.Kernel(i))
		bits := wording.Each([]byte(s), func(v byte) int { return int(v) })
		vectors[i] = slices.Collect(slices.Chunk(bits, b.W))
		drawings[i] = x.show(fmt.Sprintf("kernel %d", i+1), dark, &s)
	}
	x.pictures = x.pictures[:first+min(n, maxDrawn)]
	text := fmt.Sprintf("every set of one or more %s %s", b.Words.Presses, b.Words.Effect)
	if n > 0 {
		text = grid.Beside(drawings, page, 2)
	}
	x.Add("kernel", vectors, text)
	return nil
}

func (x *explanation) inverse(ctx context.Context) error {
	n := len(x.board.Lit)
	if x.echelon.Nullity() > 0 || n > maxInverse || n != x.board.buttons() {
		return nil
	}
	inverse, err := gf2.Inverse(ctx, new(native.Stats), x.system.A)
	if err != nil {
		return err
	}
	rows, text := Print(inverse)
	x.Add("inverse", rows, text)
	return nil
}

// Print returns the entries of a matrix, as numbers and as lines of text.
func Print(m *gf2.Matrix) (rows [][]int, text string) {
	var lines []string
	for i := range m.Rows {
		row := make([]int, m.Cols)
		for _, j := range m.Ones(i) {
			row[j] = 1
		}
		rows, lines = append(rows, row), append(lines, strings.Trim(fmt.Sprint(row), "[]"))
	}
	return rows, strings.Join(lines, "\n")
}

func (b *Board) presses(x gf2.Vector) encode.Solution {
	s := make([]byte, b.buttons())
	for i := range s {
		if x.At(i) {
			s[i] = 1
		}
	}
	return encode.Solution(s)
}

// Reduce returns the only native method, "gf2".
func (b *Board) Reduce() []encode.Reduction { return b.ReduceGiven(nil) }

// ReduceGiven implements clues.TakesGiven. Each given value becomes an equation.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	system := func() gf2.System { return b.System().With(values) }
	return []encode.Reduction{encode.Decoded("gf2", gf2.Version, system, b.presses)}
}
