package sherlock

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
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

	companies, trials proofs        // what the rules company and trial found
	simple            []deduce.Rule // of trials: a single clue, a naked and a hidden single
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
	r.simple = []deduce.Rule{r.units.Naked(easy, 1, ""), r.units.Hidden(easy, 1, ""), {
		Find: func(s deduce.State, changed []int32, emit deduce.Emit) {
			r.arcs(r.single, s, changed, emit, func(*join) bool { return true })
		},
		Facts: func(st *deduce.Step) []deduce.Bit { return r.single.joins[st.Clue].facts(st) },
	}}
	return r
}

func (r *reasoner) set() *technique.Set {
	return &technique.Set{
		Levels: levels,
		Start:  r.problem().Domains,
		Rules:  append(r.categoryRules(), r.clueRules()...),
		Text: func(st *deduce.Step) string {
			return st.Tell() + ", so " + r.name(st.Site) + " is not in " + r.places(1<<st.Value, "or")
		},
		Sentence: r.moveText,
		Picture:  r.drawState,
	}
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
	sites := technique.AppendNew(nil, wording.Each(p[b].facts, func(f deduce.Bit) int { return f.Site })...)
	emit(b.Site, b.Value, deduce.Pattern{Sites: sites, Proof: p[b]})
}

func (b *Board) names(icons []int) string { return technique.And(wording.Each(icons, b.name)) }

// places lists columns in words, with the given word ("and" or "or") before the last
// one.
func (r *reasoner) places(columns uint64, word string) string {
	list := technique.Names(columns, func(v int) string { return strconv.Itoa(v + 1) })
	switch len(list) {
	case 0:
		return "no column"
	case 1:
		return "column " + list[0]
	}
	return "columns " + wording.List(list, " "+word+" ")
}

func (r *reasoner) moveText(m *technique.Move) string {
	st := m.Lead()
	text := m.Name() + ": "
	gone := ", which removes "
	switch st.Rule.Name {
	case "naked single":
		if text += m.Tell(); !m.Given {
			text += ", the only column left for it"
		}
	case "hidden single":
		text += fmt.Sprintf("%s is in %s, which no other %s can take", r.names(st.Sites), r.places(st.Values, "or"), r.categories[st.Clue])
	case "trial":
		text += m.Tell()
		gone = ": this contradiction removes "
	default:
		text += m.Tell()
	}
	text += gone + technique.Removed(m.Steps,
		func(set uint64) string { return r.places(set, "and") },
		r.names)
	if icon := m.Empty(); icon >= 0 {
		return text + ", and leaves no column for " + r.name(icon)
	}
	left := m.Placed
	if st.Rule.Places != nil {
		left = m.Beyond()
	}
	if len(left) > 0 {
		text += ", and leaves " + technique.And(wording.Each(left, func(b deduce.Bit) string { return r.name(b.Site) + " in " + r.places(1<<b.Value, "or") }))
	}
	return text
}

const (
	nameSize = 14 // size of the names of icons that are not yet placed
	nameWide = 8  // width of a letter of that size, the mean of the widest fonts
	nameLine = 17 // height of a line with such a name
	strip    = 20 // height of the name of a category above its cells
)

// drawState draws a state of the deduction. Each category is a row of cells. A cell lists the icons
// that can still be in its column, each on a line of its own. An icon with only one column left is
// usually the only name in its cell and has larger letters.
//
// If there is a move, the name of an icon that has lost a column on which the move relies is shown
// there in grey on yellow. In the columns that the move removes, the name is struck out on pale blue.
// In the columns where it places icons, the name is on blue.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	title, fills := m.Title(), map[deduce.Bit]draw.Colour{}
	if m != nil {
		for _, b := range m.Facts() {
			fills[b] = draw.Yellow
		}
		for _, st := range m.Steps {
			fills[st.Bit] = draw.PaleSky
		}
		for _, b := range m.Placed {
			fills[b] = draw.Sky
		}
	}
	wide := wording.Most(r.categories, utf8.RuneCountInString)
	longest := max(len(title)/r.n, (wide+r.n-1)/r.n, wording.Most(slices.Concat(r.Board.icons...), utf8.RuneCountInString))
	w, h := longest*nameWide+margin, r.n*nameLine+6
	p := &draw.Picture{W: float64(2*margin + r.n*w)}
	y := margin
	if title != "" {
		y += line
		p.Text(p.W/2, float64(y-4), title, draw.Font{Size: 16})
	}
	for v := range r.n {
		p.Text(float64(margin+v*w+w/2), float64(y+line-4), strconv.Itoa(v+1), draw.Font{Size: 16})
	}
	y += line
	for k, category := range r.categories {
		p.Text(margin, float64(y+strip-5), category, draw.Font{Size: nameSize, Anchor: draw.Start, Fill: draw.Grey})
		y += strip
		for v := range r.n {
			x := margin + v*w
			p.Rect(float64(x), float64(y), float64(w), float64(h), draw.Style{Fill: draw.White, Stroke: draw.Grey, Width: 1})
			r.paintCell(p, float64(x), float64(y), float64(w), float64(h), k, v, s, fills)
		}
		p.Rect(margin, float64(y), float64(r.n*w), float64(h), draw.Style{Stroke: draw.Black, Width: 2})
		y += h
	}
	p.H = float64(y + margin)
	return p
}

func (r *reasoner) paintCell(p *draw.Picture, x, y, w, h float64, category, column int, s deduce.State, fills map[deduce.Bit]draw.Colour) {
	shown := 0
	only := -1 // an icon with one column left
	for icon := category * r.n; icon < (category+1)*r.n; icon++ {
		if s.Has(icon, column) || fills[deduce.Bit{Site: icon, Value: column}] != 0 {
			shown++
			if s[icon] == 1<<column {
				only = icon
			}
		}
	}
	if shown == 1 && only >= 0 {
		if fill := fills[deduce.Bit{Site: only, Value: column}]; fill == 0 || fill == draw.Sky {
			p.Rect(x+2, y+2, w-4, h-4, draw.Style{Fill: fill})
			p.Text(x+w/2, y+h/2+6, r.name(only), draw.Font{Size: 1.15 * nameSize})
			return
		}
	}
	for i := range r.n {
		at := deduce.Bit{Site: category*r.n + i, Value: column}
		fill, left := fills[at], s.Has(at.Site, column)
		if fill == 0 && !left {
			continue
		}
		top := y + 3 + float64(i*nameLine)
		ink := draw.Black
		if !left {
			ink = 0x555555ff
		}
		p.Rect(x+2, top, w-4, nameLine, draw.Style{Fill: fill})
		p.Text(x+w/2, top+nameLine-4, r.name(at.Site), draw.Font{Size: nameSize, Fill: ink})
		if fill == draw.PaleSky {
			p.Lines(draw.Style{Stroke: draw.Vermilion, Width: 2}, []draw.Point{{x + 5, top + nameLine - 3}, {x + w - 5, top + 3}})
		}
	}
}
