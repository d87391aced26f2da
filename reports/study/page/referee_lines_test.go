package page_test

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/reports/study/plot"
)

// This file checks pictures of a measure against numbers: correlations and growth.

// axes returns the numbers of the axis nodes or conflicts: the median of the runs of the same trial,
// or the lower bound if the trial is unsolved on both axes. A nil number has no place.
func axes(all []*trial, measure string) axis {
	of := map[*trial]value{}
	for _, v := range valuesOf(all, measure) {
		of[v.trial] = v
	}
	return func(v value) *big.Rat {
		switch x, ok := of[v.trial]; {
		case !ok:
			return nil
		case x.solved():
			return x.v
		case !v.solved() && x.least.Sign() > 0:
			return x.least
		}
		return nil
	}
}

// A line holds the points of a method.
type line struct {
	name       string
	xs, ys     []*big.Rat
	cut, wrong int // points without an answer
	verb       string
}

// linesOf returns a line for each method. The points without a place are left out.
func linesOf(vs []value, x axis) (lines []line) {
	for _, m := range methodsIn(vs) {
		l := line{name: m}
		var unsolved []value
		for _, v := range by(vs, m) {
			switch at := x(v); {
			case at == nil:
			case v.solved():
				l.xs, l.ys = append(l.xs, at), append(l.ys, v.v)
			default:
				unsolved = append(unsolved, v)
			}
		}
		l.wrong, l.cut, l.verb = count(unsolved, isWrong), count(unsolved, isCut), cutVerb(unsolved)
		lines = append(lines, l)
	}
	return lines
}

// lineText is a pattern for the numbers at the end of a text about a line.
const lineText = `n = ([\d,]+)(?: \(without (?:([\d,]+) that (timed out|had no answer))?(?: and )?(?:([\d,]+) wrong)?\))?$`

// points checks the numbers that the pattern lineText found.
func (r *referee) points(what string, got []string, l line) {
	r.Helper()
	r.whole("n of "+what, got[0], len(l.xs))
	r.whole("cut, "+what, got[1], l.cut)
	r.truth("verb, "+what, got[2] == "" || got[2] == l.verb, true)
	r.whole("wrong, "+what, got[3], l.wrong)
}

// correlations checks the rank correlations of the wall time with the cells, and with the nodes or
// conflicts.
func (r *referee) correlations(recs []result.Record, all []*trial) {
	vs := valuesOf(all, "wall_seconds")
	native := where(vs, func(v value) bool { return v.native() })
	sat := where(vs, func(v value) bool { return !v.native() })
	for _, c := range []struct {
		by, family string
		vs         []value
		x          axis
	}{
		{"cells", "", vs, cells}, {"nodes", "native", native, axes(all, "nodes")}, {"conflicts", "sat", sat, axes(all, "conflicts")},
	} {
		if len(methodsIn(c.vs)) < 2 {
			continue
		}
		p := plot.Plot{Kind: "scatter", Measure: "wall_seconds", By: c.by}
		if c.family != "" {
			p.Methods = []string{c.family}
		}
		lines := linesOf(c.vs, c.x)
		placed := 0
		for _, l := range lines {
			placed += len(l.xs)
		}
		f := r.draw(recs, p)
		if r.truth("scatter by "+c.by, f != nil, placed > 0); f == nil {
			continue
		}
		for _, l := range lines {
			what := "correlation of " + l.name + " by " + c.by
			rho, ok := spearman(l.xs, l.ys)
			at := strings.Index(f.Answer, l.name+" ρ = ")
			if r.truth(what, at >= 0, ok); !ok || at < 0 {
				continue
			}
			text, _, _ := strings.Cut(f.Answer[at:], "; ")
			got := r.match(what, text, `ρ = (\S+), τ = (\S+), `+lineText)
			r.compared += 2
			r.within("ρ, "+what, got[1], rho, 0.005)
			r.within("τ, "+what, got[2], kendall(l.xs, l.ys), 0.005)
			r.points(what, got[3:], l)
		}
	}
}

