package constraint

import "math"

// An Int is an integer of a formula: exactly one of its literals is true, and
// says its value. It must not change once a Sum has it: what an encoding makes
// of it is made once for each *Int.
type Int struct {
	Lo int   // the value that Is[0] says
	Is []Lit // Is[i] says the value Lo+i; at least one, and exactly one is true in every model
}

// A Term is a weight times an integer.
type Term struct {
	Weight int
	Of     *Int
}

// ends are the least and the greatest value of a term.
func (t Term) ends() (least, most int) {
	a, b := t.Weight*t.Of.Lo, t.Weight*(t.Of.Lo+len(t.Of.Is)-1)
	return min(a, b), max(a, b)
}

// reach bounds what the terms of a sum add up to, in absolute values.
const reach = 1 << 60

// Sum says that the sum of the terms lies between lo and hi, both included, in
// the encoding that the style names. Weights may be 0 or negative, an integer
// may stand in several terms, and the bounds may lie beyond what the sum can
// reach. The greatest absolute values of the terms add up to less than 2^60.
func (w *Writer) Sum(lo, hi int, terms ...Term) {
	w.begin()
	var sum []Term // each integer once, with its whole weight
	place := map[*Int]int{}
	far := 0.0
	for _, t := range terms {
		x := t.Of
		if len(x.Is) == 0 { // no value, no model
			w.Add()
			return
		}
		last := float64(x.Lo) + float64(len(x.Is)-1)
		far += math.Abs(float64(t.Weight)) * max(1, math.Abs(float64(x.Lo)), math.Abs(last))
		if far >= reach {
			panic("constraint: a sum of 2^60 or beyond")
		}
		i, ok := place[x]
		if !ok {
			i = len(sum)
			place[x] = i
			sum = append(sum, Term{Of: x})
		}
		sum[i].Weight += t.Weight
	}

	least, most, fixed := 0, 0, 0
	open := sum[:0] // the terms of several values
	for _, t := range sum {
		a, b := t.ends()
		least, most = least+a, most+b
		if a < b {
			open = append(open, t)
		} else {
			fixed += a
		}
	}
	switch {
	case lo > hi || lo > most || hi < least:
		w.Add()
		return
	case lo <= least && hi >= most:
		return
	}
	lo, hi = max(lo, least)-fixed, min(hi, most)-fixed
	if len(open) == 1 {
		t := open[0]
		for i, l := range t.Of.Is {
			if v := t.Weight * (t.Of.Lo + i); v < lo || v > hi {
				w.Add(-l)
			}
		}
		return
	}
	w.sum(w, lo, hi, open)
}
