package page_test

import (
	"cmp"
	"context"
	"fmt"
	"html"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/reports/study/page"
	"counterproof/reports/study/plot"
)

// This file checks shares, the table of medians, the findings, and the tables of the page.

// shares checks the shares of boards that were counted exactly, by method and by suite. A board
// counts as often as it was drawn.
func (r *referee) shares(recs []result.Record, all []*trial) {
	vs := valuesOf(all, "wall_seconds")
	var plain, first []result.Record // without sizes, and without suites
	for _, rec := range recs {
		rec.Height, rec.Width = nil, nil
		if rec.Method == vs[0].method {
			first = append(first, rec)
		}
		rec.Suite = ""
		plain = append(plain, rec)
	}
	r.share("by method", plain, "method", methodsIn(vs), func(name string) []value { return by(vs, name) })
	r.share("by suite", first, "suite", []string{"s1", "s2"}, func(name string) []value {
		return where(by(vs, vs[0].method), func(v value) bool { return slices.Contains(v.suites, name) })
	})
}

func (r *referee) share(what string, recs []result.Record, dimension string, places []string, in func(string) []value) {
	f := r.draw(recs, plot.Plot{Kind: "share", Measure: "exact", By: dimension})
	if !r.truth("a share "+what, f != nil, true) || f == nil {
		return
	}
	for _, place := range places {
		k, n := 0, 0
		for _, v := range in(place) {
			n += v.draws
			if v.solved() {
				k += v.draws
			}
		}
		m := regexp.MustCompile(place + ` ([\d.]+%) \(([\d,]+) of ([\d,]+)\)`).FindStringSubmatch(f.Answer)
		if r.truth(place+" "+what, m != nil, n > 0); m == nil {
			continue
		}
		r.compared++
		r.within(place+" "+what, m[1], float64(k)/float64(n), 0.005)
		r.whole("counted, "+place+" "+what, m[2], k)
		r.whole("drawn, "+place+" "+what, m[3], n)
	}
}

// heat checks the smallest and the largest median of a table of sizes, and the numbers of boards.
func (r *referee) heat(recs []result.Record, all []*trial) {
	vs := valuesOf(all, "wall_seconds")
	suite, method := vs[0].suites[0], vs[0].method
	own := where(by(vs, method), func(v value) bool { return slices.Contains(v.suites, suite) })
	at := map[[2]int64][]value{}
	for _, v := range own {
		size := [2]int64{v.height, v.width}
		at[size] = append(at[size], v)
	}
	low, high := math.Inf(1), math.Inf(-1)
	least, most, unsolved := math.MaxInt, 0, 0
	for _, cell := range at {
		least, most = min(least, len(cell)), max(most, len(cell))
		if m := median(numbers(cell)); m == nil {
			unsolved++
		} else {
			low, high = min(low, floatOf(m)), max(high, floatOf(m))
		}
	}
	f := r.draw(recs, plot.Plot{Kind: "heat", Measure: "wall_seconds", Suites: []string{suite}, Methods: []string{method}})
	if r.truth("a table of sizes", f != nil, low <= high); f == nil {
		return
	}
	got := r.match("heat", f.Caption, `(?:over ([\d,]+)(?: to ([\d,]+))? boards? |one board )per cell, from (.+?) to (.+?)\.(?: \? marks ([\d,]+) without|$)`)
	r.whole("smallest cell", cmp.Or(got[1], "1"), least)
	r.whole("largest cell", cmp.Or(got[2], got[1], "1"), most)
	r.agree("smallest median", got[3], low, 3)
	r.agree("largest median", got[4], high, 3)
	r.whole("cells without an answer", got[5], unsolved)
}

// A known holds the answers on a board.
type known struct {
	name         string
	count        *big.Int // nil: unknown
	right, wrong bool     // whether there are such answers
	answers      map[string]bool
}

func boardsOf(all []*trial) (boards []*known) {
	for _, t := range all {
		i := slices.IndexFunc(boards, func(b *known) bool { return b.name == t.board })
		if i < 0 {
			i, boards = len(boards), append(boards, &known{name: t.board, answers: map[string]bool{}})
		}
		b := boards[i]
		for _, run := range t.runs {
			switch run.end {
			case "done":
				b.count, b.right, b.answers[t.method] = run.count, true, true
			case "wrong":
				b.wrong, b.answers[t.method] = true, true
			}
		}
	}
	return boards
}

