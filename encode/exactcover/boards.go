package exactcover

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/native/cover"
)

var usual = encode.Size{H: 6, W: 10} // items and options

// generate draws size.H items and size.W options (6 and 10 without a size);
// some of the options form a cover.
func generate(rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	if size == (encode.Size{}) {
		size = usual
	}
	items, options := size.H, size.W
	if items < 1 || items > 100 || options < 1 || options > 1000 {
		return nil, &encode.SizeError{Size: size, Want: "1 to 100 items (height) and 1 to 1000 options (width)"}
	}
	for range 10000 {
		p := &cover.Problem{Colours: []string{"1", "2"}}
		for i := range items {
			p.Items = append(p.Items, cover.Item{Name: fmt.Sprintf("i%d", i+1), Lo: 1, Hi: 1})
		}
		p.Items = append(p.Items, cover.Item{Name: "x", Secondary: true}, cover.Item{Name: "y", Secondary: true})
		hidden := rng.Perm(items)
		for range options {
			var option cover.Option
			if len(hidden) > 0 {
				k := min(1+rng.IntN(3), len(hidden))
				for _, i := range hidden[:k] {
					option = append(option, cover.Use{Item: i})
				}
				hidden = hidden[k:]
			} else {
				for _, i := range rng.Perm(items)[:min(items, 1+rng.IntN(3))] {
					option = append(option, cover.Use{Item: i})
				}
				for j := range 2 {
					if rng.IntN(3) == 0 {
						option = append(option, cover.Use{Item: items + j, Colour: rng.IntN(3)})
					}
				}
			}
			p.Options = append(p.Options, option)
		}
		rng.Shuffle(len(p.Options), func(i, j int) { p.Options[i], p.Options[j] = p.Options[j], p.Options[i] })
		if in := (Problem{Problem: p}); keep(in) {
			return in, nil
		}
	}
	return nil, fmt.Errorf("no problem of %d items and %d options found that is wanted", items, options)
}

// Shrunk yields smaller problems, which a cross-check tries when two methods
// disagree: first with one option chosen for good, without its primary items
// and the options that share an item with it, then with one option less.
func (p Problem) Shrunk() iter.Seq[encode.Instance] {
	return func(yield func(encode.Instance) bool) {
		for o := range p.Options {
			if in, ok := p.given(o); ok && !yield(in) {
				return
			}
		}
		for o := range p.Options {
			smaller := *p.Problem
			smaller.Options = slices.Delete(slices.Clone(p.Options), o, o+1)
			if !yield(Problem{Problem: &smaller}) {
				return
			}
		}
	}
}

// given is the problem that is left when option o is chosen; ok is false where
// nothing is left, or where o has a colour or an item that is not covered
// exactly once.
func (p Problem) given(o int) (in Problem, ok bool) {
	gone := map[int]bool{}
	for _, use := range p.Options[o] {
		if item := p.Items[use.Item]; use.Colour != 0 || !item.Secondary && !once(item) {
			return in, false
		}
		gone[use.Item] = true
	}
	left := &cover.Problem{Colours: p.Colours}
	number := make([]int, len(p.Items))
	for i, item := range p.Items {
		if !gone[i] {
			number[i] = len(left.Items)
			left.Items = append(left.Items, item)
		}
	}
	if !slices.ContainsFunc(left.Items, func(item cover.Item) bool { return !item.Secondary }) {
		return in, false
	}
	for _, option := range p.Options {
		if slices.ContainsFunc(option, func(use cover.Use) bool { return gone[use.Item] }) {
			continue
		}
		own := slices.Clone(option)
		for k := range own {
			own[k].Item = number[own[k].Item]
		}
		left.Options = append(left.Options, own)
	}
	return Problem{Problem: left}, true
}
