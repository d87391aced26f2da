package constraint

import "math"

// An Int is an integer of a formula. Exactly one of its literals is true and determines the value.
// The caller must not change an Int after its first Sum, because a Writer encodes each *Int once
// and reuses the result.
type Int struct {
	Lo int   // Is[0] stands for this value
	Is []Lit // Is[i] stands for the value Lo+i; there is at least one literal, and exactly one is true in every model
}

// A Term is a weight times an integer, as part of a sum.
type Term struct {
	Weight int
	Of     *Int
}

func (t Term) ends() (least, most int) {
	a, b := t.Weight*t.Of.Lo, t.Weight*(t.Of.Lo+len(t.Of.Is)-1)
	return min(a, b), max(a, b)
}

// reach limits sums so that no sum overflows. The absolute values of the terms must add up to less
// than reach.
const reach = 1 << 60

// Sum requires that the sum of the terms is at least lo and at most hi, in the encoding that the
// style names. Weights may be 0 or negative, and an integer may occur in several terms. lo and hi
// may be outside the range of possible sums. The greatest absolute values of the terms must add up
// to less than 2^60.
func (w *Writer) Sum(lo, hi int, terms ...Term) {
	w.begin()
	var sum []Term // each integer once, with its total weight
	place := map[*Int]int{}
	far := 0.0
	for _, t := range terms {
		x := t.Of
		if len(x.Is) == 0 { // an integer without values: no model
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
	open := sum[:0] // the terms with several values
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
