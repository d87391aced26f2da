package toggle

import (
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

const (
	few       = 4   // the largest number of lights of the rule about few lights
	maxLights = 400 // the largest number of lights, and of buttons, of the rule about many lights
)

// Reasons holds what the human techniques need to know about lights and buttons. Each light is an
// equation over GF(2), and each button is an unknown, whose value 1 means pressed. A technique adds
// the equations of some lights, until at most one button is left that is undecided and in an odd
// number of them.
type Reasons struct {
	System        gf2.System
	Light, Press  string                              // nouns for sentences: "light", "press"
	Presses       string                              // the plural of Press
	Pressed       string                              // what the value 1 means: "pressed"
	Buttons       func(buttons []int) string          // the names of buttons
	Because       func(lights []int, odd bool) string // what the lights say about their sum; odd: with the known presses, the sum is 1
	Where         func(lights []int) []int            // the sites where a hint shows the lights; may be nil
	Picture       func(s deduce.State, m *technique.Move, lights []int) *draw.Picture
	lit           []bool
	equations     [][]deduce.Term
	easy, several *deduce.Sums
}

// A finding holds the lights of a sum, whether the sum is 1 with the known presses, the values of these
// presses that were removed, and the button that is left, or -1.
type finding struct {
	lights []int
	odd    bool
	gone   []deduce.Bit
	left   int
}

// Reasons returns the reasons for a board, whose buttons and lights are its cells. The parameters are
// words such as "light", "lit" and "pressed".
func (b *Board) Reasons(light, on, pressed string) *Reasons {
	names := func(cells []int) string { return technique.CellList(cells, b.W) }
	r := &Reasons{System: b.System(), Light: light, Press: strings.TrimSuffix(b.Words.Presses, "es"), Presses: b.Words.Presses,
		Pressed: pressed, Buttons: names, Where: slices.Clone[[]int]}
	r.Because = func(lights []int, odd bool) string {
		if len(lights) > 1 {
			return fmt.Sprintf("of the %ss %s, an %s number is %s after the known %s", light, names(lights), map[bool]string{true: "odd", false: "even"}[odd], on, b.Words.Presses)
		}
		return fmt.Sprintf("the %s %s is %s%s after the known %s", light, names(lights), map[bool]string{false: "not "}[odd], on, b.Words.Presses)
	}
	r.Picture = func(s deduce.State, m *technique.Move, lights []int) *draw.Picture {
		now := &Board{H: b.H, W: b.W, Lit: r.after(s)}
		p := now.picture(m.Title(), nil)
		gone := map[int]uint64{}
		if m != nil {
			gone = m.Gone()
		}
		plain := p.Cell
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
	}
	return r
}

// Rules returns three rules, which add one, a few, and any number of lights.
func (r *Reasons) Rules() []deduction.Rule { return r.set(context.Background()).List() }

// Deduce does the work of deduction.Deducible's method Deduce for the given board.
func (r *Reasons) Deduce(ctx context.Context, in encode.Instance, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return r.set(ctx).Deduce(ctx, in, st, o)
}

func (r *Reasons) set(ctx context.Context) *technique.Set {
	a := r.System.A
	for l := range a.Rows {
		terms := wording.Each(a.Ones(l), func(button int) deduce.Term { return deduce.Term{Of: button, Weight: 1} })
		r.equations, r.lit = append(r.equations, terms), append(r.lit, r.System.B != nil && r.System.B.At(l))
	}
	r.easy, r.several = deduce.NewSums(r.equations, a.Cols, 1, true), deduce.NewSums(r.equations, a.Cols, few, true)
	say := strings.NewReplacer("LIGHT", r.Light, "PRESSES", r.Presses, "PRESS", r.Press).Replace
	set := &technique.Set{
		Levels: []string{"easy", "normal", "hard"},
		Start:  technique.Start(slices.Repeat([]int{2}, a.Cols)),
		Rules: []deduce.Rule{
			{Name: say("one LIGHT"), Find: r.find(r.easy),
				Statement: say("If a LIGHT depends on only one undecided PRESS, the LIGHT decides it. Row by row, from the top, this is light chasing.")},
			{Name: say("few LIGHTs"), Level: 1, Find: r.find(r.several),
				Statement: fmt.Sprintf(say("The rule adds up to %d LIGHTs: PRESSES that change an even number of them cancel. If only one undecided PRESS is left, the LIGHTs together decide it."), few)},
			{Name: say("many LIGHTs"), Level: 2, Find: func(s deduce.State, _ []int32, emit deduce.Emit) { r.findMany(ctx, s, emit) },
				Statement: fmt.Sprintf(say("The same as 'few LIGHTs', but with any number of LIGHTs. Up to %d LIGHTs, this rule finds every PRESS that is the same in all solutions."), maxLights)},
		},
		Text: func(st *deduce.Step) string {
			return r.because(st) + ", so " + r.settled([]deduce.Step{*st})
		},
		Sentence: func(m *technique.Move) string {
			so := r.settled(m.Steps)
			if at := m.Empty(); at >= 0 {
				so = fmt.Sprintf("%s can be neither %s nor not %s", r.Buttons([]int{at}), r.Pressed, r.Pressed)
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
				case i > 1 && n <= r.several.Most:
					return []string{set.Rules[1].Name}
				}
				return nil
			},
		}
	}
	return set
}

