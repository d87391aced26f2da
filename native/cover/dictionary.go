package cover

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"counterproof/native"
)

// dictionaryVersion is the version of dictionary. Increase it when a change can alter its answers or
// their cost.
const dictionaryVersion = 1

// dictionary is Algorithm X as people write it in a scripting language: a dictionary has the set of
// options of each item, and another one has the items of each option. To choose an option is to
// remove the options that it excludes from all these sets. It is here to be compared with the other
// engines, so its sets stay hash tables. On the calendar it takes 23 times as long as dlx, which
// searches the same tree with links.
//
// It branches on the item with the fewest alternatives; among equals, on the first in item order. The
// printed program knows only items that are held exactly once. This one also knows multiplicities,
// secondary items and colours.
//
// Stats.Nodes counts the calls of search. Stats.Updates counts the removals of an option from a set.
type dictionary struct{ p *Problem }

func (e *dictionary) Search(ctx context.Context, st *native.Stats, yield func([]int) bool) error {
	if err := cmp.Or(e.p.Validate(), ctx.Err()); err != nil {
		return err
	}
	d := newDictionaries(e.p)
	d.progress = progress{ctx: ctx, st: st, yield: yield}
	d.search()
	return d.end()
}

type dictionaries struct {
	progress
	items []Item
	held  map[int]int          // by item: the number of chosen options that hold it
	open  map[int]map[int]bool // by item: the options that can still be chosen and hold it
	holds map[int]map[int]int  // by option: its items, each with its colour
}

func newDictionaries(p *Problem) *dictionaries {
	d := &dictionaries{items: p.Items, held: map[int]int{}, open: map[int]map[int]bool{}, holds: map[int]map[int]int{}}
	for i := range p.Items {
		d.open[i] = map[int]bool{}
	}
	for o, option := range p.Options {
		d.holds[o] = map[int]int{}
		for _, u := range option {
			d.holds[o][u.Item] = u.Colour
			d.open[u.Item][o] = true
		}
	}
	return d
}

// search lists the answers that contain the chosen options. An option that was tried is removed, so it
// is not tried again beside later ones. Without any of them, the item may have enough options already.
func (d *dictionaries) search() {
	d.nodes++
	if d.poll(d.nodes+d.updates, pollStep) {
		return
	}
	item, ways := d.fewest()
	if item < 0 {
		d.answer(unshared)
	}
	if ways <= 0 {
		return
	}
	tried := slices.Sorted(maps.Keys(d.open[item]))
	for _, o := range tried {
		if !d.stopped {
			d.choose(o)
		}
		d.remove(o)
	}
	if d.held[item] >= d.items[item].Lo && !d.stopped {
		d.search()
	}
	d.restore(tried)
}

// fewest returns the item with the fewest alternatives, and their number, which is not above 0 if the
// item has too few options left. The item is -1 if nothing is left to decide.
func (d *dictionaries) fewest() (item, ways int) {
	item = -1
	for i, it := range d.items {
		options, need := len(d.open[i]), max(0, it.Lo-d.held[i])
		if n := options - need + 1; !it.Secondary && options+need > 0 && (item < 0 || n < ways) {
			item, ways = i, n
		}
	}
	return item, ways
}

// choose lists the answers that contain option o. Until then, it removes the options that cannot be
// chosen any more.
func (d *dictionaries) choose(o int) {
	removed := []int{o}
	d.remove(o)
	for i, colour := range d.holds[o] {
		d.held[i]++
		it := d.items[i]
		for other := range d.open[i] {
			if it.Secondary && (colour == 0 || d.holds[other][i] != colour) || !it.Secondary && d.held[i] == it.Hi {
				removed = append(removed, other)
				d.remove(other)
			}
		}
	}
	d.chosen = append(d.chosen, o)
	d.search()
	d.chosen = d.chosen[:len(d.chosen)-1]
	for i := range d.holds[o] {
		d.held[i]--
	}
	d.restore(removed)
}

func (d *dictionaries) remove(o int) {
	for i := range d.holds[o] {
		delete(d.open[i], o)
	}
	d.updates += int64(len(d.holds[o]))
}

func (d *dictionaries) restore(removed []int) {
	for _, o := range removed {
		for i := range d.holds[o] {
			d.open[i][o] = true
		}
	}
}
