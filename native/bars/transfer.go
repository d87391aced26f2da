package bars

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
)

// A transfer counts matrices cell by cell in row-major order. Partial matrices that can be
// completed in the same ways share a state. A state holds a code for the next cell of each column,
// the number of ones that each column still needs, and the remaining bars. A bar is removed from
// the remaining bars at its first cell. For a bar that has begun, the state only stores the number
// of its cells that are still to come.
type transfer struct {
	p       *Problem // transposed if this makes fewer states
	ctx     context.Context
	st      *native.Stats
	memory  int        // limits the bytes of states
	lengths []int      // different lengths
	number  []int      // by length: number of bars
	start   [][]uint8  // by length and cell: bits across and down if a bar can start there
	most    [][]int    // by row and column: cells from this row down that can be ones
	code    []field    // by column: the code of its next cell
	left    []field    // by column: ones still needed; of width 0 if the sum does not matter
	prev    field      // whether the previous cell of this row is a one
	rowLeft field      // ones that this row still needs
	fleet   field      // the number of the combination of remaining bars, if the field from is nil
	words   int        // words of a key
	limbs   int        // words of a count
	fleets  int        // number of combinations of bars, maxFleets if there are too many
	stride  []int      // by length: difference in the combination number for one bar
	from    [][]uint32 // by length: the combinations with such a bar, if a state has a count for each
	key     []uint64   // the state that is being built
	old     *table     // states before the current cell
	next    *table     // states after the current cell
}

// maxFleets limits the combinations of remaining bars: if there are this many or more, count
// returns ErrLimit.
const maxFleets = 1 << 40

// The code of a column says what the next cell of this column can be.
const (
	free    = iota // a zero, or the first cell of a bar
	blocked        // a zero
	must           // a one that ends its bar; must+n: n more cells follow below
)

// The bits of transfer.start say in which directions a bar can go.
const (
	across = 1
	down   = 2
)

// count returns the number of matrices. It returns ErrLimit if there are too many states or too
// many combinations of remaining bars, and t.ctx.Err() or native.ErrLimit if the count was cut
// short.
func (t *transfer) count() (*big.Int, error) {
	p := t.p
	if t.fleets == maxFleets {
		return nil, ErrLimit
	}
	size := t.limbs
	if t.from != nil {
		size *= t.fleets
	}
	t.key = make([]uint64, t.words)
	t.old, t.next = &table{keyWords: t.words, valueWords: size}, &table{keyWords: t.words, valueWords: size}
	for c, sum := range p.Cols {
		t.left[c].set(t.key, max(sum, 0))
		t.begin(t.key, 0, c, free)
	}
	t.rowLeft.set(t.key, max(p.Rows[0], 0))
	if t.from == nil {
		t.fleet.set(t.key, t.fleets-1)
	}
	first := t.old.find(t.key)
	first[len(first)-t.limbs] = 1
	for r := range p.H {
		for c := range p.W {
			for i := range t.old.Len() {
				if t.st.Nodes++; t.st.Nodes%1024 == 0 {
					if err := t.st.Poll(t.ctx, 0, 0); err != nil {
						return nil, err
					}
					if t.old.bytes()+t.next.bytes() > t.memory {
						return nil, ErrLimit
					}
				}
				t.cell(r, c, i)
			}
			t.old, t.next = t.next, t.old
			t.next.Reset(t.next.Len())
			t.next.values = t.next.values[:0]
		}
	}
	sum := new(big.Int)
	for i := range t.old.Len() {
		if t.from == nil && t.fleet.get(t.old.key(i)) != 0 {
			continue
		}
		x := new(big.Int)
		value := t.old.value(i)[:t.limbs]
		for _, limb := range slices.Backward(value) {
			x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(limb))
		}
		sum.Add(sum, x)
	}
	return sum, nil
}

