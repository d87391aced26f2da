package judge

import (
	"math/big"
	"slices"

	"counterproof/bench/record/result"
)

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
