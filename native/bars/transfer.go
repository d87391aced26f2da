package bars

import (
	"context"
	"math/big"
	"math/bits"
	"slices"

	"counterproof/native"
)

// A transfer counts matrices cell by cell, row-major. Ways that have the same
// future are one state: what every column says of its next cell, what its sum
// still wants, and which bars are left. A bar is taken from those left where it
// starts, so only how far it has to go is kept, not where it came from.
type transfer struct {
	p       *Problem // turned if that makes fewer states
	ctx     context.Context
	st      *native.Stats
	memory  int
	lengths []int      // that occur
	number  []int      // of each
	start   [][]uint8  // by length and cell: bits across and down
	most    [][]int    // by row and column: cells from there on that may be one
	code    []field    // of each column
	left    []field    // of each column, width 0: its sum does not matter
	prev    field      // whether the cell before is a one of this row
	rowLeft field      // what this row still wants
	fleet   field      // the bars left, if every state has one number
	words   int        // of a key
	limbs   int        // words of a number
	fleets  int        // combinations of bars left, maxFleets if too many
	stride  []int      // by length: fleet numbers one bar apart
	from    [][]uint32 // by length: the fleet numbers with such a bar
	key     []uint64
	old     *table
	next    *table
}

// maxFleets is more combinations of bars than can be told apart.
const maxFleets = 1 << 40

// What a column says of its next cell: anything may start there, it is a zero, or
// it is a one.
const (
	free = iota
	blocked
	must // and the bar ends there; one more for each cell that follows
)

const (
	across = 1
	down   = 2
)

// count is the number of matrices. The error is ErrLimit or ctx.Err().
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
	t.old, t.next = newTable(t.words, size), newTable(t.words, size)
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
			for i := range t.old.n {
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
			t.next.reset()
		}
	}
	sum := new(big.Int)
	for i := range t.old.n {
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

// cell moves on from state i of old over one cell.
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
	room := 1 // cells across that are free
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

// one moves on over a one that its column's code says goes on that far.
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

// begin sets what column c says of its cell in row r, where nothing goes on.
// It says that it is zero wherever that is so, which makes fewer states.
func (t *transfer) begin(key []uint64, r, c, code int) {
	if r == t.p.H || t.p.kind(r, c) == Zero || t.p.Rows[r] == 0 || t.p.Cols[c] >= 0 && t.left[c].get(key) == 0 {
		code = blocked
	}
	t.code[c].set(key, code)
}

// move adds the number of state i of old to that of the state key, behind the
// cell, unless that has no future. bar is the length taken from those left, -1 for
// none.
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

func addTo(to, x []uint64) {
	carry := uint64(0)
	for i := range to {
		to[i], carry = bits.Add64(to[i], x[i], carry)
	}
}
