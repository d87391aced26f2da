package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
	"counterproof/reports/study/theme"
)

// A table has a number for each two values of two dimensions, such as heights and widths.
type table struct {
	Name          string
	Rows, Columns []string
	Cells         map[[2]string]tableCell

	Across, Down string // the labels of the axes; if empty, the names of the dimensions
	Initials     bool   // columns are labelled with the first letters of their names
	Plain        bool   // the cells have colours but no numbers
	Means        bool   // a last row has the means of the columns
	RowHeight    vg.Length
}

type tableCell struct {
	Value  float64 // infinite without an answer
	N      int
	Boards []string // the boards of the samples, as data.BoardID names them
	Mark   string   // replaces the question mark of a cell without an answer
}

// twoDimensions parses two dimensions, such as "height,width" for rows and columns.
func twoDimensions(by string) (rows, columns data.Dimension, err error) {
	a, b, ok := strings.Cut(by, ",")
	if !ok {
		return rows, columns, fmt.Errorf("want two dimensions with a comma, such as height,width, got %.20q", by)
	}
	if rows, err = data.FindDimension(strings.TrimSpace(a)); err == nil {
		columns, err = data.FindDimension(strings.TrimSpace(b))
	}
	if err == nil && rows.Key == columns.Key {
		err = fmt.Errorf("want two different dimensions, got %.20q", by)
	}
	return rows, columns, err
}

// tabulate makes the table of a group. The result left counts the samples without a place in it.
func (q *query) tabulate(g *data.Group, rows, columns data.Dimension) (t table, left int) {
	t = table{Name: g.Name, Cells: map[[2]string]tableCell{}}
	byRow, left := data.Split(g.Samples, rows)
	byColumn, more := data.Split(g.Samples, columns)
	left = max(left, more)
	t.Columns = wording.Each(byColumn, func(c *data.Group) string { return c.Name })
	for _, r := range byRow {
		t.Rows = append(t.Rows, r.Name)
		cells, _ := data.Split(r.Samples, columns)
		for _, c := range cells {
			t.Cells[[2]string{r.Name, c.Name}] = cellOf(&q.Measure, c)
		}
	}
	return t, left
}

func cellOf(m *data.Measure, g *data.Group) tableCell {
	cell := tableCell{N: len(g.Samples), Boards: boardsOf(g.Samples, theme.MostTipBoards)}
	switch {
	case m.Property:
		p := portionOf(g)
		cell.Value, cell.N = p.share(), p.Of
	case m.Share:
		cell.Value = format.Tidy(stat.Mean(data.Ascending(g.Samples)))
	default:
		cell.Value = stat.Median(data.Ascending(g.Samples))
	}
	return cell
}

func (q *query) heat() (*Figure, error) {
	rows, columns, _ := twoDimensions(q.By)
	const most = 8
	var tables []table
	left := 0
	for _, g := range q.best(data.LinesBy(q.Samples, data.Except([]string{"method", "puzzle", "suite"}, rows.Key, columns.Key)...), most, "tables") {
		t, l := q.tabulate(g, rows, columns)
		tables, left = append(tables, t), left+l
	}
	q.warn.Add(data.NotMeasured, left, "%s of %s have no %s or no %s and are left out", format.Whole(left), format.Whole(len(q.Samples)), rows.Name, columns.Name)
	q.warn.NotTheSame(data.LinesBy(q.Samples, data.Except([]string{rows.Key, columns.Key, "puzzle", "suite"}, "method", "style")...)...)
	return q.heatOf(tables, rows, columns, false)
}

// heatOf draws tables with one colour scale, which is logarithmic for a wide range, unless linear is true.
func (q *query) heatOf(tables []table, rows, columns data.Dimension, linear bool) (*Figure, error) {
	c := contentsOf(tables)
	if len(c.values) == 0 {
		return nil, lacking(c.unsolved, "no record has %s, %s and %s", q.Measure.Name, rows.Name, columns.Name)
	}
	if c.least < stat.Enough && c.most > 1 {
		q.warn.Add(data.FewInstances, c.least, "there are cells of %d %s", c.least, format.Plural(c.least, "instance", "instances"))
	}
	ramp := q.ramp(c.values, !linear && !q.Measure.Property && q.logarithmic(c.values) && c.values[len(c.values)-1] > 0)
	across := q.across(tables)
	var plots []*plot.Plot
	var answers []string
	higher := vg.Length(0)
	for _, t := range tables {
		pl := q.picture(t, rows, columns, ramp)
		if columns.Number == nil && !t.Initials {
			higher = max(higher, slantColumns(pl, t, q.width()/vg.Length(across)))
		}
		plots = append(plots, pl)
		if text := q.tableText(t, rows, columns); text != "" {
			answers = append(answers, strings.TrimPrefix(t.Name+": "+text, ": "))
		}
	}
	f := tileTables(plots, tables, across, rows.Axis(), higher, ramp)
	f.Title = format.Capital(q.Measure.Axis()) + data.Subject(q.Samples)
	f.Caption = q.heatCaption(c, rows, columns)
	f.Answer = format.Capital(q.Measure.Axis()) + ": " + strings.Join(answers, "; ")
	return f, nil
}