// counts checks the findings about counts, agreement, jobs without an answer and total times.
func (r *referee) counts(recs []result.Record, all []*trial) {
	p := page.Page{Title: "t", Records: recs}
	said := map[string]string{}
	summary := p.Summary()
	for _, f := range summary.Findings {
		said[f.Label] = f.Value
	}
	boards := boardsOf(all)
	var counts []*big.Int
	agree, other := 0, map[string]int{}
	for _, b := range boards {
		if b.count != nil {
			counts = append(counts, b.count)
		}
		switch {
		case b.right && b.wrong:
			other["DISAGREE"]++
		case b.wrong:
			other["WRONG"]++
		case len(b.answers) > 1:
			agree++
		case len(b.answers) == 1:
			other["have the answer of one method only"]++
		default:
			other["have no answer"]++
		}
	}
	if agree+other["DISAGREE"]+other["WRONG"] > 0 {
		r.whole("agreement", r.match("agreement", said["agreement"], `^([\d,]+) of`)[1], agree)
		for _, text := range []string{"DISAGREE", "WRONG", "have the answer of one method only", "have no answer"} {
			n := ""
			if m := regexp.MustCompile(`([\d,]+) ` + text).FindStringSubmatch(said["agreement"]); m != nil {
				n = m[1]
			}
			r.whole(text, n, other[text])
		}
	}
	r.extremes(said, counts, len(boards))
	r.withoutAnswer(said["no answer"], all)
	vs := valuesOf(all, "wall_seconds")
	for _, line := range summary.Times {
		got := r.match("times", line, `^(\S+): (?:(.+?) for ([\d,]+) instances?)?(?: \+ )?(?:([\d,]+) cut)?$`)
		own := by(vs, got[1])
		total := new(big.Rat)
		for _, v := range where(own, value.solved) {
			total.Add(total, v.v)
		}
		if n := count(own, value.solved); r.truth("time of "+got[1], got[2] != "", n > 0) {
			r.agree("time of "+got[1], got[2], floatOf(total), 3)
			r.whole("solved by "+got[1], got[3], n)
		}
		r.whole("cut by "+got[1], got[4], count(own, hitLimit))
	}
}

func hitLimit(v value) bool { return isCut(v) && v.cut != result.Killed }

// extremes checks the smallest and the largest count, the sum, the mean and the median.
func (r *referee) extremes(said map[string]string, counts []*big.Int, boards int) {
	if !r.truth("counts", said["total"] != "", len(counts) > 0) {
		return
	}
	slices.SortFunc(counts, (*big.Int).Cmp)
	total, mean := sumOf(counts)
	n := len(counts)
	got := r.match("total", strings.ReplaceAll(said["total"], ",", ""), `^(\d+) solutions of (\d+)(?: of (\d+))? instances?; mean (\S+) median (\S+)$`)
	r.truth("total "+got[1], got[1] == total.String(), true)
	r.whole("counted", got[2], n)
	r.whole("boards", cmp.Or(got[3], got[2]), boards)
	r.truth("mean "+got[4], got[4] == decimals(mean), true)
	r.truth("median "+got[5], got[5] == decimals(middleOf(counts)), true)
	for label, want := range map[string]*big.Int{"fewest": counts[0], "most": counts[n-1]} {
		got := r.match(label, strings.ReplaceAll(said[label], ",", ""), `\((\d+)\)`)[1]
		r.truth(label+" "+got, got == want.String(), true)
	}
}

// withoutAnswer checks how many runs a limit ended.
func (r *referee) withoutAnswer(text string, all []*trial) {
	cut, runs := 0, 0
	of := map[string]int{}
	for _, t := range all {
		for _, run := range t.runs {
			runs++
			if run.end == result.Timeout || run.end == result.Memory {
				cut++
				of[run.end+t.method]++
			}
		}
	}
	if r.truth("jobs without an answer", text != "", cut > 0); text == "" {
		return
	}
	got := r.match("no answer", text, `^([\d,]+) of ([\d,]+) jobs?: (.*)$`)
	r.whole("cut", got[1], cut)
	r.whole("jobs", got[2], runs)
	for _, part := range strings.Split(got[3], "; ") {
		reason := map[bool]string{true: result.Timeout, false: result.Memory}[strings.HasSuffix(part, "(time-out)")]
		for _, m := range regexp.MustCompile(`([\d,]*\d) by ([a-z/]+)`).FindAllStringSubmatch(part, -1) {
			r.whole(reason+" by "+m[2], m[1], of[reason+m[2]])
			delete(of, reason+m[2])
		}
	}
	r.truth("all reasons", len(of) == 0, true)
}

