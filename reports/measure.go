package reports

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/result"
)

// A Measure is a number that a record may have, or a property that it has (1) or
// has not (0).
type Measure struct {
	Key  string // of the record's JSON where it has one
	Name string // in prose and on an axis

	unit     string  // s, bytes, or none
	work     bool    // what a job spends: a job that was cut would have spent more
	property bool    // 0 or 1
	wrong    bool    // wrong answers have a say
	share    bool    // of a whole, 0 to 1: it is compared by means, not by medians
	fails    bool    // a wrong answer counts as none; so it does where the measure is of work
	class    bool    // no number, but a place in the levels of its record: see levelClass
	finest   float64 // what is less than this, no clock can tell from 0

	// value is false where the record does not say.
	value func(*result.Record) (float64, bool)
	// limit is what a job might spend of it, 0 if there is no limit.
	limit func(*result.Record) float64
}

// measures are the measures by their keys, in the order in which an error names them.
// There are more: "facts.NAME" is a number of the task explain, "level=NAME" and
// "level<=NAME" are properties, and so is any measure compared with a number, as in
// "facts.nullity>0".
var measures = []Measure{
	{Key: "wall_seconds", Name: "wall time", unit: "s", work: true, finest: 1e-6, limit: wallLimit,
		value: func(r *result.Record) (float64, bool) { return optional(r.WallSeconds) }},
	{Key: "cpu_seconds", Name: "CPU time", unit: "s", work: true, finest: 1e-5, limit: cpuLimit,
		value: func(r *result.Record) (float64, bool) { return optional(r.CPUSeconds) }},
	{Key: "sat_seconds", Name: "time inside the SAT solver", unit: "s", work: true, finest: 1e-6, limit: wallLimit,
		value: func(r *result.Record) (float64, bool) { return optional(r.SATSeconds) }},
	{Key: "peak_bytes", Name: "peak memory", unit: "bytes", work: true,
		limit: func(r *result.Record) float64 { return float64(r.MemoryLimit) },
		value: func(r *result.Record) (float64, bool) { return optional(r.PeakBytes) }},
	{Key: "nodes", Name: "search nodes", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.Nodes) }},
	{Key: "updates", Name: "updates", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.Updates) }},
	{Key: "conflicts", Name: "conflicts", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.Conflicts) }},
	{Key: "decisions", Name: "decisions", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.Decisions) }},
	{Key: "propagations", Name: "propagations", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.Propagations) }},
	{Key: "cubes", Name: "cubes", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.Cubes) }},
	{Key: "cubes_closed", Name: "cubes closed without the solver", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.CubesClosed) }},
	{Key: "runs", Name: "runs of the outside program", work: true, value: func(r *result.Record) (float64, bool) { return optional(r.Runs) }},
	{Key: "variables", Name: "variables", value: func(r *result.Record) (float64, bool) { return optional(r.Variables) }},
	{Key: "clauses", Name: "clauses", value: func(r *result.Record) (float64, bool) { return optional(r.Clauses) }},
	{Key: "count", Name: "solutions", value: exactCount},
	{Key: "count_log2", Name: "log2 of the solutions", value: func(r *result.Record) (float64, bool) {
		n, ok := exactCount(r)
		return math.Log2(n), ok && n > 0
	}},
	{Key: "count_claimed", Name: "solutions claimed", wrong: true, value: claimedCount},
	{Key: "steps", Name: "steps", value: ofDifficulty(func(d *result.Difficulty) *int64 { return &d.Steps })},
	{Key: "level_index", Name: "hardest level used", value: ofDifficulty(func(d *result.Difficulty) *int64 { return &d.LevelIndex })},
	{Key: "longest_wait", Name: "longest wait", value: ofDifficulty(func(d *result.Difficulty) *int64 { return &d.LongestWait })},
	{Key: "left", Name: "values left", value: ofDifficulty(func(d *result.Difficulty) *int64 { return &d.Left })},
	{Key: "left_removable", Name: "values left that are in no solution", value: ofDifficulty(func(d *result.Difficulty) *int64 { return d.LeftRemovable })},
	{Key: "clues", Name: "clues", value: ofDifficulty(func(d *result.Difficulty) *int64 { return d.Clues })},
	{Key: "clues_share", Name: "clues of those of a solved board", value: cluesShare},
	{Key: "clues_left_out", Name: "share of the clues that is left out", share: true, value: func(r *result.Record) (float64, bool) {
		x, ok := cluesShare(r)
		return 1 - x, ok
	}},
	{Key: "exact", Name: "counted exactly", property: true, fails: true, value: func(r *result.Record) (float64, bool) {
		return indicator(r.Status == result.Exact && r.Verdict != result.Wrong), true
	}},
	{Key: "unique", Name: "with one solution", property: true, value: unique},
	{Key: "solvable", Name: "with a solution", property: true, value: solvable},
	{Key: "solved", Name: "solved by the rules", property: true, value: func(r *result.Record) (float64, bool) {
		if r.Difficulty == nil || answer(*r) == nil {
			return 0, false
		}
		return indicator(r.Deduced == result.Solved), true
	}},
	{Key: "wrong", Name: "answered wrongly", property: true, wrong: true, value: func(r *result.Record) (float64, bool) {
		return indicator(r.Verdict == result.Wrong), r.Verdict == result.Wrong || r.Verdict == result.Correct
	}},
}

