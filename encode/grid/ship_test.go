package grid

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestShip: an end has its two square corners on the side on which the ship goes
// on, and keeps clear of those on the other.
func TestShip(t *testing.T) {
	for kind, square := range map[byte][]string{
		't': {"4 36", "36 36"}, 'b': {"4 4", "36 4"}, 'l': {"36 4", "36 36"}, 'r': {"4 4", "4 36"},
	} {
		var b strings.Builder
		if err := WriteSVG(&b, &Picture{H: 1, W: 1, Cell: func(int, int) Cell { return Cell{Ship: kind} }}); err != nil {
			t.Fatal(err)
		}
		_, d, ok := strings.Cut(b.String(), `<path fill="#000000" d="`)
		if d, _, _ = strings.Cut(d, `"`); !ok || !strings.HasSuffix(d, "Z") {
			t.Fatalf("%c: no path in %s", kind, b.String())
		}
		var got []string
		for _, at := range regexp.MustCompile(`(\d+) (\d+)`).FindAllStringSubmatch(d, -1) {
			x, _ := strconv.Atoi(at[1])
			y, _ := strconv.Atoi(at[2])
			if x, y = x-margin, y-margin; x < 4 || x > 36 || y < 4 || y > 36 {
				t.Errorf("%c: %d %d is too near the edge", kind, x, y)
			} else if (x == 4 || x == 36) && (y == 4 || y == 36) {
				got = append(got, fmt.Sprint(x, y))
			}
		}
		for _, want := range square {
			if !strings.Contains(strings.Join(got, ","), want) || len(got) != 2 {
				t.Errorf("%c: square corners at %v, want %v", kind, got, square)
			}
		}
	}
}
