package queue

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/run/chunk"
	"counterproof/bench/solve/answer"
	"counterproof/bench/test/fakes"
)

// A failing is a *testing.T or a *rapid.T.
type failing interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// jobsOf returns jobs on the boards 1 to n of a fake puzzle.
func jobsOf(t testing.TB, n int) (jobs []result.Job) {
	t.Helper()
	p := fakes.Lookup("fake")
	for i := range n {
		j, err := answer.Prepare(result.Job{Label: result.Label{Suite: "s"}}, p, fakes.New("fake", i+1), method.MustParse("native"))
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// answered returns the record of a job that has as many solutions as its board has switches.
func answered(j result.Job) result.Record {
	r := j.Record(result.Done, "")
	r.Status, r.Count = result.Exact, j.Instance
	return r
}

func killed(j result.Job) result.Record { return j.Record(result.Killed, "the worker ended") }

func seal(t failing, j result.Job, r result.Record) Sealed {
	t.Helper()
	return Seal(j, r, 0.001)
}

// arrive checks the records of a delivery and passes them to the plan. It returns which jobs have ended.
func arrive(t failing, p *Plan, sealed ...Sealed) (ended []bool) {
	t.Helper()
	arrived, refused := p.Check(Delivery{Worker: "w", List: "l", Records: sealed})
	if len(refused) > 0 {
		t.Fatalf("refused: %v", refused)
	}
	for _, a := range arrived {
		ended = append(ended, p.Arrive(a))
	}
	return ended
}

// TestNothingLost runs plans against a queue that loses lists, hands them out twice, and forgets
// everything, and against coordinators that start again with what the ledger has. In the end the ledger
// has one record for each job.
func TestNothingLost(t *testing.T) {
	all := jobsOf(t, 60)
	rapid.Check(t, func(t *rapid.T) {
		jobs := all[:rapid.IntRange(1, len(all)).Draw(t, "jobs")]
		stored := map[string]int{} // how often the ledger has stored a new record
		present := map[string]Handout{}
		start := func() *Plan {
			p := New(jobs)
			for i, j := range jobs {
				if stored[j.Key()] > 0 {
					p.Keep(i, answered(j))
				}
			}
			for key, h := range present {
				if p.Adopt(h); !p.Pending(key) {
					delete(present, key)
				}
			}
			return p
		}
		audit := func(p *Plan) {
			keys := map[string]bool{}
			for key := range present {
				keys[key] = true
			}
			_, remove := p.Audit(keys)
			for _, key := range remove {
				delete(present, key)
			}
		}
		p := start()
		for step := 0; !p.Count().Over(); step++ {
			for _, h := range p.Publish(rapid.IntRange(0, 3).Draw(t, "slots")) {
				if _, pending := present[h.Key]; pending {
					t.Fatalf("list %s is published although it is pending", h.Key)
				}
				present[h.Key] = h
			}
			keys := make([]string, 0, len(present))
			for key := range present {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			if len(keys) == 0 {
				audit(p)
				continue
			}
			h := present[rapid.SampledFrom(keys).Draw(t, "list")]
			what := rapid.IntRange(0, 9).Draw(t, "what")
			if step > 500 { // the queue behaves from now on
				what = 9
			}
			switch what {
			case 0:
				delete(present, h.Key)
			case 1:
				clear(present)
			case 2:
				p = start()
			case 3:
				audit(p)
			default: // a worker runs a part of the list, or all of it
				own := h.Jobs
				if what < 6 {
					own = own[:rapid.IntRange(0, len(own)).Draw(t, "done")]
				}
				for _, j := range own {
					if arrive(t, p, seal(t, j, answered(j)))[0] {
						stored[j.Key()]++
					}
				}
				if what > 7 {
					delete(present, h.Key)
				}
				if step > 500 {
					audit(p)
				}
			}
		}
		for _, j := range jobs {
			if stored[j.Key()] != 1 {
				t.Fatalf("board %s: stored %d times", j.Instance, stored[j.Key()])
			}
		}
	})
}

// TestRefused checks that a record that does not fit its hash or its job is refused, and that the
// other records of the same delivery are accepted.
func TestRefused(t *testing.T) {
	jobs := jobsOf(t, 3)
	stranger := jobsOf(t, 4)[3]
	good := func() Sealed { return seal(t, jobs[0], answered(jobs[0])) }
	change := func(of int, edit func(*result.Record)) Sealed {
		r := answered(jobs[of])
		edit(&r)
		return seal(t, jobs[of], r)
	}
	forged := good()
	forged.Record = json.RawMessage(strings.Replace(string(forged.Record), `"count":"1"`, `"count":"7"`, 1))
	late := good()
	late.Took = -1
	endless := good()
	endless.Took = 1e300
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	started := func(at string) Sealed { return change(1, func(r *result.Record) { r.Started = at }) }
	measured := func(wall, cpu float64) Sealed {
		return change(1, func(r *result.Record) { r.WallSeconds, r.CPUSeconds = &wall, &cpu })
	}
	unlimited := func(reason string) Sealed { return seal(t, jobs[1], jobs[1].Record(reason, "")) }
	digest := func(text string) Sealed { return change(1, func(r *result.Record) { r.Digest = text }) }
	long := seal(t, jobs[1], answered(jobs[1]))
	long.Record = json.RawMessage(`"` + strings.Repeat("x", MostRecordBytes) + `"`)
	for name, test := range map[string]struct {
		bad  Sealed
		want string
	}{
		"forged":         {forged, "hash"},
		"wrong key":      {change(1, func(r *result.Record) { r.Key = jobs[0].Key() }), "its key belongs to fake 1"},
		"other instance": {change(1, func(r *result.Record) { r.Instance = "9" }), "instance"},
		"other version":  {change(1, func(r *result.Record) { r.Version = "77" }), "version"},
		"other solver":   {change(1, func(r *result.Record) { r.Solver = "clasp 1" }), "solver"},
		"foreign job":    {seal(t, stranger, answered(stranger)), "no job with the key"},
		"no count":       {change(1, func(r *result.Record) { r.Count = "many" }), "decimal"},
		"no reason":      {change(1, func(r *result.Record) { r.Reason = "tired" }), "tired"},
		"too long":       {long, fmt.Sprint(MostRecordBytes)},
		"negative time":  {late, "took"},
		"endless job":    {endless, "took"},
		"no wall limit":  {unlimited(result.Timeout), "no limit of wall time"},
		"no CPU limit":   {unlimited(result.CPU), "no limit of CPU time"},
		"no memory":      {unlimited(result.Memory), "no limit of memory"},
		"short digest":   {digest("zzz"), "digest"},
		"other digest":   {digest(strings.Repeat("z", 64)), "digest"},
		"endless wall":   {measured(1e300, 1), "wall_seconds"},
		"negative CPU":   {measured(1, -1), "cpu_seconds"},
		"no time":        {started("yesterday"), "RFC 3339"},
		"next century":   {started("3026-01-01T00:00:00Z"), "clock"},
		"hostile host":   {change(1, func(r *result.Record) { r.Host = "a\x1b[2J" }), "host has the control character U+001B"},
		"hostile Go":     {change(1, func(r *result.Record) { r.Go = "go\u202e" }), "go has the control character U+202E"},
		"long commit":    {change(1, func(r *result.Record) { r.Commit = strings.Repeat("0", 201) }), "commit has 201 characters"},
		"hostile fact":   {change(1, func(r *result.Record) { r.Facts = map[string]float64{"\x07": 1} }), "facts has the control character U+0007"},
		"two days early": {started("2026-11-25T12:00:00Z"), "clock"},
	} {
		p := New(jobs)
		arrived, refused := p.Check(Delivery{Worker: "w", List: "abcdef", Records: []Sealed{good(), test.bad}, Arrived: now})
		if len(arrived) != 1 || len(refused) != 1 || !strings.Contains(refused[0].Error(), test.want) || !strings.Contains(refused[0].Error(), "worker w") {
			t.Errorf("%s: %d arrived, refused: %v, want %q", name, len(arrived), refused, test.want)
		}
	}
	for _, text := range []string{"", "hello", `{"list":1}`, `{"worker":"w"} {}`, `{"colour":"red"}`} {
		if _, err := ParseDelivery([]byte(text)); err == nil {
			t.Errorf("the text %q was accepted", text)
		}
		if _, err := ParseJobs([]byte(text)); err == nil {
			t.Errorf("the text %q was accepted as a list", text)
		}
	}
}

// TestAccepted checks that a record is accepted if the clock of its worker is an hour off, or if a
// limit of its job ended the job.
func TestAccepted(t *testing.T) {
	j := jobsOf(t, 1)[0]
	j.Limits = result.Limits{Wall: time.Second, CPU: time.Second, Memory: 1 << 20}
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, reason := range []string{result.Timeout, result.CPU, result.Memory} {
		for _, started := range []string{"2026-11-23T13:00:00.5Z", "2026-11-23T11:00:00Z", "2026-08-01T00:00:00Z"} {
			r := j.Record(reason, "")
			wall := 86400.5
			r.Started, r.WallSeconds = started, &wall
			arrived, refused := New([]result.Job{j}).Check(Delivery{Records: []Sealed{seal(t, j, r)}, Arrived: now})
			if len(arrived) != 1 || len(refused) > 0 {
				t.Errorf("reason %s, started at %s: refused: %v", reason, started, refused)
			}
		}
	}
}

// TestOwnFields checks that a worker decides neither about labels nor about verdicts.
func TestOwnFields(t *testing.T) {
	jobs := jobsOf(t, 1)
	r := answered(jobs[0])
	r.Suite, r.Verdict, r.Tries = "theirs", result.Wrong, 5
	arrived, refused := New(jobs).Check(Delivery{Records: []Sealed{seal(t, jobs[0], r)}})
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	if got := arrived[0].Row.Record; got.Suite != "s" || got.Verdict != "" || got.Tries != 0 {
		t.Errorf("suite %q, verdict %q, %d tries", got.Suite, got.Verdict, got.Tries)
	}
}

// TestLongRecord checks that a worker replaces a record that no message can hold.
func TestLongRecord(t *testing.T) {
	j := jobsOf(t, 1)[0]
	r := answered(j)
	r.Error = strings.Repeat("x", MostRecordBytes)
	s := seal(t, j, r)
	got, err := s.open()
	if err != nil || got.Reason != result.Error || !strings.Contains(got.Error, fmt.Sprint(MostRecordBytes)) {
		t.Errorf("got %.100v, %v", got.Error, err)
	}
}

// TestTries checks how often a killed job is tried again, and that the ledger keeps the number of
// tries.
func TestTries(t *testing.T) {
	jobs := jobsOf(t, 2)
	p := New(jobs)
	for n := range MostTries {
		if got := p.Publish(1); len(got) == 0 {
			t.Fatalf("after %d tries nothing is published", n)
		}
		arrived, _ := p.Check(Delivery{Records: []Sealed{seal(t, jobs[1], killed(jobs[1]))}})
		if got := arrived[0].Row.Record.Tries; got != n+1 {
			t.Errorf("try %d: the record says %d", n+1, got)
		}
		if got, want := p.Arrive(arrived[0]), n == MostTries-1; got != want {
			t.Errorf("try %d: the job has ended: %v, want %v", n+1, got, want)
		}
		if n == 0 {
			arrive(t, p, seal(t, jobs[0], answered(jobs[0])))
		}
	}
	if c := p.Count(); !c.Over() || c.Failed != 1 || c.Done != 1 {
		t.Errorf("%+v", c)
	}
	if got := arrive(t, p, seal(t, jobs[1], answered(jobs[1]))); !got[0] || p.Count().Failed != 0 || p.Count().Done != 2 {
		t.Errorf("a late answer of a failed job: %v, %+v", got, p.Count())
	}
	again := New(jobs)
	r := killed(jobs[1])
	r.Tries = MostTries
	if again.Keep(1, r) {
		t.Error("a killed job counts as done")
	}
	arrived, _ := again.Check(Delivery{Records: []Sealed{seal(t, jobs[1], killed(jobs[1]))}})
	if got := arrived[0].Row.Record.Tries; got != MostTries+1 {
		t.Errorf("after a new start: %d tries", got)
	}
}

// TestGiveUp checks a list that was handed out too often: its jobs get lists of their own, and then
// the job that has ended its workers gets a record.
func TestGiveUp(t *testing.T) {
	jobs := jobsOf(t, 40)
	p := New(jobs)
	for i := range 30 {
		p.Keep(i, withTime(answered(jobs[i]), 0.0001))
	}
	first := p.Publish(1)
	if len(first) != 1 || len(first[0].Jobs) != 10 {
		t.Fatalf("%d lists", len(first))
	}
	if got := p.GiveUp(first[0].Key); got != nil {
		t.Errorf("a list of ten jobs gives %v", got)
	}
	second := p.Publish(1)
	if len(second) != 10 {
		t.Fatalf("%d lists of single jobs, want 10", len(second))
	}
	got := p.GiveUp(second[3].Key)
	if len(got) != 1 || got[0].Row.Record.Key != second[3].Jobs[0].Key() || got[0].Row.Record.Reason != result.Killed {
		t.Fatalf("got %+v", got)
	}
	if err := ledger.CheckRow(got[0].Row); err != nil {
		t.Error(err)
	}
	if !p.Arrive(got[0]) || p.Count().Failed != 1 {
		t.Errorf("%+v", p.Count())
	}
}

// TestTwice adopts a list that names one job twice, as in an altered folder of the queue. The list must
// count as finished after the record of this job.
func TestTwice(t *testing.T) {
	jobs := jobsOf(t, 1)
	p := New(jobs)
	twice := []result.Job{jobs[0], jobs[0]}
	key := chunk.Key(twice)
	if p.Adopt(Handout{BuiltIn, key, twice}); !p.Pending(key) {
		t.Fatal("the list is not adopted")
	}
	arrive(t, p, seal(t, jobs[0], answered(jobs[0])))
	if p.Pending(key) {
		t.Error("the list still counts as pending")
	}
	if got := p.GiveUp(key); got != nil || !p.Count().Over() {
		t.Errorf("got %+v, %+v", got, p.Count())
	}
}

func withTime(r result.Record, seconds float64) result.Record {
	r.WallSeconds = &seconds
	return r
}

// TestRoom checks that the queue has enough lists for the workers, but not all lists at once.
func TestRoom(t *testing.T) {
	jobs := jobsOf(t, 1000)
	p := New(jobs)
	if n := len(p.Publish(0)); n != leastPending {
		t.Errorf("without workers: %d lists, want %d", n, leastPending)
	}
	if n := len(p.Publish(100)); n != 100*perSlot-leastPending {
		t.Errorf("with 100 slots: %d more lists", n)
	}
	if n := len(p.Publish(100)); n != 0 {
		t.Errorf("%d more lists than needed", n)
	}
}

// TestEnd checks that lists become shorter near the end, so that all slots have something to do.
func TestEnd(t *testing.T) {
	jobs := jobsOf(t, 1100)
	p := New(jobs)
	for i := range 1000 {
		p.Keep(i, withTime(answered(jobs[i]), 0.010))
	}
	lists := p.Publish(5) // one second of work is left
	longest := 0
	for _, h := range lists {
		longest = max(longest, len(h.Jobs))
	}
	if most := int(time.Second / 5 / (10 * time.Millisecond)); longest > most || len(lists) < 5 {
		t.Errorf("%d lists of up to %d jobs, want 5 or more of up to %d", len(lists), longest, most)
	}
}

// TestVerify checks which jobs a worker refuses, and that the reason names both versions.
func TestVerify(t *testing.T) {
	j := jobsOf(t, 1)[0]
	if err := Verify(fakes.Lookup, j); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		edit func(*result.Job)
		want []string
	}{
		"version": {func(j *result.Job) { j.Version = "other" }, []string{`"other"`, `"` + j.Version + `"`, "version"}},
		"solver":  {func(j *result.Job) { j.Solver = "clasp 9.9" }, []string{`"clasp 9.9"`, "solver"}},
		"method":  {func(j *result.Job) { j.Method = "native/nothing" }, []string{"native/nothing"}},
		"puzzle":  {func(j *result.Job) { j.Puzzle = "chess" }, []string{"chess"}},
		"board":   {func(j *result.Job) { j.Instance = "x" }, []string{"read the board"}},
	} {
		other := j
		test.edit(&other)
		err := Verify(fakes.Lookup, other)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
	}
	clasp := j
	clasp.Solver = "clasp 0.0.0"
	taken, reasons := Classes(fakes.Lookup, Samples([]result.Job{j, clasp, j}))
	if !slices.Equal(taken, []string{BuiltIn}) || len(reasons) != 1 || Class(clasp) != "clasp" {
		t.Errorf("takes %v, refuses because of %v", taken, reasons)
	}
}
