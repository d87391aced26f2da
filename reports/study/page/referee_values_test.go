package page_test

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterproof/bench/record/result"
)

// This file turns trials into values, as docs/plots.md defines them.

// A value is the result of one trial for one measure.
type value struct {
	*trial
	v     *big.Rat // the median of the runs; nil: infinite
	least *big.Rat // if v is infinite, a lower bound, or 0
	cut   string   // if v is infinite, the reason
	other bool     // a limit on memory ended a run
}

func (v value) solved() bool { return v.v != nil }

// valuesOf returns the values of the trials by one of the measures wall_seconds, cpu_seconds, nodes
// and conflicts. It leaves out methods without nodes or without conflicts.
func valuesOf(all []*trial, measure string) (vs []value) {
	for _, t := range all {
		if measure != "wall_seconds" && measure != "cpu_seconds" && t.native() != (measure == "nodes") {
			continue
		}
		v := value{trial: t, least: new(big.Rat)}
		var xs, least []*big.Rat
		for _, r := range t.runs {
			x := big.NewRat(max(r.work, 0), 1)
			switch measure {
			case "wall_seconds":
				x = big.NewRat(max(r.ns, 0), 1e9)
			case "cpu_seconds":
				x = big.NewRat(max(r.cpu, 0), 1e9)
			}
			if r.end == "done" {
				xs, least = append(xs, x), append(least, x)
				continue
			}
			if r.end == result.Timeout && (measure == "wall_seconds" || measure == "cpu_seconds" && r.cpu < 0) {
				x = big.NewRat(t.limit, 1e9)
			}
			xs, least = append(xs, nil), append(least, x)
			v.cut, v.other = r.end, v.other || r.end == result.Memory
		}
		v.v = median(xs)
		switch {
		case v.v != nil:
			v.cut, v.other = "", false
		case slices.ContainsFunc(t.runs, func(r run) bool { return r.end == "wrong" }):
			v.cut = "wrong"
		default:
			slices.SortFunc(least, (*big.Rat).Cmp)
			if least[(len(least)-1)/2].Sign() > 0 {
				v.least = median(least)
			}
		}
		vs = append(vs, v)
	}
	return vs
}

func where(vs []value, keep func(value) bool) (some []value) {
	for _, v := range vs {
		if keep(v) {
			some = append(some, v)
		}
	}
	return some
}

func by(vs []value, method string) []value {
	return where(vs, func(v value) bool { return v.method == method })
}

func numbers(vs []value) (xs []*big.Rat) {
	for _, v := range vs {
		xs = append(xs, v.v)
	}
	return xs
}

func methodsIn(vs []value) (names []string) {
	for _, v := range vs {
		if !slices.Contains(names, v.method) {
			names = append(names, v.method)
		}
	}
	slices.Sort(names)
	return names
}

func count(vs []value, holds func(value) bool) int { return len(where(vs, holds)) }

func isWrong(v value) bool { return v.cut == "wrong" }

func isCut(v value) bool { return !v.solved() && !isWrong(v) }

// cutVerb returns the verb for values that are cut.
func cutVerb(vs []value) string {
	if count(vs, func(v value) bool { return isCut(v) && v.cut != result.Timeout }) > 0 {
		return "had no answer"
	}
	return "timed out"
}

// par2 returns false if a limit on memory ended an unsolved trial, or if it had no limit on its time.
func par2(vs []value) (float64, bool) {
	total := new(big.Rat)
	for _, v := range vs {
		switch {
		case v.solved():
			total.Add(total, v.v)
		case v.other || v.limit == 0:
			return 0, false
		default:
			total.Add(total, big.NewRat(2*v.limit, 1e9))
		}
	}
	return floatOf(total) / float64(len(vs)), true
}

// A duel compares two methods on the boards that both tried.
type duel struct {
	a, b                                                            string
	n, winsA, winsB, ties, neither, zeros, cutA, cutB, lostA, lostB int
	wrongA, wrongB                                                  int
	logs, bounds                                                    []float64
	low, high                                                       float64
	xs, ys                                                          []*big.Rat
	unknown                                                         bool // the work of a job that was cut is unknown
	verb                                                            string
}

func newDuel(vs []value, a, b string) *duel {
	d := &duel{a: a, b: b, low: math.Inf(1), high: math.Inf(-1)}
	var both []value
	for _, x := range by(vs, a) {
		for _, y := range by(vs, b) {
			if x.board == y.board {
				both = append(both, x, y)
				d.add(x, y)
			}
		}
	}
	d.verb = cutVerb(both)
	return d
}

