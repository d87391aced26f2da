package page

import (
	"bytes"
	"context"
	"errors"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/study/plot"
)

// number returns the quantity at the beginning of a cell of a table: "1.2 s (1 s to 2 s)".
func number(row map[string]string, column string) float64 {
	text, _, _ := strings.Cut(row[column], " (")
	x, _ := quantity(text)
	return x
}

const (
	blue       = "stroke:#0072B2"
	vermillion = "stroke:#D55E00"
	black      = "stroke:#1A1A1A"
)

// medianLines returns the numbers at the medians of boxes, from left to right.
func medianLines(t *testing.T, d *drawing, words ...string) (xs []float64) {
	y := d.axis(t, true, true)
	all := d.lines(2, words...)
	slices.SortStableFunc(all, func(a, b shape) int { return int(a.points[0][0] - b.points[0][0]) })
	for _, s := range all {
		if s.points[0][1] == s.points[1][1] {
			xs = append(xs, y(s.points[0][1]))
		}
	}
	return xs
}

// dashed returns the number at the dashed vertical line of a histogram.
func dashed(t *testing.T, d *drawing, log bool) float64 {
	for _, s := range d.lines(2, black, "stroke-dasharray:4,2") {
		return d.axis(t, false, log)(s.points[0][0])
	}
	t.Fatal("no dashed line")
	return 0
}

// pointRatio returns the geometric mean of the ratios of all points, and their number.
func pointRatio(t *testing.T, d *drawing) []float64 {
	x, y := d.axis(t, false, true), d.axis(t, true, true)
	points, logs := d.circles(2.2), 0.0
	for _, p := range points {
		logs += math.Log(y(p[1]) / x(p[0]))
	}
	return []float64{math.Exp(logs / float64(len(points))), float64(len(points))}
}

// tipNumbers returns the numbers at the ends of the tips that contain a text.
func tipNumbers(d *drawing, part string) (xs []float64) {
	for _, tip := range d.tips {
		if strings.Contains(tip.text, part) {
			if x, ok := quantity(tip.text[strings.LastIndex(tip.text, ": ")+1:]); ok && !math.IsInf(x, 1) {
				xs = append(xs, x)
			}
		}
	}
	return xs
}

func column(table []map[string]string, name string) (xs []float64) {
	for _, row := range table {
		if x, ok := quantity(row[name]); ok && !math.IsInf(x, 1) {
			xs = append(xs, x)
		}
	}
	return xs
}

func ends(xs []float64) []float64 {
	return []float64{slices.Min(xs), slices.Max(xs), float64(len(xs))}
}

func medianTimes(tables map[string][]map[string]string) []float64 {
	return []float64{number(tables["methods"][0], "median time"), number(tables["methods"][1], "median time")}
}

const time = `(no answer|[\d.,]+ \S?s)` // a pattern

// An agreement says how a test reads one quantity of a kind of plot from five places.
type agreement struct {
	plot            plot.Plot
	records         func() []result.Record
	csv             func(rows) []float64
	picture         func(*testing.T, *drawing) []float64
	caption, answer string // patterns whose groups are the numbers
	table           func(map[string][]map[string]string) []float64
	lacks           map[string]string // the reason, for each place that does not state the quantity
}

