package marginal

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"counterproof/encode"
	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
	"counterproof/encode/wording"
)

// twoValued reports whether every site has two values. Then texts and pictures show only the value 1.
func (t *Table) twoValued() bool {
	return len(t.Seen) > 0 && !slices.ContainsFunc(t.Seen, func(seen []bool) bool { return len(seen) != 2 })
}

func (t *Table) share(site, value int) float64 {
	x, _ := new(big.Rat).SetFrac(t.Counts[site][value], t.Total).Float64()
	return x
}

func percent(x float64) string {
	switch {
	case x > 0 && x < 0.01:
		return "<1"
	case x < 1 && x > 0.99:
		return ">99"
	}
	return strconv.Itoa(int(100*x + 0.5))
}

// Numbers returns the counts by site and value as decimal texts.
func (t *Table) Numbers() [][]string {
	return append([][]string{}, wording.Each(t.Counts, func(counts []*big.Int) []string {
		return wording.Each(counts, func(n *big.Int) string { return n.String() })
	})...)
}

// Text prints the numbers. If the board has a layout and every site has two values, Text prints, in
// the layout, the percentage of solutions in which each site has the value 1. In this case the
// result heat has, for each character of the text, a shade from 0 to 1, or -1 for no shade. For all
// other boards, Text prints a line for each site that has several possible values.
func (t *Table) Text() (text string, heat []float64) {
	if _, ok := t.Instance.(layout.HasLayout); ok && t.twoValued() {
		// A character beyond 0xffff stands for a character of the number of its site.
		const mark = 1 << 16
		numbers := t.grid(func(site int) string { return percent(t.share(site, 1)) })
		marked := t.grid(func(site int) string {
			return strings.Repeat(string(rune(mark+site)), len(percent(t.share(site, 1))))
		})
		title := fmt.Sprintf("per cent of %s: %s\n", t.solutions(), layout.ValueName(t.Instance, 0, 1))
		heat = slices.Repeat([]float64{-1}, utf8.RuneCountInString(title))
		for _, r := range marked + "\n" {
			x := -1.0
			if r >= mark {
				x = t.share(int(r-mark), 1)
			}
			heat = append(heat, x)
		}
		return title + numbers + "\n", heat
	}
	var lines []string
	for i, counts := range t.Counts {
		var parts []string
		for v, n := range counts {
			if n.Sign() > 0 {
				parts = append(parts, fmt.Sprintf("%s in %v", layout.ValueName(t.Instance, i, v), n))
			}
		}
		if len(parts) > 1 {
			lines = append(lines, layout.SiteName(t.Instance, i)+": "+strings.Join(parts, ", "))
		}
	}
	if len(lines) == 0 {
		return "every site has the same value in " + t.solutions(), nil
	}
	text = fmt.Sprintf("how many of %s have each value", t.solutions())
	if len(lines) < len(t.Counts) {
		text += "; sites that are not listed have the same value in all"
	}
	return text + "\n" + shorten(lines, mostNumbers) + "\n", nil
}

const mostMarks = 16

// Picture draws the numbers as a heat map. If the board has a layout, the heat map has the cells
// of the board. If not, it is a table with a row for each site and a column for each value. If not
// all solutions were counted, the picture shows only which values are possible.
func (t *Table) Picture() *draw.Picture {
	in, ok := t.Instance.(layout.HasLayout)
	if !ok {
		return t.withLegend(grid.Draw(t.table()))
	}
	h, w, cells := in.Layout()
	site := map[int]int{}
	for i, cell := range cells {
		site[cell] = i
	}
	labelled, _ := t.Instance.(layout.HasCellLabels)
	b := &grid.Board{Title: t.title(), H: h, W: w, Cell: func(r, c int) grid.Cell {
		if i, ok := site[r*w+c]; ok {
			return t.cell(i)
		}
		x := grid.Cell{Fill: noSite}
		if labelled != nil { // such as the months of a calendar
			x.Text = labelled.CellLabel(r, c)
		}
		return x
	}}
	for r := 0; labelled != nil && r < h; r++ { // the first and the last label of the row
		labels := wording.Each(encode.Left(w, nil), func(c int) string { return labelled.CellLabel(r, c) })
		labels = append(slices.DeleteFunc(labels, func(label string) bool { return label == "" }), "")
		b.Left = append(b.Left, labels[0]+wording.If(len(labels) > 1, "–"+labels[max(len(labels)-2, 0)]))
	}
	if boxed, ok := t.Instance.(layout.HasBoxes); ok {
		b.BoxH, b.BoxW = boxed.Box()
	}
	return t.withLegend(grid.Draw(b))
}

const noSite draw.Colour = 0xddddddff

func (t *Table) solutions() string {
	if t.Total.Cmp(one) == 0 {
		return "1 solution"
	}
	return t.Total.String() + " solutions"
}

func (t *Table) title() string {
	_, inRows := t.Instance.(layout.HasLayout)
	switch {
	case !t.Complete && t.twoValued() && inRows:
		return "in all solutions: 1 is " + layout.ValueName(t.Instance, 0, 1)
	case !t.Complete:
		return "possible values"
	case t.twoValued():
		return fmt.Sprintf("%% of %s: %s", t.solutions(), layout.ValueName(t.Instance, 0, 1))
	}
	return "values in " + t.solutions()
}

