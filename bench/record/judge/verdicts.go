// Package judge decides who is right. It compares the answers of several methods on one instance,
// gives each record a verdict, and counts the instances on which the methods agree. The package
// sees only records: no puzzle, no solver and no ledger.
package judge

import (
	"math/big"
	"slices"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// Answer returns the count of a record that is exact or at-least, and nil for any other.
func Answer(r result.Record) *big.Int {
	if r.Status != result.Exact && r.Status != result.AtLeast {
		return nil
	}
	n, ok := new(big.Int).SetString(r.Count, 10)
	if !ok || n.Sign() < 0 {
		return nil
	}
	return n
}

// Agree reports whether the answers of two records of one instance can both be right. Two exact
// answers need equal counts. If the two answers have digests, the digests must also be equal. A
// lower bound agrees with every exact count that is not smaller, and with every other lower bound.
// A record without an answer agrees with every other record. A count of all solutions and a count
// up to symmetry always agree. Counts under different given values also always agree.
func Agree(a, b result.Record) bool { return !claimOf(&a).contradicts(claimOf(&b)) }

// HitLimit reports whether a job has no answer because a limit of time or memory ended it. Reaching
// a limit also counts as a result.
func HitLimit(r result.Record) bool {
	return r.Status == result.Unknown && (r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory || r.Reason == result.Limit)
}

// Failed reports whether a job has no answer because it ended with an error or was killed. It is
// not a failure if brute force refused an instance as too large.
func Failed(r result.Record) bool {
	return Answer(r) == nil && (r.Reason == result.Error || r.Reason == result.Killed) && !r.Refused()
}

// A claim is a record together with its answer as a number.
type claim struct {
	*result.Record
	n *big.Int // nil if there is no answer
}

func claimOf(r *result.Record) claim { return claim{r, Answer(*r)} }

func (c claim) exact() bool { return c.n != nil && c.Status == result.Exact }

// distinct returns one claim for all records that the comparison treats alike, and for each record the
// index of its claim. One board may have thousands of such records, for example one for each seed.
func distinct(records []result.Record) (claims []claim, kind []int) {
	type alike struct {
		question
		status, count, digest, verdict, method, style, task string
	}
	number := map[alike]int{}
	for i := range records {
		r := &records[i]
		a := alike{questionOf(r), r.Status, r.Count, r.Digest, r.Verdict, r.Method, r.Style, r.Task}
		k, known := number[a]
		if !known {
			k = len(claims)
			number[a] = k
			claims = append(claims, claimOf(r))
		}
		kind = append(kind, k)
	}
	return claims, kind
}

func (c claim) sameQuestion(o claim) bool { return questionOf(c.Record) == questionOf(o.Record) }

// A question says what a record counts: all solutions or solutions up to symmetry, and under which
// given values. Answers to different questions about an instance may differ.
type question struct {
	orbits bool
	given  string
}

func questionOf(r *result.Record) question { return question{r.Orbits, r.Given} }

func (c claim) contradicts(o claim) bool {
	if c.n == nil || o.n == nil || !c.sameQuestion(o) {
		return false
	}
	switch {
	case c.exact() && o.exact():
		return c.n.Cmp(o.n) != 0 || c.Digest != "" && o.Digest != "" && c.Digest != o.Digest
	case c.exact():
		return c.n.Cmp(o.n) < 0
	case o.exact():
		return o.n.Cmp(c.n) < 0
	}
	return false
}

// Verdicts returns the verdict of each record of one instance.
//
// An answer that no other answer contradicts is correct if another method agrees with it, and
// unchecked if not. An answer of the task deduce is correct even without another method, because
// its job has already compared two searches.
//
// If answers contradict each other, an answer is correct only if it has more votes than each
// answer that contradicts it. All other contradicted answers are wrong. If two sides have equally
// many votes, the answers of both sides are wrong: one side must be wrong, and nobody knows
// which.
//
// Code that states the rules of the puzzle is called a reading of the rules. Methods that use the
// same reading have one vote together, because a mistake in this code would make all of them wrong.
// All SAT solvers share the reading "formula", and all native methods share the reading "native".
// So six programs that solve the formula do not outvote the native method. Brute force uses only
// the function that checks solutions, and outvotes all others. If two contradictory answers come
// from the same formula and have equally many votes, the mistake must be in a program and not in
// the formula. Then the number of programs decides.
//
// The method hybrid uses the native method and the formula, so it is no independent voice. Its
// agreement makes no other answer correct, and its own answer is correct only if two other methods
// agree with it. It has a vote only if no other method supports its answer.
//
// A record without an answer is unchecked. An exception is a record whose verdict is already
// wrong, because one of its solutions broke a rule: this verdict stays.
func Verdicts(records []result.Record) []string {
	claims, kind := distinct(records)
	votes := wording.Each(claims, func(c claim) vote { return votesFor(c, claims) })
	on := make([]string, len(claims))
	for i := range claims {
		on[i] = verdictOn(i, claims, votes)
	}
	return wording.Each(kind, func(k int) string { return on[k] })
}

func verdictOn(i int, claims []claim, votes []vote) string {
	c := claims[i]
	if c.n == nil && c.Verdict == result.Wrong {
		return result.Wrong
	}
	verdict := result.Unchecked
	agreeing := map[string]bool{} // other methods
	for k, o := range claims {
		switch {
		case c.contradicts(o):
			if !votes[i].beats(votes[k]) {
				return result.Wrong
			}
			verdict = result.Correct
		case c.supportedBy(o) && o.Method != c.Method && o.Method != method.Hybrid:
			agreeing[o.Method] = true
		case c.supportedBy(o) && o.Task == result.Deduce:
			verdict = result.Correct
		}
	}
	if len(agreeing) > 1 || len(agreeing) == 1 && c.Method != method.Hybrid {
		return result.Correct
	}
	return verdict
}

func (c claim) supportedBy(o claim) bool {
	return c.n != nil && o.n != nil && c.sameQuestion(o) && !c.contradicts(o)
}

// A vote is the weight of one answer. It counts the readings of the rules (see Verdicts) that
// support the answer, including its own reading.
type vote struct {
	readings int    // the number of readings of the rules that support the answer
	formula  string // the style of the record's formula; empty if the method uses no formula
	programs int    // the number of programs that support the answer on this formula
}

func (v vote) beats(o vote) bool {
	return v.readings > o.readings ||
		v.readings == o.readings && v.formula != "" && v.formula == o.formula && v.programs > o.programs
}

func votesFor(c claim, claims []claim) vote {
	own, _ := readingOf(c.Method)
	v := vote{formula: wording.If(own == formula, c.Style)}
	readings, programs := map[string]bool{}, map[string]bool{}
	for _, o := range claims {
		if !c.supportedBy(o) {
			continue
		}
		reading, program := readingOf(o.Method)
		readings[reading] = true
		if reading == formula && o.Style == c.Style {
			programs[program] = true
		}
	}
	if len(readings) > 1 {
		delete(readings, method.Hybrid)
	}
	v.readings, v.programs = len(readings), len(programs)
	v.readings += wording.Either(readings[method.Brute], 1000, 0)
	return v
}

// formula is the name of the reading of the rules (see Verdicts) that all SAT solvers share.
const formula = "formula"

// readingOf returns the reading of the rules that a method uses (see Verdicts), and the program that
// solves the clauses. The method of a record by another program can be any text, which is then a
// reading.
func readingOf(text string) (reading, program string) {
	name, err := method.Parse(text)
	if err != nil {
		return text, ""
	}
	if name.Formula() {
		return formula, name.Program()
	}
	return name.Family, ""
}

// Suspects lists the names of methods under test. An experiment studies the wrong answers of these
// methods, so two rules apply. First, wrong answers of a method under test do not fail a run and do
// not raise an alarm. Second, contradicting a method under test does not by itself make another
// method wrong. So if the verdict on another method is Wrong, the answer of this method is judged
// again without the records of the methods under test. All other methods are trusted.
type Suspects []string

// Has reports whether a method is under test.
func (s Suspects) Has(method string) bool { return slices.Contains(s, method) }

// Trusted returns the records of all methods that are not under test.
func (s Suspects) Trusted(recs []result.Record) []result.Record {
	if len(s) == 0 {
		return recs
	}
	return result.Without(recs, func(r result.Record) bool { return s.Has(r.Method) })
}

// Fails reports whether a record has a wrong answer of a trusted method, which fails the run.
func (s Suspects) Fails(r result.Record) bool { return r.Verdict == result.Wrong && !s.Has(r.Method) }

// A Suspicion counts the boards on which a method under test was wrong or right.
type Suspicion struct {
	Method, Puzzle string
	Suite          string // empty unless the records of the puzzle are in several suites

	Miscounts []Miscount
	NoAnswer  int
	Unchecked int // boards that no trusted method counted, or where the method gave a lower bound
	Right     int
}

// A Miscount is a wrong count together with the right one.
type Miscount struct{ Got, Want *big.Int }

// Suspicions returns a Suspicion for each combination of suite, puzzle and method under test. The
// count of the trusted methods is taken as right. A job that several suites contain counts in each
// suite. Of several repetitions, only the worst counts: a wrong count is the worst result, and a
// missing answer is the second worst.
func (s Suspects) Suspicions(recs []result.Record) []*Suspicion {
	if len(s) == 0 {
		return nil
	}
	right := map[[2]string]*big.Int{}
	counting, _ := Counting(s.Trusted(recs))
	for _, c := range Cases(counting) {
		right[[2]string{c.Puzzle, c.Instance}] = c.Count
	}
	rightOf := func(r result.Record) *big.Int { return right[[2]string{r.Puzzle, r.Instance}] }
	own := slices.Clone(result.Without(recs, func(r result.Record) bool { return !s.Has(r.Method) }))
	nameSuites(own)
	slices.SortStableFunc(own, func(a, b result.Record) int { return severity(a, rightOf(a)) - severity(b, rightOf(b)) })
	var all []*Suspicion
	for _, group := range result.GroupBy(own, func(r result.Record) [3]string { return [3]string{r.Method, r.Puzzle, r.Suite} }) {
		one := &Suspicion{Method: group[0].Method, Puzzle: group[0].Puzzle, Suite: group[0].Suite}
		for _, board := range result.GroupBy(group, func(r result.Record) string { return r.Instance }) {
			one.add(board[0], rightOf(board[0]))
		}
		all = append(all, one)
	}
	return all
}

// nameSuites clears the suite of the records of a puzzle that has only one suite.
func nameSuites(recs []result.Record) {
	suites := map[string]int{} // the number of suites of each puzzle
	for _, suite := range result.GroupBy(recs, func(r result.Record) [2]string { return [2]string{r.Puzzle, r.Suite} }) {
		suites[suite[0].Puzzle]++
	}
	for i, r := range recs {
		if suites[r.Puzzle] == 1 {
			recs[i].Suite = ""
		}
	}
}

// The severities of a record of a method under test, the worst first.
const (
	miscounts = iota
	silent
	harmless
)

func severity(r result.Record, right *big.Int) int {
	switch n := Answer(r); {
	case n == nil:
		return silent
	case right != nil && r.Status == result.Exact && n.Cmp(right) != 0:
		return miscounts
	}
	return harmless
}

func (s *Suspicion) add(r result.Record, right *big.Int) {
	switch severity(r, right) {
	case miscounts:
		s.Miscounts = append(s.Miscounts, Miscount{Answer(r), right})
	case silent:
		s.NoAnswer++
	default:
		if right == nil || r.Status != result.Exact {
			s.Unchecked++
		} else {
			s.Right++
		}
	}
}

// A Blame says whether an answer is known to be wrong or only possibly wrong.
type Blame int

// The values of Blame.
const (
	Blameless  Blame = iota // no other answer contradicts this answer, except answers that are known to be wrong
	Disputed                // another answer contradicts this answer, and nobody knows which of the two is wrong
	KnownWrong              // this answer is known to be wrong
)

// Blame returns the blame of each record. An answer is known to be wrong if one of its
// solutions broke a rule, or if a correct answer contradicts it. The answer of a suspect is also
// known to be wrong if the answer of a trusted method contradicts it.
func (c *Case) Blame(suspects Suspects) []Blame {
	blames, contradicted := make([]Blame, len(c.Records)), make([]bool, len(c.Records))
	pairs := c.Contradictions()
	for _, p := range pairs {
		for i, k := range map[int]int{p[0]: p[1], p[1]: p[0]} {
			r, o := c.Records[i], c.Records[k]
			contradicted[i] = true
			if r.Verdict != result.Correct && (o.Verdict == result.Correct || suspects.Has(r.Method) && !suspects.Has(o.Method)) {
				blames[i] = KnownWrong
			}
		}
	}
	for i, r := range c.Records {
		if r.Verdict == result.Wrong && !contradicted[i] {
			blames[i] = KnownWrong
		}
	}
	for _, p := range pairs {
		if blames[p[0]] != KnownWrong && blames[p[1]] != KnownWrong {
			blames[p[0]], blames[p[1]] = Disputed, Disputed
		}
	}
	return blames
}
