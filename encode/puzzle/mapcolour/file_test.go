package mapcolour

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"counterproof/encode"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/puzzletest"
	"counterproof/encode/test/facttest"
)

// importOne reads a file that must contain exactly one map.
func importOne(t *testing.T, data string) *Map {
	t.Helper()
	ins, err := read([]byte(data))
	if err != nil || len(ins) != 1 {
		t.Fatalf("%q: %v, %v", data, ins, err)
	}
	return ins[0].(*Map)
}

// TestChromatic checks the numbers of colourings of trees, cycles and graphs with isolated vertices.
// The chromatic polynomials are k(k-1)^(n-1), (k-1)^n + (-1)^n (k-1), and k times the rest. The names
// of the regions do not matter.
func TestChromatic(t *testing.T) {
	power := func(b, e int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(b)), big.NewInt(int64(e)), nil) }
	for _, name := range []func(i int) string{
		func(i int) string { return fmt.Sprint(i) },
		func(i int) string { return fmt.Sprint(i + 1) },
		func(i int) string { return fmt.Sprint(12 * (i + 1)) },
		func(i int) string { return fmt.Sprint(1000 - i) },
		func(i int) string { return fmt.Sprintf("r%d", i) },
	} {
		for n := 3; n <= 9; n++ {
			for k := 1; k <= 5; k++ {
				for _, apart := range []int{0, 2} {
					path, star, cycle := "", "", ""
					for i := range n {
						cycle += name(i) + " " + name((i+1)%n) + "\n"
						if i > 0 {
							path += name(i-1) + " " + name(i) + "\n"
							star += name(0) + ", " + name(i) + "\n"
						}
					}
					rest := fmt.Sprintf("# %d colours\n", k)
					for i := range apart {
						rest += name(n+i) + "\n"
					}
					tree := power(k-1, n-1)
					tree.Mul(tree, power(k, 1+apart))
					ring := power(k-1, n)
					ring.Add(ring, big.NewInt(int64((1-2*(n%2))*(k-1))))
					ring.Mul(ring, power(k, apart))
					for _, c := range []struct {
						list string
						want *big.Int
					}{{path, tree}, {star, tree}, {cycle, ring}} {
						m := importOne(t, c.list+rest)
						if got := counted(t, m.Reduce()[0].Count); got != c.want.String() {
							t.Fatalf("%q: %s, want %v", c.list+rest, got, c.want)
						}
					}
				}
			}
		}
	}
}

// TestFileWarnings checks what a file is warned about. Each warning has one of the facts, in this order.
func TestFileWarnings(t *testing.T) {
	for text, want := range map[string][]string{
		"0 1\n1 2\n# 4 colours":                            nil,
		"0 1\n1 2\n":                                       {"colours=K, 4"},
		"# 4 colours\n1 2\n2 3\n":                          {"numerical, 1, region 2, 3"},
		"# 4 colours\n0 1\n1 3\n":                          {"numerical, 0, region 2, 3"},
		"# 4 colours\na b\nb c\n":                          {"order of the file, a, region 2, c"},
		"# 4 colours\n0 1 5\n1 2 6\n":                      {"weights of the edges"},
		"c 4 colours\np edge 2 1\nn 1 4\nn 2 4\ne 1 2 7":   {"weights of the vertices", "weights of the edges"},
		"c 4 colours\np edge 2 1\ne 1 2":                   nil,
		"from,to,weight\n0,1,5\n1,2,5\n# 3 colours":        {"line 1, columns"},
		"# 3 colours\n" + strings.Repeat("x", 80) + " y\n": {"order of the file, region 1, y"},
	} {
		got := importOne(t, text).Warnings()
		if len(got) != len(want) {
			t.Errorf("%q: warnings %q, want %q", text, got, want)
			continue
		}
		for i, w := range got {
			if !facttest.States(w, want[i]) || len(w) > 160 {
				t.Errorf("%q: warning %q, want %q", text, w, want[i])
			}
		}
	}
}

// TestNames checks that the names of the regions are in the drawing and in the picture, and are names
// of the sites, but are not in the notation. The picture must have the other parts in the same places
// relative to each other as without names.
func TestNames(t *testing.T) {
	m := importOne(t, "# 3 colours\nFrance: Spain, United Kingdom\nSpain: Portugal\n")
	if got, want := m.String(), "regions=4 colours=3 edges=0-1,0-2,1-3"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	names := []string{"France", "Spain", "United Kingdom", "Portugal"}
	want := "0  .  beside 1 2  # named France\n1  .  beside 0 3  # named Spain\n2  .  beside 0  # named United Kingdom\n3  .  beside 1  # named Portugal\n"
	if got := m.Draw(nil); got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
	if got, want := len(m.TextColours(nil)), len(want); got != want {
		t.Errorf("%d tints, want %d", got, want)
	}
	s, ok := encode.Quick(m.Reduce())
	if !ok {
		t.Fatal("no colouring")
	}
	given := m.WithValues(s, []int{0}).(*Map)
	for _, in := range []*Map{m, given, given.Without(0).(*Map)} {
		for r, name := range names {
			if got := layout.SiteName(in, r); !strings.Contains(got, name) || !strings.Contains(got, fmt.Sprint(r)) {
				t.Errorf("%v: region %d has the name %q", in, r, got)
			}
		}
		plain := mustParse(t, in.String())
		for _, p := range [][2]*draw.Picture{{in.Picture(&s), plain.Picture(&s)}, {in.Marked(nil, nil), plain.Marked(nil, nil)}} {
			var texts []string
			for _, text := range puzzletest.Shapes[draw.Text](p[0]) {
				texts = append(texts, text.Text)
				left, right := text.X, text.X
				wide := float64(7 * len(text.Text))
				switch text.Anchor {
				case draw.Start:
					right += wide
				case draw.End:
					left -= wide
				default:
					left, right = left-wide/2, right+wide/2
				}
				if left < 0 || right > p[0].W || text.Y < text.Size || text.Y > p[0].H {
					t.Errorf("%q is cut off", text.Text)
				}
			}
			for _, name := range names {
				if !slices.Contains(texts, name) {
					t.Errorf("the picture lacks %q: %q", name, texts)
				}
			}
			a, b := puzzletest.Shapes[draw.Circle](p[0]), puzzletest.Shapes[draw.Circle](p[1])
			for i := range a {
				if a[i].X-a[0].X != b[i].X-b[0].X || a[i].Y-a[0].Y != b[i].Y-b[0].Y {
					t.Errorf("disc %d is at %v, and without names at %v", i, a[i], b[i])
				}
			}
		}
		for r, spot := range in.Spots() {
			if c := puzzletest.Shapes[draw.Circle](in.Picture(nil))[r]; spot.At != (draw.Point{c.X, c.Y}) {
				t.Errorf("the area of region %d is at %v, its disc at %v", r, spot.At, c)
			}
		}
	}
}
