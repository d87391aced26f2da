package constraint

import "slices"

// A Ladder is a number in order encoding. The number is always one of the values in the field
// Values, which ascend. The literal AtLeast[i] is true exactly if the number is Values[i] or more.
// The number is always at least Values[0], so AtLeast[0] is 0 instead of a literal.
type Ladder struct {
	Values  []int
	AtLeast []Lit
}

// order writes a sum in order encoding (Tamura et al., Constraints 2009). It makes a balanced tree
// of partial sums, as in the totalizers of Bailleux and Boufkhad (CP 2003) and in the weighted
// totalizers of Joshi et al. (CP 2015). The sum at the root needs no variables: clauses compare it
// directly with the bounds.
//
// A partial sum is too small or too large if the other terms cannot bring the total within the
// bounds. The function order merges all partial sums that are too small into one value, and all
// partial sums that are too large into another value. The clauses determine every auxiliary
// variable, also for these two values, so the number of models stays the same.
func order(w *Writer, lo, hi int, terms []Term) {
	leaves := make([]Ladder, len(terms))
	for i, t := range terms {
		leaves[i] = w.ladderOf(t)
	}
	w.Ordered(nil, lo, hi, leaves)
}

func totalizer(w *Writer, lo, hi int, lits []Lit) {
	leaves := make([]Ladder, len(lits))
	for i, l := range lits {
		leaves[i] = Ladder{[]int{0, 1}, []Lit{0, l}}
	}
	w.Ordered(nil, lo, hi, leaves)
}

// ladderOf returns the value of a term (weight times integer) in order encoding. All terms of the
// same integer share its literals.
func (w *Writer) ladderOf(t Term) Ladder {
	steps := w.stepsOf(t.Of)
	n := len(steps)
	x := Ladder{make([]int, n), make([]Lit, n)}
	for i := range n {
		if t.Weight > 0 {
			x.Values[i], x.AtLeast[i] = t.Weight*(t.Of.Lo+i), steps[i]
		} else { // at least -w*v means at most v, so not at least v+1
			x.Values[n-1-i] = t.Weight * (t.Of.Lo + i)
			if i < n-1 {
				x.AtLeast[n-1-i] = -steps[i+1]
			}
		}
	}
	return x
}

// stepsOf returns the literals of the integer x in order encoding: element i of the result is true
// exactly if x is x.Lo+i or more. Element 0 is 0 instead of a literal, because the literal would
// always be true. stepsOf makes the literals once for each *Int. This takes len(x.Is)-3 variables,
// or none if len(x.Is) is at most 3.
func (w *Writer) stepsOf(x *Int) []Lit {
	if s, ok := w.steps[x]; ok {
		return s
	}
	n := len(x.Is)
	s := make([]Lit, n)
	s[n-1] = x.Is[n-1]
	if n > 1 {
		s[1] = -x.Is[0]
	}
	if n == 2 {
		s[1] = x.Is[1]
	}
	for i := 2; i < n-1; i++ {
		s[i] = w.Fresh()
	}
	for i := 1; i < n-1; i++ { // since one literal of x.Is is true, these clauses determine s
		w.Add(-x.Is[i], s[i])
		w.Add(-x.Is[i], -s[i+1])
		w.Add(-s[i+1], s[i])
	}
	w.steps[x] = s
	return s
}

// Ordered requires that the sum of at least two numbers is at least lo and at most hi, unless one of the
// literals in the list unless is true. The encoding is the one of the style order.
func (w *Writer) Ordered(unless []Lit, lo, hi int, leaves []Ladder) {
	x, y := w.halves(lo, hi, leaves)
	last := len(y.Values) // for the previous i, the first j with a sum above hi
	for i, v := range x.Values {
		if j := y.first(hi + 1 - v); j < last {
			w.Add(y.below(x.below(slices.Clone(unless), i), j)...)
			last = j
		}
	}
	last = 0 // for the previous i, the first j with a sum of lo or more
	for i, v := range slices.Backward(x.Values) {
		if j := y.first(lo - v); j > last {
			w.Add(y.above(x.above(slices.Clone(unless), i), j-1)...)
			last = j
		}
	}
}

func (w *Writer) halves(lo, hi int, leaves []Ladder) (x, y Ladder) {
	half := len(leaves) / 2
	a, b := leaves[:half], leaves[half:]
	leastA, mostA := ends(a)
	leastB, mostB := ends(b)
	return w.Partial(lo-mostB, hi-leastB, a), w.Partial(lo-mostA, hi-leastA, b)
}

