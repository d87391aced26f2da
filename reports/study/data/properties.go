package data

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
	"counterproof/reports/study/stat"
)

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
	case n == nil:
		return 0, false
	case n.Cmp(single) > 0:
		return 0, true // a lower bound of two solutions is enough
	case r.Status != result.Exact:
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
func atLevel(key string) (Measure, bool) {
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
	}}, (ok || upTo) && name != ""
}

func factOf(key string) (Measure, bool) {
	name, ok := strings.CutPrefix(key, "facts.")
	last := name[strings.LastIndex(name, ".")+1:]
	return Measure{Key: key, Name: strings.ReplaceAll(last, "_", " "), Value: func(r *result.Record) (float64, bool) {
		x, ok := r.Facts[name]
		return x, ok && r.Verdict != result.Wrong
	}}, ok && last != ""
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
