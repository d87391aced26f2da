package page_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/reports/study/page"
	"counterproof/reports/study/plot"
	"counterproof/reports/test/recordtest"
)

// This file checks the numbers about deduction.

// A graded is a drawn board that a method of deduction worked on.
type graded struct {
	puzzle        string
	levels        []string
	class         int // index of the hardest level; then stuck, then contradiction
	left          int64
	height, width int64
	clues, full   int64
	numbers       map[string]int64 // by the key of the measure
	ns            []int64          // of the repetitions; -1: cut
}

// drawDeductions draws boards and their records. With three repetitions, a limit may end the first.
func drawDeductions(seed uint64) (all []*graded, recs []result.Record) {
	rng := rand.New(rand.NewPCG(62, seed))
	puzzles := []string{"map", "sudoku"}[:1+rng.IntN(2)]
	runs, span := 1+rng.IntN(3), 1+rng.IntN(9)
	for _, puzzle := range puzzles {
		levels := map[string][]string{"map": recordtest.Three, "sudoku": {"singles", "pairs"}}[puzzle]
		for i := range 3 + rng.IntN(7) {
			g := &graded{puzzle: puzzle, levels: levels, class: rng.IntN(len(levels) + 2), numbers: map[string]int64{}}
			g.height, g.width, g.full = int64(2+rng.IntN(3)), int64(2+rng.IntN(2)), int64(6+rng.IntN(3))
			g.clues = rng.Int64N(g.full)
			for _, key := range []string{"steps", "longest_wait", "nodes", "conflicts", "decisions"} {
				g.numbers[key] = rng.Int64N(int64(span)) + 1
			}
			if g.class == len(levels) {
				g.left = 1 + rng.Int64N(20)
			}
			says := append(slices.Clone(levels), "stuck", "contradiction")[g.class]
			if g.class < len(levels) {
				says = fmt.Sprint("solved ", g.class)
			}
			for k := range runs {
				r := recordtest.Graded(puzzle, fmt.Sprint(puzzle, i), says, levels...)
				r.Key, r.Repetition, r.Height, r.Width = fmt.Sprint(puzzle, i, k), k, &g.height, &g.width
				r.Left, r.LeftRemovable = g.left, recordtest.Of(g.left/2)
				r.Clues, r.FullClues, r.Steps, r.LongestWait = &g.clues, &g.full, g.numbers["steps"], g.numbers["longest_wait"]
				r.Nodes, r.Conflicts, r.Decisions = recordtest.Of(g.numbers["nodes"]), recordtest.Of(g.numbers["conflicts"]), recordtest.Of(g.numbers["decisions"])
				ns := 1_000_000 + rng.Int64N(9_000_000)
				r.WallSeconds = recordtest.Of(float64(ns) / 1e9)
				if k == 0 && runs == 3 && rng.IntN(3) == 0 {
					ns, r.Difficulty, r.Nodes = -1, nil, recordtest.Of[int64](1000)
					recordtest.IsCut(&r)
				}
				g.ns, recs = append(g.ns, ns), append(recs, r)
			}
			all = append(all, g)
		}
	}
	return all, recs
}

// number returns one of the measures of difficulty of the matrix of rank correlations.
func (g *graded) number(name string) *big.Rat {
	switch name {
	case "hardest level":
		return big.NewRat(int64(min(g.class, len(g.levels))), 1)
	case "clues":
		return big.NewRat(g.clues, 1)
	}
	key := map[string]string{"longest wait": "longest_wait", "native nodes": "nodes", "SAT conflicts": "conflicts", "SAT decisions": "decisions"}[name]
	if key == "" {
		key = name
	}
	return big.NewRat(g.numbers[key], 1)
}

// leftOut returns the share of the clues of a solved board that is left out.
func (g *graded) leftOut() *big.Rat { return big.NewRat(g.full-g.clues, g.full) }

// time returns the median of the repetitions.
func (g *graded) time() *big.Rat {
	var xs []*big.Rat
	for _, ns := range g.ns {
		if ns < 0 {
			xs = append(xs, nil)
		} else {
			xs = append(xs, big.NewRat(ns, 1e9))
		}
	}
	return median(xs)
}

