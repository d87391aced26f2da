package laplace

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/technique"
	"counterproof/encode/wording"
	"counterproof/native/deduce"
)

func (r *reasoner) number(v int) string { return strconv.Itoa(r.lo + v) }

func (r *reasoner) cell(at int) string { return layout.CellName(at, r.w) }

// signed joins names with the signs of their factors: "the clue 4 at row 1, column 1 minus 2 times
// the clue 3 at row 1, column 2".
func signed(terms []deduce.Term, name func(i int) string) string {
	var b strings.Builder
	for k, t := range terms {
		sign := [2]string{" plus ", " minus "}
		if k == 0 {
			sign = [2]string{"", "minus "}
		}
		n := max(t.Weight, -t.Weight)
		b.WriteString(sign[(n-t.Weight)/(2*n)])
		if n > 1 {
			fmt.Fprintf(&b, "%d times ", n)
		}
		b.WriteString(name(t.Of))
	}
	return b.String()
}

func (r *reasoner) because(st *deduce.Step) string {
	f := st.Proof.(*finding)
	text := signed(f.clues, func(i int) string { return fmt.Sprintf("the clue %d at %s", r.clues[i], r.cell(i)) })
	if len(f.clues) > 1 {
		text += fmt.Sprintf(" is %d, which", f.total)
	}
	if len(f.cells) == 0 {
		return text + " is the sum of no cells"
	}
	// Cells with the same factor come together.
	factors, with := technique.Group(f.cells, func(t deduce.Term) int { return t.Weight })
	return text + " is " + signed(wording.Each(factors, func(weight int) deduce.Term { return deduce.Term{Of: weight, Weight: weight} }), func(weight int) string {
		cells := wording.Each(with[weight], func(t deduce.Term) int { return t.Of })
		if len(cells) > 1 {
			return "the sum of the cells in " + technique.CellList(cells, r.w)
		}
		return "the number at " + r.cell(cells[0])
	})
}

func (r *reasoner) moveText(m *technique.Move) string {
	gone, at := m.Gone(), m.Empty()
	var parts []string
	for _, site := range slices.Sorted(maps.Keys(gone)) {
		names := technique.Names(gone[site], r.number)
		switch left := m.Before[site] &^ gone[site]; {
		case site == at:
			parts = []string{fmt.Sprintf("no number is left for %s, where %s cannot be", r.cell(site), technique.Or(names))}
		case at >= 0:
		case bits.OnesCount64(left) == 1:
			parts = append(parts, r.cell(site)+" is "+r.number(bits.TrailingZeros64(left)))
		default:
			parts = append(parts, r.cell(site)+" is not "+technique.Or(names))
		}
	}
	return m.Name() + ": " + r.because(m.Lead()) + ", so " + technique.Parts(parts)
}

// drawState shows the number of each cell, or the range of its numbers if this range has become
// smaller. For a move, its clues are yellow, the cells of its equation pale yellow, and the cells that it
// changes blue.
func (r *reasoner) drawState(s deduce.State, m *technique.Move) *draw.Picture {
	p := r.numbered(nil)
	plain := p.Cell
	var gone map[int]uint64
	f := &finding{}
	if m != nil {
		gone, f = m.Gone(), m.Lead().Proof.(*finding)
	}
	has := func(terms []deduce.Term, i int) bool {
		return slices.ContainsFunc(terms, func(t deduce.Term) bool { return t.Of == i })
	}
	p.Cell = func(row, c int) grid.Cell {
		cell, i := plain(row, c), row*r.w+c
		least, most := bits.TrailingZeros64(s[i]&^gone[i]), bits.Len64(s[i]&^gone[i])-1
		switch {
		case most < 0:
			cell.Text = "?"
		case least == most:
			cell.Text = r.number(least)
		case least > 0 || most < r.hi-r.lo:
			cell.Text, cell.Size = r.number(least)+".."+r.number(most), 11
		}
		switch {
		case gone[i] != 0:
			cell.Fill = draw.Sky
		case has(f.clues, i):
			cell.Fill = draw.Yellow
		case has(f.cells, i):
			cell.Fill = draw.PaleYellow
		}
		return cell
	}
	return grid.Draw(p)
}
