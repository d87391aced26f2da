package page_test

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/result"
	"counterproof/bench/test/processtest"
	"counterproof/reports/study/plot"
)

// TestReferee checks the numbers of reports on drawn ledgers against an independent program: its own
// values, fractions, tests, intervals and fits, computed from the drawn trials by the definitions in
// docs/plots.md. The ledgers have ties, zeros, time-outs, wrong answers, repetitions, single instances,
// equal methods and methods with different instances. Long tests draw 200 ledgers instead of 70.
func TestReferee(t *testing.T) {
	compared, ledgers := 0, 70
	if processtest.IsLong() {
		ledgers = 200
	}
	for ledger := range uint64(ledgers) {
		r := &referee{T: t, ledger: ledger}
		all := drawLedger(ledger)
		recs := records(all)
		for _, measure := range []string{"wall_seconds", "cpu_seconds", "nodes", "conflicts"} {
			vs := valuesOf(all, measure)
			r.cactus(recs, vs, measure)
			r.duels(recs, vs, measure)
			r.ablation(recs, vs, measure)
			r.medians(recs, vs, measure)
		}
		r.correlations(recs, all)
		r.growth(recs, all)
		r.shares(recs, all)
		r.heat(recs, all)
		r.counts(recs, all)
		r.solutions(recs, all)
		r.tables(recs, all)
		compared += r.compared
		if t.Failed() && ledger > 20 {
			break
		}
	}
	t.Logf("%d numbers agree", compared)
	if compared < 400*ledgers {
		t.Errorf("only %d numbers were compared", compared)
	}
}

// draw draws a plot. The result is nil if the report says that the picture lacks data.
func (r *referee) draw(recs []result.Record, p plot.Plot) *plot.Figure {
	f, err := plot.Draw(recs, p)
	if err != nil {
		return nil
	}
	return f
}

// match returns the groups of a pattern in a text, and reports an error if the pattern does not occur.
func (r *referee) match(what, text, pattern string) []string {
	r.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		r.Fatalf("ledger %d, %s: found no %s in %q", r.ledger, what, pattern, text)
	}
	return m
}

// cactus checks the numbers of solved instances and PAR-2.
func (r *referee) cactus(recs []result.Record, vs []value, measure string) {
	f := r.draw(recs, plot.Plot{Kind: "cactus", Measure: measure})
	r.truth("a cactus plot of "+measure, f != nil, count(vs, value.solved) > 0)
	methods := methodsIn(vs)
	if f == nil || len(methods) < 2 {
		return
	}
	limited := strings.HasSuffix(measure, "_seconds") && vs[0].limit > 0 &&
		!slices.ContainsFunc(vs, func(v value) bool { return v.limit != vs[0].limit })
	for _, m := range methods {
		own := by(vs, m)
		got := r.match("cactus", f.Answer, regexp.QuoteMeta(m)+` ([\d,]+) of ([\d,]+)(?:, ([\d,]+) wrong)?(?: \(PAR-2 ([^)]+)\))?(?:;|$)`)
		r.whole("solved by "+m, got[1], count(own, value.solved))
		r.whole("tried by "+m, got[2], len(own))
		r.whole("wrong by "+m, got[3], count(own, isWrong))
		mean, ok := par2(own)
		if r.truth("PAR-2 of "+m, got[4] != "", ok && limited); ok && limited {
			r.agree("PAR-2 of "+m, got[4], mean, 3)
		}
	}
	boards := map[string]bool{}
	for _, v := range vs {
		boards[v.board] = true
	}
	for _, m := range methods {
		if n := len(by(vs, m)); n < len(boards) {
			r.warned(f, fmt.Sprintf("%s on %d of %d", m, n, len(boards)))
		}
	}
	few := 0
	for _, v := range vs {
		if len(v.runs) < 3 {
			few++
		}
	}
	if few > 0 && few < len(vs) && strings.HasSuffix(measure, "_seconds") {
		r.warned(f, fmt.Sprintf("%d of %d were measured fewer than 3 times", few, len(vs)))
	}
}

