package result

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// TestNeighbours compares Neighbours with GroupBy on random values. Some equal values are next to each
// other. The test also checks that the values stay as they were if a caller appends to a group.
func TestNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 36))
	same := func(n int) int { return n / 2 }
	for range 500 {
		values := make([]int, rng.IntN(12))
		for i := range values {
			values[i] = rng.IntN(8)
		}
		if rng.IntN(2) == 0 {
			slices.Sort(values)
		}
		before := slices.Clone(values)
		want, got := GroupBy(values, same), Neighbours(values, same)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("Neighbours(%v) = %v, want %v", values, got, want)
		}
		for _, group := range got {
			_ = append(group, -1)
		}
		if !slices.Equal(values, before) {
			t.Fatalf("an append to a group changed %v to %v", before, values)
		}
	}
}

// TestWithout compares Without with slices.DeleteFunc on random values, and checks that the values stay
// as they were if a caller appends to the result.
func TestWithout(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 36))
	for range 500 {
		values := make([]int, rng.IntN(6), 8)
		for i := range values {
			values[i] = rng.IntN(4)
		}
		before, calls := slices.Clone(values), 0
		odd := func(n int) bool { calls++; return n%2 == 1 }
		got := Without(values, odd)
		if calls != len(values) {
			t.Fatalf("Without called the function %d times for %d values", calls, len(values))
		}
		if want := slices.DeleteFunc(slices.Clone(values), odd); !slices.Equal(got, want) {
			t.Fatalf("Without(%v) = %v, want %v", values, got, want)
		}
		_ = append(got, -1)
		if !slices.Equal(values[:cap(values)][:len(before)], before) || slices.Contains(values[:cap(values)], -1) {
			t.Fatalf("an append to the result changed %v to %v", before, values[:cap(values)])
		}
	}
}
