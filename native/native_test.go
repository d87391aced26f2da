package native_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"counterproof/native"
	"counterproof/native/bars"
	"counterproof/native/brute"
	"counterproof/native/cover"
	"counterproof/native/csp"
	"counterproof/native/domain"
	"counterproof/native/gf2"
	"counterproof/native/linear"
	"counterproof/native/margins"
	"counterproof/native/runlength"
	"counterproof/native/sums"
)

// searched returns a function that runs the solver s to its end and returns the number of answers.
func searched[A any](s native.Solver[A]) func(*native.Stats) (int, error) {
	return func(st *native.Stats) (n int, err error) {
		err = s.Search(context.Background(), st, func(A) bool { n++; return true })
		return n, err
	}
}

// TestLimit checks the solver of each family. A search with a limit of 1000 nodes or updates must
// end with ErrLimit after at most 2000 of them. It also checks that the reported progress never
// falls and finally exceeds the limit. Each problem has at least a quarter of a million answers.
func TestLimit(t *testing.T) {
	var ones [][]int // one run of length 1 in each row and column of 12x12: the answers are the permutations
	for range 12 {
		ones = append(ones, []int{1})
	}
	choices := &cover.Problem{}
	for i := range 19 {
		choices.Items = append(choices.Items, cover.Item{Name: fmt.Sprint(i), Lo: 1, Hi: 1})
		choices.Options = append(choices.Options, cover.Option{{Item: i}}, cover.Option{{Item: i}})
	}
	free := &csp.Problem{Domains: slices.Repeat([][]csp.Range{{{Lo: 0, Hi: 1}}}, 19)}
	for v := range free.Domains {
		free.Shown = append(free.Shown, v)
	}
	unknown := slices.Repeat([]int{-1}, 8)
	families := map[string]func(*native.Stats) (int, error){
		"bars":    searched(native.Solver[[]byte](&bars.Problem{H: 8, W: 8, Bars: []int{3, 2, 2, 1}, Rows: unknown, Cols: unknown})),
		"brute":   searched(native.Solver[[]int](&brute.Problem{Sites: slices.Repeat([]int{2}, 19), Check: func([]int) []int { return nil }})),
		"csp":     searched(native.Solver[[]int](free)),
		"domain":  searched(native.Solver[[]byte](&domain.Problem{Domains: slices.Repeat([]uint64{3}, 19)})),
		"gf2":     searched(native.Solver[gf2.Vector](gf2.System{A: gf2.NewMatrix(1, 19)})),
		"line":    searched(native.Solver[[]byte](&runlength.Problem{Rows: ones, Cols: ones})),
		"linear":  searched(native.Solver[[]int](&linear.System{A: linear.Matrix{slices.Repeat([]int{1}, 22)}, B: []int{11}, Lo: make([]int, 22), Hi: slices.Repeat([]int{1}, 22)})),
		"margins": searched(native.Solver[[]byte](&margins.Problem{Rows: slices.Repeat([]int{1}, 12), Cols: slices.Repeat([]int{1}, 12)})),
		"sums":    searched(native.Solver[[]byte](&sums.Problem{N: 22, Sums: []sums.Sum{{Vars: []int{0, 1, 2}, Value: 1}}, Total: 11})),
	}
	for _, m := range cover.Methods(choices) {
		families["cover/"+m.Name] = searched(m.Solver)
	}
	const limit = 1000
	for name, search := range families {
		reached := false
		for _, by := range []struct {
			name  string
			limit native.Limit
			steps func(*native.Stats) int64
		}{
			{"nodes", native.Limit{Nodes: limit}, func(st *native.Stats) int64 { return st.Nodes }},
			{"updates", native.Limit{Updates: limit}, func(st *native.Stats) int64 { return st.Updates }},
		} {
			st := &native.Stats{Limit: by.limit}
			told := int64(0) // the progress reported last
			st.Progress = func(nodes, updates int64) {
				if now := by.steps(&native.Stats{Nodes: nodes, Updates: updates}); now < told {
					t.Errorf("%s: progress of %d %s after %d", name, now, by.name, told)
				} else {
					told = now
				}
			}
			n, err := search(st)
			steps := by.steps(st)
			if err == nil && steps <= limit {
				continue // the search takes no such steps, or only a few
			}
			reached = true
			if told <= limit {
				t.Errorf("%s: the last progress was %d %s, want more than the limit of %d", name, told, by.name, limit)
			}
			if !errors.Is(err, native.ErrLimit) || steps <= limit || steps > 2*limit {
				t.Errorf("%s: error %v after %d %s and %d answers, want ErrLimit soon after %d %s", name, err, steps, by.name, n, limit, by.name)
			}
		}
		if !reached {
			t.Errorf("%s: the search reached neither limit", name)
		}
	}
}
