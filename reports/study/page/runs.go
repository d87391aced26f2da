package page

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/data"
	"counterproof/reports/study/format"
	"counterproof/reports/study/plot"
)

// RunPlots returns the pictures of a page about two runs: the ratios of the wall times of each method,
// the times of the two runs against each other, and the times of each run. For each of the other
// measures, it returns the first two pictures.
func RunPlots(runs *data.Runs, measures []string) []plot.Plot {
	sides := []string{runs.A, runs.B}
	pair := func(measure, suffix string) []plot.Plot {
		return []plot.Plot{
			{Kind: "ablation", Name: "ratios" + suffix, By: "suite", Methods: sides, Measure: measure},
			{Kind: "scatter", Name: "scatter" + suffix, Methods: sides, Measure: measure},
		}
	}
	all := append(pair("", ""), plot.Plot{Kind: "cactus", Title: "Jobs solved within each wall time by each run"}, plot.Plot{Kind: "box", Title: "Wall times of each run"})
	for _, m := range measures {
		all = append(all, pair(m, "-"+m)...)
	}
	for i := range all {
		all[i].Caption = "In this picture, each run takes the place of a method."
	}
	return all
}

// runFindings returns a finding for each method of two runs, then the jobs without a partner, and the
// warnings.
func (p *Page) runFindings() (fs []Finding) {
	var lone []string
	for _, g := range p.Runs.Groups {
		if g.N > 0 {
			fs = append(fs, Finding{cmp.Or(g.Found(), "undecided"), g.Name, groupText(g)})
		}
		for run, n := range map[string]int{p.Runs.A: g.LoneA, p.Runs.B: g.LoneB} {
			lone = format.AppendDistinct(lone, format.Some(n, "", " of "+g.Name+" only in "+run))
		}
	}
	if slices.Sort(lone); lone != nil {
		fs = append(fs, Finding{"unpaired", "", "jobs: " + format.List(lone)})
	}
	return append(fs, wording.Each(p.Runs.Warnings, func(w data.Warning) Finding { return Finding{"caveat", "", w.Text} })...)
}

func groupText(g *data.RunGroup) string {
	text := "no ratio"
	if g.Estimate().N > 0 {
		text = fmt.Sprintf("%s / %s: %s", g.B, g.A, g.EstimateText())
	}
	return fmt.Sprintf("%s; slower on %s, faster on %s, equal on %s; p %s", text, format.Whole(g.WinsA), format.Whole(g.WinsB), format.Whole(g.Ties), format.PValue(g.P))
}

func writeRuns(w io.Writer, p Page, pictures []picture) error {
	v := newView(p, pictures)
	v.Groups, v.Pairs, v.Warnings = groupsTable(p.Runs), pairsTable(p.Runs), p.Runs.Warnings
	for _, f := range p.runFindings() {
		if f.Label != "caveat" { // caveats are below the table
			v.Facts = append(v.Facts, fact{Name: cmp.Or(f.Subject, format.Capital(f.Label)), Value: f.Label + ": " + f.Value, detail: ": "})
		}
	}
	for _, run := range []string{p.Runs.A, p.Runs.B} {
		recs := result.Without(p.Records, func(r result.Record) bool { return r.Method != run })
		named := func(f fact) fact { return fact{Name: run + ": " + f.Name, Value: f.Value} }
		v.Provenance = append(v.Provenance, wording.Each(provenance(recs), named)...)
	}
	v.Provenance = append(v.Provenance, fileFacts("Files of instances", p.Files)...)
	return templates().ExecuteTemplate(w, "page.html", v)
}

func groupsTable(runs *data.Runs) *listing {
	l := listing{ID: "groups", Columns: []string{"method", "found", "jobs", "B / A", "95% interval", "smallest to largest", "B slower", "B faster", "equal", "neither solved", "different answers", "only in A", "only in B", "p (Holm)", "caveats"}}
	for _, g := range runs.Groups {
		ratio, within, spread := ratioFields(g.Comparison)
		found := wordField(cmp.Or(g.Found(), "undecided"))
		l.Rows = append(l.Rows, tableRow{Bad: g.Different > 0, Fields: []field{wordField(g.Name), found, wholeField(g.N), ratio, within, spread,
			wholeField(g.WinsA), wholeField(g.WinsB), wholeField(g.Ties), wholeField(g.Neither), wholeField(g.Different), wholeField(g.LoneA), wholeField(g.LoneB),
			numeric(g.P, format.Probability), noteField(g.OwnWarnings())}})
	}
	return l.pruned()
}

func pairsTable(runs *data.Runs) *listing {
	l := listing{ID: "pairs", Tall: true, Columns: []string{"board", "method", "A", "B", "B / A", "answer of A", "answer of B"}}
	named := map[string]bool{} // boards that have a row; a second row must not have the same name
	for _, g := range runs.Groups {
		for _, pair := range g.Pairs {
			a, b := pair.A.Record, pair.B.Record
			var ratio field
			if x := pair.B.Value / pair.A.Value; pair.A.Solved() && pair.B.Solved() && pair.A.Value > 0 {
				ratio = numeric(x, format.Ratio)
			}
			row := tableRow{Fields: []field{wordField(format.ShortLabel(a)), wordField(g.Name),
				sampleField(pair.A, "wall_seconds"), sampleField(pair.B, "wall_seconds"), ratio, {Text: a.Amount()}, {Text: b.Amount()}}}
			if id := data.BoardID(a); !named[id] {
				row.Board, named[id] = id, true
			}
			l.Rows = append(l.Rows, row)
		}
	}
	return l.pruned()
}
