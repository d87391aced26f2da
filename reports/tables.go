package reports

import (
	"fmt"
	"html/template"
	"math"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// A listing is a table, one of the page's. A click on a heading sorts it.
type listing struct {
	ID      string
	Tall    bool // scrolls on its own
	Columns []string
	Rows    []tableRow
	Left    []string // the columns that were left out, in which there is nothing but 0
}

type tableRow struct {
	Fields []field // one a column
	Bad    bool
}

// A field is a table cell: its text and what it is sorted by; "" is sorted last.
type field struct {
	Text, Sort string
	Class      string // word, note, or none for a number
}

func wordField(text string) field { return field{Text: text, Class: "word"} }

// Sorted reports whether something else than its text sorts it.
func (f field) Sorted() bool { return f.Class == "" || f.Sort != "" }

// Title is the whole text where a small screen may cut it.
func (f field) Title() string {
	if f.Class == "word" && len(f.Text) > 16 {
		return f.Text
	}
	return ""
}

// HTML is the text; words may be broken behind a slash.
func (f field) HTML() template.HTML {
	text := template.HTMLEscapeString(f.Text)
	if f.Class != "" {
		text = strings.ReplaceAll(text, "/", "/<wbr>")
	}
	return template.HTML(text)
}

// Heads are the headings with the class of what is below them.
func (t *listing) Heads() []field {
	var heads []field
	for i, name := range t.Columns {
		heads = append(heads, field{Text: name, Class: t.Rows[0].Fields[i].Class})
	}
	return heads
}

// pruned leaves out the columns but the first that say nothing; nil without rows.
func (t listing) pruned() *listing {
	if len(t.Rows) == 0 {
		return nil
	}
	for i := len(t.Columns) - 1; i > 0; i-- {
		says := false
		for _, r := range t.Rows {
			f := r.Fields[i]
			zero := f.Class == "" && f.Sort == "0" && strings.HasPrefix(f.Text, "0") // "< 0.0001" is none
			says = says || f.Text != "" && !zero
		}
		if says {
			continue
		}
		t.Left = append([]string{t.Columns[i]}, t.Left...)
		t.Columns = append(t.Columns[:i:i], t.Columns[i+1:]...)
		for k := range t.Rows {
			fs := t.Rows[k].Fields
			t.Rows[k].Fields = append(fs[:i:i], fs[i+1:]...)
		}
	}
	return &t
}

// sortable is a count as a number that a browser can compare.
func sortable(n *big.Int) string {
	x, ok := float(n)
	if !ok {
		return "1e308"
	}
	return fmt.Sprintf("%g", x)
}

func measured(x float64) field {
	if math.IsNaN(x) {
		return field{}
	}
	return field{Text: measure(x), Sort: fmt.Sprintf("%g", x)}
}

func wholeField(n int) field { return measured(float64(n)) }

func timed(x float64) field {
	if math.IsNaN(x) {
		return field{}
	}
	return field{Text: seconds(x), Sort: fmt.Sprintf("%g", x)}
}

// instancesTable is a row for each instance that was counted.
func (s *study) instancesTable() *listing {
	t := listing{ID: "instances", Tall: true, Columns: []string{s.noun(1), "puzzle", "solutions", "native nodes", "native time", "SAT conflicts", "SAT time", "cubes", "agreement"}}
	for i, in := range s.Instances {
		t.Rows = append(t.Rows, in.row(i))
	}
	s.onePuzzle(&t)
	return t.pruned()
}

// onePuzzle leaves out the second column where all puzzles in it are the same.
func (s *study) onePuzzle(t *listing) {
	if len(s.puzzles()) > 1 {
		return
	}
	t.Columns = slices.Delete(t.Columns, 1, 2)
	for i := range t.Rows {
		t.Rows[i].Fields = slices.Delete(t.Rows[i].Fields, 1, 2)
	}
}

func (in *instance) row(i int) tableRow {
	var count, nodes, native, conflicts, sat, cubes field
	switch {
	case in.Count != nil:
		count = field{Text: grouped(in.Count.String()), Sort: sortable(in.Count)}
	case in.AtLeast != nil:
		count = field{Text: "≥ " + grouped(in.AtLeast.String()), Sort: sortable(in.AtLeast)}
	case in.Agreement == disagree:
		count.Text = "!"
	default:
		count.Text = "?"
	}
	if o := in.Native; o != nil {
		nodes, native = measured(o.Nodes), o.time()
	}
	if o := in.SAT; o != nil {
		conflicts, sat, cubes = measured(o.Conflicts), o.time(), measured(o.Cubes)
	}
	agreement := wordField(in.Agreement)
	if in.Agreement == agree && in.Digests > 1 {
		agreement.Text = "agree, digests too"
	}
	name := field{Text: spoken(in.Name), Sort: fmt.Sprint(i), Class: "word"}
	return tableRow{[]field{name, wordField(in.Puzzle), count, nodes, native, conflicts, sat, cubes, agreement},
		in.Agreement == disagree || in.Agreement == mistaken}
}

// time is the time of a search; of one that was cut, what it is more than.
func (o *outcome) time() field {
	switch {
	case o.Status == result.Wrong:
		return field{Text: "wrong"}
	case o.Cut && o.Least > 0:
		f := timed(o.Least)
		f.Text = "> " + f.Text
		return f
	case o.Cut:
		return field{Text: "cut"}
	}
	return timed(o.Seconds)
}

// methodsTable is a row for each method that counted, on each puzzle. What is wanting of it is
// added to the warnings.
func (s *study) methodsTable(w *warnings) *listing {
	t := listing{ID: "methods", Columns: []string{"method", "puzzle", "counted", "not counted", "wrong", "median time", "PAR-2", "wall time", "inside the SAT solver", "nodes", "conflicts", "cubes"}}
	times := s.times()
	for _, m := range s.totals(func(in *instance) string { return in.Puzzle }) {
		own := times[[2]string{m.Puzzle, m.Method}]
		w.noPAR2(m.Method, own, wallTime())
		total := timed(m.Seconds)
		if m.Cut > 0 {
			total.Text = strings.TrimPrefix(total.Text+" + "+whole(m.Cut)+" cut", " + ")
		}
		t.Rows = append(t.Rows, tableRow{Fields: []field{wordField(m.Method), wordField(m.Puzzle), wholeField(m.Exact), wholeField(m.Others), wholeField(m.Wrong),
			medianField(own), par2Field(own), total, timed(m.SAT),
			measured(m.Nodes), measured(m.Conflicts), measured(m.Cubes)}})
	}
	w.add(OtherJobs, s.Others, "%s not in the tables of methods and boards: another of the same method on the same board is", whole(s.Others)+plural(s.Others, " job is", " jobs are"))
	s.onePuzzle(&t)
	return t.pruned()
}

// rulesTable is a row for each method of deduction on each puzzle.
func rulesTable(all []*deduction) *listing {
	t := listing{ID: "rules", Columns: []string{"puzzle", "method", "puzzles", "solved", "stuck", "contradiction", "values left", "time", "steps", "longest wait", "clues", "native nodes", "SAT conflicts", "SAT decisions"}}
	for _, d := range all {
		t.Rows = append(t.Rows, tableRow{Fields: []field{wordField(d.Puzzle), wordField(d.Method),
			wholeField(d.Boards), wholeField(d.Solved), wholeField(d.Stuck), wholeField(d.Broken),
			measured(float64(d.Left) / float64(d.Boards)), timed(d.Seconds), measured(d.Steps), measured(d.Wait),
			measured(d.Clues), measured(d.Nodes), measured(d.Conflicts), measured(d.Decisions)}})
	}
	return t.pruned()
}

// wallTime is the measure of the page's tables.
func wallTime() Measure { return theMeasure("wall_seconds") }

// theMeasure is one that there is.
func theMeasure(key string) Measure {
	m, err := findMeasure(key)
	if err != nil {
		panic(err)
	}
	return m
}

// times are the wall times of the study's instances, by puzzle and method, one an instance
// whatever suites it is in.
func (s *study) times() map[[2]string][]*sample {
	samples, _, _ := samplesOf(s.main(), wallTime())
	all := map[[2]string][]*sample{}
	for _, x := range samples {
		key := [2]string{x.Puzzle, x.Method}
		all[key] = append(all[key], x)
	}
	return all
}

// medianField is the median with its interval; what was not solved counts as infinite.
func medianField(samples []*sample) field {
	xs := ascending(samples)
	m, median := wallTime(), middleOf(xs)
	if math.IsNaN(median) {
		return field{}
	}
	f := field{Text: m.say(median), Sort: fmt.Sprintf("%g", min(median, math.MaxFloat64))}
	if i := bootstrap(xs, middleOf); i.ok() {
		f.Text += fmt.Sprintf(" (%s to %s)", m.say(i.Low), m.say(i.High))
	}
	return f
}

func par2Field(samples []*sample) field {
	x, ok := par2(samples)
	if !ok {
		return field{}
	}
	return timed(x)
}

// compareAll compares the wall times of every two methods on two instances or more. The
// warnings are those of all times; those of a row alone stand in the row.
func compareAll(recs []result.Record) (*listing, warnings) {
	m := wallTime()
	t := listing{ID: "comparisons", Columns: []string{"puzzle", "task", "A", "B", "boards", "B / A", "95 % interval", "least to greatest", "A faster", "B faster", "equal", "neither solved", "sign test p", "signed-rank test p", "mind"}}
	for _, c := range comparisons(recs, m) {
		if c.N < 2 {
			continue
		}
		var ratio, within, spread field
		sign := field{Text: probability(c.Sign), Sort: fmt.Sprintf("%g", c.Sign)}
		rank := field{Text: probability(c.Wilcoxon.P), Sort: fmt.Sprintf("%g", c.Wilcoxon.P)}
		if !c.Wilcoxon.Exact {
			rank.Text += " (normal)"
		}
		if c.Ratios > 0 {
			ratio = field{Text: times(c.Ratio), Sort: fmt.Sprintf("%g", c.Ratio)}
			spread = field{Text: times(c.Low) + " to " + times(c.High), Sort: fmt.Sprintf("%g", c.High)}
		}
		if c.Interval.ok() {
			within = field{Text: times(c.Interval.Low) + " to " + times(c.Interval.High), Sort: fmt.Sprintf("%g", c.Interval.Low)}
		}
		var mind []string
		for _, w := range c.Warnings {
			if w.Kind == FewInstances || w.Kind == Ignored || w.Kind == Unlike {
				mind = append(mind, w.Text)
			}
		}
		t.Rows = append(t.Rows, tableRow{Fields: []field{wordField(c.Puzzle), wordField(c.Task), wordField(c.A), wordField(c.B),
			wholeField(c.N), ratio, within, spread, wholeField(c.WinsA), wholeField(c.WinsB), wholeField(c.Ties), wholeField(c.Neither), sign, rank,
			{Text: strings.Join(mind, "; "), Class: "note"}}})
	}
	samples, _, _ := samplesOf(recs, m)
	var w warnings
	w.measured(samples, m)
	return t.pruned(), w
}
