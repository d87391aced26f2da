package puzzletest

import (
	"fmt"
	"slices"
	"strings"

	"counterproof/encode"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
)

// known checks the optional methods that describe an instance: Layout, the names of sites and
// values, Obstacle and Demands.
func (t *trial) known(b *board) {
	t.guard("layout", b.Text, "Layout", func() { t.layout(b) })
	t.guard("layout", b.Text, "ValueName", func() { t.names(b) })
	if b.count == nil {
		return
	}
	t.guard("obstacle", b.Text, "Obstacle", func() { t.obstacle(b) })
	t.guard("demands", b.Text, "Marked", func() { t.marks(b) })
	if t.agrees(b, t.puzzle.Styles[0]) {
		t.guard("demands", b.Text, "Relaxed", func() { t.demands(b) })
	}
	t.guard("demands", b.Text, "Draw", func() { t.hidden(b) })
}

// layout checks that Layout puts the sites on different cells of the board.
func (t *trial) layout(b *board) {
	in, ok := b.in.(layout.HasLayout)
	if !ok {
		return
	}
	h, w, cells := in.Layout()
	if len(cells) != len(b.sites) {
		t.fail("layout", b.Text, "Layout", "has %d cells for %d sites", len(cells), len(b.sites))
		return
	}
	used := map[int]bool{}
	for i, cell := range cells {
		if cell < 0 || cell >= h*w || used[cell] {
			t.fail("layout", b.Text, "Layout", "gives site %d the cell %d of a board of %dx%d, which is outside or has two sites", i, cell, h, w)
			return
		}
		used[cell] = true
	}
}

// names checks that all sites and values have names, and that the values of one site have different
// names.
func (t *trial) names(b *board) {
	for i, n := range b.sites {
		if name := layout.SiteName(b.in, i); strings.TrimSpace(name) != name || name == "" {
			t.fail("layout", b.Text, "SiteName", "calls site %d %q", i, name)
			return
		}
		seen := map[string]bool{}
		for v := range n {
			name := layout.ValueName(b.in, i, v)
			if name == "" || seen[name] && n <= 62 {
				t.fail("layout", b.Text, "ValueName", "calls value %d of site %d %q, which is empty or another value's name", v, i, name)
				return
			}
			seen[name] = true
		}
	}
}

// obstacle checks that a board has no solution if its method Obstacle names a reason.
func (t *trial) obstacle(b *board) {
	why := encode.ObstacleOf(b.in)
	switch {
	case why == "":
	case b.count.Sign() > 0:
		t.fail("obstacle", b.Text, "Obstacle", "says %q, but the board has %v solutions", why, b.count)
	case strings.TrimSpace(why) != why || strings.ContainsAny(why, "\n\t") || strings.HasSuffix(why, "."):
		t.fail("obstacle", b.Text, "Obstacle", "is %q, want one clause without a full stop", why)
	}
}

const (
	relaxations   = 3      // the number of times that some clues of a board are left out
	relaxedMost   = 300    // a board with more solutions without these clues is not compared
	markedMost    = 40     // the number of clues and of sites of a board that are marked
	relaxedChecks = 10_000 // a board for which brute force needs more checks is not compared
)

// demands checks the boards that remain when random clues are left out. Every solution of the whole
// board must still be a solution, and the formula must have exactly the solutions that brute force
// finds.
func (t *trial) demands(b *board) {
	in, ok := b.in.(clues.HasDemands)
	if !ok || !b.brute {
		return
	}
	names := in.Demands()
	if slices.Contains(names, "") {
		t.fail("demands", b.Text, "Demands", "has a clue without a name")
	}
	for range relaxations {
		var gone []int
		share := t.rng.IntN(4)
		for i := range names {
			if t.rng.IntN(4) < share {
				gone = append(gone, i)
			}
		}
		less := &board{Board: Board{Text: b.Text}, in: in.Relaxed(slices.Clone(gone)), sites: b.sites, optional: true, checks: relaxedChecks}
		for _, s := range b.all {
			if err := less.in.Check(s); err != nil {
				t.fail("demands", b.Text, "Relaxed", "without the clues %v refuses the solution %s: %v", gone, b.show(s), err)
				return
			}
		}
		all, _, ended := t.exhaust(less, false)
		if !ended || len(all) > relaxedMost {
			continue
		}
		found := t.bySAT(less, func(*encode.Encoder) {}, relaxedMost+1)
		slices.Sort(found)
		if !slices.Equal(found, all) {
			t.fail("demands", b.Text, "Relaxed", "without the clues %v has %d solutions by its formula and %d by Check", gone, len(found), len(all))
			return
		}
	}
}

// hidden checks that the drawing of a board does not show a clue that is left out.
func (t *trial) hidden(b *board) {
	in, ok := b.in.(clues.HasDemands)
	if !ok {
		return
	}
	names := in.Demands()
	whole := in.Draw(nil)
	for i, name := range names[:min(markedMost, len(names))] {
		if in.Relaxed([]int{i}).Draw(nil) == whole {
			t.fail("demands", b.Text, "Draw", "draws %s on the board without this clue", name)
			return
		}
	}
}

// marks checks that a board with clues and a picture can mark a clue and an entry, and that this
// changes the picture. If the board has a solution, marks of different clues must give different
// pictures. A board without clues can mark only entries.
func (t *trial) marks(b *board) {
	demands, clued := b.in.(clues.HasDemands)
	_, draws := b.in.(encode.HasPicture)
	in, ok := b.in.(clues.HasMarks)
	if !ok {
		if clued && draws {
			t.fail("demands", b.Text, "Marked", "is missing: a board with clues and a picture must be able to mark the clues")
		}
		return
	}
	drawn := func(clues []int, entries []clues.Given) string {
		p := in.Marked(clues, entries)
		if err := inside(p); err != nil {
			t.fail("demands", b.Text, "Marked", "%v", err)
		}
		return fmt.Sprint(p.W, p.H, p.Shapes)
	}
	plain := drawn(nil, nil)
	seen := map[string]string{plain: "no clue"}
	var names []string
	if clued {
		names = demands.Demands()
	}
	for i, name := range names[:min(markedMost, len(names))] {
		text := drawn([]int{i}, nil)
		other, ok := seen[text]
		if ok && other != name && (text == plain || b.count.Sign() > 0) {
			t.fail("demands", b.Text, "Marked", "draws the same picture for %s as for %s", name, other)
			return
		}
		seen[text] = name
	}
	for site := range b.sites[:min(markedMost, len(b.sites))] {
		if drawn(nil, []clues.Given{{Site: site}}) == plain {
			t.fail("demands", b.Text, "Marked", "does not draw an entry in %s", layout.SiteName(b.in, site))
			return
		}
	}
}
