package puzzletest

import (
	"slices"
	"strings"

	"counterproof/encode"
)

// known checks what the instance says about its sites, its clues and its obstacles.
func (t *trial) known(b *board) {
	t.guard("layout", b.Text, "Layout", func() { t.layout(b) })
	t.guard("layout", b.Text, "ValueName", func() { t.names(b) })
	if b.count == nil {
		return
	}
	t.guard("obstacle", b.Text, "Obstacle", func() { t.obstacle(b) })
	if t.agrees(b, t.puzzle.Styles[0]) {
		t.guard("demands", b.Text, "Relaxed", func() { t.demands(b) })
	}
}

// layout checks that the sites have different cells of the board.
func (t *trial) layout(b *board) {
	in, ok := b.in.(encode.HasLayout)
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

// names checks that sites and values have names, and that no two values of a site share theirs.
func (t *trial) names(b *board) {
	for i, n := range b.sites {
		if name := encode.SiteName(b.in, i); strings.TrimSpace(name) != name || name == "" {
			t.fail("layout", b.Text, "SiteName", "calls site %d %q", i, name)
			return
		}
		seen := map[string]bool{}
		for v := range n {
			name := encode.ValueName(b.in, i, v)
			if name == "" || seen[name] && n <= 62 {
				t.fail("layout", b.Text, "ValueName", "calls value %d of site %d %q, which is empty or another value's name", v, i, name)
				return
			}
			seen[name] = true
		}
	}
}

// obstacle checks that a board with an obstacle has no solution.
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
	relaxedChecks = 10_000 // a board for which brute force needs more checks is not compared
)

// demands leaves out random clues. Every solution must remain one, and the formula must have the
// solutions that brute force finds.
func (t *trial) demands(b *board) {
	in, ok := b.in.(encode.HasDemands)
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
