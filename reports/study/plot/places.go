package plot

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"math/big"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

// These are the words for a row and a column of the table of a calendar, the only puzzle whose
// instances have a place in a table.
const (
	rowNoun    = "month"
	columnNoun = "day of the month"
)

// placesTable returns the counts of the boards as a table, such as the days of a year by month. A
// board without an exact count has a mark instead of a number.
func placesTable(t *data.Tally, p Plot, rows, columns data.Dimension) (*query, table) {
	if hasParts(t) {
		rows.Text = rowOfPart
	}
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
		cell.Boards, cell.Mark = []string{data.BoardID(&b.Records[0])}, markOf(b)
		places.Cells[[2]string{row, column}] = cell
	}
	return q, places
}

// hasParts reports whether several boards have the same row and column. In this case, the table
// needs a separate row for each part of a row: the field Part of result.Cell.
func hasParts(t *data.Tally) bool {
	all, _ := t.Placed()
	return len(all) > len(result.GroupBy(all, func(b *judge.Case) [2]string {
		cell := data.InstanceCell(&b.Records[0])
		return [2]string{cell.Row, cell.Column}
	}))
}

func rowOfPart(r *result.Record) (string, bool) {
	cell := data.InstanceCell(r)
	return strings.TrimSpace(cell.Row + " " + cell.Part), cell.Row != ""
}

// orderParts sorts names that rowOfPart returned, such as "January Mon". It keeps the order of the
// rows (January), and sorts the parts of each row (Mon) by their first occurrence in the records.
func orderParts(rows []string, recs []result.Record) {
	cells, parts := map[string]result.Cell{}, []string{}
	for k := range recs {
		cell := data.InstanceCell(&recs[k])
		if name, ok := rowOfPart(&recs[k]); ok {
			cells[name] = cell
		}
		parts = append(parts, cell.Part)
	}
	order := wording.Each(rows, func(name string) string { return cells[name].Row })
	slices.SortStableFunc(rows, func(a, b string) int {
		x, y := cells[a], cells[b]
		return cmp.Or(slices.Index(order, x.Row)-slices.Index(order, y.Row), slices.Index(parts, x.Part)-slices.Index(parts, y.Part))
	})
}

// ErrNarrow is the error of Draw for a table that is too wide for the width of a column.
var ErrNarrow = errors.New("several instances have the same row and column, and the width of a column has no room for them: choose the full width")

func drawPlaces(from *data.Source, p Plot) (*Figure, error) {
	t := from.Tally()
	all, known := t.Placed()
	if len(known) == 0 {
		return nil, errors.New("no record has an exact count of an instance with a row and a column")
	}
	rows, columns, averaged := data.MustDimension("row"), data.MustDimension("column"), columnNoun
	parts, slim := hasParts(t), p.Width == Column
	switch {
	case parts && slim:
		return nil, ErrNarrow
	case slim: // a column has no room for 31 numbers side by side
		rows, columns, averaged = columns, rows, rowNoun
	}
	q, places := placesTable(t, p, rows, columns)
	places.Across, places.RowHeight = columnNoun, 0.19*vg.Inch
	if slim {
		places.Across, places.Down, places.Initials, places.RowHeight = "", columnNoun, true, 0.136*vg.Inch
	}
	if parts {
		places.Down, places.RowHeight = rowNoun, 0.136*vg.Inch
		orderParts(places.Rows, from.Records)
	}
	ns := judge.Counts(known)
	noun := data.NounOf(all, len(all))
	// Numbers of four digits fit only into cells that are wide enough.
	places.Plain = len(places.Columns) > 20 && len(ns[len(ns)-1].String()) > 3
	places.Means = !places.Plain
	says := wording.Either(places.Plain, "The colour of each cell is the number of solutions of a %s", "Each cell is a %s with its number of solutions")
	f, err := q.heatOf([]table{places}, rows, columns, true)
	if err != nil {
		return nil, err
	}
	f.Warnings = q.warn
	f.Title = "Solutions of each day of the year"
	f.Caption = fmt.Sprintf(says+": %d of the %d %s have an exact count."+
		" ? marks one without an answer, > a lower bound, and ! a disagreement.", data.NounOf(all, 1), len(known), len(all), noun)
	f.Caption += wording.If(places.Means, " The last row has the mean of each "+averaged+".")
	f.Answer = fmt.Sprintf("From %s to %s solutions on %d of the %d %s", format.Grouped(ns[0].String()), format.Grouped(ns[len(ns)-1].String()), len(known), len(all), noun)
	return f, nil
}

