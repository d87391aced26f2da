package puzzletest

import (
	"context"
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/deduction"
	"counterproof/encode/capability/play"
	"counterproof/native"
)

// pieces checks that each value belongs to one kind of pieces. The shapes of the pieces must lie on
// the board in as many ways as the formula has placements, and solutions must consist of these
// shapes.
func (t *trial) pieces(b *board, in play.HasPieces) {
	bad := func(format string, args ...any) { t.fail("play", b.Text, "Kinds", format, args...) }
	h, w, cells := in.Layout()
	site := map[[2]int]int{}
	for i, cell := range cells {
		site[[2]int{cell / w, cell % w}] = i
	}
	kinds := in.Kinds()
	var values []int
	kindOf := map[byte]int{}
	laid := map[string]bool{} // the kind and the sites of each way in which a shape lies on the board
	for k, kind := range kinds {
		if kind.Name == "" || len(kind.Values) != kind.Hi || kind.Lo < 0 || kind.Lo > kind.Hi || !slices.IsSorted(kind.Values) {
			bad("kind %d is %q with %d to %d copies and the values %v", k, kind.Name, kind.Lo, kind.Hi, kind.Values)
		}
		values = append(values, kind.Values...)
		for _, v := range kind.Values {
			kindOf[byte(v)] = k
		}
		for _, shape := range kind.Shapes {
			for r := range h {
				for c := range w {
					if sites := lie(shape, r, c, site); sites != nil && kind.Fits(sites) {
						laid[fmt.Sprint(k, sites)] = true
					}
				}
			}
		}
	}
	if len(b.sites) > 0 && !slices.Equal(slices.Sorted(slices.Values(values)), encode.Left(b.sites[0], nil)) {
		bad("the values of all kinds are %v, want those from 0 to %d", values, b.sites[0]-1)
	}
	enc, err := encode.CNF(t.puzzle, b.in, t.puzzle.Styles[0])
	if err == nil && enc.Projected > 0 && enc.Projected != len(laid) {
		bad("the shapes lie on the board in %d ways, but the formula has %d placements", len(laid), enc.Projected)
	}
	if len(b.sites) > 0 && b.listed() {
		t.rests(b, in, kinds, kindOf)
	}
	for _, s := range b.all {
		copies := map[byte][]int{}
		for i, v := range []byte(s) {
			copies[v] = append(copies[v], i)
		}
		for v, sites := range copies {
			if !laid[fmt.Sprint(kindOf[v], sites)] {
				bad("in the solution %s, the sites %v have the value %d, but no shape of %s lies there", b.show(s), sites, v, kinds[kindOf[v]].Name)
				return
			}
		}
	}
}

// rests takes some solutions. For each, it removes the piece on the first site, with its cells,
// from the board. It checks that the rest has as many solutions as the whole board has with this
// piece in this place.
func (t *trial) rests(b *board, in play.HasPieces, kinds []play.Piece, kindOf map[byte]int) {
	first := func(s encode.Solution) string { // the kind and the sites of the piece on the first site
		var sites []int
		for i := range len(s) {
			if s[i] == s[0] {
				sites = append(sites, i)
			}
		}
		return fmt.Sprint(kindOf[s[0]], sites)
	}
	with := map[string]int{}
	for _, s := range b.all {
		with[first(s)]++
	}
	for _, s := range b.all[:min(len(b.all), 5)] {
		var covered []int
		for i := range len(s) {
			if s[i] == s[0] {
				covered = append(covered, i)
			}
		}
		used := make([]int, len(kinds))
		used[kindOf[s[0]]] = 1
		rest := in.Rest(covered, used)
		n := 1
		if rest != nil {
			n = 0
			err := rest.Reduce()[0].Search(context.Background(), new(native.Stats), func(encode.Solution) bool {
				n++
				return true
			})
			if err != nil {
				t.fail("play", b.Text, "Rest", "%v", err)
			}
		}
		if n != with[first(s)] {
			t.fail("play", b.Text, "Rest", "without the sites %v and %s there are %d solutions, want %d", covered, kinds[kindOf[s[0]]].Name, n, with[first(s)])
			return
		}
	}
}

// lie returns the sites that a shape covers, ascending, or nil if it does not fit with its upper left
// corner at r, c.
func lie(shape [][2]int, r, c int, site map[[2]int]int) []int {
	var sites []int
	for _, at := range shape {
		i, ok := site[[2]int{r + at[0], c + at[1]}]
		if !ok {
			return nil
		}
		sites = append(sites, i)
	}
	slices.Sort(sites)
	return sites
}

// toggles checks that an assignment is a solution exactly if its presses turn all lights off.
func (t *trial) toggles(b *board, in play.HasToggles) {
	flips, first, on := in.Toggles()
	if on == (play.Look{}) || len(flips) != len(b.sites) || len(first) != len(b.sites) {
		t.fail("play", b.Text, "Toggles", "has %d buttons and %d lights for %d sites, and a light looks like %+v", len(flips), len(first), len(b.sites), on)
		return
	}
	for _, s := range t.assignments(b) {
		lit := slices.Clone(first)
		for i, lights := range flips {
			for _, j := range lights {
				lit[j] = lit[j] != (s[i] == 1)
			}
		}
		if off, err := !slices.Contains(lit, true), b.in.Check(s); off != (err == nil) {
			t.fail("play", b.Text, "Toggles", "after the presses %s, all lights are off: %v, but Check says %v", b.show(s), off, err)
			return
		}
	}
}

