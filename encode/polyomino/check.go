package polyomino

import (
	"fmt"
	"math"
	"sort"

	"counterproof/encode"
)

// A rule says how the copies of equal pieces must lie. It is what Check knows
// of the pieces, found apart from the placements of Encode and Reduce: by the
// eight matrices of the square, anchored at the first cell.
type rule struct {
	name   string
	forms  []form
	copies []byte // the numbers of the copies, ascending
	lo     int    // copies that must be used
}

// A form is one way to turn a piece: its cells in reading order, relative to
// the first of them.
type form []Cell

// newRules groups the pieces by their sets of forms.
func newRules(b *Board, pieces []Piece) []rule {
	var rules []rule
	known := map[string]int{}
	number := 0
	for i := range pieces {
		p := &pieces[i]
		forms := turned(p)
		key := fmt.Sprint(forms)
		k, ok := known[key]
		if !ok {
			k = len(rules)
			known[key] = k
			rules = append(rules, rule{name: fmt.Sprintf("piece %d (%s)", number, p), forms: forms})
		}
		rules[k].lo += p.Lo
		for range p.Hi {
			rules[k].copies = append(rules[k].copies, byte(number))
			number++
		}
	}
	return rules
}

// turned lists the different forms of a piece, sorted.
func turned(p *Piece) []form {
	// x -> (a*r + b*c, d*r + e*c): the four rotations, then the reflections.
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
	var texts []string
	for text := range byText {
		texts = append(texts, text)
	}
	sort.Strings(texts)
	var forms []form
	for _, text := range texts {
		forms = append(forms, byText[text])
	}
	return forms
}

// Check implements encode.Instance. Of the rules that s breaks it names the
// one that shows in the fewest leading sites, which lets brute force jump far.
func (t *Tiling) Check(s encode.Solution) error {
	first := [256]int{} // of each value: its first cell, from 1
	size := [256]int{}
	for i := len(s) - 1; i >= 0; i-- {
		first[s[i]] = i + 1
		size[s[i]]++
	}
	var worst *encode.Violation
	last := math.MaxInt
	report := func(name string, sites []int) {
		sort.Ints(sites)
		end := -1
		if len(sites) > 0 {
			end = sites[len(sites)-1]
		}
		if end < last {
			worst, last = &encode.Violation{Rule: name, Sites: sites}, end
		}
	}
	for k := range t.rules {
		r := &t.rules[k]
		for j, v := range r.copies {
			if first[v] == 0 {
				if j < r.lo {
					report(r.name+" is not used", t.absent(r, s, v))
				}
				continue
			}
			if !t.lies(r, s, v, first[v]-1, size[v]) {
				report(r.name+" does not lie as one piece", t.astray(r, s, v, first[v]-1))
			}
			if j > 0 && (first[r.copies[j-1]] == 0 || first[r.copies[j-1]] > first[v]) {
				sites := make([]int, first[v])
				for i := range sites {
					sites[i] = i
				}
				report(fmt.Sprintf("piece %d comes before its equal, piece %d", v, r.copies[j-1]), sites)
			}
		}
	}
	if worst == nil {
		return nil
	}
	return worst
}

// lies reports whether the n cells of value v, the first of them at site
// first, are one form of the rule.
func (t *Tiling) lies(r *rule, s encode.Solution, v byte, first, n int) bool {
	a := t.Cells[first]
forms:
	for _, f := range r.forms {
		if len(f) != n {
			continue
		}
		for _, x := range f {
			if i := t.At(a.R+x.R, a.C+x.C); i < 0 || s[i] != v {
				continue forms
			}
		}
		return true
	}
	return false
}

// astray returns sites that show that value v is not one form laid over its
// first cell: that cell, and for every way to lay a form over it one site that
// is in one of the two and not in the other.
func (t *Tiling) astray(r *rule, s encode.Solution, v byte, first int) []int {
	sites := map[int]bool{first: true}
	a := t.Cells[first]
	for _, f := range r.forms {
		for _, x := range f { // the first cell of v is this cell of the form
			laid := t.lay(f, a.R-x.R, a.C-x.C)
			if laid == nil {
				continue
			}
			for i := range s {
				if laid[i] != (s[i] == v) {
					sites[i] = true
					break
				}
			}
		}
	}
	return sorted(sites)
}

// absent returns sites that show that value v lies nowhere: for every way to
// lay a form its first site that is not v.
func (t *Tiling) absent(r *rule, s encode.Solution, v byte) []int {
	sites := map[int]bool{}
	for _, f := range r.forms {
		for row := range t.H {
			for col := range t.W {
				laid := t.lay(f, row, col)
				for i := range s {
					if laid[i] && s[i] != v {
						sites[i] = true
						break
					}
				}
			}
		}
	}
	return sorted(sites)
}

// lay gives the sites under a form whose anchor is at the cell, nil where it
// does not fit on the board.
func (t *Tiling) lay(f form, row, col int) map[int]bool {
	laid := make(map[int]bool, len(f))
	for _, x := range f {
		i := t.At(row+x.R, col+x.C)
		if i < 0 {
			return nil
		}
		laid[i] = true
	}
	return laid
}

func sorted(set map[int]bool) []int {
	sites := make([]int, 0, len(set))
	for i := range set {
		sites = append(sites, i)
	}
	sort.Ints(sites)
	return sites
}
