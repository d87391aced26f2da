// Package judge decides who is right. It compares the answers of several methods on one
// instance, gives each record a verdict, and counts the instances on which the methods agree.
// It sees only records: no puzzle, no solver and no ledger.
package judge

import (
	"math/big"

	"counterproof/bench/result"
)

// Answer returns the count of a record whose status is exact or at-least. It returns nil if the
// record has no such count.
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
// answers need equal counts, and equal digests if both have one. A lower bound agrees with every
// exact count that is not below it, and with every other lower bound. A record without an answer
// agrees with every other record. A count of all solutions and a count up to symmetry always agree.
func Agree(a, b result.Record) bool { return !claimOf(&a).contradicts(claimOf(&b)) }

// HitLimit reports whether a job has no answer because a limit of time or memory ended it. This
// also counts as a result.
func HitLimit(r result.Record) bool {
	return r.Status == result.Unknown && (r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory || r.Reason == result.Limit)
}

// Failed reports whether a job has no answer because it ended with an error or was killed. If brute
// force refused an instance as too large, that does not count as a failure.
func Failed(r result.Record) bool {
	return Answer(r) == nil && (r.Reason == result.Error || r.Reason == result.Killed) && !r.Refused()
}

// A claim is a record together with its answer as a number. The zero claim has no answer.
type claim struct {
	*result.Record
	n *big.Int // nil if there is no answer
}

func claimOf(r *result.Record) claim { return claim{r, Answer(*r)} }

// contradicts reports whether one of two answers must be wrong; see Agree.
func (c claim) contradicts(o claim) bool {
	if c.n == nil || o.n == nil || c.Orbits != o.Orbits {
		return false
	}
	switch exact, otherExact := c.Status == result.Exact, o.Status == result.Exact; {
	case exact && otherExact:
		return c.n.Cmp(o.n) != 0 || c.Digest != "" && o.Digest != "" && c.Digest != o.Digest
	case exact:
		return c.n.Cmp(o.n) < 0
	case otherExact:
		return o.n.Cmp(c.n) < 0
	}
	return false
}