// hardestLevel is what the kind share can draw the parts of; no other kind takes it.
var hardestLevel = Measure{Key: "level", Name: "hardest level used", class: true, value: levelClass}

// findShare is findMeasure for the kind share.
func findShare(key string) (Measure, error) {
	if key == hardestLevel.Key {
		return hardestLevel, nil
	}
	return findMeasure(key)
}

// levelClass is the place of the hardest level used among those of the record, from 0; behind
// them stuck boards, and behind these contradictions.
func levelClass(r *result.Record) (float64, bool) {
	if !deduced(*r) {
		return 0, false
	}
	switch r.Deduced {
	case result.Solved:
		return float64(max(r.LevelIndex, 0)), true // a board without a blank is easy
	case result.Stuck:
		return float64(len(r.Levels)), true
	}
	return float64(len(r.Levels) + 1), true
}

// cluesShare is the number of clues over that of a solved board.
func cluesShare(r *result.Record) (float64, bool) {
	d := r.Difficulty
	if d == nil || d.Clues == nil || d.FullClues == nil || *d.FullClues < 1 {
		return 0, false
	}
	return float64(*d.Clues) / float64(*d.FullClues), true
}

func wallLimit(r *result.Record) float64 { return r.WallLimit }

func cpuLimit(r *result.Record) float64 {
	if r.CPULimit > 0 {
		return r.CPULimit
	}
	return r.WallLimit
}

// optional is a number that may not have been measured.
func optional[T int64 | float64](x *T) (float64, bool) {
	if x == nil {
		return 0, false
	}
	return float64(*x), true
}

