// Package marginal collects what the solutions of a board have in common. For each site, it says
// how many solutions have each value, which value all solutions share, and which values no solution
// has. The package also prints and draws the numbers. Its code depends on no solver and no puzzle.
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

// A Table holds, for each site and value, the number of solutions with this value at this site.
type Table struct {
	Instance encode.Instance
	Counts   [][]*big.Int // by site and value: the counted solutions with the value
	Total    *big.Int     // the number of solutions that were counted
	Complete bool         // whether all solutions were counted
	// Seen says, by site and value, whether a solution with the value was found. This solution need
	// not be counted in Counts. If Proved is true, all other values are impossible.
	Seen   [][]bool
	Proved bool
}

// New returns an empty table, before any solution was counted.
func New(in encode.Instance) *Table {
	t := &Table{Instance: in, Total: new(big.Int)}
	for _, n := range in.Sites() {
		counts := make([]*big.Int, n)
		for v := range counts {
			counts[v] = new(big.Int)
		}
		t.Counts, t.Seen = append(t.Counts, counts), append(t.Seen, make([]bool, n))
	}
	return t
}

// Of returns the complete table of a board whose solutions were counted by site and value. There is at least one site.
func Of(in encode.Instance, counts [][]*big.Int) *Table {
	t := &Table{Instance: in, Counts: counts, Total: new(big.Int), Complete: true, Proved: true}
	for _, n := range counts[0] {
		t.Total.Add(t.Total, n)
	}
	t.Seen = wording.Each(counts, func(counts []*big.Int) []bool {
		return wording.Each(counts, func(n *big.Int) bool { return n.Sign() > 0 })
	})
	return t
}

var one = big.NewInt(1)

// Add counts a solution.
func (t *Table) Add(s encode.Solution) {
	t.Total.Add(t.Total, one)
	for i, v := range s.Values(len(s) > len(t.Seen)) {
		t.Counts[i][v].Add(t.Counts[i][v], one)
		t.Seen[i][v] = true
	}
}

// Empty reports whether it is proved that the board has no solution.
func (t *Table) Empty() bool {
	return t.Proved && t.Total.Sign() == 0 && !slices.ContainsFunc(t.Seen, func(values []bool) bool { return slices.Contains(values, true) })
}

// Backbone returns the value that all solutions share for each site, or -1 for a site without such
// a value. The board must have a solution, and Proved must be true.
func (t *Table) Backbone() []int {
	shared := slices.Repeat([]int{-1}, len(t.Seen))
	for i := range shared {
		if only := t.possible(i); len(only) == 1 {
			shared[i] = only[0]
		}
	}
	return shared
}

func (t *Table) possible(site int) []int {
	return encode.Where(t.Seen[site], func(seen bool) bool { return seen })
}

// Impossible lists, for each site, the values of no solution. Proved must be true.
func (t *Table) Impossible() [][]int {
	all := make([][]int, len(t.Seen))
	for i, seen := range t.Seen {
		all[i] = append([]int{}, encode.Where(seen, func(seen bool) bool { return !seen })...)
	}
	return all
}

// Format prints the backbone like a solution, with '?' for a site without a shared value.
func (t *Table) Format() string {
	sites := t.Instance.Sites()
	separator, like := "", []int{1}
	if i := slices.IndexFunc(sites, func(n int) bool { return n > 62 }); i >= 0 {
		separator, like = ",", sites[i:i+1] // Format then prints numbers
	}
	return strings.Join(wording.Each(t.Backbone(), func(v int) string {
		if v < 0 {
			return "?"
		}
		return formatValue(v, like)
	}), separator)
}

// label returns a short text for a value: the last word of the value's name. If this word has more
// than three characters, the label is the character for the value in the text of a solution.
func (t *Table) label(site, value int) string {
	name := layout.ValueName(t.Instance, site, value)
	name = name[strings.LastIndexByte(name, ' ')+1:]
	if utf8.RuneCountInString(name) <= 3 {
		return name
	}
	return formatValue(value, t.Instance.Sites()[site:site+1])
}

// formatValue prints a value of a site as in solutions.
func formatValue(value int, site []int) string {
	return encode.MakeSolution(encode.Wide(site), []int{value}).Format(site)
}

// These numbers limit how many sites a text names.
const (
	mostShared   = 60
	mostExcluded = 12
	mostGone     = 64 // values of one site
	mostNumbers  = 60
)

// Shared describes the backbone, which is the set of all shared values. The text says how many
// sites have a shared value. If the parameter whole is true, the text also says which sites. For a
// board with a layout, the text draws the cells, with '?' for the sites without a shared value.
func (t *Table) Shared(whole bool) string {
	shared := t.Backbone()
	known := encode.Where(shared, func(v int) bool { return v >= 0 })
	text := fmt.Sprintf("%d of %d sites have the same value in all solutions", len(known), len(shared))
	if !whole || len(known) == 0 {
		return text
	}
	if _, ok := t.Instance.(layout.HasLayout); ok {
		return text + "\n" + t.grid(func(site int) string {
			if shared[site] < 0 {
				return "?"
			}
			return t.label(site, shared[site])
		})
	}
	lines := wording.Each(known, func(site int) string {
		return layout.SiteName(t.Instance, site) + ": " + layout.ValueName(t.Instance, site, shared[site])
	})
	return text + "\n" + shorten(lines, mostShared)
}

// shorten joins at most the given number of lines, and adds how many lines it has left out.
func shorten(lines []string, most int) string {
	if n := len(lines) - most; n > 0 {
		lines = append(lines[:most:most], fmt.Sprintf("and %d more; --json lists all", n))
	}
	return strings.Join(lines, "\n")
}

// grid arranges the texts of the sites as the cells of the board. Cells without a site are blank.
func (t *Table) grid(text func(site int) string) string {
	h, w, cells := t.Instance.(layout.HasLayout).Layout()
	texts := make([]string, h*w)
	width := 1
	for i, cell := range cells {
		texts[cell] = text(i)
		width = max(width, utf8.RuneCountInString(texts[cell]))
	}
	var b strings.Builder
	for r := range h {
		row := wording.Each(texts[r*w:(r+1)*w], func(s string) string { return fmt.Sprintf("%*s", width, s) })
		separator := ""
		if width > 1 {
			separator = " "
		}
		b.WriteString(strings.TrimRight(strings.Join(row, separator), " ") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Excluded describes the impossible values. The text says how many impossible values there are,
// and lists them for each site that has more than one possible value.
func (t *Table) Excluded() string {
	all, gone := 0, 0
	var lines []string
	for i, values := range t.Impossible() {
		all, gone = all+len(t.Seen[i]), gone+len(values)
		if len(values) == 0 || len(t.possible(i)) == 1 {
			continue
		}
		shown := values[:min(len(values), mostGone)]
		names := wording.Each(shown, func(v int) string { return layout.ValueName(t.Instance, i, v) })
		if len(shown) < len(values) {
			names = append(names, fmt.Sprintf("and %d more values", len(values)-mostGone))
		}
		lines = append(lines, layout.SiteName(t.Instance, i)+": not "+strings.Join(names, ", "))
	}
	if gone == 0 {
		return "every site has each of its values in some solution"
	}
	text := fmt.Sprintf("%d of %d values of all sites occur in no solution", gone, all)
	if len(lines) == 0 {
		return text
	}
	return text + "\n" + shorten(lines, mostExcluded)
}

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
