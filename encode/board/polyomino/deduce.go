package polyomino

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/deduce"
	"counterproof/native/hitting"
)

const easy, medium, hard, contradiction, chain = 0, 1, 2, 3, 4

var levels = []string{"easy", "normal", "hard", "contradiction", "chain"}

const (
	// mostOptions limits the ways to lay the copies of the pieces on a board on which the rules find
	// anything. The twelve pentominoes have 2056 on the 6x10 board, and 32 equal dominoes have 3584 on the
	// 8x8 board, which took more than ten seconds.
	mostOptions = 3072
	// mostRounds limits the length of a chain of forced pieces.
	mostRounds = 12
)

// Rules returns the rules below. An option is a way to lay a copy of a piece. The levels contradiction
// and chain suppose that an option is used, and show that the board can then not be covered.
//
//	easy           only piece, last place, no place
//	normal         cells and pieces
//	hard           region
//	contradiction  gap
//	chain          forced pieces
func (t *Tiling) Rules() []deduction.Rule { return t.reasoning(context.Background()).List() }

// Deduce implements deduction.Deducible. On boards with too many pieces or ways to lay them, the rules
// find nothing.
func (t *Tiling) Deduce(ctx context.Context, st *native.Stats, o deduction.Options) (*deduction.Result, error) {
	return t.reasoning(ctx).Deduce(ctx, restOf{t}, st, o)
}

// A reasoner finds what the rules conclude on one board. Its options are placements of copies. The
// items of its cover are the cells and then the copies. A value of a cell is possible as long as an
// option lays the copy over the cell. So a rule excludes options, and then looks for cells that have
// lost all options of a copy, and for cells that all options of a cell or of a copy share. It is not
// safe for concurrent use.
type reasoner struct {
	*Tiling
	ctx     context.Context
	cover   *covering.Cover // nil on boards with too many options
	large   bool            // there are too many options
	options []option
	sizes   []int // by value: the number of cells of the piece
	view    *view // of the state that a rule saw last

	filled map[string]int // the results of unfilled, by the sizes of the regions
	cuts   []cut          // by option
	cutIn  hitting.Set    // the options that were left when the method cut ran last
	// These are memory that is used again.
	left  hitting.Set
	parts regions
	areas []int
	key   []byte
}

type option struct {
	value int
	place int   // options with the same cells are in a row, and have the same number
	cells []int // ascending
}

// A view has what follows from a state without a rule, and which options each rule excludes.
type view struct {
	state    deduce.State
	alive    hitting.Set            // the options that the state allows
	excluded map[string]hitting.Set // by rule
	whole    regions                // of alive
	rounds   map[int]int            // by excluded option: the number of pieces that its contradiction forces
}

func (t *Tiling) reasoning(ctx context.Context) *technique.Set {
	r := &reasoner{Tiling: t, ctx: ctx, filled: map[string]int{}}
	set := &technique.Set{Levels: levels, Start: technique.Start(t.Sites()), Text: r.text, Sentence: r.sentence, Picture: r.drawState}
	set.Rules = []deduce.Rule{
		r.rule(ctx, "only piece", easy, "A cell that only one piece can cover belongs to this piece, and so do all cells that the piece covers in each of its places over this cell.", r.nothing),
		r.rule(ctx, "last place", easy, "If a piece that must be used has only one place left, it lies there. If it has several places, it covers the cells that they all share.", r.nothing),
		r.rule(ctx, "no place", easy, "A cell cannot belong to a piece that has no place left over it.", r.nothing),
		r.rule(ctx, "cells and pieces", medium, "Take two or three cells of which no place of a piece covers two. If only as many pieces can cover them, each of these pieces covers one of the cells, so it has no place elsewhere.", r.sets),
		r.rule(ctx, "region", hard, "A place of a piece is excluded if it cuts the board into regions that the other pieces cannot fill, because their numbers of cells do not add up to the sizes of the regions.", func(v *view) hitting.Set { return r.cut(v) }),
		r.rule(ctx, "gap", contradiction, "Suppose that a piece lies in one of its places. The place is excluded if some cell then cannot be covered, or if a piece that must be used has no place left.", func(v *view) hitting.Set { return r.gaps(v) }),
		r.rule(ctx, "forced pieces", chain, fmt.Sprintf("The same as gap, but the supposed piece leaves only one way to cover a cell or to place a piece, this one may leave only one way for another, and so on, for up to %d rounds, until there is a gap.", mostRounds), func(v *view) hitting.Set { return r.chains(v) }),
	}
	set.Rules[2].Echoes = true // it is the last of its level, because it places nothing
	return set
}

func (r *reasoner) rule(ctx context.Context, name string, level int, statement string, excludes func(v *view) hitting.Set) deduce.Rule {
	return deduce.Rule{
		Name: name, Level: level, Statement: statement,
		Find: func(s deduce.State, _ []int32, emit deduce.Emit) {
			if ctx.Err() == nil && r.prepare() {
				v := r.see(s)
				r.conclude(v, name, excludes(v), emit)
			}
		},
		Facts: r.facts, Tell: func(steps []deduce.Step) string { return r.because(&steps[0]) },
		Moves: deduce.Moves{
			Reason: func(st *deduce.Step) any { return st.Proof.(*finding).reason },
			Cost:   func(st *deduce.Step) int { return st.Proof.(*finding).cost },
		},
	}
}

