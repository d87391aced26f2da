package plot

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/encode/test/facttest"
	"counterproof/reports/study/data"
	"counterproof/reports/test/recordtest"
)

// drawn reports whether a text of a picture states the facts.
func drawn(texts []string, facts string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return facttest.States(text, facts) })
}

// warned reports whether one of the warnings has the same kind and number as the warning want, and
// states the facts in the text of want.
func warned(all []data.Warning, want data.Warning) bool {
	return slices.ContainsFunc(all, func(w data.Warning) bool {
		return w.Kind == want.Kind && w.N == want.N && facttest.States(w.Text, want.Text)
	})
}

func TestEveryKind(t *testing.T) {
	recs := recordtest.CalendarYear(t)
	for _, test := range []struct {
		kind          string
		width, height int // pixels
		want          []string
		caption       string
	}{
		{"heatmap-year", 1628, 916, []string{"January", "December", "31", "216", "solutions", "mean", "130"}, "366, 366 days"},
		{"extremes", 1628, 983, []string{"20 days", "6 Oct", "7", "25 Jan", "216", "solutions", "6 October", "25 January"}, "366"},
		{"distribution", 1628, 770, []string{"histogram", "ECDF", "instances", "solutions", "share, instances", "58"}, "366 days: median 59, mean 66.68"},
		{"months", 1628, 638, []string{"September has the fewest solutions per day: 43.9", "103.9", "Jan", "3,221", "1,364", "1,486", "2,139", "1,746", "2,073", "1,835", "2,813", "1,318", "1,443", "2,873", "2,094"}, "24,405, 366, 366 days"},
		{"difficulty", 1628, 770, []string{"native/bitset", "search nodes", "sat/pairwise/cubes", "conflicts"}, "native/bitset, search nodes, solutions, ρ = 0.53, τ = 0.38, n = 366. sat/pairwise/cubes, conflicts"},
		{"engines", 1232, 1166, []string{"native/bitset, wall time", "sat/pairwise/cubes, wall time", "100 ×", "10 ms", "1 s"}, "366"},
		{"models", 1628, 1010, []string{"25 January", "cubes, 0", "cubes, 5", "10 ms", "number, solution"}, "25 January"},
	} {
		t.Run(test.kind, func(t *testing.T) {
			fig, err := Draw(recs, Plot{Kind: test.kind})
			if err != nil {
				t.Fatal(err)
			}
			pixels, err := fig.PNG()
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(pixels))
			if err != nil {
				t.Fatal(err)
			}
			if b := img.Bounds(); b.Dx() != test.width || b.Dy() != test.height {
				t.Errorf("got %d x %d pixels, want %d x %d", b.Dx(), b.Dy(), test.width, test.height)
			}
			svg, err := fig.SVG()
			if err != nil {
				t.Fatal(err)
			}
			got := recordtest.SVGTexts(t, svg)
			for _, want := range test.want {
				if !drawn(got, want) {
					t.Errorf("the SVG has no text %q among %q", want, got)
				}
			}
			if !facttest.States(fig.Caption, test.caption) {
				t.Errorf("caption: got %q, want %q in it", fig.Caption, test.caption)
			}
		})
	}
	if len(Kinds) != 20 { // deduction_test.go tests four of the kinds, and kinds_test.go tests nine
		t.Errorf("%d kinds: test the new one here or there", len(Kinds))
	}
}

func TestOwnTitleAndCaption(t *testing.T) {
	fig, err := Draw(recordtest.CalendarYear(t), Plot{Kind: "months", Title: "A & B", Caption: "Look."})
	if err != nil {
		t.Fatal(err)
	}
	svg, _ := fig.SVG()
	if got := recordtest.SVGTexts(t, svg); got[0] != "A & B" || !strings.HasPrefix(fig.Caption, "Look. ") || !facttest.States(fig.Caption, "24,405") {
		t.Errorf("got title %q, caption %q", got[0], fig.Caption)
	}
}