func column(all []*graded, number func(*graded) *big.Rat) (xs []*big.Rat) {
	for _, g := range all {
		xs = append(xs, number(g))
	}
	return xs
}

// TestRefereeOfDeduction checks the numbers about deduction on 60 drawn ledgers.
func TestRefereeOfDeduction(t *testing.T) {
	for ledger := range uint64(60) {
		r := &referee{T: t, ledger: ledger}
		all, recs := drawDeductions(ledger)
		tables := r.pageTables(recs)
		p := page.Page{Title: "t", Records: recs}
		said := map[string]string{}
		for _, f := range p.Summary().Findings {
			said[f.Subject] = f.Value
		}
		matrix, err := plot.Draw(recs, plot.Plot{Kind: "rank-correlation"})
		if err != nil {
			t.Fatal(err)
		}
		var coefficients []float64
		same := 0 // cells of the matrix without a correlation
		for _, puzzle := range []string{"map", "sudoku"} {
			own := slices.DeleteFunc(slices.Clone(all), func(g *graded) bool { return g.puzzle != puzzle })
			if len(own) == 0 {
				continue
			}
			r.levels(recs, puzzle, own)
			r.bySize(recs, puzzle, own)
			k := slices.IndexFunc(tables["rules"], func(o row) bool { return o["puzzle"] == puzzle || o["puzzle"] == "" })
			r.rules(tables["rules"][k], puzzle, own)
			r.deduced(said[puzzle+" by rules/"+own[0].levels[len(own[0].levels)-1]], own)
			names := []string{"hardest level", "steps", "longest wait", "native nodes", "SAT conflicts", "SAT decisions", "clues"}
			for _, a := range names {
				for _, b := range names {
					rho, ok := spearman(column(own, func(g *graded) *big.Rat { return g.number(a) }), column(own, func(g *graded) *big.Rat { return g.number(b) }))
					if !ok {
						same++
						continue
					}
					coefficients = append(coefficients, rho)
					if pattern := puzzle + ` .*?(\S+) \(` + b + `\)`; a == names[0] && (b == "native nodes" || b == "SAT conflicts") {
						r.within("ρ of "+b, r.match("matrix", matrix.Answer, pattern)[1], rho, 0.005)
					}
				}
			}
		}
		if ledger%10 == 0 {
			r.matrix(matrix, coefficients, same)
		}
	}
}

// matrix checks the numbers in the cells of the picture, in any order.
func (r *referee) matrix(f *plot.Figure, want []float64, same int) {
	svg, err := f.SVG()
	if err != nil {
		r.Fatal(err)
	}
	var printed []float64
	dashes := 0
	for _, text := range recordtest.SVGTexts(r.T, svg) {
		if text == "–" {
			dashes++
		} else if x, ok := parsePrinted(text); ok {
			printed = append(printed, x)
		}
	}
	slices.Sort(printed)
	slices.Sort(want)
	r.whole("cells without a correlation", fmt.Sprint(dashes), same)
	if r.whole("correlations", fmt.Sprint(len(printed)), len(want)); len(printed) == len(want) {
		for i, x := range printed {
			r.truth(fmt.Sprintf("%g in a cell for %g", x, want[i]), math.Abs(x-want[i]) <= 0.005+1e-9, true)
		}
	}
}

// levels checks the number of boards of each level, and the shares that the rules up to each level
// solve.
func (r *referee) levels(recs []result.Record, puzzle string, own []*graded) {
	classes := append(slices.Clone(own[0].levels), "stuck", "contradiction")
	f := r.draw(recs, plot.Plot{Kind: "levels"})
	upTo := r.draw(recs, plot.Plot{Kind: "solved-by-level"})
	part := func(text string) string { return r.match("levels", text, puzzle+`: ([^;]*)`)[1] }
	solved := 0
	for k, class := range classes {
		n := 0
		for _, g := range own {
			if g.class == k {
				n++
			}
		}
		printed := ""
		if m := regexp.MustCompile(`(\d+) ` + class).FindStringSubmatch(part(f.Answer)); m != nil {
			printed = m[1]
		}
		r.whole(class+" of "+puzzle, printed, n)
		if solved += n; k < len(own[0].levels) {
			got := r.match("solved by level", part(upTo.Answer), class+` ([\d.]+%)`)[1]
			r.within("solved up to "+class+" of "+puzzle, got, float64(solved)/float64(len(own)), 0.005)
		}
	}
}

