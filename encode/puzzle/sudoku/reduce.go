package sudoku

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/covering"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/cover"
	"counterproof/native/domain"
)

// Reduce makes the native problem of a method only when the method is first used.
func (b *Board) Reduce() []encode.Reduction {
	return append([]encode.Reduction{{
		Method:  "domain",
		Version: domain.Version,
		Search: func(ctx context.Context, st *native.Stats, yield func(encode.Solution) bool) error {
			return networks(b.box).Search(ctx, st, b.domains(), func(values []byte) bool {
				return yield(encode.Solution(values))
			})
		},
		Count: func(ctx context.Context, st *native.Stats) (*big.Int, error) {
			return networks(b.box).Count(ctx, st, b.domains())
		},
	}}, covering.Later("memo", b.cover)...)
}

// networks returns a domain.Network for a box. The network has the rules without clues: the values
// of a row, a column or a box are all different.
var networks = byBox(func(box box) *domain.Network {
	n := box.side()
	net, err := domain.NewNetwork(n*n, box.groups(), nil)
	if err != nil {
		panic(err)
	}
	return net
})

// domains returns the values that the clue of each cell allows, as bits. The values are numbered
// from 0.
func (b *Board) domains() []uint64 {
	return wording.Each([]byte(b.clues), func(clue byte) uint64 {
		if clue > 0 {
			return 1 << (clue - 1)
		}
		return 1<<b.side() - 1
	})
}

// cover returns the board as exact cover. There is an item for each blank cell, and one
// for each value that a row, a column or a box still lacks. There is an option for each
// blank cell and each value that the clues leave to it. The clues have neither items
// nor options. If two clues contradict each other, the problem is a single item without
// options.
func (b *Board) cover() (*cover.Problem, func([]int) encode.Solution) {
	n := b.side()
	p := &cover.Problem{}
	item := func(format string, args ...any) int {
		p.Items = append(p.Items, cover.Item{Name: fmt.Sprintf(format, args...), Lo: 1, Hi: 1})
		return len(p.Items) - 1
	}
	var used [3][mostSide]uint32 // the values of the clues in each row, column and box
	for at, clue := range []byte(b.clues) {
		if clue == 0 {
			continue
		}
		for kind, unit := range b.units(at) {
			if used[kind][unit]>>clue&1 != 0 {
				return &cover.Problem{Items: []cover.Item{{Name: "contradiction", Lo: 1, Hi: 1}}}, nil
			}
			used[kind][unit] |= 1 << clue
		}
	}
	var items [3][mostSide][mostSide + 1]int
	for kind, letter := range "rcb" {
		for unit := range n {
			for v := 1; v <= n; v++ {
				if used[kind][unit]>>v&1 == 0 {
					items[kind][unit][v] = item("%c%d=%d", letter, unit+1, v)
				}
			}
		}
	}
	type place struct {
		at int
		v  byte
	}
	var places []place
	for at, clue := range []byte(b.clues) {
		if clue > 0 {
			continue
		}
		u := b.units(at)
		self := item("r%dc%d", at/n+1, at%n+1)
		taken := used[0][u[0]] | used[1][u[1]] | used[2][u[2]]
		for v := 1; v <= n; v++ {
			if taken>>v&1 == 0 {
				p.Options = append(p.Options, cover.Option{{Item: self},
					{Item: items[0][u[0]][v]}, {Item: items[1][u[1]][v]}, {Item: items[2][u[2]][v]}})
				places = append(places, place{at, byte(v)})
			}
		}
	}
	return p, func(options []int) encode.Solution {
		s := []byte(b.clues)
		for _, o := range options {
			s[places[o].at] = places[o].v
		}
		for at := range s {
			s[at]--
		}
		return encode.Solution(s)
	}
}

// Check goes through the cells in order. It reports the first cell that differs from its clue or
// has the same value as an earlier cell of its row, column or box.
func (b *Board) Check(s encode.Solution) error {
	var used [3][mostSide]uint32 // the values so far in each row, column and box
	for at := range len(s) {
		v, units := s[at], b.units(at)
		if clue := b.clues[at]; clue > 0 && clue != v+1 {
			return &encode.Violation{Rule: "a clue has another value", Sites: []int{at}}
		}
		again := false
		for kind, unit := range units {
			again = again || used[kind][unit]>>v&1 == 1
			used[kind][unit] |= 1 << v
		}
		for first := 0; again && first < at; first++ {
			for kind, unit := range b.units(first) {
				if s[first] == v && unit == units[kind] {
					return &encode.Violation{Rule: "a value occurs twice in a " + kinds[kind], Sites: []int{first, at}}
				}
			}
		}
	}
	return nil
}

func (b *Board) Encode(e *encode.Encoder) {
	n, groups := b.side(), b.groups()
	for i := range n {
		for v := range n {
			for kind := range kinds {
				e.ExactlyOne(wording.Each(groups[kind*n+i], func(at int) encode.Lit { return e.Is(at, v) })...)
			}
		}
	}
	for at, clue := range []byte(b.clues) {
		if clue > 0 {
			e.Add(e.Is(at, int(clue)-1))
		}
	}
}

// Common returns the empty board and the clues as values.
func (b *Board) Common() (encode.Instance, []int) {
	empty := &Board{box: b.box, clues: strings.Repeat("\x00", len(b.clues))}
	return empty, wording.Each([]byte(b.clues), func(clue byte) int { return int(clue) - 1 })
}
