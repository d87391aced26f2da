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
}

// Kinds are all the kinds, in the order of a full report.
var Kinds = []Kind{
	{"heatmap-year", "the year, month by day, each date with its count", drawYear},
	{"extremes", "the 20 instances with the fewest solutions and the 20 with the most", drawExtremes},
	{"distribution", "histogram and ECDF of the counts, median and mean marked", drawDistribution},
	{"months", "the solutions of each month in total", drawMonths},
	{"difficulty", "native nodes and SAT conflicts against solutions, with Spearman's rank correlation", drawDifficulty},
	{"engines", "the time of SAT against the time of native, one point an instance", drawEngines},
	{"models", "the time of each further solution of one instance as blocking clauses pile up", drawModels},
	{"levels", "the share of the puzzles by the hardest level of rules that they take, stuck ones too", drawLevels},
	{"solved-by-level", "the share of the puzzles that the rules up to each level solve", drawSolved},
	{"rank-correlation", "Spearman's rank correlation of the measures of difficulty, as a matrix", drawCorrelation},
	{"by-size", "the share of the clues that is left out, against rows and columns", drawBySize},
}

// A Figure is a picture that is ready to be drawn at its size, and what to say
// below it.
type Figure struct {
	Title   string
	Caption string // what it shows and what was left out, plain text
	W, H    vg.Length
	draw    func(draw.Canvas)
}

// Draw prepares one picture, its title and caption completed from p.
func Draw(recs []result.Record, p Plot) (*Figure, error) {
	for _, k := range Kinds {
		if k.Name != p.Kind {
			continue
		}
		f, err := k.Draw(recs, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", k.Name, err)
		}
		if p.Title != "" {
			f.Title = p.Title
		}
		f.Caption = strings.TrimSpace(p.Caption + " " + f.Caption)
		return f, nil
	}
	return nil, fmt.Errorf("no kind of plot is called %q: want one of %s", p.Kind, strings.Join(kindNames(), ", "))
}

// CheckPlots is nil if every plot's kind is known and no two share their files.
func CheckPlots(plots []Plot) error {
	seen := map[string]bool{}
	for i, p := range plots {
		if !slices.Contains(kindNames(), p.Kind) {
			return fmt.Errorf("plot %d: no kind is called %q: want one of %s", i+1, p.Kind, strings.Join(kindNames(), ", "))
		}
		name := p.file()
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
			return fmt.Errorf("plot %d: name %q: want letters, digits, - and _", i+1, name)
		}
		if seen[name] {
			return fmt.Errorf("plot %d: a second one is called %q: give it a name of its own", i+1, name)
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