var agreements = map[string]agreement{
	"cactus: solved instances": {plot.Plot{Kind: "cactus"}, searches,
		func(rs rows) []float64 {
			a, b := rs.of("native/a", "wall_seconds", nil), rs.of("sat/b", "wall_seconds", nil)
			return []float64{solved(a), float64(len(a)), solved(b), float64(len(b))}
		},
		func(t *testing.T, d *drawing) []float64 {
			x, numbers := d.axis(t, false, false), []float64{}
			for i, colour := range []string{blue, vermillion} {
				line := slices.MaxFunc(d.lines(3, colour), func(a, b shape) int { return len(a.points) - len(b.points) }).points
				legend := d.texts[slices.IndexFunc(d.texts, func(m mark) bool {
					return strings.HasPrefix(m.text, []string{"native/a: ", "sat/b: "}[i])
				})]
				numbers = append(numbers, x(line[len(line)-1][0]), stated(t, legend.text, `of (\d+)`)[0])
			}
			return numbers
		},
		`native/a (\d+) of (\d+).*; sat/b (\d+) of (\d+)`, `native/a (\d+) of (\d+).*; sat/b (\d+) of (\d+)`,
		func(tables map[string][]map[string]string) (xs []float64) {
			for _, row := range tables["methods"] {
				xs = append(xs, number(row, "counted"), number(row, "counted")+number(row, "not counted"))
			}
			return xs
		}, nil},
	"ecdf: medians": {plot.Plot{Kind: "ecdf"}, searches, medians,
		func(t *testing.T, d *drawing) (xs []float64) {
			x, y := d.axis(t, false, true), d.axis(t, true, false)
			for _, colour := range []string{blue, vermillion} {
				line := d.lines(5, colour)[0].points
				for i, p := range line[1:] {
					if math.Abs(y(p[1])-0.5) < 1e-3 && line[i][1] == p[1] {
						xs = append(xs, (x(line[i][0])+x(p[0]))/2)
					}
				}
			}
			return xs
		},
		`native/a ` + time + ` .*sat/b ` + time, `ECDF: .*native/a ` + time + ` .*sat/b ` + time, medianTimes, nil},
	"box: medians": {plot.Plot{Kind: "box"}, searches, medians,
		func(t *testing.T, d *drawing) []float64 { return medianLines(t, d, black, "stroke-width:1.6") },
		`native/a ` + time + ` .*sat/b ` + time, `by method: .*native/a ` + time + ` .*sat/b ` + time, medianTimes, nil},
	"box: medians by size": {plot.Plot{Kind: "box", By: "height", Methods: []string{"native/a"}}, searches,
		func(rs rows) []float64 { return rs.bySize("native/a") },
		func(t *testing.T, d *drawing) []float64 { return medianLines(t, d, blue, "stroke-width:1.4") },
		strings.Repeat(`height \d `+time+`\b.*`, 7), "",
		nil, map[string]string{"answer": "names only the extremes of more than six", "table": "no table is divided by size"}},
	"histogram: median": {plot.Plot{Kind: "histogram", Methods: []string{"native/a"}}, searches,
		func(rs rows) []float64 {
			xs := rs.of("native/a", "wall_seconds", nil)
			return []float64{medianOf(xs), solved(xs)}
		},
		func(t *testing.T, d *drawing) []float64 {
			return []float64{dashed(t, d, true), sum(tipNumbers(d, " to "))}
		},
		`Medians: ` + time, `by native/a: Median wall time: ` + time,
		func(tables map[string][]map[string]string) []float64 {
			return []float64{medianTimes(tables)[0], number(tables["methods"][0], "counted")}
		}, nil},
	"heat: medians": {plot.Plot{Kind: "heat", Measure: "wall_seconds", By: "method,puzzle"}, searches, medians,
		func(_ *testing.T, d *drawing) []float64 {
			return append(tipNumbers(d, "native/a, calendar"), tipNumbers(d, "sat/b, calendar")...)
		},
		`from ` + time + ` to ` + time, `from ` + time + ` \(native/a, calendar\) to ` + time, medianTimes, nil},
	"growth: factors": {plot.Plot{Kind: "growth", By: "height"}, searches,
		func(rs rows) []float64 { return []float64{rs.growthFactor("native/a"), rs.growthFactor("sat/b")} },
		func(t *testing.T, d *drawing) (xs []float64) {
			x, y := d.axis(t, false, false), d.axis(t, true, true)
			for _, colour := range []string{blue, vermillion} {
				line := d.lines(100, colour)[0].points
				a, b := line[0], line[len(line)-1]
				xs = append(xs, math.Pow(y(b[1])/y(a[1]), 1/(x(b[0])-x(a[0]))))
			}
			return xs
		},
		`native/a × ([\d.]+) .*sat/b × ([\d.]+) `, `native/a × ([\d.]+) .*sat/b × ([\d.]+) `,
		nil, map[string]string{"table": "no table states growth"}},
	"growth: medians by size": {plot.Plot{Kind: "growth", By: "height", Methods: []string{"native/a"}}, searches,
		func(rs rows) []float64 {
			return slices.DeleteFunc(rs.bySize("native/a"), func(x float64) bool { return math.IsInf(x, 1) })
		},
		func(t *testing.T, d *drawing) (xs []float64) {
			for _, p := range d.circles(2.8) {
				xs = append(xs, d.axis(t, true, true)(p[1]))
			}
			return xs
		},
		"", "", nil, map[string]string{"caption": "names only the fits", "answer": "names only the fits", "table": "no table is divided by size"}},
	"ablation: ratio": {plot.Plot{Kind: "ablation"}, searches, rows.ratio,
		func(t *testing.T, d *drawing) []float64 {
			bar := d.lines(4, "fill-opacity:0.6902")[0]
			n := slices.IndexFunc(d.texts, func(m mark) bool { return strings.HasPrefix(m.text, "sat/b, n = ") })
			return []float64{d.axis(t, false, true)(bar.points[1][0]), stated(t, d.texts[n].text, `n = (\d+)`)[0]}
		},
		"", `relative to native/a: sat/b ([\d.]+) × \(.*n = (\d+)\)`, comparedTimes, map[string]string{"caption": "explains the bars without their numbers"}},
	"scatter: ratio": {plot.Plot{Kind: "scatter"}, searches, rows.ratio, pointRatio,
		`sat/b is ([\d.]+) × native/a .* over (\d+) instances`, `against native/a: .*sat/b is ([\d.]+) × native/a .* over (\d+) instances`, comparedTimes, nil},
	"engines: ratio": {plot.Plot{Kind: "engines"}, searches, rows.ratio, pointRatio,
		`sat/b is ([\d.]+) × native/a .* over (\d+) instances`, `two engines: .*sat/b is ([\d.]+) × native/a .* over (\d+) instances`, comparedTimes, nil},
	"scatter: rank correlation": {plot.Plot{Kind: "scatter", Measure: "nodes", By: "count", Methods: []string{"native/a"}}, searches,
		func(rs rows) []float64 { return []float64{rs.rankCorrelation("native/a", "nodes")} },
		func(_ *testing.T, d *drawing) []float64 { return []float64{pointCorrelation(d, 2.1)} },
		`ρ = ([−\d.]+)`, `Rank correlation .*ρ = ([−\d.]+)`,
		func(tables map[string][]map[string]string) []float64 {
			return []float64{cellCorrelation(tables, "native nodes")}
		}, nil},
	"difficulty: rank correlations": {plot.Plot{Kind: "difficulty"}, searches,
		func(rs rows) []float64 {
			return []float64{rs.rankCorrelation("native/a", "nodes"), rs.rankCorrelation("sat/b", "conflicts")}
		},
		func(_ *testing.T, d *drawing) []float64 {
			left := func(x, _ float64) bool { return x < 266 }
			return []float64{pointCorrelation(d.where(left), 2.1), pointCorrelation(d.where(func(x, y float64) bool { return !left(x, y) }), 2.1)}
		},
		`native/a: .*ρ = ([−\d.]+).*sat/b: .*ρ = ([−\d.]+)`, `native/a: .*ρ = ([−\d.]+).*sat/b: .*ρ = ([−\d.]+)`,
		func(tables map[string][]map[string]string) []float64 {
			return []float64{cellCorrelation(tables, "native nodes"), cellCorrelation(tables, "SAT conflicts")}
		}, nil},
	"share: counted exactly": {plot.Plot{Kind: "share", Measure: "exact", By: "method"}, sizeless,
		func(rs rows) []float64 {
			a, b := rs.of("native/a", "wall_seconds", nil), rs.of("sat/b", "wall_seconds", nil)
			return []float64{solved(a) / float64(len(a)), solved(b) / float64(len(b))}
		},
		func(t *testing.T, d *drawing) (xs []float64) {
			for _, p := range d.circles(2.8) {
				xs = append(xs, d.axis(t, true, false)(p[1]))
			}
			return xs
		},
		`native/a (\d+%) .* sat/b (\d+%) `, `native/a (\d+%) .* sat/b (\d+%) `,
		func(tables map[string][]map[string]string) (xs []float64) {
			for _, row := range tables["methods"] {
				xs = append(xs, number(row, "counted")/(number(row, "counted")+number(row, "not counted")))
			}
			return xs
		}, nil},
	"heatmap-year: counts": {plot.Plot{Kind: "heatmap-year"}, searches,
		func(rs rows) []float64 { return ends(rs.counts("")) },
		func(_ *testing.T, d *drawing) []float64 {
			days := slices.DeleteFunc(d.tips, func(m mark) bool { return strings.HasPrefix(m.text, "mean, ") || strings.HasSuffix(m.text, ": ?") })
			all := ends(tipNumbers(&drawing{tips: days}, ""))
			return []float64{all[0], all[1], float64(len(days))} // one of them is a disagreement with a known count
		},
		`()()(\d+) of the 14 days have an exact count`, `fewest .* \((\d+)\), then(?s:.*)most .* \((\d+)\), then(?s:.*)of (\d+) of 14 days`, solutionEnds, nil},
	"heatmap-year: means": {plot.Plot{Kind: "heatmap-year", Width: "column"}, searches,
		func(rs rows) []float64 {
			a, b := rs.counts("01"), rs.counts("02")
			return []float64{sum(a) / float64(len(a)), sum(b) / float64(len(b))}
		},
		func(_ *testing.T, d *drawing) []float64 {
			return append(tipNumbers(d, "mean, January"), tipNumbers(d, "mean, February")...)
		},
		"", "", nil, map[string]string{"caption": "names no month", "answer": "names no month", "table": "has single days; the case months: means adds them up"}},
	"extremes: counts": {plot.Plot{Kind: "extremes"}, searches,
		func(rs rows) []float64 { return ends(rs.counts("")) },
		func(t *testing.T, d *drawing) []float64 {
			x, bars := d.axis(t, false, false), []float64{}
			for _, s := range d.lines(4, "fill:#0072B2") {
				bars = append(bars, x(s.points[1][0]))
			}
			if got, want := ends(bars), ends(tipNumbers(d, "")); math.Abs(got[1]-want[1]) > 0.2 || math.Abs(got[0]-want[0]) > 0.2 {
				t.Errorf("the bars are %v, the tips %v", got, want)
			}
			return ends(tipNumbers(d, ""))
		},
		`()()all (\d+) days`, `fewest .* \((\d+)\), then(?s:.*)most .* \((\d+)\), then(?s:.*)of (\d+) of 14 days`, solutionEnds, nil},
	"distribution: median": {plot.Plot{Kind: "distribution"}, searches,
		func(rs rows) []float64 { return []float64{medianOf(rs.counts(""))} },
		func(t *testing.T, d *drawing) []float64 {
			return []float64{dashed(t, d.where(func(x, _ float64) bool { return x < 266 }), false)}
		},
		`median ([\d.]+) \(the dashed line\)`, `of the solutions: Median ([\d.]+)`,
		func(tables map[string][]map[string]string) []float64 {
			return []float64{medianOf(column(tables["instances"], "solutions"))}
		}, nil},
	"months: means": {plot.Plot{Kind: "months"}, searches,
		func(rs rows) []float64 {
			a, b := rs.counts("01"), rs.counts("02")
			return []float64{sum(a) + sum(b), sum(b) / float64(len(b)), sum(a) / float64(len(a))}
		},
		func(t *testing.T, d *drawing) []float64 {
			var a, b []float64
			for _, tip := range d.tips {
				if strings.HasPrefix(tip.text, "January") {
					a = stated(t, tip.text, `: ([\d.]+) on average, ([\d,]+) in total`)
				} else {
					b = stated(t, tip.text, `: ([\d.]+) on average, ([\d,]+) in total`)
				}
			}
			return []float64{a[1] + b[1], b[0], a[0]}
		},
		`total: ([\d,]+) in all`, `total +([\d,]+) solutions(?s:.*)Most per day in February \(([\d.]+)\), fewest in January \(([\d.]+)\)`,
		func(tables map[string][]map[string]string) []float64 {
			of := map[string][]float64{}
			for _, row := range tables["instances"] {
				if x, ok := quantity(row["solutions"]); ok && !math.IsInf(x, 1) {
					_, month, _ := strings.Cut(row["day"], " ")
					of[month] = append(of[month], x)
				}
			}
			a, b := of["January"], of["February"]
			return []float64{sum(a) + sum(b), sum(b) / float64(len(b)), sum(a) / float64(len(a))}
		}, nil},
	"models: first and last steps": {plot.Plot{Kind: "models"}, solutions, nil,
		func(t *testing.T, d *drawing) []float64 {
			line, y := d.lines(40, "stroke-width:1.5")[0].points, d.axis(t, true, true)
			return []float64{y(line[10][1]), y(line[len(line)-11][1])} // a running median of 21 steps
		},
		"", `no cubes ` + time + ` to ` + time, nil,
		map[string]string{"caption": "explains the points without their times", "table": "no table has single solutions", "csv": "has no column for the list model_seconds; the test reads the records"}},
	"levels: boards": {plot.Plot{Kind: "levels"}, deductions, func(rs rows) []float64 { return rs.grades() },
		func(t *testing.T, d *drawing) (xs []float64) {
			n := stated(t, d.texts[slices.IndexFunc(d.texts, func(m mark) bool { return strings.HasPrefix(m.text, "map, n = ") })].text, `n = (\d+)`)[0]
			for _, s := range d.lines(4, "stroke:#FFFFFF", "stroke-width:0.8") {
				xs = append(xs, s.points[1][0]-s.points[0][0])
			}
			total := sum(xs)
			for i := range xs {
				xs[i] *= n / total
			}
			return append(xs, xs[0]+xs[1]+xs[2])
		},
		`map: (\d+) easy, (\d+) normal, (\d+) hard and (\d+) stuck`, `map: (\d+) easy, (\d+) normal, (\d+) hard and (\d+) stuck`,
		func(tables map[string][]map[string]string) []float64 {
			row, none := tables["rules"][0], math.NaN()
			return []float64{none, none, none, number(row, "stuck"), number(row, "solved")}
		}, nil},
	"solved-by-level: by all rules": {plot.Plot{Kind: "solved-by-level"}, deductions,
		func(rs rows) []float64 { g := rs.grades(); return []float64{g[4] / (g[3] + g[4]), g[4]} },
		func(t *testing.T, d *drawing) []float64 {
			most, x := []float64{0, 0}, d.axis(t, false, false)
			for _, m := range d.texts {
				if strings.HasSuffix(m.text, ")") {
					most[1] = max(most[1], stated(t, m.text, `\((\d+)\)`)[0])
				}
			}
			for _, s := range d.lines(4) {
				if !strings.Contains(s.style, "#FFFFFF") {
					most[0] = max(most[0], x(s.points[1][0]))
				}
			}
			return most
		},
		"", `map: (?:.*) and hard ([\d.]+%)`,
		func(tables map[string][]map[string]string) []float64 {
			row := tables["rules"][0]
			return []float64{number(row, "solved") / number(row, "puzzles"), number(row, "solved")}
		}, map[string]string{"caption": "states only the number of boards"}},
	"rank-correlation: level and nodes": {plot.Plot{Kind: "rank-correlation"}, deductions,
		func(rs rows) []float64 {
			var levels []float64
			graded := rs.graded()
			for _, r := range graded {
				x, _ := strconv.ParseFloat(r["level_index"], 64)
				if r["deduced"] != result.Solved {
					x = 3 // harder than all levels
				}
				levels = append(levels, x+1)
			}
			return []float64{spearman(levels, graded.numbers("nodes"))}
		},
		func(_ *testing.T, d *drawing) []float64 { return tipNumbers(d, "hardest level, native nodes")[:1] },
		"", `map ([−\d.]+) \(native nodes\)`, nil,
		map[string]string{"caption": "explains the cells without their numbers", "table": "no table has correlations"}},
	"by-size: clues left out": {plot.Plot{Kind: "by-size"}, deductions,
		func(rs rows) (xs []float64) {
			for _, height := range []string{"2", "3"} {
				own := slices.DeleteFunc(rs.graded(), func(r map[string]string) bool { return r["height"] != height })
				clues, full := own.numbers("clues"), own.numbers("full_clues")
				xs = append(xs, 1-sum(clues)/sum(full))
			}
			return xs
		},
		func(_ *testing.T, d *drawing) []float64 {
			return append(tipNumbers(d, "2, 3: "), tipNumbers(d, "3, 3: ")...)
		},
		`3 columns (\d+%) to (\d+%)`, `3 columns (\d+%) to (\d+%)`, nil, map[string]string{"table": "the table of rules has only the median number of clues"}},
}

