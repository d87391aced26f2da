package judge

import "counterproof/bench/record/result"

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
	blames := make([]Blame, len(c.Records))
	against := make([][]int, len(c.Records)) // by record: the records that contradict it
	for _, p := range c.Contradictions() {
		against[p[0]] = append(against[p[0]], p[1])
		against[p[1]] = append(against[p[1]], p[0])
	}
	for i, r := range c.Records {
		if r.Verdict == result.Wrong && len(against[i]) == 0 {
			blames[i] = KnownWrong
		}
		for _, k := range against[i] {
			o := c.Records[k]
			if r.Verdict != result.Correct && (o.Verdict == result.Correct || suspects.Has(r.Method) && !suspects.Has(o.Method)) {
				blames[i] = KnownWrong
			}
		}
	}
	for _, p := range c.Contradictions() {
		if blames[p[0]] != KnownWrong && blames[p[1]] != KnownWrong {
			blames[p[0]], blames[p[1]] = Disputed, Disputed
		}
	}
	return blames
}
