// Package cover solves exact cover problems with colours and multiplicities. Each primary item must
// be held by lo to hi of the chosen options. A secondary item may be held by at most one chosen
// option, or by several chosen options that all give the item the same colour. (See Knuth, The Art
// of Computer Programming 4B, section 7.2.2.1, Algorithms X, C and M.) Four engines take the same
// problem and list the same answers:
//
//   - dlx, dancing links, the reference;
//   - bitset, the same search over lists of machine words;
//   - memo, which solves every subproblem once, and so can also count without listing;
//   - dictionary, the search of dlx over hash tables, as people write it in a scripting language.
//
// A Family is a set of problems that differ only in which items they leave out, such as the days of a
// calendar. One search solves them all.
//
// The package supports neither costs (the cheapest cover) nor Knuth's sharp preference among items.
// It knows nothing about geometry: callers handle the symmetry of a board.
package cover

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"

	"counterproof/native"
)

// A Problem is a set of items and the options that hold them. An answer is a set of options, given
// by their indices. Two equal options count as different options. A Problem must not change after
// it is passed to Methods.
//
// A problem without items has one answer, the empty set.
type Problem struct {
	Items   []Item
	Options []Option
	Colours []string // names; Use.Colour c > 0 is Colours[c-1]
}

// An Item is something that options hold, such as a cell or a piece. A secondary item may be held
// by at most one chosen option, or by several chosen options that all give the item the same
// colour.
type Item struct {
	Name      string
	Secondary bool
	Lo, Hi    int // of a primary item: how many chosen options may hold it; 1, 1 means exactly once
}

// A Use is an item of an option, with the colour that the option gives to the item.
type Use struct {
	Item   int // index in Problem.Items
	Colour int // 0: no colour; only secondary items may have a colour
}

// An Option lists the items that it holds, in any order.
type Option []Use

// Validate returns an error if the engines cannot solve p. It rejects
//
//   - an item or a colour that is out of range,
//   - an item that occurs twice in one option,
//   - a coloured primary item,
//   - a multiplicity with Lo < 0, Hi < Lo or Hi = 0,
//   - an option without a primary item.
//
// By Knuth's definition, every answer could contain or omit an option without a primary item. His
// programs drop such options, and so does Read.
func (p *Problem) Validate() error {
	for i, it := range p.Items {
		if it.Secondary {
			continue
		}
		if err := multiplicity(it.Lo, it.Hi); err != nil {
			return fmt.Errorf("item %d: %w", i, err)
		}
	}
	seen := make([]int, len(p.Items)) // the number, from 1, of the last option that held the item
	for o, option := range p.Options {
		primary := false
		for _, u := range option {
			if u.Item < 0 || u.Item >= len(p.Items) {
				return fmt.Errorf("option %d: there is no item %d", o, u.Item)
			}
			if seen[u.Item] == o+1 {
				return fmt.Errorf("option %d: item %d twice", o, u.Item)
			}
			seen[u.Item] = o + 1
			if u.Colour < 0 || u.Colour > len(p.Colours) {
				return fmt.Errorf("option %d: there is no colour %d", o, u.Colour)
			}
			if !p.Items[u.Item].Secondary {
				primary = true
				if u.Colour > 0 {
					return fmt.Errorf("option %d: primary item %d has a colour; only secondary items may have one", o, u.Item)
				}
			}
		}
		if !primary {
			return fmt.Errorf("option %d: no primary item", o)
		}
	}
	return nil
}

func multiplicity(lo, hi int) error {
	if lo < 0 || hi < lo || hi < 1 {
		return fmt.Errorf("bad multiplicity %d:%d; want 0 <= lo <= hi and hi at least 1", lo, hi)
	}
	return nil
}

// A Method is one engine, ready to solve one problem.
type Method struct {
	Name    string
	Version int // increases when the answers or the cost of the engine can change
	// Solver yields the chosen options of each answer, in any order. The slice is valid only during
	// the call of yield. For an invalid problem, Search returns the error of Validate.
	Solver native.Solver[[]int]
	// Counter counts without listing. Counter is nil if the engine can only list.
	Counter native.Counter
}

// Methods returns all engines for p, in the order of Ordered. The engine that suits p best comes
// first: memo if p has a narrow front (see Front), else bitset. An engine prepares its data
// structures only when it is first used.
func Methods(p *Problem) []Method {
	first := "bitset"
	if p.Validate() == nil && measured(p).Narrow() {
		first = "memo"
	}
	return Ordered(p, first)
}

// Ordered returns all engines for p. The engine that the parameter first names comes first. Dancing
// links, the reference for the other engines, come after the others unless the parameter first names
// them, and before the dictionaries, which are the slowest.
func Ordered(p *Problem, first string) []Method {
	m := &memo{p: p}
	all := []Method{
		{Name: "bitset", Version: bitsetVersion, Solver: &bitset{p: p}},
		{Name: "memo", Version: memoVersion, Solver: m, Counter: m},
		{Name: "dlx", Version: dlxVersion, Solver: &dlx{p: p}},
		{Name: "dictionary", Version: dictionaryVersion, Solver: &dictionary{p: p}},
	}
	if i := slices.IndexFunc(all, func(m Method) bool { return m.Name == first }); i > 0 {
		best := all[i]
		copy(all[1:], all[:i])
		all[0] = best
	}
	return all
}

