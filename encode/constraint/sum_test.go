package constraint

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"counterproof/encode/test/facttest"
	"counterproof/sat/cnf"
)

// integers starts a formula with integers of the given shapes. A shape is the least value of an
// integer and its number of values.
func integers(style string, shapes ...[2]int) (*Writer, []*Int) {
	w := newWriter(style)
	var ints []*Int
	for _, s := range shapes {
		ints = append(ints, integer(w, s[0], s[1]))
	}
	return w, ints
}

// integer makes an integer with the values lo to lo+n-1. If n is 2, one variable and its
// negation stand for the values.
func integer(w *Writer, lo, n int) *Int {
	x := &Int{Lo: lo}
	if n == 2 {
		l := w.Fresh()
		x.Is = []Lit{-l, l}
		return x
	}
	for range n {
		x.Is = append(x.Is, w.Fresh())
	}
	w.ExactlyOne(x.Is...)
	return x
}

// checkSums checks that an encoding allows values of the integers exactly if the function holds
// returns true for the values. It reports whether each allowed combination of values has exactly
// one model.
func checkSums(t rapid.TB, w *Writer, ints []*Int, holds func(values []int) bool) (kept bool) {
	t.Helper()
	got := map[string]int{}
	walk(w.f, nil, func(m cnf.Model) {
		s := make([]byte, len(ints))
		for i, x := range ints {
			s[i] = byte(slices.IndexFunc(x.Is, m.True))
		}
		got[string(s)]++
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
			{[][2]int{{0, 3}, {-1, 4}}, []int{2, 4}},
			{[][2]int{{0, 2}, {0, 3}}, []int{1, 8}},
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
					w, ints := integers(style, x.shapes...)
					var terms []Term
					for i, w := range x.weights {
						terms = append(terms, Term{w, ints[i]})
					}
					w.Sum(lo, hi, terms...)
					name := fmt.Sprintf("%s/%v times %v, %d to %d", style, x.weights, x.shapes, lo, hi)
					t.Run(name, func(t *testing.T) {
						kept = checkSums(t, w, ints, func(values []int) bool {
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

// TestSumProperty checks that two random sums of up to six integers in one formula allow the right
// values, and that each allowed combination has one model. An integer may occur twice in a sum.
func TestSumProperty(t *testing.T) {
	for _, style := range SumStyles {
		t.Run(style, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				var shapes [][2]int
				size := 1
				for range rapid.IntRange(0, 6).Draw(rt, "integers") {
					n := rapid.IntRange(1, 7).Draw(rt, "values")
					if size *= n; size > 600 {
						break
					}
					shapes = append(shapes, [2]int{rapid.IntRange(-4, 4).Draw(rt, "least"), n})
				}
				w, ints := integers(style, shapes...)
				type sum struct {
					lo, hi  int
					weights []int
				}
				var sums []sum
				for range 2 {
					x := sum{lo: rapid.IntRange(-25, 25).Draw(rt, "lo"), weights: make([]int, len(ints))}
					x.hi = x.lo + rapid.IntRange(-1, 20).Draw(rt, "width")
					var terms []Term
					add := func(i, w int) {
						x.weights[i] += w
						terms = append(terms, Term{w, ints[i]})
					}
					for i := range ints {
						add(i, rapid.IntRange(-6, 6).Draw(rt, "weight"))
					}
					if len(ints) > 0 {
						add(rapid.IntRange(0, len(ints)-1).Draw(rt, "again"), rapid.IntRange(-3, 3).Draw(rt, "weight"))
					}
					w.Sum(x.lo, x.hi, terms...)
					sums = append(sums, x)
				}
				kept := checkSums(rt, w, ints, func(values []int) bool {
					for _, x := range sums {
						total := 0
						for i, v := range values {
							total += x.weights[i] * v
						}
						if total < x.lo || total > x.hi {
							return false
						}
					}
					return true
				})
				if !kept {
					rt.Errorf("more models than assignments")
				}
			})
		})
	}
}

// TestSumOfLiterals checks sums of integers with two values each. A literal of the formula and its
// negation stand for the two values.
func TestSumOfLiterals(t *testing.T) {
	for _, style := range SumStyles {
		for n := range 7 {
			for lo := -1; lo <= n+1; lo++ {
				w, lits := literals(n, style)
				var terms []Term
				for _, l := range lits {
					terms = append(terms, Term{1, &Int{0, []Lit{-l, l}}})
				}
				w.Sum(lo, lo+1, terms...)
				if !checkTable(t, w, lits, func(ones int) bool { return lo <= ones && ones <= lo+1 }) {
					t.Errorf("%s: %d of %d: more models than assignments", style, lo, n)
				}
			}
		}
	}
}

// TestSumMakesAnIntegerOnce checks that three sums with the same integers encode each integer only
// once, even if its weights differ.
func TestSumMakesAnIntegerOnce(t *testing.T) {
	for _, x := range []struct {
		style      string
		vars, sums int // vars: variables of two integers with 7 values; sums: variables of each sum of the two
	}{
		{"order", 2 * 4, 0}, // "at least 1" and "at least 6" are literals of the integer
		{"log", 2 * 3, 2 * 3},
	} {
		w, ints := integers(x.style, [2]int{0, 7}, [2]int{3, 7})
		for i := range 3 {
			weight := []int{1, 1, -1}[i]
			w.Sum(3, 5, Term{1, ints[0]}, Term{weight, ints[1]})
			if got, want := w.f.NumVars-14, x.vars+(i+1)*x.sums; got != want {
				t.Errorf("%s: %d auxiliary variables after %d sums, want %d", x.style, got, i+1, want)
			}
		}
	}
}

// TestOrderMergesValues checks that the order encoding merges all partial sums that are too small
// or too large. The test has four integers that add up to at most 3. The sums of integers with 100
// values each must take no more variables than the sums of integers with 4 values each.
func TestOrderMergesValues(t *testing.T) {
	for _, lo := range []int{0, 3, 4*99 - 3} {
		w, ints := integers("order", [2]int{0, 100}, [2]int{0, 100}, [2]int{0, 100}, [2]int{0, 100})
		before := w.f.NumVars
		var terms []Term
		for _, x := range ints {
			terms = append(terms, Term{1, x})
		}
		w.Sum(lo, lo+3, terms...)
		// Each pair has at most the sums 0 to 6 and one merged value above.
		if got := w.f.NumVars - before - 4*97; got > 2*7 {
			t.Errorf("%d to %d: %d variables for the sums, want at most 14", lo, lo+3, got)
		}
	}
}

func TestSumWithoutModel(t *testing.T) {
	for _, style := range SumStyles {
		w, ints := integers(style, [2]int{0, 3})
		w.Sum(0, 9, Term{1, ints[0]}, Term{1, &Int{}})
		for index, models := range extensions(w.f, 3) {
			if models > 0 {
				t.Errorf("%s: %d models of assignment %03b, an integer without a value", style, models, index)
			}
		}
	}
}

func TestSumBeyondReach(t *testing.T) {
	for _, x := range []struct {
		lo, weight int
		panics     bool
	}{
		{0, 1 << 57, false},
		{0, 1 << 59, true},
		{-1 << 59, 1, false},
		{math.MaxInt, 1, true},
		{math.MinInt, -1, true},
		{0, math.MinInt, true},
		{1 << 32, 1 << 32, true},
	} {
		for _, style := range SumStyles {
			w, ints := integers(style, [2]int{x.lo, 3}, [2]int{0, 3})
			got := ""
			func() {
				defer func() {
					if r := recover(); r != nil {
						got = fmt.Sprint(r)
					}
				}()
				w.Sum(math.MinInt, x.lo*x.weight, Term{x.weight, ints[0]}, Term{1, ints[1]})
			}()
			if x.panics && !facttest.States(got, "constraint, 2^60") || !x.panics && got != "" {
				t.Errorf("%s, %d times %d: panic %q", style, x.weight, x.lo, got)
			}
			if !x.panics { // in the other cases only the least values reach the bound
				kept := checkSums(t, w, ints, func(v []int) bool { return v[0] == x.lo && v[1] == 0 })
				if !kept {
					t.Errorf("%s, %d times %d: more models than assignments", style, x.weight, x.lo)
				}
			}
		}
	}
}
