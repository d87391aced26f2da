package minesweeper

import (
	"math/bits"
	"slices"

	"counterproof/encode"
	"counterproof/native/deduce"
)

type numbers struct {
	look    int
	visited []int   // by cell: the value of look when the neighbours of the cell were computed
	beside  [][]int // by cell: the cells of the numbers that share an open site with its number
	mark    []int   // by cell: how many cells of the set are this cell or a neighbour of it
	past    []bool  // by cell: whether all sets that contain the cell are done
	set     []int   // the cells of the numbers that are combined

	mask    []uint8 // by site: the numbers of the set that are around the site, as bits
	touched []int   // sites whose mask is not 0
	classes []class
	left    [fewNumbers]int // by number of the set: mines still to place
}

// A class is a set of open sites that are next to exactly the same numbers, among the numbers that
// the rule looks at. The fields least and most are the smallest and the largest number of mines in
// the class.
type class struct {
	mask        uint8
	sites       []int
	least, most int
	behind      [fewNumbers]int // by number of the set: how many of its sites are in later classes
	here        int
}

func newNumbers(cells, sites int) numbers {
	return numbers{
		visited: make([]int, cells),
		beside:  make([][]int, cells),
		mark:    make([]int, cells),
		past:    make([]bool, cells),
		mask:    make([]uint8, sites),
	}
}

// together returns the search function of a rule about sets of numbers that are connected by open
// sites. The parameter most limits how many numbers a set contains. When sites become known, a set
// can break up into smaller sets. So the rule looks at sets of all sizes, the smallest first.
func (r *reasoner) together(most int) func(s deduce.State, changed []int32, emit deduce.Emit) {
	return func(s deduce.State, changed []int32, emit deduce.Emit) {
		if r.wrong >= 0 {
			r.contradiction(s, r.pattern(s, []int{r.wrong}, false), emit)
			return
		}
		roots := r.roots(s, changed)
		r.sums.look++
		for size := 1; size <= most; size++ {
			for _, i := range roots {
				if r.ctx.Err() != nil {
					break
				}
				r.grow(s, []int{i}, size, emit)
				r.sums.past[i] = true
			}
			encode.Put(r.sums.past, roots, false)
		}
	}
}

func (r *reasoner) roots(s deduce.State, changed []int32) []int {
	n := &r.sums
	n.look++
	var roots []int
	add := func(i int) {
		if n.visited[i] != n.look && r.shows(s, i) {
			n.visited[i] = n.look
			roots = append(roots, i)
		}
	}
	for _, j := range changed {
		add(r.cell[j])
		around(r.h, r.w, r.cell[j], add)
	}
	return roots
}

// grow calls the method decide once for each connected set of the given size that contains all
// numbers of n.set. The other numbers come from the list ext, or are neighbours of chosen numbers
// (Wernicke's enumeration of connected subgraphs, 2006).
func (r *reasoner) grow(s deduce.State, ext []int, size int, emit deduce.Emit) {
	n := &r.sums
	if len(n.set) == size {
		r.decide(s, emit)
		return
	}
	for len(ext) > 0 {
		i := ext[len(ext)-1]
		ext = ext[:len(ext)-1]
		next := append([]int(nil), ext...)
		first := len(n.set) == 0
		if first {
			n.mark[i]++
		}
		var beside []int
		if len(n.set)+1 < size {
			beside = r.neighbours(s, i)
		}
		for _, k := range beside {
			if n.mark[k] == 0 && !n.past[k] {
				next = append(next, k)
			}
			n.mark[k]++
		}
		n.set = append(n.set, i)
		r.grow(s, next, size, emit)
		n.set = n.set[:len(n.set)-1]
		for _, k := range beside {
			n.mark[k]--
		}
		if first {
			n.mark[i]--
		}
	}
}

func (r *reasoner) neighbours(s deduce.State, i int) []int {
	n := &r.sums
	if n.visited[i] == n.look {
		return n.beside[i]
	}
	n.visited[i] = n.look
	list := n.beside[i][:0]
	for _, j := range r.near[i] {
		if s[j] != 3 {
			continue
		}
		around(r.h, r.w, r.cell[j], func(k int) {
			if k != i && r.shows(s, k) && !slices.Contains(list, k) {
				list = append(list, k)
			}
		})
	}
	n.beside[i] = list
	return list
}

