package encode

import (
	"fmt"
	"math"
	"testing"

	"counterproof/sat/cnf"
)

// integers starts a formula with one site for each integer: its least value and
// how many it has.
func integers(style string, shapes ...[2]int) (*Encoder, []*Int) {
	var sites []int
	for _, s := range shapes {
		sites = append(sites, s[1])
	}
	e := NewEncoder(sites, style)
	var ints []*Int
	for i, s := range shapes {
		x := &Int{Lo: s[0]}
		for v := range s[1] {
			x.Is = append(x.Is, e.Is(i, v))
		}
		ints = append(ints, x)
	}
	return e, ints
}

// sums counts the models of each assignment of the integers, by their values
// joined, and says what each of the sums is.
func checkSums(t *testing.T, e *Encoder, ints []*Int, holds func(values []int) bool) (kept bool) {
	t.Helper()
	enc := e.Encoding()
	got := map[string]int{}
	walk(&enc.Formula, nil, func(m cnf.Model) {
		got[string(enc.Decode(m))]++
	})
	kept = true
	values, s := make([]int, len(ints)), make([]byte, len(ints))
	var set func(i int)
	set = func(i int) {
		if i < len(ints) {
			for v := range ints[i].Is {
				values[i], s[i] = ints[i].Lo+v, byte(v)
				set(i + 1)
			}
			return
		}
		want := holds(values)
		if n := got[string(s)]; (n > 0) != want {
			t.Errorf("the values %v have %d models, want some: %t", values, n, want)
		} else if n > 1 {
			kept = false
		}
	}
	set(0)
	return kept
}

func TestSum(t *testing.T) {
	for _, style := range SumStyles {
		kept := true
		for _, x := range []struct {
			shapes  [][2]int
			weights []int
		}{
			{nil, nil},
			{[][2]int{{-2, 5}}, []int{-3}},
			{[][2]int{{0, 2}, {0, 2}}, []int{1, 2}},
			{[][2]int{{-2, 5}, {1, 3}}, []int{1, 1}},
			{[][2]int{{-2, 5}, {1, 3}}, []int{-2, 3}},
			{[][2]int{{0, 3}, {4, 1}, {-1, 2}}, []int{-1, 2, 3}},
			{[][2]int{{0, 4}, {-3, 4}, {1, 2}}, []int{1, -1, 0}},
			{[][2]int{{0, 2}, {0, 3}, {0, 2}, {-1, 3}}, []int{1, 1, 1, 1}},
			{[][2]int{{0, 2}, {0, 3}, {5, 2}, {-1, 3}}, []int{3, -2, 3, -1}},
			{[][2]int{{0, 2}, {0, 2}, {0, 2}, {0, 2}, {0, 2}}, []int{2, 2, -3, 1, 1}},
		} {
			least, most := 0, 0
			for i, s := range x.shapes {
				a, b := x.weights[i]*s[0], x.weights[i]*(s[0]+s[1]-1)
				least, most = least+min(a, b), most+max(a, b)
			}
			bounds := []int{math.MinInt, math.MaxInt}
			for v := least - 1; v <= most+1; v++ {
				bounds = append(bounds, v)
			}
			for _, lo := range bounds {
				for _, hi := range bounds {
					e, ints := integers(style, x.shapes...)
					var terms []Term
					for i, w := range x.weights {
						terms = append(terms, Term{w, ints[i]})
					}
					e.Sum(lo, hi, terms...)
					name := fmt.Sprintf("%s/%v times %v, %d to %d", style, x.weights, x.shapes, lo, hi)
					t.Run(name, func(t *testing.T) {
						kept = checkSums(t, e, ints, func(values []int) bool {
							sum := 0
							for i, v := range values {
								sum += x.weights[i] * v
							}
							return lo <= sum && sum <= hi
						}) && kept
					})
				}
			}
		}
		checkKeeps(t, style, kept)
	}
}

