package experiment

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterproof/bench/record/judge"
	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/encode/test/facttest"
)

func TestParseShard(t *testing.T) {
	for _, c := range []struct {
		text string
		want Shard
	}{
		{"1/1", Shard{1, 1}}, {"1/2", Shard{1, 2}}, {"2/2", Shard{2, 2}}, {"0/2", Shard{2, 2}}, {"7/100", Shard{7, 100}},
	} {
		if got, err := ParseShard(c.text); err != nil || got != c.want {
			t.Errorf("%s: %v, %v, want %v", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "1", "1/", "/2", "3/2", "-1/2", "1/0", "0/0", "01/2", "1/2/3", "a/b", "1/+2", " 1/2"} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}

// TestParts checks the two counts that Parts returns for each shard. The first must count
// exactly the jobs that Shard.Of returns, and the second must count the jobs without a record
// among them.
func TestParts(t *testing.T) {
	for boards := 1; boards <= 10; boards++ {
		var jobs []result.Job
		for i := range 30 {
			jobs = append(jobs, result.Job{Instance: fmt.Sprint(i % boards), Repetition: i})
		}
		numbers, _ := numbered(jobs)
		var places []result.Place
		for i, j := range jobs {
			for _, suite := range []string{"a", "b"}[:1+i%2] {
				places = append(places, result.Place{Key: j.Key(), Board: numbers[i], Label: &result.Label{Suite: suite}})
			}
		}
		for n := 1; n <= 12; n++ {
			done := map[string]bool{} // all jobs of shard 2, and the first of each other shard
			var want []string
			for i := 1; i <= n; i++ {
				own := Of(Shard{i, n}, jobs, places)
				missing := len(own) - 1
				if i == 2 {
					missing = 0
				} else {
					own = own[:1]
				}
				for _, j := range own {
					done[j.Key()] = true
				}
				facts := fmt.Sprintf("%d, %d", missing, len(Of(Shard{i, n}, jobs, places)))
				if n > 1 {
					facts = fmt.Sprintf("%d, %d, %s", i, n, facts)
				}
				want = append(want, facts)
			}
			var got []string
			for _, p := range Parts(places, n, done) {
				got = append(got, p.String())
			}
			if !slices.EqualFunc(got, want, facttest.States) {
				t.Errorf("%d boards in %d shards: got %q, want the facts %q", boards, n, got, want)
			}
		}
	}
}

// placesOf returns a place of each job.
func placesOf(jobs []result.Job) (places []result.Place) {
	numbers, _ := numbered(jobs)
	for i, j := range jobs {
		places = append(places, result.Place{Key: j.Key(), Board: numbers[i]})
	}
	return places
}

// TestShards checks that each job is in exactly one shard, whether shards count from 0 or from 1.
func TestShards(t *testing.T) {
	var jobs []result.Job
	for i := range 10 {
		jobs = append(jobs, result.Job{Instance: fmt.Sprint(i)})
	}
	for n := 1; n <= 12; n++ {
		for first := range 2 {
			var all []string
			for i := range n {
				s, err := ParseShard(fmt.Sprintf("%d/%d", first+i, n))
				if err != nil {
					t.Fatal(err)
				}
				for _, j := range Of(s, jobs, placesOf(jobs)) {
					all = append(all, j.Instance)
				}
			}
			slices.Sort(all)
			if got := strings.Join(all, ""); got != "0123456789" {
				t.Errorf("%d shards from %d: jobs %s", n, first, got)
			}
		}
	}
}

// TestShardKeepsInstances checks that all jobs of an instance, with all repetitions, are in one
// shard. If there are fewer instances than shards, the jobs of an instance may be in several
// shards.
func TestShardKeepsInstances(t *testing.T) {
	var jobs []result.Job
	for r := range 2 {
		for i := range 5 {
			for _, m := range []string{"native", "sat"} {
				jobs = append(jobs, result.Job{Puzzle: "p", Instance: fmt.Sprint(i), Method: m, Repetition: r})
			}
		}
	}
	sizes := func(n int) (text string) {
		for i := range n {
			own := Of(Shard{i + 1, n}, jobs, placesOf(jobs))
			seen := map[string]int{}
			for _, j := range own {
				seen[j.Instance]++
			}
			for in, k := range seen {
				if n <= 5 && k != 4 {
					t.Errorf("shard %d/%d has %d of the 4 jobs of %s", i+1, n, k, in)
				}
			}
			text += fmt.Sprint(len(own), " ")
		}
		return text
	}
	for n, want := range map[int]string{2: "12 8 ", 3: "8 8 4 ", 5: "4 4 4 4 4 ", 6: "4 4 3 3 3 3 "} {
		if got := sizes(n); got != want {
			t.Errorf("%d shards have %sjobs, want %s", n, got, want)
		}
	}
}

// TestJudgeAll checks that methods that ran on different shards are compared after the merge. An
// answer by an older version of a method stays unchecked.
func TestJudgeAll(t *testing.T) {
	dir := t.TempDir()
	row := func(method, version, count, started string) ledger.Row {
		j := result.Job{Task: result.Count, Puzzle: "p", Instance: "i", Method: method, Version: version}
		r := j.Record(result.Done, "")
		r.Status, r.Count, r.Started, r.Verdict = result.Exact, count, started, result.Unchecked
		return ledger.Row{Job: j.Text(), Record: r}
	}
	shards := [][]ledger.Row{
		{row("native/x", "1", "7", "2026-01-02T00:00:00Z"), row("sat/y", "1", "6", "2026-01-01T00:00:00Z")},
		{row("sat/y", "2", "7", "2026-01-02T00:00:00Z")},
	}
	l, err := ledger.Open(filepath.Join(dir, "all"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for i, rows := range shards {
		path := filepath.Join(dir, fmt.Sprint(i))
		from, err := ledger.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := from.Add(rows...); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Merge(from, nil); err != nil {
			t.Fatal(err)
		}
		from.Close()
	}
	if err := work.JudgeAll(l); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"native/x 1": result.Correct, "sat/y 1": result.Unchecked, "sat/y 2": result.Correct}
	for r, err := range l.Records() {
		if err != nil {
			t.Fatal(err)
		}
		name := r.Method + " " + r.Version
		if r.Verdict != want[name] {
			t.Errorf("%s: %s, want %s", name, r.Verdict, want[name])
		}
	}
}

// TestApplySuspects checks the verdicts of three boards. On the first board, a trusted method
// contradicts a method under test. On the second board, two trusted methods contradict the method
// under test and each other. On the third board, two trusted methods contradict each other.
func TestApplySuspects(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	want := map[string]string{}
	for _, c := range []struct{ instance, method, count, verdict string }{
		{"tie", "native/x", "7", result.Unchecked}, {"tie", "bad", "6", result.Wrong},
		{"wrong", "native/x", "7", result.Wrong}, {"wrong", "bad", "6", result.Wrong}, {"wrong", "sat/y", "5", result.Wrong},
		{"trusted", "native/x", "7", result.Wrong}, {"trusted", "sat/y", "6", result.Wrong},
	} {
		j := result.Job{Task: result.Count, Puzzle: "p", Instance: c.instance, Method: c.method}
		r := j.Record(result.Done, "")
		r.Status, r.Count = result.Exact, c.count
		if err := l.Add(ledger.Row{Job: j.Text(), Record: r}); err != nil {
			t.Fatal(err)
		}
		want[r.Key] = c.verdict
	}
	if err := work.JudgeAll(l); err != nil {
		t.Fatal(err)
	}
	var records []result.Record
	for r, err := range l.Records() {
		if err != nil || r.Verdict != result.Wrong {
			t.Fatalf("%s %s is %s in the ledger, %v", r.Instance, r.Method, r.Verdict, err)
		}
		records = append(records, r)
	}
	if err := work.ApplySuspects(l, judge.Suspects{"bad"}, records); err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if r.Verdict != want[r.Key] {
			t.Errorf("%s %s is %s, want %s", r.Instance, r.Method, r.Verdict, want[r.Key])
		}
	}
}