func (d *duel) add(x, y value) {
	d.n++
	if isWrong(x) {
		d.wrongA++
	}
	if isWrong(y) {
		d.wrongB++
	}
	bound := func(y, x *big.Rat) {
		if x.Sign() <= 0 || y.Sign() <= 0 {
			d.unknown = true
			return
		}
		d.bounds = append(d.bounds, math.Log(floatOf(new(big.Rat).Quo(y, x))))
	}
	switch {
	case !x.solved() && !y.solved():
		d.neither++
		return
	case !y.solved() && isWrong(y):
		d.lostB++
	case !y.solved():
		d.cutB++
		bound(y.least, x.v)
	case !x.solved() && isWrong(x):
		d.lostA++
	case !x.solved():
		d.cutA++
		bound(y.v, x.least)
	case x.v.Sign() > 0 && y.v.Sign() > 0:
		ratio := floatOf(new(big.Rat).Quo(y.v, x.v))
		d.logs = append(d.logs, math.Log(ratio))
		d.low, d.high = min(d.low, ratio), max(d.high, ratio)
	default:
		d.zeros++
	}
	switch {
	case lessRat(x.v, y.v):
		d.winsA++
	case lessRat(y.v, x.v):
		d.winsB++
	default:
		d.ties++
	}
	d.xs, d.ys = append(d.xs, x.v), append(d.ys, y.v)
}

// bound returns the logarithms of the ratios and bounds, or nil if there is no bound.
func (d *duel) bound() []float64 {
	if (d.cutA > 0) == (d.cutB > 0) || d.unknown {
		return nil
	}
	return slices.Concat(d.logs, d.bounds)
}

// signedRankP returns the p of the signed-rank test. Ratios of times may differ by a billionth.
func (d *duel) signedRankP(measure string) (p float64, exact bool) {
	var tolerance *big.Rat
	if strings.HasSuffix(measure, "_seconds") {
		tolerance = big.NewRat(1, 1e9)
	}
	return signedRank(d.xs, d.ys, tolerance)
}

// A referee compares printed numbers with numbers of the independent program.
type referee struct {
	*testing.T
	ledger   uint64
	compared int // numbers so far
}

// agree checks a printed number that was rounded to the given number of significant digits, or to a
// whole number if it is larger. Rounding is allowed in either direction if the number is in the middle.
func (r *referee) agree(what, printed string, want float64, digits int) {
	r.Helper()
	r.compared++
	unit := 0.0
	if want != 0 && !math.IsInf(want, 0) {
		unit = math.Pow(10, math.Floor(math.Log10(math.Abs(want)))+1-float64(digits))
		if unit > 1 && math.Abs(want) < 1e6 {
			unit = 1
		}
	}
	r.within(what, printed, want, unit/2)
}

// within checks a printed number that may differ by the given amount.
func (r *referee) within(what, printed string, want, most float64) {
	r.Helper()
	got, ok := parsePrinted(printed)
	if !ok || got != want && !(math.Abs(got-want) <= most+1e-9*math.Abs(want)+1e-15) {
		r.Errorf("ledger %d, %s: the report prints %q, want %.10g", r.ledger, what, printed, want)
	}
}

// whole checks a printed whole number. An empty text stands for 0.
func (r *referee) whole(what, printed string, want int) {
	r.Helper()
	r.compared++
	if printed == "" {
		printed = "0"
	}
	if strings.ReplaceAll(printed, ",", "") != strconv.Itoa(want) {
		r.Errorf("ledger %d, %s: the report prints %q, want %d", r.ledger, what, printed, want)
	}
}

// truth checks that the report says something if and only if it holds. It returns whether it holds.
func (r *referee) truth(what string, got, want bool) bool {
	r.Helper()
	r.compared++
	if got != want {
		r.Errorf("ledger %d, %s: the report says %v, want %v", r.ledger, what, got, want)
	}
	return want
}

// parsePrinted returns the number of a text such as "1,234", "2.5 ms", "33%" or "no answer".
func parsePrinted(text string) (float64, bool) {
	scale := 1.0
	number, unit, _ := strings.Cut(strings.ReplaceAll(strings.TrimSpace(text), ",", ""), " ")
	switch unit {
	case "answer":
		return math.Inf(1), number == "no"
	case "ns":
		scale = 1e-9
	case "µs":
		scale = 1e-6
	case "ms":
		scale = 1e-3
	}
	if n, ok := strings.CutSuffix(number, "%"); ok {
		number, scale = n, 0.01
	}
	x, err := strconv.ParseFloat(strings.Replace(number, "−", "-", 1), 64)
	return x * scale, err == nil
}
