package puzzletest

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/layout"
	"counterproof/encode/test/facttest"
)

// moves checks the laws of moves and of naming (see TestDeduction) in three orders: the usual one, a
// random one that takes the easiest moves first, and any order. It compares each deduction in moves
// with the same deduction in single steps.
func (b *deduced) moves(want *deduction.Result, possible []uint64, use func(deduction.Rule) bool) {
	seed := b.rng.Uint64()
	random := func() *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
	for _, o := range []deduction.Options{{}, {Rand: random()}, {Rand: random(), AnyOrder: true}} {
		o.Use, o.Moves = use, true
		d := b.deduce(o)
		kind := fmt.Sprintf("moves, seed %d: %v, any order: %v", seed, o.Rand != nil, o.AnyOrder)
		switch {
		case d.Verdict() != want.Verdict():
			b.fails("moves", "%s: %s, want %s", kind, d.Verdict(), want.Verdict())
			return
		case !slices.Equal(d.State, want.State):
			b.fails("moves", "%s: another last state, %d values left, want %d", kind, d.Open(), want.Open())
			return
		case !o.AnyOrder && !want.Broken && d.Level != want.Level:
			b.fails("moves", "%s: level %s, want %s", kind, d.Level, want.Level)
			return
		}
		if err := b.divided(d, want); err != nil {
			b.fails("moves", "%s: %v", kind, err)
			return
		}
		b.moveSentences(d)
		b.names(d)
		if o.Rand != nil {
			continue
		}
		b.found.Moves += len(d.Moves)
		b.sound(d, possible)
		if err := b.reasons(d); err != nil {
			b.fails("moves", "%v", err)
		}
		if err := b.placed(d); err != nil {
			b.fails("moves", "%v", err)
		}
		b.pictures("move", len(d.Moves), d.MovePicture)
	}
}

// divided checks that each step belongs to exactly one move, and that the moves have the steps of
// want, in any order.
func (b *deduced) divided(d, want *deduction.Result) error {
	var steps []deduction.Gone
	for i, m := range d.Moves {
		if m.Own < 1 || m.Own > len(m.Steps) {
			return fmt.Errorf("move %d has %d steps, %d of its own", i+1, len(m.Steps), m.Own)
		}
		for _, s := range m.Steps {
			steps = append(steps, s.Gone)
		}
	}
	gone := func(d *deduction.Result) (list []deduction.Gone) {
		for _, s := range d.Steps {
			list = append(list, s.Gone)
		}
		return list
	}
	if !slices.Equal(steps, gone(d)) {
		return fmt.Errorf("the moves have the steps %v, want %v", steps, gone(d))
	}
	if want.Broken {
		return nil // the last steps depend on the order
	}
	order := func(x, y deduction.Gone) int { return 64*(x.Site-y.Site) + x.Value - y.Value }
	if got, want := slices.SortedFunc(slices.Values(steps), order), slices.SortedFunc(slices.Values(gone(want)), order); !slices.Equal(got, want) {
		return fmt.Errorf("the moves remove %v, want %v", got, want)
	}
	return nil
}

