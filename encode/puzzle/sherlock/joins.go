package sherlock

import (
	"math/bits"
	"slices"

	"counterproof/encode"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

// A join is one or two clues that a rule considers together, with all icons that they name. There
// are at most five icons. So the columns left for the icons fit into one word, with eight bits for
// each icon in order.
type join struct {
	clues  []int // indices in the board's clues
	icons  []int // each icon once
	rows   [2][][]byte
	shared []int    // by icon of the second clue: its index in icons
	apart  [][2]int // indices of icons that must be in different columns
	merged [][2]int // an icon of each clue; other clues put both in the same column
}

// A table is a list of joins. Either all of them consist of one clue, or all of two.
type table struct {
	joins []join
	by    [][]int // by icon: the joins that name it
	seen  []int   // by join: the last call that looked at it
	calls int
}

func (t *table) add(x join) {
	for _, icon := range x.icons {
		t.by[icon] = append(t.by[icon], len(t.joins))
	}
	t.joins = append(t.joins, x)
	t.seen = append(t.seen, 0)
}

func (r *reasoner) singles() *table {
	t := &table{by: make([][]int, len(r.class))}
	for k, c := range r.clues {
		known := slices.ContainsFunc(r.clues[:k], func(o clue) bool { return o.kind == c.kind && slices.Equal(o.icons, c.icons) })
		if !c.numbered() && !known {
			t.add(join{clues: []int{k}, icons: c.icons, rows: [2][][]byte{r.rows(c)}})
		}
	}
	return t
}

// doubles returns a table, made when it is first used, with a join for each pair of clues that are connected. Two clues are
// connected if they share an icon, or if other clues of the kind same or without put an icon of
// each into one column.
func (r *reasoner) doubles() *table {
	if r.double != nil {
		return r.double
	}
	t := &table{by: make([][]int, len(r.class))}
	r.double = t
	for k, y := range r.single.joins {
		for _, x := range r.single.joins[:k] {
			if r.clues[x.clues[0]].kind == same || r.clues[y.clues[0]].kind == same {
				continue
			}
			if z, ok := r.pair(x, y); ok {
				t.add(z)
			}
		}
	}
	return t
}

func (r *reasoner) rows(c clue) (kept [][]byte) {
	for _, row := range rows(c.kind, len(c.icons), r.n) {
		ok := true
		for i, a := range c.icons {
			for j, b := range c.icons[:i] {
				ok = ok && (a/r.n != b/r.n || row[i] != row[j])
			}
		}
		if ok {
			kept = append(kept, row)
		}
	}
	return kept
}

// pair joins two clues. It returns false if they have no icon in common and no other
// clues put icons of both into one column.
func (r *reasoner) pair(x, y join) (z join, ok bool) {
	for _, icon := range y.icons {
		ok = ok || slices.ContainsFunc(x.icons, func(o int) bool { return r.class[o] == r.class[icon] })
	}
	if !ok {
		return z, false
	}
	z = join{clues: []int{x.clues[0], y.clues[0]}, icons: slices.Clone(x.icons), rows: [2][][]byte{x.rows[0], y.rows[0]}}
	for _, icon := range y.icons {
		i := slices.IndexFunc(x.icons, func(o int) bool { return r.class[o] == r.class[icon] })
		if i < 0 {
			i = len(z.icons)
			z.icons = append(z.icons, icon)
			for j, other := range x.icons {
				if r.never[r.class[other]][r.class[icon]] != 0 {
					z.apart = append(z.apart, [2]int{j, i})
				}
			}
		} else if x.icons[i] != icon {
			z.merged = append(z.merged, [2]int{x.icons[i], icon})
		}
		z.shared = append(z.shared, i)
	}
	return z, true
}

func (x *join) left(s deduce.State) (left uint64) {
	for i, icon := range x.icons {
		left |= s[icon] << (8 * i)
	}
	return left
}

// supported returns the columns in the parameter left that the clues of the join allow. A column of
// an icon is allowed if the other icons of the join have columns in left that, together with it,
// obey all clues of the join.
func (x *join) supported(left uint64) (found uint64) {
	for _, row := range x.rows[0] {
		var choice uint64
		for i, v := range row {
			choice |= 1 << (8*i + int(v))
		}
		if choice&^left != 0 {
			continue
		}
		if x.rows[1] == nil {
			found |= choice
			continue
		}
		if found |= x.second(row, choice, left); found == left {
			break
		}
	}
	return found
}

// second finds the columns for the icons of the second clue that are possible together with given
// columns for the icons of the first clue. The parameter first holds these given columns, one per
// icon. second returns the set of all columns that occur in such combinations, as bits.
func (x *join) second(first []byte, choice, left uint64) (found uint64) {
	n := len(first)
next:
	for _, row := range x.rows[1] {
		both := choice
		for i, v := range row {
			at := x.shared[i]
			bit := uint64(1) << (8*at + int(v))
			if at < n {
				if choice&bit == 0 {
					continue next
				}
			} else if left&bit == 0 {
				continue next
			}
			both |= bit
		}
		for _, a := range x.apart {
			if both>>(8*a[0])&255 == both>>(8*a[1])&255 {
				continue next
			}
		}
		found |= both
	}
	return found
}

func (r *reasoner) arcs(t *table, s deduce.State, changed []int32, emit deduce.Emit, ok func(x *join) bool) {
	t.calls++
	for _, icon := range changed {
		if r.ctx.Err() != nil {
			return
		}
		for _, k := range t.by[icon] {
			x := &t.joins[k]
			if t.seen[k] == t.calls || !ok(x) {
				continue
			}
			t.seen[k] = t.calls
			left := x.left(s)
			for bit := range deduce.Each(left &^ x.supported(left)) {
				icon := x.icons[bit/8]
				others := slices.DeleteFunc(slices.Clone(x.icons), func(i int) bool { return i == icon })
				emit(icon, bit%8, deduce.Pattern{Sites: others, Values: left, Clue: k})
			}
		}
	}
}

// needs returns a minimal set of lost columns that imply the step, packed into one
// word as the method left packs columns. It first tries to do without the lost columns
// of icons that have many columns left.
func (x *join) needs(st *deduce.Step) uint64 {
	left := st.Values
	icons := encode.Left(len(x.icons), nil)
	slices.SortStableFunc(icons, func(a, b int) int {
		return bits.OnesCount64(left>>(8*b)&255) - bits.OnesCount64(left>>(8*a)&255)
	})
	at := slices.Index(x.icons, st.Site)
	left = left&^(255<<(8*at)) | 1<<(8*at+st.Value)
	var needs uint64
	for _, i := range icons {
		if i == at {
			continue
		}
		for lost := ^left & (255 << (8 * i)); lost != 0; lost &= lost - 1 {
			bit := lost & -lost
			if x.supported(left|bit) == 0 {
				left |= bit
			} else {
				needs |= bit
			}
		}
	}
	return needs
}

func (x *join) facts(st *deduce.Step) []deduce.Bit {
	return wording.Each(slices.Collect(deduce.Each(x.needs(st))), func(bit int) deduce.Bit { return deduce.Bit{Site: x.icons[bit/8], Value: bit % 8} })
}
