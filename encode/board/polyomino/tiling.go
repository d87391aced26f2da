package polyomino

import (
	"fmt"
	"slices"
	"sync"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native/cover"
	"counterproof/sat/cnf"
)

// A Tiling is the puzzle of covering every open cell of a board exactly once with pieces. The sites
// are the open cells in reading order. The value of a site is the number of the covering piece.
// Every copy of a piece has its own number, in the order of the field Pieces. Pieces with the same
// orientations count as equal. The numbers of equal pieces are in the order of their first cells,
// so that swapping equal pieces does not give another solution. If not all copies are used, the
// used copies have the lowest numbers. A cell that stays empty is covered by a piece of its own kind, the
// last in the field Pieces. See Piece.On.
//
// A Tiling has every method of encode.Instance except String.
type Tiling struct {
	*Board
	Pieces []Piece
	// Label returns the text that is printed on a cell, such as a date, or "". Label may be nil.
	Label  func(r, c int) string
	values int

	rules      func() []rule // for Check, made once
	classes    func() []class
	reductions func() []encode.Reduction
}

// maxLaid is the largest total number of cells of all placements. This many cells take 64 MiB of
// memory.
const maxLaid = 1 << 24

// NewTiling makes a tiling of the board b by the pieces. It returns an error if there are more than
// 256 copies of pieces, or if the pieces have too many placements.
func NewTiling(b *Board, pieces []Piece) (*Tiling, error) {
	pieces = slices.Clone(pieces)
	t := &Tiling{Board: b, Pieces: pieces}
	laid := 0
	counted := map[string]bool{}
	for i := range pieces {
		p := &pieces[i]
		if p.On != nil { // the board may be a part of another
			p.On = slices.DeleteFunc(slices.Clone(p.On), func(x Cell) bool { return b.At(x.R, x.C) < 0 })
			p.Hi = max(p.Lo, min(p.Hi, len(p.On)))
		}
		t.values += p.Hi
		if t.values > 256 && p.On != nil {
			return nil, fmt.Errorf("%d pieces and %d cells that may stay empty: at most 256 together", t.values-p.Hi, p.Hi)
		} else if t.values > 256 {
			return nil, fmt.Errorf("%d pieces: at most 256", t.values)
		}
		key := fmt.Sprint(p.Motion, p)
		if counted[key] {
			continue
		}
		counted[key] = true
		box := extent(p.Drawn)
		ways := max(0, b.H-box.R) * max(0, b.W-box.C)
		if p.Motion != Fixed { // up to eight orientations, half of them with rows and columns exchanged
			ways = 4 * (ways + max(0, b.H-box.C)*max(0, b.W-box.R))
		}
		laid += ways * len(p.Drawn)
	}
	if laid > maxLaid {
		return nil, fmt.Errorf("the pieces lie on the board in too many ways: %d cells, at most %d", laid, maxLaid)
	}
	t.rules = sync.OnceValue(func() []rule { return newRules(b, pieces) })
	t.classes = sync.OnceValue(t.newClasses)
	t.reductions = sync.OnceValue(func() []encode.Reduction {
		all := covering.Later(t.best(), func() (*cover.Problem, func([]int) encode.Solution) { return t.cover(nil, nil) })
		t.mirror(all)
		return all
	})
	return t, nil
}

// pieceOf returns the index in the field Pieces of the piece that has the given value.
func (t *Tiling) pieceOf(value int) int {
	return slices.IndexFunc(t.Pieces, func(p Piece) bool {
		value -= p.Hi
		return value < 0
	})
}

func (t *Tiling) Sites() []int { return slices.Repeat([]int{t.values}, len(t.Cells)) }

// Encode makes a variable for each placement, and requires that exactly one placement covers each
// cell. The number of used pieces of each class of equal pieces must be within its bounds. Encode
// leaves these bounds out if they follow from the area of the board.
func (t *Tiling) Encode(e *encode.Encoder) {
	p := t.newPlan()
	groups := make([][]encode.Lit, 0, len(p.covering)+len(p.classes))
	for _, over := range p.covering {
		groups = append(groups, wording.Each(over, func(i int32) encode.Lit { return encode.Lit(i + 1) }))
	}
	laid := make([][]encode.Lit, len(p.classes))
	for i, pl := range p.placements {
		laid[pl.class] = append(laid[pl.class], encode.Lit(i+1))
	}
	for k, c := range p.classes {
		if c.lo == 1 && c.hi == 1 {
			groups = append(groups, laid[k])
		}
	}
	e.Project(groups, nil, func(m cnf.Model) encode.Solution {
		return p.solution(encode.Where(m[:len(p.placements)], func(chosen bool) bool { return chosen }))
	})
	for i, pl := range p.placements {
		if values := p.classes[pl.class].values; len(values) == 1 {
			for _, cell := range pl.cells {
				e.Gives(encode.Lit(i+1), int(cell), values[0])
			}
		}
	}
	e.Define(p.siteLiterals(e))
	for _, g := range groups {
		e.ExactlyOne(g...)
	}
	implied := p.implied()
	for k, c := range p.classes {
		if (c.lo != 1 || c.hi != 1) && !implied[k] {
			e.Between(c.lo, c.hi, laid[k]...)
		}
	}
}

