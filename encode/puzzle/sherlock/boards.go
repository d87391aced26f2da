package sherlock

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

var words = [maxCategories]struct {
	category string
	icons    [maxColumns]string
}{
	{"nation", [...]string{"Dane", "Finn", "Greek", "Italian", "Norwegian", "Pole", "Spaniard", "Swede"}},
	{"colour", [...]string{"red", "green", "blue", "yellow", "white", "black", "brown", "pink"}},
	{"drink", [...]string{"tea", "coffee", "milk", "water", "beer", "cocoa", "wine", "cider"}},
	{"pet", [...]string{"cat", "dog", "fox", "horse", "goat", "parrot", "rabbit", "snake"}},
	{"fruit", [...]string{"apple", "banana", "cherry", "grape", "lemon", "melon", "peach", "plum"}},
	{"trade", [...]string{"baker", "cook", "doctor", "lawyer", "mason", "painter", "sailor", "tailor"}},
	{"music", [...]string{"cello", "drum", "flute", "guitar", "harp", "oboe", "piano", "violin"}},
	{"travel", [...]string{"bicycle", "boat", "bus", "car", "plane", "ship", "train", "tram"}},
}

// draws is the largest number of random boards from which generate starts. The function generate
// stops at the first board that the function keep accepts.
const draws = 100

var sizeError = encode.Sizes(
	fmt.Sprintf("columns x categories, %d to %d columns and 1 to %d categories", minColumns, maxColumns, maxCategories),
	func(z encode.Size) bool {
		return z.N == 0 && minColumns <= z.H && z.H <= maxColumns && 1 <= z.W && z.W <= maxCategories
	})

// generate makes a random board that the function keep accepts. It removes clues while keep still
// accepts the board. So if keep requires one solution, every remaining clue is needed.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	return encode.Pick(ctx, size, draws, nil, func() (encode.Instance, error) {
		if b := dug(ctx, rng, size, keep); b != nil {
			return b, nil // keep has accepted it
		}
		return nil, nil
	})
}

// blank returns a board without clues, and a random assignment of columns, which is meant to become
// the solution of the board.
func blank(rng *rand.Rand, size encode.Size) (*Board, encode.Solution) {
	b := &Board{}
	var s []byte
	for _, w := range words[:size.W] {
		b.categories = append(b.categories, w.category)
		b.icons = append(b.icons, slices.Clone(w.icons[:size.H]))
		for _, v := range rng.Perm(size.H) {
			s = append(s, byte(v))
		}
	}
	return b, encode.Solution(s)
}

// dug makes a random board that the function keep accepts. It chooses a random solution, and adds
// as many clues as there are icons, all true of this solution. While there is a second solution,
// dug adds a true clue that excludes the second solution. Then dug adds more true clues, and
// finally the columns of all icons, until keep accepts the board. At the end it removes the clues
// without which keep still accepts the board. It returns nil if keep rejects all these boards. If
// ctx has ended, the caller must not use the board.
//
// With fewer clues at the start, the search occasionally takes long, up to a minute at 8x8. Each of
// the clues added next excludes a second solution. With any true clues instead, a board of 8x8
// would take twice the time.
func dug(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) *Board {
	b, s := blank(rng, size)
	for range len(s) {
		b.add(rng, func(c clue) bool { return !b.idle(c) && refutes(c, s) == nil })
	}
	for other := b.second(ctx, s); other != ""; other = b.second(ctx, s) {
		b.add(rng, func(c clue) bool { return !b.idle(c) && refutes(c, s) == nil && refutes(c, other) != nil })
	}
	for more := 0; ; more++ {
		if ctx.Err() != nil {
			return nil
		}
		if keep(b) {
			break
		}
		b = b.Without().(*Board) // keep may still use the other board
		if more == 4 {
			b = b.WithValues(s, encode.Left(len(s), nil)).(*Board)
			if !keep(b) {
				return nil
			}
			break
		}
		for range len(s) / 2 {
			b.add(rng, func(c clue) bool { return !b.idle(c) && refutes(c, s) == nil })
		}
	}
	return dig(ctx, rng, b, s, keep)
}

// dig gives the same result as clues.Dig, but calls the function keep less often. The number of
// calls matters, because keep can require that the deduction rules solve the board. Such a call of
// keep can take hundreds of times as long as a search for a second solution.
//
// dig calls keep for the first board that has a solution other than s. If keep rejects this board,
// dig assumes that keep requires one solution, and rejects all other such boards itself. (So a keep
// that requires fewer than ten solutions, for example, may get a board with more clues than
// necessary.) dig removes several clues at once, and fewer after keep has rejected a board. The
// result is the same as when clues are removed one by one, on one condition: if keep accepts a
// board, it must also accept the board with more clues.
func dig(ctx context.Context, rng *rand.Rand, b *Board, s encode.Solution, keep func(encode.Instance) bool) *Board {
	var gone []int
	// asked says that keep was called with a board that has a second solution, and single says that
	// keep rejected this board.
	asked, single := false, false
	order := rng.Perm(len(b.clues))
	// If bad is above 0, at least one of the clues order[:bad] must stay. The variable run is the
	// number of clues removed since the last clue that had to stay.
	for run, bad := len(order), 0; len(order) > 0 && ctx.Err() == nil; {
		if bad == 1 {
			order, run, bad = order[1:], 0, 0
			continue
		}
		block := min(2*run+1, len(order))
		if bad > 0 {
			block = bad / 2
		}
		try := slices.Clone(gone)
		for _, i := range order[:block] {
			if !asked || single {
				if less := b.Without(append(try, i)...).(*Board); less.second(ctx, s) != "" {
					if !asked {
						asked, single = true, !keep(less)
					}
					if single {
						continue
					}
				}
			}
			try = append(try, i)
		}
		if len(try) > len(gone) && !keep(b.Without(try...)) {
			bad = block
			continue
		}
		gone, order = try, order[block:]
		run, bad = run+block, max(0, bad-block)
	}
	return b.Without(gone...).(*Board)
}