func comparedTimes(tables map[string][]map[string]string) []float64 {
	row := tables["comparisons"][0]
	return []float64{number(row, "B / A")}
}

func solutionEnds(tables map[string][]map[string]string) []float64 {
	return ends(column(tables["instances"], "solutions"))
}

// pointCorrelation returns Spearman's ρ of the positions of circles.
func pointCorrelation(d *drawing, radius float64) float64 {
	var xs, ys []float64
	for _, p := range d.circles(radius) {
		xs, ys = append(xs, p[0]), append(ys, p[1])
	}
	return spearman(xs, ys)
}

// cellCorrelation returns Spearman's ρ of a column and the solutions in the table of instances.
func cellCorrelation(tables map[string][]map[string]string, name string) float64 {
	var xs, ys []float64
	for _, row := range tables["instances"] {
		x, ok := quantity(row["solutions"])
		y, has := quantity(row[name])
		if ok && has && !math.IsInf(x, 1) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	return spearman(xs, ys)
}

// TestAgreement checks that a quantity is the same number in the picture, its caption, the table of
// the page, the answers of the summary, and the CSV. The picture is read from the positions of its
// lines, bars and points, and the other numbers are computed from the CSV by the definitions in the
// documentation.
func TestAgreement(t *testing.T) {
	kinds := map[string]bool{}
	for name, c := range agreements {
		kinds[c.plot.Kind] = true
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) { c.check(t) })
	}
	for _, k := range plot.KindNames() {
		if !kinds[k] {
			t.Errorf("no quantity of the kind %s is checked", k)
		}
	}
}

