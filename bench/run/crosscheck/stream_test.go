package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/result"
	"counterproof/bench/run/work"
	"counterproof/bench/test/fakes"
	"counterproof/bench/test/processtest"
	"counterproof/encode/test/facttest"
)

// slowCheck runs the cross-check that TestCrosscheckResumed kills. There are 12 boards, and from
// board 5 on the methods disagree. slowCheck prints a line for each finished job and a summary at
// the end.
func slowCheck(path string) int {
	l, err := ledger.Open(path)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer l.Close()
	var all []Board
	for n := range 12 {
		all = append(all, Board{fakes.Lookup("fake-slow-few"), fakes.New("fake-slow-few", n)})
	}
	c := Check{Methods: []string{"native", "sat"}, Ledger: l, Pool: &work.Pool{Workers: 2}}
	var sum Summary
	err = c.Run(context.Background(), Listed(all...), func(b Board, x Checked) error {
		sum.Add(x)
		for i, r := range x.Records {
			fmt.Println("done", x.Instance, x.Asked[i], r.Status, r.Count, r.Digest, r.Verdict, r.Started)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Printf("sum %d %d %d\n", sum.Instances, sum.Agree, sum.Disagree)
	return 0
}

// TestCrosscheckResumed kills a cross-check with kill -9 again and again, each time at a later
// moment, until one run finishes. It checks that this run prints the same lines and the same
// summary as an undisturbed run. It also checks that no reported job is done again: the start time
// of each reported job must stay the same.
func TestCrosscheckResumed(t *testing.T) {
	processtest.Need(t)
	wholeLedger, killedLedger := processtest.Ledgers(t)
	whole := processtest.Launch(t, "crosscheck", wholeLedger)
	if <-whole.Ended; whole.Err != nil || !strings.HasSuffix(whole.Said(t), "\nsum 12 5 7\n") {
		t.Fatalf("%v: %s", whole.Err, whole.Said(t))
	}
	started := map[string]string{} // the start time of each reported job
	at := func(line string) int { return strings.LastIndexByte(line, ' ') }
	kills := 0
	for {
		s := processtest.Launch(t, "crosscheck", killedLedger)
		again := s.KillAt(t, kills, killedLedger, func(line string) bool { return started[line[:at(line)]] == "" })
		for _, line := range s.Done(t) {
			job, now := line[:at(line)], line[at(line):]
			if was, ok := started[job]; ok && was != now {
				t.Errorf("done again: %s, before at%s", line, was)
			}
			started[job] = now
		}
		if !again {
			if got, want := timeless(s.Said(t)), timeless(whole.Said(t)); got != want {
				t.Errorf("after %d kills\n%s\nwant\n%s", kills, got, want)
			}
			break
		}
		if kills++; kills > 24 { // there are 24 jobs, and all later runs are killed only after they have finished a new job
			t.Fatalf("the run never ends: %v: %s", s.Err, s.Said(t))
		}
	}
	if kills == 0 {
		t.Error("no run was killed")
	}
	got, want := fakes.Export(t, killedLedger), fakes.Export(t, wholeLedger)
	if got != want {
		t.Errorf("after %d kills the ledger is\n%s\nwant\n%s", kills, got, want)
	}
	if n := strings.Count(want, `"verdict":"wrong"`); n != 14 {
		t.Errorf("%d records are wrong, want 14", n)
	}
}

// timeless removes the start time, which is the last word, from each line about a job.
func timeless(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "done") {
			line = line[:strings.LastIndexByte(line, ' ')] + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestCrosscheckStreams checks that a run reads boards only as it needs them, from a list without
// end. It also checks that the comparisons come in the order of the boards. Some boards already
// have records in the ledger.
func TestCrosscheckStreams(t *testing.T) {
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	endless := func(step int) iter.Seq2[Board, error] {
		return func(yield func(Board, error) bool) {
			for i := 0; yield(Board{fakes.Lookup("fake"), fakes.New("fake", i%50*step)}, nil); i++ {
			}
		}
	}
	enough := errors.New("enough")
	for _, step := range []int{2, 1} { // in the second run, the ledger has half of the boards
		c := Check{Methods: []string{"native", "sat"}, Ledger: l, Pool: &work.Pool{Workers: 2}}
		n := 0
		err := c.Run(t.Context(), endless(step), func(b Board, x Checked) error {
			if want := fmt.Sprint(n % 50 * step); x.Instance != want || b.Instance.String() != want || x.Records[0].Count != want || len(x.Problems()) > 0 {
				t.Fatalf("board %d is %v, %s: %v", n, b.Instance, x.Instance, x.Problems())
			}
			if n++; n == 60 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) || n != 60 {
			t.Errorf("%v after %d boards", err, n)
		}
	}
	for r, err := range l.Records() {
		if err != nil {
			t.Fatal(err)
		}
		if r.Instance == "4" && r.Verdict != result.Correct {
			t.Errorf("%s of board 4 is %s", r.Method, r.Verdict)
		}
	}
}

// TestCrosscheckBadBoard checks that all boards before a board with an error are done and reported.
func TestCrosscheckBadBoard(t *testing.T) {
	bad := errors.New("line 7: no such board")
	for _, c := range []struct {
		name   string
		before []Board
		last   Board
		err    error
		want   string
	}{
		{"an error", boards("fake", 2, 3), Board{}, bad, "line 7"},
		{"no such method", boards("fake", 2, 3), boards("fake-few", 2)[0], nil, `fake-few, "native/count"`},
		{"the first", nil, Board{}, bad, "line 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			reported := 0
			check := Check{Methods: []string{"native/count", "sat"}, Pool: &work.Pool{}}
			err := check.Run(t.Context(), func(yield func(Board, error) bool) {
				for _, b := range c.before {
					if !yield(b, nil) {
						return
					}
				}
				yield(c.last, c.err)
			}, func(Board, Checked) error { reported++; return nil })
			if err == nil || !facttest.States(err.Error(), c.want) || reported != len(c.before) {
				t.Errorf("%d boards reported, then %v", reported, err)
			}
			var method *MethodError
			if errors.As(err, &method) != (c.err == nil) {
				t.Errorf("%T", err)
			}
		})
	}
}

// BenchmarkCrosscheckCorpus measures the memory of a run over 1,000 boards, and the time per
// board outside the two searches. The searches themselves are tiny.
func BenchmarkCrosscheckCorpus(b *testing.B) {
	const n = 1000
	for b.Loop() {
		c := Check{Methods: []string{"native", "sat"}, Pool: &work.Pool{}}
		err := c.Run(b.Context(), func(yield func(Board, error) bool) {
			for i := range n {
				if !yield(Board{fakes.Lookup("fake"), fakes.New("fake", i%20)}, nil) {
					return
				}
			}
		}, func(Board, Checked) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "boards/s")
	b.ReportMetric(float64(m.Sys)/1e6, "MB")
}
