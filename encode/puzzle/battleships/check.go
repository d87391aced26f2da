package battleships

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
)

// Check implements encode.Instance. Of several violations, Check reports the one whose last site
// comes first, so that brute force backtracks early. If several violations have that last site,
// Check reports one with the fewest sites. The violations and their sites are:
//
//   - two ship cells that touch at a corner: both cells;
//   - a run of ship cells that is longer than every ship: its first cells, one more than
//     the longest ship has;
//   - a contradicted hint: the cell of the hint, or the neighbours that contradict it;
//   - too many ship cells, or too much water, in a row or column: the cells of that kind
//     up to the first surplus cell;
//   - too many ships of a length: the cells of these ships up to the first surplus ship,
//     with the water at the ends of each ship. A ship of one cell needs the water on all
//     its sides. The other neighbours of a longer ship are not listed, because a ship
//     cell there would touch the ship at a corner;
//   - too few ships of a length, if nothing else is wrong: all sites.
func (b *Board) Check(s encode.Solution) error {
	k := &checker{b: b, s: s, h: len(b.rows), w: len(b.cols)}
	k.corners()
	k.hints()
	k.sums()
	k.ships()
	if k.worst == nil {
		return nil
	}
	return k.worst
}

// A checker finds violations and keeps the violation to report.
type checker struct {
	b     *Board
	s     encode.Solution
	h, w  int
	worst *encode.Violation
	last  int // last site of worst, -1 if worst has no sites
}

// broken records a new violation in place of the recorded one if the last site of the new violation
// is earlier. If the last sites are equal, it keeps the violation with fewer sites. The caller must
// not use the slice sites afterwards, because broken can sort and keep it.
func (k *checker) broken(sites []int, rule string, args ...any) {
	last := -1
	for _, i := range sites {
		last = max(last, i)
	}
	if k.worst == nil || last < k.last || last == k.last && len(sites) < len(k.worst.Sites) {
		slices.Sort(sites)
		k.worst, k.last = &encode.Violation{Rule: fmt.Sprintf(rule, args...), Sites: sites}, last
	}
}

func (k *checker) ship(r, c int) bool {
	return r >= 0 && r < k.h && c >= 0 && c < k.w && k.s[r*k.w+c] == 1
}

func (k *checker) sites(cells ...[2]int) []int {
	sites := []int{}
	for _, at := range cells {
		if at[0] >= 0 && at[0] < k.h && at[1] >= 0 && at[1] < k.w {
			sites = append(sites, at[0]*k.w+at[1])
		}
	}
	return sites
}

func (k *checker) corners() {
	for r := 1; r < k.h; r++ {
		for c := range k.w {
			if !k.ship(r, c) {
				continue
			}
			for _, beside := range []int{c - 1, c + 1} {
				if k.ship(r-1, beside) {
					k.broken([]int{(r-1)*k.w + beside, r*k.w + c}, "%s touches a ship at a corner", layout.CellName(r*k.w+c, k.w))
					return // all later violations end later
				}
			}
		}
	}
}

var called = map[byte]string{'w': "water", 'c': "ship of one cell", 'm': "middle", 't': "top end", 'b': "bottom end", 'l': "left end", 'r': "right end", part: "some part of a ship"}

func (k *checker) hints() {
	for i, hint := range k.b.given {
		if hint == none {
			continue
		}
		r, c := i/k.w, i%k.w
		here, up, down, left, right := [2]int{r, c}, [2]int{r - 1, c}, [2]int{r + 1, c}, [2]int{r, c - 1}, [2]int{r, c + 1}
		no := func(cells ...[2]int) {
			k.broken(k.sites(cells...), "%s contradicts its hint (%s)", layout.CellName(r*k.w+c, k.w), called[hint])
		}
		if k.ship(r, c) == (hint == 'w') {
			no(here)
		}
		switch hint {
		case 'c', 't', 'b', 'l', 'r':
			on := strings.IndexByte("btrl", hint) // the side on which the ship continues
			for side, at := range [][2]int{up, down, left, right} {
				if k.ship(at[0], at[1]) != (side == on) {
					no(at)
				}
			}
		case 'm':
			// A middle has ship cells on two opposite sides, and water on the other
			// two.
			for _, pair := range [][2][2]int{{up, down}, {left, right}} {
				if k.ship(pair[0][0], pair[0][1]) != k.ship(pair[1][0], pair[1][1]) {
					no(pair[0], pair[1])
				}
			}
			for _, v := range [][2]int{up, down} {
				for _, h := range [][2]int{left, right} {
					if k.ship(v[0], v[1]) == k.ship(h[0], h[1]) {
						no(v, h)
					}
				}
			}
		}
	}
}

