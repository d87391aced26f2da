package page_test

import (
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/reports/study/plot"
)

// This file checks the pictures of the numbers of solutions.

// decimals returns a fraction as the report prints it, without separators: exact if it is whole, or
// else with two decimals.
func decimals(x *big.Rat) string {
	if x.IsInt() {
		return x.Num().String()
	}
	return x.FloatString(2)
}

// sumOf returns the sum and the mean of at least one number.
func sumOf(ns []*big.Int) (*big.Int, *big.Rat) {
	total := new(big.Int)
	for _, n := range ns {
		total.Add(total, n)
	}
	return total, new(big.Rat).SetFrac(total, big.NewInt(int64(len(ns))))
}

// middleOf returns the median of ascending numbers.
func middleOf(ns []*big.Int) *big.Rat {
	n := len(ns)
	return new(big.Rat).SetFrac(new(big.Int).Add(ns[(n-1)/2], ns[n/2]), big.NewInt(2))
}

// solutions checks the distribution of the counts, their means in each row of a table, and their
// correlation with the work. The boards are in rows of a table by the last digits of their names.
func (r *referee) solutions(recs []result.Record, all []*trial) {
	var counts []*big.Int
	rows := map[string][]*big.Int{}
	for _, b := range boardsOf(all) {
		if b.count != nil {
			name := "row " + b.name[len(b.name)-1:]
			counts, rows[name] = append(counts, b.count), append(rows[name], b.count)
		}
	}
	recs = slices.Clone(recs)
	for i, rec := range recs {
		name := rec.Instance
		recs[i].Cell = &result.Cell{Row: "row " + name[len(name)-1:], Column: name, Label: name, Short: name}
	}
	f := r.draw(recs, plot.Plot{Kind: "distribution"})
	if r.truth("a distribution", f != nil, len(counts) > 0); f == nil {
		return
	}
	slices.SortFunc(counts, (*big.Int).Cmp)
	n := len(counts)
	total, mean := sumOf(counts)
	plain := func(text string) string { return strings.ReplaceAll(text, ",", "") }
	got := r.match("distribution", plain(f.Caption), `of (\d+) instances?: median (\S+) \(the dashed line\) mean (\S+)\. `)
	r.whole("counts", got[1], n)
	r.truth("median "+got[2], got[2] == decimals(middleOf(counts)), true)
	r.truth("mean "+got[3], got[3] == decimals(mean), true)
	got = r.match("distribution", plain(f.Answer), `Median (\S+) the middle half of the instances from (\d+) to (\d+)$`)
	r.truth("median "+got[1], got[1] == decimals(middleOf(counts)), true)
	// The middle half leaves out a quarter of the numbers at each end, rounded down.
	r.truth("a quarter below "+got[2], got[2] == counts[n/4].String(), true)
	r.truth("a quarter above "+got[3], got[3] == counts[n-1-n/4].String(), true)

	f = r.draw(recs, plot.Plot{Kind: "months"})
	got = r.match("months", plain(f.Caption), `the total: (\d+) in all over (\d+) of`)
	r.truth("total "+got[1], got[1] == total.String(), true)
	r.whole("counts in rows", got[2], n)
	var least, most *big.Rat
	for _, ns := range rows {
		_, mean := sumOf(ns)
		if least == nil || mean.Cmp(least) < 0 {
			least = mean
		}
		if most == nil || mean.Cmp(most) > 0 {
			most = mean
		}
	}
	got = r.match("months", plain(f.Answer), `^Most per instance in .* \((\S+)\) fewest in .* \((\S+)\)$`)
	for text, want := range map[string]*big.Rat{got[1]: most, got[2]: least} {
		exact := want.FloatString(1)
		if want.IsInt() || want.Cmp(big.NewRat(1<<16, 1)) >= 0 {
			exact = want.FloatString(0)
		}
		if strings.Contains(text, "e") { // rounded, because it is long
			r.agree("mean in a row", text, floatOf(want), 3)
		} else {
			r.truth("mean in a row "+text+" for "+exact, text == exact, true)
		}
	}
	r.difficulty(recs, all)
}

// difficulty checks the correlation of the work of the two main methods with the counts.
func (r *referee) difficulty(recs []result.Record, all []*trial) {
	f := r.draw(recs, plot.Plot{Kind: "difficulty"})
	for family, measure := range map[string]string{"native": "nodes", "sat": "conflicts"} {
		vs := valuesOf(all, measure)
		m := mainMethod(valuesOf(all, "wall_seconds"), family)
		lines := linesOf(by(vs, m), func(v value) *big.Rat {
			for _, run := range v.runs {
				if run.end == "done" {
					return new(big.Rat).SetInt(run.count)
				}
			}
			return nil
		})
		if len(lines) == 0 || len(lines[0].xs) == 0 {
			continue
		}
		what := "difficulty of " + m
		rho, ok := spearman(lines[0].xs, lines[0].ys)
		if !r.truth(what, strings.Contains(f.Answer, m+": Rank correlation of "), ok) {
			continue
		}
		_, text, _ := strings.Cut(f.Answer, m+": ")
		text, _, _ = strings.Cut(text, "; ")
		got := r.match(what, text, `ρ = (\S+), τ = (\S+), n = ([\d,]+)`)
		r.compared += 2
		r.within("ρ, "+what, got[1], rho, 0.005)
		r.within("τ, "+what, got[2], kendall(lines[0].xs, lines[0].ys), 0.005)
		r.whole("n, "+what, got[3], len(lines[0].xs))
	}
}

// mainMethod returns the method of a family that has the most boards.
func mainMethod(vs []value, family string) string {
	best := ""
	for _, m := range methodsIn(vs) {
		if strings.HasPrefix(m, family) && (best == "" || len(by(vs, m)) > len(by(vs, best))) {
			best = m
		}
	}
	return best
}