// growth checks the fits of the wall time by the cells, nodes and conflicts.
func (r *referee) growth(recs []result.Record, all []*trial) {
	vs := valuesOf(all, "wall_seconds")
	for _, c := range []struct {
		by, family, name, step string
		x                      axis
	}{
		{"cells", "", "cells", "cell", cells}, {"nodes", "native", "search nodes", "1 of search nodes", axes(all, "nodes")},
		{"conflicts", "sat", "conflicts", "1 of conflicts", axes(all, "conflicts")},
	} {
		own := where(vs, func(v value) bool { return strings.HasPrefix(v.method, c.family) })
		if len(methodsIn(own)) < 2 || slices.ContainsFunc(all, func(t *trial) bool { return len(t.suites) != 1 || t.suites[0] != all[0].suites[0] }) {
			continue // several suites would have separate lines
		}
		p := plot.Plot{Kind: "growth", Measure: "wall_seconds", By: c.by}
		if c.family != "" {
			p.Methods = []string{c.family}
		}
		positive := func(v value) *big.Rat {
			x := c.x(v)
			if x == nil || x.Sign() <= 0 || v.solved() && v.v.Sign() <= 0 {
				return nil
			}
			return x
		}
		lines := linesOf(own, positive)
		placed := 0
		for _, l := range lines {
			placed += len(l.xs)
		}
		f := r.draw(recs, p)
		if r.truth("growth by "+c.by, f != nil, placed > 0); f != nil {
			r.fits(f, lines, c.by, c.name, c.step)
		}
	}
}

// fits checks the laws of the lines and the shares of the squares.
func (r *referee) fits(f *plot.Figure, lines []line, by, name, step string) {
	power := strings.Contains(f.Caption, "A power (both") || strings.Contains(f.Caption, "the lines are powers")
	powers, exponentials, total := 0.0, 0.0, 0.0
	for _, l := range lines {
		var xs, logX, logY []float64
		for i, x := range l.xs {
			xs = append(xs, floatOf(x))
			logX, logY = append(logX, math.Log(xs[i])), append(logY, math.Log(floatOf(l.ys[i])))
		}
		p, ok := leastSquares(logX, logY)
		e, _ := leastSquares(xs, logY)
		what := fmt.Sprintf("growth of %s by %s", l.name, by)
		at := strings.Index(f.Answer, ": "+l.name+" ")
		if at < 0 {
			at = strings.Index(f.Answer, "; "+l.name+" ")
		}
		if r.truth(what, at >= 0, ok); !ok || at < 0 {
			continue
		}
		powers, exponentials, total = powers+p.rest, exponentials+e.rest, total+p.all
		text, _, _ := strings.Cut(f.Answer[at+2:], "; ")
		if power {
			got := r.match(what, text, regexp.QuoteMeta(name)+`\^(\S+?)(?: \((\S+) to (\S+)\))?, `+lineText)
			r.slope(what, got[1:4], p, func(what, printed string, x float64) { r.within(what, printed, x, 0.005) })
			r.points(what, got[4:], l)
			continue
		}
		got := r.match(what, text, `× (\S+)(?: \((\S+) to (\S+)\))? for each `+regexp.QuoteMeta(step)+`, `+lineText)
		r.slope(what, got[1:4], e, func(what, printed string, x float64) {
			most := 0.0005
			if x = math.Exp(x); x >= 1.4995 {
				most = 0.005
			}
			if x >= 99 {
				most = x / 100
			}
			r.within(what, printed, x, most)
		})
		r.points(what, got[4:], l)
	}
	const near = 1e-9
	got := regexp.MustCompile(`explains (\S+)% of the squares \(R²\), and \S+ \S+ explains (\S+)%`).FindStringSubmatch(f.Caption)
	if got == nil {
		return
	}
	r.truth("kind of the fit by "+by, power, powers <= exponentials || power && powers <= exponentials*(1+near)+near)
	ours, theirs := 1-powers/total, 1-exponentials/total
	if !power {
		ours, theirs = theirs, ours
	}
	if total < 1e-20 {
		ours, theirs = 1, 1
	}
	r.compared += 2
	r.within("R² by "+by, got[1], 100*ours, 0.05)
	r.within("the other R² by "+by, got[2], 100*theirs, 0.05)
}

// slope checks a slope and the two ends of its interval.
func (r *referee) slope(what string, got []string, f fit, agree func(what, printed string, want float64)) {
	r.Helper()
	r.compared++
	agree("slope, "+what, got[0], f.slope)
	if r.truth("interval, "+what, got[1] != "", !math.IsNaN(f.half)); got[1] != "" {
		r.compared += 2
		agree("low end, "+what, got[1], f.slope-f.half)
		agree("high end, "+what, got[2], f.slope+f.half)
	}
}
