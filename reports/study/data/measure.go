package data

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/format"
	"counterproof/reports/study/stat"
)

// A Measure is a number in a record, or a property that is 1 or 0 for a record.
type Measure struct {
	Key  string // the key in the record's JSON, if the measure is there
	Name string // the name in prose and on an axis

	Unit     string  // s, bytes or none
	Work     bool    // the work of a job; a job that was cut would have spent more
	Property bool    // 0 or 1
	Share    bool    // a share of a whole; compared by means instead of medians
	Class    bool    // the value is the index of a class: see LevelClass
	wrong    bool    // the measure includes wrong answers, which other measures leave out
	fails    bool    // a wrong answer counts as no answer; always true of measures of work
	finest   float64 // smaller values are within the error of the clock

	// Value returns false if the record lacks the measure.
	Value func(*result.Record) (float64, bool)
	// of is the measure that a property compares with a number, or nil. The function holds does the
	// comparison.
	of    *Measure
	holds func(float64) bool
	// kind reports whether methods with such a name can have the measure. It is nil if all methods
	// can.
	kind func(method.Name) bool
	// limit returns how much the job was allowed to spend, or 0 without a limit. The field ends is the
	// reason of jobs that this limit ended, or "" if the limit is on another measure.
	limit func(*result.Record) float64
	ends  string
}

// Measures lists the measures in the order in which error messages name them. FindMeasure accepts
// more keys: "facts.NAME" is a number from the task explain, and "level=NAME" and "level<=NAME" are
// properties. A measure that is compared with a number is also a property, such as
// "facts.nullity>0".
var Measures = []Measure{
	{Key: "wall_seconds", Name: "wall time", Unit: "s", Work: true, finest: 1e-6, limit: wallLimit, ends: result.Timeout,
		Value: result.Number("wall_seconds")},
	{Key: "cpu_seconds", Name: "CPU time", Unit: "s", Work: true, finest: 1e-5, limit: cpuLimit, ends: result.CPU,
		Value: result.Number("cpu_seconds")},
	{Key: "sat_seconds", Name: "time inside the SAT solver", Unit: "s", Work: true, finest: 1e-6, limit: wallLimit,
		kind: usesSAT, Value: result.Number("sat_seconds")},
	{Key: "peak_bytes", Name: "peak memory", Unit: "bytes", Work: true,
		limit: func(r *result.Record) float64 { return float64(r.MemoryLimit) }, ends: result.Memory,
		Value: result.Number("peak_bytes")},
	{Key: "nodes", Name: "search nodes", Work: true, kind: searches, Value: result.Number("nodes")},
	{Key: "updates", Name: "updates", Work: true, kind: searches, Value: result.Number("updates")},
	{Key: "conflicts", Name: "conflicts", Work: true, kind: usesSAT, Value: result.Number("conflicts")},
	{Key: "decisions", Name: "decisions", Work: true, kind: usesSAT, Value: result.Number("decisions")},
	{Key: "propagations", Name: "propagations", Work: true, kind: outside, Value: result.Number("propagations")},
	{Key: "cubes", Name: "cubes", Work: true, kind: splits, Value: result.Number("cubes")},
	{Key: "cubes_closed", Name: "cubes closed without the solver", Work: true, kind: splits, Value: result.Number("cubes_closed")},
	{Key: "runs", Name: "runs of the outside program", Work: true, kind: outside, Value: result.Number("runs")},
	{Key: "variables", Name: "variables", Value: result.Number("variables")},
	{Key: "clauses", Name: "clauses", Value: result.Number("clauses")},
	{Key: "count", Name: "solutions", Value: ExactCount},
	{Key: "count_log2", Name: "log2 of the solutions", Value: func(r *result.Record) (float64, bool) {
		n, ok := ExactCount(r)
		return math.Log2(n), ok && n > 0
	}},
	{Key: "count_claimed", Name: "solutions claimed", wrong: true, Value: claimedCount},
	{Key: "steps", Name: "steps", Value: ofDifficulty("steps")},
	{Key: "moves", Name: "moves", Value: ofDifficulty("moves")},
	{Key: "level_index", Name: "hardest level used", Value: ofDifficulty("level_index")},
	{Key: "longest_wait", Name: "longest wait", Value: ofDifficulty("longest_wait")},
	{Key: "left", Name: "values left", Value: ofDifficulty("left")},
	{Key: "left_removable", Name: "values left that are in no solution", Value: ofDifficulty("left_removable")},
	{Key: "clues", Name: "clues", Value: ofDifficulty("clues")},
	{Key: "clues_share", Name: "share of the clues of a solved board", Value: cluesShare},
	{Key: "clues_left_out", Name: "share of the clues that is left out", Share: true, Value: func(r *result.Record) (float64, bool) {
		x, ok := cluesShare(r)
		return 1 - x, ok
	}},
	{Key: "exact", Name: "counted exactly", Property: true, fails: true, Value: func(r *result.Record) (float64, bool) {
		return Indicator(r.Status == result.Exact && r.Verdict != result.Wrong), true
	}},
	{Key: "unique", Name: "with one solution", Property: true, Value: unique},
	{Key: "solvable", Name: "with a solution", Property: true, Value: solvable},
	{Key: "solved", Name: "solved by the rules", Property: true, Value: func(r *result.Record) (float64, bool) {
		if r.Difficulty == nil || judge.Answer(*r) == nil {
			return 0, false
		}
		return Indicator(r.Deduced == result.Solved), true
	}},
	{Key: "wrong", Name: "answered wrongly", Property: true, wrong: true, Value: func(r *result.Record) (float64, bool) {
		return Indicator(r.Verdict == result.Wrong), r.Verdict == result.Wrong || r.Verdict == result.Correct
	}},
}

