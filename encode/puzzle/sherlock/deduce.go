package sherlock

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
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
// column. The clues "at" and "notat" are part of the start state. The rule "trial" supposes one
// icon in one column, and makes no further supposition.
//
//	easy     naked single, hidden single; same, same three, differ, left, next, apart,
//	         directly, apart1, apart2
//	normal   between, gap, without, either; partner, naked pair, hidden pair
//	hard     naked triple, naked quadruple, hidden triple, hidden quadruple, company, two clues
//	extreme  trial
func (b *Board) Rules() []deduction.Rule { return newReasoner(context.Background(), b).set().List() }

func (b *Board) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return newReasoner(ctx, b).set().Deduce(ctx, b, st, o)
}

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

	icons []int           // the numbers of all icons
	units technique.Units // the categories

	companies, trials           proofs      // what the rules company and trial found
	oneClue, oneColumn, oneIcon deduce.Rule // of trials: a single clue, a naked and a hidden single
}

func newReasoner(ctx context.Context, b *Board) *reasoner {
	r := &reasoner{Board: b, ctx: ctx, n: b.columns(), companies: proofs{}, trials: proofs{}, icons: encode.Left(len(b.Sites()), nil)}
	r.all = 1<<r.n - 1
	r.relate()
	r.single = r.singles()
	r.units = technique.Units{
		All:     r.all,
		Sites:   func(category int) []int { return r.icons[category*r.n : (category+1)*r.n] },
		Must:    func(int) uint64 { return r.all },
		Touched: func(changed []int32) iter.Seq[int] { return deduce.Each(r.touched(changed)) },
		TellNaked: func(steps []deduce.Step) string {
			st := &steps[0]
			if len(st.Sites) == 1 {
				return r.name(st.Sites[0]) + " is in " + r.places(st.Values, "or")
			}
			return fmt.Sprintf("%s can only be in %s", r.names(st.Sites), r.places(st.Values, "and"))
		},
		TellHidden: func(steps []deduce.Step) string {
			st := &steps[0]
			if len(st.Sites) == 0 {
				return fmt.Sprintf("in category %s, nothing can be in %s", r.categories[st.Clue], r.places(st.Values, "or"))
			}
			return fmt.Sprintf("in category %s, only %s can be in %s", r.categories[st.Clue], r.names(st.Sites), r.places(st.Values, "and"))
		},
	}
	r.oneClue.Facts = func(st *deduce.Step) []deduce.Bit { return r.single.joins[st.Clue].facts(st) }
	r.oneColumn, r.oneIcon = r.units.Naked(easy, 1, ""), r.units.Hidden(easy, 1, "")
	return r
}

func (r *reasoner) set() *technique.Set {
	set := &technique.Set{
		Levels: levels,
		Start:  technique.Start(r.Sites()),
		Rules:  append(r.categoryRules(), r.clueRules()...),
		Text: func(st *deduce.Step) string {
			return st.Tell() + ", so " + r.name(st.Site) + " is not in " + r.places(1<<st.Value, "or")
		},
		Sentence: r.moveText,
		Picture:  r.drawState,
	}
	for _, e := range r.given(r.clues) {
		set.Start[e.Site] &= 1 << e.Value
	}
	for _, c := range r.clues {
		if c.kind == notat {
			set.Start[c.icons[0]] &^= 1 << c.column
		}
	}
	return set
}

// Proofs are what a rule has found about icons and columns, and why. A rule that finds a conclusion
// again uses the earlier proof, which is still valid because icons only lose columns.
type proofs map[deduce.Bit]*proof

// A proof explains why an icon cannot be in a column.
type proof struct {
	facts  []deduce.Bit // the lost columns that the proof relies on
	length int          // number of conclusions on the way
	words  func() string
}

func (p proofs) emit(b deduce.Bit, emit deduce.Emit) {
	var sites []int
	for _, f := range p[b].facts {
		if !slices.Contains(sites, f.Site) {
			sites = append(sites, f.Site)
		}
	}
	emit(b.Site, b.Value, deduce.Pattern{Sites: sites, Proof: p[b]})
}
