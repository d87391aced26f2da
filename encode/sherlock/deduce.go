package sherlock

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/reason"
	"counterproof/native"
	"counterproof/native/deduce"
)

// The levels of the rules.
const (
	easy = iota
	normal
	hard
	extreme
)

var levels = []string{"easy", "normal", "hard", "extreme"}

// Rules implements encode.Deducible.
//
//	easy     single, only place; same, same three, differ, left, next, apart
//	normal   between, gap, without, either; partner, naked pair, hidden pair
//	hard     naked set, hidden set, company, two clues
//	extreme trial
//
// A clue by itself takes all that it can: with the columns that are left to its
// icons, those of one category in different columns. So do the pairs and sets of a
// category together, and two clues that share an icon, or icons that by other clues
// share a column. What at clues say is where a board begins. A trial is of one icon
// in one column, without any other.
func (b *Board) Rules() []encode.Rule { return newReasoner(context.Background(), b).set().List() }

// Deduce implements encode.Deducible.
func (b *Board) Deduce(ctx context.Context, st *native.Stats, o encode.Deducing) (*encode.Deduced, error) {
	return newReasoner(ctx, b).set().Deduce(ctx, b, st, o)
}

// A rule also says what its pattern is, in words that a conclusion follows.
type rule struct {
	deduce.Rule
	tell func(st *deduce.Step) string
}

// A reasoner finds what the rules conclude on one board. It is for one goroutine.
type reasoner struct {
	*Board
	ctx    context.Context // a rule that sees it done finds nothing more
	n      int
	all    uint64  // the columns
	single *table  // of one clue
	double *table  // of two; nil: not made yet
	class  []int   // by icon: the same for icons that by clues share a column
	never  [][]int // by two classes: what keeps them apart, 0 if nothing does

	told        map[deduce.Bit]int // what the rule company has found: its story
	stories     []story
	refuted     map[deduce.Bit]int // what trials have found: the refutation
	refutations []refutation
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	r := &reasoner{Board: b, ctx: ctx, n: b.columns(), told: map[deduce.Bit]int{}, refuted: map[deduce.Bit]int{}}
	r.all = 1<<r.n - 1
	r.relate()
	r.single = r.singles()
	return r
}

func (r *reasoner) set() *reason.Set {
	set := &reason.Set{Levels: levels, Start: reason.Start(r.Sites())}
	for _, c := range r.clues {
		if c.kind == at {
			set.Start[c.icons[0]] &= 1 << c.column
		}
	}
	told := map[string]func(st *deduce.Step) string{}
	for _, x := range append(r.categoryRules(), r.clueRules()...) {
		set.Rules = append(set.Rules, x.Rule)
		told[x.Name] = x.tell
	}
	set.Text = func(st *deduce.Step) string {
		return told[st.Rule.Name](st) + ", so " + r.name(st.Site) + " is not in " + r.places(1<<st.Value, "or")
	}
	set.Picture = r.drawState
	return set
}
