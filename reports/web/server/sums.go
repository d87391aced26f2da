package server

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
)

func sumUp(x *ledger.Experiment, places []result.Place, records []result.Record) ExperimentView {
	jobs, seen := map[string]bool{}, map[string]bool{}
	puzzles, methods, suites := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range places {
		jobs[p.Key] = true
		if p.Label.Suite != "" {
			suites[p.Label.Suite] = true
		}
	}
	v := ExperimentView{Key: keyOf(x), Name: x.Name, Title: titleOf(x.Text), Jobs: len(jobs)}
	for _, r := range records {
		if seen[r.Key] {
			continue
		}
		seen[r.Key], puzzles[r.Puzzle], methods[r.Method] = true, true, true
		v.add(r)
	}
	v.Puzzles, v.Methods, v.Suites = sorted(puzzles), sorted(methods), sorted(suites)
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

func sorted(set map[string]bool) []string {
	return slices.AppendSeq([]string{}, slices.Values(slices.Sorted(maps.Keys(set))))
}
