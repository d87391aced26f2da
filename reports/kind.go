package reports

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"counterproof/bench/result"
)

// A Kind is one way to draw records.
type Kind struct {
	Name string // as experiments call it
	Doc  string // what it shows, one line

	// Draw prepares the picture. The error says what the records lack.
	Draw func(recs []result.Record, p Plot) (*Figure, error)

	// measure and by are nil where a plot of the kind may not say them.
	measure, by func(string) error
}

// Kinds are all the kinds, in the order of a full report. Those from "cactus" on are of
// any measure; the ones before are of counts and of deduction.
var Kinds = []Kind{
	{"heatmap-year", "the year, month by day, each date with its count", drawYear, nil, nil},
	{"extremes", "the 20 instances with the fewest solutions and the 20 with the most, or all of 40", drawExtremes, nil, nil},
	{"distribution", "histogram and ECDF of the counts, median and mean marked", drawDistribution, nil, nil},
	{"months", "the solutions of each month in total", drawMonths, nil, nil},
	{"difficulty", "native nodes and SAT conflicts against solutions, with Spearman's rank correlation", drawDifficulty, nil, nil},
	{"engines", "the time of SAT against the time of native, one point an instance", drawEngines, nil, nil},
	{"models", "the time of each further solution of one instance as blocking clauses pile up", drawModels, nil, nil},
	{"levels", "the share of the puzzles by the hardest level of rules that they take, stuck ones too", drawLevels, nil, nil},
	{"solved-by-level", "the share of the puzzles that the rules up to each level solve", drawSolved, nil, nil},
	{"rank-correlation", "Spearman's rank correlation of the measures of difficulty, as a matrix", drawCorrelation, nil, nil},
	{"by-size", "the share of the clues that is left out, against rows and columns", drawBySize, nil, nil},

	{"cactus", "how many instances are solved when each may take so long, one line a method", drawCactus, isMeasure, nil},
	{"scatter", "two methods against each other, or a measure against another (by), one point an instance", drawScatter, isMeasure, isNumber},
	{"ecdf", "the share of the instances up to each number, one line a method", drawECDF, isMeasure, isDimension},
	{"histogram", "how many instances have which number, one panel a method", drawHistogram, isMeasure, isDimension},
	{"heat", "a table of two dimensions, coloured: medians, or the shares of a property", drawHeat, isMeasure, isPair},
	{"box", "medians, quartiles and outliers of each method or of each value of a dimension", drawBox, isMeasure, isDimension},
	{"growth", "a measure against the size, with a fitted power or exponential", drawGrowth, isMeasure, isNumber},
	{"ablation", "the ratio of each method to the first, geometric means with intervals, the least first", drawAblation, isMeasure, isDimension},
	{"share", "the share of the instances with a property, with intervals, against a dimension", drawShare, isProperty, isDimension},
}

func isMeasure(key string) error { _, err := findMeasure(key); return err }

func isDimension(key string) error { _, err := findDimension(key); return err }

func isPair(keys string) error { _, _, err := twoDimensions(keys); return err }

func isProperty(key string) error {
	m, err := findShare(key)
	if err == nil && !m.property && !m.class {
		err = fmt.Errorf("%s is no property: want %s", key, properties())
	}
	return err
}

func isNumber(key string) error {
	d, err := findAxis(key)
	if err == nil && d.number == nil {
		err = fmt.Errorf("%s is no number: want height, width, cells, number, density or a measure", key)
	}
	return err
}

// A Figure is a picture that is ready to be drawn at its size, and what to say
// below it.
type Figure struct {
	Title   string
	Caption string // what it shows and what was left out, plain text
	Answer  string // what a reader came for, one sentence; may be empty

	Warnings []Warning
	W, H     vg.Length
	draw     func(draw.Canvas)

	across int       // panels side by side; in a column they stand below each other
	tall   vg.Length // the height in a column, where that does not follow from the panels
}

// selection is what the plot takes of the records. A job in several places of the experiment
// counts in each only where the plot tells these apart.
func (p *Plot) selection() *selection {
	return &selection{
		Suites: p.Suites, Methods: p.Methods,
		BySuite:    strings.Contains(p.By, "suite"),
		ByPosition: p.Kind == "share" && p.By == "" || strings.Contains(p.By, "density"),
	}
}

// column is the width of a plot that is to fit into a column of a paper.
const column = "column"

// width is that of the plot's picture; some kinds have a narrower one.
func (p *Plot) width() vg.Length {
	if p.Width == column {
		return columnWidth
	}
	return figureWidth
}

// inColumn makes the figure as wide as a column. What is a square stays one.
func (f *Figure) inColumn() {
	switch {
	case f.tall > 0:
		f.H = f.tall
	case f.across > 1:
		f.H *= vg.Length(f.across)
	case f.W < figureWidth:
		f.H *= columnWidth / f.W
	}
	f.W = columnWidth
}

// Draw prepares one picture of the records of its suites and methods, its title and
// caption completed from p.
func Draw(recs []result.Record, p Plot) (*Figure, error) {
	for _, k := range Kinds {
		if k.Name != p.Kind {
			continue
		}
		chosen, missing := p.selection().choose(recs)
		if len(chosen) == 0 && len(missing) > 0 {
			return nil, fmt.Errorf("%s: no record of %s", k.Name, list(missing))
		}
		f, err := k.Draw(chosen, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.Name, err)
		}
		if len(missing) > 0 {
			f.Warnings = append([]Warning{{NotMeasured, len(missing), "no record of " + list(missing)}}, f.Warnings...)
		}
		if p.Title != "" {
			f.Title = p.Title
		}
		f.Caption = strings.TrimSpace(p.Caption + " " + f.Caption)
		if p.Width == column {
			f.inColumn()
		}
		_, lines := f.title()
		f.H += titleRow * vg.Length(len(lines)-1)
		return f, nil
	}
	return nil, fmt.Errorf("no kind of plot is called %q: want one of %s", p.Kind, strings.Join(kindNames(), ", "))
}

// CheckPlot is nil if the plot's kind is known and may say what the plot says. key is
// the field that is wrong, as experiments call it: "kind", "measure", "by", "width" or "name".
func CheckPlot(p Plot) (key string, err error) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Name == p.Kind })
	if i < 0 {
		return "kind", fmt.Errorf("no kind is called %q: want one of %s", p.Kind, strings.Join(kindNames(), ", "))
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
	if p.Width != "" && p.Width != column {
		return "width", fmt.Errorf("width %q: want %q, or none for a whole page", p.Width, column)
	}
	if name := p.file(); strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		return "name", fmt.Errorf("name %q: want letters, digits, - and _", name)
	}
	return "", nil
}

// CheckPlots is nil if CheckPlot is of each and no two share their files.
func CheckPlots(plots []Plot) error {
	seen := map[string]bool{}
	for i, p := range plots {
		if _, err := CheckPlot(p); err != nil {
			return fmt.Errorf("plot %d: %w", i+1, err)
		}
		name := strings.ToLower(p.file()) // some file systems do not tell case apart
		if seen[name] {
			return fmt.Errorf("plot %d: a second one is called %q: give it a name of its own", i+1, p.file())
		}
		seen[name] = true
	}
	return nil
}

func kindNames() []string {
	var names []string
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	return names
}

// file is the name of the plot's files, without the extension.
func (p Plot) file() string {
	if p.Name != "" {
		return p.Name
	}
	return p.Kind
}