// warned checks that a warning of a picture contains a text.
func (r *referee) warned(f *plot.Figure, text string) {
	r.Helper()
	for _, w := range f.Warnings {
		if strings.Contains(w.Text, text) {
			r.compared++
			return
		}
	}
	r.Errorf("ledger %d: no warning %q in %v", r.ledger, text, f.Warnings)
}

// precision returns the number of digits that the report prints of a value of the measure.
func precision(measure string) int {
	if strings.HasSuffix(measure, "_seconds") {
		return 3
	}
	return 4
}

// duels checks the comparison of each pair of methods under their scatter plot.
func (r *referee) duels(recs []result.Record, vs []value, measure string) {
	methods := methodsIn(vs)
	for i, a := range methods {
		for _, b := range methods[i+1:] {
			d := newDuel(vs, a, b)
			f := r.draw(recs, plot.Plot{Kind: "scatter", Measure: measure, Methods: []string{a, b}})
			r.truth("a scatter plot of "+measure, f != nil, d.n > d.neither)
			if f == nil {
				continue
			}
			what := fmt.Sprintf("%s of %s against %s", measure, b, a)
			r.whole("instances of "+what, r.match(what, f.Caption, `One point per instance, ([\d,]+) in all`)[1], d.n)
			r.summary(what, f.Answer, measure, d)
			if d.winsA+d.winsB+d.ties < d.n || d.cutA+d.cutB+d.lostA+d.lostB > 0 {
				got := r.match(what, f.Caption, `open triangles: ([\d,]+) without an answer by \S+, ([\d,]+) by \S+; ([\d,]+) by neither`)
				r.whole("margin of b, "+what, got[1], d.cutB+d.lostB)
				r.whole("margin of a, "+what, got[2], d.cutA+d.lostA)
				r.whole("neither, "+what, got[3], d.neither)
			}
		}
	}
}

// summary checks the sentences about two methods.
func (r *referee) summary(what, text, measure string, d *duel) {
	r.Helper()
	if len(d.logs) == 0 {
		r.match(what, text, `there is no mean ratio of `+d.b+` to `+d.a)
	} else {
		got := r.match(what, text, d.b+` is (\S+) × `+d.a+` in the geometric mean(?: \(95% interval (\S+) to (\S+)\))? over ([\d,]+) instance`)
		r.agree("ratio, "+what, got[1], math.Exp(meanFloat(d.logs)), 3)
		low, high, ok := bootstrap(d.logs, meanFloat)
		if r.truth("interval, "+what, got[2] != "", ok); ok {
			r.agree("low end, "+what, got[2], math.Exp(low), 3)
			r.agree("high end, "+what, got[3], math.Exp(high), 3)
		}
		r.whole("ratios, "+what, got[4], len(d.logs))
	}
	got := r.match(what, text, `; (?:it|\S+) is larger on ([\d,]+), smaller on ([\d,]+) and equal on ([\d,]+)(?: \(sign test p (= |)(\S+|< 0.0001), signed-rank test p (= |)(\S+|< 0.0001), (exact|normal approximation)\))?`)
	r.whole("wins of a, "+what, got[1], d.winsA)
	r.whole("wins of b, "+what, got[2], d.winsB)
	r.whole("ties, "+what, got[3], d.ties)
	if r.truth("tests, "+what, got[5] != "", d.winsA+d.winsB > 0); got[5] != "" {
		r.probability("sign test, "+what, got[5], floatOf(signTest(d.winsA, d.winsB)))
		p, exact := d.signedRankP(measure)
		r.probability("signed-rank test, "+what, got[7], p)
		r.truth("exact test, "+what, got[8] == "exact", exact)
	}
	left := ""
	if m := regexp.MustCompile(`Left out of the mean, of ([\d,]+): (.*?)\.(?: |$)`).FindStringSubmatch(text); m != nil {
		r.whole("all, "+what, m[1], d.n)
		left = m[2]
	}
	bounds := d.bound()
	cutA, cutB := d.cutA, d.cutB
	if bounds != nil {
		cutA, cutB = 0, 0
	}
	for phrase, want := range map[string]int{
		`(?:timed out|had no answer) by ` + d.a: cutA, `(?:timed out|had no answer) by ` + d.b: cutB,
		`wrong by ` + d.a: d.lostA, `wrong by ` + d.b: d.lostB, `that neither solved`: d.neither, `with the number 0`: d.zeros,
	} {
		n := ""
		if m := regexp.MustCompile(`([\d,]+) ` + phrase).FindStringSubmatch(left); m != nil {
			n = strings.Trim(m[1], ",")
		}
		r.whole(phrase+", "+what, n, want)
	}
	m := regexp.MustCompile(`Including the ([\d,]+) that (timed out|had no answer) on (\S+), .*, it is (at least|at most) (\S+) ×`).FindStringSubmatch(text)
	if r.truth("bound, "+what, m != nil, bounds != nil); m != nil {
		r.whole("cut, "+what, m[1], d.cutA+d.cutB)
		r.truth("verb, "+what, m[2] == d.verb, true)
		r.truth("side, "+what, m[4] == "at least", d.cutB > 0)
		r.agree("bound, "+what, m[5], math.Exp(meanFloat(bounds)), 3)
	}
}