// countOrNone returns the exact count, or infinity if there is no count that can be drawn.
func countOrNone(r *result.Record) (float64, bool) {
	x, ok := data.ExactCount(r)
	return wording.Either(ok, x, math.Inf(1)), true
}

func markOf(b *judge.Case) string {
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

func (t *table) rowNames() []string {
	if !t.Means {
		return t.Rows
	}
	return append(slices.Clone(t.Rows), "mean")
}

// columnMean returns the mean of the numbers in a column as a whole number.
func (t *table) columnMean(column string) (mean float64, ok bool) {
	sum, n := 0.0, 0.0
	for _, row := range t.Rows {
		if cell, ok := t.Cells[[2]string{row, column}]; ok && !math.IsInf(cell.Value, 0) {
			sum, n = sum+cell.Value, n+1
		}
	}
	return math.Round(sum / n), n > 0
}

type rowTotal struct {
	Name   string
	counts []*big.Int // of the boards with a known count
}

// rowTotals returns the totals in the order in which the rows first occur among the boards.
func rowTotals(boards []*judge.Case) []*rowTotal {
	name := func(b *judge.Case) string { return data.InstanceCell(&b.Records[0]).Row }
	return wording.Each(result.GroupBy(boards, name), func(boards []*judge.Case) *rowTotal {
		return &rowTotal{name(boards[0]), judge.Counts(data.CountedOf(boards))}
	})
}

// mean returns the mean number of solutions of the boards of a row. Rows such as months have
// different numbers of boards, so totals would mislead.
func (r *rowTotal) mean() *big.Rat { return stat.ExactMean(r.counts) }

func (r *rowTotal) meanText() string {
	if whole := new(big.Int).Quo(r.mean().Num(), r.mean().Denom()); whole.BitLen() > 16 {
		whole.SetString(r.mean().FloatString(0), 10) // rounded
		return format.Grouped(format.Compact(whole, 7))
	}
	return format.Decimals(r.mean(), 1)
}

func drawRows(from *data.Source, p Plot) (*Figure, error) {
	boards, known := from.Tally().Placed()
	if len(known) == 0 {
		return nil, errors.New("no record has an exact count of an instance with a row and a column")
	}
	rows, all, one := rowTotals(boards), stat.Sum(judge.Counts(known)), data.NounOf(boards, 1)
	counted := slices.DeleteFunc(slices.Clone(rows), func(r *rowTotal) bool { return len(r.counts) == 0 })
	compare := func(a, b *rowTotal) int { return a.mean().Cmp(b.mean()) }
	lowest, highest, fewest, most := ends(counted, compare, func(r *rowTotal) string { return r.Name })
	pl := rowBars(rows, highest.mean(), one, &p)
	f := &Figure{
		Title: "Solutions by " + rowNoun,
		Caption: fmt.Sprintf("The mean number of solutions per %s in each %s, and in the bar the total: %s in all, over %d of the %d %s.",
			one, rowNoun, format.Grouped(all.String()), len(known), len(boards), data.NounOf(boards, len(boards))),
		Answer: fmt.Sprintf("Most per %s in %s (%s), fewest in %s (%s)", one, most, highest.meanText(), fewest, lowest.meanText()),
		W:      theme.FigureWidth, H: 2.9 * vg.Inch, draw: func(c draw.Canvas) { theme.Show(pl, c) },
	}
	if most != fewest && len(fewest) < 40 {
		f.Result = fmt.Sprintf("%s has the fewest solutions per %s: %s", fewest, one, lowest.meanText())
	}
	return f, nil
}

// rowBars draws the bars of the rows. The parameter highest is the mean of the highest bar.
func rowBars(rows []*rowTotal, highest *big.Rat, one string, p *Plot) *plot.Plot {
	if highest.Sign() == 0 {
		highest = big.NewRat(1, 1) // the axis must have a length
	}
	pl := theme.NewPlot("", "", "solutions per "+one)
	scale, _ := highest.Float64()
	if scale > 1e290 {
		scale = 1
		pl.Y.Label.Text = "solutions (1 = " + format.Compact(new(big.Int).Quo(highest.Num(), highest.Denom()), 8) + ")"
	}
	letters := wording.Either(p.Width == Column, 1, 3)
	names := firstLetters(wording.Each(rows, func(r *rowTotal) string { return r.Name }), letters)
	pl.X.Min, pl.X.Max, pl.Y.Min, pl.Y.Max = -0.6, float64(len(rows))-0.4, 0, scale*1.1
	pl.X.Padding, pl.Y.Padding, pl.X.Tick.Length = 0, 0, 0
	pl.X.Tick.Marker, pl.Y.Tick.Marker = theme.NameTicks(names, func(i int) float64 { return float64(i) }), theme.EvenTicks{}
	pl.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, r := range rows {
			if len(r.counts) > 0 {
				part, _ := new(big.Rat).Quo(r.mean(), highest).Float64()
				r.bar(c, x, y, float64(i), scale*part)
			}
		}
	}))
	return pl
}

