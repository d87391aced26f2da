package reason

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/draw"
	"counterproof/native/deduce"
)

// A Move is a move, or a single step, for sentences and pictures.
type Move struct {
	Steps  []deduce.Step // the steps with the reason, then their consequences
	Own    int           // the number of steps with the reason
	Before deduce.State
	Placed []deduce.Bit // the sites that the move gives their last value, with these values
	Given  bool         // whether the move spreads a value that the board gives
	bit    bool         // whether this is a single step
}

// Lead returns the first step. Its pattern stands for the reason.
func (m *Move) Lead() *deduce.Step { return &m.Steps[0] }

// Len returns the number of steps, 0 for nil.
func (m *Move) Len() int {
	if m == nil {
		return 0
	}
	return len(m.Steps)
}

// Title returns the title above a picture. Pictures of moves have their sentence below instead.
func (m *Move) Title() string {
	if m.bit {
		return m.Lead().Rule.Name
	}
	return ""
}

// Gone returns what the move removes, by site.
func (m *Move) Gone() map[int]uint64 {
	gone := map[int]uint64{}
	for _, st := range m.Steps {
		gone[st.Site] |= 1 << st.Value
	}
	return gone
}

// Value returns the value that the move places at a site. It returns -1 if there is none.
func (m *Move) Value(site int) int {
	for _, b := range m.Placed {
		if b.Site == site {
			return b.Value
		}
	}
	return -1
}

// Sites returns the sites of the patterns of the move's own steps, each once.
func (m *Move) Sites() []int {
	var sites []int
	for _, st := range m.Steps[:m.Own] {
		sites = appendNew(sites, st.Sites...)
	}
	return sites
}

// Facts returns the facts on which the own steps of the move rest, each once.
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

// appendNew appends the elements that the list does not have yet.
func appendNew(list []int, more ...int) []int {
	for _, i := range more {
		if !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// divide sets the moves and the functions that describe and draw them.
func (set *Set) divide(d *encode.Deduced, start deduce.State, res *deduce.Result) {
	if len(res.Moves) == 0 {
		d.MoveText, d.MoveFacts = d.Text, d.Facts // there are none to ask about
		d.MovePicture = d.Picture
		return
	}
	placed := placed(start, res)
	move := func(i int) *Move {
		m := res.Moves[i]
		return &Move{Steps: res.Steps[m.First : m.First+m.N], Own: m.Own, Before: after(start, res.Steps[:m.First]),
			Placed: placed[i], Given: given(start, &m, &res.Steps[m.First])}
	}
	d.Moves = make([]encode.DeducedMove, len(res.Moves))
	for i, m := range res.Moves {
		first := &res.Steps[m.First]
		d.Moves[i] = encode.DeducedMove{Rule: set.rule(m.Rule), Steps: d.Steps[m.First : m.First+m.N], Own: m.Own,
			Sites: (&Move{Steps: res.Steps[m.First : m.First+m.N], Own: m.Own}).Sites(), Given: given(start, &m, first)}
		for _, b := range placed[i] {
			d.Moves[i].Placed = append(d.Moves[i].Placed, encode.Placed(b))
		}
	}
	d.MoveText = func(i int) string { return set.sentence(move(i)) }
	d.MoveFacts = func(i int) []encode.Gone {
		var facts []encode.Gone
		for _, b := range move(i).Facts() {
			facts = append(facts, encode.Gone(b))
		}
		return facts
	}
	if set.Picture == nil {
		return
	}
	d.MovePicture = func(i int) *draw.Picture {
		if i == len(res.Moves) {
			return d.Picture(len(res.Steps))
		}
		m := move(i)
		p := set.Picture(m.Before, m)
		p.Title, p.Description = fmt.Sprintf("Move %d: %s", i+1, m.Lead().Rule.Name), set.sentence(m)
		return p
	}
}

// given reports whether a move spreads sites that the board gives.
func given(start deduce.State, m *deduce.Move, first *deduce.Step) bool {
	return m.Rule.Spreads && start.One(first.Sites[0])
}

// placed returns, for each move, what it places. See encode.DeducedMove.
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

// sentence describes a move.
func (set *Set) sentence(m *Move) string {
	if set.Sentence != nil {
		return set.Sentence(m)
	}
	var texts []string
	for i := range m.Steps[:m.Own] {
		texts = append(texts, set.Text(&m.Steps[i]))
	}
	return m.Lead().Rule.Name + ": " + strings.Join(texts, "; ")
}

// Few is the largest number of sites that a sentence names. It says how many there are beyond.
const Few = 6

// Several names sites, or says how many there are: "17 cells".
func Several(sites []int, name func(site int) string, noun string) string {
	if len(sites) > Few {
		return fmt.Sprintf("%d %s", len(sites), noun)
	}
	names := make([]string, len(sites))
	for i, site := range sites {
		names[i] = name(site)
	}
	return And(names)
}

// Removed describes steps: "2 and 6 from (1,1) and (1,4), and 6 from (1,5)". Sites that lose the same
// values come together.
func Removed(steps []deduce.Step, values func(set uint64) string, sites func(sites []int) string) string {
	var order []int
	gone := map[int]uint64{}
	for _, st := range steps {
		order = appendNew(order, st.Site)
		gone[st.Site] |= 1 << st.Value
	}
	slices.Sort(order)
	var sets []uint64
	by := map[uint64][]int{}
	for _, site := range order {
		set := gone[site]
		if by[set] == nil {
			sets = append(sets, set)
		}
		by[set] = append(by[set], site)
	}
	var parts []string
	for _, set := range sets {
		parts = append(parts, values(set)+" from "+sites(by[set]))
	}
	if len(parts) > 1 {
		last := len(parts) - 1
		return strings.Join(parts[:last], ", ") + ", and " + parts[last]
	}
	return strings.Join(parts, "")
}

// Settled describes steps on sites with two values: "(1,2) and (1,3) are mines and (2,2) is safe". The
// forms one and many are by the value that goes.
func Settled(steps []deduce.Step, sites func(sites []int) string, one, many [2]string) string {
	var by [2][]int
	for _, st := range steps {
		by[st.Value] = appendNew(by[st.Value], st.Site)
	}
	var parts []string
	for v, list := range by {
		slices.Sort(list)
		switch len(list) {
		case 0:
		case 1:
			parts = append(parts, sites(list)+" "+one[v])
		default:
			parts = append(parts, sites(list)+" "+many[v])
		}
	}
	return strings.Join(parts, " and ")
}
