package plot

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"counterproof/bench/record/result"
	"counterproof/reports/study/data"
	"counterproof/reports/study/theme"
)

// These are the values of Scale.
const (
	logScale    = "log"
	linearScale = "linear"
)

// Column is the Width of a plot that is as narrow as one of two columns of a page.
const Column = "column"

// A Plot describes one picture. The kind of the plot chooses a value for each empty field.
type Plot = result.Plot

func (q *query) width() vg.Length {
	if q.Width == Column {
		return theme.ColumnWidth
	}
	return theme.FigureWidth
}

// choose returns the records for the plot, and the suites and methods without a record. A job in
// several places of the experiment counts in each place only if the plot distinguishes these places.
// The kinds cactus and scatter have lines of suites if there is only one method.
func choose(from *data.Source, p Plot) (chosen *data.Source, missing []string) {
	s := &data.Selection{
		Suites: p.Suites, Methods: p.Methods,
		BySuite:    strings.Contains(p.By, "suite") || slices.Contains([]string{"growth", "heat", "share"}, p.Kind),
		ByPosition: p.Kind == "share" && p.By == "" || strings.Contains(p.By, "density"),
	}
	chosen, missing = from.Choose(s)
	several := slices.ContainsFunc(chosen.Records, func(r result.Record) bool { return r.Method != chosen.Records[0].Method })
	if s.BySuite = p.Kind == "cactus" || p.Kind == "scatter"; s.BySuite && !several {
		return from.Choose(s)
	}
	return chosen, missing
}

// Check checks the kind of the plot, and whether the kind accepts the fields of the plot. If a
// field is wrong, the result key is the field's name in experiment files: "kind", "measure",
// "by", "scale", "width" or "name".
func Check(p Plot) (key string, err error) {
	k, err := findKind(p.Kind)
	if err != nil {
		return "kind", err
	}
	for _, f := range []struct {
		key, value string
		check      func(string) error
	}{{"measure", p.Measure, k.measure}, {"by", p.By, k.by}} {
		switch {
		case f.value == "":
		case f.check == nil:
			return f.key, fmt.Errorf("a plot of kind %s has no %s", p.Kind, f.key)
		default:
			if err := f.check(f.value); err != nil {
				return f.key, err
			}
		}
	}
	if err := checkScale(p); err != nil {
		return "scale", err
	}
	if p.Width != "" && p.Width != Column {
		return "width", fmt.Errorf("width %.20q: want %q, or none for a whole page", p.Width, Column)
	}
	if name := p.File(); strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		return "name", fmt.Errorf("name %.20q: want letters, digits, - and _", name)
	}
	return "", nil
}

// scaled lists the kinds whose numbers can have either scale.
var scaled = []string{"distribution", "difficulty", "engines", "cactus", "scatter", "ecdf", "histogram", "heat", "box", "growth"}

func checkScale(p Plot) error {
	m, err := data.FindShare(p.Measure)
	switch {
	case p.Scale == "":
	case p.Scale != logScale && p.Scale != linearScale:
		return fmt.Errorf("scale %.20q: want %q or %q, or none to let the numbers decide", p.Scale, logScale, linearScale)
	case !slices.Contains(scaled, p.Kind):
		return fmt.Errorf("a plot of kind %s has no scale to choose", p.Kind)
	case p.Scale == logScale && err == nil && m.Property:
		return fmt.Errorf("the measure %s is 0 or 1, which has no logarithmic scale: want %q", m.Key, linearScale)
	}
	return nil
}

// CheckAll checks every plot and rejects duplicate file names.
func CheckAll(plots []Plot) error {
	seen := map[string]bool{}
	for i, p := range plots {
		if _, err := Check(p); err != nil {
			return fmt.Errorf("plot %d: %w", i+1, err)
		}
		name := strings.ToLower(p.File()) // some file systems ignore case
		if seen[name] {
			return fmt.Errorf("plot %d: another plot is also called %.20q: give it a different name", i+1, p.File())
		}
		seen[name] = true
	}
	return nil
}