func firstLetters(names []string, n int) []string {
	return wording.Each(names, func(name string) string {
		letters := []rune(name)
		return string(letters[:min(n, len(letters))])
	})
}

// bar writes the mean above the bar, rotated if it is wider, and the total into it if there is room.
func (r *rowTotal) bar(c draw.Canvas, x, y func(float64) vg.Length, at, height float64) {
	top, number, total := y(height), r.meanText(), format.Grouped(format.Compact(stat.Sum(r.counts), 7))
	bar := vg.Rectangle{Min: vg.Point{X: x(at - 0.37), Y: y(0)}, Max: vg.Point{X: x(at + 0.37), Y: top}}
	theme.Fill(c, theme.Blue, bar)
	theme.Tip(c, bar, theme.Label{Text: fmt.Sprintf("%s: %s on average, %s in total", r.Name, number, total)})
	sty := theme.Style(theme.TickSize, theme.Black)
	sty.XAlign, sty.YAlign = text.XCenter, text.YBottom
	if sty.Width(number) <= x(1)-x(0) {
		c.FillText(sty, vg.Point{X: x(at), Y: top + 2}, number)
		if sty.Color = theme.White; sty.Width(total) < bar.Max.X-bar.Min.X && top-y(0) > 16 {
			c.FillText(sty, vg.Point{X: x(at), Y: y(0) + 3}, total)
		}
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

func drawExtremes(from *data.Source, _ Plot) (*Figure, error) {
	t := from.Tally()
	fewest, most := data.Extremes(t, 2*listed)
	n := len(fewest)
	if n == 0 {
		return nil, errors.New("no record has an exact count")
	}
	f := &Figure{
		Title:   format.Capital(t.Solutions()) + " of " + oneOrAll(n, t.Noun(n)),
		Caption: fmt.Sprintf("The %s of %s, in ascending order.", t.Solutions(), oneOrAll(n, t.Noun(n))),
	}
	lists := []*plot.Plot{ranking(t, fewest, fewest[n-1].Count, "", theme.Blue)}
	if all := len(t.Counted()); all > n {
		n = listed
		f = &Figure{
			Title:  "The fewest and the most " + t.Solutions(),
			Result: extremesResult(fewest[0], most[0]),
			Caption: fmt.Sprintf("The %d %s with the fewest and the most %s, of %s. Both axes have the same scale.",
				n, t.Noun(n), t.Solutions(), format.Whole(all)),
		}
		lists = []*plot.Plot{
			ranking(t, fewest[:n], most[0].Count, fmt.Sprintf("the %d %s with the fewest", n, t.Noun(n)), theme.Blue),
			ranking(t, most[:n], most[0].Count, fmt.Sprintf("the %d %s with the most", n, t.Noun(n)), theme.Vermillion),
		}
	}
	f.W, f.H, f.across = theme.FigureWidth, (1.15+0.166*vg.Length(max(n, 3)))*vg.Inch, len(lists)
	f.draw = func(c draw.Canvas) {
		for i, part := range theme.SplitCanvas(c, len(lists), 18) {
			theme.Show(lists[i], part)
		}
	}
	return f, nil
}

// listed is the number of instances in each list: those with the fewest and with the most solutions. If
// one list has room for all instances, the picture has only this list.
const listed = 20

func oneOrAll(n int, noun string) string {
	return wording.Either(n == 1, "one "+noun, fmt.Sprintf("all %d %s", n, noun))
}

// extremesResult returns a text such as "From 7 solutions (6 October) to 216 (25 January)", or "" if
// the names of the boards are too long for a title.
func extremesResult(fewest, most *judge.Case) string {
	a, b := format.Label(&fewest.Records[0]), format.Label(&most.Records[0])
	short := len(a)+len(b) <= 40 && fewest.Count.Cmp(most.Count) != 0
	return wording.If(short, fmt.Sprintf("From %s solutions (%s) to %s (%s)", format.Grouped(format.Compact(fewest.Count, 6)), a, format.Grouped(format.Compact(most.Count, 6)), b))
}

// ranking draws the first instance on top. The axis has room for the count longest.
func ranking(t *data.Tally, ins []*judge.Case, longest *big.Int, title string, fill color.NRGBA) *plot.Plot {
	p := theme.NewPlot(title, t.Solutions(), "")
	if longest.Sign() == 0 {
		longest = big.NewInt(1)
	}
	scale, ok := stat.Float(longest)
	if !ok {
		// If the count exceeds a float64, the axis shows shares of the longest bar.
		scale = 1
		p.X.Label.Text += " (1 = " + format.Compact(longest, 8) + ")"
	}
	p.X.Min, p.X.Max = 0, scale*1.13
	p.Y.Min, p.Y.Max = float64(-len(ins))+0.4, 0.6
	p.X.Padding, p.Y.Padding = 0, 0
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0.6, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = theme.EvenTicks{}, theme.NameTicks(labelsOf(ins), func(i int) float64 { return float64(-i) })
	p.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		label := theme.Style(7.5, theme.Black)
		for i, in := range ins {
			part, _ := new(big.Rat).SetFrac(in.Count, longest).Float64()
			end, count := x(scale*part), format.Grouped(format.Compact(in.Count, 6))
			theme.Fill(c, fill, vg.Rectangle{Min: vg.Point{X: x(0), Y: y(float64(-i) - 0.37)}, Max: vg.Point{X: end, Y: y(float64(-i) + 0.37)}})
			theme.Write(c, label, vg.Point{X: end + 3, Y: y(float64(-i))}, count)
			theme.Tip(c, vg.Rectangle{Min: vg.Point{X: x(0), Y: y(float64(-i) - 0.5)}, Max: vg.Point{X: c.Max.X, Y: y(float64(-i) + 0.5)}}, theme.Label{Text: format.Shorten(format.Label(&in.Records[0]), 60) + ": " + count, Boards: []string{data.BoardID(&in.Records[0])}})
		}
	}))
	return p
}

// labelsOf returns the names of the instances for an axis. For a notation that is too long, the
// name is the size of the board, provided that every other board has another size.
func labelsOf(ins []*judge.Case) []string {
	size := func(in *judge.Case) string {
		text, _ := data.MustDimension("size").Text(&in.Records[0])
		return text
	}
	return wording.Each(ins, func(in *judge.Case) string {
		label, own := format.ShortLabel(&in.Records[0]), size(in)
		shared := slices.ContainsFunc(ins, func(other *judge.Case) bool { return other != in && size(other) == own })
		return wording.Either(strings.Contains(label, "…") && own != "" && !shared, own+" board", label)
	})
}