// bySize checks the means of the first and the last height for each width, and the correlations.
func (r *referee) bySize(recs []result.Record, puzzle string, own []*graded) {
	p := plot.Plot{Kind: "by-size", Methods: []string{"rules/" + own[0].levels[len(own[0].levels)-1]}}
	f := r.draw(recs, p)
	for width := int64(2); width < 4; width++ {
		at := slices.DeleteFunc(slices.Clone(own), func(g *graded) bool { return g.width != width })
		if len(at) == 0 {
			continue
		}
		slices.SortStableFunc(at, func(a, b *graded) int { return int(a.height - b.height) })
		mean := func(height int64) float64 {
			xs := slices.DeleteFunc(slices.Clone(at), func(g *graded) bool { return g.height != height })
			return meanFloat(floatsOf(column(xs, (*graded).leftOut)))
		}
		what := fmt.Sprintf("%d columns of %s", width, puzzle)
		got := r.match(what, f.Answer, fmt.Sprintf(`%d columns (\S+%%) to (\S+?%%)(?: \(ρ = (\S+)\))?(?:,|$)`, width))
		r.within("first row, "+what, got[1], mean(at[0].height), 0.005)
		r.within("last row, "+what, got[2], mean(at[len(at)-1].height), 0.005)
		rho, ok := spearman(column(at, func(g *graded) *big.Rat { return big.NewRat(g.height, 1) }), column(at, (*graded).leftOut))
		if r.truth("ρ, "+what, got[3] != "", ok); ok {
			r.within("ρ, "+what, got[3], rho, 0.005)
		}
	}
}

// rules checks a row of the table of deduction.
func (r *referee) rules(got row, puzzle string, own []*graded) {
	classes := map[string]int{}
	left := int64(0)
	for _, g := range own {
		name := "solved"
		if over := g.class - len(g.levels); over >= 0 {
			name = []string{"stuck", "contradiction"}[over]
		}
		classes[name]++
		left += g.left
	}
	r.whole("boards of "+puzzle, got["puzzles"], len(own))
	for _, class := range []string{"solved", "stuck", "contradiction"} {
		r.whole(class+" of "+puzzle, got[class], classes[class])
	}
	if got["sort values left"] != "" {
		r.agree("values left of "+puzzle, got["sort values left"], float64(left)/float64(len(own)), 6)
	}
	for heading, number := range map[string]func(*graded) *big.Rat{
		"time": (*graded).time, "steps": func(g *graded) *big.Rat { return g.number("steps") }, "longest wait": func(g *graded) *big.Rat { return g.number("longest wait") },
		"clues": func(g *graded) *big.Rat { return g.number("clues") }, "native nodes": func(g *graded) *big.Rat { return g.number("native nodes") },
		"SAT conflicts": func(g *graded) *big.Rat { return g.number("SAT conflicts") }, "SAT decisions": func(g *graded) *big.Rat { return g.number("SAT decisions") },
	} {
		if want := floatOf(median(column(own, number))); got["sort "+heading] != "" || want != 0 {
			r.agree(heading+" of "+puzzle, got["sort "+heading], want, 6)
		}
	}
}

// deduced checks the sentence about a method of deduction.
func (r *referee) deduced(text string, own []*graded) {
	solved, stuck, broken, left, removable := 0, 0, 0, 0, 0
	for _, g := range own {
		switch over := g.class - len(g.levels); {
		case over < 0:
			solved++
		case over == 0:
			stuck, left, removable = stuck+1, left+int(g.left), removable+int(g.left/2)
		default:
			broken++
		}
	}
	got := r.match("deduced", text, `^(\d+) of (\d+) solved \((\S+%)\)(?:, (\d+) stuck with (\d+) values left(?:, (\d+) of them in no solution)?)?(?:, (\d+) without one solution)?`)
	r.whole("solved", got[1], solved)
	r.whole("boards", got[2], len(own))
	r.within("share", got[3], float64(solved)/float64(len(own)), 0.005)
	r.whole("stuck", got[4], stuck)
	r.whole("left", got[5], left)
	r.whole("removable", got[6], removable)
	r.whole("broken", got[7], broken)
}
