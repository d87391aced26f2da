package judge

import (
	"counterproof/bench/method"
	"counterproof/bench/result"
)

// Verdicts returns the verdict of each record of one instance.
//
// An answer that no other answer contradicts is correct if another method agrees with it, and
// otherwise unchecked. An answer of the task deduce is correct even without another method, because
// its job has already compared two searches.
//
// If answers contradict each other, an answer is correct only if it has more votes than each
// answer that contradicts it. All other contradicted answers are wrong. If two sides have equally
// many votes, both are wrong: one side must be wrong, and nobody knows which.
//
// Votes count readings of the rules, not methods. For example, three native methods have one vote
// together, because all of them would be wrong if their common reading were wrong. So they do not
// outvote the formula, and six programs that solve the same formula do not outvote the native
// method. Brute force reads only the rules and outvotes all others. If two contradictory answers
// come from the same formula and have equally many votes, one of the programs must be wrong, and
// not the formula. Then the number of programs decides.
//
// A record without an answer is unchecked. But if its verdict is already wrong, because one of its
// solutions broke a rule, it stays wrong.
func Verdicts(records []result.Record) []string {
	claims := make([]claim, len(records))
	for i := range records {
		claims[i] = claimOf(&records[i])
	}
	votes := make([]vote, len(records))
	for i, c := range claims {
		votes[i] = votesFor(c, claims)
	}
	verdicts := make([]string, len(records))
	for i := range records {
		verdicts[i] = verdictOn(i, claims, votes)
	}
	return verdicts
}

// verdictOn returns the verdict on the claim with the index i.
func verdictOn(i int, claims []claim, votes []vote) string {
	c := claims[i]
	if c.n == nil && c.Verdict == result.Wrong {
		return result.Wrong
	}
	verdict := result.Unchecked
	for k, o := range claims {
		switch {
		case c.contradicts(o):
			if !votes[i].beats(votes[k]) {
				return result.Wrong
			}
			verdict = result.Correct
		case c.supportedBy(o) && (o.Method != c.Method || o.Task == result.Deduce):
			verdict = result.Correct
		}
	}
	return verdict
}

// supportedBy reports whether both claims have answers that do not contradict each other. Both must
// count all solutions, or both must count up to symmetry.
func (c claim) supportedBy(o claim) bool {
	return c.n != nil && o.n != nil && c.Orbits == o.Orbits && !c.contradicts(o)
}

// A vote is the weight of one answer. It counts the answers that support it, including the answer
// itself.
type vote struct {
	readings int    // the number of readings of the rules that support the answer
	formula  string // the style of the record's formula; empty if the method uses no formula
	programs int    // the number of programs that support the answer on this formula
}

func (v vote) beats(o vote) bool {
	return v.readings > o.readings ||
		v.readings == o.readings && v.formula != "" && v.formula == o.formula && v.programs > o.programs
}

// votesFor counts the readings of the rules and the programs that support a claim.
func votesFor(c claim, claims []claim) vote {
	var v vote
	if own, _ := readingOf(c.Method); own == formula {
		v.formula = c.Style
	}
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
	v.readings, v.programs = len(readings), len(programs)
	if readings[method.Brute] {
		v.readings += 1000
	}
	return v
}

// formula is the reading of the rules that all SAT solvers share.
const formula = "formula"

// readingOf returns which reading of the rules a method uses, and for a formula which program
// solves it. All SAT solvers share one reading, because they all get the clauses that the puzzle
// writes. The reading of any other method is its family. A record that another program wrote may
// have any text as its method. Each such text counts as a reading of its own.
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