// A row is a row of a table of the page, by the heading of the column. The keys "sort HEADING" hold
// the numbers by which the page sorts the table.
type row map[string]string

// pageTables writes the page and returns its tables by their ids.
func (r *referee) pageTables(recs []result.Record) map[string][]row {
	r.Helper()
	dir := r.TempDir()
	if err := page.Write(context.Background(), dir, page.Page{Title: "t", Records: recs}); err != nil {
		r.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		r.Fatal(err)
	}
	tables := map[string][]row{}
	tag := regexp.MustCompile(`<[^>]*>`)
	cell := regexp.MustCompile(`(?s)<t[hd]([^>]*)>(.*?)</t[hd]>`)
	sorted := regexp.MustCompile(`data-sort="([^"]*)"`)
	for _, table := range regexp.MustCompile(`(?s)<table id="(\w+)">(.*?)</table>`).FindAllStringSubmatch(string(text), -1) {
		var heads []string
		for i, tr := range regexp.MustCompile(`(?s)<tr[^>]*>.*?</tr>`).FindAllString(table[2], -1) {
			own := row{}
			for k, c := range cell.FindAllStringSubmatch(tr, -1) {
				text := html.UnescapeString(tag.ReplaceAllString(c[2], ""))
				if i == 0 {
					heads = append(heads, text)
					continue
				}
				own[heads[k]] = text
				if m := sorted.FindStringSubmatch(c[1]); m != nil {
					own["sort "+heads[k]] = html.UnescapeString(m[1])
				}
			}
			if i > 0 {
				tables[table[1]] = append(tables[table[1]], own)
			}
		}
	}
	return tables
}

// tables checks the tables of methods, of comparisons and of instances. A column that is not in a
// table has only zeros or nothing.
func (r *referee) tables(recs []result.Record, all []*trial) {
	tables := r.pageTables(recs)
	vs := valuesOf(all, "wall_seconds")
	r.truth("rows of methods", len(tables["methods"]) == len(methodsIn(vs)), true)
	for _, got := range tables["methods"] {
		m := got["method"]
		own := by(vs, m)
		solved := count(own, value.solved)
		r.whole("counted by "+m, got["counted"], solved)
		r.whole("not counted by "+m, got["not counted"], len(own)-solved)
		r.whole("wrong by "+m, got["wrong"], count(own, func(v value) bool {
			return !v.solved() && slices.ContainsFunc(v.runs, func(run run) bool { return run.end == "wrong" })
		}))
		text := r.match("median", got["median time"], `^(no answer|\S+ \S+)(?: \((.+) to (.+)\))?$`)
		r.median("median in the table of "+m, text[1:], own, "wall_seconds")
		mean, ok := par2(own)
		if r.truth("PAR-2 in the table of "+m, got["PAR-2"] != "", ok); ok {
			r.agree("PAR-2 in the table of "+m, got["PAR-2"], mean, 3)
			r.agree("sorted PAR-2 of "+m, got["sort PAR-2"], mean, 6)
		}
		for measure, heading := range map[string]string{"wall_seconds": "wall time", "nodes": "nodes", "conflicts": "conflicts"} {
			total := new(big.Rat)
			works := where(by(valuesOf(all, measure), m), value.solved)
			for _, v := range works {
				total.Add(total, v.v)
			}
			if got["sort "+heading] == "" {
				r.truth(heading+" in the table of "+m, len(works) == 0 || total.Sign() == 0, true)
				continue
			}
			r.agree(heading+" in the table of "+m, got["sort "+heading], floatOf(total), 6)
		}
	}
	r.comparisons(tables["comparisons"], vs)
	r.instances(tables["instances"], vs, all)
}

