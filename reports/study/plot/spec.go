package plot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/theme"
)

// These are the values of Scale.
const (
	logScale    = "log"
	linearScale = "linear"
)

// column is the Width of a plot that is as narrow as one of two columns of a page.
const column = "column"

// A Plot describes one picture. The kind of the plot chooses a value for each empty field.
type Plot struct {
	Kind     string // a Kind's Name
	Name     string // the name of the files, without the extension; default: Kind
	Title    string
	Caption  string // precedes the caption that the kind writes
	Instance string // the instance to draw, for a kind that draws one ("models")

	Suites  []string // the suites whose records are used; empty: all suites
	Methods []string // the methods whose records are used, by full name or by its beginning up to a slash; empty: all methods
	Measure string   // the key of a measure, such as "cpu_seconds"; empty: the default of the kind
	By      string   // the key of the dimension for the horizontal axis or for the rows; empty: the default of the kind
	Row     string   // a noun for a row of the table of instances; empty: "row"
	Column  string   // a noun for a column of that table; empty: "column"
	Scale   string   // "log" or "linear": the scale of the numbers; empty: logarithmic if the numbers span a wide range
	Width   string   // "column": 3.4 inches, for a column of a paper; empty: 7.4 inches or a little less
}

func (p *Plot) width() vg.Length {
	if p.Width == column {
		return theme.ColumnWidth
	}
	return theme.FigureWidth
}

// Narrow returns a copy of the plot that is as narrow as a column. The result ok is false if the
// plot is already as narrow as a column.
func (p Plot) Narrow() (slim Plot, ok bool) {
	ok = p.Width != column
	p.Width = column
	return p, ok
}

func (p *Plot) rowNoun() string { return cmp.Or(p.Row, "row") }

func (p *Plot) columnNoun() string { return cmp.Or(p.Column, "column") }

// File returns the name of the plot's files without the extension.
func (p Plot) File() string { return cmp.Or(p.Name, p.Kind) }

// choose returns the records for the plot, and the suites and methods without a record. A job in
// several places of the experiment counts in each place only if the plot distinguishes these places.
// The kinds cactus and scatter have lines of suites if there is only one method.
func (p *Plot) choose(recs []result.Record) (chosen []result.Record, missing []string) {
	s := &data.Selection{
		Suites: p.Suites, Methods: p.Methods,
		BySuite:    strings.Contains(p.By, "suite") || slices.Contains([]string{"growth", "heat", "share"}, p.Kind),
		ByPosition: p.Kind == "share" && p.By == "" || strings.Contains(p.By, "density"),
	}
	chosen, missing = s.Choose(recs)
	several := slices.ContainsFunc(chosen, func(r result.Record) bool { return r.Method != chosen[0].Method })
	if s.BySuite = p.Kind == "cactus" || p.Kind == "scatter"; s.BySuite && !several {
		return s.Choose(recs)
	}
	return chosen, missing
}

// Check checks the kind of the plot, and whether the kind accepts the fields of the plot. If a
// field is wrong, the result key is the field's name in experiment files: "kind", "measure",
// "by", "scale", "width" or "name".
func Check(p Plot) (key string, err error) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == p.Kind })
	if i < 0 {
		return "kind", fmt.Errorf("no kind is called %.20q: %s", p.Kind, wording.Want(p.Kind, KindNames()))
	}
	for _, f := range []struct {
		key, value string
		check      func(string) error
	}{{"measure", p.Measure, Kinds[i].measure}, {"by", p.By, Kinds[i].by}} {
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
	if err := p.checkScale(); err != nil {
		return "scale", err
	}
	if p.Width != "" && p.Width != column {
		return "width", fmt.Errorf("width %.20q: want %q, or none for a whole page", p.Width, column)
	}
	if name := p.File(); strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		return "name", fmt.Errorf("name %.20q: want letters, digits, - and _", name)
	}
	return "", nil
}

// scaled lists the kinds whose numbers can have either scale.
var scaled = []string{"distribution", "difficulty", "engines", "cactus", "scatter", "ecdf", "histogram", "heat", "box", "growth"}

func (p *Plot) checkScale() error {
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
