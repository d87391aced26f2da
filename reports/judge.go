package reports

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// The values of consensus.Agreement.
const (
	disagree    = "DISAGREE"   // two answers contradict each other
	wrongAnswer = "WRONG"      // none does, and one is known to be wrong
	agree       = "agree"      // two methods or more answered, and no answer contradicts another
	oneAnswer   = "one answer" // nothing to compare with
	noAnswer    = "no answer"
)

// A consensus is what all records of one board say together.
type consensus struct {
	Count     *big.Int // of all solutions, exact; nil if unknown or if the answers contradict each other
	AtLeast   *big.Int // where Count is nil and nothing contradicts it
	Agreement string   // of the answers on all solutions and of those up to symmetry, whichever is worse
	Digests   int      // methods, of those that agree, that have the same digest
}

// consensusOf takes the records together that are about the same solutions: a repetition that
// contradicts another is a disagreement too. Wrong answers have no say in the count.
func consensusOf(recs []result.Record) consensus {
	c := consensus{Agreement: noAnswer}
	var all, trusted []result.Record
	methods := map[string]bool{}
	bad := false
	for _, r := range recs {
		bad = bad || r.Verdict == result.Wrong
		if answer(r) == nil {
			continue
		}
		all = append(all, r)
		methods[r.Method] = true
		if r.Verdict != result.Wrong {
			trusted = append(trusted, r)
		}
	}
	if exact, least, digests, ok := mergeAnswers(trusted); ok {
		c.Count, c.Digests = exact, digests
		if exact == nil {
			c.AtLeast = least
		}
	}
	_, _, _, ok := mergeAnswers(all)
	switch {
	case !ok:
		c.Agreement = disagree
	case bad:
		c.Agreement = wrongAnswer
	case len(methods) > 1:
		c.Agreement = agree
	case len(methods) == 1:
		c.Agreement = oneAnswer
	}
	return c
}

// mergeAnswers is the exact count, the largest lower bound, and how many methods have
// a digest; ok is false if two of the answers contradict each other.
func mergeAnswers(recs []result.Record) (exact, least *big.Int, digests int, ok bool) {
	digest := ""
	withDigest := map[string]bool{}
	for _, r := range recs {
		n := answer(r)
		if r.Status != result.Exact {
			if least == nil || n.Cmp(least) > 0 {
				least = n
			}
			continue
		}
		if exact != nil && exact.Cmp(n) != 0 {
			return nil, nil, 0, false
		}
		exact = n
		if r.Digest == "" {
			continue
		}
		if digest != "" && digest != r.Digest {
			return nil, nil, 0, false
		}
		digest = r.Digest
		withDigest[r.Method] = true
	}
	if exact != nil && least != nil && least.Cmp(exact) > 0 {
		return nil, nil, 0, false
	}
	return exact, least, len(withDigest), true
}

// answer is the count of a record that is exact or at-least; nil if it says
// nothing, or nothing that is a number.
func answer(r result.Record) *big.Int {
	if r.Status != result.Exact && r.Status != result.AtLeast {
		return nil
	}
	n, ok := new(big.Int).SetString(r.Count, 10)
	if !ok || n.Sign() < 0 {
		return nil
	}
	return n
}

// A board is one instance with its records.
type board struct {
	Puzzle, Name string
	consensus

	records []result.Record
}

// groupBoards groups records by their instances, in natural order, and weighs each group.
// Solutions up to symmetry are compared with one another only.
func groupBoards(recs []result.Record) []*board {
	index := map[[2]string]*board{}
	var all []*board
	for _, r := range recs {
		key := [2]string{r.Puzzle, r.Instance}
		b := index[key]
		if b == nil {
			b = &board{Puzzle: r.Puzzle, Name: r.Instance}
			index[key] = b
			all = append(all, b)
		}
		b.records = append(b.records, r)
	}
	worstFirst := []string{disagree, wrongAnswer, agree, oneAnswer, noAnswer}
	for _, b := range all {
		b.consensus = consensusOf(b.withOrbits(false))
		orbits := consensusOf(b.withOrbits(true))
		if slices.Index(worstFirst, orbits.Agreement) < slices.Index(worstFirst, b.Agreement) {
			b.Agreement = orbits.Agreement
		}
		b.Digests = max(b.Digests, orbits.Digests)
	}
	slices.SortFunc(all, func(a, b *board) int { return cmp.Or(strings.Compare(a.Puzzle, b.Puzzle), natural(a.Name, b.Name)) })
	return all
}

// label is what a reader calls the board.
func (b *board) label() string { return label(&b.records[0]) }

