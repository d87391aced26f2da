package grid

import (
	"slices"
	"strings"
	"testing"
)

func TestWithout(t *testing.T) {
	if got, want := Without([]int{1}, []int{10, 20, 30}), []string{"10", "?", "30"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLineName(t *testing.T) {
	for i, want := range []string{"row 1", "row 2", "column 1"} {
		if got := LineName(2, i); got != want {
			t.Errorf("line %d is %q, want %q", i, got, want)
		}
	}
}

func TestDecimals(t *testing.T) {
	if got, want := Decimals([]int{0, -7, 120}), []string{"0", "-7", "120"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBeside(t *testing.T) {
	x := strings.Repeat("x", 30)
	for _, c := range []struct {
		name      string
		drawings  []string
		page, gap int
		want      string
	}{
		{"none", nil, 76, 2, ""},
		{"three", []string{"ab\ncd\n", "ef\ngh\n", "ij\nkl\n"}, 76, 2, "ab  ef  ij\ncd  gh  kl"},
		{"they fit to the letter", []string{"ab", "cd", "ef"}, 8, 1, "ab cd ef"},
		{"one letter too many", []string{"ab", "cd", "ef"}, 7, 1, "ab cd\n\nef"},
		{"long minus signs", []string{"−−", "−−"}, 5, 1, "−− −−"},
		{"two bands", []string{x + "\n" + x, x + "\n" + x, "y\nz"}, 62, 2, x + "  " + x + "\n" + x + "  " + x + "\n\ny\nz"},
		{"wider than the page", []string{x, x}, 20, 4, x + "\n\n" + x},
	} {
		if got := Beside(c.drawings, c.page, c.gap); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}
