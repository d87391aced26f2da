package page

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"html"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// This file reads the numbers of a report back from its files: from the SVG of a picture, from a
// table of the page, from a text, and from the CSV.

var quantityText = regexp.MustCompile(`^([−-]?[\d,.]+)(?: ?(ns|µs|ms|s|%|×))?$`)

// quantity reads a number with a unit, such as "1,200 s", "38%" or "no answer", which is infinite.
func quantity(text string) (float64, bool) {
	text = strings.Trim(text, " .,;()")
	if text == "no answer" || text == "?" {
		return math.Inf(1), true
	}
	m := quantityText.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.NewReplacer(",", "", "−", "-").Replace(m[1]), 64)
	return x * map[string]float64{"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "%": 0.01, "s": 1, "×": 1, "": 1}[m[2]], err == nil
}

// stated returns the numbers that the groups of a pattern match in a text. A group that matches
// nothing gives NaN.
func stated(t *testing.T, text, pattern string) []float64 {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		t.Errorf("no %q in %q", pattern, text)
		return nil
	}
	var xs []float64
	for _, part := range m[1:] {
		x, ok := quantity(part)
		if !ok {
			x = math.NaN()
		}
		xs = append(xs, x)
	}
	return xs
}

// tableRows reads a table of the page. Each row maps the headings to the texts of the cells.
func tableRows(page, id string) (rows []map[string]string) {
	m := regexp.MustCompile(`(?s)<table id="` + id + `">(.*?)</table>`).FindStringSubmatch(page)
	if m == nil {
		return nil
	}
	texts := func(row, tag string) (all []string) {
		for _, cell := range regexp.MustCompile(`<`+tag+`\b[^>]*>(.*?)</`+tag+`>`).FindAllStringSubmatch(row, -1) {
			all = append(all, html.UnescapeString(strings.ReplaceAll(cell[1], "<wbr>", "")))
		}
		return all
	}
	heads := texts(m[1], "th")
	for _, row := range regexp.MustCompile(`<tr\b.*?</tr>`).FindAllString(m[1], -1) {
		cells := texts(row, "td")
		own := map[string]string{}
		for i, text := range cells {
			own[heads[i]] = text
		}
		if len(cells) > 0 {
			rows = append(rows, own)
		}
	}
	return rows
}

// csvRows reads a CSV. Each row maps the names of the columns to the texts of the cells.
func csvRows(t *testing.T, file []byte) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, text := range line {
			row[all[0][i]] = text
		}
		rows = append(rows, row)
	}
	return rows
}

// A shape is a line or an outline of an SVG, or a circle with its radius. Ordinates grow upwards.
type shape struct {
	style  string
	points [][2]float64
	radius float64 // 0: not a circle
}

// A mark is a text of an SVG with its centre, or a tip with the centre of its rectangle.
type mark struct {
	text string
	x, y float64
}

// A drawing holds the parts of an SVG.
type drawing struct {
	shapes      []shape
	texts, tips []mark
}

var pathStep = regexp.MustCompile(`([MLA])([^MLAZ]*)`)

// readSVG reads a picture. It leaves out rotated texts.
func readSVG(t *testing.T, file []byte) *drawing {
	t.Helper()
	d := &drawing{}
	decoder, height, rotated := xml.NewDecoder(bytes.NewReader(file)), 0.0, 0
	var last xml.StartElement
	number := func(name string) float64 {
		for _, a := range last.Attr {
			if a.Name.Local == name {
				x, _ := strconv.ParseFloat(strings.TrimSuffix(a.Value, "pt"), 64)
				return x
			}
		}
		return 0
	}
	attribute := func(name string) string {
		for _, a := range last.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	var box [4]float64
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return d
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if last = token; height == 0 {
				height = number("height")
			}
			switch token.Name.Local {
			case "g":
				if rotated > 0 || strings.Contains(attribute("transform"), "rotate") {
					rotated++
				}
			case "path":
				d.shapes = append(d.shapes, readPath(attribute("d"), attribute("style")))
			case "rect":
				box = [4]float64{number("x"), number("y"), number("width"), number("height")}
			}
		case xml.EndElement:
			if token.Name.Local == "g" && rotated > 0 {
				rotated--
			}
			last = xml.StartElement{}
		case xml.CharData:
			switch {
			case last.Name.Local == "text" && rotated == 0:
				d.texts = append(d.texts, mark{string(token), number("x") + number("textLength")/2, 2 - number("y")})
			case last.Name.Local == "title" && box != [4]float64{}:
				d.tips = append(d.tips, mark{string(token), box[0] + box[2]/2, height - box[1] - box[3]/2})
			}
		}
	}
}

