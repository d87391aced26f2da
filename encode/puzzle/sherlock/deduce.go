package sherlock

import (
	"context"

	"counterproof/encode"
	"counterproof/encode/technique"
	"counterproof/native"
	"counterproof/native/deduce"
)

const easy, normal, hard, extreme = 0, 1, 2, 3

var levels = []string{"easy", "normal", "hard", "extreme"}

// Rules returns the rules below. There is one rule for each type of clue. It finds everything that
// follows from three things: one clue of this type, the columns left for its icons, and the fact that
// icons of the same category are in different columns. The rules about pairs and sets of a category
// together find everything that follows from the columns left for the icons of the category. The rule
// "two clues" finds everything that follows from any two clues that have an icon in common. It also
// combines two clues if other clues put an icon of the first and an icon of the second into the same
// column. The clues "at" are part of the start state. The rule "trial" supposes one icon in one
// column, and makes no further supposition.
//
//	easy     naked single, hidden single; same, same three, differ, left, next, apart
//	normal   between, gap, without, either; partner, naked pair, hidden pair
//	hard     naked triple, naked quadruple, hidden triple, hidden quadruple, company, two clues
//	extreme  trial
func (b *Board) Rules() []encode.Rule { return newReasoner(context.Background(), b).set().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o encode.Deducing) (*encode.Deduced, error) {
	return newReasoner(ctx, b).set().Deduce(ctx, b, st, o)
}

type rule = technique.Told

// A reasoner finds the steps that the rules allow on one board. It is not safe for
// concurrent use.
type reasoner struct {
	*Board
	ctx    context.Context // once it is done, the rules find nothing more
	n      int
	all    uint64  // all columns
	single *table  // joins of one clue
	double *table  // joins of two clues; nil until it is made
	class  []int   // by icon; equal for icons that share a column because of clues
	never  [][]int // by two classes: what keeps them apart, 0 if nothing does

	told        map[deduce.Bit]int // by bit that the rule company found: index in stories
	stories     []story
	refuted     map[deduce.Bit]int // by bit that trials found: index in refutations
	refutations []refutation
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	r := &reasoner{Board: b, ctx: ctx, n: b.columns(), told: map[deduce.Bit]int{}, refuted: map[deduce.Bit]int{}}
	r.all = 1<<r.n - 1
	r.relate()
	r.single = r.singles()
	return r
}

func (r *reasoner) set() *technique.Set {
	set := &technique.Set{Levels: levels, Start: technique.Start(r.Sites())}
	for _, c := range r.clues {
		if c.kind == at {
			set.Start[c.icons[0]] &= 1 << c.column
		}
	}
	told := set.Add(append(r.categoryRules(), r.clueRules()...))
	set.Text = func(st *deduce.Step) string {
		return told[st.Rule.Name](st) + ", so " + r.name(st.Site) + " is not in " + r.places(1<<st.Value, "or")
	}
	set.Sentence = func(m *technique.Move) string { return r.moveText(m, told[m.Lead().Rule.Name]) }
	set.Picture = r.drawState
	return set
}
