package fakes

import (
	"encoding/json"
	"strings"
	"testing"

	"counterproof/bench/ledger"
	"counterproof/bench/result"
	"counterproof/encode"
)

func Exact(count, digest string) result.Record {
	return result.Record{Status: result.Exact, Reason: result.Done, Count: count, Digest: digest}
}

func AtLeast(count string) result.Record {
	return result.Record{Status: result.AtLeast, Reason: result.Limit, Count: count}
}

func Failing(verdict string) result.Record {
	return result.Record{Status: result.Unknown, Reason: result.Error, Verdict: verdict}
}

func Same(a, b result.Record) bool {
	return a.Status == b.Status && a.Reason == b.Reason && a.Verdict == b.Verdict && a.Count == b.Count && a.Digest == b.Digest
}

func Digest(puzzle, instance string, solutions ...string) string {
	var d encode.Digest
	for _, s := range solutions {
		d.Add(puzzle, instance, s)
	}
	return d.String()
}

// export is the ledger as text, sorted, without what differs from run to run.
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
		r.WallSeconds, r.CPUSeconds, r.PeakBytes, r.SATSeconds, r.Started = nil, nil, nil, nil, ""
		text, _ := json.Marshal(r)
		b.Write(append(text, '\n'))
	}
	return b.String()
}