// searches reports whether the method searches without a SAT solver. The methods rules and hybrid
// search both natively and by SAT.
func searches(n method.Name) bool {
	return n.Family == method.Rules || n.Family == method.Hybrid || !usesSAT(n)
}

func usesSAT(n method.Name) bool {
	return n.Family != method.Native && n.Family != method.Brute && n.Family != method.Theory
}

func outside(n method.Name) bool { return n.Family == method.Extern }

func splits(n method.Name) bool { return n.Variant == method.Cubes }

func wallLimit(r *result.Record) float64 { return r.WallLimit }

func cpuLimit(r *result.Record) float64 { return cmp.Or(r.CPULimit, r.WallLimit) }

// ofDifficulty reads a measure of deduction. A record without an answer has no such measure.
func ofDifficulty(key string) func(*result.Record) (float64, bool) {
	number := result.Number(key)
	return func(r *result.Record) (float64, bool) {
		if judge.Answer(*r) == nil {
			return 0, false
		}
		return number(r)
	}
}

// Indicator returns 1 for true and 0 for false.
func Indicator(b bool) float64 { return float64(one(b)) }

func one(b bool) int {
	return wording.Either(b, 1, 0)
}

// FindMeasure returns the measure with the key. If there is no such measure,
// the error names all measures.
func FindMeasure(key string) (Measure, error) {
	for _, find := range []func(key string) (m Measure, ok bool, err error){atLevel, compared, factOf} {
		if m, ok, err := find(key); ok {
			return m, err
		}
	}
	if i := slices.IndexFunc(Measures, func(m Measure) bool { return m.Key == key }); i >= 0 {
		return Measures[i], nil
	}
	keys := wording.Each(Measures, func(m Measure) string { return m.Key })
	return Measure{}, fmt.Errorf("no measure is called %.20q: %s, facts.NAME, level=NAME, level<=NAME, or one of them compared with a number", key, wording.Want(key, keys))
}

// Timed reports whether the measure is a time or a memory size, which differ from run to run.
func (m *Measure) Timed() bool { return m.Unit != "" }

// Say returns a value of the measure as text with its unit. Infinity becomes "no answer".
func (m *Measure) Say(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "no answer"
	case math.IsNaN(x):
		return "–"
	case m.Property || m.Share:
		return fmt.Sprintf("%.0f%%", 100*x)
	case m.Unit == "s":
		return format.Seconds(x)
	case m.Unit == "bytes":
		return format.Bytes(x)
	case math.Abs(x) >= 1e9:
		return format.CountLabel(format.Round(x))
	}
	return format.Number(x)
}

