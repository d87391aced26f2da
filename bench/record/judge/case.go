package judge

import (
	"fmt"
	"math/big"
	"slices"

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
	Methods   int // the number of methods that gave an answer
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
	every := merge(records)
	c.Methods, c.Sets = len(every.methods), every.counts >= 2 && every.counts == every.sets
	for _, q := range questions(records) {
		group := without(records, func(r result.Record) bool { return questionOf(&r) != q })
		trusted := without(group, func(r result.Record) bool { return r.Verdict == result.Wrong })
		all := merge(group)
		switch {
		case all.contradiction:
			c.Agreement = Disagree
		case len(trusted) < len(group):
			c.Agreement = min(c.Agreement, WrongAnswer)
		case len(all.methods) > 1:
			c.Agreement = min(c.Agreement, Agreed)
		case len(all.methods) == 1:
			c.Agreement = min(c.Agreement, OneAnswer)
		}
		right := merge(trusted)
		if right.contradiction {
			continue
		}
		c.Digests = max(c.Digests, len(right.withDigest))
		if q != (question{given: records[0].Given}) {
			continue
		}
		if c.Count = right.exact.n; c.Count == nil {
			c.AtLeast = right.least.n
		}
	}
	return c
}

// questions lists the questions that the records answer. The first question asks for the count
// of all solutions under the given values of the first record.
func questions(records []result.Record) []question {
	all := []question{{given: records[0].Given}}
	for i := range records {
		if q := questionOf(&records[i]); !slices.Contains(all, q) {
			all = append(all, q)
		}
	}
	return all
}

func without(recs []result.Record, leaveOut func(result.Record) bool) []result.Record {
	return slices.DeleteFunc(slices.Clone(recs), leaveOut)
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
	return wording.Each(result.GroupBy(records, question), NewCase)
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
	against := make([][]bool, len(different)) // by distinct claim: which claims contradict it
	for i, one := range different {
		for _, other := range different {
			against[i] = append(against[i], one.contradicts(other))
		}
	}
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
		if !Failed(r) {
			continue
		}
		text := fmt.Sprintf("%s ended with %s", r.Method, r.Reason)
		if r.Error != "" {
			text += ": " + r.Error
		}
		problems = append(problems, text)
	}
	if c.Methods < 2 {
		problems = append(problems, "fewer than two methods gave an answer")
	}
	return problems
}

// A merged summarizes several answers so that contradictions can be found. It keeps three answers:
// the first exact answer, the first exact answer with a digest, and the largest lower bound. A
// later answer that contradicts any earlier answer contradicts one of these three.
type merged struct {
	exact, set, least   claim
	counts, sets        int             // the number of exact answers, and of exact answers with a digest
	methods, withDigest map[string]bool // the methods of all answers, and of exact answers with a digest
	contradiction       bool
}

func merge(records []result.Record) merged {
	m := merged{methods: map[string]bool{}, withDigest: map[string]bool{}}
	for i := range records {
		if c := claimOf(&records[i]); c.n != nil {
			m.add(c)
		}
	}
	return m
}

func (m *merged) add(c claim) {
	m.methods[c.Method] = true
	m.contradiction = m.contradiction || c.contradicts(m.exact) || c.contradicts(m.set) || c.contradicts(m.least)
	if c.Status != result.Exact {
		if m.least.n == nil || c.n.Cmp(m.least.n) > 0 {
			m.least = c
		}
		return
	}
	m.counts++
	if m.exact.n == nil {
		m.exact = c
	}
	if c.Digest == "" {
		return
	}
	m.sets++
	if m.set.n == nil {
		m.set = c
	}
	m.withDigest[c.Method] = true
}
