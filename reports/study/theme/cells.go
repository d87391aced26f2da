package theme

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Cell is a cell of a table: its text, its colour, and the boards that the cell is about.
type Cell struct {
	Text   string
	Fill   color.NRGBA
	Boards []string
}

// Cells returns a table of coloured cells with the first row on top. A text that does not fit
// becomes smaller or is left out. If the function cell returns false, the cell stays empty.
func Cells(title string, rowNames, columnNames []string, cell func(row, column int) (Cell, bool)) *plot.Plot {
	p := NewPlot(title, "", "")
	Rows(p, rowNames)
	p.Y.Padding = 2
	p.X.Min, p.X.Max, p.X.Padding = 0.5, float64(len(columnNames))+0.5, 2
	p.X.LineStyle.Width, p.X.Tick.Length = 0, 0
	p.X.Tick.Marker = NameTicks(columnNames, func(i int) float64 { return float64(i + 1) })
	p.Add(Drawing(func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i := range rowNames {
			for k := range columnNames {
				own, ok := cell(i, k)
				if !ok {
					continue
				}
				top := float64(len(rowNames) - i)
				r := vg.Rectangle{Min: vg.Point{X: x(float64(k)+0.5) + 0.4, Y: y(top-0.5) + 0.4}}
				r.Max = vg.Point{X: x(float64(k)+1.5) - 0.4, Y: y(top+0.5) - 0.4}
				text, fill := own.Text, own.Fill
				Fill(c, fill, r)
				if text != "" {
					Tip(c, r, Label{rowNames[i] + ", " + columnNames[k] + ": " + text, own.Boards})
				}
				if min(fill.R, fill.G, fill.B) > Pale.R { // almost as white as the page
					Frame(c, draw.LineStyle{Color: Pale, Width: 0.4}, r)
				}
				sty := Centred(7.6, Ink(fill))
				if w := sty.Width(text); w > r.Max.X-r.Min.X-2 {
					sty.Font.Size *= (r.Max.X - r.Min.X - 2) / w
				}
				if sty.Font.Size >= 6.5 && r.Max.Y-r.Min.Y >= 7 {
					Write(c, sty, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, text)
				}
			}
		}
	}))
	return p
}