// TestCalendarWords checks that plots of the calendar name their rows and columns, and that a title
// from the experiment file stays.
func TestCalendarWords(t *testing.T) {
	for _, c := range []struct{ kind, title, want, caption string }{
		{"heatmap-year", "", "Solutions of each day of the year", "the mean of each day of the month"},
		{"heatmap-year", "Mine", "Mine", "the mean of each day of the month"},
		{"months", "", "Solutions by month", "per day in each month"},
	} {
		fig, err := Draw(recordtest.CalendarYear(t), Plot{Kind: c.kind, Title: c.title})
		if err != nil || fig.Title != c.want || !strings.Contains(fig.Caption, c.caption) {
			t.Errorf("%s %q: %v, title %q, caption %q", c.kind, c.title, err, fig.Title, fig.Caption)
		}
	}
}

func TestHeatMapCells(t *testing.T) {
	recs := recordtest.CalendarYear(t)
	recs = append(recs,
		recordtest.Exact("12-30", "brute", "61"), // the other methods say 60
		recordtest.Exact("6x10", "native/bitset", "9356"), recordtest.Exact("02-30", "native/bitset", "1"))
	recs = slices.DeleteFunc(recs, func(r result.Record) bool { return r.Instance >= "11-01" && r.Instance <= "11-04" })
	recs = append(recs, recordtest.Unknown("11-01", "native/bitset", result.Timeout),
		recordtest.With(recordtest.Exact("11-02", "native/bitset", "91"), func(r *result.Record) { r.Status, r.Reason = result.AtLeast, result.Limit }),
		recordtest.With(recordtest.Exact("11-04", "native/bitset", "0"), func(r *result.Record) { r.Status, r.Reason = result.AtLeast, result.Timeout }))
	tally := data.NewTally(recs)
	if all, known := tally.Placed(); len(all) != 365 || len(known) != 361 {
		t.Errorf("%d of %d days are counted, want 361 of 365", len(known), len(all))
	}
	_, year := placesTable(tally, Plot{}, data.MustDimension("row"), data.MustDimension("column"))
	if len(year.Rows) != 12 || year.Rows[0] != "January" || year.Rows[11] != "December" || len(year.Columns) != 31 || year.Columns[9] != "10" {
		t.Fatalf("got %q by %q", year.Rows, year.Columns)
	}
	for day, want := range map[string]string{"6 October": "7", "25 January": "216", "29 February": "64", "1 November": "?", "2 November": ">90", "3 November": "", "4 November": "?", "30 December": "!", "30 February": ""} {
		column, row, _ := strings.Cut(day, " ")
		cell, ok := year.Cells[[2]string{row, column}]
		got := cell.Mark
		if !math.IsInf(cell.Value, 0) && ok {
			got = fmt.Sprint(cell.Value)
		}
		if got != want || ok != (want != "") {
			t.Errorf("%s: got %q, want %q", day, got, want)
		}
	}
	f, err := Draw(recs, Plot{Kind: "heatmap-year"})
	if err != nil || !facttest.States(f.Answer, "7, 216 solutions, 361, 365 days") {
		t.Errorf("got %v, %+v", err, f)
	}
}

// TestHeatMapOfParts checks the table if instances with the same row and column differ only in
// their parts, here weekdays. The table must have a row for each month and weekday, with the
// weekdays in the order of the records. Every count must be in its cell. Counts of four digits are
// drawn as colours without the number, because 31 columns leave no room for four digits.
func TestHeatMapOfParts(t *testing.T) {
	var recs []result.Record
	want := map[[2]string]float64{}
	for _, month := range []string{"January", "February"} {
		for day := range 31 {
			for k, weekday := range []string{"Mon", "Tue", "Fri"} {
				n := 900 + 10*day + k
				r := recordtest.Exact(fmt.Sprintf("%s-%02d-%s", month, day+1, weekday), "native/a", fmt.Sprint(n))
				r.Cell = &result.Cell{Row: month, Column: fmt.Sprint(day + 1), Part: weekday}
				recs = append(recs, r)
				want[[2]string{month + " " + weekday, r.Cell.Column}] = float64(n)
			}
		}
	}
	_, table := placesTable(data.NewTally(recs), Plot{}, data.MustDimension("row"), data.MustDimension("column"))
	if len(table.Cells) != len(want) {
		t.Errorf("%d cells, want %d", len(table.Cells), len(want))
	}
	for place, n := range want {
		if got := table.Cells[place].Value; got != n {
			t.Errorf("%v: %v, want %v", place, got, n)
		}
	}
	f, err := Draw(recs, Plot{Kind: "heatmap-year"})
	if err != nil {
		t.Fatal(err)
	}
	svg, err := f.SVG()
	if err != nil {
		t.Fatal(err)
	}
	texts := recordtest.SVGTexts(t, svg)
	var rows []string
	for _, text := range texts {
		if strings.HasPrefix(text, "January ") || strings.HasPrefix(text, "February ") {
			rows = append(rows, text)
		}
	}
	months := []string{"January", "February"}
	if rows[0] == "February Mon" {
		months = []string{"February", "January"} // instances are sorted by name
	}
	for i, row := range rows {
		if want := months[i/3] + " " + []string{"Mon", "Tue", "Fri"}[i%3]; row != want {
			t.Errorf("row %d is %q, want %q", i+1, row, want)
		}
	}
	if len(rows) != 6 || slices.Contains(texts, "1011") || !slices.Contains(texts, "1202") {
		t.Errorf("%d rows, texts %q; want 6, and of the counts only the ends of the scale", len(rows), texts)
	}
	if !facttest.States(f.Caption, "186, 186 instances") {
		t.Errorf("caption %q", f.Caption)
	}
	if _, err := Draw(recs, Plot{Kind: "heatmap-year", Width: Column}); err == nil {
		t.Error("a column has no room for the rows of parts, but there is no error")
	}
}

