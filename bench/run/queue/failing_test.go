package queue

import (
	"slices"
	"testing"
	"time"
)

// TestTriesOnOthers lets workers kill a job again and again. The job must be tried at least
// MostTries times. From then on, it must fail as soon as MostTries workers, or all workers that are
// present, have killed it. It must fail after MostDeliveries tries at the latest.
func TestTriesOnOthers(t *testing.T) {
	for _, c := range []struct {
		name    string
		present []string
		kills   []string // the workers in the order in which they kill the job
	}{
		{"one worker", []string{"a"}, []string{"a", "a", "a"}},
		{"another worker", []string{"a", "b"}, []string{"a", "a", "a", "a", "a", "b"}},
		{"both in turn", []string{"a", "b"}, []string{"a", "b", "a"}},
		{"three of four", []string{"a", "b", "c", "d"}, []string{"a", "a", "b", "a", "b", "c"}},
		{"a worker that never gets it", []string{"a", "b"}, slices.Repeat([]string{"a"}, MostDeliveries)},
	} {
		jobs := jobsOf(t, 1)
		p := New(jobs)
		p.Others = func(workers []string) bool {
			return slices.ContainsFunc(c.present, func(name string) bool { return !slices.Contains(workers, name) })
		}
		for n, worker := range c.kills {
			if len(p.Publish(1)) != 1 {
				t.Fatalf("%s: the job is not published for try %d", c.name, n+1)
			}
			arrived, _ := p.Check(Delivery{Worker: worker, Records: []Sealed{seal(t, jobs[0], killed(jobs[0]))}})
			if got, want := p.Arrive(arrived[0]), n == len(c.kills)-1; got != want {
				t.Errorf("%s: try %d: the job has ended: %v, want %v", c.name, n+1, got, want)
			}
		}
		if got := p.Count(); got.Failed != 1 {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// TestGiveUpWithOthers checks that a job fails if MostDeliveries workers have ended while they had
// it, although another worker is present.
func TestGiveUpWithOthers(t *testing.T) {
	p := New(jobsOf(t, 1))
	p.Others = func([]string) bool { return true }
	h := p.Publish(1)
	given := p.GiveUp(h[0].Key)
	if len(given) != 1 || !p.Arrive(given[0]) {
		t.Errorf("%+v: %+v", given, p.Count())
	}
}

// TestSpare checks which workers may rest because another worker can run the jobs.
func TestSpare(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	var c Crew
	for _, name := range []string{"a", "b"} {
		c.Sign(Sign{Worker: name, Slots: 1}, now)
	}
	check := func(why string, a, b bool) {
		t.Helper()
		if c.Spare("a", now) != a || c.Spare("b", now) != b {
			t.Errorf("%s: a may rest: %v, want %v; b may rest: %v, want %v", why, c.Spare("a", now), a, c.Spare("b", now), b)
		}
	}
	check("no worker is failing", true, true)
	c.Sign(Sign{Worker: "a", Kills: MostKills}, now)
	check("a is failing", true, false)
	if !c.members["a"].Failing() || c.members["b"].Failing() || !c.Others([]string{"a"}, now) || c.Others([]string{"a", "b"}, now) {
		t.Error("the crew mistakes its workers")
	}
	c.Sign(Sign{Worker: "b", Kills: MostKills + 1}, now)
	check("both are failing, so the jobs may be to blame", false, false)
	c.Sign(Sign{Worker: "b", Kills: 0}, now)
	check("b works again", true, false)
	c.Sign(Sign{Worker: "b", Idle: true}, now)
	check("b takes no jobs", false, false)
	c.Sign(Sign{Worker: "b"}, now)
	now = now.Add(Silent)
	c.Sign(Sign{Worker: "a", Kills: MostKills}, now)
	check("b is silent", false, false)
}