// cell adds to t.next the successors of state i of t.old: one for each possible content of the cell
// in row r and column c.
func (t *transfer) cell(r, c, i int) {
	key := t.old.key(i)
	p := t.p
	code := t.code[c].get(key)
	if code >= must {
		copy(t.key, key)
		t.one(r, c, code, i, -1)
		return
	}
	if kind := p.kind(r, c); kind <= Zero {
		copy(t.key, key)
		t.begin(t.key, r+1, c, t.prev.get(key))
		t.prev.set(t.key, 0)
		t.move(r, c, i, -1)
	}
	if code == blocked {
		return
	}
	room := 1 // free cells from here to the right
	for c+room < p.W && t.code[c+room].get(key) == free {
		room++
	}
	inRow := p.W
	if p.Rows[r] >= 0 {
		inRow = t.rowLeft.get(key)
	}
	inCol := p.H
	if p.Cols[c] >= 0 {
		inCol = t.left[c].get(key)
	}
	for j, k := range t.lengths {
		start := t.start[j][r*p.W+c]
		if start == 0 || t.from == nil && t.fleet.get(key)/t.stride[j]%(t.number[j]+1) == 0 {
			continue
		}
		if start&across != 0 && k <= room && k <= inRow && (c+k == p.W || t.code[c+k].get(key) < must) {
			copy(t.key, key)
			for x := c + 1; x < c+k; x++ {
				t.code[x].set(t.key, must)
			}
			if c+k < p.W {
				t.code[c+k].set(t.key, blocked)
			}
			t.one(r, c, must, i, j)
		}
		if start&down != 0 && k <= inCol && (c+1 == p.W || t.code[c+1].get(key) < must) {
			copy(t.key, key)
			if c+1 < p.W {
				t.code[c+1].set(t.key, blocked)
			}
			t.one(r, c, must+k-1, i, j)
		}
	}
}

// one adds to t.next the successor of state i of t.old in which the given cell is a one. The
// parameter code says how many cells of the bar follow below (see must). If a bar starts in this
// cell, its length is lengths[bar]. If the bar started earlier, bar is -1.
func (t *transfer) one(r, c, code, i, bar int) {
	if t.p.Rows[r] >= 0 {
		left := t.rowLeft.get(t.key)
		if left == 0 {
			return
		}
		t.rowLeft.set(t.key, left-1)
	}
	if t.p.Cols[c] >= 0 {
		left := t.left[c].get(t.key)
		if left == 0 {
			return
		}
		t.left[c].set(t.key, left-1)
	}
	if code > must {
		t.code[c].set(t.key, code-1)
	} else {
		t.code[c].set(t.key, blocked)
	}
	if c > 0 {
		t.code[c-1].set(t.key, blocked)
	}
	t.prev.set(t.key, 1)
	t.move(r, c, i, bar)
}

// begin sets the code of column c for its cell in row r, if no vertical bar continues into this
// cell. If the cell must be zero, begin uses the code blocked instead of the parameter code. This
// keeps the number of different states small.
func (t *transfer) begin(key []uint64, r, c, code int) {
	if r == t.p.H || t.p.kind(r, c) == Zero || t.p.Rows[r] == 0 || t.p.Cols[c] >= 0 && t.left[c].get(key) == 0 {
		code = blocked
	}
	t.code[c].set(key, code)
}

