package bench

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// Agree reports whether two records of one instance can both be right: both
// exact, with equal counts, and equal digests if both have one; at-least K
// agrees with any count of K or more, and with any other at-least. A record
// without an answer agrees with all; a count of all solutions says nothing on
// one up to symmetry.
func Agree(a, b result.Record) bool {
	switch {
	case !answered(a) || !answered(b) || a.Orbits != b.Orbits:
		return true
	case a.Status == result.Exact && b.Status == result.Exact:
		return a.Count == b.Count && (a.Digest == "" || b.Digest == "" || a.Digest == b.Digest)
	case a.Status == result.Exact:
		return !less(a.Count, b.Count)
	case b.Status == result.Exact:
		return !less(b.Count, a.Count)
	}
	return true
}

func answered(r result.Record) bool { return r.Status == result.Exact || r.Status == result.AtLeast }

// less compares two decimal counts.
func less(a, b string) bool {
	x, _ := new(big.Int).SetString(a, 10)
	y, _ := new(big.Int).SetString(b, 10)
	return x != nil && y != nil && x.Cmp(y) < 0
}

// Judge gives the verdicts of the records of one instance.
//
// An answer that no other contradicts is correct if another method agrees with
// it, else unchecked. Of answers that contradict each other one is correct only
// if more readings of the rules agree with it than with any that contradicts it,
// so that three native methods that share one wrong problem do not outvote the
// formula, nor six programs that were given one wrong formula the native method.
// Brute force reads nothing but the rules, and outvotes all. Where two answers on
// one formula have as many readings behind them, a program is wrong and not the
// formula: there the programs are counted. Every other answer is wrong, on both
// sides where the votes are even: then at least one is, and no one knows which.
//
// An answer of the task deduce has two methods behind it, which its job has asked.
// A record whose solution broke a rule stays wrong; one that has no answer is
// unchecked.
func Judge(records []result.Record) []string {
	verdicts := make([]string, len(records))
	votes := make([]vote, len(records))
	for i, r := range records {
		votes[i] = support(r, records)
	}
	for i, r := range records {
		contradicted, outvotes, backed := false, true, false
		for k, o := range records {
			switch {
			case !Agree(r, o):
				contradicted = true
				outvotes = outvotes && votes[i].beats(votes[k])
			case answered(o) && o.Orbits == r.Orbits && (o.Method != r.Method || o.Task == result.Deduce):
				backed = true
			}
		}
		switch {
		case !answered(r) && r.Verdict == result.Wrong, contradicted && !outvotes:
			verdicts[i] = result.Wrong
		case answered(r) && (contradicted || backed):
			verdicts[i] = result.Correct
		default:
			verdicts[i] = result.Unchecked
		}
	}
	return verdicts
}

// A vote is what agrees with one record.
type vote struct {
	readings int    // of the rules
	formula  string // the style of the record's formula; empty: it has none
	programs int    // that agree on this formula
}

func (v vote) beats(o vote) bool {
	return v.readings > o.readings ||
		v.readings == o.readings && v.formula != "" && v.formula == o.formula && v.programs > o.programs
}

// support counts the readings, and the programs, that agree with r.
func support(r result.Record, records []result.Record) vote {
	own, _ := reader(r)
	v := vote{}
	if own == formula {
		v.formula = r.Style
	}
	readings, programs := map[string]bool{}, map[string]bool{}
	for _, o := range records {
		if !answered(o) || o.Orbits != r.Orbits || !Agree(r, o) {
			continue
		}
		reading, program := reader(o)
		readings[reading] = true
		if reading == formula && o.Style == r.Style {
			programs[program] = true
		}
	}
	v.readings, v.programs = len(readings), len(programs)
	if readings["brute"] {
		v.readings += 1000
	}
	return v
}

// formula is the reading that all SAT solvers share.
const formula = "formula"

// reader says in which reading of the rules a record's method has solved the
// puzzle, and by which program: the first word of its name, but for the SAT
// solvers, which are all given what the puzzle writes as clauses.
func reader(r result.Record) (reading, program string) {
	family, rest, _ := strings.Cut(r.Method, "/")
	switch family {
	case "sat", "gophersat":
		return formula, "gophersat"
	case "extern":
		program, _, _ = strings.Cut(rest, "/")
		return formula, program
	}
	return family, ""
}

// A Comparison is the records of one instance side by side.
type Comparison struct {
	Puzzle, Instance string
	Records          []result.Record // one a method, the verdicts set
	Asked            []string        // of a Crosscheck: the methods as it has them, one a record
	// Sets says that the sets of solutions were compared: two records or more
	// are exact, and all of those have digests. Else only counts were.
	Sets bool
}

// Compare puts the records of one instance side by side.
func Compare(records []result.Record) Comparison {
	c := Comparison{Records: slices.Clone(records)}
	exact, digests := 0, 0
	for i, verdict := range Judge(records) {
		r := &c.Records[i]
		r.Verdict = verdict
		c.Puzzle, c.Instance = r.Puzzle, r.Instance
		if r.Status == result.Exact {
			exact++
			if r.Digest != "" {
				digests++
			}
		}
	}
	c.Sets = exact >= 2 && exact == digests
	return c
}

// Compared says what was compared: sets, counts, or none where fewer than two
// methods gave an answer.
func (c Comparison) Compared() string {
	switch {
	case c.answers() < 2:
		return "none"
	case c.Sets:
		return "sets"
	}
	return "counts"
}

// answers is the number of methods that gave an answer.
func (c Comparison) answers() int {
	methods := map[string]bool{}
	for _, r := range c.Records {
		if answered(r) {
			methods[r.Method] = true
		}
	}
	return len(methods)
}

// Disagreements lists the pairs of records that contradict each other.
func (c Comparison) Disagreements() [][2]int {
	var pairs [][2]int
	for i := range c.Records {
		for k := range i {
			if !Agree(c.Records[k], c.Records[i]) {
				pairs = append(pairs, [2]int{k, i})
			}
		}
	}
	return pairs
}

// Wrong reports whether a record is wrong: it contradicts another, or a
// solution of it broke a rule.
func (c Comparison) Wrong() bool {
	return len(c.Disagreements()) > 0 ||
		slices.ContainsFunc(c.Records, func(r result.Record) bool { return r.Verdict == result.Wrong })
}

// Problems says, a line each, why the comparison is no success: records that
// contradict each other, methods that ended with an error or were killed,
// fewer than two methods with an answer. That brute refused the instance is no
// problem of its own.
func (c Comparison) Problems() []string {
	var problems []string
	for _, p := range c.Disagreements() {
		a, b := c.Records[p[0]], c.Records[p[1]]
		text := fmt.Sprintf("%s says %s, %s says %s", a.Method, a.Amount(), b.Method, b.Amount())
		if a.Amount() == b.Amount() {
			text = fmt.Sprintf("%s and %s both count %s, but other solutions", a.Method, b.Method, a.Amount())
		}
		problems = append(problems, text)
	}
	for _, r := range c.Records {
		switch {
		case answered(r):
		case r.Reason != result.Error && r.Reason != result.Killed, r.Refused():
		case r.Error != "":
			problems = append(problems, fmt.Sprintf("%s ended with %s: %s", r.Method, r.Reason, r.Error))
		default:
			problems = append(problems, fmt.Sprintf("%s ended with %s", r.Method, r.Reason))
		}
	}
	if c.answers() < 2 {
		problems = append(problems, "fewer than two methods gave an answer")
	}
	return problems
}
