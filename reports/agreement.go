package reports

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"counterproof/bench/result"
)

// The values of consensus.Agreement.
const (
	disagree  = "DISAGREE"   // two answers contradict each other
	mistaken  = "WRONG"      // none does, and one is known to be wrong
	agree     = "agree"      // two methods or more answered, and no answer contradicts another
	oneAnswer = "one answer" // nothing to compare with
	noAnswer  = "no answer"
)

// A consensus is what all records of one board say together.
type consensus struct {
	Count     *big.Int // exact; nil if unknown or if the answers contradict each other
	AtLeast   *big.Int // where Count is nil and nothing contradicts it
	Agreement string
	Digests   int // methods, of those that agree, that have the same digest
}

// weigh takes the records together that are about the same solutions: a repetition that
// contradicts another is a disagreement too. Wrong answers have no say in the count.
func weigh(recs []result.Record) consensus {
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
	if exact, least, digests, ok := merge(trusted); ok {
		c.Count, c.Digests = exact, digests
		if exact == nil {
			c.AtLeast = least
		}
	}
	_, _, _, ok := merge(all)
	switch {
	case !ok:
		c.Agreement = disagree
	case bad:
		c.Agreement = mistaken
	case len(methods) > 1:
		c.Agreement = agree
	case len(methods) == 1:
		c.Agreement = oneAnswer
	}
	return c
}

// merge is the exact count, the largest lower bound, and how many methods have
// a digest; ok is false if two of the answers contradict each other.
func merge(recs []result.Record) (exact, least *big.Int, digests int, ok bool) {
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

// A poll is all that was said of the solutions of one board, by whatever task but
// deduction, which is compared with a search inside its job.
type poll struct {
	Puzzle, Name string
	Agreement    string
	Digests      int
	counts       bool // it was counted, too

	records []result.Record
}

// A ballot is the polls of all boards.
type ballot struct {
	Polls   []*poll // in natural order
	Dates   bool    // every board is a date, MM-DD
	Apart   bool    // there is deduction, which is not in it
	Counts  int     // of the polls, those that were counted
	Puzzles int

	Agree, ByDigest, Disagree, Wrong, OneAnswer, NoAnswer int
}

// vote polls the records; that a job stands in several places changes nothing. A job that was
// not asked for solutions and has none has no say.
func vote(recs []result.Record) *ballot {
	b := &ballot{Dates: true}
	index := map[[2]string]*poll{}
	puzzles := map[string]bool{}
	for _, r := range recs {
		deduces := r.Task == "deduce"
		b.Apart = b.Apart || deduces
		silent := r.Task == "explain" && r.Status == result.AtLeast && r.Count == "0" && r.Verdict != result.Wrong
		if deduces || silent || r.Cube != "" {
			continue
		}
		key := [2]string{r.Puzzle, r.Instance}
		p := index[key]
		if p == nil {
			p = &poll{Puzzle: r.Puzzle, Name: r.Instance}
			index[key] = p
			puzzles[r.Puzzle] = true
			b.Polls = append(b.Polls, p)
		}
		p.counts = p.counts || counted(r)
		p.records = append(p.records, r)
	}
	b.Puzzles = len(puzzles)
	slices.SortFunc(b.Polls, func(p, q *poll) int {
		if c := strings.Compare(p.Puzzle, q.Puzzle); c != 0 {
			return c
		}
		return natural(p.Name, q.Name)
	})
	for _, p := range b.Polls {
		p.close()
		if _, _, ok := date(p.Name); !ok {
			b.Dates = false
		}
		if p.counts {
			b.Counts++
		}
		switch p.Agreement {
		case disagree:
			b.Disagree++
		case mistaken:
			b.Wrong++
		case agree:
			b.Agree++
			if p.Digests > 1 {
				b.ByDigest++
			}
		case oneAnswer:
			b.OneAnswer++
		default:
			b.NoAnswer++
		}
	}
	return b
}

// close compares what was said: all solutions, and those up to symmetry, each on its own. The
// worst of the two is the result, and of two that are none the better.
func (p *poll) close() {
	order := []string{disagree, mistaken, agree, oneAnswer, noAnswer}
	p.Agreement = noAnswer
	for _, orbits := range []bool{false, true} {
		c := weigh(p.about(orbits))
		if slices.Index(order, c.Agreement) < slices.Index(order, p.Agreement) {
			p.Agreement = c.Agreement
		}
		p.Digests = max(p.Digests, c.Digests)
	}
}

func (p *poll) about(orbits bool) []result.Record {
	return slices.DeleteFunc(slices.Clone(p.records), func(r result.Record) bool { return r.Orbits != orbits })
}

// said is how far the methods agree: "3 of 4 days agree by count, 2 by digest of the
// solutions too; 1 have no answer".
func (b *ballot) said() string {
	n := len(b.Polls)
	all := "of " + whole(n) + " " + called(n, b.Dates)
	if b.Agree == 0 && b.Disagree == 0 && b.Wrong == 0 {
		return fmt.Sprintf("nothing was compared: no two methods answered on any %s", all)
	}
	text := whole(b.Agree) + " " + all + " agree "
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
	for _, k := range []struct {
		n    int
		what string
	}{{b.Disagree, "DISAGREE"}, {b.Wrong, "WRONG"}, {b.OneAnswer, "have the answer of one method only"}, {b.NoAnswer, "have no answer"}} {
		if k.n > 0 {
			text += "; " + whole(k.n) + " " + k.what
		}
	}
	return text
}

// contradiction is what the methods say that contradict each other: "native/a says 5 and
// sat/b says at least 6".
func (p *poll) contradiction() string {
	var parts []string
	for _, orbits := range []bool{false, true} {
		recs := p.about(orbits)
		if weigh(recs).Agreement != disagree {
			continue
		}
		claims := map[string][]string{}
		counts, digests := map[string]bool{}, map[string]bool{}
		for _, r := range recs {
			if answer(r) != nil {
				claims[r.Method] = distinct(claims[r.Method], claim(r))
				counts[claim(r)] = true
				digests[r.Digest] = true
			}
		}
		var said []string
		for _, m := range naturalKeys(claims) {
			said = append(said, m+" says "+strings.Join(claims[m], " or "))
		}
		text := list(said)
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

// claim is what a record says, "at least 2"; "" if nothing.
func claim(r result.Record) string {
	n := answer(r)
	switch {
	case n == nil:
		return ""
	case r.Status == result.AtLeast:
		return "at least " + n.String()
	}
	return n.String()
}
