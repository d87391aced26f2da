package exactcover

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode/board/covering"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/cover"
	"counterproof/native/deduce"
	"counterproof/native/hitting"
)

const (
	out, in = 0, 1 // the values of a site
	// mostOptions limits the options of a problem in which the rules find anything. The pairs of
	// options that exclude each other then take at most 8 MiB.
	mostOptions = 8192
	mostRounds  = 12
)

// Rules returns the rules below. The level contradiction supposes that an option is chosen.
//
//	easy           chosen option, full item, last options
//	normal         blocked item
//	contradiction  forced options
func (p Problem) Rules() []deduction.Rule { return p.reasoning(context.Background()).List() }

// Deduce implements deduction.Deducible. With more than 8192 options, the rules find nothing.
func (p Problem) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return p.reasoning(ctx).Deduce(ctx, p, st, o)
}

// A reasoner finds what the rules conclude about one problem. The pattern of a step has an item as its
// clue, and options as its sites.
type reasoner struct {
	Problem
	ctx   context.Context
	cover *covering.Cover // nil until it is needed
}

func (p Problem) reasoning(ctx context.Context) *technique.Set {
	r := &reasoner{Problem: p, ctx: ctx}
	sites := func(st *deduce.Step) []int { return st.Sites }
	chosen := func(st *deduce.Step) []deduce.Bit {
		return wording.Each(st.Sites, func(o int) deduce.Bit { return deduce.Bit{Site: o, Value: out} })
	}
	return &technique.Set{
		Levels: []string{"easy", "normal", "contradiction"}, Start: technique.Start(p.Sites()), Picture: r.drawState,
		Text: func(st *deduce.Step) string {
			return fmt.Sprintf("%s, so %s is %s", r.because(st), r.SiteName(st.Site), r.ValueName(0, 1-st.Value))
		},
		Rules: []deduce.Rule{
			r.rule("chosen option", 0, "A chosen option excludes all options that cannot be chosen together with it.", r.findChosen, chosen, deduce.Moves{Places: sites, Spreads: true}),
			r.rule("full item", 0, "If an item has as many chosen options as it may have, its other options are not chosen.", r.findFull, chosen, deduce.Moves{}),
			r.rule("last options", 0, "If an item has only as many options left as must be chosen, they are chosen.", r.findLast, r.lost, deduce.Moves{Places: sites}),
			r.rule("blocked item", 1, "An option is not chosen if it excludes all options that are left for an item.", r.findBlocked, r.lost, deduce.Moves{}),
			r.rule("forced options", 2, fmt.Sprintf("Suppose that an option is chosen. Some item may then have only one option left, which excludes other options, and so on. The option is not chosen if this leaves an item without an option within %d rounds.", mostRounds),
				r.findForced, r.lost, deduce.Moves{Cost: func(st *deduce.Step) int { return len(st.Proof.(*covering.Supposition).Chain) }, Reason: func(st *deduce.Step) any { return st.Site }}),
		},
	}
}

func (r *reasoner) rule(name string, level int, statement string, find func(s deduce.State, alive hitting.Set, emit deduce.Emit), facts func(st *deduce.Step) []deduce.Bit, moves deduce.Moves) deduce.Rule {
	return deduce.Rule{
		Name: name, Level: level, Statement: statement, Facts: facts, Moves: moves,
		Find: func(s deduce.State, _ []int32, emit deduce.Emit) {
			if len(r.Options) > mostOptions || r.ctx.Err() != nil {
				return
			}
			r.prepare()
			alive := hitting.NewSet(len(s))
			for o := range s {
				if s.Has(o, in) {
					alive.Add(o)
				}
			}
			find(s, alive, emit)
		},
		Tell: func(steps []deduce.Step) string { return r.because(&steps[0]) },
	}
}

func (r *reasoner) prepare() {
	if r.cover != nil {
		return
	}
	must := wording.Each(r.Items, func(item cover.Item) bool { return !item.Secondary && item.Lo > 0 })
	coloured := make([]bool, len(r.Items))
	options := make([][]int, len(r.Options))
	for o, option := range r.Options {
		for _, use := range option {
			options[o] = append(options[o], use.Item)
			coloured[use.Item] = coloured[use.Item] || use.Colour > 0
		}
	}
	r.cover = covering.NewCover(must, options, func(i int) bool {
		return coloured[i] || !r.Items[i].Secondary && r.Items[i].Hi > 1
	})
	for i := range r.Items {
		for a := range r.cover.Holds[i].All() {
			for b := range r.cover.Holds[i].All() {
				if x, y := r.colour(a, i), r.colour(b, i); coloured[i] && a < b && (x != y || x == 0) {
					r.cover.Exclude(a, b)
				}
			}
		}
	}
}

