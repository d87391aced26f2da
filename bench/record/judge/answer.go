// Package judge decides who is right. It compares the answers of several methods on one instance,
// gives each record a verdict, and counts the instances on which the methods agree. The package
// sees only records: no puzzle, no solver and no ledger.
package judge

import (
	"math/big"

	"counterproof/bench/record/result"
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
