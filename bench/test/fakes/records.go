package fakes

import (
	"encoding/json"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/encode"
)

// Exact returns a record with an exact count.
func Exact(count, digest string) result.Record {
	return result.Record{Status: result.Exact, Reason: result.Done, Count: count, Digest: digest}
}

// AtLeast returns the record of a search that stopped at a limit of solutions.
func AtLeast(count string) result.Record {
	return result.Record{Status: result.AtLeast, Reason: result.Limit, Count: count}
}

// Failing returns the record of a job that ended with an error and so has no answer.
func Failing(verdict string) result.Record {
	return result.Record{Status: result.Unknown, Reason: result.Error, Verdict: verdict}
}

// Same reports whether two records have the same answer, reason and verdict.
func Same(a, b result.Record) bool {
	return a.Status == b.Status && a.Reason == b.Reason && a.Verdict == b.Verdict && a.Count == b.Count && a.Digest == b.Digest
}

// Digest returns the digest of a set of solutions.
func Digest(puzzle, instance string, solutions ...string) string {
	var d encode.Digest
	for _, s := range solutions {
		d.Add(puzzle, instance, s)
	}
	return d.String()
}

// Export returns the records of a ledger as sorted text, without the times, the memory and the number
// of jobs at once, which differ from run to run.
func Export(t *testing.T, path string) string {
	t.Helper()
	l, err := ledger.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var b strings.Builder
	for r, err := range l.Records() {
		if err != nil {
			t.Fatal(err)
		}
		r.EmptyRun = nil
		r.WallSeconds, r.CPUSeconds, r.PeakBytes, r.SATSeconds, r.Started, r.Parallel = nil, nil, nil, nil, "", 0
		text, _ := json.Marshal(r)
		b.Write(append(text, '\n'))
	}
	return b.String()
}
