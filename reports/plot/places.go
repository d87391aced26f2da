package plot

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/judge"
	"counterproof/bench/result"
	"counterproof/reports/data"
	"counterproof/reports/format"
	"counterproof/reports/stat"
	"counterproof/reports/theme"
)

// placesTable returns the counts of the boards as a table, such as the days of a year by month. A
// board without an exact count has a mark instead of a number.
func placesTable(t *data.Tally, p Plot, rows, columns data.Dimension) (*query, table) {
	q := &query{Plot: p, Measure: data.MustMeasure("count")}
	q.Measure.Value = countOrNone
	q.Samples, _, _ = data.SamplesOf(t.Agreed(), q.Measure)
	places, _ := q.tabulate(&data.Group{Samples: q.Samples}, rows, columns)
	for _, b := range t.Boards {
		row, ok := rows.Text(&b.Records[0])
		if !ok {
			continue
		}
		column, _ := columns.Text(&b.Records[0])
		cell := places.Cells[[2]string{row, column}]
		if cell.Mark = markOf(b); cell.Mark == "!" {
			cell.Value = math.Inf(1)
		}
		places.Cells[[2]string{row, column}] = cell
	}
	return q, places
}

// drawPlaces draws the counts of the instances that state a row and column, as a table of coloured
// cells.
func drawPlaces(recs []result.Record, p Plot) (*Figure, error) {
	t := data.NewTally(recs)
	all, known := t.Placed()
	if len(known) == 0 {
		return nil, errors.New("no record has an exact count of an instance with a row and a column")
	}
	rows, columns := data.MustDimension("row"), data.MustDimension("column")
	if p.Width == column { // a column has no room for 31 numbers side by side
		rows, columns = columns, rows
	}
	q, places := placesTable(t, p, rows, columns)
	places.Across, places.RowHeight = p.columnNoun(), 0.19*vg.Inch
	if p.Width == column {
		places.Across, places.Down, places.Initials, places.RowHeight = "", p.columnNoun(), true, 0.136*vg.Inch
	}
	f, err := q.heatOf([]table{places}, rows, columns, true)
	if err != nil {
		return nil, err
	}
	ns := judge.Counts(known)
	noun := data.NounOf(all, len(all))
	f.Warnings = q.warn
	f.Title = "Solutions of each " + data.NounOf(all, 1)
	f.Caption = fmt.Sprintf("Each cell is a %s with its number of solutions: %d of the %d %s have an exact count."+
		" ? marks one without an answer, > a lower bound, and ! a disagreement.", data.NounOf(all, 1), len(known), len(all), noun)
	f.Answer = fmt.Sprintf("From %s to %s solutions on %d of the %d %s", format.Grouped(ns[0].String()), format.Grouped(ns[len(ns)-1].String()), len(known), len(all), noun)
	return f, nil
}

// countOrNone returns the exact count, or infinity if there is no count that can be drawn.
func countOrNone(r *result.Record) (float64, bool) {
	if x, ok := data.ExactCount(r); ok {
		return x, true
	}
	return math.Inf(1), true
}

// markOf returns the text of a cell whose count is unknown, or too large to have a colour.
func markOf(b *judge.Board) string {
	switch {
	case b.Wrong():
		return "!"
	case b.Count != nil:
		return format.Compact(b.Count, 5)
	case b.AtLeast != nil && b.AtLeast.Sign() > 0:
		return ">" + format.Compact(new(big.Int).Sub(b.AtLeast, big.NewInt(1)), 4)
	}
	return "?"
}

// A rowTotal is the number of solutions in one row of the table.
type rowTotal struct {
	Name    string
	Total   *big.Int
	Counted int // number of boards with a known count
}

// rowTotals returns the totals of all rows, in the order in which the rows first occur among the
// boards.
func rowTotals(boards []*judge.Board) []*rowTotal {
	index := map[string]*rowTotal{}
	var all []*rowTotal
	for _, b := range boards {
		name := data.InstanceCell(&b.Records[0]).Row
		row := index[name]
		if row == nil {
			row = &rowTotal{Name: name, Total: new(big.Int)}
			index[name] = row
			all = append(all, row)
		}
		if b.Count != nil {
			row.Total.Add(row.Total, b.Count)
			row.Counted++
		}
	}
	return all
}