// Axis returns the name of the measure for an axis. The labels of the ticks include the unit.
func (m *Measure) Axis() string { return wording.If(m.Property, "share ") + m.Name }

// Short returns a value as text of few characters, for the cell of a table.
func (m *Measure) Short(x float64) string {
	switch {
	case m.Property || m.Share || m.Unit != "":
		return m.Say(x)
	case x == math.Trunc(x) && math.Abs(x) < 1e5:
		return fmt.Sprintf("%.0f", x)
	case math.Abs(x) >= 1e5:
		return format.Exponent(fmt.Sprintf("%.1e", x))
	}
	return fmt.Sprintf("%.3g", x)
}

// MustMeasure returns the measure with the key, and panics if there is none.
func MustMeasure(key string) Measure { return must(FindMeasure(key)) }

// ExactCount returns the count of a record if it is exact and not known to be wrong.
func ExactCount(r *result.Record) (float64, bool) {
	if r.Verdict == result.Wrong {
		return 0, false
	}
	return claimedCount(r)
}

// claimedCount returns the exact count of a record, whether it is right or wrong.
func claimedCount(r *result.Record) (float64, bool) {
	n := judge.Answer(*r)
	if n == nil || r.Status != result.Exact {
		return 0, false
	}
	return stat.Float(n)
}

var single = big.NewInt(1)

// unique returns 1 for a proof that there is exactly one solution, and 0 for a proof of the contrary.
func unique(r *result.Record) (float64, bool) {
	switch n := judge.Answer(*r); {
	case n != nil && n.Cmp(single) > 0:
		return 0, true // a lower bound of two solutions is enough
	case n == nil || r.Status != result.Exact:
		return 0, false
	default:
		return Indicator(n.Cmp(single) == 0), true
	}
}

// solvable returns 1 for a proof that there is a solution, and 0 for a proof that there is none.
func solvable(r *result.Record) (float64, bool) {
	n := judge.Answer(*r)
	if n == nil || n.Sign() == 0 && r.Status != result.Exact {
		return 0, false
	}
	return Indicator(n.Sign() > 0), true
}

// atLevel returns the property "level=NAME" or "level<=NAME". The property "level=NAME" holds for
// boards that were solved with NAME as the hardest level. The property "level<=NAME" holds for
// boards that were solved with rules up to the level NAME.
func atLevel(key string) (m Measure, ok bool, err error) {
	name, ok := strings.CutPrefix(key, "level=")
	phrase := "solved, the hardest level being " + name
	upper, upTo := strings.CutPrefix(key, "level<=")
	if upTo {
		name, phrase = upper, "solved by the rules up to "+upper
	}
	return Measure{Key: key, Name: phrase, Property: true, Value: func(r *result.Record) (float64, bool) {
		if r.Difficulty == nil || judge.Answer(*r) == nil {
			return 0, false
		}
		k, own := slices.Index(r.Levels, name), slices.Index(r.Levels, r.Level)
		if k < 0 {
			return 0, false // these rules have no such level
		}
		return Indicator(r.Deduced == result.Solved && (own == k || upTo && own <= k)), true
	}}, (ok || upTo) && name != "", nil
}

func factOf(key string) (m Measure, ok bool, err error) {
	name, ok := strings.CutPrefix(key, "facts.")
	last := name[strings.LastIndex(name, ".")+1:]
	return Measure{Key: key, Name: strings.ReplaceAll(last, "_", " "), Value: func(r *result.Record) (float64, bool) {
		x, ok := r.Facts[name]
		return x, ok && r.Verdict != result.Wrong
	}}, ok && last != "", nil
}

// signs lists the signs that compare a measure with a number. Longer signs come first, so that "<="
// is not read as "<".
var signs = []struct {
	sign, words string
	holds       func(a, b float64) bool
}{
	{"<=", "of at most", func(a, b float64) bool { return a <= b }},
	{">=", "of at least", func(a, b float64) bool { return a >= b }},
	{"=", "of", func(a, b float64) bool { return a == b }},
	{"<", "below", func(a, b float64) bool { return a < b }},
	{">", "above", func(a, b float64) bool { return a > b }},
}