func (c *agreement) check(t *testing.T) {
	c.plot.Name = "picture"
	p := Page{Title: "T", Records: c.records(), Plots: []plot.Plot{c.plot}}
	files, err := p.files(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]byte{}
	for _, f := range files {
		b := bytes.NewBuffer(f.Data)
		if f.Rest != nil {
			err = errors.Join(err, f.Rest(b))
		}
		of[f.Name] = b.Bytes()
	}
	if err != nil {
		t.Fatal(err)
	}
	page := string(of[pageName])
	figure := regexp.MustCompile(`(?s)<figcaption>(.*?)</figcaption>`).FindStringSubmatch(page)
	if figure == nil {
		t.Fatalf("no picture: %s", regexp.MustCompile(`Not drawn: .*`).FindString(page))
	}
	tables := map[string][]map[string]string{}
	for _, id := range []string{"methods", "comparisons", "instances", "rules"} {
		tables[id] = tableRows(page, id)
	}
	read := map[string]func() []float64{
		"csv":     func() []float64 { return c.csv(csvRows(t, of[csvName])) },
		"picture": func() []float64 { return c.picture(t, readSVG(t, of["picture.svg"])) },
		"caption": func() []float64 { return stated(t, html.UnescapeString(figure[1]), c.caption) },
		"answer":  func() []float64 { return stated(t, p.Summary().String(), c.answer) },
		"table":   func() []float64 { return c.table(tables) },
	}
	got := map[string][]float64{}
	for place, numbers := range read {
		if c.lacks[place] == "" {
			got[place] = numbers()
		}
	}
	want := got["csv"]
	if c.csv == nil {
		steps := c.records()[0].ModelSeconds
		for i := len(steps) - 1; i > 0; i-- {
			steps[i] -= steps[i-1]
		}
		want = []float64{medianOf(steps[:21]), medianOf(steps[len(steps)-21:])}
	}
	for place, numbers := range got {
		if len(numbers) > len(want) || len(numbers) == 0 {
			t.Errorf("%s: got %v, want %v", place, numbers, want)
			continue
		}
		for i, x := range numbers {
			if math.IsNaN(x) { // not stated here, but at another place
				continue
			}
			within := 0.0051 * math.Abs(want[i]) // three digits
			if strings.Contains(c.caption+c.answer, "%") || strings.Contains(c.answer, "−") {
				within = 0.0051 // whole per cents, and coefficients with two decimals
			}
			if x != want[i] && !(math.Abs(x-want[i]) <= within) {
				t.Errorf("%s: got %v, want %v", place, numbers, want)
				break
			}
		}
	}
}
