package cover

import (
	"context"
	"slices"

	"counterproof/native"
)

// dlxVersion is the version of dlx. Increase it when a change can alter its answers or their cost.
const dlxVersion = 1

// dlx implements dancing links. The options of each item form a circular doubly linked list. The
// search unlinks list nodes on the way down and links them again, in reverse order, on the way up.
// (See Knuth 7.2.2.1: Algorithm X, with the colours of Algorithm C and the multiplicities of
// Algorithm M.) It branches on the item with the fewest alternatives; among equals, on the first in
// item order.
//
// Stats.Nodes counts the calls of search. Stats.Updates counts the list nodes that were unlinked or
// whose colour was settled, as Knuth does.
type dlx struct {
	p            *Problem
	lazy[*links] // each search works on its own copy
}

func (d *dlx) Search(ctx context.Context, st *native.Stats, yield func([]int) bool) error {
	first, err := d.prepared(ctx, d.p, newLinks)
	if err != nil {
		return err
	}
	l := first.clone()
	l.progress = progress{ctx: ctx, st: st, yield: yield}
	l.search()
	return l.end()
}

// A link is an item in an option, the head of an item's list, or a spacer between two options. It
// takes sixteen bytes, so four fit into a cache line.
type link struct {
	up, down int32 // in a spacer: the first link of the option before, the last link of the option after
	item     int32 // 0 or less in a spacer: minus the number of the option before it, counted from 1
	colour   int32 // settled (-1): the item already has the colour of this link
}

// settled marks a link whose item already has the colour of the link.
const settled = -1

// links is the state of one search of dlx. Items are numbered from 1, and links[i] is the head of
// the list of item i. The active primary items, which the search can still branch on, form a
// circular list through the root 0.
type links struct {
	progress
	links       []link
	length      []int32 // of each item's list
	left, right []int32
	need, room  []int32 // how many more options must hold the item, and how many may
	removed     []int32 // a stack of the links that searchSome removed
}

func newLinks(p *Problem) *links {
	n := int32(len(p.Items))
	size := int(n) + 2 + len(p.Options)
	for _, o := range p.Options {
		size += len(o)
	}
	l := &links{links: make([]link, n+1, size)}
	for _, list := range []*[]int32{&l.length, &l.left, &l.right, &l.need, &l.room} {
		*list = make([]int32, n+1)
	}
	last := int32(0)
	for i := int32(1); i <= n; i++ {
		l.links[i] = link{up: i, down: i, item: i}
		it := &p.Items[i-1]
		l.need[i], l.room[i] = 1, 1
		if it.Secondary { // never active: linked to itself, so that the method cover needs no special case
			l.left[i], l.right[i] = i, i
			continue
		}
		l.need[i], l.room[i] = int32(min(it.Lo, 1<<30)), int32(min(it.Hi, 1<<30))
		l.left[i], l.right[last] = last, i
		last = i
	}
	l.left[0], l.right[last] = last, 0
	l.links = append(l.links, link{}) // the first spacer
	for o, option := range p.Options {
		begin := int32(len(l.links))
		for _, u := range option {
			i, x := int32(u.Item+1), int32(len(l.links))
			up := l.links[i].up
			l.links = append(l.links, link{up: up, down: i, item: i, colour: int32(u.Colour)})
			l.links[up].down, l.links[i].up = x, x
			l.length[i]++
		}
		l.links[begin-1].down = int32(len(l.links)) - 1
		l.links = append(l.links, link{up: begin, item: -int32(o + 1)})
	}
	return l
}

func (l *links) clone() *links {
	c := *l
	c.links = slices.Clone(l.links)
	for _, list := range []*[]int32{&c.length, &c.left, &c.right, &c.need, &c.room} {
		*list = slices.Clone(*list)
	}
	return &c
}

func (l *links) option(x int32) int {
	for l.links[x].item > 0 {
		x++
	}
	return int(-l.links[x].item) - 1
}

// hide removes the option that contains link x from the lists of all its items except the item of
// x. Links with a settled colour stay in their lists.
func (l *links) hide(x int32) {
	links := l.links
	for q := x + 1; q != x; {
		k := &links[q]
		if k.item <= 0 {
			q = k.up
			continue
		}
		if k.colour >= 0 {
			links[k.up].down = k.down
			links[k.down].up = k.up
			l.length[k.item]--
			l.updates++
		}
		q++
	}
}

// unhide undoes hide(x). The caller must first link again everything that was hidden after x.
func (l *links) unhide(x int32) {
	links := l.links
	for q := x - 1; q != x; {
		k := &links[q]
		if k.item <= 0 {
			q = k.down
			continue
		}
		if k.colour >= 0 {
			links[k.up].down = q
			links[k.down].up = q
			l.length[k.item]++
		}
		q--
	}
}

// cover closes item i: it hides the options in the list of i and makes i inactive. Then no further
// option can hold i.
func (l *links) cover(i int32) {
	for x := l.links[i].down; x != i; x = l.links[x].down {
		l.hide(x)
	}
	a, b := l.left[i], l.right[i]
	l.right[a], l.left[b] = b, a
	l.updates++
}