// reasons checks that the own steps of each move (all except its consequences) are steps of the
// move's rule. For some moves it also checks that the facts of these steps were known before the
// move.
func (b *deduced) reasons(d *deduction.Result) error {
	now := b.deduce(deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
	step := 0
	every := 1 + len(d.Moves)/20
	for i, m := range d.Moves {
		for k, s := range m.Steps[:m.Own] {
			if s.Rule.Name != m.Rule.Name {
				return fmt.Errorf("move %d by the rule %s has a step by the rule %s", i+1, m.Rule.Name, s.Rule.Name)
			}
			for _, f := range some(i%every == 0, d.Facts, step+k) {
				if now[f.Site]>>f.Value&1 == 1 {
					return fmt.Errorf("move %d, %s: the removal of value %d from site %d rests on site %d without value %d, which follows only from the move",
						i+1, d.MoveText(i), s.Gone.Value, s.Gone.Site, f.Site, f.Value)
				}
			}
		}
		for _, f := range some(i%every == 0, d.MoveFacts, i) {
			if now[f.Site]>>f.Value&1 == 1 {
				return fmt.Errorf("move %d rests on site %d without value %d, which was not known", i+1, f.Site, f.Value)
			}
		}
		for _, s := range m.Steps {
			now[s.Gone.Site] &^= 1 << s.Gone.Value
		}
		step += len(m.Steps)
	}
	return nil
}

// some returns the facts of step or move i if the parameter ask is true, else nil.
func some(ask bool, facts func(i int) []deduction.Gone, i int) []deduction.Gone {
	if !ask {
		return nil
	}
	return facts(i)
}

// placed checks that exactly one move places each site that the deduction settles, and that the
// site has only one value left after this move.
func (b *deduced) placed(d *deduction.Result) error {
	if d.Broken {
		return nil
	}
	now := b.deduce(deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
	want := 0
	for i, left := range d.State {
		if ones(left) == 1 && ones(now[i]) > 1 {
			want++
		}
	}
	seen := map[int]bool{}
	for i, m := range d.Moves {
		for _, s := range m.Steps {
			now[s.Gone.Site] &^= 1 << s.Gone.Value
		}
		for _, p := range m.Placed {
			if seen[p.Site] || now[p.Site] != 1<<p.Value {
				return fmt.Errorf("move %d places the value %d at site %d, which has the values %b", i+1, p.Value, p.Site, now[p.Site])
			}
			seen[p.Site] = true
		}
	}
	if len(seen) != want {
		return fmt.Errorf("the moves place %d sites, want %d", len(seen), want)
	}
	return nil
}

// names checks the law of naming. A move that leaves a site without a value must name only this site,
// because its other removals do not matter any more.
func (b *deduced) names(d *deduction.Result) {
	now := b.deduce(deduction.Options{Use: func(deduction.Rule) bool { return false }}).State
	for i, m := range d.Moves {
		text := d.MoveText(i)
		fails := func(format string, args ...any) {
			b.fails("naming", "move %d: %s, in the sentence %q", i+1, fmt.Sprintf(format, args...), text)
		}
		if technique, _, _ := strings.Cut(text, ": "); technique != m.Name || technique != m.Rule.Name && (technique != "clue" || !m.Given) {
			fails("the move is named %q and its rule %q", m.Name, m.Rule.Name)
			return
		}
		if raw.MatchString(text) {
			fails("%q is for programs", raw.FindString(text))
			return
		}
		named, other := b.mentioned(text)
		empty := false
		for _, s := range m.Steps {
			now[s.Gone.Site] &^= 1 << s.Gone.Value
			empty = empty || now[s.Gone.Site] == 0
		}
		for _, s := range m.Steps {
			if empty && now[s.Gone.Site] != 0 {
				continue
			}
			if named != nil && !named(s.Gone.Site) {
				fails("no word about %s", layout.SiteName(b.in, s.Gone.Site))
				return
			}
			if left := now[s.Gone.Site]; !b.says(other, s.Gone.Site, s.Gone.Value) && (ones(left) != 1 || !b.says(other, s.Gone.Site, bits.TrailingZeros64(left))) {
				fails("no word about %s at %s", layout.ValueName(b.in, s.Gone.Site, s.Gone.Value), layout.SiteName(b.in, s.Gone.Site))
				return
			}
		}
	}
}

// raw matches how programs write sites and values: "3=0", "site 3", "value 0".
var raw = regexp.MustCompile(`\d=\d|\b(?:sites?|values?) \d`)

// mentioned returns a function that reports whether a sentence names a site, or nil if sites have no
// names. It also returns the sentence without the names of cells. It reads the sentence by facttest and
// not by the code that wrote it.
func (b *deduced) mentioned(text string) (named func(site int) bool, other string) {
	var own []int
	if b.named != nil {
		own = b.named(b.in, text)
	}
	if board, ok := b.in.(layout.HasLayout); ok {
		_, w, cell := board.Layout()
		cells, units, other := facttest.Cells(text)
		return func(site int) bool {
			at := facttest.Cell{Row: cell[site]/w + 1, Column: cell[site]%w + 1}
			return slices.Contains(own, site) || slices.Contains(cells, at) ||
				slices.ContainsFunc(units, func(u facttest.Unit) bool { return inUnit(at, u, w) })
		}, other
	}
	if _, ok := b.in.(layout.HasSiteNames); !ok {
		return nil, text
	}
	return func(site int) bool {
		name := layout.SiteName(b.in, site)
		if noun, number, ok := strings.Cut(name, " "); ok {
			n, err := strconv.Atoi(number)
			return err == nil && slices.Contains(facttest.Listed(text, noun), n)
		}
		return facttest.States(text, name)
	}, text
}

// inUnit reports whether a cell is in a unit of a board with w columns. Boxes are numbered in reading order, as in sudoku.
func inUnit(at facttest.Cell, u facttest.Unit, w int) bool {
	switch u.Kind {
	case "row":
		return at.Row == u.Number
	case "column":
		return at.Column == u.Number
	}
	side := int(math.Sqrt(float64(w)))
	return (at.Row-1)/side*side+(at.Column-1)/side+1 == u.Number
}

// says reports whether a sentence has the last word of a value's name, such as 2 for "colour 2".
func (b *deduced) says(text string, site, value int) bool {
	if _, ok := b.in.(layout.HasValueNames); !ok {
		return true
	}
	words := strings.Fields(layout.ValueName(b.in, site, value))
	last := words[len(words)-1]
	return facttest.States(text, last) || facttest.States(text, last+"s")
}

// moveSentences checks the sentence of every move.
func (b *deduced) moveSentences(d *deduction.Result) {
	for i, m := range d.Moves {
		text := d.MoveText(i)
		if garbled.MatchString(text) || !strings.Contains(text, ": ") {
			b.fails("telling", "move %d, rule %s: the sentence %q", i+1, m.Rule.Name, text)
			return
		}
	}
}
