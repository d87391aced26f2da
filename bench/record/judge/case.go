package judge

import (
	"fmt"
	"math/big"
	"slices"

	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// An Agreement says how far the answers on a board agree.
type Agreement int

// These are the values of Agreement. If two apply to a board, the earlier one counts.
const (
	Disagree    Agreement = iota // two answers contradict each other
	WrongAnswer                  // no contradiction, but an answer that is known to be wrong
	Agreed                       // at least two methods answered, and no answer contradicts another
	OneAnswer                    // only one method answered, so there is nothing to compare
	NoAnswer
)

func (a Agreement) String() string {
	return []string{"DISAGREE", "WRONG", "agree", "one answer", "no answer"}[a]
}

// A Case is one instance with its records and the result of their comparison. An answer whose
// verdict is wrong does not count in Count, AtLeast and Digests.
type Case struct {
	Puzzle, Instance string
	Records          []result.Record

	// Count is the exact number of all solutions, under the given values of the first record. If
	// the number is unknown, or if the answers contradict each other, Count is nil.
	Count *big.Int
	// AtLeast is the largest lower bound of the number of all solutions. AtLeast is nil if
	// Count is known, if there is no lower bound, or if the answers contradict each other.
	AtLeast *big.Int
	// Agreement covers the counts of all solutions, the counts up to symmetry and the counts under
	// given values. These three kinds of counts are compared separately.
	Agreement Agreement
	Methods   int // the number of independent methods that gave an answer
	// Digests is the number of methods that agree on the same digest.
	Digests int

	// Sets reports whether the sets of solutions were compared. This is true if at least two
	// records are exact, and all exact records have digests. If Sets is false, only the counts
	// were compared.
	Sets bool
}

// NewCase compares the records of one instance. There must be at least one record. The verdicts of
// the records do not change. If two repetitions of one job contradict each other, this also counts
// as a disagreement.
func NewCase(records []result.Record) *Case {
	c := &Case{Puzzle: records[0].Puzzle, Instance: records[0].Instance, Records: records, Agreement: NoAnswer}
	claims, kind := distinct(records)
	counts := result.Without(kind, func(k int) bool { return !claims[k].exact() })
	c.Sets = len(counts) >= 2 && !slices.ContainsFunc(counts, func(k int) bool { return claims[k].Digest == "" })
	c.Methods = methods(claims)
	for _, group := range result.GroupBy(claims, func(o claim) question { return questionOf(o.Record) }) {
		trusted := result.Without(group, func(o claim) bool { return o.Verdict == result.Wrong })
		switch n := methods(group); {
		case contradictory(group):
			c.Agreement = Disagree
		case len(trusted) < len(group):
			c.Agreement = min(c.Agreement, WrongAnswer)
		case n > 1:
			c.Agreement = min(c.Agreement, Agreed)
		case n == 1:
			c.Agreement = min(c.Agreement, OneAnswer)
		}
		if contradictory(trusted) {
			continue
		}
		sets := result.Without(trusted, func(o claim) bool { return !o.exact() || o.Digest == "" })
		c.Digests = max(c.Digests, methods(sets))
		if questionOf(group[0].Record) == (question{given: records[0].Given}) {
			c.bound(trusted)
		}
	}
	return c
}

// bound sets Count or AtLeast by claims that do not contradict each other.
func (c *Case) bound(claims []claim) {
	for _, o := range claims {
		switch {
		case o.exact():
			c.Count, c.AtLeast = o.n, nil
			return
		case o.n != nil && (c.AtLeast == nil || o.n.Cmp(c.AtLeast) > 0):
			c.AtLeast = o.n
		}
	}
}

// methods returns the number of methods that gave an answer. The method hybrid counts only if no
// other method gave one.
func methods(claims []claim) int {
	answers := result.Without(claims, func(c claim) bool { return c.n == nil })
	voices := result.Without(answers, func(c claim) bool { return c.Method == method.Hybrid })
	return max(len(result.GroupBy(voices, func(c claim) string { return c.Method })), min(len(answers), 1))
}

// contradictory reports whether two claims contradict each other. One of them is always exact.
func contradictory(claims []claim) bool {
	return slices.ContainsFunc(claims, func(c claim) bool { return c.exact() && slices.ContainsFunc(claims, c.contradicts) })
}

// Compare computes new verdicts for copies of the records of one instance, and compares them.
func Compare(records []result.Record) *Case {
	judged := slices.Clone(records)
	for i, verdict := range Verdicts(records) {
		judged[i].Verdict = verdict
	}
	return NewCase(judged)
}

// Cases compares each group of records of one instance and the same given values.
func Cases(records []result.Record) []*Case {
	question := func(r result.Record) [3]string { return [3]string{r.Puzzle, r.Instance, r.Given} }
	return wording.Each(result.Neighbours(records, question), NewCase)
}

// Wrong reports whether any answer is wrong: answers contradict each other, or a verdict says so.
func (c *Case) Wrong() bool { return c.Agreement == Disagree || c.Agreement == WrongAnswer }

// Compared says what was compared: sets, counts, or none with fewer than two answers.
func (c *Case) Compared() string {
	switch {
	case c.Methods < 2:
		return "none"
	case c.Sets:
		return "sets"
	}
	return "counts"
}

// Contradictions returns the pairs of indices of records that contradict each other.
func (c *Case) Contradictions() [][2]int {
	different, kind := distinct(c.Records)
	against := wording.Each(different, func(one claim) []bool { return wording.Each(different, one.contradicts) }) // by distinct claim: which claims contradict it
	var pairs [][2]int
	for i := range c.Records {
		if !slices.Contains(against[kind[i]], true) {
			continue
		}
		for k := range i {
			if against[kind[i]][kind[k]] {
				pairs = append(pairs, [2]int{k, i})
			}
		}
	}
	return pairs
}

// Disagreements says which records contradict each other, one line for each pair.
func (c *Case) Disagreements() []string {
	var texts []string
	for _, p := range c.Contradictions() {
		one, other := c.Records[p[0]], c.Records[p[1]]
		text := fmt.Sprintf("%s says %s, %s says %s", one.Method, one.Amount(), other.Method, other.Amount())
		if one.Amount() == other.Amount() {
			text = fmt.Sprintf("%s and %s both count %s, but their solutions differ", one.Method, other.Method, one.Amount())
		}
		texts = append(texts, text)
	}
	return texts
}

// Problems says why a comparison failed: contradictions, failed methods, fewer than two answers.
func (c *Case) Problems() []string {
	problems := c.Disagreements()
	for _, r := range c.Records {
		if Failed(r) {
			problems = append(problems, fmt.Sprintf("%s ended with %s", r.Method, r.Reason)+wording.If(r.Error != "", ": "+r.Error))
		}
	}
	if c.Methods < 2 {
		problems = append(problems, "fewer than two methods gave an answer")
	}
	return problems
}

// Once returns the first record of each job, and every record without a key. The caller must not change
// the result, which can be the parameter recs.
func Once(recs []result.Record) []result.Record {
	seen := make(map[string]bool, len(recs))
	return result.Without(recs, func(r result.Record) bool {
		again := r.Key != "" && seen[r.Key]
		seen[r.Key] = true
		return again
	})
}

// IsCount reports whether the task of the job was to count. An empty task means counting.
func IsCount(r result.Record) bool { return r.Task == "" || r.Task == result.Count }

// Counting returns one record for each job that counts solutions. Jobs on a single cube are left
// out. If any record counts all solutions, counts up to symmetry are left out. If all records
// count up to symmetry, Counting returns these counts as if they counted all solutions, and the
// result orbits is true. The caller must not change the result.
func Counting(recs []result.Record) (chosen []result.Record, orbits bool) {
	all := func(r result.Record) bool { return IsCount(r) && r.Cube == "" && !r.Orbits }
	orbits = !slices.ContainsFunc(recs, all) && slices.ContainsFunc(recs, func(r result.Record) bool { r.Orbits = false; return all(r) })
	chosen = result.Without(Once(recs), func(r result.Record) bool { r.Orbits = r.Orbits && !orbits; return !all(r) })
	if orbits {
		chosen = wording.Each(chosen, func(r result.Record) result.Record { r.Orbits = false; return r })
	}
	return chosen, orbits
}

// Counts returns the numbers of solutions in ascending order. Every case must have a Count.
func Counts(cases []*Case) []*big.Int {
	ns := wording.Each(cases, func(c *Case) *big.Int { return c.Count })
	slices.SortFunc(ns, (*big.Int).Cmp)
	return ns
}

// A Survey counts the cases by how far their answers agree. Jobs of the task deduce are left out,
// because such a job has already compared its result with two searches.
type Survey struct {
	Cases     []*Case
	Deduction bool // records of deduction were left out
	Counted   int  // cases with a job that counts the solutions

	With     map[Agreement]int // cases by their agreement
	ByDigest int               // cases on which the methods also agree by digest
}

// NewSurvey compares all records except records of the task deduce, of jobs on a single cube, and
// of theories that give no number of solutions. A job that occurs in several places of the
// experiment counts as one answer.
func NewSurvey(recs []result.Record) *Survey {
	s := &Survey{With: map[Agreement]int{}}
	s.Cases = Cases(result.Without(recs, func(r result.Record) bool {
		deduces := r.Task == result.Deduce
		s.Deduction = s.Deduction || deduces
		// A theory that does not count the solutions answers "at least 0".
		silent := r.Task == result.Explain && r.Status == result.AtLeast && r.Count == "0" && r.Verdict != result.Wrong
		return deduces || silent || r.Cube != ""
	}))
	for _, c := range s.Cases {
		s.With[c.Agreement]++
		if c.Agreement == Agreed && c.Digests > 1 {
			s.ByDigest++
		}
		if slices.ContainsFunc(c.Records, IsCount) {
			s.Counted++
		}
	}
	return s
}