type contents struct {
	values      []float64 // finite numbers in ascending order
	unsolved    int       // cells without an answer
	least, most int       // smallest and largest number of samples in a cell
}

func contentsOf(tables []table) contents {
	c := contents{least: math.MaxInt}
	for _, t := range tables {
		for _, cell := range t.Cells {
			c.least, c.most = min(c.least, cell.N), max(c.most, cell.N)
			if math.IsInf(cell.Value, 0) {
				c.unsolved++
				continue
			}
			c.values = append(c.values, cell.Value)
		}
	}
	slices.Sort(c.values)
	return c
}

func statistic(m *data.Measure) string {
	switch {
	case m.Property:
		return "share"
	case m.Share:
		return "mean"
	}
	return "median"
}

func (q *query) heatCaption(c contents, rows, columns data.Dimension) string {
	each := rangeOf(c.least, c.most) + " " + noun(rows, columns, c.most)
	if q.Measure.Property || c.most > 1 {
		each = ": the " + statistic(&q.Measure) + " over " + each
	} else {
		each = ", one " + noun(rows, columns, 1)
	}
	return fmt.Sprintf("%s of each %s and %s%s per cell, from %s to %s.", format.Capital(q.Measure.Axis()), rows.Name, columns.Name,
		each, q.Measure.Say(c.values[0]), q.Measure.Say(c.values[len(c.values)-1])) + format.Some(c.unsolved, " ? marks ", " without an answer.")
}

func (q *query) across(tables []table) int {
	wide := slices.ContainsFunc(tables, func(t table) bool { return len(t.Columns) > 12 })
	return wording.Either(len(tables) > 1 && q.Width != Column && !wide, 2, 1)
}

// slantColumns rotates the names of the columns if a table of the given width has no room for them
// side by side. The result is the extra height that the rotated names need.
func slantColumns(pl *plot.Plot, t table, width vg.Length) vg.Length {
	names := slices.Clone(t.Columns)
	room := (width - min(widest(t.Rows), width/2) - 40) / vg.Length(len(names))
	if widest(names)+4 <= room {
		return 0
	}
	higher := slant(&pl.X, names, room)
	pl.X.Tick.Marker = theme.NameTicks(names, func(i int) float64 { return float64(i + 1) })
	return higher
}

// tileTables arranges the tables. The parameter higher is the extra height of a table for its labels.
func tileTables(plots []*plot.Plot, tables []table, across int, label string, higher vg.Length, ramp ramp) *Figure {
	height := max(theme.Style(theme.LabelSize, theme.Black).Width(label)+0.75*vg.Inch, 1.4*vg.Inch)
	for _, t := range tables {
		height = max(height, 0.75*vg.Inch+cmp.Or(t.RowHeight, 0.24*vg.Inch)*vg.Length(len(t.rowNames())))
	}
	height += higher
	down := (len(tables) + across - 1) / across
	const below = 44
	return &Figure{
		W: theme.FigureWidth, H: height*vg.Length(down) + (below+24)*vg.Length(1),
		draw: func(c draw.Canvas) {
			for i, pl := range plots {
				row := height * vg.Length(down-1-i/across)
				part := draw.Crop(c, 0, 0, below+row, 0)
				part.Max.Y = part.Min.Y + height - 6
				theme.Show(pl, draw.Tiles{Rows: 1, Cols: across, PadX: 18}.At(part, i%across, 0))
			}
			width := c.Max.X - c.Min.X
			theme.Show(ramp.bar(), draw.Crop(c, width*0.28, -width*0.28, 0, -(c.Max.Y-c.Min.Y-below+6)))
		},
	}
}

func noun(rows, columns data.Dimension, n int) string {
	sizes := []string{"height", "width", "size", "cells"}
	if slices.Contains(sizes, rows.Key) && slices.Contains(sizes, columns.Key) {
		return format.Plural(n, "board", "boards")
	}
	return format.Plural(n, "instance", "instances")
}

// manyPlaces is the smallest number of cells that a text counts instead of naming each cell.
const manyPlaces = 4

