package judge

import (
	"math/big"
	"slices"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// Once returns the first record of each job, and every record without a key. The caller must not change
// the result, which can be the parameter recs.
func Once(recs []result.Record) []result.Record {
	seen := make(map[string]bool, len(recs))
	return result.Without(recs, func(r result.Record) bool {
		again := r.Key != "" && seen[r.Key]
		seen[r.Key] = true
		return again
	})
}

// IsCount reports whether the task of the job was to count. An empty task means counting.
func IsCount(r result.Record) bool { return r.Task == "" || r.Task == result.Count }

// Counting returns one record for each job that counts solutions. Jobs on a single cube are left
// out. If any record counts all solutions, counts up to symmetry are left out. If all records
// count up to symmetry, Counting returns these counts as if they counted all solutions, and the
// result orbits is true. The caller must not change the result.
func Counting(recs []result.Record) (chosen []result.Record, orbits bool) {
	all := func(r result.Record) bool { return IsCount(r) && r.Cube == "" && !r.Orbits }
	orbits = !slices.ContainsFunc(recs, all) && slices.ContainsFunc(recs, func(r result.Record) bool { r.Orbits = false; return all(r) })
	chosen = result.Without(Once(recs), func(r result.Record) bool { r.Orbits = r.Orbits && !orbits; return !all(r) })
	if orbits {
		chosen = wording.Each(chosen, func(r result.Record) result.Record { r.Orbits = false; return r })
	}
	return chosen, orbits
}

// Counts returns the numbers of solutions in ascending order. Every case must have a Count.
func Counts(cases []*Case) []*big.Int {
	ns := wording.Each(cases, func(c *Case) *big.Int { return c.Count })
	slices.SortFunc(ns, (*big.Int).Cmp)
	return ns
}

// A Survey counts the cases by how far their answers agree. Jobs of the task deduce are left out,
// because such a job has already compared its result with two searches.
type Survey struct {
	Cases     []*Case
	Deduction bool // records of deduction were left out
	Counted   int  // cases with a job that counts the solutions

	With     map[Agreement]int // cases by their agreement
	ByDigest int               // cases on which the methods also agree by digest
}

// NewSurvey compares all records except records of the task deduce, of jobs on a single cube, and
// of theories that give no number of solutions. A job that occurs in several places of the
// experiment counts as one answer.
func NewSurvey(recs []result.Record) *Survey {
	s := &Survey{With: map[Agreement]int{}}
	s.Cases = Cases(result.Without(recs, func(r result.Record) bool {
		deduces := r.Task == result.Deduce
		s.Deduction = s.Deduction || deduces
		// A theory that does not count the solutions answers "at least 0".
		silent := r.Task == result.Explain && r.Status == result.AtLeast && r.Count == "0" && r.Verdict != result.Wrong
		return deduces || silent || r.Cube != ""
	}))
	for _, c := range s.Cases {
		s.With[c.Agreement]++
		if c.Agreement == Agreed && c.Digests > 1 {
			s.ByDigest++
		}
		if slices.ContainsFunc(c.Records, IsCount) {
			s.Counted++
		}
	}
	return s
}
