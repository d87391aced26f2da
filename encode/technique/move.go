package technique

import (
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/native/deduce"
)

// A Move holds the steps of one move of a deduction, or a single step, for functions that describe
// or draw it.
type Move struct {
	Steps  []deduce.Step // the steps with the reason, then their consequences
	Own    int           // the number of steps with the reason
	Before deduce.State
	Placed []deduce.Bit // the sites that the move gives their last value, with these values
	Given  bool         // whether the move only draws plain conclusions from a value that the board gives
	bit    bool         // whether this is a single step
}

// Lead returns the first step of the move. The pattern of this step represents the reason that all
// own steps have in common.
func (m *Move) Lead() *deduce.Step { return &m.Steps[0] }

// Tell describes the pattern of the move in words.
func (m *Move) Tell() string { return m.Lead().Rule.Tell(m.Steps[:m.Own]) }

// Name returns the name of the move: "clue" if it spreads a value that the board gives, and
// otherwise the name of its rule.
func (m *Move) Name() string {
	if m.Given {
		return "clue"
	}
	return m.Lead().Rule.Name
}

// Len returns the number of steps of the move, or 0 if m is nil.
func (m *Move) Len() int {
	if m == nil {
		return 0
	}
	return len(m.Steps)
}

// Title returns the title of the picture of a single step. For a move it returns "", because the
// picture has the sentence of the move below it, and also if m is nil.
func (m *Move) Title() string {
	if m != nil && m.bit {
		return m.Lead().Rule.Name
	}
	return ""
}

// Gone returns, for each site that the move changes, the set of values that the move removes from
// the site. If m is nil, there are none.
func (m *Move) Gone() map[int]uint64 {
	gone := map[int]uint64{}
	if m == nil {
		return gone
	}
	for _, st := range m.Steps {
		gone[st.Site] |= 1 << st.Value
	}
	return gone
}

// Sites returns the sites in the patterns of the move's own steps (all except its consequences),
// each once.
func (m *Move) Sites() []int {
	var sites []int
	for _, st := range m.Steps[:m.Own] {
		sites = AppendNew(sites, st.Sites...)
	}
	return sites
}

// Facts returns the facts on which the move's own steps (all except its consequences) rest, each
// once.
func (m *Move) Facts() []deduce.Bit {
	var facts []deduce.Bit
	seen := map[deduce.Bit]bool{}
	for i := range m.Steps[:m.Own] {
		for _, b := range m.Steps[i].Facts() {
			if !seen[b] && !m.Before.Has(b.Site, b.Value) {
				seen[b] = true
				facts = append(facts, b)
			}
		}
	}
	return facts
}

// Empty returns a site that the move leaves without a value, or -1.
func (m *Move) Empty() int {
	last := m.Steps[len(m.Steps)-1]
	if m.Before[last.Site]&^m.Gone()[last.Site] == 0 {
		return last.Site
	}
	return -1
}