func (r *Reasons) because(st *deduce.Step) string {
	f := st.Proof.(*finding)
	them, no := "it", "no "+r.Press
	if len(f.lights) > 1 {
		them = "an odd number of them"
	}
	if f.left >= 0 {
		no = "only " + r.Buttons([]int{f.left})
	}
	return fmt.Sprintf("%s, and %s can still change %s", r.Because(f.lights, f.odd), no, them)
}

func (r *Reasons) settled(steps []deduce.Step) string {
	return technique.Settled(steps, r.Buttons, [2]string{"is " + r.Pressed, "is not " + r.Pressed}, [2]string{"are " + r.Pressed, "are not " + r.Pressed})
}

// after returns the lights after the presses that a state has decided.
func (r *Reasons) after(s deduce.State) []bool {
	lit := slices.Clone(r.lit)
	for l, terms := range r.equations {
		for _, t := range terms {
			lit[l] = lit[l] != (s[t.Of] == 2)
		}
	}
	return lit
}

func (r *Reasons) find(sums *deduce.Sums) func(s deduce.State, changed []int32, emit deduce.Emit) {
	return func(s deduce.State, changed []int32, emit deduce.Emit) {
		sums.Find(s, changed, func(sum []deduce.Term) {
			r.conclude(s, wording.Each(sum, func(t deduce.Term) int { return t.Of }), emit)
		})
	}
}

// conclude adds lights, in which at most one undecided button is left.
func (r *Reasons) conclude(s deduce.State, lights []int, emit deduce.Emit) {
	slices.Sort(lights)
	f := &finding{lights: lights, left: -1}
	var buttons []int
	for _, l := range lights {
		f.odd = f.odd != r.lit[l]
		for _, t := range r.equations[l] {
			buttons = append(buttons, t.Of)
		}
	}
	slices.Sort(buttons)
	for i, n := 0, 0; i < len(buttons); i += n {
		at := buttons[i]
		for n = 1; i+n < len(buttons) && buttons[i+n] == at; n++ {
		}
		switch {
		case n%2 == 0:
		case s[at] == 3:
			f.left = at
		default:
			f.gone = deduce.AppendBits(f.gone, at, 3&^s[at])
			f.odd = f.odd != (s[at] == 2)
		}
	}
	p := deduce.Pattern{Proof: f}
	if r.Where != nil {
		p.Sites = r.Where(lights)
	}
	switch {
	case f.left >= 0 && f.odd:
		emit(f.left, 0, p)
	case f.left >= 0:
		emit(f.left, 1, p)
	case f.odd:
		s.EmitAll(p, emit)
	}
}

// findMany adds the equations in all ways that leave at most one undecided button. The unknowns of the
// elimination say which lights are added, and which buttons are then left.
func (r *Reasons) findMany(ctx context.Context, s deduce.State, emit deduce.Emit) {
	n := len(r.equations)
	if n > maxLights || len(s) > maxLights {
		return
	}
	a := gf2.NewMatrix(len(s), n+len(s))
	for l, terms := range r.equations {
		for _, t := range terms {
			if s[t.Of] == 3 {
				a.Set(t.Of, l)
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
	var spare []gf2.Vector // sums without any button
	for i := range e.Nullity() {
		v := e.Kernel(i)
		lights := encode.Where(encode.Left(n, nil), v.At)
		switch v.Weight() - len(lights) {
		case 0:
			spare = append(spare, v)
		case 1:
			lights = shortest(v, spare, n)
		default:
			continue
		}
		r.conclude(s, lights, emit)
	}
}

// shortest adds vectors to v as long as one of them makes it shorter, and returns its bits below n. It
// need not find the shortest sum.
func shortest(v gf2.Vector, more []gf2.Vector, n int) []int {
	for again := true; again; {
		again = false
		for _, m := range more {
			sum := slices.Clone(v)
			for i := range sum {
				sum[i] ^= m[i]
			}
			if sum.Weight() < v.Weight() {
				v, again = sum, true
			}
		}
	}
	return encode.Where(encode.Left(n, nil), v.At)
}
