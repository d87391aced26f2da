package laplace

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/native/linear"
)

// TestDerivation compares the derivation for 3x4 with the note of 3 April 2006: its letters, its
// three tables and its last two steps.
func TestDerivation(t *testing.T) {
	text := strings.Join(newBoard(sum, 0, 9, 3, 4).derive(), "\n")
	at := 0
	for _, want := range []string{
		"X(9) = a, X(10) = -a",
		" b -b -c  c\n-e  e  f -f\n a -a -d  d",
		" e -e -f  f\n-e  e  f -f\n e -e -f  f\nB(6): -f = 0",
		"-e = 0\n0 0 0 0\n0 0 0 0\n0 0 0 0",
		"no clue grid has two solutions",
	} {
		next := strings.Index(text[at:], want)
		if next < 0 {
			t.Fatalf("the derivation lacks %q after %q:\n%s", want, text[:at], text)
		}
		at += next
	}
}

// TestDerivations checks the derivations of all sizes. The letters that are left must be as many as the
// nullity.
func TestDerivations(t *testing.T) {
	letter := regexp.MustCompile(`[a-z]`)
	for _, k := range []kernel{sum, diff} {
		for h := 1; h <= maxDerived; h++ {
			for w := 1; h*w <= maxDerived; w++ {
				b := newBoard(k, 0, 0, h, w)
				e, err := linear.Reduce(t.Context(), b.matrix())
				if err != nil {
					t.Fatal(err)
				}
				lines := b.derive()
				end, table := lines[len(lines)-1], lines[len(lines)-2]
				letters := letter.FindAllString(table, -1)
				slices.Sort(letters)
				letters = slices.Compact(letters)
				if len(letters) != e.Nullity() || strings.Contains(end, "singular") != (e.Nullity() > 0) {
					t.Errorf("%s %dx%d: nullity %d, but the derivation ends\n%s\n%s", k, h, w, e.Nullity(), table, end)
				}
			}
		}
	}
}

// TestRule checks both rules in words on random boards.
func TestRule(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 7))
	for range 100 {
		h, w := 1+rng.IntN(6), 2+rng.IntN(6)
		for _, k := range []kernel{sum, diff} {
			b := newBoard(k, 0, 9, h, w)
			x := b.random(rng)
			b.state(x)
			at := func(r, c int) int {
				if r < 0 || r >= h || c < 0 || c >= w {
					return 0
				}
				return x[r*w+c]
			}
			s := func(r, c int) int { return at(r-1, c) + at(r, c) + at(r+1, c) }
			for i, clue := range b.clues {
				r, c := i/w, i%w
				if k == sum && c > 0 && clue-b.clues[i-1] != s(r, c+1)-s(r, c-2) {
					t.Errorf("%v: the difference at row %d, column %d is wrong", b, r+1, c+1)
				}
				if k == diff && at(r+1, c) != at(r-1, c)+at(r, c+1)-at(r, c-1)-clue {
					t.Errorf("%v: the number below row %d, column %d is wrong", b, r+1, c+1)
				}
			}
		}
	}
}
