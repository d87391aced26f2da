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

func (w *walker) count(p *part) *big.Int {
	if len(p.rows) == 0 { // a part without rows has one variable
		return big.NewInt(p.hi[0] - p.lo[0] + 1)
	}
	key := string(w.key(p))
	if n, ok := w.counts[key]; ok {
		return n
	}
	total := new(big.Int)
	product := new(big.Int)
	k := w.choose(p)
	for v := p.lo[k]; v <= p.hi[k]; v++ {
		if w.poll() {
			return total
		}
		parts, ok := w.branch(p, k, v)
		if !ok {
			continue
		}
		product.SetInt64(1)
		for i := range parts {
			if product.Mul(product, w.count(&parts[i])); product.Sign() == 0 {
				break
			}
		}
		total.Add(total, product)
	}
	if w.err == nil && w.keep(key) {
		w.counts[key] = total
	}
	return total
}

func (w *walker) keep(key string) bool {
	if w.budget < 0 {
		return false
	}
	w.budget -= int64(len(key)) + 128
	return true
}

func (w *walker) all(parts []part) bool {
	for i := range parts {
		if !w.any(&parts[i]) {
			return false
		}
	}
	return true
}

func (w *walker) any(p *part) bool {
	if len(p.rows) == 0 {
		return true
	}
	key := string(w.key(p))
	if yes, ok := w.exists[key]; ok {
		return yes
	}
	yes := false
	k := w.choose(p)
	for v := p.lo[k]; v <= p.hi[k] && !yes; v++ {
		if w.poll() {
			return false
		}
		parts, ok := w.branch(p, k, v)
		yes = ok && w.all(parts)
	}
	if w.err == nil && w.keep(key) {
		w.exists[key] = yes
	}
	return yes
}

// list yields all combinations of answers of the parts. Every part must have an answer.
func (w *walker) list(parts []part) {
	if len(parts) == 0 {
		w.stopped = !w.yield()
		if !w.stopped {
			w.err = w.st.Poll(w.ctx, w.nodes, w.updates)
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
