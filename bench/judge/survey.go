package judge

import (
	"math/big"
	"slices"

	"counterproof/bench/result"
)

// Once returns each job once, at its first place. Records without a key are jobs of their own.
func Once(recs []result.Record) []result.Record {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(recs), func(r result.Record) bool {
		again := r.Key != "" && seen[r.Key]
		seen[r.Key] = true
		return again
	})
}

// IsCount reports whether the job was to count.
func IsCount(r result.Record) bool { return r.Task == "" || r.Task == result.Count }

// Counting returns the records of counting, each job once, without shards. Counts up to
// symmetry are left out if there are others. Otherwise orbits is true, and they are returned
// as if they counted all solutions.
func Counting(recs []result.Record) (chosen []result.Record, orbits bool) {
	all := func(r result.Record) bool { return IsCount(r) && r.Cube == "" && !r.Orbits }
	orbits = !slices.ContainsFunc(recs, all) && slices.ContainsFunc(recs, func(r result.Record) bool { r.Orbits = false; return all(r) })
	for _, r := range Once(recs) {
		if r.Orbits = r.Orbits && !orbits; all(r) {
			chosen = append(chosen, r)
		}
	}
	return chosen, orbits
}

// Counts returns the numbers of solutions of boards that are counted, ascending.
func Counts(boards []*Board) []*big.Int {
	var ns []*big.Int
	for _, b := range boards {
		ns = append(ns, b.Count)
	}
	slices.SortFunc(ns, (*big.Int).Cmp)
	return ns
}

// A Survey is the boards of all records that answer something, counted by how far the answers
// agree. Deduction is left out: its job compares it with a search.
type Survey struct {
	Boards    []*Board
	Deduction bool // there is deduction, which is left out
	Counted   int  // boards of which a job was to count the solutions

	With     map[Agreement]int // boards by their agreement
	ByDigest int               // boards on which the methods agree by digest, too
}

// NewSurvey compares all records. A job in several places of the experiment counts as one
// answer.
func NewSurvey(recs []result.Record) *Survey {
	s := &Survey{With: map[Agreement]int{}}
	var answering []result.Record
	for _, r := range recs {
		deduces := r.Task == result.Deduce
		s.Deduction = s.Deduction || deduces
		// A theory that was not asked for solutions says "at least 0".
		silent := r.Task == result.Explain && r.Status == result.AtLeast && r.Count == "0" && r.Verdict != result.Wrong
		if !deduces && !silent && r.Cube == "" {
			answering = append(answering, r)
		}
	}
	s.Boards = Boards(answering)
	for _, b := range s.Boards {
		s.With[b.Agreement]++
		if b.Agreement == Agreed && b.Digests > 1 {
			s.ByDigest++
		}
		if slices.ContainsFunc(b.Records, IsCount) {
			s.Counted++
		}
	}
	return s
}

// Alarming reports whether records contradict each other or are wrong.
func Alarming(recs []result.Record) bool {
	return NewSurvey(recs).With[Disagree] > 0 ||
		slices.ContainsFunc(recs, func(r result.Record) bool { return r.Verdict == result.Wrong })
}