func (l *links) uncover(i int32) {
	a, b := l.left[i], l.right[i]
	l.right[a], l.left[b] = i, i
	for x := l.links[i].up; x != i; x = l.links[x].up {
		l.unhide(x)
	}
}

// purify settles the colour of the item of link x: it hides the options that give the item another
// colour. The chosen option itself has left the list already, so x keeps its colour.
func (l *links) purify(x int32) {
	c, i := l.links[x].colour, l.links[x].item
	for q := l.links[i].down; q != i; q = l.links[q].down {
		if l.links[q].colour != c {
			l.hide(q)
		} else {
			l.links[q].colour = settled
			l.updates++
		}
	}
}

func (l *links) unpurify(x int32) {
	c, i := l.links[x].colour, l.links[x].item
	for q := l.links[i].up; q != i; q = l.links[q].up {
		if l.links[q].colour == settled {
			l.links[q].colour = c
		} else {
			l.unhide(q)
		}
	}
}

// hold records that the chosen option holds the item of link x. It settles the colour of the item,
// or counts the option. If no further option may hold the item, hold closes the item.
func (l *links) hold(x int32) {
	k := &l.links[x]
	switch {
	case k.colour == settled:
	case k.colour > 0:
		l.purify(x)
	default:
		l.need[k.item]--
		l.room[k.item]--
		if l.room[k.item] == 0 {
			l.cover(k.item)
		}
	}
}

func (l *links) release(x int32) {
	k := &l.links[x]
	switch {
	case k.colour == settled:
	case k.colour > 0:
		l.unpurify(x)
	default:
		if l.room[k.item] == 0 {
			l.uncover(k.item)
		}
		l.need[k.item]++
		l.room[k.item]++
	}
}

// try lists the answers that contain the option of link x. The caller, not try, handles the item of
// x.
func (l *links) try(x int32) {
	q := x + 1
	for q != x {
		if l.links[q].item <= 0 {
			q = l.links[q].up
			continue
		}
		l.hold(q)
		q++
	}
	l.chosen = append(l.chosen, l.option(x))
	l.search()
	l.chosen = l.chosen[:len(l.chosen)-1]
	q = x - 1
	for q != x {
		if l.links[q].item <= 0 {
			q = l.links[q].down
			continue
		}
		l.release(q)
		q--
	}
}

// pick returns the active item with the fewest alternatives, on which the search branches. It
// returns 0 if nothing is left to decide, and -1 if an item has too few options left. It returns an
// item that needs no further option only if there is no other active item.
func (l *links) pick() int32 {
	best, fewest := int32(0), int32(1<<31-1)
	for i := l.right[0]; i != 0; i = l.right[i] {
		if l.need[i] <= 0 {
			continue
		}
		if ways := l.length[i] - l.need[i] + 1; ways < fewest {
			if best, fewest = i, ways; ways <= 0 {
				return -1
			}
		}
	}
	if best > 0 {
		return best
	}
	for i := l.right[0]; i != 0; i = l.right[i] {
		if l.length[i] > 0 && l.length[i] < fewest {
			best, fewest = i, l.length[i]
		}
	}
	return best
}

// search lists the answers that contain the chosen options. It checks the context every 1024 nodes,
// or earlier if these nodes take many updates (at most about a million).
func (l *links) search() {
	l.nodes++
	if l.poll(l.nodes<<10+l.updates, 1<<20) || l.st.Share.Skip(l.depth, false) {
		return
	}
	i := l.pick()
	l.depth++
	switch {
	case i < 0:
	case i == 0:
		l.answer(l.depth - 1)
	case l.room[i] == 1:
		l.searchLast(i)
	default:
		l.searchSome(i)
	}
	l.depth--
}

// searchLast branches on item i, which at most one more option may hold.
func (l *links) searchLast(i int32) {
	l.cover(i)
	if l.need[i] <= 0 {
		l.search()
	}
	for x := l.links[i].down; x != i && !l.stopped; x = l.links[x].down {
		l.try(x)
	}
	l.uncover(i)
}

// searchSome branches on item i, which several more options may hold. Each try chooses the first
// option that is left in the list of the item. Later tries exclude this option, so that no set of
// options occurs twice.
func (l *links) searchSome(i int32) {
	base := len(l.removed)
	for x := l.links[i].down; x != i && l.length[i] >= l.need[i] && !l.stopped; x = l.links[x].down {
		l.hide(x)
		k := &l.links[x]
		l.links[k.up].down, l.links[k.down].up = k.down, k.up
		l.length[i]--
		l.updates++
		l.removed = append(l.removed, x)
		l.need[i]--
		l.room[i]--
		l.try(x)
		l.need[i]++
		l.room[i]++
	}
	if l.need[i] <= 0 && !l.stopped { // the list is empty: no further option
		l.cover(i)
		l.search()
		l.uncover(i)
	}
	for len(l.removed) > base {
		x := l.removed[len(l.removed)-1]
		l.removed = l.removed[:len(l.removed)-1]
		k := &l.links[x]
		l.links[k.up].down, l.links[k.down].up = x, x
		l.length[i]++
		l.unhide(x)
	}
}
