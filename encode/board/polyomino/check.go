package polyomino

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"sync"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
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
		f := form(wording.Each(p.Drawn, func(x Cell) Cell { return Cell{m[0]*x.R + m[1]*x.C, m[2]*x.R + m[3]*x.C} }))
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
	other := func(x Cell) bool {
		at := r.board.At(anchor.R+x.R, anchor.C+x.C)
		return at < 0 || s[at] != v || r.on != nil && !slices.Contains(r.on, r.board.Cells[at])
	}
	return slices.ContainsFunc(r.forms, func(f form) bool { return len(f) == number && !slices.ContainsFunc(f, other) })
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
		if k := slices.IndexFunc(laid, func(site int) bool { return s[site] != v }); k >= 0 {
			named = append(named, laid[k])
		}
	}
	return named
}

// Obstacle checks whether the pieces can have the area of the board, then whether every piece fits
// somewhere, and then whether each cell can be covered by a piece. Finally, it colours cells black
// in several ways. For each way, it checks whether the pieces can cover exactly as many black cells
// as the board has.
func (t *Tiling) Obstacle() string {
	p := t.emptyPlan()
	if p.hopeless {
		return p.wrongArea()
	}
	p = t.newPlan()
	laid := make([]bool, len(p.classes))
	for _, pl := range p.placements {
		laid[pl.class] = true
	}
	for k, c := range p.classes {
		if c.lo > 0 && !laid[k] {
			return fmt.Sprintf("piece %s (%s) fits nowhere on the board", t.ValueName(0, c.values[0]), t.shape(c.values[0]))
		}
	}
	for i, over := range p.covering {
		if len(over) == 0 {
			return "no piece can cover " + layout.CellName(t.Cells[i].R*t.W+t.Cells[i].C, t.W)
		}
	}
	if slices.ContainsFunc(p.classes, class.empty) {
		return "" // the sentences about colourings say what pieces cover, not what stays empty
	}
	for _, c := range colourings() {
		if why := t.uneven(p, c); why != "" {
			return why
		}
	}
	return ""
}

func (p *plan) wrongArea() string {
	cells, must, least, most := len(p.covering), len(p.covering), 0, 0
	board := fmt.Sprintf("the board has %d", cells)
	for _, c := range p.classes {
		if c.empty() {
			must -= c.hi
			board += fmt.Sprintf(", of which %d may stay empty", c.hi)
			continue
		}
		least += c.lo * len(c.shapes[0])
		most += c.hi * len(c.shapes[0])
	}
	switch {
	case least == most:
		return fmt.Sprintf("the pieces cover %s and %s", wording.Plural(most, "cell"), board)
	case least > cells:
		return fmt.Sprintf("the pieces that must be used cover %s and %s", wording.Plural(least, "cell"), board)
	case most < must:
		return fmt.Sprintf("all pieces together cover %s and %s", wording.Plural(most, "cell"), board)
	case must < cells:
		return fmt.Sprintf("no choice of the pieces has a suitable area: %s", board)
	}
	return fmt.Sprintf("no choice of the pieces covers exactly the %d cells of the board", cells)
}

type colouring struct {
	name  string
	black func(r, c int) bool
}

// colourings lists the colourings that are tried: the checkerboard, and every m-th row, column or
// diagonal for m up to 5.
func colourings() []colouring {
	all := []colouring{{"like a checkerboard", func(r, c int) bool { return (r+c)%2 == 0 }}}
	ordinal := [...]string{2: "second", 3: "third", 4: "fourth", 5: "fifth"}
	for m := 2; m <= 5; m++ {
		for k := range m {
			every := func(line, from string, black func(r, c int) bool) {
				all = append(all, colouring{fmt.Sprintf("so that every %s %s is black, from %s %d", ordinal[m], line, from, k+1), black})
			}
			every("row", "row", func(r, c int) bool { return r%m == k })
			every("column", "column", func(r, c int) bool { return c%m == k })
			if m > 2 {
				every("diagonal down to the left", "row 1, column", func(r, c int) bool { return (r+c)%m == k })
				every("diagonal down to the right", "row 1, column", func(r, c int) bool { return (c-r+r*m)%m == k })
			}
		}
	}
	return all
}

// mostWork is the largest number of machine words that the function uneven may read. It limits the
// time of this function.
const mostWork = 50_000_000

// uneven returns a sentence if the pieces cannot cover as many black cells of a colouring as the
// board has. It returns an empty text if the pieces may be able to do so, or if the check would
// take too much work.
func (t *Tiling) uneven(p *plan, colours colouring) string {
	n := len(t.Cells)
	black := wording.Each(t.Cells, func(x Cell) bool { return colours.black(x.R, x.C) })
	target := len(encode.Where(black, func(is bool) bool { return is }))
	// The total of pieces that cover a cells, b of them black, is (n+1)*a+b.
	covers := wording.Fill(len(p.classes), func(int) map[int]bool { return map[int]bool{} }) // by class: the possible totals of one piece
	for _, pl := range p.placements {
		total := (n + 1) * len(pl.cells)
		for _, cell := range pl.cells {
			if black[cell] {
				total++
			}
		}
		covers[pl.class][total] = true
	}
	work := 0
	for k, c := range p.classes {
		work += c.hi * len(covers[k])
	}
	if work*(n+1)*(n+1)/64 > mostWork {
		return ""
	}
	totals := p.totals((n+1)*(n+1)-1, p.bounds, func(k int) map[int]bool { return covers[k] })
	row := new(big.Int).Rsh(totals, uint(n*(n+1)))
	reached := encode.Where(encode.Left(n+1, nil), func(b int) bool { return row.Bit(b) == 1 })
	numbers := wording.Each(reached, strconv.Itoa)
	switch k := len(numbers); {
	case row.Bit(target) == 1:
		return ""
	case k == 0:
		return fmt.Sprintf("the pieces that fit somewhere cannot cover the %d cells of the board", n)
	case k <= 4:
		return fmt.Sprintf("if the cells are coloured %s, %d cells of the board are black but the pieces cover %s black cells", colours.name, target, wording.List(numbers, " or "))
	}
	return fmt.Sprintf("if the cells are coloured %s, %d cells of the board are black and the pieces never cover that many black cells", colours.name, target)
}
