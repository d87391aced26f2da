package polyomino

import (
	"fmt"
	"slices"
	"sync"

	"counterproof/encode"
	"counterproof/encode/covering"
	"counterproof/native/cover"
	"counterproof/sat/cnf"
)

// A Tiling asks to cover every open cell of a board exactly once with pieces. Sites are the open
// cells in reading order. The value is the number of the covering piece, counting every copy in the
// order of Pieces. Pieces with the same orientations are equal. Their copies are numbered in the
// order of their first cells, so that swapping equal pieces does not give another solution. If not
// all copies are used, the lowest numbers are.
//
// A Tiling has every method of encode.Instance except String.
type Tiling struct {
	*Board
	Pieces []Piece
	values int

	rules      func() []rule // for Check, made once
	classes    func() []class
	reductions func() []encode.Reduction
}

// maxLaid limits the number of cells of all placements, which take 64 MiB at the limit.
const maxLaid = 1 << 24

// NewTiling makes a tiling. It returns an error for more than 256 copies, and for pieces that can
// be laid in too many ways.
func NewTiling(b *Board, pieces []Piece) (*Tiling, error) {
	t := &Tiling{Board: b, Pieces: pieces}
	laid := 0
	counted := map[string]bool{}
	for i := range pieces {
		p := &pieces[i]
		t.values += p.Hi
		if t.values > 256 {
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
	t.reductions = sync.OnceValue(func() []encode.Reduction { return covering.Later(t.best(), t.cover) })
	return t, nil
}

// Sites implements encode.Instance.
func (t *Tiling) Sites() []int {
	return slices.Repeat([]int{t.values}, len(t.Cells))
}

// Encode implements encode.Instance. It makes a variable for each placement. Exactly one placement
// covers each cell, and the number of pieces of each class is within its bounds. Encode omits these
// bounds if they follow from the area.
func (t *Tiling) Encode(e *encode.Encoder) {
	p := t.newPlan()
	groups := make([][]encode.Lit, 0, len(p.covering)+len(p.classes))
	for _, over := range p.covering {
		group := make([]encode.Lit, len(over))
		for j, i := range over {
			group[j] = encode.Lit(i + 1)
		}
		groups = append(groups, group)
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
		var chosen []int
		for i := range p.placements {
			if m[i] {
				chosen = append(chosen, i)
			}
		}
		return p.solution(chosen)
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

// siteLiterals defines the literals of the sites' values. The number of a copy among its equals is
// the number of equal pieces that begin before it. So each class with several copies has a counter
// over the cells.
func (p *plan) siteLiterals(e *encode.Encoder) func(site, value int) encode.Lit {
	counters := make([][][]encode.Lit, len(p.classes))
	counter := func(k int) [][]encode.Lit {
		if counters[k] == nil {
			begins := make([][]encode.Lit, len(p.covering)) // for each cell, the placements that begin there
			for i, pl := range p.placements {
				if pl.class == k {
					begins[pl.cells[0]] = append(begins[pl.cells[0]], encode.Lit(i+1))
				}
			}
			var lits []encode.Lit
			for _, b := range begins {
				lits = append(lits, e.Or(b...))
			}
			counters[k] = e.Counter(p.classes[k].hi, lits...)
		}
		return counters[k]
	}
	return func(site, value int) encode.Lit {
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
		return e.Or(gives...)
	}
}

// Reduce implements encode.Instance. The native problem is an exact cover with the cells and the
// classes as items. It is built once, when a method is first used.
func (t *Tiling) Reduce() []encode.Reduction { return slices.Clone(t.reductions()) }

// best returns the engine that cover.Methods would put first, without building the problem. It
// stops as soon as the answer is known.
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

// cellItems returns the item of each cell. The items go along the shorter side of the board, because
// engines that take items in order profit from a narrow front.
func (t *Tiling) cellItems() []int {
	item := make([]int, len(t.Cells))
	n := 0
	if t.H < t.W {
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
	for i := range item {
		item[i] = i
	}
	return item
}

// items returns the items of the problem: the cells with the given names, then the classes.
func (p *plan) items(names []string) []cover.Item {
	items := make([]cover.Item, 0, len(names)+len(p.classes))
	for _, name := range names {
		items = append(items, cover.Item{Name: name, Lo: 1, Hi: 1})
	}
	for k, c := range p.classes {
		items = append(items, cover.Item{Name: fmt.Sprintf("p%d", k+1), Lo: c.lo, Hi: c.hi})
	}
	return items
}

// appendOption appends the items of the class k and of the cells to the option.
func appendOption(o cover.Option, item []int, k int, cells []int32) cover.Option {
	o = append(o, cover.Use{Item: len(item) + k})
	for _, cell := range cells {
		o = append(o, cover.Use{Item: item[cell]})
	}
	return o
}

// cover returns the problem and the function that decodes its chosen options.
func (t *Tiling) cover() (*cover.Problem, func(options []int) encode.Solution) {
	p := t.newPlan()
	item := t.cellItems()
	names := make([]string, len(item))
	for i, at := range item {
		names[at] = fmt.Sprintf("r%dc%d", t.Cells[i].R+1, t.Cells[i].C+1)
	}
	problem := &cover.Problem{Items: p.items(names)}
	for _, pl := range p.placements {
		problem.Options = append(problem.Options, appendOption(nil, item, pl.class, pl.cells))
	}
	return problem, p.solution
}
