package minesweeper

import (
	"fmt"
	"slices"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/clues"
	"counterproof/encode/capability/layout"
	"counterproof/encode/capability/play"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
	"counterproof/native/sums"
)

// Check implements encode.Instance. If several rules are broken, Check reports the violation whose
// last site comes first. If there are too many mines around a number or on the whole board, the
// sites of the violation are these mines up to the first surplus mine. If there are too few mines,
// the sites are the cells without a mine up to the first surplus cell. If no placement of mines can
// satisfy a number or the total, the violation has no sites.
func (b *Board) Check(s encode.Solution) error {
	around := make([][]int, len(b.cells)) // by cell with a number: the sites around it
	room := make([]int, 8*len(b.cells))   // for all of them
	known := make([]int, len(b.cells))    // by cell: the known mines around it
	all := make([]int, 0, len(b.cells))
	mines := 0
	for at := range around {
		around[at] = room[8*at : 8*at : 8*at+8]
	}
	for i, shows := range b.cells {
		r, c := i/b.w, i%b.w
		for _, step := range [...][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
			y, x := r+step[0], c+step[1]
			if y < 0 || y >= b.h || x < 0 || x >= b.w {
				continue
			}
			switch shows {
			case covered:
				if at := y*b.w + x; b.cells[at] >= 0 {
					around[at] = append(around[at], len(all))
				}
			case flagged:
				known[y*b.w+x]++
			}
		}
		switch shows {
		case covered:
			all = append(all, len(all))
		case flagged:
			mines++
		}
	}

	var first *encode.Violation
	try := func(sites []int, want int, rule func(compared string) string) {
		v := breach(s, sites, want)
		if v != nil && (first == nil || len(v.Sites) == 0 ||
			len(first.Sites) > 0 && v.Sites[len(v.Sites)-1] < first.Sites[len(first.Sites)-1]) {
			v.Rule = rule(v.Rule)
			first = v
		}
	}
	for i, n := range b.cells {
		if n >= 0 {
			try(around[i], int(n)-known[i], func(compared string) string {
				return fmt.Sprintf("%s: %s mines around it than %d", layout.CellName(i, b.w), compared, n)
			})
		}
	}
	if b.mines >= 0 {
		try(all, b.mines-mines, func(compared string) string {
			return fmt.Sprintf("the board has %s mines than %d", compared, b.mines)
		})
	}
	return first.OrNil()
}

// breach returns nil if exactly as many sites hold mines as the parameter want says, and otherwise a
// violation with the sites that Check describes. Its field Rule is only "more" or "fewer".
func breach(s encode.Solution, sites []int, want int) *encode.Violation {
	rules := [2]string{"fewer", "more"} // by the value that occurs too often
	most := [2]int{len(sites) - want, want}
	var seen [2]int
	for v, n := range most {
		if n < 0 {
			return &encode.Violation{Rule: rules[v]}
		}
	}
	for k, i := range sites {
		v := s[i]
		if seen[v]++; seen[v] > most[v] {
			return &encode.Violation{Rule: rules[v], Sites: slices.DeleteFunc(slices.Clone(sites[:k+1]), func(i int) bool { return s[i] != v })}
		}
	}
	return nil
}

func (b *Board) Encode(e *encode.Encoder) {
	lit := make([]encode.Lit, len(b.cells)) // by cell; 0 for cells that are not covered
	var all []encode.Lit
	left := b.mines
	for i, shows := range b.cells {
		switch shows {
		case covered:
			lit[i] = e.Is(len(all), 1)
			all = append(all, lit[i])
		case flagged:
			left--
		}
	}
	for i, shows := range b.cells {
		if shows < 0 {
			continue
		}
		n, r, c := int(shows), i/b.w, i%b.w
		var lits []encode.Lit
		for y := max(r-1, 0); y <= min(r+1, b.h-1); y++ {
			for x := max(c-1, 0); x <= min(c+1, b.w-1); x++ {
				if at := y*b.w + x; lit[at] != 0 {
					lits = append(lits, lit[at])
				} else if b.cells[at] == flagged {
					n--
				}
			}
		}
		e.Exactly(n, lits...)
	}
	if b.mines >= 0 {
		e.Exactly(left, all...)
	}
}

func (b *Board) Reduce() []encode.Reduction {
	p, _ := b.problem()
	return []encode.Reduction{encode.Native("sums", sums.Version, p)}
}

// problem returns a problem for native/sums with one variable per site. Sum k is about the number
// in the cell numbers[k]. A number without covered cells around it has a sum only if it is wrong.
// If the known mines outnumber the total, problem adds a last sum that no values satisfy.
func (b *Board) problem() (p *sums.Problem, numbers []int) {
	site := b.siteOf()
	p = &sums.Problem{N: len(b.Sites()), Total: b.mines}
	if b.mines >= 0 {
		p.Total -= b.tally().mines
	}
	for i, n := range b.cells {
		if n < 0 {
			continue
		}
		sum := sums.Sum{Value: int(n) - b.nearby(i).mines}
		around(b.h, b.w, i, func(j int) {
			if site[j] >= 0 {
				sum.Vars = append(sum.Vars, site[j])
			}
		})
		if len(sum.Vars) > 0 || sum.Value != 0 {
			p.Sums = append(p.Sums, sum)
			numbers = append(numbers, i)
		}
	}
	if b.mines >= 0 && p.Total < 0 {
		p.Sums = append(p.Sums, sums.Sum{Value: p.Total})
		p.Total = -1
	}
	return p, numbers
}