// tableText names the smallest and the largest number of a table, with their rows and columns. If
// both dimensions are numbers, the text adds the numbers on the diagonal. If at least three
// numbers on the diagonal are 0, the text leaves out the zeros.
func (q *query) tableText(t table, rows, columns data.Dimension) string {
	known := contentsOf([]table{t}).values
	n := len(known)
	if n == 0 {
		return ""
	}
	least, most := known[0], known[n-1]
	places := func(x float64) string {
		var at []string
		for _, r := range t.Rows {
			for _, c := range t.Columns {
				if cell, ok := t.Cells[[2]string{r, c}]; ok && cell.Value == x {
					at = append(at, placeOf(rows, columns, r, c))
				}
			}
		}
		if len(at) >= manyPlaces {
			return fmt.Sprintf("%s (%s of %s cells)", q.Measure.Say(x), format.Whole(len(at)), format.Whole(n))
		}
		return fmt.Sprintf("%s (%s)", q.Measure.Say(x), format.List(at))
	}
	if least == most {
		return q.Measure.Say(least) + " everywhere"
	}
	text := "from " + places(least) + " to " + places(most)
	if rows.Number == nil || columns.Number == nil || q.Measure.Property {
		return text
	}
	var all, others, values []string
	for _, r := range t.Rows {
		cell, ok := t.Cells[[2]string{r, r}]
		if !ok {
			continue
		}
		at, value := placeOf(rows, columns, r, r), q.Measure.Say(cell.Value)
		all, values = append(all, at), append(values, value)
		if cell.Value != 0 {
			others = append(others, at+" ("+value+")")
		}
	}
	switch {
	case len(all) < 3 || q.Measure.Timed():
	case len(others) == 0:
		text += fmt.Sprintf("; 0 all along the diagonal, %s to %s", all[0], all[len(all)-1])
	case len(all)-len(others) >= 3:
		text += fmt.Sprintf("; on the diagonal, %s to %s, it is not 0 at %s", all[0], all[len(all)-1], strings.Join(others, ", "))
	default:
		text += fmt.Sprintf("; on the diagonal, %s to %s: %s", all[0], all[len(all)-1], strings.Join(values, ", "))
	}
	return text
}

func placeOf(rows, columns data.Dimension, row, column string) string {
	if rows.Key == "height" && columns.Key == "width" {
		return row + "x" + column
	}
	return rows.Of(row) + ", " + columns.Of(column)
}

func (q *query) picture(t table, byRow, byColumn data.Dimension, ramp ramp) *plot.Plot {
	title, n := t.Name, 0
	for _, cell := range t.Cells {
		n += cell.N
	}
	title += wording.If(title != "", ", "+countText(n))
	p := theme.Cells(title, t.rowNames(), t.Columns, func(row, column int) (theme.Cell, bool) {
		if row == len(t.Rows) {
			mean, ok := t.columnMean(t.Columns[column])
			return theme.Cell{Text: q.Measure.Short(mean), Fill: theme.White}, ok
		}
		cell, ok := t.Cells[[2]string{t.Rows[row], t.Columns[column]}]
		own := theme.Cell{Text: q.Measure.Short(cell.Value), Fill: theme.Shade(ramp.part(cell.Value)), Boards: cell.Boards}
		switch {
		case cell.Mark == "!":
			own.Text, own.Fill = cell.Mark, theme.Vermillion
		case !ok || math.IsInf(cell.Value, 0):
			own.Text, own.Fill = cmp.Or(cell.Mark, "?"), theme.Pale
		case t.Plain:
			own.Text = ""
		}
		return own, ok
	})
	p.X.Label.Text, p.Y.Label.Text = cmp.Or(t.Across, byColumn.Axis()), cmp.Or(t.Down, byRow.Axis())
	if t.Initials {
		p.X.Tick.Marker = theme.NameTicks(firstLetters(t.Columns, 1), func(i int) float64 { return float64(i + 1) })
	}
	return p
}

type ramp struct {
	measure data.Measure
	lo, hi  float64
	log     bool
}

func (q *query) ramp(xs []float64, log bool) ramp {
	if q.Measure.Property {
		return ramp{q.Measure, 0, 1, false}
	}
	if log {
		xs, _ = theme.Positive(xs)
	}
	return ramp{q.Measure, xs[0], xs[len(xs)-1], log}
}

func (r ramp) part(x float64) float64 {
	switch {
	case r.hi <= r.lo:
		return 0.5
	case r.log:
		return math.Log(max(x, r.lo)/r.lo) / math.Log(r.hi/r.lo)
	}
	return (x - r.lo) / (r.hi - r.lo)
}

// bar returns a plot of the colour scale as a bar, which is the legend of the tables.
func (r ramp) bar() *plot.Plot {
	p := theme.NewPlot("", r.measure.Axis(), "")
	p.HideY()
	p.X.Padding, p.X.LineStyle.Width = 2, 0
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	ticks := []plot.Tick{{Value: 0, Label: r.measure.Short(r.lo)}, {Value: 1, Label: r.measure.Short(r.hi)}}
	if r.hi <= r.lo {
		ticks = []plot.Tick{{Value: 0.5, Label: r.measure.Short(r.lo)}}
	} else {
		inner := theme.EvenTicks{}.Ticks(r.lo, r.hi)
		if r.log {
			inner = theme.LogTicks{Label: format.DecimalLabel}.Ticks(r.lo, r.hi)
		}
		for _, t := range inner {
			// The two ends have labels already, so keep a distance from them.
			if f := r.part(t.Value); t.Label != "" && f > 0.12 && f < 0.88 {
				ticks = append(ticks, plot.Tick{Value: f, Label: r.measure.Short(t.Value)})
			}
		}
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.Add(theme.Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		const steps = 128
		for i := range steps {
			// An overlap of half a point prevents seams when the picture is scaled.
			left, right := x(float64(i)/steps), min(x(float64(i+1)/steps)+0.5, x(1))
			theme.Fill(c, theme.Shade((float64(i)+0.5)/steps), vg.Rectangle{Min: vg.Point{X: left, Y: y(0)}, Max: vg.Point{X: right, Y: y(1)}})
		}
	}))
	return p
}
