package exactcover

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/wording"
	"counterproof/native/cover"
)

var usual = encode.Size{H: 6, W: 10} // 6 items and 10 options

// generate makes a random problem with size.H primary items, two secondary items and size.W
// options. The zero size means 6 primary items and 10 options. If there are enough options,
// generate first makes a solution: options that together cover all primary items.
func generate(ctx context.Context, rng *rand.Rand, size encode.Size, keep func(encode.Instance) bool) (encode.Instance, error) {
	size = cmp.Or(size, usual)
	items, options := size.H, size.W
	if items < 1 || items > 100 || options < 1 || options > 1000 {
		return nil, &encode.SizeError{Size: size, Want: "1 to 100 items (height) and 1 to 1000 options (width)"}
	}
	return encode.Pick(ctx, size, 10_000, keep, func() (encode.Instance, error) {
		p := &cover.Problem{Colours: []string{"1", "2"}}
		for i := range items {
			p.Items = append(p.Items, cover.Item{Name: fmt.Sprintf("i%d", i+1), Lo: 1, Hi: 1})
		}
		p.Items = append(p.Items, cover.Item{Name: "x", Secondary: true}, cover.Item{Name: "y", Secondary: true})
		hidden := rng.Perm(items)
		for range options {
			from, needed := hidden, len(hidden) > 0
			if !needed {
				from = rng.Perm(items)
			}
			k := min(1+rng.IntN(3), len(from))
			option := wording.Each(from[:k], func(i int) cover.Use { return cover.Use{Item: i} })
			if needed {
				hidden = hidden[k:]
			} else {
				for j := range 2 {
					if rng.IntN(3) == 0 {
						option = append(option, cover.Use{Item: items + j, Colour: rng.IntN(3)})
					}
				}
			}
			p.Options = append(p.Options, option)
		}
		rng.Shuffle(len(p.Options), func(i, j int) { p.Options[i], p.Options[j] = p.Options[j], p.Options[i] })
		return Problem{Problem: p}, nil
	})
}

// Parts implements clues.HasParts. There are three kinds of parts. The parts of the kind "chosen"
// are the options of one solution. Parts removes such an option together with its items and with
// all options that have one of these items. So the remaining problem has a solution. The kind
// "items" removes an item from the problem and from all its options. The kind "options" removes
// only an option.
func (p Problem) Parts() []clues.Parts {
	var chosen []int
	if s, ok := encode.Quick(p.Reduce()); ok {
		chosen = encode.Where(encode.Left(len(s), nil), func(o int) bool { return s[o] == 1 && p.plain(o) })
	}
	return []clues.Parts{
		{Kind: "chosen", N: len(chosen), Without: func(gone ...int) encode.Instance {
			var items []int
			for _, k := range gone {
				for _, use := range p.Options[chosen[k]] {
					items = append(items, use.Item)
				}
			}
			return p.without(items, true)
		}},
		{Kind: "items", N: len(p.Items), Without: func(gone ...int) encode.Instance {
			return p.without(gone, false)
		}},
		{Kind: "options", N: len(p.Options), Without: func(gone ...int) encode.Instance {
			smaller := *p.Problem
			smaller.Options = encode.Keep(p.Options, encode.Left(len(p.Options), gone))
			return Problem{Problem: &smaller}
		}},
	}
}

// plain reports whether option o has no colours, and each of its items is secondary or must be
// covered exactly once. If plain returns true, then in every solution that contains o, no other
// option has an item of o.
func (p Problem) plain(o int) bool {
	return !slices.ContainsFunc(p.Options[o], func(use cover.Use) bool {
		item := p.Items[use.Item]
		return use.Colour != 0 || !item.Secondary && !once(item)
	})
}

// without returns the problem without the items in the list gone. If the parameter options is true,
// it drops every option that has one of these items. If options is false, it only removes the items
// from the options, and drops options without a primary item. It returns nil if no primary item
// remains.
func (p Problem) without(gone []int, options bool) encode.Instance {
	left := &cover.Problem{Colours: p.Colours}
	number := make([]int, len(p.Items)) // in left; -1 for an item that is gone
	for _, i := range gone {
		number[i] = -1
	}
	for i, item := range p.Items {
		if number[i] == 0 {
			number[i] = len(left.Items)
			left.Items = append(left.Items, item)
		}
	}
	primary := func(item cover.Item) bool { return !item.Secondary }
	if !slices.ContainsFunc(left.Items, primary) {
		return nil
	}
	for _, option := range p.Options {
		var own []cover.Use
		for _, use := range option {
			if number[use.Item] >= 0 {
				use.Item = number[use.Item]
				own = append(own, use)
			}
		}
		if options && len(own) < len(option) || !slices.ContainsFunc(own, func(use cover.Use) bool { return primary(left.Items[use.Item]) }) {
			continue
		}
		left.Options = append(left.Options, own)
	}
	return Problem{Problem: left}
}