// compared returns the property "KEY>NUMBER", or a property with another of the signs. The result
// ok is false if the key contains no sign.
func compared(key string) (m Measure, ok bool, err error) {
	for _, c := range signs {
		name, number, found := strings.Cut(key, c.sign)
		if !found {
			continue
		}
		of, err := FindMeasure(name)
		if err != nil {
			return m, true, err
		}
		bound, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsNaN(bound) {
			return m, true, fmt.Errorf("%.20q: want a number after %s, got %.20q", key, c.sign, number)
		}
		phrase := fmt.Sprintf("with %s %s %s", of.Name, c.words, of.Say(bound))
		holds := func(x float64) bool { return c.holds(x, bound) }
		return Measure{Key: key, Name: phrase, Property: true, wrong: of.wrong, fails: of.fails || of.Work, of: &of, holds: holds, Value: func(r *result.Record) (float64, bool) {
			x, ok := of.Value(r)
			if of.failed(r, ok) {
				x, ok = math.Inf(1), true
			}
			return Indicator(holds(x)), ok
		}}, true, nil
	}
	return m, false, nil
}

// LevelClass returns the index of the hardest level that was needed to solve the board, in the list
// of levels of the record. With n levels, a board where deduction got stuck has the index n, and a
// board with a contradiction the index n+1.
func LevelClass(r *result.Record) (float64, bool) {
	if !deduced(*r) {
		return 0, false
	}
	switch r.Deduced {
	case result.Solved:
		return float64(max(r.LevelIndex, 0)), true // a board without blank cells needs no rule and has the index -1
	case result.Stuck:
		return float64(len(r.Levels)), true
	}
	return float64(len(r.Levels) + 1), true
}

func cluesShare(r *result.Record) (float64, bool) {
	d := r.Difficulty
	if d == nil || d.Clues == nil || d.FullClues == nil || *d.FullClues < 1 {
		return 0, false
	}
	return float64(*d.Clues) / float64(*d.FullClues), true
}

// HardestLevel is the measure of the hardest level of rules that a board needs. Only plots of the
// kind share accept this measure; they draw each level as a part of a bar.
var HardestLevel = Measure{Key: "level", Name: "hardest level used", Class: true, Value: LevelClass}

// FindShare works like FindMeasure, but also accepts the key of HardestLevel. Plots of the kind
// share use it.
func FindShare(key string) (Measure, error) {
	if key == HardestLevel.Key {
		return HardestLevel, nil
	}
	return FindMeasure(key)
}

// Properties returns the keys of all properties as a list in prose.
func Properties() string {
	properties := slices.DeleteFunc(slices.Clone(Measures), func(m Measure) bool { return !m.Property })
	return strings.Join(wording.Each(properties, func(m Measure) string { return m.Key }), ", ") + ", level, level=NAME, level<=NAME or a measure compared with a number, as in count>1"
}

// ByMostLevels keeps one sample per board: the sample whose method is allowed to use rules of the
// most levels. If several samples have equally many levels, ByMostLevels keeps the first of them.
func ByMostLevels(samples []*Sample) []*Sample {
	most := map[[4]string]*Sample{}
	for _, s := range samples {
		if old := most[s.Task()]; old == nil || levelsOf(s) > levelsOf(old) {
			most[s.Task()] = s
		}
	}
	return slices.DeleteFunc(slices.Clone(samples), func(s *Sample) bool { return most[s.Task()] != s })
}

func levelsOf(s *Sample) int {
	return len(cmp.Or(s.Record.Difficulty, &result.Difficulty{}).Levels)
}

// deduced reports whether the record has an answer of the task deduce that is not known to be wrong.
func deduced(r result.Record) bool {
	return r.Difficulty != nil && r.Verdict != result.Wrong && judge.Answer(r) != nil
}

