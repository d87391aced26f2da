package judge

import (
	"counterproof/bench/method"
	"counterproof/bench/result"
)

// Verdicts returns the verdict of each record of one instance.
//
// An answer that no other answer contradicts is correct if another method agrees with it, and
// otherwise unchecked. An answer of the task deduce needs no other method: its job has asked two.
//
// If answers contradict each other, an answer is correct only if it has more votes than each
// answer that contradicts it. Votes count readings of the rules, not methods. So three native
// methods that share one wrong problem do not outvote the formula, and six programs that share
// one wrong formula do not outvote the native method. Brute force reads nothing but the rules
// and outvotes all others. Two answers on one formula may have equally many readings. Then a
// program is wrong and not the formula, so the programs are counted. All other contradicted
// answers are wrong. If the votes are even, both sides are: one of them must be, and nobody
// knows which.
//
// A record without an answer is unchecked, but if a solution of it broke a rule, it stays wrong.
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

// verdictOn returns the verdict on the claim i.
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

// supportedBy reports whether both have answers about the same solutions that do not contradict
// each other.
func (c claim) supportedBy(o claim) bool {
	return c.n != nil && o.n != nil && c.Orbits == o.Orbits && !c.contradicts(o)
}

// A vote is the weight of one answer: how many others it has on its side.
type vote struct {
	readings int    // of the rules
	formula  string // the style of the record's formula; empty: it has none
	programs int    // that agree on this formula
}

func (v vote) beats(o vote) bool {
	return v.readings > o.readings ||
		v.readings == o.readings && v.formula != "" && v.formula == o.formula && v.programs > o.programs
}

// votesFor counts the readings and the programs that support a claim.
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

// formula is the reading that all SAT solvers share.
const formula = "formula"

// readingOf returns in which reading of the rules a method solves the puzzle, and by which
// program. The reading is the family of the method. All SAT solvers share one: they get the
// clauses that the puzzle writes. A record from elsewhere may have any text as its method, which is
// then a reading of its own.
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