func readPath(text, style string) shape {
	s := shape{style: style}
	for _, step := range pathStep.FindAllStringSubmatch(text, -1) {
		var xs []float64
		for _, word := range strings.FieldsFunc(step[2], func(r rune) bool { return r == ',' || r == ' ' }) {
			x, _ := strconv.ParseFloat(word, 64)
			xs = append(xs, x)
		}
		if step[1] == "A" {
			s.radius = xs[0]
		}
		s.points = append(s.points, [2]float64{xs[len(xs)-2], xs[len(xs)-1]})
	}
	if s.radius > 0 { // the first two points are the ends of a diameter
		s.points = [][2]float64{{(s.points[0][0] + s.points[1][0]) / 2, s.points[0][1]}}
	}
	return s
}

// where returns the parts of a drawing whose first point satisfies a condition.
func (d *drawing) where(holds func(x, y float64) bool) *drawing {
	part := &drawing{}
	for _, s := range d.shapes {
		if holds(s.points[0][0], s.points[0][1]) {
			part.shapes = append(part.shapes, s)
		}
	}
	other := func(m mark) bool { return !holds(m.x, m.y) }
	part.texts = slices.DeleteFunc(slices.Clone(d.texts), other)
	part.tips = slices.DeleteFunc(slices.Clone(d.tips), other)
	return part
}

// lines returns the lines and outlines with a style that contains all the words, and at least the
// given number of points.
func (d *drawing) lines(points int, words ...string) (all []shape) {
	for _, s := range d.shapes {
		if s.radius == 0 && len(s.points) >= points && !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(s.style+";", w+";") }) {
			all = append(all, s)
		}
	}
	return all
}

// circles returns the circles with the given radius, from left to right.
func (d *drawing) circles(radius float64) (all [][2]float64) {
	for _, s := range d.shapes {
		if s.radius > 0 && math.Abs(s.radius-radius) < 1e-6 {
			all = append(all, s.points[0])
		}
	}
	slices.SortStableFunc(all, func(a, b [2]float64) int { return int(math.Copysign(1, a[0]-b[0])) })
	return all
}

// axis returns the transform of an axis, from a position to a number. It uses the long ticks and the
// texts next to them. Positions in the margin of a vertical axis are infinite.
func (d *drawing) axis(t *testing.T, vertical, log bool) func(float64) float64 {
	t.Helper()
	along, across := 0, 1
	if vertical {
		along, across = 1, 0
	}
	ticks := map[float64]float64{} // the number at a position
	for _, s := range d.lines(2, "stroke-width:0.6") {
		a, b := s.points[0], s.points[1]
		if a[along] != b[along] || math.Abs(math.Abs(a[across]-b[across])-4) > 0.01 {
			continue
		}
		for _, text := range d.texts {
			at := [2]float64{text.x, text.y}
			if x, ok := quantity(text.text); ok && !math.IsInf(x, 1) && math.Abs(at[along]-a[along]) < 2.5 && at[across] < a[across] && a[across]-at[across] < 50 {
				ticks[a[along]] = x
			}
		}
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for at := range ticks {
		lo, hi = min(lo, at), max(hi, at)
	}
	if !(lo < hi) {
		t.Fatalf("the ticks are %v", ticks)
	}
	end := math.Inf(1) // where the margin begins
	for _, s := range d.lines(4, "fill-opacity:0.43922") {
		end = s.points[0][1]
		for _, p := range s.points {
			end = min(end, p[1])
		}
	}
	return func(at float64) float64 {
		part := (at - lo) / (hi - lo)
		switch {
		case vertical && at > end:
			return math.Inf(1)
		case log:
			return ticks[lo] * math.Pow(ticks[hi]/ticks[lo], part)
		}
		return ticks[lo] + (ticks[hi]-ticks[lo])*part
	}
}
