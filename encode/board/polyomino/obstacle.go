package polyomino

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"counterproof/encode/capability/layout"
	"counterproof/encode/wording"
)

// Obstacle checks whether the pieces can have the area of the board, then whether every piece fits
// somewhere, and then whether each cell can be covered by a piece. Finally, it colours cells black
// in several ways. For each way, it checks whether the pieces can cover exactly as many black cells
// as the board has.
func (t *Tiling) Obstacle() string {
	p := t.emptyPlan()
	if p.hopeless {
		return p.wrongArea()
	}
	p = t.newPlan()
	laid := make([]bool, len(p.classes))
	for _, pl := range p.placements {
		laid[pl.class] = true
	}
	for k, c := range p.classes {
		if c.lo > 0 && !laid[k] {
			return fmt.Sprintf("piece %s (%s) fits nowhere on the board", t.ValueName(0, c.values[0]), t.shape(c.values[0]))
		}
	}
	for i, over := range p.covering {
		if len(over) == 0 {
			return "no piece can cover " + layout.CellName(t.Cells[i].R*t.W+t.Cells[i].C, t.W)
		}
	}
	if slices.ContainsFunc(p.classes, class.empty) {
		return "" // the sentences about colourings say what pieces cover, not what stays empty
	}
	for _, c := range colourings() {
		if why := t.uneven(p, c); why != "" {
			return why
		}
	}
	return ""
}

func (p *plan) wrongArea() string {
	cells, must, least, most := len(p.covering), len(p.covering), 0, 0
	board := fmt.Sprintf("the board has %d", cells)
	for _, c := range p.classes {
		if c.empty() {
			must -= c.hi
			board += fmt.Sprintf(", of which %d may stay empty", c.hi)
			continue
		}
		least += c.lo * len(c.shapes[0])
		most += c.hi * len(c.shapes[0])
	}
	switch {
	case least == most:
		return fmt.Sprintf("the pieces cover %s and %s", wording.Plural(most, "cell"), board)
	case least > cells:
		return fmt.Sprintf("the pieces that must be used cover %s and %s", wording.Plural(least, "cell"), board)
	case most < must:
		return fmt.Sprintf("all pieces together cover %s and %s", wording.Plural(most, "cell"), board)
	case must < cells:
		return fmt.Sprintf("no choice of the pieces has a suitable area: %s", board)
	}
	return fmt.Sprintf("no choice of the pieces covers exactly the %d cells of the board", cells)
}

type colouring struct {
	name  string
	black func(r, c int) bool
}

// colourings lists the colourings that are tried: the checkerboard, and every m-th row, column or
// diagonal for m up to 5.
func colourings() []colouring {
	all := []colouring{{"like a checkerboard", func(r, c int) bool { return (r+c)%2 == 0 }}}
	ordinal := [...]string{2: "second", 3: "third", 4: "fourth", 5: "fifth"}
	for m := 2; m <= 5; m++ {
		for k := range m {
			every := func(line, from string, black func(r, c int) bool) {
				all = append(all, colouring{fmt.Sprintf("so that every %s %s is black, from %s %d", ordinal[m], line, from, k+1), black})
			}
			every("row", "row", func(r, c int) bool { return r%m == k })
			every("column", "column", func(r, c int) bool { return c%m == k })
			if m > 2 {
				every("diagonal down to the left", "row 1, column", func(r, c int) bool { return (r+c)%m == k })
				every("diagonal down to the right", "row 1, column", func(r, c int) bool { return (c-r+r*m)%m == k })
			}
		}
	}
	return all
}

// mostWork is the largest number of machine words that the function uneven may read. It limits the
// time of this function.
const mostWork = 50_000_000

// uneven returns a sentence if the pieces cannot cover as many black cells of a colouring as the
// board has. It returns an empty text if the pieces may be able to do so, or if the check would
// take too much work.
func (t *Tiling) uneven(p *plan, colours colouring) string {
	n := len(t.Cells)
	black := make([]bool, n)
	target := 0
	for i, x := range t.Cells {
		if black[i] = colours.black(x.R, x.C); black[i] {
			target++
		}
	}
	// The total of pieces that cover a cells, b of them black, is (n+1)*a+b.
	covers := make([]map[int]bool, len(p.classes)) // by class: the possible totals of one piece
	for k := range covers {
		covers[k] = map[int]bool{}
	}
	for _, pl := range p.placements {
		total := (n + 1) * len(pl.cells)
		for _, cell := range pl.cells {
			if black[cell] {
				total++
			}
		}
		covers[pl.class][total] = true
	}
	work := 0
	for k, c := range p.classes {
		work += c.hi * len(covers[k])
	}
	if work*(n+1)*(n+1)/64 > mostWork {
		return ""
	}
	totals := p.totals((n+1)*(n+1)-1, p.bounds, func(k int) map[int]bool { return covers[k] })
	row := new(big.Int).Rsh(totals, uint(n*(n+1)))
	var numbers []string
	for b := range n + 1 {
		if row.Bit(b) == 1 {
			numbers = append(numbers, strconv.Itoa(b))
		}
	}
	switch k := len(numbers); {
	case row.Bit(target) == 1:
		return ""
	case k == 0:
		return fmt.Sprintf("the pieces that fit somewhere cannot cover the %d cells of the board", n)
	case k <= 4:
		return fmt.Sprintf("if the cells are coloured %s, %d cells of the board are black but the pieces cover %s black cells", colours.name, target, wording.List(numbers, " or "))
	}
	return fmt.Sprintf("if the cells are coloured %s, %d cells of the board are black and the pieces never cover that many black cells", colours.name, target)
}