func (k *checker) sums() {
	for i, sum := range slices.Concat(k.b.rows, k.b.cols) {
		if sum == missing {
			continue
		}
		line, name := grid.Line(k.h, k.w, i), grid.LineName(k.h, i)
		if sum > len(line) {
			k.broken([]int{}, "%s needs %s but has only %s", name, wording.Plural(sum, "ship cell"), wording.Plural(len(line), "cell"))
			continue
		}
		most := [2]int{len(line) - sum, sum}
		var have [2][]int // by value: its sites in the line
		for _, at := range line {
			v := k.s[at]
			if have[v] = append(have[v], at); len(have[v]) > most[v] {
				k.broken(have[v], "%s has %s ship cells than %d", name, [2]string{"fewer", "more"}[v], sum)
				break
			}
		}
	}
}

// ships checks the number of ships of each length. It assumes that no runs cross or touch at a
// corner: otherwise, the checker has already recorded a violation that ends earlier.
func (k *checker) ships() {
	longest, want, few := 0, k.b.numbers(), 0
	if len(k.b.fleet) > 0 {
		longest = k.b.fleet[0]
	}
	found := k.runs(longest)
	if longest >= len(found) {
		k.broken([]int{}, "a ship of %d cells is longer than the board", longest)
		return
	}
	for n, ships := range found {
		if len(ships) < want[n] {
			few = n
		}
		if len(ships) <= want[n] {
			continue
		}
		// Report the ships that end first.
		slices.SortStableFunc(ships, func(x, y []int) int { return slices.Max(x) - slices.Max(y) })
		sites := slices.Concat(ships[:want[n]+1]...)
		slices.Sort(sites)
		k.broken(slices.Compact(sites), "more ships of length %d than %d", n, want[n])
	}
	if few > 0 && k.worst == nil {
		k.broken(encode.Left(k.h*k.w, nil), "fewer ships of length %d than %d", few, want[few])
	}
}

// runs finds the runs of ship cells. For each length up to the parameter longest, it returns the
// runs of that length. A run is a list of sites: its cells, and the water at its ends. runs records
// each longer run as a violation.
func (k *checker) runs(longest int) [][][]int {
	found := make([][][]int, max(k.h, k.w)+1)
	for r := range k.h {
		for c := range k.w {
			if !k.ship(r, c) {
				continue
			}
			for _, step := range [][2]int{{0, 1}, {1, 0}} {
				dr, dc := step[0], step[1]
				if k.ship(r-dr, c-dc) {
					continue // this run began earlier
				}
				var cells [][2]int
				for n := 0; k.ship(r+n*dr, c+n*dc); n++ {
					if cells = append(cells, [2]int{r + n*dr, c + n*dc}); n == longest {
						k.broken(k.sites(cells...), "%s begins a ship of more than %d cells", layout.CellName(r*k.w+c, k.w), longest)
						break
					}
				}
				n := len(cells)
				cells = append(cells, [2]int{r - dr, c - dc}, [2]int{r + n*dr, c + n*dc})
				switch {
				case n > longest:
				case n > 1:
					found[n] = append(found[n], k.sites(cells...))
				case dc == 1 && !k.ship(r-1, c) && !k.ship(r+1, c):
					found[1] = append(found[1], k.sites(append(cells, [2]int{r - 1, c}, [2]int{r + 1, c})...))
				}
			}
		}
	}
	return found
}
