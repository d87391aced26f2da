package linear

import (
	"encoding/binary"
	"math/big"
	"slices"
)

// key returns the key of a part in the memo. Two parts with the same key have the same answers,
// except that the variables may start from other values.
func (w *walker) key(p *part) []byte {
	key := w.keyed[:0]
	for i, x := range p.vars {
		w.lo[x], w.hi[x] = p.lo[i], p.hi[i]
		key = binary.AppendUvarint(key, uint64(p.hi[i]-p.lo[i]))
	}
	for _, b := range p.rows {
		least, most := w.extent(&w.rows[b.row])
		key = binary.AppendUvarint(key, uint64(b.row))
		key = binary.AppendUvarint(key, uint64(max(b.lo-least, 0)))
		key = binary.AppendUvarint(key, uint64(max(most-b.hi, 0)))
	}
	w.keyed = key
	return key
}

// choose returns the index in p.vars of the variable to branch on. Among the variables that are in
// the most rows, it takes one with the fewest values.
func (w *walker) choose(p *part) int {
	for _, x := range p.vars {
		w.parent[x] = 0
	}
	for _, b := range p.rows {
		for _, x := range w.rows[b.row].vars {
			w.parent[x]++
		}
	}
	best := 0
	for i, x := range p.vars {
		d := w.parent[x] - w.parent[p.vars[best]]
		if d > 0 || d == 0 && p.hi[i]-p.lo[i] < p.hi[best]-p.lo[best] {
			best = i
		}
	}
	return best
}

// count returns the number of answers of a part. If w.any is true, it returns 0 if there is no
// answer, and otherwise any positive number.
func (w *walker) count(p *part) *big.Int {
	if len(p.rows) == 0 { // a part without rows has one variable
		return big.NewInt(p.hi[0] - p.lo[0] + 1)
	}
	key := string(w.key(p))
	if n, ok := w.counts[key]; ok {
		return n
	}
	total, product := new(big.Int), new(big.Int)
	k := w.choose(p)
	for v := p.lo[k]; v <= p.hi[k] && !(w.any && total.Sign() > 0); v++ {
		if w.poll() {
			return total
		}
		if parts, ok := w.branch(p, k, v); ok {
			total.Add(total, w.product(product, parts))
		}
	}
	if w.err == nil && w.budget >= 0 {
		w.budget -= int64(len(key)) + 128
		w.counts[key] = total
	}
	return total
}

// product sets z to the product of the counts of the parts, and returns z.
func (w *walker) product(z *big.Int, parts []part) *big.Int {
	z.SetInt64(1)
	for i := range parts {
		if z.Mul(z, w.count(&parts[i])); z.Sign() == 0 {
			break
		}
	}
	return z
}

func (w *walker) all(parts []part) bool {
	for i := range parts {
		if len(parts[i].rows) > 0 && w.count(&parts[i]).Sign() == 0 {
			return false
		}
	}
	return true
}

// list yields all combinations of answers of the parts. Every part must have an answer.
func (w *walker) list(parts []part) {
	if len(parts) == 0 {
		w.stopped = !w.yield()
		if !w.stopped {
			w.poll()
		}
		return
	}
	p, rest := &parts[0], parts[1:]
	k := 0
	if len(p.rows) > 0 {
		k = w.choose(p)
	}
	for v := p.lo[k]; v <= p.hi[k] && !w.stopped; v++ {
		if w.poll() {
			return
		}
		more, ok := w.branch(p, k, v)
		if ok && w.all(more) && w.err == nil {
			w.list(slices.Concat(more, rest))
		}
	}
}
