package sherlock

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/native"
)

// words name the categories and the icons of boards that are drawn.
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

// generate draws boards until keep accepts one. Those of a size (columns x
// categories) have one solution, and no clue can go. Those without a size have at
// most 65,536 assignments and 576 solutions, and are of any kind.
func generate(rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if size != (encode.Size{}) && (size.N != 0 || size.H < minColumns || size.H > maxColumns || size.W < 1 || size.W > maxCategories) {
		return nil, &encode.SizeError{Size: size, Want: fmt.Sprintf("columns x categories, %d to %d columns and 1 to %d categories", minColumns, maxColumns, maxCategories)}
	}
	for range 10_000 {
		var b *Board
		if size == (encode.Size{}) {
			b = small(rng)
		} else {
			b = dug(rng, size)
		}
		if keep(b) {
			return b, nil
		}
	}
	return nil, fmt.Errorf("no board of %v found that is wanted", size)
}

// blank is a board without clues, and a solution drawn for it.
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

// dug adds a true clue for each icon, then true clues that refute a second
// solution until there is none, then leaves out what can go. The search, not
// keep, says what has one solution: keep is asked about what is finished.
//
// With fewer clues at first the search takes long now and then, up to a minute at
// 8x8; with any true clues thereafter a board of 8x8 takes twice the time.
func dug(rng *rand.Rand, size encode.Size) *Board {
	b, s := blank(rng, size)
	for range len(s) {
		b.add(rng, func(c clue) bool { return !b.idle(c) && refutes(c, s) == nil })
	}
	for other := b.second(s); other != ""; other = b.second(s) {
		b.add(rng, func(c clue) bool { return !b.idle(c) && refutes(c, s) == nil && refutes(c, other) != nil })
	}
	return encode.Dig(rng, b, func(in encode.Instance) bool { return in.(*Board).second(s) == "" }).(*Board)
}

// second is a solution other than s, empty if there is none.
func (b *Board) second(s encode.Solution) (other encode.Solution) {
	b.problem().Search(context.Background(), new(native.Stats), func(values []byte) bool {
		if x := encode.Solution(values); x != s {
			other = x
		}
		return other == ""
	})
	return other
}

// small draws a board for a cross-check: one solution and no clue too many, or
// clues of a solution, or clues of any kind, which mostly contradict each other.
func small(rng *rand.Rand) *Board {
	sizes := []encode.Size{{H: 3, W: 1}, {H: 3, W: 2}, {H: 3, W: 3}, {H: 4, W: 1}, {H: 4, W: 2}}
	size := sizes[rng.IntN(len(sizes))]
	kind := rng.IntN(3)
	if kind == 0 {
		return dug(rng, size)
	}
	b, s := blank(rng, size)
	for range rng.IntN(2*size.W + 2) {
		b.add(rng, func(c clue) bool { return kind == 1 || refutes(c, s) == nil })
	}
	return b
}

// add adds a clue that is drawn at random, its type before its icons, and that ok
// accepts. It may give up a type that is hard to come by, and takes another.
func (b *Board) add(rng *rand.Rand, ok func(clue) bool) {
	for {
		k := kind(rng.IntN(int(kinds) + 1))
		icons := 3 // the kind beyond the last is same with three icons
		if k == kinds {
			k = same
		} else if k == same {
			icons = 2
		} else {
			icons = len(forms[k].icons)
		}
		for range 200 {
			c := clue{kind: k, icons: rng.Perm(len(b.icons) * b.columns())[:icons]}
			if k == at {
				c.column = rng.IntN(b.columns())
			}
			known := slices.ContainsFunc(b.clues, func(o clue) bool {
				return o.kind == c.kind && o.column == c.column && slices.Equal(o.icons, c.icons)
			})
			if !known && ok(c) {
				b.clues = append(b.clues, c)
				return
			}
		}
	}
}

// idle reports whether a clue about icons in one column says nothing, or less than
// it seems, since two of them are of one category.
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

// Shrunk yields boards with one clue less, then with one category less of those
// that no clue names: a cross-check tries them when two methods disagree.
func (b *Board) Shrunk() iter.Seq[encode.Instance] {
	return func(yield func(encode.Instance) bool) {
		for i := range b.clues {
			if !yield(b.Without(i)) {
				return
			}
		}
		n := b.columns()
		for k := range b.categories {
			named := func(icon int) bool { return icon/n == k }
			if len(b.categories) == 1 || slices.ContainsFunc(b.clues, func(c clue) bool { return slices.ContainsFunc(c.icons, named) }) {
				continue
			}
			less := &Board{
				categories: slices.Delete(slices.Clone(b.categories), k, k+1),
				icons:      slices.Delete(slices.Clone(b.icons), k, k+1),
			}
			for _, c := range b.clues {
				moved := clue{kind: c.kind, column: c.column}
				for _, icon := range c.icons {
					if icon/n > k {
						icon -= n
					}
					moved.icons = append(moved.icons, icon)
				}
				less.clues = append(less.clues, moved)
			}
			if !yield(less) {
				return
			}
		}
	}
}