// probability checks a p-value of two digits.
func (r *referee) probability(what, printed string, want float64) {
	r.Helper()
	if want < 1e-4 {
		r.truth(what, strings.HasSuffix(printed, "0.0001"), true)
		return
	}
	r.agree(what, printed, want, 2)
}

// ablation checks the ratios of all methods to the first one.
func (r *referee) ablation(recs []result.Record, vs []value, measure string) {
	methods := methodsIn(vs)
	if len(methods) < 2 {
		return
	}
	var duels []*duel
	rated := 0
	for _, m := range methods[1:] {
		d := newDuel(vs, methods[0], m)
		duels = append(duels, d)
		if len(d.logs) > 0 || len(d.bound()) > 0 {
			rated++
		}
	}
	f := r.draw(recs, plot.Plot{Kind: "ablation", Measure: measure})
	if r.truth("an ablation of "+measure, f != nil, rated > 0); f == nil {
		return
	}
	last := math.Inf(-1)
	texts := strings.Split(strings.SplitN(f.Answer, ": ", 2)[1], "; ")
	r.truth("bars of "+measure, len(texts) == rated, true)
	for _, text := range texts {
		name, _, _ := strings.Cut(text, " ")
		i := slices.IndexFunc(duels, func(d *duel) bool { return d.b == name })
		d := duels[i]
		logs, bounds := d.logs, d.bound()
		if bounds != nil {
			logs = bounds
		}
		mean := meanFloat(logs)
		what := "ablation of " + measure + ", " + name
		r.truth("order of "+what, mean >= last-1e-9, true)
		last = mean
		got := r.match(what, text, `^\S+ (at least |at most |)(\S+) × \((?:(\S+) to (\S+), |interval (from|up to) (\S+?)(?: up)?, )?n = ([\d,]+)\)(.*)$`)
		r.agree(what, got[2], math.Exp(mean), 3)
		r.whole("n of "+what, got[7], len(logs))
		low, high, ok := bootstrap(logs, meanFloat)
		switch {
		case bounds == nil:
			r.truth("side of "+what, got[1] == "", true)
			if r.truth("interval of "+what, got[3] != "", ok); ok {
				r.agree("low end of "+what, got[3], math.Exp(low), 3)
				r.agree("high end of "+what, got[4], math.Exp(high), 3)
			}
		case d.cutB > 0:
			r.truth("side of "+what, got[1] == "at least ", true)
			if r.truth("interval of "+what, got[5] == "from", ok); ok {
				r.agree("low end of "+what, got[6], math.Exp(low), 3)
			}
		default:
			r.truth("side of "+what, got[1] == "at most ", true)
			if r.truth("interval of "+what, got[5] == "up to", ok); ok {
				r.agree("high end of "+what, got[6], math.Exp(high), 3)
			}
		}
		own, base, _ := strings.Cut(got[8], methods[0]+":")
		r.lost(what, own, d.n, d.cutB, d.wrongB)
		r.lost("base of "+what, base, d.n, d.cutA, d.wrongA)
	}
}

