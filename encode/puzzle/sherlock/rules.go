package sherlock

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native/domain"
)

// Check reports, of several broken rules or clues, the violation whose last site comes first, so that
// brute force can skip as many assignments as possible.
func (b *Board) Check(s encode.Solution) error {
	var worst *encode.Violation
	end := len(s)
	broken := func(rule string, icons ...int) {
		if last := slices.Max(icons); last < end {
			worst, end = &encode.Violation{Rule: rule, Sites: icons}, last
		}
	}
	n := len(b.icons[0])
	for i := range len(s) {
		for j := i - i%n; j < i; j++ {
			if s[i] == s[j] {
				broken(fmt.Sprintf("%s and %s are both in column %d", b.name(j), b.name(i), s[i]+1), j, i)
			}
		}
	}
	for _, c := range b.clues {
		if icons := refutes(c, s); icons != nil {
			broken("broken clue: "+b.text(c), icons...)
		}
	}
	return worst.OrNil()
}

// A relation says which differences between the columns of two icons of a clue are allowed. The icons
// are given by their indices in the clue.
type relation struct {
	i, j int
	ok   func(d int) bool
}

// relations holds what Check requires of two icons of a clue at a time.
var relations = [kinds][]relation{
	next:    {{0, 1, beside}},
	apart:   {{0, 1, func(d int) bool { return !beside(d) }}},
	left:    {{0, 1, func(d int) bool { return d < 0 }}},
	between: {{0, 1, beside}, {1, 2, beside}, {0, 2, second}},
	gap:     {{0, 2, second}},
	same:    {{0, 1, equal}, {0, 2, equal}},
	differ:  {{0, 1, unequal}},
	without: {{0, 1, unequal}, {1, 2, unequal}, {0, 2, equal}},

	directly: {{0, 1, func(d int) bool { return d == -1 }}},
	apart1:   {{0, 1, second}},
	apart2:   {{0, 1, third}},
}

func (c clue) relations() []relation {
	if c.kind == same {
		return relations[same][:len(c.icons)-1]
	}
	return relations[c.kind]
}

func beside(d int) bool { return d == 1 || d == -1 }

func second(d int) bool { return d == 2 || d == -2 }

func third(d int) bool { return d == 3 || d == -3 }

func equal(d int) bool { return d == 0 }

func unequal(d int) bool { return d != 0 }

// refutes returns the icons whose columns break the clue, or nil if the solution obeys
// it. It need not return all icons of the clue.
func refutes(x clue, s encode.Solution) []int {
	column := func(i int) int { return int(s[x.icons[i]]) }
	for _, r := range x.relations() {
		if !r.ok(column(r.i) - column(r.j)) {
			return []int{x.icons[r.i], x.icons[r.j]}
		}
	}
	if x.kind == gap && 2*column(1) == column(0)+column(2) ||
		x.kind == either && (column(0) == column(1)) == (column(0) == column(2)) ||
		x.numbered() && (x.kind == at) != (column(0) == x.column) {
		return x.icons
	}
	return nil
}

// Encode requires exactly one icon of each category in each column. Where possible, it writes a
// clue as relations between two icons. A relation has a clause for each pair of columns that it
// forbids. The style support instead has a clause for each column of either icon. This clause lists
// the columns that remain for the other icon (Gent, ECAI 2002). No clue needs an auxiliary
// variable.
func (b *Board) Encode(e *encode.Encoder) {
	n := len(b.icons[0])
	for k := range b.icons {
		for v := range n {
			e.ExactlyOne(wording.Fill(n, func(i int) encode.Lit { return e.Is(k*n+i, v) })...)
		}
	}
	for _, c := range b.clues {
		clause{e, n}.clue(c)
	}
}

type clause struct {
	e *encode.Encoder
	n int
}

// relation requires that icons a and b are in columns v and w such that ok(v-w) is
// true.
func (x clause) relation(a, b int, ok func(d int) bool) {
	if x.e.Style() != support {
		for v := range x.n {
			for w := range x.n {
				if !ok(v - w) {
					x.e.Add(-x.e.Is(a, v), -x.e.Is(b, w))
				}
			}
		}
		return
	}
	for v := range x.n {
		forth, back := []encode.Lit{-x.e.Is(a, v)}, []encode.Lit{-x.e.Is(b, v)}
		for w := range x.n {
			if ok(v - w) {
				forth = append(forth, x.e.Is(b, w))
			}
			if ok(w - v) {
				back = append(back, x.e.Is(a, w))
			}
		}
		x.e.Add(forth...)
		x.e.Add(back...)
	}
}

