package format

import "testing"

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		n, of int
		want  string
	}{{0, 7, "0 %"}, {7, 7, "100 %"}, {1, 1000, "0.1 %"}, {999, 1000, "99.9 %"}, {1, 3, "33 %"}, {1, 100, "1 %"}} {
		if got := Percent(c.n, c.of); got != c.want {
			t.Errorf("%d of %d: got %s, want %s", c.n, c.of, got, c.want)
		}
	}
}