func (r *referee) comparisons(rows []row, vs []value) {
	methods := methodsIn(vs)
	pairs := 0
	for i, a := range methods {
		for _, b := range methods[i+1:] {
			d := newDuel(vs, a, b)
			if d.n < 2 {
				continue
			}
			pairs++
			k := slices.IndexFunc(rows, func(o row) bool { return o["A"] == a && o["B"] == b })
			if !r.truth("a row of "+a+" and "+b, k >= 0, true) || k < 0 {
				continue
			}
			got, what := rows[k], fmt.Sprintf("row of %s and %s", a, b)
			r.whole("boards, "+what, got["boards"], d.n)
			r.whole("A, "+what, got["A faster"], d.winsA)
			r.whole("B, "+what, got["B faster"], d.winsB)
			r.whole("equal, "+what, got["equal"], d.ties)
			r.whole("neither, "+what, got["neither solved"], d.neither)
			r.probability("sign test, "+what, got["sign test p"], floatOf(signTest(d.winsA, d.winsB)))
			r.agree("sign test, "+what, got["sort sign test p"], floatOf(signTest(d.winsA, d.winsB)), 6)
			p, exact := d.signedRankP("wall_seconds")
			r.agree("signed-rank test, "+what, got["sort signed-rank test p"], p, 6)
			r.truth("normal, "+what, strings.HasSuffix(got["signed-rank test p"], "(normal)"), !exact)
			if r.truth("ratio, "+what, got["B / A"] != "", len(d.logs) > 0); len(d.logs) > 0 {
				r.agree("ratio, "+what, got["sort B / A"], math.Exp(meanFloat(d.logs)), 6)
				low, high, _ := strings.Cut(got["smallest to largest"], " to ")
				r.agree("smallest, "+what, low, d.low, 3)
				r.agree("largest, "+what, high, d.high, 3)
			}
			low, high, ok := bootstrap(d.logs, meanFloat)
			if r.truth("interval, "+what, got["95% interval"] != "", ok); ok {
				lowText, highText, _ := strings.Cut(got["95% interval"], " to ")
				r.agree("low end, "+what, lowText, math.Exp(low), 3)
				r.agree("high end, "+what, highText, math.Exp(high), 3)
			}
			if d.zeros+d.neither+d.cutA+d.cutB+d.lostA+d.lostB > 0 {
				left := d.n - len(d.logs) - d.zeros
				r.truth("caveats, "+what, strings.Contains(got["caveats"], fmt.Sprintf("leaves out %d of %d", left, d.n)), left > 0)
			}
		}
	}
	r.truth("rows of comparisons", len(rows) == pairs, true)
}

// instances checks the counts, and the times and the work of the two main methods: of each family,
// the method with the most boards.
func (r *referee) instances(rows []row, vs []value, all []*trial) {
	main := func(family string) string { return mainMethod(vs, family) }
	of := map[string][]value{}
	for _, measure := range []string{"wall_seconds", "nodes", "conflicts"} {
		of[measure] = valuesOf(all, measure)
	}
	boards := boardsOf(all)
	r.truth("rows of instances", len(rows) == len(boards), true)
	for _, got := range rows {
		b := boards[slices.IndexFunc(boards, func(b *known) bool { return b.name == got["instance"] })]
		want := "?"
		if b.count != nil {
			want = b.count.String()
		}
		if text := strings.ReplaceAll(got["solutions"], ",", ""); text != "!" && got["solutions"] != "" {
			r.truth("solutions of "+b.name+": "+text, text == want, true)
		}
		for heading, c := range map[string][2]string{
			"native time": {main("native"), "wall_seconds"}, "SAT time": {main("sat"), "wall_seconds"},
			"native nodes": {main("native"), "nodes"}, "SAT conflicts": {main("sat"), "conflicts"},
		} {
			own := where(by(of[c[1]], c[0]), func(v value) bool { return v.board == b.name })
			text, sort := got[heading], got["sort "+heading]
			what := heading + " of " + b.name
			switch {
			case len(own) == 0 || !own[0].solved() && c[1] != "wall_seconds":
				r.truth(what, text == "", true)
			case own[0].solved() && sort == "":
				r.truth(what, own[0].v.Sign() == 0, true)
			case own[0].solved():
				r.agree(what, sort, floatOf(own[0].v), 6)
			case isWrong(own[0]):
				r.truth(what, text == "wrong" || text == "", true)
			case hitLimit(own[0]) && own[0].least.Sign() > 0:
				r.agree(what, strings.TrimPrefix(text, "> "), floatOf(own[0].least), 3)
			}
		}
	}
}