// extreme returns the smallest or the largest total, and the names of the rows that have it. The
// function beyond decides which: it reports whether the total a is more extreme than b.
func extreme(rows []*rowTotal, beyond func(a, b *big.Int) bool) (names string, total *big.Int) {
	var found []string
	for _, r := range rows {
		switch {
		case r.Counted == 0 || total != nil && beyond(total, r.Total):
		case total != nil && total.Cmp(r.Total) == 0:
			found = append(found, r.Name)
		default:
			found, total = []string{r.Name}, r.Total
		}
	}
	return format.List(found) + " (" + format.Grouped(total.String()) + ")", total
}

// drawRows draws a bar for each row of the table, as high as the total of the row.
func drawRows(recs []result.Record, p Plot) (*Figure, error) {
	boards, known := data.NewTally(recs).Placed()
	if len(known) == 0 {
		return nil, errors.New("no record has an exact count of an instance with a row and a column")
	}
	rows := rowTotals(boards)
	all := new(big.Int)
	var names []plot.Tick
	for i, r := range rows {
		names = append(names, plot.Tick{Value: float64(i), Label: r.Name})
		all.Add(all, r.Total)
	}
	most, longest := extreme(rows, func(a, b *big.Int) bool { return a.Cmp(b) > 0 })
	fewest, _ := extreme(rows, func(a, b *big.Int) bool { return a.Cmp(b) < 0 })
	if longest.Sign() == 0 {
		longest = big.NewInt(1) // the axis must have a length
	}
	pl := theme.NewPlot("", "", "solutions in the "+p.rowNoun())
	scale, ok := stat.Float(longest)
	if !ok {
		scale = 1
		pl.Y.Label.Text = "solutions (1 = " + format.Compact(longest, 8) + ")"
	}
	letters := 3
	if p.Width == column {
		letters = 1
	}
	pl.X.Min, pl.X.Max, pl.Y.Min, pl.Y.Max = -0.6, float64(len(rows))-0.4, 0, scale*1.1
	pl.X.Padding, pl.Y.Padding, pl.X.Tick.Length = 0, 0, 0
	pl.X.Tick.Marker, pl.Y.Tick.Marker = theme.FirstLetters{Ticker: plot.ConstantTicks(names), N: letters}, theme.EvenTicks{}
	pl.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, r := range rows {
			if r.Counted > 0 {
				r.bar(c, x, y, float64(i), scale*stat.Fraction(r.Total, new(big.Int), longest))
			}
		}
	}))
	return &Figure{
		Title:   "Solutions by " + p.rowNoun(),
		Caption: fmt.Sprintf("The solutions of all %s of each %s together, %s in all, over %d of the %d %s.", data.NounOf(boards, 2), p.rowNoun(), format.Grouped(all.String()), len(known), len(boards), data.NounOf(boards, len(boards))),
		Answer:  "Most in " + most + ", fewest in " + fewest,
		W:       theme.FigureWidth, H: 2.9 * vg.Inch, draw: func(c draw.Canvas) { theme.Show(pl, c) },
	}, nil
}

// bar draws a bar of the given height and writes its number above it. It rotates a number that is
// wider than the bar.
func (r *rowTotal) bar(c draw.Canvas, x, y func(float64) vg.Length, at, height float64) {
	top := y(height)
	theme.Fill(c, theme.Blue, vg.Rectangle{Min: vg.Point{X: x(at - 0.37), Y: y(0)}, Max: vg.Point{X: x(at + 0.37), Y: top}})
	number := format.Grouped(format.Compact(r.Total, 7))
	sty := theme.Style(theme.TickSize, theme.Black)
	sty.XAlign, sty.YAlign = text.XCenter, text.YBottom
	if sty.Width(number) <= x(1)-x(0) {
		c.FillText(sty, vg.Point{X: x(at), Y: top + 2}, number)
		return
	}
	sty = theme.Style(7.5, theme.White)
	sty.Rotation, sty.XAlign, sty.YAlign = math.Pi/2, text.XRight, text.YCenter
	end := vg.Point{X: x(at), Y: top - 3}
	if top-y(0) < sty.Width(number)+6 {
		sty.Color, sty.XAlign, end.Y = theme.Black, text.XLeft, top+3
	}
	c.FillText(sty, end, number)
}
