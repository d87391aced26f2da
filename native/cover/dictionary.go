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
// engines, so its sets stay hash tables. On the calendar it takes 28 times as long as dlx, which
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
	open  map[int]map[int]bool // by item that more options may hold: these options
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

// search lists the answers that contain the chosen options. If several more options may hold the item
// on which it branches, an option that was tried is not tried again beside later ones.
func (d *dictionaries) search() {
	d.nodes++
	if d.poll(d.nodes+d.updates, pollStep) {
		return
	}
	item, ways := d.fewest()
	if item < 0 {
		d.answer()
		return
	}
	if ways <= 0 {
		return
	}
	several := d.items[item].Hi-d.held[item] > 1
	var tried []int
	for _, o := range slices.Sorted(maps.Keys(d.open[item])) {
		if d.stopped {
			break
		}
		removed := d.choose(o)
		d.chosen = append(d.chosen, o)
		d.search()
		d.chosen = d.chosen[:len(d.chosen)-1]
		d.unchoose(o, removed)
		if several {
			d.remove(o)
			tried = append(tried, o)
		}
	}
	if d.held[item] >= d.items[item].Lo && !d.stopped {
		removed := d.exclude(item, func(int) bool { return true })
		d.search()
		d.restore(removed)
	}
	d.restore(tried)
}

// fewest returns the item with the fewest alternatives, and their number, which is not above 0 if the
// item has too few options left. The item is -1 if nothing is left to decide. It is an item that needs
// no further option only if no other item has options.
func (d *dictionaries) fewest() (item, ways int) {
	item = -1
	needed := false
	for i, options := range d.open {
		it, need := d.items[i], d.items[i].Lo-d.held[i]
		if it.Secondary || need <= 0 && (needed || len(options) == 0) {
			continue
		}
		n := len(options) - max(need, 1) + 1
		if item < 0 || need > 0 && !needed || n < ways || n == ways && i < item {
			item, ways, needed = i, n, need > 0
		}
	}
	return item, ways
}

// choose chooses option o and returns the options that it removed: o itself and those that can no
// longer be chosen.
func (d *dictionaries) choose(o int) (removed []int) {
	d.remove(o)
	removed = append(removed, o)
	for i, colour := range d.holds[o] {
		d.held[i]++
		switch it := d.items[i]; {
		case it.Secondary:
			removed = append(removed, d.exclude(i, func(other int) bool { return colour == 0 || d.holds[other][i] != colour })...)
		case d.held[i] == it.Hi:
			removed = append(removed, d.exclude(i, func(int) bool { return true })...)
			delete(d.open, i)
		}
	}
	return removed
}

func (d *dictionaries) unchoose(o int, removed []int) {
	for i := range d.holds[o] {
		d.held[i]--
		if d.open[i] == nil {
			d.open[i] = map[int]bool{}
		}
	}
	d.restore(removed)
}

// exclude removes the options of an item for which the function excluded returns true.
func (d *dictionaries) exclude(item int, excluded func(option int) bool) (removed []int) {
	for o := range d.open[item] {
		if excluded(o) {
			removed = append(removed, o)
			d.remove(o)
		}
	}
	return removed
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