// A Front measures how many bits describe a subproblem when the items are covered in order. An item
// has such bits if it is in options of earlier choices and in options of later choices. Callers
// pass the options to Add one by one, so they need not build a Problem.
type Front struct {
	items []Item
	valid bool  // all multiplicities are valid
	n     int   // primary items
	rank  []int // of each primary item, from 0
	// The options are chosen in the order of their first items. Item i matters between from[i] and
	// to[i], the lowest and the highest rank of a first item of its options. For a primary item,
	// the method most replaces to[i] by the rank of the item.
	from, to []int
}

// NewFront returns the front of a problem that has the given items and no options yet.
func NewFront(items []Item) *Front {
	f := &Front{items: items, valid: true, rank: make([]int, len(items)), from: make([]int, len(items)), to: make([]int, len(items))}
	for i, it := range items {
		if !it.Secondary {
			f.valid = f.valid && multiplicity(it.Lo, it.Hi) == nil
			f.rank[i] = f.n
			f.n++
		}
	}
	for i := range f.from {
		f.from[i] = f.n
	}
	return f
}

func measured(p *Problem) *Front {
	f := NewFront(p.Items)
	for _, o := range p.Options {
		f.Add(o)
	}
	return f
}

// Add adds an option, which must be valid, to the problem that f measures. Add does not keep a
// reference to the option.
func (f *Front) Add(o Option) {
	first := f.n
	for _, u := range o {
		if !f.items[u.Item].Secondary {
			first = min(first, f.rank[u.Item])
		}
	}
	for _, u := range o {
		f.from[u.Item] = min(f.from[u.Item], first)
		f.to[u.Item] = max(f.to[u.Item], first)
	}
}

// Narrow reports whether at most n/4 bits describe every subproblem, where n is the number of
// primary items. Dominoes on an n x n board need n bits for n*n items, so their front is narrow for
// n >= 4. The calendar puzzle of 25 January needs 30 bits for 49 items, and memo meets few of its
// subproblems twice. Adding an option never makes a wide front narrow.
func (f *Front) Narrow() bool { return f.valid && 4*f.most() <= f.n }

func (f *Front) most() int {
	change := make([]int, f.n+1) // the change of the number of bits that matter, at each rank
	for i, it := range f.items {
		from, to, width := f.from[i], f.to[i], 1
		if !it.Secondary {
			to = f.rank[i]
			if it.Hi > 1 {
				width = bits.Len(uint(it.Hi))
			}
		}
		if from < to {
			change[from+1] += width
			change[to+1] -= width
		}
	}
	width, most := 0, 0
	for _, c := range change {
		width += c
		most = max(most, width)
	}
	return most
}

// A lazy holds what an engine prepares for a problem when the engine is first used.
type lazy[T any] struct {
	once sync.Once
	made T
	err  error
}

// prepared returns the result of the function build, which it calls only once, or the error of
// Validate or ctx.Err().
func (l *lazy[T]) prepared(ctx context.Context, p *Problem, build func(*Problem) T) (T, error) {
	l.once.Do(func() {
		if l.err = p.Validate(); l.err == nil {
			l.made = build(p)
		}
	})
	return l.made, cmp.Or(l.err, ctx.Err())
}

// A progress is the part of the search state that all engines share: the options chosen so far, the
// work done and whether to stop.
type progress struct {
	ctx            context.Context
	st             *native.Stats
	yield          func([]int) bool
	chosen         []int
	nodes, updates int64
	polled         int64 // the work at the last check of the context
	depth          int   // the number of decisions above the current node, for native.Share
	err            error
	stopped        bool
}

// unshared is the depth for answers of an engine that does not support native.Share.
const unshared = math.MaxInt

// poll calls check if the work has grown by at least step since the last check. It returns true if
// the search must stop.
func (p *progress) poll(work, step int64) bool {
	if work-p.polled >= step && !p.stopped {
		p.polled = work
		p.check()
	}
	return p.stopped
}

func (p *progress) check() {
	if !p.stopped {
		p.err = p.st.Poll(p.ctx, p.nodes, p.updates)
		p.stopped = p.err != nil
	}
}

// answer yields the chosen options, unless another search has this answer, which is below depth decisions
// (see native.Share).
func (p *progress) answer(depth int) {
	p.stopped = !p.st.Share.Skip(depth, true) && !p.yield(p.chosen)
	p.check()
}

func (p *progress) end() error {
	p.st.Nodes += p.nodes
	p.st.Updates += p.updates
	return p.err
}