// colour returns the colour that option o gives to an item of it.
func (r *reasoner) colour(o, item int) (colour int) {
	for _, use := range r.Options[o] {
		if use.Item == item {
			colour = use.Colour
		}
	}
	return colour
}

func (r *reasoner) findChosen(s deduce.State, _ hitting.Set, emit deduce.Emit) {
	for o := range s {
		if s.Has(o, out) {
			continue
		}
		for q := range r.cover.Rivals[o].All() {
			emit(q, in, deduce.Pattern{Sites: []int{o}})
		}
	}
}

func (r *reasoner) findFull(s deduce.State, alive hitting.Set, emit deduce.Emit) {
	for i, item := range r.Items {
		if item.Secondary || item.Hi == 1 {
			continue
		}
		p := deduce.Pattern{Clue: i}
		for o := range r.cover.Holds[i].All() {
			if !s.Has(o, out) && len(p.Sites) < item.Hi {
				p.Sites = append(p.Sites, o)
			}
		}
		for o := range alive.And(r.cover.Holds[i]).All() {
			if len(p.Sites) == item.Hi && !slices.Contains(p.Sites, o) {
				emit(o, in, p)
			}
		}
	}
}

func (r *reasoner) findLast(s deduce.State, alive hitting.Set, emit deduce.Emit) {
	for i, item := range r.Items {
		p := deduce.Pattern{Clue: i, Sites: slices.Collect(alive.And(r.cover.Holds[i]).All())}
		switch n := len(p.Sites); {
		case !r.cover.Must[i] || n > item.Lo:
		case n < item.Lo:
			s.EmitAll(p, emit)
		default:
			for _, o := range p.Sites {
				emit(o, out, p)
			}
		}
	}
}

func (r *reasoner) findBlocked(_ deduce.State, alive hitting.Set, emit deduce.Emit) {
	for i, must := range r.cover.Must {
		if !must {
			continue
		}
		p := deduce.Pattern{Clue: i, Sites: slices.Collect(alive.And(r.cover.Holds[i]).All())}
		for q := range r.cover.Against(alive, i).All() {
			emit(q, in, p)
		}
	}
}

func (r *reasoner) findForced(_ deduce.State, alive hitting.Set, emit deduce.Emit) {
	for q := range alive.All() {
		if r.ctx.Err() != nil {
			return
		}
		if x := r.cover.Suppose(alive, q, mostRounds); x != nil {
			sites := wording.Each(x.Chain, func(f covering.Forced) int { return f.Option })
			emit(q, in, deduce.Pattern{Clue: x.Item, Proof: x, Sites: sites})
		}
	}
}

// lost returns the facts of a step: which options its items had lost before.
func (r *reasoner) lost(st *deduce.Step) (facts []deduce.Bit) {
	dead := slices.Clone(r.cover.Holds[st.Clue])
	if x, ok := st.Proof.(*covering.Supposition); ok {
		dead = r.cover.Needs(st.Site, x)
	}
	for o := range dead.All() {
		if !slices.Contains(st.Sites, o) {
			facts = append(facts, deduce.Bit{Site: o, Value: in})
		}
	}
	return facts
}

func (r *reasoner) because(st *deduce.Step) string {
	item := func(i int) string { return "item " + r.Items[i].Name }
	options := technique.Numbers("option", wording.Each(st.Sites, func(o int) int { return o + 1 }))
	switch {
	case st.Rule.Name == "chosen option":
		return options + " is chosen, and excludes other options"
	case st.Rule.Name == "full item":
		return fmt.Sprintf("%s may have only %s chosen, and %s", item(st.Clue), wording.Plural(len(st.Sites), "option"), options)
	case st.Rule.Name == "forced options":
		text := fmt.Sprintf("if %s is chosen, ", r.SiteName(st.Site))
		for _, f := range st.Proof.(*covering.Supposition).Chain {
			text += fmt.Sprintf("%s needs %s, ", item(f.Item), r.SiteName(f.Option))
		}
		return text + "no option is left for " + item(st.Clue)
	case len(st.Sites) == 0:
		return "no option is left for " + item(st.Clue)
	case st.Rule.Name == "blocked item":
		return fmt.Sprintf("%s has only %s left, none of them together with %s", item(st.Clue), options, r.SiteName(st.Site))
	}
	return fmt.Sprintf("%s has only %s left", item(st.Clue), options)
}

// drawState draws the problem. Next to each option is whether it is chosen, with "now" if the move
// decides it.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	known := map[int]string{}
	for o := range s {
		if s.One(o) {
			known[o] = r.ValueName(0, s.Value(o))
		}
	}
	if m != nil {
		for o, gone := range m.Gone() {
			if left := (deduce.State{s[o] &^ gone}); left.One(0) {
				known[o] = "now " + r.ValueName(0, left.Value(0))
			}
		}
	}
	return r.paint(nil, known)
}
