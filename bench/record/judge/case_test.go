package judge

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"counterproof/bench/record/result"
)

// TestOrbitsApart checks that a count up to symmetry is compared only with other counts up to
// symmetry.
func TestOrbitsApart(t *testing.T) {
	records := recs("native/a 8, sat/b 8, native/a /1")
	if s := NewSurvey(records); s.With[Agreed] != 1 || len(s.Cases) != 1 {
		t.Errorf("got %+v", *s)
	}
	s := NewSurvey(append(records, rec("sat/b /2")))
	if s.With[Disagree] != 1 || s.Cases[0].Count.String() != "8" || fmt.Sprint(s.Cases[0].Contradictions()) != "[[2 3]]" {
		t.Errorf("got %+v, %v", *s, *s.Cases[0])
	}
}

// TestNewCase checks the result of comparing records that have no verdicts yet.
func TestNewCase(t *testing.T) {
	for _, c := range []struct {
		name, records  string
		agreement      Agreement
		count, atLeast string
		digests        int
	}{
		{"counts", "native/a 5, sat/b 5", Agreed, "5", "<nil>", 0},
		{"sets", "native/a 5:x, sat/b 5:x, brute 5", Agreed, "5", "<nil>", 2},
		{"counts differ", "native/a 5, sat/b 6", Disagree, "<nil>", "<nil>", 0},
		{"sets differ", "native/a 5, sat/b 5:x, sat/c 5:y", Disagree, "<nil>", "<nil>", 0},
		{"a lower bound below", "native/a 5, sat/b >=5", Agreed, "5", "<nil>", 0},
		{"a lower bound above", "native/a 5, sat/b >=6", Disagree, "<nil>", "<nil>", 0},
		{"a lower bound above, first", "sat/b >=6, sat/c >=4, native/a 5", Disagree, "<nil>", "<nil>", 0},
		{"only bounds", "sat/b >=6, sat/b >=4, native/a cpu", OneAnswer, "<nil>", "6", 0},
		{"a repetition differs", "native/a 5, native/a 6", Disagree, "<nil>", "<nil>", 0},
		{"repetitions are one method", "native/a 5:x, native/a 5:x", OneAnswer, "5", "<nil>", 1},
		{"a broken rule", "native/a 5, sat/b wrong", WrongAnswer, "5", "<nil>", 0},
		{"only all solutions disagree", "native/a 5, sat/b 6, native/a /1, sat/b /1", Disagree, "<nil>", "<nil>", 0},
		{"only the orbits are compared", "native/a 5, native/a /1, sat/b /1", Agreed, "5", "<nil>", 0},
		{"hybrid is no second method", "native/a 5:x, hybrid 5:x", OneAnswer, "5", "<nil>", 1},
		{"hybrid alone is one", "hybrid 5:x", OneAnswer, "5", "<nil>", 1},
		{"nothing", "native/a killed", NoAnswer, "<nil>", "<nil>", 0},
	} {
		b := NewCase(recs(c.records))
		got := []string{b.Agreement.String(), fmt.Sprint(b.Count), fmt.Sprint(b.AtLeast), fmt.Sprint(b.Digests)}
		if want := []string{c.agreement.String(), c.count, c.atLeast, fmt.Sprint(c.digests)}; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", c.name, got, want)
		}
		if b.Agreement == Disagree != (len(b.Contradictions()) > 0) {
			t.Errorf("%s: %s, and the pairs that contradict each other are %v", c.name, b.Agreement, b.Contradictions())
		}
	}
}

// TestContradictions compares the result for random boards with a comparison of every two records.
// It also checks that records that occur twice change no verdict.
func TestContradictions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	answers := []string{"a 5", "b 5:x", "c 5:y", "a >=4", "b >=5", "c >=6", "a /2", "b /3", "c timeout"}
	for range 1000 {
		var records []result.Record
		var want [][2]int
		for i := range 2 + random.IntN(8) {
			records = append(records, rec(answers[random.IntN(len(answers))]))
			for k := range i {
				if !Agree(records[k], records[i]) {
					want = append(want, [2]int{k, i})
				}
			}
		}
		if got := NewCase(records).Contradictions(); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v for %+v", got, want, records)
		}
		once := Verdicts(records)
		if got := Verdicts(slices.Repeat(records, 2)); !slices.Equal(got, slices.Repeat(once, 2)) {
			t.Fatalf("got %v for each record twice, %v for each once: %+v", got, once, records)
		}
	}
}

// TestNoNumber checks that a record whose count is not a number has no answer.
func TestNoNumber(t *testing.T) {
	for _, text := range []string{"many", "-1", ""} {
		if n := Answer(result.Record{Status: result.Exact, Count: text}); n != nil {
			t.Errorf("%q is the answer %v", text, n)
		}
	}
}

func TestSuspects(t *testing.T) {
	suspects := Suspects{"bad"}
	wrong := result.Record{Method: "bad", Verdict: result.Wrong}
	other := result.Record{Method: "good", Verdict: result.Wrong}
	if suspects.Fails(wrong) || !suspects.Fails(other) || !Suspects(nil).Fails(wrong) {
		t.Error("a wrong answer fails a run unless its method is under test")
	}
	if got := suspects.Trusted([]result.Record{wrong, other}); len(got) != 1 || got[0].Method != "good" {
		t.Errorf("trusted: %v", got)
	}
}

// TestSuspicions checks that only the worst of several repetitions of a job counts, and that each
// suite has its own counts.
func TestSuspicions(t *testing.T) {
	var records []result.Record
	for _, c := range []struct{ suite, instance, text string }{
		{"", "i", "native/a 4"}, {"", "j", "native/a 7"}, {"", "k", "native/a 9"},
		{"one", "i", "bad 4"}, {"one", "i", "bad 8"}, {"one", "i", "bad timeout"}, {"one", "j", "bad 7"}, {"one", "j", "bad timeout"},
		{"two", "i", "bad 4"}, {"two", "j", "bad >=7"}, {"two", "k", "bad 10"}, {"two", "l", "bad 1"},
	} {
		r := rec(c.text)
		r.Suite, r.Instance, r.Task = c.suite, c.instance, result.Count
		records = append(records, r)
	}
	got := map[string]string{}
	for _, s := range (Suspects{"bad"}).Suspicions(records) {
		got[s.Suite] = fmt.Sprint(s.Miscounts, s.NoAnswer, s.Unchecked, s.Right)
	}
	if want := map[string]string{"one": "[{8 4}] 1 0 0", "two": "[{10 9}] 0 2 1"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