// TestDifficultyOfZeros checks that points that a logarithmic axis cannot show are missing in the
// picture but present in the correlation. Five boards are in the order of their numbers of
// solutions. The numbers of nodes are in the same order, except that the last two boards are
// exchanged.
func TestDifficultyOfZeros(t *testing.T) {
	at := func(name, count string, nodes int64) result.Record {
		return recordtest.With(recordtest.Exact(name, "native/a", count), func(r *result.Record) { r.Nodes = &nodes })
	}
	recs := []result.Record{at("a", "1", 10), at("b", "2", 20), at("c", "3", 1000), recordtest.Exact("d", "native/a", "4"), at("f", "70", 900), at("g", "0", 1)}
	fig, err := Draw(recs, Plot{Kind: "difficulty"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "native/a, search nodes, solutions: ρ = 0.90, τ = 0.80, n = 5"; !facttest.States(fig.Answer, want) {
		t.Errorf("got %q, want %q", fig.Answer, want)
	}
	if !strings.HasSuffix(fig.Caption, " conflicts (conflicts).") {
		t.Errorf("got %q", fig.Caption)
	}
	if want := (data.Warning{Kind: data.NotDrawn, N: 1, Text: "1, 0"}); !warned(fig.Warnings, want) {
		t.Errorf("got %v, want %v", fig.Warnings, want)
	}
}

func TestTraces(t *testing.T) {
	traced := func(instance, method string, at ...float64) result.Record {
		return recordtest.With(recordtest.Exact(instance, method, "2"), func(r *result.Record) { r.ModelSeconds = at })
	}
	again := traced("01-25", "sat/pairwise", 9)
	again.Repetition = 1
	recs := []result.Record{
		again, traced("01-25", "sat/pairwise/cubes=10", 1, 3), traced("01-25", "sat/pairwise/cubes=2", 1, 1), traced("01-25", "sat/pairwise", 0.5, 0.75),
		traced("01-01", "sat/pairwise", 1), recordtest.Exact("01-02", "sat/pairwise", "3"),
	}
	name, ts := traces(recs, "")
	var got []string
	for _, x := range ts {
		got = append(got, fmt.Sprint(x.Label, x.Steps))
	}
	if want := []string{"[0.5 0.25]", "2[1 0]", "10[1 2]"}; name != "01-25" || !facttest.Lines(strings.Join(got, "\n"), want...) {
		t.Errorf("got %s %q, want %q", name, got, want)
	}
	if name, ts := traces(recs, "01-01"); name != "01-01" || len(ts) != 1 {
		t.Errorf("got %s %v", name, ts)
	}
	// With two styles, the label is the full method.
	if _, ts := traces(append(recs, traced("01-25", "sat/product", 1)), ""); ts[0].Label != "sat/pairwise" || ts[3].Label != "sat/product" {
		t.Errorf("got %+v", ts)
	}
	fig, err := Draw(recs, Plot{Kind: "models"})
	if err != nil || !facttest.States(fig.Caption, "1 solution") {
		t.Errorf("got %v, %+v", err, fig)
	}
}

// TestMissingData checks that each kind of plot either draws incomplete records or returns an error
// that says what they lack.
func TestMissingData(t *testing.T) {
	year := recordtest.CalendarYear(t)
	only := func(keep func(result.Record) bool) []result.Record {
		var recs []result.Record
		for _, r := range year {
			if keep(r) {
				recs = append(recs, r)
			}
		}
		return recs
	}
	const all, none = "heatmap-year extremes distribution months difficulty engines models", ""
	huge := "1" + strings.Repeat("0", 400)
	same := []result.Record{recordtest.Exact("01-01", "native/a", "5"), recordtest.Exact("01-01", "sat/b", "5")}
	for i := range same {
		same[i].WallSeconds, same[i].Nodes, same[i].Conflicts = recordtest.Of(1.0), recordtest.Of[int64](1), recordtest.Of[int64](1)
	}
	for _, test := range []struct {
		name  string
		recs  []result.Record
		drawn string
	}{
		{"everything", year, all},
		{"no records", nil, none},
		{"one method", only(func(r result.Record) bool { return r.Method == "native/bitset" }), "heatmap-year extremes distribution months difficulty"},
		{"one day", only(func(r result.Record) bool { return r.Instance == "10-06" }), "heatmap-year extremes distribution months difficulty engines"},
		{"the traces alone", only(func(r result.Record) bool { return len(r.ModelSeconds) > 0 }), "heatmap-year extremes distribution months models"},
		{"all unknown", []result.Record{recordtest.Unknown("01-01", "native/a", result.Timeout), recordtest.Unknown("01-01", "sat/b", result.Memory)}, none},
		{"a disagreement alone", []result.Record{recordtest.Exact("01-01", "native/a", "5"), recordtest.Exact("01-01", "sat/b", "6")}, none},
		{"zero", []result.Record{recordtest.Exact("01-01", "native/a", "0"), recordtest.Exact("01-02", "native/a", "0")}, "heatmap-year extremes distribution months"},
		{"no clock", []result.Record{recordtest.With(recordtest.Exact("01-01", "sat/b", "1"), func(r *result.Record) { r.ModelSeconds = []float64{0} })}, "heatmap-year extremes distribution months"},
		{"one of all", same, "heatmap-year extremes distribution months difficulty engines"},
		{"beyond float64", []result.Record{recordtest.Exact("01-01", "native/a", huge), recordtest.Exact("01-02", "native/a", "3")}, "heatmap-year extremes distribution months"},
		{"only beyond float64", []result.Record{recordtest.Exact("01-01", "native/a", huge)}, "extremes months"},
		{"near the end of float64", []result.Record{
			recordtest.With(recordtest.Exact("01-01", "native/a", huge[:290]), func(r *result.Record) { r.Nodes = recordtest.Of[int64](math.MaxInt64) }),
			recordtest.With(recordtest.Exact("01-02", "native/a", "1"), func(r *result.Record) { r.Nodes = recordtest.Of[int64](1) })}, "heatmap-year extremes distribution months difficulty"},
		{"no dates", []result.Record{recordtest.Exact("6x10", "native/a", "9356"), recordtest.Exact("5x12", "native/a", "4040")}, "extremes distribution"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var drawn []string
			for _, k := range Kinds[:11] {
				fig, err := Draw(test.recs, Plot{Kind: k.Name})
				if err != nil {
					if !strings.HasPrefix(err.Error(), k.Name+": ") {
						t.Errorf("got error %q", err)
					}
					continue
				}
				drawn = append(drawn, k.Name)
				svg, err := fig.SVG()
				if err != nil {
					t.Error(err)
				}
				recordtest.SVGTexts(t, svg)
				if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
					t.Errorf("%s: the SVG has a coordinate that is no number", k.Name)
				}
			}
			if got := strings.Join(drawn, " "); got != test.drawn {
				t.Errorf("drawn: got %q, want %q", got, test.drawn)
			}
		})
	}
}

func TestUnknownKind(t *testing.T) {
	if _, err := Draw(nil, Plot{Kind: "pie"}); err == nil || !facttest.States(err.Error(), `"pie", heatmap-year, extremes`) {
		t.Errorf("got %v", err)
	}
}
