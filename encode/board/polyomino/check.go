package polyomino

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"sync"

	"counterproof/encode"
)

// A rule holds what Check needs to know about one set of equal pieces. Check uses only rules, and
// not placements, so that it is independent of Encode and Reduce. The orientations of a piece come
// from the eight matrices that map a square to itself. The first cell of each orientation is at 0,
// 0.
type rule struct {
	name   string
	board  *Board
	forms  []form // sorted
	on     []Cell // as Piece.On
	copies []byte // the numbers of the copies, ascending
	lo     int    // the number of copies that must be used
	// places returns every position of the piece on the board, as an ascending list of sites, and for
	// each site the indices of the positions that cover it. Only violations need them.
	places func() (laid, over [][]int)
}

// A form is one orientation of a piece: its cells in reading order, relative to the first cell.
type form []Cell

func newRules(b *Board, pieces []Piece) []rule {
	var rules []rule
	number := 0
	for i := range pieces {
		p := &pieces[i]
		if p.Hi == 0 {
			continue
		}
		forms := turned(p)
		k := slices.IndexFunc(rules, func(r rule) bool {
			return slices.EqualFunc(r.forms, forms, slices.Equal) && slices.Equal(r.on, p.On)
		})
		if k < 0 {
			k = len(rules)
			r := rule{name: fmt.Sprintf("piece %d (%s)", number, p), board: b, forms: forms, on: p.On}
			if p.On != nil {
				r.name = "an empty cell"
			}
			r.places = sync.OnceValues(r.lay)
			rules = append(rules, r)
		}
		rules[k].lo += p.Lo
		for range p.Hi {
			rules[k].copies = append(rules[k].copies, byte(number))
			number++
		}
	}
	return rules
}

// lay finds all positions of the piece on the board: every orientation in forms, on every open cell
// on which its first cell can lie. If the field on is not nil, the piece lies only on its cells.
func (r rule) lay() (positions, over [][]int) {
	b := r.board
	over = make([][]int, len(b.Cells))
	var sites []int
	for _, f := range r.forms {
		for _, anchor := range b.Cells {
			sites = sites[:0]
			for _, x := range f {
				site := b.At(anchor.R+x.R, anchor.C+x.C)
				if site < 0 || r.on != nil && !slices.Contains(r.on, b.Cells[site]) {
					break
				}
				sites = append(sites, site)
			}
			if len(sites) < len(f) {
				continue
			}
			sites := slices.Clone(sites)
			sort.Ints(sites)
			for _, site := range sites {
				over[site] = append(over[site], len(positions))
			}
			positions = append(positions, sites)
		}
	}
	return positions, over
}

func turned(p *Piece) []form {
	// A matrix a, b, d, e maps the cell r, c to a*r + b*c, d*r + e*c. The four rotations come
	// first, then the reflections.
	matrices := [8][4]int{
		{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0},
		{1, 0, 0, -1}, {-1, 0, 0, 1}, {0, 1, 1, 0}, {0, -1, -1, 0},
	}
	allowed := map[Motion]int{Fixed: 1, Turn: 4, Flip: 8}[p.Motion]
	var all []form
	for _, m := range matrices[:allowed] {
		f := make(form, 0, len(p.Drawn))
		for _, x := range p.Drawn {
			f = append(f, Cell{m[0]*x.R + m[1]*x.C, m[2]*x.R + m[3]*x.C})
		}
		slices.SortStableFunc(f, inReadingOrder)
		anchor := f[0]
		for i := range f {
			f[i].R -= anchor.R
			f[i].C -= anchor.C
		}
		all = append(all, f)
	}
	slices.SortStableFunc(all, func(f, g form) int { return slices.CompareFunc(f, g, inReadingOrder) })
	return slices.CompactFunc(all, slices.Equal)
}

func inReadingOrder(x, y Cell) int { return cmp.Or(x.R-y.R, x.C-y.C) }

// Check implements encode.Instance. If one or more pieces have the wrong shape, Check names the
// piece for which the shortest prefix of the sites shows the mistake. So brute force can skip as
// many assignments as possible. If all shapes are right, Check looks for a missing piece. More
// sites are needed to show that a piece is missing.
func (t *Tiling) Check(s encode.Solution) error {
	var first, number [256]uint16 // of the sites of each value
	for i := range len(s) {
		v := s[i]
		if number[v] == 0 {
			first[v] = uint16(i)
		}
		number[v]++
	}
	var worst *encode.Violation
	report := func(sites []int, format string, args ...any) {
		sort.Ints(sites)
		if worst == nil || last(sites) < last(worst.Sites) {
			worst = &encode.Violation{Rule: fmt.Sprintf(format, args...), Sites: slices.Compact(sites)}
		}
	}
	rules := t.rules()
	for k := range rules {
		r := &rules[k]
		for j, v := range r.copies {
			switch {
			case number[v] == 0:
			case !r.lies(s, v, int(first[v]), int(number[v])):
				report(r.astray(s, v), "%s does not lie as one piece", r.name)
			case j > 0 && (number[r.copies[j-1]] == 0 || first[r.copies[j-1]] > first[v]):
				report(encode.Left(int(first[v])+1, nil), "piece %d comes before its equal, piece %d", v, r.copies[j-1])
			}
		}
	}
	for k := 0; k < len(rules) && worst == nil; k++ {
		r := &rules[k]
		for _, v := range r.copies[:r.lo] {
			if number[v] == 0 {
				report(r.absent(s, v), "%s is not used", r.name)
			}
		}
	}
	if worst == nil {
		return nil
	}
	return worst
}

func last(sites []int) int {
	if len(sites) == 0 {
		return -1
	}
	return sites[len(sites)-1]
}

// lies reports whether the sites with the value v, which are number sites from first on, are a position of
// the piece.
func (r *rule) lies(s encode.Solution, v byte, first, number int) bool {
	anchor := r.board.Cells[first]
forms:
	for _, f := range r.forms {
		if len(f) != number {
			continue
		}
		for _, x := range f {
			at := r.board.At(anchor.R+x.R, anchor.C+x.C)
			if at < 0 || s[at] != v || r.on != nil && !slices.Contains(r.on, r.board.Cells[at]) {
				continue forms
			}
		}
		return true
	}
	return false
}

// astray proves that a piece does not have the right shape. The variable own holds the sites that
// have the value v of the piece. The proof is a list of sites: the first site of own and, for every
// position of the piece over that site, the first site at which own differs from the position.
func (r *rule) astray(s encode.Solution, v byte) []int {
	own := encode.Where([]byte(s), func(x byte) bool { return x == v })
	named := []int{own[0]}
	positions, over := r.places()
	for _, k := range over[own[0]] {
		laid := positions[k]
		i := 0
		for i < len(laid) && i < len(own) && laid[i] == own[i] {
			i++
		}
		switch {
		case i == len(laid):
			named = append(named, own[i])
		case i == len(own):
			named = append(named, laid[i])
		default:
			named = append(named, min(laid[i], own[i]))
		}
	}
	return named
}

// absent returns sites whose values prove that the piece with number v is missing. For every
// position of the piece on the board, the result includes the first site of the position that has
// another value.
func (r *rule) absent(s encode.Solution, v byte) []int {
	named := []int{}
	positions, _ := r.places()
	for _, laid := range positions {
		for _, site := range laid {
			if s[site] != v {
				named = append(named, site)
				break
			}
		}
	}
	return named
}
