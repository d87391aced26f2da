package futoshiki

import (
	"strings"
	"testing"

	"counterproof/encode/puzzletest"
)

// TestReduced compares native counts with the numbers of reduced Latin squares (OEIS A000315).
func TestReduced(t *testing.T) {
	reduced := []string{"1", "1", "1", "4", "56", "9408"}
	row := func(n int, sign string) string { return strings.TrimSuffix(strings.Repeat("."+sign, n), sign) }
	for i, want := range reduced {
		n := i + 1
		first := strings.Replace(row(n, "<"), "<", "<^", 1)
		others := strings.Repeat("/.^"+row(n-1, ""), max(0, n-2)) + "/" + row(n, "")
		if n == 1 {
			first, others = ".", ""
		}
		if got := puzzletest.Count(t, &Puzzle, mustParse(t, first+others), "native"); got.String() != want {
			t.Errorf("%s: %v solutions, want %s", first+others, got, want)
		}
	}
}