func (b *Board) Layout() (h, w int, cell []int) {
	return b.h, b.w, encode.Where(b.cells, func(n int8) bool { return n == covered })
}

func (b *Board) ValueName(_, value int) string { return [...]string{"safe", "mine"}[value] }

// Obstacle looks for a number, or a total, that is smaller than the number of known mines or too
// large for the covered cells.
func (b *Board) Obstacle() string {
	for _, i := range b.shownNumbers() {
		if why := b.nearby(i).excludes(int(b.cells[i])); why != "" {
			return b.numberName(i) + " has " + why + " around it"
		}
	}
	if b.mines < 0 {
		return ""
	}
	if why := b.tally().excludes(b.mines); why != "" {
		return fmt.Sprintf("the board has %s, which cannot make a total of %s", why, b.title())
	}
	return ""
}

// A tally counts the covered cells and the known mines among some cells.
type tally struct{ covered, mines int }

func (t *tally) add(shows int8) {
	switch shows {
	case covered:
		t.covered++
	case flagged:
		t.mines++
	}
}

func (b *Board) tally() (t tally) {
	for _, shows := range b.cells {
		t.add(shows)
	}
	return t
}

func (b *Board) nearby(i int) (t tally) {
	around(b.h, b.w, i, func(j int) { t.add(b.cells[j]) })
	return t
}

// excludes says which cells rule out a number of mines. If the number is possible, it returns an
// empty text.
func (t tally) excludes(mines int) string {
	known := wording.Plural(t.mines, "known mine")
	switch {
	case mines < t.mines:
		return known
	case mines > t.covered+t.mines && t.mines == 0:
		return "only " + wording.Plural(t.covered, "covered cell")
	case mines > t.covered+t.mines:
		return "only " + wording.Plural(t.covered, "covered cell") + " and " + known
	}
	return ""
}

// ReduceGiven implements clues.TakesGiven. Each given value becomes a sum of one cell.
func (b *Board) ReduceGiven(values []int) []encode.Reduction {
	p, _ := b.problem()
	for i, v := range values {
		if v != clues.NotGiven {
			p.Sums = append(p.Sums, sums.Sum{Vars: []int{i}, Value: v})
		}
	}
	return []encode.Reduction{encode.Native("sums", sums.Version, p)}
}

// WithValues implements clues.HasValueClues. A mine becomes a known mine. Any other cell is opened
// and shows the number of mines around it. The number is more information than the value.
func (b *Board) WithValues(s encode.Solution, sites []int) encode.Instance {
	more, chosen := b.clone(), encode.Put(make([]bool, len(s)), sites, true)
	g := &game{h: b.h, w: b.w, mine: b.mined(s)}
	for i, at := range b.siteOf() {
		switch {
		case at < 0 || !chosen[at]:
		case g.mine[i]:
			more.cells[i] = flagged
		default:
			more.cells[i] = g.number(i)
		}
	}
	return more
}

func (b *Board) ReadCell(_ int, cell encode.Span) (int, error) {
	return grid.Sign(cell, "-*", "want '*' for a mine or '-' for a covered cell without a mine")
}

func (b *Board) ReadDrawing(lines []encode.Span) (encode.Solution, error) {
	skip := 0
	if b.mines >= 0 {
		skip = 1
		if len(lines) == b.h {
			return "", lines[0].Errorf("want the line mines=%d before the %d rows of the board", b.mines, b.h)
		}
	}
	return grid.ReadCharacters(b, lines, skip)
}

func (b *Board) Spots() []play.Spot {
	_, _, cells := b.Layout()
	return b.picture(nil).Spots(cells)
}

func (b *Board) ClueSpots() [][]play.Spot { return b.picture(nil).ClueSpots() }

func (b *Board) Look(_, value int) play.Look {
	return play.Look{Mark: [2]play.Mark{safe: play.CrossMark, mine: play.DiscMark}[value]}
}

func (b *Board) Opened(sites []int) (in encode.Instance, left []int) {
	_, _, cells := b.Layout()
	after := b.clone()
	for _, site := range sites {
		after.cells[cells[site]] = b.game.number(cells[site])
	}
	return after, encode.Left(len(cells), sites)
}

// Reveals implements play.HasReveals. Only a game knows where the mines are.
func (b *Board) Reveals() []play.Reveal {
	if b.game == nil {
		return nil
	}
	_, _, cells := b.Layout()
	all := make([]play.Reveal, len(cells))
	for i, cell := range cells {
		if b.game.mine[cell] {
			all[i] = play.Reveal{Value: mine, Look: play.Look{Fill: draw.Vermilion, Mark: play.DiscMark}}
			continue
		}
		shown := opened(b.game.number(cell))
		all[i] = play.Reveal{Value: safe, Look: play.Look{Fill: shown.Fill, Text: shown.Text, Ink: shown.Ink}}
	}
	return all
}
