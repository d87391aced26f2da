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
func IsCount(r result.Record) bool { return r.Task == "" || r.Task == "count" }

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