func (r *reasoner) decide(s deduce.State, emit deduce.Emit) {
	n := &r.sums
	if !r.solve(s, n.set) {
		r.contradiction(s, r.pattern(s, n.set, false), emit)
		return
	}
	var p deduce.Pattern
	for k := range n.classes {
		c := &n.classes[k]
		if c.most > 0 && c.least < len(c.sites) {
			continue
		}
		if p.Proof == nil {
			p = r.pattern(s, n.set, false)
		}
		goes := mine
		if c.most > 0 {
			goes = safe
		}
		for _, j := range c.sites {
			emit(j, goes, p)
		}
	}
}

func (r *reasoner) solve(s deduce.State, cells []int) bool {
	n := &r.sums
	encode.Put(n.mask, n.touched, 0)
	n.touched = n.touched[:0]
	n.classes = n.classes[:0]
	ok := true
	for k, i := range cells {
		n.left[k] = r.need[i]
		for _, j := range r.near[i] {
			switch s[j] {
			case 3:
				if n.mask[j] == 0 {
					n.touched = append(n.touched, j)
				}
				n.mask[j] |= 1 << k
			case 1 << mine:
				n.left[k]--
			case 0:
				ok = false
			}
		}
	}
	if !ok {
		return false
	}
	for _, j := range n.touched {
		n.class(n.mask[j], j)
	}
	var behind [fewNumbers]int
	for k := len(n.classes) - 1; k >= 0; k-- {
		c := &n.classes[k]
		c.behind = behind
		c.least, c.most = len(c.sites)+1, -1
		for m := c.mask; m != 0; m &= m - 1 {
			behind[bits.TrailingZeros8(m)] += len(c.sites)
		}
	}
	for k := range cells {
		if n.left[k] < 0 || n.left[k] > behind[k] {
			return false
		}
	}
	return n.place(0)
}

func (n *numbers) class(mask uint8, j int) {
	for k := range n.classes {
		if c := &n.classes[k]; c.mask == mask {
			c.sites = append(c.sites, j)
			return
		}
	}
	if k := len(n.classes); k < cap(n.classes) { // reuse the memory of an earlier class
		n.classes = n.classes[:k+1]
		n.classes[k].mask, n.classes[k].sites = mask, append(n.classes[k].sites[:0], j)
		return
	}
	n.classes = append(n.classes, class{mask: mask, sites: []int{j}})
}

// place tries all ways to put mines into the classes from index k on, and records the smallest and
// the largest number of mines in each class. It returns false if the mines cannot be placed.
func (n *numbers) place(k int) bool {
	if k == len(n.classes) {
		for i := range n.classes {
			c := &n.classes[i]
			c.least, c.most = min(c.least, c.here), max(c.most, c.here)
		}
		return true
	}
	c := &n.classes[k]
	least, most := 0, len(c.sites)
	for m := c.mask; m != 0; m &= m - 1 {
		i := bits.TrailingZeros8(m)
		least, most = max(least, n.left[i]-c.behind[i]), min(most, n.left[i])
	}
	found := false
	for x := least; x <= most; x++ {
		for m := c.mask; m != 0; m &= m - 1 {
			n.left[bits.TrailingZeros8(m)] -= x
		}
		c.here = x
		found = n.place(k+1) || found
		for m := c.mask; m != 0; m &= m - 1 {
			n.left[bits.TrailingZeros8(m)] += x
		}
	}
	return found
}

// follows reports whether the numbers in the given cells suffice to remove the value bit
// in the state s.
func (r *reasoner) follows(s deduce.State, cells []int, bit deduce.Bit) bool {
	if r.wrong >= 0 || !r.solve(s, cells) {
		return true
	}
	for _, c := range r.sums.classes {
		for _, j := range c.sites {
			if j == bit.Site {
				return bit.Value == mine && c.most == 0 || bit.Value == safe && c.least == len(c.sites)
			}
		}
	}
	return false
}