func (x clause) clue(c clue) {
	i := c.icons
	switch c.kind {
	case next:
		x.relation(i[0], i[1], beside)
	case apart:
		x.relation(i[0], i[1], func(d int) bool { return !beside(d) })
	case left:
		x.relation(i[0], i[1], func(d int) bool { return d < 0 })
	case between:
		x.relation(i[0], i[1], beside)
		x.relation(i[1], i[2], beside)
		x.relation(i[0], i[2], second)
	case gap:
		x.relation(i[0], i[2], second)
		for v := 1; v+1 < x.n; v++ { // b must not be between a and c
			x.e.Add(-x.e.Is(i[1], v), -x.e.Is(i[0], v-1), -x.e.Is(i[2], v+1))
			x.e.Add(-x.e.Is(i[1], v), -x.e.Is(i[0], v+1), -x.e.Is(i[2], v-1))
		}
	case same:
		for k := 1; k < len(i); k++ {
			x.relation(i[k-1], i[k], equal)
		}
	case differ:
		x.relation(i[0], i[1], unequal)
	case without:
		x.relation(i[0], i[2], equal)
		x.relation(i[0], i[1], unequal)
	case either:
		for v := range x.n {
			a, b, c := x.e.Is(i[0], v), x.e.Is(i[1], v), x.e.Is(i[2], v)
			x.e.Add(-a, b, c)
			x.e.Add(-a, -b, -c)
		}
	case at:
		x.e.Add(x.e.Is(i[0], c.column))
	case notat:
		x.e.Add(-x.e.Is(i[0], c.column))
	case directly:
		x.relation(i[0], i[1], func(d int) bool { return d == -1 })
	case apart1:
		x.relation(i[0], i[1], second)
	case apart2:
		x.relation(i[0], i[1], third)
	}
}

func (b *Board) Reduce() []encode.Reduction {
	return []encode.Reduction{encode.Native("domain", domain.Version, b.problem())}
}

func (b *Board) problem() *domain.Problem {
	n := len(b.icons[0])
	p := &domain.Problem{Domains: slices.Repeat([]uint64{1<<n - 1}, n*len(b.icons))}
	p.Different = slices.Collect(slices.Chunk(encode.Left(len(p.Domains), nil), n))
	type shape struct {
		kind  kind
		icons int
	}
	tables := map[shape][][]byte{}
	for _, c := range b.clues {
		if c.kind == at {
			p.Domains[c.icons[0]] &= 1 << c.column
			continue
		}
		if c.kind == notat {
			p.Domains[c.icons[0]] &^= 1 << c.column
			continue
		}
		key := shape{c.kind, len(c.icons)}
		if tables[key] == nil {
			tables[key] = rows(c.kind, len(c.icons), n)
		}
		p.Tables = append(p.Tables, domain.Table{Vars: c.icons, Rows: tables[key]})
	}
	return p
}

// rows lists all ways to place the icons of a clue in columns that the clue allows. The clue has
// kind k and the given number of icons, and the board has n columns. The result does not depend on
// the categories of the icons.
func rows(k kind, icons, n int) [][]byte {
	var all [][]byte
	add := func(columns ...int) {
		row := make([]byte, len(columns))
		for i, v := range columns {
			if v < 0 || v >= n {
				return
			}
			row[i] = byte(v)
		}
		all = append(all, row)
	}
	for v := range n {
		switch k {
		case next:
			add(v, v-1)
			add(v, v+1)
		case directly:
			add(v, v+1)
		case apart1, apart2:
			between := 2 + int(k-apart1)
			add(v, v-between)
			add(v, v+between)
		case same:
			add(slices.Repeat([]int{v}, icons)...)
		case between:
			add(v-1, v, v+1)
			add(v+1, v, v-1)
		}
		for w := range n {
			switch {
			case k == left && v < w, k == differ && v != w, k == apart && w != v-1 && w != v+1:
				add(v, w)
			case k == gap && w != v+1:
				add(v, w, v+2)
				add(v+2, w, v)
			case k == without && v != w:
				add(v, w, v)
			case k == either && v != w:
				add(v, v, w)
				add(v, w, v)
			}
		}
	}
	return all
}