// move adds the count of state i of t.old to the count of the state t.key in t.next, unless t.key
// cannot be completed. If bar is not -1, it first removes a bar of length lengths[bar] from the
// remaining bars of t.key.
func (t *transfer) move(r, c, i, bar int) {
	p := t.p
	if p.Rows[r] >= 0 {
		left := t.rowLeft.get(t.key)
		least, most := 0, 0
		for x := c + 1; x < p.W; x++ {
			if code := t.code[x].get(t.key); code >= must {
				least++
				most++
			} else if code == free {
				most++
			}
		}
		if left < least || left > most {
			return
		}
	}
	if c+1 == p.W {
		t.prev.set(t.key, 0)
		if r+1 < p.H {
			t.rowLeft.set(t.key, max(p.Rows[r+1], 0))
		}
		for x, sum := range p.Cols {
			if sum >= 0 && t.left[x].get(t.key) > t.most[r+1][x] {
				return
			}
		}
	}
	t.st.Updates++
	if t.from == nil {
		if bar >= 0 {
			t.fleet.set(t.key, t.fleet.get(t.key)-t.stride[bar])
		}
		addTo(t.next.find(t.key), t.old.value(i))
		return
	}
	to, from := t.next.find(t.key), t.old.value(i)
	switch {
	case bar < 0 && t.limbs == 1:
		for j, x := range from {
			to[j] += x
		}
	case bar < 0:
		for j := 0; j < len(from); j += t.limbs {
			addTo(to[j:j+t.limbs], from[j:j+t.limbs])
		}
	case t.limbs == 1:
		step := uint32(t.stride[bar])
		for _, j := range t.from[bar] {
			to[j-step] += from[j]
		}
	default:
		step := t.stride[bar] * t.limbs
		for _, j := range t.from[bar] {
			at := int(j) * t.limbs
			addTo(to[at-step:at-step+t.limbs], from[at:at+t.limbs])
		}
	}
}

// addTo adds one number to another in place. Both have the lowest word first.
func addTo(to, x []uint64) {
	carry := uint64(0)
	for i := range to {
		to[i], carry = bits.Add64(to[i], x[i], carry)
	}
}

// A table is a hash table that maps states to values. A state is a key of keyWords words, and its
// value has valueWords words.
type table struct {
	native.Table
	keyWords, valueWords int
	values               []uint64
}

func (t *table) bytes() int { return t.Bytes() + 8*cap(t.values) }

func (t *table) key(i int) []uint64   { return t.Keys[i*t.keyWords : (i+1)*t.keyWords] }
func (t *table) value(i int) []uint64 { return t.values[i*t.valueWords : (i+1)*t.valueWords] }

// find returns the value of a state. Until the next call of find, the caller is allowed to change
// this value. If the table lacks the state, find adds it with the value 0.
func (t *table) find(key []uint64) []uint64 {
	i, end := t.Add(key), len(t.values)
	if i*t.valueWords == end {
		if end+t.valueWords > cap(t.values) { // doubling copies less than append does
			t.values = slices.Grow(t.values, max(end, 64*t.valueWords))
		}
		t.values = t.values[:end+t.valueWords]
		clear(t.values[end:])
	}
	return t.value(i)
}

const (
	countMemory = 512 << 20  // limits the bytes of states, approximately
	countNodes  = 20_000_000 // limits listing if there are too many states; so many nodes take about a minute
)

// Count returns the number of matrices. It first lists them, which is fast if most sums are known.
// If listing takes too many nodes, Count goes through the board cell by cell and counts over states
// (see transfer). If the states take more than half a gigabyte, Count lists again with a higher
// limit of nodes. If listing also exceeds the higher limit, Count returns ErrLimit. The other
// errors are the same as for Search.
//
// In the count over states, st.Nodes counts states and st.Updates the moves between states. The
// bars 4 3 3 2 2 2 1 1 1 1 on a 10x10 board without further clues take 1.2 million nodes and 1.8
// million updates.
func (p *Problem) Count(ctx context.Context, st *native.Stats) (*big.Int, error) {
	n, err := p.list(ctx, st, p.listNodes())
	if err != ErrLimit {
		return n, err
	}
	n, err = newTransfer(ctx, st, p, countMemory).count()
	if err != ErrLimit {
		return n, err
	}
	return p.list(ctx, st, countNodes)
}

func (p *Problem) list(ctx context.Context, st *native.Stats, limit int64) (*big.Int, error) {
	b, x, err := p.root(ctx)
	if err != nil {
		return nil, err
	}
	n := int64(0)
	if b != nil {
		whole, err := b.search(ctx, st, x, limit, func([]byte) bool { n++; return true })
		if err != nil {
			return nil, err
		}
		if !whole {
			return nil, ErrLimit
		}
	}
	return big.NewInt(n), nil
}
