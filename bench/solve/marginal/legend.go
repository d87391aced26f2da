package marginal

import (
	"fmt"
	"math/big"
	"slices"

	"counterproof/encode/board/grid"
	"counterproof/encode/capability/layout"
	"counterproof/encode/draw"
)

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

// printed adds the labels of cells without a site, such as the months of a calendar. The first and the
// last label of each row are also to its left.
func (t *Table) printed(b *grid.Board, site map[int]int) {
	in, ok := t.Instance.(layout.HasCellLabels)
	if !ok {
		return
	}
	for r := range b.H {
		var labels []string
		for c := range b.W {
			if label := in.CellLabel(r, c); label != "" {
				labels = append(labels, label)
			}
		}
		text := ""
		if len(labels) > 0 {
			text = labels[0] + "–" + labels[len(labels)-1]
		}
		b.Left = append(b.Left, text)
	}
	cell := b.Cell
	b.Cell = func(r, c int) grid.Cell {
		x := cell(r, c)
		if _, ok := site[r*b.W+c]; !ok {
			x.Text = in.CellLabel(r, c)
		}
		return x
	}
}
