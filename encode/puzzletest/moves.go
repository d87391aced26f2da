package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"counterproof/encode"
)

// moves checks the law of moves against a deduction in single steps.
func (b *deduction) moves(want *encode.Deduced, possible []uint64, use func(encode.Rule) bool) {
	seed := b.rng.Uint64()
	for _, o := range []encode.Deducing{{}, {Rand: rand.New(rand.NewPCG(seed, 0)), AnyOrder: seed%2 == 0}} {
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
		b.moveDescriptions(d)
	}
}

// divided checks that the moves divide the steps, and that these are the wanted steps in some order.
func (b *deduction) divided(d, want *encode.Deduced) error {
	var steps []encode.Gone
	for i, m := range d.Moves {
		if m.Own < 1 || m.Own > len(m.Steps) {
			return fmt.Errorf("move %d has %d steps, %d of its own", i+1, len(m.Steps), m.Own)
		}
		for _, s := range m.Steps {
			steps = append(steps, s.Gone)
		}
	}
	gone := func(d *encode.Deduced) (list []encode.Gone) {
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
	order := func(x, y encode.Gone) int { return 64*(x.Site-y.Site) + x.Value - y.Value }
	if got, want := slices.SortedFunc(slices.Values(steps), order), slices.SortedFunc(slices.Values(gone(want)), order); !slices.Equal(got, want) {
		return fmt.Errorf("the moves remove %v, want %v", got, want)
	}
	return nil
}

// reasons checks that the own steps of a move are steps of its rule. It checks for some moves that the
// facts of these steps were known before the move.
func (b *deduction) reasons(d *encode.Deduced) error {
	now := b.deduce(encode.Deducing{Use: func(encode.Rule) bool { return false }}).State
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

// some returns the facts of a step or move if ask is true.
func some(ask bool, facts func(i int) []encode.Gone, i int) []encode.Gone {
	if !ask {
		return nil
	}
	return facts(i)
}

// placed checks that each site that the deduction settles is placed by one move, when it has its last
// value.
func (b *deduction) placed(d *encode.Deduced) error {
	if d.Broken {
		return nil
	}
	now := b.deduce(encode.Deducing{Use: func(encode.Rule) bool { return false }}).State
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

// moveDescriptions checks the sentences, and some pictures.
func (b *deduction) moveDescriptions(d *encode.Deduced) {
	for i, m := range d.Moves {
		text := d.MoveText(i)
		if strings.HasSuffix(text, ".") || strings.Contains(text, "%!") || strings.Contains(text, "\n") || !strings.Contains(text, ": ") {
			b.fails("telling", "move %d, rule %s: the sentence %q", i+1, m.Rule.Name, text)
			return
		}
	}
	b.pictures("move", len(d.Moves), d.MovePicture)
}