func shaded(share float64, text string) grid.Cell {
	fill := draw.Shade(share)
	return grid.Cell{Fill: fill, Ink: fill.Ink(), Text: text, Size: 14}
}

// paler makes the colours behind small marks so light that black letters can be read on them.
const paler = 0.5

// open is the colour of a site with several possible values whose numbers are not known.
const open = draw.PaleYellow

// cell draws the values of a site: of two values, the share of the value 1; a single possible value in
// full size; up to 16 as small marks; of more, only the most frequent with its share.
func (t *Table) cell(site int) grid.Cell {
	values := t.possible(site)
	switch {
	case t.twoValued() && t.Complete:
		return shaded(t.share(site, 1), percent(t.share(site, 1)))
	case len(values) == 1 && t.twoValued():
		return grid.Cell{Text: strconv.Itoa(values[0])}
	case len(values) == 1 && t.Complete:
		fill := draw.Shade(t.scale())
		return grid.Cell{Fill: fill, Ink: fill.Ink(), Text: t.label(site, values[0])}
	case len(values) == 1:
		return grid.Cell{Text: t.label(site, values[0])}
	case t.twoValued():
		return grid.Cell{Fill: open, Text: "?"}
	case len(t.Counts[site]) > mostMarks && !t.Complete:
		return grid.Cell{Fill: open, Text: strconv.Itoa(len(values)), Note: "values"}
	case len(t.Counts[site]) > mostMarks:
		best := slices.Index(t.Counts[site], slices.MaxFunc(t.Counts[site], func(a, b *big.Int) int { return a.Cmp(b) }))
		cell := shaded(t.share(site, best), fmt.Sprintf("%s: %s%%", t.label(site, best), percent(t.share(site, best))))
		cell.Size = 10 // a label has up to three characters
		return cell
	}
	marks := make([]grid.Mark, len(t.Counts[site]))
	for _, v := range values {
		marks[v].Text = t.label(site, v)
		if t.Complete {
			marks[v].Fill = draw.Shade(paler * t.share(site, v))
		}
	}
	if t.Complete {
		return grid.Cell{Fill: draw.Shade(0), Marks: marks} // the places of impossible values have the colour of 0%
	}
	return grid.Cell{Marks: marks}
}

// table draws a row for each site and a column for each value, or only for the value 1 of two.
func (t *Table) table() *grid.Board {
	first, columns := 0, 0
	for _, counts := range t.Counts {
		columns = max(columns, len(counts))
	}
	if t.twoValued() {
		first = 1
	}
	b := &grid.Board{Title: t.title(), H: len(t.Counts), W: columns - first}
	for i := range t.Counts {
		b.Left = append(b.Left, layout.SiteName(t.Instance, i))
	}
	for v := first; v < columns && len(t.Counts) > 0; v++ {
		b.Top = append(b.Top, t.label(0, v))
	}
	b.Cell = func(r, c int) grid.Cell {
		v := c + first
		switch {
		case v >= len(t.Counts[r]):
			return grid.Cell{Fill: noSite}
		case t.Complete:
			return shaded(t.share(r, v), percent(t.share(r, v)))
		case !t.Seen[r][v]:
			return grid.Cell{Text: "–"}
		case len(t.possible(r)) == 1:
			return grid.Cell{Disc: true}
		}
		return grid.Cell{Fill: open, Text: "?"}
	}
	return b
}

// These constants are lengths in units of a picture.
const (
	barSteps  = 40 // the number of rectangles of the bar
	barWidth  = 200
	barHeight = 14
	legendGap = 10 // above and below the legend
	letters   = 12 // the size of the letters
)

// scale returns the factor from a share to the colour scale. Small marks are paler than cells.
func (t *Table) scale() float64 {
	_, ok := t.Instance.(layout.HasLayout)
	if !ok || t.twoValued() || slices.ContainsFunc(t.Counts, func(counts []*big.Int) bool { return len(counts) > mostMarks }) {
		return 1
	}
	return paler
}

// withLegend adds the colour scale, from 0 to 100 per cent of the solutions. It adds none without a
// complete count, because colours are then not shares.
func (t *Table) withLegend(p *draw.Picture) *draw.Picture {
	if !t.Complete || t.Total.Sign() == 0 {
		return p
	}
	q := &draw.Picture{W: max(p.W, barWidth+60), H: p.H + 2*legendGap + barHeight + 2*letters + 8, Title: p.Title, Description: p.Description}
	q.Place(p, (q.W-p.W)/2, 0, 1)
	left, top := (q.W-barWidth)/2, p.H+legendGap
	for i := range barSteps {
		share := (float64(i) + 0.5) / barSteps
		from := float64(i) * barWidth / barSteps
		q.Rect(left+from, top, barWidth-from, barHeight, draw.Style{Fill: draw.Shade(t.scale() * share)}) // to the end, so that there are no seams
	}
	q.Rect(left, top, barWidth, barHeight, draw.Style{Stroke: draw.Grey, Width: 0.8})
	base := top + barHeight + letters + 2
	for _, percent := range []int{0, 50, 100} {
		q.Text(left+float64(percent)*barWidth/100, base, fmt.Sprintf("%d%%", percent), draw.Font{Size: letters})
	}
	q.Text(q.W/2, base+letters+3, "share of the solutions", draw.Font{Size: letters})
	return q
}
