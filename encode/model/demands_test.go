package model

import (
	"slices"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/native"
)

// TestRelaxed checks that the constraints of a line of the model are one clue, and that an instance without some
// of them has other solutions.
func TestRelaxed(t *testing.T) {
	in, err := MiniZinc.OfFile("f.fzn", []byte(`var 1..3: x:: output_var;
var 1..3: y:: output_var;
constraint int_lt(x,y):: mzn_path("dir/f.mzn|7|1|7|9|bin|'<';dir/g.mzn|1|1|1|1|");
constraint int_lt(y,x):: mzn_path("dir/f.mzn|8|1|8|9|bin|'<';");
constraint int_ne(x,y):: mzn_path("dir/f.mzn|7|1|7|9|bin|'<';");
solve satisfy;
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := in.(clues.HasDemands)
	if got, want := d.Demands(), []string{"the constraint in line 7 of f.mzn", "the constraint in line 8 of f.mzn"}; !slices.Equal(got, want) {
		t.Errorf("the clues are %q, want %q", got, want)
	}
	for _, c := range []struct {
		gone []int
		want int // solutions
	}{{nil, 0}, {[]int{0}, 3}, {[]int{1}, 3}, {[]int{0, 1}, 9}} {
		less := d.Relaxed(c.gone)
		for _, r := range append(less.Reduce(), encode.BruteForce(less)) {
			n := 0
			if err := r.Search(t.Context(), new(native.Stats), func(encode.Solution) bool { n++; return true }); err != nil || n != c.want {
				t.Errorf("without %v: %d solutions by %s, want %d (%v)", c.gone, n, r.Method, c.want, err)
			}
		}
	}
}