func ofDifficulty(value func(*result.Difficulty) *int64) func(*result.Record) (float64, bool) {
	return func(r *result.Record) (float64, bool) {
		if r.Difficulty == nil || answer(*r) == nil {
			return 0, false
		}
		return optional(value(r.Difficulty))
	}
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func exactCount(r *result.Record) (float64, bool) {
	if r.Verdict == result.Wrong {
		return 0, false
	}
	return claimedCount(r)
}

func claimedCount(r *result.Record) (float64, bool) {
	n := answer(*r)
	if n == nil || r.Status != result.Exact {
		return 0, false
	}
	return float(n)
}

var one = big.NewInt(1)

func unique(r *result.Record) (float64, bool) {
	switch n := answer(*r); {
	case n == nil:
		return 0, false
	case n.Cmp(one) > 0:
		return 0, true // whatever the status is
	case r.Status != result.Exact:
		return 0, false
	default:
		return indicator(n.Cmp(one) == 0), true
	}
}

func solvable(r *result.Record) (float64, bool) {
	n := answer(*r)
	if n == nil || n.Sign() == 0 && r.Status != result.Exact {
		return 0, false
	}
	return indicator(n.Sign() > 0), true
}

// atLevel is the property "level=NAME": solved, and that is the hardest level it
// took, or "level<=NAME": solved by the rules up to that level.
func atLevel(key string) (Measure, bool) {
	name, upTo := strings.CutPrefix(key, "level<=")
	if !upTo {
		var ok bool
		if name, ok = strings.CutPrefix(key, "level="); !ok {
			return Measure{}, false
		}
	}
	phrase := "solved, the hardest level being " + name
	if upTo {
		phrase = "solved by the rules up to " + name
	}
	return Measure{Key: key, Name: phrase, property: true, value: func(r *result.Record) (float64, bool) {
		if r.Difficulty == nil || answer(*r) == nil {
			return 0, false
		}
		k, own := slices.Index(r.Levels, name), slices.Index(r.Levels, r.Level)
		if k < 0 {
			return 0, false // these rules have no such level
		}
		return indicator(r.Deduced == result.Solved && (own == k || upTo && own <= k)), true
	}}, name != ""
}

// factOf is the measure "facts.NAME".
func factOf(key string) (Measure, bool) {
	name, ok := strings.CutPrefix(key, "facts.")
	return Measure{Key: key, Name: strings.ReplaceAll(name, "_", " "), value: func(r *result.Record) (float64, bool) {
		x, ok := r.Facts[name]
		return x, ok && r.Verdict != result.Wrong
	}}, ok && name != ""
}

// comparing are the signs of a property that compares, the longer ones first.
var comparing = []struct {
	sign, said string
	holds      func(a, b float64) bool
}{
	{"<=", "of at most", func(a, b float64) bool { return a <= b }},
	{">=", "of at least", func(a, b float64) bool { return a >= b }},
	{"=", "of", func(a, b float64) bool { return a == b }},
	{"<", "below", func(a, b float64) bool { return a < b }},
	{">", "above", func(a, b float64) bool { return a > b }},
}

// compared is the property "KEY>NUMBER"; ok is false where the key has no such sign.
func compared(key string) (m Measure, ok bool, err error) {
	for _, c := range comparing {
		name, number, found := strings.Cut(key, c.sign)
		if !found {
			continue
		}
		of, err := findMeasure(name)
		if err != nil {
			return m, true, err
		}
		bound, err := strconv.ParseFloat(number, 64)
		if err != nil || math.IsNaN(bound) {
			return m, true, fmt.Errorf("%q: want a number after %s, got %q", key, c.sign, number)
		}
		phrase := fmt.Sprintf("with %s %s %s", of.Name, c.said, of.say(bound))
		return Measure{Key: key, Name: phrase, property: true, wrong: of.wrong, fails: of.fails || of.work, value: func(r *result.Record) (float64, bool) {
			x, ok := of.value(r)
			if of.failed(r, ok) {
				x, ok = math.Inf(1), true
			}
			return indicator(c.holds(x, bound)), ok
		}}, true, nil
	}
	return m, false, nil
}

// findMeasure is the measure of a key; an error names all there are.
func findMeasure(key string) (Measure, error) {
	if m, ok := atLevel(key); ok {
		return m, nil
	}
	if m, ok, err := compared(key); ok {
		return m, err
	}
	if m, ok := factOf(key); ok {
		return m, nil
	}
	var keys []string
	for _, m := range measures {
		if m.Key == key {
			return m, nil
		}
		keys = append(keys, m.Key)
	}
	return Measure{}, fmt.Errorf("no measure is called %q: want one of %s, facts.NAME, level=NAME, level<=NAME, or one of them compared with a number", key, strings.Join(keys, ", "))
}

// properties names those there are, as a list in prose.
func properties() string {
	var keys []string
	for _, m := range measures {
		if m.property {
			keys = append(keys, m.Key)
		}
	}
	return strings.Join(keys, ", ") + ", level, level=NAME, level<=NAME or a measure compared with a number, as in count>1"
}

// timed reports whether it is another one each time it is measured.
func (m *Measure) timed() bool { return m.unit != "" }

// say writes a value of the measure with its unit; "no answer" for infinity.
func (m *Measure) say(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "no answer"
	case math.IsNaN(x):
		return "–"
	case m.property || m.share:
		return fmt.Sprintf("%.0f %%", 100*x)
	case m.unit == "s":
		return seconds(x)
	case m.unit == "bytes":
		return memory(x)
	case math.Abs(x) >= 1e9:
		return countLabel(round(x))
	}
	return measure(x)
}

// memory writes a size in the unit that suits it, three digits.
func memory(x float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB"}
	i := 0
	if x >= 1e18 {
		return exponent(fmt.Sprintf("%.3g", x)) + " B"
	}
	for x >= 999.5 && i < len(units)-1 {
		x /= 1000
		i++
	}
	return fmt.Sprintf("%.3g %s", x, units[i])
}

// axis is the name of the measure on an axis whose labels have the unit.
func (m *Measure) axis() string {
	if m.property {
		return "share " + m.Name
	}
	return m.Name
}
