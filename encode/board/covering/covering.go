// Package covering turns an exact cover problem into the native methods of a puzzle. It knows no
// puzzle rules.
package covering

import (
	"context"
	"io"
	"math/big"
	"math/bits"
	"slices"
	"sync"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/cover"
	"counterproof/native/hitting"
)

// ordered has the results of cover.Ordered, by the name of the first engine, for a problem that is not
// built yet. Commands ask for the methods of each board.
var ordered = func() map[string][]cover.Method {
	all := map[string][]cover.Method{}
	for _, m := range cover.Ordered(new(cover.Problem), "") {
		all[m.Name] = cover.Ordered(new(cover.Problem), m.Name)
	}
	return all
}()

// Later returns a Reduction for every engine of native/cover. The parameter first is the name of the
// engine whose method comes first. Later gets the problem and the function decode, which turns the
// chosen options into a solution, from the function build. It calls build only once, at the first
// use of one of the methods. The options come in any order, and decode may change their slice.
func Later(first string, build func() (p *cover.Problem, decode func(options []int) encode.Solution)) []encode.Reduction {
	built := sync.OnceValues(build)
	engines := sync.OnceValue(func() []cover.Method {
		p, _ := built()
		return cover.Ordered(p, first)
	})
	texts := map[string]func(io.Writer) error{"dlx": func(w io.Writer) error {
		p, _ := built()
		return p.WriteText(w)
	}}
	reductions := make([]encode.Reduction, 0, len(ordered[first]))
	for i, m := range ordered[first] {
		r := encode.Reduction{
			Method:  m.Name,
			Version: m.Version,
			Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
				_, decode := built()
				var chosen []int
				return engines()[i].Solver.Search(ctx, st, func(options []int) bool {
					chosen = append(chosen[:0], options...)
					return yield(decode(chosen))
				})
			},
			Texts: texts,
		}
		if m.Counter != nil {
			r.Count = func(ctx context.Context, st *native.Stats) (*big.Int, error) {
				return engines()[i].Counter.Count(ctx, st)
			}
		}
		reductions = append(reductions, r)
	}
	return reductions
}

// A Cover is an exact cover in the form that human techniques need: it answers what follows if some
// options are excluded, and one option is supposed to be chosen. Its methods change nothing.
type Cover struct {
	Must   []bool        // by item: whether a chosen option must hold it
	Holds  []hitting.Set // by item: the options that hold it
	Rivals []hitting.Set // by option: the options that cannot be chosen together with it
}

// NewCover makes a Cover. The parameter options has the items of each option. At most one chosen
// option may hold an item, except an item for which the function shared returns true.
func NewCover(must []bool, options [][]int, shared func(item int) bool) *Cover {
	c := &Cover{Must: must, Holds: wording.Fill(len(must), func(int) hitting.Set { return hitting.NewSet(len(options)) })}
	for o, items := range options {
		for _, i := range items {
			c.Holds[i].Add(o)
		}
	}
	for o, items := range options {
		rivals := hitting.NewSet(len(options))
		for _, i := range items {
			if !shared(i) {
				rivals.Join(c.Holds[i])
			}
		}
		rivals.Remove(o)
		c.Rivals = append(c.Rivals, rivals)
	}
	return c
}

// Exclude makes two options rivals.
func (c *Cover) Exclude(a, b int) {
	c.Rivals[a].Add(b)
	c.Rivals[b].Add(a)
}

// Against returns the options in alive that are rivals of all options in alive that hold an item.
func (c *Cover) Against(alive hitting.Set, item int) hitting.Set {
	out := slices.Clone(alive)
	for o := range alive.And(c.Holds[item]).All() {
		left := uint64(0)
		for i, word := range c.Rivals[o] {
			out[i] &= word
			left |= out[i]
		}
		if left == 0 {
			break
		}
	}
	return out
}

// A Forced is an option that a supposition forces, because its item has no other option left.
type Forced struct{ Option, Item int }

// A Supposition shows that an option cannot be chosen. It forces the options of the Chain, one after
// the other. Then no option is left for the Item.
type Supposition struct {
	Chain []Forced
	Item  int
}

// Suppose supposes that option q is chosen, and that only options in alive can be chosen. In each
// round, it chooses all options that are the last of an item. It returns nil if no contradiction
// appears within so many rounds as the parameter rounds says. The Chain of the result has only the
// options that the contradiction needs. With fewer options alive, Suppose needs no more rounds.
func (c *Cover) Suppose(alive hitting.Set, q, rounds int) *Supposition {
	now := alive.Minus(c.Rivals[q])
	done := make([]bool, len(c.Must))
	var chain []Forced
	for r := 0; ; r++ {
		first := len(chain)
		for i, must := range c.Must {
			n, o := few(now, c.Holds[i])
			switch {
			case !must:
			case n == 0: // perhaps two options forced in the same round exclude each other
				return &Supposition{c.needed(chain, i, alive, q), i}
			case n == 1 && !done[i]:
				done[i] = true
				chain = append(chain, Forced{o, i})
			}
		}
		if r == rounds || len(chain) == first {
			return nil
		}
		for _, f := range chain[first:] {
			now.Drop(c.Rivals[f.Option])
		}
	}
}

// needed returns the options of a chain that take the other options from the given item, and from the
// items of options that it returns.
func (c *Cover) needed(chain []Forced, item int, alive hitting.Set, q int) (left []Forced) {
	keep := make([]bool, len(chain))
	for k := len(chain); k >= 0; k-- {
		if k < len(chain) {
			if !keep[k] {
				continue
			}
			item = chain[k].Item
			left = append(left, chain[k])
		}
		for o := range alive.And(c.Holds[item]).Minus(c.Rivals[q]).All() {
			if i := slices.IndexFunc(chain[:k], func(f Forced) bool { return c.Rivals[f.Option].Has(o) }); i >= 0 {
				keep[i] = true
			}
		}
	}
	slices.Reverse(left)
	return left
}

// Needs returns the options that must be dead for a supposition about option q.
func (c *Cover) Needs(q int, x *Supposition) hitting.Set {
	out, excluded := hitting.NewSet(len(c.Rivals)), slices.Clone(c.Rivals[q])
	for _, f := range append(slices.Clip(x.Chain), Forced{q, x.Item}) {
		out.Join(c.Holds[f.Item].Minus(excluded))
		out.Remove(f.Option)
		excluded.Join(c.Rivals[f.Option])
	}
	return out
}

// few returns the number of options that are in both sets, but at most 2, and one of them.
func few(a, b hitting.Set) (n, one int) {
	for i, word := range a {
		if word &= b[i]; word != 0 {
			if n += bits.OnesCount64(word); n > 1 {
				return 2, one
			}
			one = 64*i + bits.TrailingZeros64(word)
		}
	}
	return n, one
}
