package bars

import (
	"context"
	"math"
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

// A field is some bits of a key.
type field struct{ word, shift, width uint8 }

func (f field) get(key []uint64) int {
	return int(key[f.word] >> f.shift & (1<<f.width - 1))
}

func (f field) set(key []uint64, x int) {
	key[f.word] = key[f.word]&^((1<<f.width-1)<<f.shift) | uint64(x)<<f.shift
}

// transposed has the rows of p as columns.
func (p *Problem) transposed() *Problem {
	q := &Problem{H: p.W, W: p.H, Bars: p.Bars, Rows: p.Cols, Cols: p.Rows}
	if p.Cells == nil {
		return q
	}
	turn := [...]Kind{Unknown, Zero, One, Single, Middle, Top: Left, Bottom: Right, Left: Top, Right: Bottom}
	q.Cells = make([]Kind, len(p.Cells))
	for r := range q.H {
		for c := range q.W {
			q.Cells[r*q.W+c] = turn[p.Cells[c*p.W+r]]
		}
	}
	return q
}

// spread guesses the logarithm of the number of states.
func (p *Problem) spread() float64 {
	x := 0.0
	for _, sum := range p.Cols {
		x += 1 + math.Log2(float64(max(sum, 0)+1))
	}
	return x
}

// newTransfer is nil if there is no matrix.
func newTransfer(ctx context.Context, st *native.Stats, p *Problem, memory int) *transfer {
	b := p.board()
	if b == nil {
		return nil
	}
	p = &Problem{H: p.H, W: p.W, Bars: p.Bars, Rows: b.sums[:p.H], Cols: b.sums[p.H:], Cells: p.Cells}
	if q := p.transposed(); q.spread() < p.spread() {
		p = q
	}
	t := &transfer{p: p, ctx: ctx, st: st, memory: memory, lengths: b.lengths}
	bound := big.NewInt(1)
	for _, k := range t.lengths {
		n := 0
		for _, x := range p.Bars {
			if x == k {
				n++
			}
		}
		t.number = append(t.number, n)
		bound.Mul(bound, t.places(k, n))
	}
	t.limbs = bound.BitLen()/64 + 1
	t.bound()
	t.layout()
	return t
}

// places finds where a bar of length k may start, and is an upper bound for the
// ways to place up to n of them.
func (t *transfer) places(k, n int) *big.Int {
	p := t.p
	start := make([]uint8, p.H*p.W)
	all := int64(0)
	fits := func(r, c, dr, dc int) bool {
		if r+(k-1)*dr >= p.H || c+(k-1)*dc >= p.W {
			return false
		}
		for i := range k {
			if !p.kind(r+i*dr, c+i*dc).allows(k, i, dr > 0) {
				return false
			}
		}
		return true
	}
	for r := range p.H {
		for c := range p.W {
			if fits(r, c, 0, 1) {
				start[r*p.W+c] |= across
				all++
			}
			if k > 1 && fits(r, c, 1, 0) {
				start[r*p.W+c] |= down
				all++
			}
		}
	}
	t.start = append(t.start, start)
	sum, binomial := big.NewInt(1), big.NewInt(1)
	for i := range int64(n) {
		binomial.Mul(binomial, big.NewInt(max(all-i, 0)))
		binomial.Quo(binomial, big.NewInt(i+1))
		sum.Add(sum, binomial)
	}
	return sum
}

func (t *transfer) bound() {
	p := t.p
	t.most = make([][]int, p.H+1)
	t.most[p.H] = make([]int, p.W)
	for r := p.H - 1; r >= 0; r-- {
		t.most[r] = slices.Clone(t.most[r+1])
		for c := range p.W {
			if p.kind(r, c) != Zero && p.Rows[r] != 0 {
				t.most[r][c]++
			}
		}
	}
}

// layout gives every field its bits.
func (t *transfer) layout() {
	word, shift := 0, 0
	add := func(most int) field {
		width := bits.Len(uint(most))
		if shift+width > 64 {
			word, shift = word+1, 0
		}
		f := field{uint8(word), uint8(shift), uint8(width)}
		shift += width
		return f
	}
	longest := 0
	if len(t.lengths) > 0 {
		longest = t.lengths[0]
	}
	sums := false
	for _, sum := range t.p.Cols {
		t.code = append(t.code, add(must+longest-1))
		t.left = append(t.left, add(max(sum, 0)))
		sums = sums || sum >= 0
	}
	t.prev = add(1)
	t.rowLeft = add(max(slices.Max(t.p.Rows), 0))
	t.fleets = 1
	for _, n := range t.number {
		t.stride = append(t.stride, t.fleets)
		t.fleets = min(t.fleets*(n+1), maxFleets)
	}
	// Without sums of columns, most combinations of bars left occur with most
	// profiles, so a state has a number for each.
	if !sums && t.fleets <= 1<<12 {
		t.from = make([][]uint32, len(t.lengths))
		for i := range t.fleets {
			for j, n := range t.number {
				if i/t.stride[j]%(n+1) > 0 {
					t.from[j] = append(t.from[j], uint32(i))
				}
			}
		}
	} else {
		t.fleet = add(t.fleets - 1)
	}
	t.words = word + 1
}

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
					if err := t.ctx.Err(); err != nil {
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