// A Deduction summarizes the results of one method of deduction on the boards of one puzzle.
type Deduction struct {
	Puzzle, Method                string
	Boards, Solved, Stuck, Broken int
	Unanswered                    int                // boards that are not among Boards because they have no right answer
	Left, LeftRemovable           int64              // sums of the fields of the records with these names; LeftRemovable is -1 if a record lacks the field
	Medians                       map[string]float64 // by the key of the measure; NaN if no record has it
}

// foldDeductions returns one record with a right answer for each job. If half or more of the
// repetitions of a job have no answer or a wrong answer, foldDeductions leaves out the job.
func foldDeductions(deductions []result.Record) []result.Record {
	var folded []result.Record
	for _, all := range result.GroupBy(deductions, func(r result.Record) [3]string { return [3]string{r.Puzzle, r.Instance, r.Method} }) {
		good := slices.DeleteFunc(slices.Clone(all), func(r result.Record) bool { return !deduced(r) })
		if 2*len(good) > len(all) {
			folded = append(folded, good[0])
		}
	}
	return folded
}

// Deductions summarizes each method of deduction on each puzzle. It sorts by puzzle in natural
// order, and puts methods with fewer levels first. For measures of work, boards without a right
// answer count as infinite in the medians.
func Deductions(recs []result.Record) []*Deduction {
	jobs := slices.Clone(judge.Once(result.Without(recs, func(r result.Record) bool { return r.Task != result.Deduce && r.Difficulty == nil })))
	for i := range jobs {
		jobs[i].Suite, jobs[i].Density = "", nil // a job in several suites counts once
	}
	var all []*Deduction
	for _, group := range result.GroupBy(foldDeductions(jobs), func(r result.Record) [2]string { return [2]string{r.Puzzle, r.Method} }) {
		d := &Deduction{Puzzle: group[0].Puzzle, Method: group[0].Method, Boards: len(group), Medians: map[string]float64{}}
		for _, r := range group {
			d.Solved += one(r.Deduced == result.Solved)
			d.Stuck += one(r.Deduced == result.Stuck)
			d.Left += r.Left
			if r.LeftRemovable == nil || d.LeftRemovable < 0 {
				d.LeftRemovable = -1
			} else {
				d.LeftRemovable += *r.LeftRemovable
			}
		}
		d.Broken = d.Boards - d.Solved - d.Stuck
		all = append(all, d)
	}
	for _, key := range []string{"wall_seconds", "steps", "moves", "longest_wait", "nodes", "conflicts", "decisions", "clues"} {
		samples, _, _ := SamplesOf(jobs, MustMeasure(key))
		for _, d := range all {
			others := func(s *Sample) bool { return s.Puzzle != d.Puzzle || s.Method != d.Method }
			own := slices.DeleteFunc(slices.Clone(samples), others)
			d.Medians[key] = stat.Median(Ascending(own))
			d.Unanswered = max(d.Unanswered, CountIf(own, func(s *Sample) bool { return !s.Solved() }))
		}
	}
	slices.SortFunc(all, func(a, b *Deduction) int {
		return cmp.Or(format.Natural(a.Puzzle, b.Puzzle), a.levels(recs)-b.levels(recs))
	})
	return all
}

func (d *Deduction) levels(recs []result.Record) int {
	i := slices.IndexFunc(recs, func(r result.Record) bool { return deduced(r) && r.Puzzle == d.Puzzle && r.Method == d.Method })
	return len(recs[i].Levels)
}

// Text returns the numbers of solved, stuck and contradictory boards in words, such as "20 of 60
// solved" and "40 stuck with 312 values left".
func (d *Deduction) Text() string {
	text := fmt.Sprintf("%s of %s solved (%s)", format.Whole(d.Solved), format.Whole(d.Boards), format.Percent(d.Solved, d.Boards))
	if d.Stuck > 0 {
		text += fmt.Sprintf(", %s stuck with %s values left", format.Whole(d.Stuck), format.Grouped(fmt.Sprint(d.Left)))
		text += wording.If(d.LeftRemovable >= 0, fmt.Sprintf(", %s of them in no solution", format.Grouped(fmt.Sprint(d.LeftRemovable))))
	}
	return text + format.Some(d.Broken, ", ", " without one solution")
}