// lost checks a text such as ", 1 of 15 timed out, 2 wrong".
func (r *referee) lost(what, text string, n, cut, wrong int) {
	r.Helper()
	of, cuts, wrongs := "", "", ""
	if m := regexp.MustCompile(`([\d,]*\d) of ([\d,]+) (timed out|had no answer)`).FindStringSubmatch(text); m != nil {
		cuts, of = m[1], m[2]
	}
	if m := regexp.MustCompile(`([\d,]*\d)(?: of ([\d,]+))? wrong`).FindStringSubmatch(text); m != nil {
		wrongs = m[1]
		if m[2] != "" {
			of = m[2]
		}
	}
	r.whole("cut, "+what, cuts, cut)
	r.whole("wrong, "+what, wrongs, wrong)
	if cut+wrong > 0 {
		r.whole("instances, "+what, of, n)
	}
}

// medians checks the medians and their intervals in three kinds of pictures, and the numbers of
// instances of a histogram.
func (r *referee) medians(recs []result.Record, vs []value, measure string) {
	methods := methodsIn(vs)
	if len(methods) < 2 {
		return
	}
	for _, kind := range []string{"ecdf", "histogram", "box"} {
		f := r.draw(recs, plot.Plot{Kind: kind, Measure: measure})
		if r.truth(kind+" of "+measure, f != nil, count(vs, value.solved) > 0); f == nil {
			return
		}
		seen := map[string]bool{}
		list := r.match(kind, f.Caption, `Medians: (.*?)\. Brackets contain`)[1]
		for _, text := range strings.Split(list, "; ") {
			got := r.match(kind, text, `^(.*?) (no answer|[\d.,e]+(?: (?:ns|µs|ms|s))?)(?: \((.+) to (.+)\))?$`)
			for _, m := range regexp.MustCompile(`, | and `).Split(got[1], -1) {
				seen[m] = true
				r.median(fmt.Sprintf("median of %s in %s of %s", m, kind, measure), got[2:], by(vs, m), measure)
			}
		}
		r.truth("all medians", len(seen) == len(methods), true)
		if kind == "ecdf" {
			n := ""
			if m := regexp.MustCompile(`([\d,]+) without an answer count as larger`).FindStringSubmatch(f.Caption); m != nil {
				n = m[1]
			}
			r.whole("unsolved in the ECDF", n, len(vs)-count(vs, value.solved))
		}
		if kind == "histogram" && strings.HasPrefix(f.Answer, "Instances by") {
			r.spectrum(f.Answer, vs)
		}
	}
}

// median checks three texts: a median and the two ends of its interval.
func (r *referee) median(what string, got []string, vs []value, measure string) {
	r.Helper()
	r.agree(what, got[0], floatOf(median(numbers(vs))), precision(measure))
	low, high, ok := bootstrap(floatsOf(numbers(vs)), medianFloat)
	if r.truth("interval of the "+what, got[1] != "", ok); ok {
		r.agree("low end of the "+what, got[1], low, precision(measure))
		r.agree("high end of the "+what, got[2], high, precision(measure))
	}
}

// spectrum checks a text with the number of instances for each value, such as "Instances by
// conflicts: sat/pairwise 3: 2, 5: 1, no answer: 1".
func (r *referee) spectrum(text string, vs []value) {
	for _, part := range strings.Split(strings.SplitN(text, ": ", 2)[1], "; ") {
		at := regexp.MustCompile(` (no answer|[\d.,e]+(?: (?:ns|µs|ms|s))?): `).FindStringIndex(part)
		for _, m := range regexp.MustCompile(`, | and `).Split(part[:at[0]], -1) {
			left := map[float64]int{}
			for _, x := range numbers(by(vs, m)) {
				left[floatOf(x)]++
			}
			for _, each := range regexp.MustCompile(`(no answer|[\d.,e]+(?: (?:ns|µs|ms|s))?): ([\d]+)`).FindAllStringSubmatch(part[at[0]:], -1) {
				x, _ := parsePrinted(each[1])
				r.whole("instances with "+each[1], each[2], left[x])
				delete(left, x)
			}
			r.truth("all values of "+m, len(left) == 0, true)
		}
	}
}

// An axis gives the number of a value on the horizontal axis.
type axis func(value) *big.Rat

func cells(v value) *big.Rat { return big.NewRat(v.height*v.width, 1) }