// AppendNew appends those of the values that the list does not yet have, each once.
func AppendNew[T comparable](list []T, more ...T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

func (set *Set) divide(d *deduction.Result, in encode.Instance, p *deduce.Problem, res *deduce.Result) {
	start := p.Start
	if len(res.Moves) == 0 {
		d.MoveText, d.MoveFacts = d.Text, d.Facts // there are no moves, so nothing calls these two functions
		d.MovePicture = d.Picture
		return
	}
	placed := placed(start, res)
	known := set.spread(start)
	blind := func(i int) *Move { // without the field Before, which would take long to compute for every move
		m := res.Moves[i]
		steps := res.Steps[m.First : m.First+m.N]
		return &Move{Steps: steps, Own: m.Own, Placed: placed[i], Given: m.Rule.Spreads && gives(start, m.Rule, &steps[0])}
	}
	move := func(i int) *Move {
		m := blind(i)
		m.Before = after(start, res.Steps[:res.Moves[i].First])
		return m
	}
	d.Moves = make([]deduction.Move, len(res.Moves))
	for i, m := range res.Moves {
		one := blind(i)
		d.Moves[i] = deduction.Move{Name: one.Name(), Rule: set.rule(m.Rule), Steps: d.Steps[m.First : m.First+m.N], Own: m.Own,
			Sites: one.Sites(), Placed: placed[i], Given: given(start, known, m.Rule, one.Steps)}
	}
	assumes := map[bool]string{true: "; this assumes that there is exactly one solution"}
	sentence := func(m *Move) string { return set.sentence(m) + assumes[m.Lead().Rule.Unique] }
	d.MoveText = func(i int) string { return sentence(move(i)) }
	d.MoveFacts = func(i int) []deduction.Gone { return move(i).Facts() }
	d.MovePicture = set.pictures("Move", res.State, len(res.Moves), move, sentence)
	d.Until = func(n int) *deduction.Result { return set.describe(in, p, res.Until(start, n)) }
}

// given reports whether a move only draws plain conclusions from sites that the board gives, or
// removes only values that such moves remove. The state known is the one after all such moves.
func given(start, known deduce.State, r *deduce.Rule, steps []deduce.Step) bool {
	return r.Spreads && gives(start, r, &steps[0]) ||
		!slices.ContainsFunc(steps, func(st deduce.Step) bool { return known.Has(st.Site, st.Value) })
}

func gives(start deduce.State, r *deduce.Rule, st *deduce.Step) bool {
	return slices.ContainsFunc(r.Places(st), start.One)
}

func (set *Set) spread(start deduce.State) deduce.State {
	s := slices.Clone(start)
	changed := make([]int32, len(s))
	for i := range s {
		changed[i] = int32(i)
	}
	for len(changed) > 0 {
		var next []int32
		for i := range set.Rules {
			r := &set.Rules[i]
			if !r.Spreads && !r.Echoes {
				continue
			}
			r.Find(s, changed, func(site, value int, p deduce.Pattern) {
				st := deduce.Step{Rule: r, Bit: deduce.Bit{Site: site, Value: value}, Pattern: p}
				if s.Has(site, value) && (r.Echoes || gives(start, r, &st)) {
					s[site] &^= 1 << value
					next = append(next, int32(site))
				}
			})
		}
		changed = next
	}
	return s
}

func placed(start deduce.State, res *deduce.Result) [][]deduce.Bit {
	s := slices.Clone(start)
	settled, said := map[int]int{}, map[int]int{} // by site: the index of a move
	for i, m := range res.Moves {
		for _, st := range res.Steps[m.First : m.First+m.N] {
			if s[st.Site] &^= 1 << st.Value; s.One(st.Site) {
				settled[st.Site] = i
			}
		}
		if m.Rule.Places == nil {
			continue
		}
		for _, site := range m.Rule.Places(&res.Steps[m.First]) {
			if _, ok := said[site]; !ok && s.One(site) && !start.One(site) {
				said[site] = i
			}
		}
	}
	all := make([][]deduce.Bit, len(res.Moves))
	for site, left := range s {
		i, ok := said[site]
		if !ok {
			i, ok = settled[site]
		}
		if ok && left != 0 {
			all[i] = append(all[i], deduce.Bit{Site: site, Value: s.Value(site)})
		}
	}
	return all
}

func (set *Set) sentence(m *Move) string {
	if set.Sentence != nil {
		return set.Sentence(m)
	}
	var reasons, texts []string
	results := map[string][]string{}
	for i := range m.Steps {
		why, so, _ := strings.Cut(set.Text(&m.Steps[i]), ", so ")
		if _, ok := results[why]; !ok {
			reasons = append(reasons, why)
		}
		results[why] = append(results[why], so)
	}
	for _, why := range reasons {
		if so := And(results[why]); so != "" {
			why += ", so " + so
		}
		texts = append(texts, why)
	}
	return m.Name() + ": " + strings.Join(texts, "; ")
}