// prepare lists the options. It reports whether there are few enough of them and of values.
func (r *reasoner) prepare() bool {
	if r.cover != nil || r.large || r.values > deduce.MaxValues {
		return r.cover != nil
	}
	p := r.newPlan()
	n := len(r.Cells)
	must := slices.Repeat([]bool{true}, n+r.values)
	var options [][]int
	for i, pl := range p.placements {
		cells := wording.Each(pl.cells, func(c int32) int { return int(c) })
		for _, v := range p.classes[pl.class].values {
			r.options = append(r.options, option{v, i, cells})
			options = append(options, append(slices.Clip(cells), n+v))
		}
		if len(options) > mostOptions {
			r.large = true
			return false
		}
	}
	r.sizes = make([]int, r.values)
	for _, c := range p.classes {
		for i, v := range c.values {
			must[n+v] = i < c.lo
			r.sizes[v] = len(c.shapes[0])
		}
	}
	r.cover, r.left = covering.NewCover(must, options, func(int) bool { return false }), hitting.NewSet(len(options))
	for _, c := range p.classes {
		r.order(c.values)
	}
	return true
}

// order excludes options that number equal pieces against the order of their first cells.
func (r *reasoner) order(values []int) {
	for i, v := range values {
		for _, later := range values[i+1:] {
			for a := range r.cover.Holds[len(r.Cells)+v].All() {
				for b := range r.cover.Holds[len(r.Cells)+later].All() {
					if r.options[b].cells[0] <= r.options[a].cells[0] {
						r.cover.Exclude(a, b)
					}
				}
			}
		}
	}
}

// see returns the view of a state.
func (r *reasoner) see(s deduce.State) *view {
	if r.view != nil && slices.Equal(r.view.state, s) {
		return r.view
	}
	v := &view{state: slices.Clone(s), alive: hitting.NewSet(len(r.options)), excluded: map[string]hitting.Set{}, rounds: map[int]int{}}
	settled := make([][]int, r.values)
	for i, left := range s {
		for value := range r.values {
			if left&^(1<<value) == 0 {
				settled[value] = append(settled[value], i)
			}
		}
	}
	for o, x := range r.options {
		if !slices.ContainsFunc(x.cells, func(c int) bool { return !s.Has(c, x.value) }) &&
			!slices.ContainsFunc(settled[x.value], func(c int) bool { return !slices.Contains(x.cells, c) }) {
			v.alive.Add(o)
		}
	}
	r.divide(&v.whole, v.alive, 1)
	r.view = v
	return v
}

func (r *reasoner) nothing(*view) hitting.Set { return hitting.NewSet(len(r.options)) }

// sets excludes the options of two or three pieces that must cover as many cells.
func (r *reasoner) sets(v *view) hitting.Set {
	out := hitting.NewSet(len(r.options))
	r.eachSet(v, func(cells []int, values uint64) {
		if ones(values) < len(cells) {
			out.Join(v.alive)
		}
		for value := range deduce.Each(values) {
			for i, own := range r.cover.Holds[len(r.Cells)+value] {
				for _, c := range cells {
					own &^= r.cover.Holds[c][i]
				}
				out[i] |= own & v.alive[i]
			}
		}
	})
	return out
}

// eachSet yields two or three cells, of which no option covers two, and at most as many values that
// alone can cover them. It reuses the slice of cells.
func (r *reasoner) eachSet(v *view, yield func(cells []int, values uint64)) {
	const most = 3
	var few []int // cells with few values
	over := make([]hitting.Set, len(r.Cells))
	can := make([]uint64, len(r.Cells))
	for c := range r.Cells {
		over[c] = v.alive.And(r.cover.Holds[c])
		for o := range over[c].All() {
			can[c] |= 1 << r.options[o].value
		}
		if n := ones(can[c]); n > 0 && n <= most {
			few = append(few, c)
		}
	}
	var grow func(from, cells []int, values uint64)
	grow = func(from, cells []int, values uint64) {
		for i, c := range from {
			all := values | can[c]
			if ones(all) > most || slices.ContainsFunc(cells, func(d int) bool { return over[c].Meets(over[d]) }) {
				continue
			}
			chosen := append(cells, c)
			if len(chosen) > 1 && ones(all) <= len(chosen) {
				yield(chosen, all)
			}
			if len(chosen) < most {
				grow(from[i+1:], chosen, all)
			}
		}
	}
	grow(few, make([]int, 0, most), 0)
}

// gaps excludes the options that leave a cell or a piece without an option, besides those that cut
// excludes.
func (r *reasoner) gaps(v *view) hitting.Set {
	return v.once("gap", func() hitting.Set {
		out := slices.Clone(r.cut(v))
		for item, must := range r.cover.Must {
			if must {
				out.Join(r.cover.Against(v.alive, item))
			}
		}
		return out
	})
}

// chains excludes options by forced pieces, besides those that gaps excludes.
func (r *reasoner) chains(v *view) hitting.Set {
	return v.once("chain", func() hitting.Set {
		out := slices.Clone(r.gaps(v))
		for o := range v.alive.Minus(out).All() {
			if r.ctx.Err() != nil {
				break
			}
			if p := r.cover.Suppose(v.alive, o, mostRounds); p != nil {
				v.rounds[o] = len(p.Chain)
				out.Add(o)
			}
		}
		return out
	})
}

func (v *view) once(name string, find func() hitting.Set) hitting.Set {
	if v.excluded[name] == nil {
		v.excluded[name] = find()
	}
	return v.excluded[name]
}

// list names cells in ascending order, in short.
func (r *reasoner) list(cells []int) string {
	_, _, all := r.Layout()
	return technique.CellList(encode.Keep(all, cells), r.W)
}
