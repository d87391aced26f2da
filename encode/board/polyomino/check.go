package polyomino

import (
	"fmt"
	"maps"
	"slices"
	"sort"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// A rule holds what Check needs to know about one set of equal pieces. Check uses only rules, and
// not placements, so that it is independent of Encode and Reduce. The orientations of a piece come
// from the eight matrices that map a square to itself. The first cell of each orientation is at 0,
// 0.
type rule struct {
	name   string
	laid   [][]int // every position of the piece on the board, as an ascending list of sites
	over   [][]int // for each site, the positions in laid that cover it
	copies []byte  // the numbers of the copies, ascending
	lo     int     // the number of copies that must be used
}

// A form is one orientation of a piece: its cells in reading order, relative to the first cell.
type form []Cell

func newRules(b *Board, pieces []Piece) []rule {
	var rules []rule
	known := map[string]int{}
	number := 0
	for i := range pieces {
		p := &pieces[i]
		if p.Hi == 0 {
			continue
		}
		forms := turned(p)
		key := fmt.Sprint(forms, p.On)
		k, ok := known[key]
		if !ok {
			k = len(rules)
			known[key] = k
			rules = append(rules, rule{name: fmt.Sprintf("piece %d (%s)", number, p)})
			if p.On != nil {
				rules[k].name = "an empty cell"
			}
			rules[k].lay(b, forms, p.On)
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
// on which its first cell can lie. If the parameter on is not nil, the piece lies only on its cells.
func (r *rule) lay(b *Board, forms []form, on []Cell) {
	r.over = make([][]int, len(b.Cells))
	var sites []int
	for _, f := range forms {
		for _, anchor := range b.Cells {
			sites = sites[:0]
			for _, x := range f {
				site := b.At(anchor.R+x.R, anchor.C+x.C)
				if site < 0 || on != nil && !slices.Contains(on, b.Cells[site]) {
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
				r.over[site] = append(r.over[site], len(r.laid))
			}
			r.laid = append(r.laid, sites)
		}
	}
}

func turned(p *Piece) []form {
	// A matrix a, b, d, e maps the cell r, c to a*r + b*c, d*r + e*c. The four rotations come
	// first, then the reflections.
	matrices := [8][4]int{
		{1, 0, 0, 1}, {0, 1, -1, 0}, {-1, 0, 0, -1}, {0, -1, 1, 0},
		{1, 0, 0, -1}, {-1, 0, 0, 1}, {0, 1, 1, 0}, {0, -1, -1, 0},
	}
	allowed := map[Motion]int{Fixed: 1, Turn: 4, Flip: 8}[p.Motion]
	byText := map[string]form{}
	for _, m := range matrices[:allowed] {
		f := make(form, 0, len(p.Drawn))
		for _, x := range p.Drawn {
			f = append(f, Cell{m[0]*x.R + m[1]*x.C, m[2]*x.R + m[3]*x.C})
		}
		sort.Slice(f, func(i, j int) bool {
			return f[i].R < f[j].R || f[i].R == f[j].R && f[i].C < f[j].C
		})
		anchor := f[0]
		for i := range f {
			f[i].R -= anchor.R
			f[i].C -= anchor.C
		}
		byText[fmt.Sprint(f)] = f
	}
	return wording.Each(slices.Sorted(maps.Keys(byText)), func(text string) form { return byText[text] })
}

// Check implements encode.Instance. If one or more pieces have the wrong shape, Check names the
// piece for which the shortest prefix of the sites shows the mistake. So brute force can skip as
// many assignments as possible. If all shapes are right, Check looks for a missing piece. More
// sites are needed to show that a piece is missing.
func (t *Tiling) Check(s encode.Solution) error {
	var count [257]int
	for i := range len(s) {
		count[int(s[i])+1]++
	}
	for v := range 256 {
		count[v+1] += count[v]
	}
	// sites[v] holds the sites with value v, ascending.
	all := make([]int, len(s))
	var sites [256][]int
	for i := range len(s) {
		v := s[i]
		sites[v] = append(all[count[v]:count[v]+len(sites[v]):count[v+1]], i)
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
			switch own := sites[v]; {
			case len(own) > 0 && !r.lies(own):
				report(r.astray(own), "%s does not lie as one piece", r.name)
			case len(own) > 0 && j > 0 && last(sites[r.copies[j-1]]) < 0, len(own) > 0 && j > 0 && sites[r.copies[j-1]][0] > own[0]:
				report(encode.Left(own[0]+1, nil), "piece %d comes before its equal, piece %d", v, r.copies[j-1])
			}
		}
	}
	for k := 0; k < len(rules) && worst == nil; k++ {
		r := &rules[k]
		for _, v := range r.copies[:r.lo] {
			if len(sites[v]) == 0 {
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

func (r *rule) lies(sites []int) bool {
	return slices.ContainsFunc(r.over[sites[0]], func(k int) bool { return slices.Equal(r.laid[k], sites) })
}

// astray proves that a piece does not have the right shape. The parameter own holds the sites that
// have the value of the piece. The proof is a list of sites: the first site of own and, for every
// position of the piece over that site, the first site at which own differs from the position.
func (r *rule) astray(own []int) []int {
	named := []int{own[0]}
	for _, k := range r.over[own[0]] {
		laid := r.laid[k]
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
	for _, laid := range r.laid {
		for _, site := range laid {
			if s[site] != v {
				named = append(named, site)
				break
			}
		}
	}
	return named
}