func ends(leaves []Ladder) (least, most int) {
	for _, x := range leaves {
		least += x.Values[0]
		most += x.Values[len(x.Values)-1]
	}
	return least, most
}

// Partial returns the sum of one or more numbers. It merges all sums below lo into one value below lo, and
// all sums above hi into one value above hi. If lo is hi+1, at most these two values remain.
func (w *Writer) Partial(lo, hi int, leaves []Ladder) Ladder {
	if len(leaves) == 1 {
		return leaves[0].cut(lo, hi)
	}
	x, y := w.halves(lo, hi, leaves)
	// Exactly the values y.Values[from[i]:to[i]] give sums from lo to hi with x.Values[i].
	from, to := make([]int, len(x.Values)), make([]int, len(x.Values))
	pairs := 0
	for i, v := range x.Values {
		from[i], to[i] = y.first(lo-v), y.first(hi+1-v)
		pairs += to[i] - from[i]
	}
	w.reserve(4 * pairs) // two clauses for each pair, with two literals or more

	values := make([]int, 0, pairs+2)
	for i, v := range x.Values {
		for _, u := range y.Values[from[i]:to[i]] {
			values = append(values, v+u)
		}
	}
	if from[0] > 0 { // some sum is too small
		values = append(values, lo-1)
	}
	if to[len(to)-1] < len(y.Values) {
		values = append(values, hi+1)
	}
	slices.Sort(values)
	z := w.newLadder(slices.Compact(values))
	w.add(x, y, z, from, to)
	return z
}

// newLadder makes a number with new variables that can take the given values. The values must
// ascend.
func (w *Writer) newLadder(values []int) Ladder {
	z := Ladder{values, make([]Lit, len(values))}
	for k := 1; k < len(values); k++ {
		z.AtLeast[k] = w.Fresh()
		if k > 1 {
			w.Add(-z.AtLeast[k], z.AtLeast[k-1])
		}
	}
	return z
}

// add requires that z is the sum of x and y. The sum of x.Values[i] and each of
// y.Values[from[i]:to[i]] is among the values of z. All other sums are merged into the first or the
// last value of z. The clauses state that lower bounds of x and y add up to a lower bound of z, and
// upper bounds to an upper bound. For the merged sums, the function add writes only the strongest
// clauses, which imply all others.
func (w *Writer) add(x, y, z Ladder, from, to []int) {
	for i, v := range x.Values {
		for j := from[i]; j <= to[i] && j < len(y.Values); j++ {
			k := len(z.Values) - 1
			if j < to[i] {
				k = z.first(v + y.Values[j])
			} else if i > 0 && to[i-1] == j {
				continue
			}
			if k > 0 {
				w.Add(append(y.below(x.below(nil, i), j), z.AtLeast[k])...)
			}
		}
		for j := max(from[i]-1, 0); j < to[i]; j++ {
			k := 0
			if j >= from[i] {
				k = z.first(v + y.Values[j])
			} else if i+1 < len(from) && from[i+1] == from[i] {
				continue
			}
			if k+1 < len(z.Values) {
				w.Add(append(y.above(x.above(nil, i), j), -z.AtLeast[k+1])...)
			}
		}
	}
}

// first returns the index of the first value that is v or more, or len(x.Values) if there is none.
func (x Ladder) first(v int) int {
	i, _ := slices.BinarySearch(x.Values, v)
	return i
}

// below appends to a clause the literal that is true exactly if the number is less than Values[i].
// For i = 0, it appends nothing.
func (x Ladder) below(clause []Lit, i int) []Lit {
	if i == 0 {
		return clause
	}
	return append(clause, -x.AtLeast[i])
}

// above appends to a clause the literal that is true exactly if the number is more than Values[i].
// For the last value, it appends nothing.
func (x Ladder) above(clause []Lit, i int) []Lit {
	if i+1 == len(x.Values) {
		return clause
	}
	return append(clause, x.AtLeast[i+1])
}

// cut merges the values below lo into the greatest of them, and those above hi into the least.
func (x Ladder) cut(lo, hi int) Ladder {
	i, j := max(x.first(lo)-1, 0), min(x.first(hi+1)+1, len(x.Values))
	return Ladder{x.Values[i:j], x.AtLeast[i:j]}
}
