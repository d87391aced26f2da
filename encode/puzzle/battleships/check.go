package battleships

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
	"counterproof/native"
	"counterproof/native/bars"
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
	return k.worst.OrNil()
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

// searchWork and countWork limit each search and each count of Explain. The limit is on the number
// of nodes times the number of cells, because a node takes longer on a larger board. Counting the
// ways to place the solitaire fleet on an empty 10x10 board takes 1.2 million nodes. Longer counts
// stop after a few seconds. Searches on 64x64 stop after 24,000 nodes.
const (
	searchWork = 100_000_000
	countWork  = 150_000_000
)

// Explain implements encode.Explainable. The fact solutions is the number of solutions, or "2 or
// more" if counting takes too long. The fact unique says whether there is exactly one solution. The
// fact forced shows the values that cells have in all solutions, if there is a solution. It lists
// rows of 0, 1 and ?, joined by '/'. If a fact takes too long to find, its value is empty. The
// error is ctx.Err().
func (b *Board) Explain(ctx context.Context) (*encode.Explanation, error) {
	cells := int64(max(100, len(b.given)))
	return b.explain(ctx, searchWork/cells, countWork/cells)
}

func (b *Board) explain(ctx context.Context, search, count int64) (*encode.Explanation, error) {
	x := &encode.Explanation{}
	found, err := b.some(ctx, search)
	if err != nil && !errors.Is(err, native.ErrLimit) {
		return nil, err
	}
	if len(found) < 2 && err != nil {
		x.Add("solutions", nil, "the search for "+[...]string{"one", "a second one"}[len(found)]+" takes too long here")
		x.Add("forced", nil, tooMuch)
		x.Picture = grid.Later(b.examples(found)...)
		return x, nil
	}
	if len(found) == 0 {
		text := ""
		if why := b.excess(); why != "" {
			text = "0: " + why
		}
		x.Add("solutions", "0", text)
		x.Add("unique", false, "")
		x.Picture = grid.Later(b.picture(b.given, "no solution"))
		return x, nil
	}
	known := wording.Each([]byte(found[0]), func(v byte) bars.Kind { return bars.Zero + bars.Kind(v) })
	title := "the solution"
	if len(found) == 1 {
		x.Add("solutions", "1", "")
		x.Add("unique", true, "")
	} else {
		title = "what all solutions share"
		n, err := b.problem().Count(ctx, &native.Stats{Limit: native.Limit{Nodes: count}})
		switch {
		case errors.Is(err, native.ErrLimit), errors.Is(err, bars.ErrLimit):
			x.Add("solutions", "2 or more", "")
		case err != nil:
			return nil, err
		default:
			x.Add("solutions", n.String(), "")
		}
		x.Add("unique", false, "")
		known, _, err = b.problem().Forced(ctx, &native.Stats{Limit: native.Limit{Nodes: search}})
		if errors.Is(err, native.ErrLimit) {
			x.Add("forced", nil, tooMuch)
			x.Picture = grid.Later(b.examples(found)...)
			return x, nil
		}
		if err != nil {
			return nil, err
		}
	}
	grid.AddForced(x, wording.Each(known, func(v bars.Kind) byte { return "?01"[v] }), len(b.cols))
	x.Picture = grid.Later(b.picture(b.shared(known), title))
	return x, nil
}

const tooMuch = "the search for them takes too long here"

func (b *Board) examples(found []encode.Solution) []*grid.Board {
	if len(found) == 0 {
		return []*grid.Board{b.picture(b.given, "")}
	}
	return wording.Fill(len(found), func(i int) *grid.Board {
		return b.picture(b.letters(&found[i]), [...]string{"a solution", "a second solution"}[i])
	})
}

func (b *Board) excess() string {
	cells := 0
	for _, length := range b.fleet {
		if cells += length; length > max(len(b.rows), len(b.cols)) {
			return fmt.Sprintf("a ship of %d cells is longer than the board", length)
		}
	}
	sides := [2][]int{b.rows, b.cols}
	for k, name := range [2]string{"row", "column"} {
		n := len(sides[1-k]) // cells per line
		total, open := 0, false
		for i, sum := range sides[k] {
			if sum > n {
				return fmt.Sprintf("%s %d needs %s but has only %s", name, i+1, wording.Plural(sum, "ship cell"), wording.Plural(n, "cell"))
			}
			open = open || sum == missing
			total += max(sum, 0)
		}
		if total > cells || total < cells && !open {
			return fmt.Sprintf("the sums of the %ss add up to %d, the lengths of the fleet to %d", name, total, cells)
		}
	}
	return ""
}

// some finds up to two solutions. The error is native.ErrLimit after the given number of nodes, or
// ctx.Err(). If there is an error, the result still holds the solutions found so far.
func (b *Board) some(ctx context.Context, nodes int64) (found []encode.Solution, err error) {
	err = b.problem().Search(ctx, &native.Stats{Limit: native.Limit{Nodes: nodes}}, func(cells []byte) bool {
		found = append(found, encode.Solution(cells))
		return len(found) < 2
	})
	return found, err
}

// shared returns the letters of the cells with known values. If a ship cell has a neighbour with an
// unknown value, its letter is '#'.
func (b *Board) shared(known []bars.Kind) []byte {
	with := func(unknown byte) []byte { // the letters if the unknown cells have this value
		values := wording.Each(known, func(kind bars.Kind) byte { return [...]byte{unknown, 0, 1}[kind] })
		return b.letters(new(encode.Solution(values)))
	}
	all, other := with(0), with(1)
	for i, kind := range known {
		if kind == bars.Unknown {
			all[i] = none
		} else if all[i] != other[i] {
			all[i] = '#'
		}
	}
	return all
}
