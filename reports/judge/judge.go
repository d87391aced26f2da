// Package judge decides who is right: what all records of a board say together, whether they
// contradict each other, and how often a method under test was wrong. It sees records only.
package judge

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
	"counterproof/reports/format"
)

// The values of Consensus.Agreement.
const (
	Disagree    = "DISAGREE"   // two answers contradict each other
	WrongAnswer = "WRONG"      // no contradiction, but an answer that is known to be wrong
	Agree       = "agree"      // two methods or more answered, and no answer contradicts another
	oneAnswer   = "one answer" // nothing to compare with
	noAnswer    = "no answer"
)

// A Consensus is what all records of one board say together.
type Consensus struct {
	Count     *big.Int // of all solutions, exact; nil if unknown or if the answers contradict each other
	AtLeast   *big.Int // where Count is nil and nothing contradicts it
	Agreement string   // of the answers on all solutions and of those up to symmetry, whichever is worse
	Digests   int      // methods, of those that agree, that have the same digest
}

// consensusOf compares records on the same solutions. A repetition that contradicts another
// one is a disagreement, too. Wrong answers do not count in the consensus.
func consensusOf(recs []result.Record) Consensus {
	c := Consensus{Agreement: noAnswer}
	var all, trusted []result.Record
	methods := map[string]bool{}
	bad := false
	for _, r := range recs {
		bad = bad || r.Verdict == result.Wrong
		if Answer(r) == nil {
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
		c.Agreement = Disagree
	case bad:
		c.Agreement = WrongAnswer
	case len(methods) > 1:
		c.Agreement = Agree
	case len(methods) == 1:
		c.Agreement = oneAnswer
	}
	return c
}

// mergeAnswers returns the exact count, the largest lower bound, and the number of methods
// with a digest. It is false if two answers contradict each other.
func mergeAnswers(recs []result.Record) (exact, least *big.Int, digests int, ok bool) {
	digest := ""
	withDigest := map[string]bool{}
	for _, r := range recs {
		n := Answer(r)
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

// Answer returns the count of a record that is exact or at-least, or nil if the record has no
// count.
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

// A Board is one instance with its records.
type Board struct {
	Puzzle, Name string
	Consensus

	Records []result.Record
}

// Boards groups records by their instances, in natural order, and compares each group.
// Solutions up to symmetry are compared with one another only.
func Boards(recs []result.Record) []*Board {
	index := map[[2]string]*Board{}
	var all []*Board
	for _, r := range recs {
		key := [2]string{r.Puzzle, r.Instance}
		b := index[key]
		if b == nil {
			b = &Board{Puzzle: r.Puzzle, Name: r.Instance}
			index[key] = b
			all = append(all, b)
		}
		b.Records = append(b.Records, r)
	}
	worstFirst := []string{Disagree, WrongAnswer, Agree, oneAnswer, noAnswer}
	for _, b := range all {
		b.Consensus = consensusOf(b.withOrbits(false))
		orbits := consensusOf(b.withOrbits(true))
		if slices.Index(worstFirst, orbits.Agreement) < slices.Index(worstFirst, b.Agreement) {
			b.Agreement = orbits.Agreement
		}
		b.Digests = max(b.Digests, orbits.Digests)
	}
	slices.SortFunc(all, func(a, b *Board) int {
		return cmp.Or(strings.Compare(a.Puzzle, b.Puzzle), format.Natural(a.Name, b.Name))
	})
	return all
}

// Label returns what a reader calls the board.
func (b *Board) Label() string { return format.Label(&b.Records[0]) }

// NounOf returns what n of the boards are called: "days" if all of them are days, or else
// "instances".
func NounOf(boards []*Board, n int) string {
	noun := ""
	for i, b := range boards {
		c := b.Records[0].Cell
		if c == nil || c.Noun == "" || i > 0 && c.Noun != noun {
			return format.Plural(n, "instance", "instances")
		}
		noun = c.Noun
	}
	return format.Plural(n, noun, noun+"s")
}

// withOrbits returns the records on solutions up to symmetry, or those on all solutions.
func (b *Board) withOrbits(orbits bool) []result.Record {
	return slices.DeleteFunc(slices.Clone(b.Records), func(r result.Record) bool { return r.Orbits != orbits })
}

// A Survey is the boards of all records that answer something, counted by how far the answers
// agree. Deduction is left out: its job compares it with a search.
type Survey struct {
	Boards    []*Board
	Deduction bool // there is deduction, which is left out
	Counts    int  // boards that were counted
	Puzzles   int

	With     map[string]int // boards by their agreement
	ByDigest int            // boards on which the methods agree by digest, too
}

// SurveyOf compares all records. A job in several places of the experiment counts as one
// answer.
func SurveyOf(recs []result.Record) *Survey {
	b := &Survey{With: map[string]int{}}
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
	b.Boards = Boards(answering)
	for i, x := range b.Boards {
		b.With[x.Agreement]++
		if i == 0 || b.Boards[i-1].Puzzle != x.Puzzle {
			b.Puzzles++
		}
		if x.Agreement == Agree && x.Digests > 1 {
			b.ByDigest++
		}
		if slices.ContainsFunc(x.Records, IsCount) {
			b.Counts++
		}
	}
	return b
}

// Text says how far the methods agree: "3 of 4 days agree by count, 2 by digest of the
// solutions too; 1 have no answer".
func (s *Survey) Text() string {
	n := len(s.Boards)
	all := "of " + format.Whole(n) + " " + NounOf(s.Boards, n)
	if s.With[Agree]+s.With[Disagree]+s.With[WrongAnswer] == 0 {
		return fmt.Sprintf("nothing was compared: no two methods answered on any %s", all)
	}
	text := format.Whole(s.With[Agree]) + " " + all + " agree "
	switch {
	case s.Counts == n:
		text += "by count"
	case s.Counts == 0:
		text += "by answer"
	default:
		text += fmt.Sprintf("by answer (%s counted)", format.Whole(s.Counts))
	}
	if s.Counts > 0 || s.ByDigest > 0 {
		text += fmt.Sprintf(", %s by digest of the solutions too", format.Whole(s.ByDigest))
	}
	for _, k := range [][2]string{{Disagree, Disagree}, {WrongAnswer, WrongAnswer}, {oneAnswer, "have the answer of one method only"}, {noAnswer, "have no answer"}} {
		if n := s.With[k[0]]; n > 0 {
			text += "; " + format.Whole(n) + " " + k[1]
		}
	}
	return text
}

// contradiction quotes the answers that contradict each other: "native/a says 5 and sat/b says
// at least 6".
func (b *Board) contradiction() string {
	var parts []string
	for _, orbits := range []bool{false, true} {
		recs := b.withOrbits(orbits)
		if consensusOf(recs).Agreement != Disagree {
			continue
		}
		claims := map[string][]string{}
		counts, digests := map[string]bool{}, map[string]bool{}
		for _, r := range recs {
			if Answer(r) != nil {
				claims[r.Method] = format.AppendDistinct(claims[r.Method], claimText(r))
				counts[claimText(r)] = true
				digests[r.Digest] = true
			}
		}
		var texts []string
		for _, m := range format.SortedKeys(claims) {
			texts = append(texts, m+" says "+strings.Join(claims[m], " or "))
		}
		text := format.List(texts)
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

// claimText returns the count that a record claims, such as "at least 2", or "".
func claimText(r result.Record) string {
	n := Answer(r)
	switch {
	case n == nil:
		return ""
	case r.Status == result.AtLeast:
		return "at least " + n.String()
	}
	return n.String()
}