// nounOf is what n of the boards are called: days where all of them are days, else instances.
func nounOf(boards []*board, n int) string {
	noun := ""
	for i, b := range boards {
		c := b.records[0].Cell
		if c == nil || c.Noun == "" || i > 0 && c.Noun != noun {
			return plural(n, "instance", "instances")
		}
		noun = c.Noun
	}
	return plural(n, noun, noun+"s")
}

// withOrbits returns the records on solutions up to symmetry, or on all solutions.
func (b *board) withOrbits(orbits bool) []result.Record {
	return slices.DeleteFunc(slices.Clone(b.records), func(r result.Record) bool { return r.Orbits != orbits })
}

// A survey is the boards of all records that answer something, by whatever task. Deduction is
// left out: it is compared with a search inside its job.
type survey struct {
	Boards    []*board
	Deduction bool // there is deduction, which is left out
	Counts    int  // boards that were counted
	Puzzles   int

	With     map[string]int // boards by their agreement
	ByDigest int            // boards on which the methods agree by digest, too
}

// surveyOf compares all records. That a job stands in several places changes nothing.
func surveyOf(recs []result.Record) *survey {
	b := &survey{With: map[string]int{}}
	var answering []result.Record
	for _, r := range recs {
		deduces := r.Task == "deduce"
		b.Deduction = b.Deduction || deduces
		// A theory that was not asked for solutions says "at least 0".
		silent := r.Task == "explain" && r.Status == result.AtLeast && r.Count == "0" && r.Verdict != result.Wrong
		if !deduces && !silent && r.Cube == "" {
			answering = append(answering, r)
		}
	}
	b.Boards = groupBoards(answering)
	for i, x := range b.Boards {
		b.With[x.Agreement]++
		if i == 0 || b.Boards[i-1].Puzzle != x.Puzzle {
			b.Puzzles++
		}
		if x.Agreement == agree && x.Digests > 1 {
			b.ByDigest++
		}
		if slices.ContainsFunc(x.records, counted) {
			b.Counts++
		}
	}
	return b
}

// counted reports whether the job was to count.
func counted(r result.Record) bool { return r.Task == "" || r.Task == "count" }

// text is how far the methods agree: "3 of 4 days agree by count, 2 by digest of the
// solutions too; 1 have no answer".
func (b *survey) text() string {
	n := len(b.Boards)
	all := "of " + whole(n) + " " + nounOf(b.Boards, n)
	if b.With[agree]+b.With[disagree]+b.With[wrongAnswer] == 0 {
		return fmt.Sprintf("nothing was compared: no two methods answered on any %s", all)
	}
	text := whole(b.With[agree]) + " " + all + " agree "
	switch {
	case b.Counts == n:
		text += "by count"
	case b.Counts == 0:
		text += "by answer"
	default:
		text += fmt.Sprintf("by answer (%s counted)", whole(b.Counts))
	}
	if b.Counts > 0 || b.ByDigest > 0 {
		text += fmt.Sprintf(", %s by digest of the solutions too", whole(b.ByDigest))
	}
	for _, k := range [][2]string{{disagree, disagree}, {wrongAnswer, wrongAnswer}, {oneAnswer, "have the answer of one method only"}, {noAnswer, "have no answer"}} {
		if n := b.With[k[0]]; n > 0 {
			text += "; " + whole(n) + " " + k[1]
		}
	}
	return text
}

// contradiction is what the methods say that contradict each other: "native/a says 5 and
// sat/b says at least 6".
func (b *board) contradiction() string {
	var parts []string
	for _, orbits := range []bool{false, true} {
		recs := b.withOrbits(orbits)
		if consensusOf(recs).Agreement != disagree {
			continue
		}
		claims := map[string][]string{}
		counts, digests := map[string]bool{}, map[string]bool{}
		for _, r := range recs {
			if answer(r) != nil {
				claims[r.Method] = appendDistinct(claims[r.Method], claimText(r))
				counts[claimText(r)] = true
				digests[r.Digest] = true
			}
		}
		var phrases []string
		for _, m := range naturalKeys(claims) {
			phrases = append(phrases, m+" says "+strings.Join(claims[m], " or "))
		}
		text := list(phrases)
		if orbits {
			text += " up to symmetry"
		}
		delete(digests, "")
		if len(counts) == 1 && len(digests) > 1 {
			text += ", but the digests of their solutions differ"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// claimText is what a record says, "at least 2"; "" if nothing.
func claimText(r result.Record) string {
	n := answer(r)
	switch {
	case n == nil:
		return ""
	case r.Status == result.AtLeast:
		return "at least " + n.String()
	}
	return n.String()
}
