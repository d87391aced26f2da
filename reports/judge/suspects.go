package judge

import (
	"fmt"
	"math"
	"slices"

	"counterproof/bench/result"
	"counterproof/reports/format"
	"counterproof/reports/stat"
)

// A Suspicion says how often a method under test was wrong.
type Suspicion struct {
	Name string // of the method, with its puzzle and suite
	Text string
}

// Suspicions returns one for each method under test, puzzle and suite: on how many instances
// its count was wrong, and by which factors. The count of the other methods is taken for right.
// A job in several suites counts in each. Repetitions count once, and as wrong if one of them is.
func Suspicions(recs []result.Record, suspects []string) []Suspicion {
	if len(suspects) == 0 {
		return nil
	}
	counts := map[[2]string]*Board{}
	counting, _ := Counting(Trusted(recs, suspects))
	for _, b := range Boards(counting) {
		counts[[2]string{b.Puzzle, b.Name}] = b
	}
	ratio := func(r result.Record) float64 { return countRatio(r, counts[[2]string{r.Puzzle, r.Instance}]) }
	own := slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool { return !slices.Contains(suspects, r.Method) })
	names := suspectNames(own)
	// The worst of the repetitions first.
	slices.SortStableFunc(own, func(a, b result.Record) int { return severity(a, ratio(a)) - severity(b, ratio(b)) })
	seen := map[string]bool{}
	tallies := map[string]*suspectTally{}
	for _, r := range own {
		name := names(r)
		if board := name + "\x00" + r.Instance; seen[board] {
			continue
		} else {
			seen[board] = true
		}
		if tallies[name] == nil {
			tallies[name] = &suspectTally{low: math.Inf(1), high: math.Inf(-1)}
		}
		tallies[name].add(r, ratio(r))
	}
	var all []Suspicion
	for _, name := range format.SortedKeys(tallies) {
		all = append(all, Suspicion{name, tallies[name].text()})
	}
	return all
}

// suspectNames names the method of a record with its puzzle, and with its suite where the
// puzzle is in several.
func suspectNames(recs []result.Record) func(result.Record) string {
	suites := map[string][]string{} // of a puzzle
	for _, r := range recs {
		if !slices.Contains(suites[r.Puzzle], r.Suite) {
			suites[r.Puzzle] = append(suites[r.Puzzle], r.Suite)
		}
	}
	return func(r result.Record) string {
		name := r.Method + " on " + r.Puzzle
		if len(suites[r.Puzzle]) > 1 && r.Suite != "" {
			name += ", " + r.Suite
		}
		return name
	}
}

// countRatio is the count of a record over the right one: 1 if both are the same, infinite where
// the ratio cannot be computed, NaN where one of the two is unknown.
func countRatio(r result.Record, right *Board) float64 {
	n := Answer(r)
	if n == nil || right == nil || right.Count == nil || r.Status != result.Exact {
		return math.NaN()
	}
	if n.Cmp(right.Count) == 0 {
		return 1
	}
	a, okA := stat.Float(n)
	b, okB := stat.Float(right.Count)
	if !okA || !okB || b == 0 {
		return math.Inf(1)
	}
	return a / b
}

// severity orders repetitions: a wrong count before no answer, and that before the others.
func severity(r result.Record, ratio float64) int {
	switch {
	case !math.IsNaN(ratio) && ratio != 1:
		return 0
	case Answer(r) == nil:
		return 1
	}
	return 2
}

// A suspectTally counts the instances of one suspicion.
type suspectTally struct {
	checked, wrong, silent, unchecked int
	low, high                         float64 // of the finite ratios of the wrong counts
}

func (t *suspectTally) add(r result.Record, ratio float64) {
	switch {
	case Answer(r) == nil:
		t.silent++
		return
	case math.IsNaN(ratio):
		t.unchecked++
		return
	}
	t.checked++
	if ratio == 1 {
		return
	}
	t.wrong++
	if !math.IsInf(ratio, 1) {
		t.low, t.high = min(t.low, ratio), max(t.high, ratio)
	}
}

func (t *suspectTally) text() string {
	text := fmt.Sprintf("%d of %d counts wrong", t.wrong, t.checked)
	if t.checked > 0 {
		i := stat.Wilson(t.wrong, t.checked)
		text += fmt.Sprintf(" (%s; 95 %% interval %.0f %% to %.0f %%)", format.Percent(t.wrong, t.checked), 100*i.Low, 100*i.High)
	}
	if low, high := format.Ratio(t.low), format.Ratio(t.high); t.low <= t.high && low == high {
		text += ", by a factor of " + low
	} else if t.low <= t.high {
		text += fmt.Sprintf(", by factors of %s to %s", low, high)
	}
	if t.silent > 0 {
		text += fmt.Sprintf(", %d without an answer", t.silent)
	}
	if t.unchecked > 0 {
		text += fmt.Sprintf(", %d unchecked", t.unchecked)
	}
	return text
}
