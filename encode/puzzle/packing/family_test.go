package packing

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/native"
)

// TestFamily compares boards that are searched together with the same boards by dancing links. The
// boards have the same pieces and random closed cells. Some have too many cells for the pieces.
func TestFamily(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 3))
	found := 0
	for i := range 60 {
		h, w := 2+rng.IntN(4), 3+rng.IntN(3)
		pieces := [][]string{{"xxx", "xx/x", "x/x/xxx"}, {"turn:xxx/x", "fixed:xx/.xx", "xx", "xxxx"}, {"xx/xx", "xxxx/.x", "xx/x", "x"}}[i%3]
		area := strings.Count(strings.Join(pieces, ""), "x")
		var ins []encode.Instance
		for range 12 {
			cells := []byte(strings.Repeat("#", h*w))
			for _, c := range rng.Perm(h * w)[:min(h*w, area+rng.IntN(8)/7)] {
				cells[c] = '.'
			}
			var rows []string
			for row := range slices.Chunk(cells, w) {
				rows = append(rows, string(row))
			}
			in, err := Puzzle.Parse(strings.Join(rows, "/") + ";" + strings.Join(pieces, ";"))
			if err != nil {
				t.Fatal(err)
			}
			ins = append(ins, in)
		}
		got := make([][]string, len(ins))
		err := ins[0].(encode.HasFamily).SearchFamily(context.Background(), &native.Stats{}, ins, func(m int, s encode.Solution) bool {
			got[m] = append(got[m], string(s))
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		for m, in := range ins {
			var want []string
			all := in.Reduce()
			dlx := all[slices.IndexFunc(all, func(r encode.Reduction) bool { return r.Method == "dlx" })]
			if err := dlx.Search(context.Background(), &native.Stats{}, func(s encode.Solution) bool {
				want = append(want, string(s))
				return true
			}); err != nil {
				t.Fatal(err)
			}
			slices.Sort(got[m])
			if slices.Sort(want); !slices.Equal(got[m], want) {
				t.Fatalf("%v: %d solutions, want %d", in, len(got[m]), len(want))
			}
			found += len(want)
		}
	}
	if found < 100 {
		t.Errorf("only %d solutions in all", found)
	}
}

// TestNoFamily checks that boards whose pieces a family cannot have get no family.
func TestNoFamily(t *testing.T) {
	for _, text := range []string{"....;xx;xx", "....;2*xx", "....;0-1*xx;x;x", "..._;xx;x;xxx"} {
		in, err := Puzzle.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if name, _ := in.(encode.HasFamily).Family(); name != "" {
			t.Errorf("%s: family %q", text, name)
		}
	}
}