// second returns a solution other than s. It returns "" if there is no other solution
// or if ctx ends before one is found.
func (b *Board) second(ctx context.Context, s encode.Solution) (other encode.Solution) {
	b.problem().Search(ctx, new(native.Stats), func(values []byte) bool {
		if x := encode.Solution(values); x != s {
			other = x
		}
		return other == ""
	})
	return other
}

// small makes a random board for a cross-check. It makes three kinds of boards equally
// often. The first kind has one solution and no unnecessary clue. The second kind has
// some clues that are true of a solution. The third kind has random clues, which
// usually contradict each other.
func small(ctx context.Context, rng *rand.Rand) encode.Instance {
	sizes := []encode.Size{{H: 3, W: 1}, {H: 3, W: 2}, {H: 3, W: 3}, {H: 4, W: 1}, {H: 4, W: 2}}
	size := sizes[rng.IntN(len(sizes))]
	kind := rng.IntN(3)
	if kind == 0 {
		return dug(ctx, rng, size, encode.OneSolution)
	}
	b, s := blank(rng, size)
	for range rng.IntN(2*size.W + 2) {
		b.add(rng, func(c clue) bool { return kind == 1 || refutes(c, s) == nil })
	}
	return b
}

// add adds a random clue for which ok returns true. It chooses a random type of clue first, and
// then random icons. If it does not soon find a suitable clue of the type, it chooses another type.
// After a hundred types it gives up and adds no clue.
func (b *Board) add(rng *rand.Rand, ok func(clue) bool) {
	for range 100 {
		k := kind(rng.IntN(int(drawn) + 1))
		icons := 2
		if k == drawn { // the index after the last kind stands for "same" with three icons
			k, icons = same, 3
		} else if k != same {
			icons = forms[k].icons
		}
		if icons > len(b.icons)*b.columns() {
			continue
		}
		for range 200 {
			c := clue{kind: k, icons: rng.Perm(len(b.icons) * b.columns())[:icons]}
			if k == at {
				c.column = rng.IntN(b.columns())
			}
			if !b.has(c) && ok(c) {
				b.clues = append(b.clues, c)
				return
			}
		}
	}
}

func (b *Board) has(c clue) bool {
	return slices.ContainsFunc(b.clues, func(o clue) bool {
		return o.kind == c.kind && o.column == c.column && slices.Equal(o.icons, c.icons)
	})
}

// idle reports whether a clue of the kind differ, without or either says less than its words
// suggest. This is the case if two of its icons are in the same category, because such icons never
// share a column anyway.
func (b *Board) idle(c clue) bool {
	category := func(i int) int { return c.icons[i] / b.columns() }
	switch c.kind {
	case differ:
		return category(0) == category(1)
	case without:
		return category(0) == category(1) || category(1) == category(2)
	case either:
		return category(0) == category(1) || category(0) == category(2)
	}
	return false
}

// Parts implements clues.HasParts. The parts are the categories and the columns. Removing a
// category or column also removes the clues about it. Parts removes only columns at the left or
// right end, together with the icons that one solution has there. If no solution is found quickly,
// Parts does not offer columns at all.
func (b *Board) Parts() []clues.Parts {
	n := b.columns()
	var kinds []clues.Parts
	if s, ok := encode.Quick(b.Reduce()); ok {
		kinds = append(kinds, clues.Parts{Kind: "columns", N: n, Without: func(gone ...int) encode.Instance {
			left := encode.Left(n, gone)
			if len(left) < minColumns || left[len(left)-1]-left[0] != len(left)-1 {
				return nil
			}
			return b.window(left[0], len(left), func(icon int) bool {
				at := int(s[icon])
				return left[0] <= at && at <= left[len(left)-1]
			})
		}})
	}
	k := len(b.categories)
	return append(kinds, clues.Parts{Kind: "categories", N: k, Without: func(gone ...int) encode.Instance {
		if len(gone) == k {
			return nil
		}
		return b.window(0, n, func(icon int) bool { return !slices.Contains(gone, icon/n) })
	}})
}

func (b *Board) window(first, h int, stays func(icon int) bool) *Board {
	less := &Board{}
	number := make([]int, len(b.categories)*b.columns())
	left := 0
	for k, icons := range b.icons {
		var own []string
		for i, name := range icons {
			if icon := k*b.columns() + i; stays(icon) {
				number[icon] = left
				left++
				own = append(own, name)
			}
		}
		if own != nil {
			less.categories, less.icons = append(less.categories, b.categories[k]), append(less.icons, own)
		}
	}
	for _, c := range b.clues {
		gone := func(icon int) bool { return !stays(icon) }
		if slices.ContainsFunc(c.icons, gone) || c.numbered() && (c.column < first || c.column >= first+h) {
			continue
		}
		moved := clue{kind: c.kind, column: c.column, icons: encode.Keep(number, c.icons)}
		if c.numbered() {
			moved.column -= first
		}
		less.clues = append(less.clues, moved)
	}
	return less
}