// reveals checks that the revealed values are the hidden solution.
func (t *trial) reveals(b *board, in play.HasReveals) {
	all := in.Reveals()
	game, ok := b.in.(deduction.HasHiddenSolution)
	switch {
	case all == nil && (!ok || game.Hidden() == nil):
		return
	case !ok || game.Hidden() == nil || len(all) != len(b.sites):
		t.fail("play", b.Text, "Reveals", "has %d cells, but there are %d sites, or no hidden solution", len(all), len(b.sites))
		return
	}
	for i, v := range []byte(*game.Hidden()) {
		if all[i].Value != int(v) || all[i].Look == (play.Look{}) {
			t.fail("play", b.Text, "Reveals", "site %d has the value %d, but reveals %+v", i, v, all[i])
			return
		}
	}
	t.opened(b, in, *game.Hidden())
}

// opened checks the board that remains when safe sites are opened. That board must keep the hidden
// solution for its other sites. It must have no solution that the original board does not have.
func (t *trial) opened(b *board, in play.HasReveals, hidden encode.Solution) {
	var open []int
	for i, v := range []byte(hidden) {
		if v == 0 && i%2 == 0 {
			open = append(open, i)
		}
	}
	after, left := in.Opened(open)
	if !slices.Equal(left, encode.Left(len(b.sites), open)) || len(after.Sites()) != len(left) {
		t.fail("play", b.Text, "Opened", "has the sites %v without %v", left, open)
		return
	}
	if err := after.Check(encode.Solution(encode.Keep([]byte(hidden), left))); err != nil {
		t.fail("play", b.Text, "Opened", "refuses the hidden solution: %v", err)
	}
	n := 0
	err := after.Reduce()[0].Search(context.Background(), new(native.Stats), func(s encode.Solution) bool {
		whole := make([]byte, len(b.sites))
		for k, i := range left {
			whole[i] = s[k]
		}
		if err := b.in.Check(encode.Solution(whole)); err != nil {
			t.fail("play", b.Text, "Opened", "has the solution %s, which breaks a rule: %v", b.show(encode.Solution(whole)), err)
			return false
		}
		n++
		return n < drawn
	})
	if err != nil || n == 0 {
		t.fail("play", b.Text, "Opened", "has %d solutions (%v)", n, err)
	}
}

// table checks that every site has one row. If rows have parts, an assignment of the values 0 and 1
// is a solution exactly if the rows with the value 1 cover each part as often as the table allows.
func (t *trial) table(b *board, in play.HasTable) {
	bad := func(format string, args ...any) { t.fail("play", b.Text, "Table", format, args...) }
	x := in.Table()
	var sites []int
	for _, g := range x.Groups {
		var group []int
		for _, row := range g.Rows {
			group = append(group, row.Site)
		}
		sites = append(sites, group...)
		for _, s := range b.all {
			values := map[byte]bool{}
			for _, site := range group {
				values[s[site]] = true
			}
			if g.Distinct && len(values) < len(group) {
				bad("the group %q has a value twice in the solution %s", g.Title, b.show(s))
				return
			}
		}
	}
	if slices.Sort(sites); !slices.Equal(sites, encode.Left(len(b.sites), nil)) {
		bad("the rows have the sites %v, want each of %d once", sites, len(b.sites))
		return
	}
	if clued, ok := b.in.(clues.HasDemands); ok && len(x.Notes) != len(clued.Demands()) {
		bad("there are %d notes for %d clues", len(x.Notes), len(clued.Demands()))
		return
	}
	if len(x.Covers) == 0 {
		return
	}
	for _, s := range t.assignments(b) {
		if covered, err := covers(x, s), b.in.Check(s); covered != (err == nil) {
			bad("the parts are covered by %s: %v, but Check says %v", b.show(s), covered, err)
			return
		}
	}
}

// covers reports whether the rows that have the value 1 cover each part as often as the table
// allows.
func covers(x play.Table, s encode.Solution) bool {
	chosen := make([][]string, len(x.Covers)) // by part: the colours that the chosen rows give it
	for _, g := range x.Groups {
		for _, row := range g.Rows {
			for _, part := range row.Parts {
				if s[row.Site] == 1 {
					chosen[part.Cover] = append(chosen[part.Cover], part.Colour)
				}
			}
		}
	}
	for i, c := range x.Covers {
		n := len(chosen[i])
		shared := c.Shared && n > 0 && chosen[i][0] != "" && len(slices.Compact(chosen[i])) == 1
		if n < c.Lo || n > c.Hi && !shared {
			return false
		}
	}
	return true
}
