package mapcolour

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/native"
	"counterproof/native/deduce"
)

// levels lists the levels of the rules. The first three are the levels that Simon Tatham's Map
// gives to maps, except the level that needs search. The level kempe is the level of the Kempe
// chain rule.
var levels = []string{"easy", "normal", "hard", "kempe"}

const easy, normal, hard, kempe, trap = 0, 1, 2, 3, 4

// A reasoner finds what the rules conclude on one map. Each rule depends only on colours that
// regions have lost. For example, a region is "within" two colours if it has lost all other
// colours. The region remains within the two colours when it loses one of the two. A reasoner is
// not safe for concurrent use.
type reasoner struct {
	*Map
	ctx   context.Context // when this context is done, the rules of the levels hard and kempe stop
	near  [][]int
	all   uint64  // all colours
	seen  []int32 // by region*colours+colour: 1 + the link's index in queue, 0 if the link is not in queue
	queue []link
	back  []int32 // by index in queue: the index of the previous link
	touch []bool  // by region: whether the region is next to the first region of the chain
	walk  walk
}

func newReasoner(ctx context.Context, m *Map) *reasoner {
	return &reasoner{Map: m, ctx: ctx, near: m.neighbours(), all: 1<<m.colours - 1}
}

func (r *reasoner) set() *technique.Set {
	return &technique.Set{
		Levels: append(slices.Clip(levels), deduction.TrapLevel),
		Start:  r.domains(r.all),
		Rules: []deduce.Rule{
			{Name: "settled neighbour", Level: easy, Find: r.settled, Facts: r.within,
				Tell: func(steps []deduce.Step) string {
					return fmt.Sprintf("region %s %s colour %s", r.name(steps[0].Sites[0]), r.has(steps[0].Sites[0]), names(steps[0].Values, ""))
				},
				Moves:     deduce.Moves{Places: func(st *deduce.Step) []int { return st.Sites }, Spreads: true},
				Statement: "If a region has only one colour left, its neighbours lose this colour."},
			{Name: "pair", Level: normal, Find: r.pair, Facts: r.within,
				Tell: func(steps []deduce.Step) string {
					return fmt.Sprintf("%s touch and have the colours %s between them", r.several(steps[0].Sites), names(steps[0].Values, " and "))
				},
				Moves: deduce.Moves{Reason: func(st *deduce.Step) any {
					return fmt.Sprint(slices.Sorted(slices.Values(st.Sites)), st.Values)
				}},
				Statement: "If two neighbours have only the same two colours left, every region that touches both neighbours loses these two colours."},
			{Name: "forcing chain", Level: hard, Find: r.forcing, Facts: r.forced, Tell: r.follow,
				Moves: deduce.Moves{
					Reason: func(st *deduce.Step) any { return fmt.Sprint(st.Proof) },
					Cost:   func(st *deduce.Step) int { return len(st.Proof.([]link)) },
				},
				Statement: "Take a region that has only the colours c and d left, and suppose that it does not have c. Then it has d. " +
					"A neighbour that has only d and one other colour left must then have this other colour, and so on along a chain of neighbours. " +
					"If the chain ends at a region that must have c, the first or the last region of the chain has c. So every region that touches both of them loses c."},
			{Name: "kempe chain", Level: kempe, Find: r.escape, Facts: r.enclosed, Tell: r.enclose, Unique: true,
				Moves: deduce.Moves{Reason: func(st *deduce.Step) any { return fmt.Sprint(st.Site, st.Values) }},
				Statement: "Take any two colours. In the only solution, the regions with these colours form connected parts, and each part contains a given region. " +
					"Otherwise, swapping the two colours in a part would make a second solution. " +
					"Take a region X that has only these two colours left. Consider all paths that go from X to a given region with one of the two colours, and only through regions that can still have one of the two colours. " +
					"A region that lies on every such path loses all other colours."},
		},
		Traps:    []deduce.Rule{r.lossyRule()},
		Text:     r.text,
		Sentence: r.moveText,
		Picture:  func(s deduce.State, m *technique.Move) *draw.Picture { return r.paint(s, r.anchored(s), marks(m), m) },
	}
}

func (m *Map) Rules() []deduction.Rule { return newReasoner(context.Background(), m).set().List() }

func (m *Map) Traps() []deduction.Rule { return newReasoner(context.Background(), m).set().ListTraps() }

// Deduce implements deduction.Deducible. The rules of the levels easy, normal and hard come from the
// grader, the part of Simon Tatham's Map that rates the difficulty of a map (map.c, version
// 20230122). The rules end in the same states as the grader. The grader's versions of the rules for
// pairs and chains require regions with exactly two colours left. The level kempe is the rule of
// Eppstein, "Any-order puzzle deduction" (2019).
func (m *Map) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return newReasoner(ctx, m).set().Deduce(ctx, m, st, o)
}

func (r *reasoner) settled(s deduce.State, changed []int32, emit deduce.Emit) {
	for _, at := range changed {
		if left := s[at]; left&(left-1) == 0 && left != 0 {
			r.strike(s, r.near[at], left, deduce.Pattern{Sites: []int{int(at)}, Values: left}, emit)
		}
	}
}

func (r *reasoner) strike(s deduce.State, regions []int, colours uint64, p deduce.Pattern, emit deduce.Emit) {
	for _, at := range regions {
		for left := s[at] & colours; left != 0; left &= left - 1 {
			emit(at, bits.TrailingZeros64(left), p)
		}
	}
}

// pair implements the rule "pair": if two neighbours have lost all colours except the same two,
// their common neighbours lose these two colours. If the two neighbours together have at most one
// colour left, this holds for several pairs of colours. Then there is no solution, and the rule
// uses each of these pairs.
func (r *reasoner) pair(s deduce.State, changed []int32, emit deduce.Emit) {
	var both []int
	for _, at := range changed {
		a := int(at)
		if bits.OnesCount64(s[a]) > 2 {
			continue
		}
		for _, b := range r.near[a] {
			union := s[a] | s[b]
			if bits.OnesCount64(union) > 2 {
				continue
			}
			both = shared(both[:0], r.near[a], r.near[b])
			r.pairs(union, func(two uint64) {
				r.strike(s, both, two, deduce.Pattern{Sites: []int{a, b}, Values: two}, emit)
			})
		}
	}
}

func (r *reasoner) pairs(set uint64, f func(two uint64)) {
	switch bits.OnesCount64(set) {
	case 2:
		f(set)
	case 1:
		for rest := r.all &^ set; rest != 0; rest &= rest - 1 {
			f(set | rest&-rest)
		}
	case 0:
		for rest := r.all; rest != 0; rest &= rest - 1 {
			for more := rest & (rest - 1); more != 0; more &= more - 1 {
				f(rest&-rest | more&-more)
			}
		}
	}
}

// shared appends the numbers that are in both lists, which must ascend.
func shared(both, a, b []int) []int {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			both = append(both, a[0])
			a, b = a[1:], b[1:]
		}
	}
	return both
}

func (r *reasoner) within(st *deduce.Step) []deduce.Bit {
	return deduce.AppendBits(nil, r.all&^st.Values, st.Sites...)
}