// siteLiterals returns the function that Encoder.Define takes. This function says when a site has a
// value. The value means that a certain copy of a piece covers the cell. The number of a copy
// depends on how many equal pieces have an earlier first cell. So for each class of several equal
// pieces, the formula gets a counter over the cells.
func (p *plan) siteLiterals(e *encode.Encoder) func(site, value int) []encode.Lit {
	counters := make([][][]encode.Lit, len(p.classes))
	counter := func(k int) [][]encode.Lit {
		if counters[k] == nil {
			begins := make([][]encode.Lit, len(p.covering)) // for each cell, the placements that begin there
			for i, pl := range p.placements {
				if pl.class == k {
					begins[pl.cells[0]] = append(begins[pl.cells[0]], encode.Lit(i+1))
				}
			}
			counters[k] = e.Counter(p.classes[k].hi, wording.Each(begins, func(b []encode.Lit) encode.Lit { return e.Or(b...) })...)
		}
		return counters[k]
	}
	return func(site, value int) []encode.Lit {
		k := slices.IndexFunc(p.classes, func(c class) bool { return slices.Contains(c.values, value) })
		copies := p.classes[k].values
		number := slices.Index(copies, value)
		var gives []encode.Lit
		for _, i := range p.covering[site] {
			pl := p.placements[i]
			if pl.class != k {
				continue
			}
			if len(copies) == 1 {
				gives = append(gives, encode.Lit(i+1))
				continue
			}
			// The piece is this copy if exactly number+1 copies have begun up to its first cell.
			row := counter(k)[pl.cells[0]]
			if number >= len(row) {
				continue
			}
			not := []encode.Lit{-encode.Lit(i + 1), -row[number]}
			if number+1 < len(row) {
				not = append(not, row[number+1])
			}
			gives = append(gives, -e.Or(not...))
		}
		return gives
	}
}

// Reduce implements encode.Instance. The native problem is an exact cover, with an item for each
// cell and for each class of equal pieces. It is built only when a method is first used.
func (t *Tiling) Reduce() []encode.Reduction { return slices.Clone(t.reductions()) }

// best returns the name of the engine that cover.Methods would put first, without building the
// problem. It lists placements only until the answer is known.
func (t *Tiling) best() string {
	p := t.emptyPlan()
	item := t.cellItems()
	front := cover.NewFront(p.items(make([]string, len(item))))
	var option cover.Option
	for k := 0; k < len(p.classes) && front.Narrow(); k++ {
		t.lay(p, k, func(cells []int32) {
			option = appendOption(option[:0], item, k, cells)
			front.Add(option)
		})
	}
	if front.Narrow() {
		return "memo"
	}
	return "bitset"
}

// cellItems returns, for each cell, the number of its item. The items are numbered along the
// shorter side of the board. This order is good for engines that take the items in order, because
// their subproblems then depend on fewer cells.
func (t *Tiling) cellItems() []int {
	item := encode.Left(len(t.Cells), nil)
	if t.H >= t.W {
		return item
	}
	n := 0
	for c := range t.W {
		for r := range t.H {
			if i := t.At(r, c); i >= 0 {
				item[i] = n
				n++
			}
		}
	}
	return item
}

func (p *plan) items(names []string) []cover.Item {
	items := wording.Each(names, func(name string) cover.Item { return cover.Item{Name: name, Lo: 1, Hi: 1} })
	for k, c := range p.classes {
		items = append(items, cover.Item{Name: fmt.Sprintf("p%d", k+1), Lo: c.lo, Hi: c.hi})
	}
	return items
}

func appendOption(o cover.Option, item []int, k int, cells []int32) cover.Option {
	o = append(o, cover.Use{Item: len(item) + k})
	for _, cell := range cells {
		o = append(o, cover.Use{Item: item[cell]})
	}
	return o
}

// ReduceGiven implements clues.TakesGiven. The exact cover leaves out the placements that lay
// another kind of piece on a site with a given value. The number of a copy among several equal
// pieces depends on the whole solution. So if a given value is the number of such a copy, the
// methods drop the solutions in which another copy covers the site. In this case, the methods
// cannot count without listing.
func (t *Tiling) ReduceGiven(values []int) []encode.Reduction {
	all := covering.Later(t.best(), func() (*cover.Problem, func([]int) encode.Solution) { return t.cover(values, nil) })
	for _, c := range t.classes() {
		if len(c.values) > 1 && slices.ContainsFunc(values, func(v int) bool { return slices.Contains(c.values, v) }) {
			return clues.Having(all, values)
		}
	}
	return all
}

// cover returns the exact cover problem and the function that turns chosen options into a solution.
// A placement is an option only if its class of equal pieces agrees with the given values of its
// cells. If values is nil, no values are given. If the function keep is not nil, it reports whether a
// placement is an option.
func (t *Tiling) cover(values []int, keep func(placement) bool) (*cover.Problem, func(options []int) encode.Solution) {
	p := t.newPlan()
	item := t.cellItems()
	names := make([]string, len(item))
	for i, at := range item {
		names[at] = fmt.Sprintf("r%dc%d", t.Cells[i].R+1, t.Cells[i].C+1)
	}
	problem := &cover.Problem{Items: p.items(names)}
	var kept []int // by option: its placement
	for i, pl := range p.placements {
		if values != nil && slices.ContainsFunc(pl.cells, func(cell int32) bool {
			return values[cell] != clues.NotGiven && !slices.Contains(p.classes[pl.class].values, values[cell])
		}) || keep != nil && !keep(pl) {
			continue
		}
		problem.Options = append(problem.Options, appendOption(nil, item, pl.class, pl.cells))
		kept = append(kept, i)
	}
	return problem, func(options []int) encode.Solution {
		for i, o := range options {
			options[i] = kept[o]
		}
		return p.solution(options)
	}
}
