package ledger

import (
	"errors"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"counterproof/bench/record/result"
)

// TestEnds compares End with the records themselves: in a transaction, after transactions that failed
// or not, after new verdicts, and after the ledger was opened again.
func TestEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "l")
	rapid.Check(t, func(rt *rapid.T) {
		path := path + rapid.StringMatching("[a-z]{12}").Draw(rt, "name")
		l, err := Open(path)
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { l.Close() }()
		check := func() {
			for n := range 6 {
				key := own(n, "", "", "").Record.Key
				r, has, err := l.Get(key)
				e, ok := l.End(key)
				if err != nil || ok != has || ok && (e.Settled != Settled(r) || e.Verdict() != r.Verdict || e.Unknown != (r.Status == result.Unknown)) {
					rt.Fatalf("job %d: End says %v, %+v %q, but the record is %v, %+v (%v)", n, ok, e, e.Verdict(), has, r, err)
				}
			}
		}
		failure := errors.New("failed")
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			n := rapid.IntRange(0, 5).Draw(rt, "job")
			switch rapid.SampledFrom([]string{"add", "fail", "judge", "open"}).Draw(rt, "step") {
			case "add":
				reason := rapid.SampledFrom([]string{result.Timeout, result.Error}).Draw(rt, "reason")
				if rapid.Bool().Draw(rt, "answered") {
					err = l.Add(own(n, result.Exact, result.Done, "7"))
				} else {
					err = l.Add(own(n, result.Unknown, reason, ""))
				}
			case "fail":
				err = l.Together(func() error {
					err := l.Add(own(n, result.Exact, result.Done, "7"))
					check()
					return errors.Join(failure, err)
				})
				if !errors.Is(err, failure) {
					rt.Fatalf("got the error %v", err)
				}
				err = nil
			case "judge":
				err = setVerdicts(l, map[string]string{own(n, "", "", "").Record.Key: rapid.SampledFrom([]string{result.Correct, result.Wrong, result.Unchecked}).Draw(rt, "verdict")})
			case "open":
				l.Close()
				if l, err = Open(path); err != nil {
					rt.Fatal(err)
				}
			}
			if err != nil {
				rt.Fatal(err)
			}
			check()
		}
	})
}
