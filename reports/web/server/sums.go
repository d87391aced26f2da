package server

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
)

func sumUp(x *ledger.Experiment, places []result.Place, records []result.Record) ExperimentView {
	v := ExperimentView{Key: keyOf(x), Name: x.Name, Title: titleOf(x.Text)}
	v.Jobs = len(distinct(places, func(p result.Place) string { return p.Key }))
	suites := distinct(places, func(p result.Place) string { return p.Label.Suite })
	v.Suites = slices.DeleteFunc(suites, func(suite string) bool { return suite == "" })
	v.Puzzles = distinct(records, func(r result.Record) string { return r.Puzzle })
	v.Methods = distinct(records, func(r result.Record) string { return r.Method })
	for _, job := range result.GroupBy(records, func(r result.Record) string { return r.Key }) {
		v.add(job[0])
	}
	return v
}

func keyOf(x *ledger.Experiment) string {
	digest := sha256.Sum256([]byte(x.Name + "\x00" + x.Text))
	return hex.EncodeToString(digest[:6])
}

func (v *ExperimentView) add(r result.Record) {
	switch r.Status {
	case result.Exact:
		v.Exact++
	case result.AtLeast:
		v.AtLeast++
	default:
		v.Unknown++
	}
	if r.Reason != result.Killed && r.Reason != result.Error { // later runs do these jobs again; see package ledger
		v.Done++
	}
	if r.Verdict == result.Wrong {
		v.Wrong++
	}
	if r.WallSeconds != nil {
		v.Wall += *r.WallSeconds
	}
	if r.CPUSeconds != nil {
		v.CPU += *r.CPUSeconds
	}
	if r.Started != "" && (v.First == "" || r.Started < v.First) {
		v.First = r.Started
	}
	v.Last = max(v.Last, r.Started)
}

// distinct returns the distinct names of the values in ascending order. The result is never nil.
func distinct[T any](values []T, of func(T) string) []string {
	names := []string{}
	for _, v := range values {
		names = append(names, of(v))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
