package work

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"counterproof/bench/record/ledger"
	"counterproof/bench/record/method"
	"counterproof/bench/record/result"
	"counterproof/bench/solve/answer"
	"counterproof/bench/system/child"
	"counterproof/encode/catalog"
	"counterproof/encode/wording"
)

// dayJobs returns jobs that count the solutions of the first n days of the year, with their families.
func dayJobs(t *testing.T, n int) (jobs []result.Job) {
	t.Helper()
	p := catalog.Find("calendar")
	for i := range n {
		in, err := p.Parse(fmt.Sprintf("%02d-%02d", 1+i/28, 1+i%28))
		if err != nil {
			t.Fatal(err)
		}
		j, err := answer.Prepare(result.Job{}, p, in, method.MustParse("native"))
		if err != nil {
			t.Fatal(err)
		}
		j.Family = answer.Family(j, in)
		jobs = append(jobs, j)
	}
	return jobs
}

// stream passes jobs through Stream and returns their records.
func stream(t *testing.T, l *ledger.Ledger, jobs []result.Job) (records []result.Record) {
	t.Helper()
	return streamBy(t, &Pool{Workers: 2}, l, jobs)
}

func streamBy(t *testing.T, pool *Pool, l *ledger.Ledger, jobs []result.Job) (records []result.Record) {
	t.Helper()
	err := Stream(t.Context(), slices.All(jobs), l, pool, func(i int, o Outcome) error {
		if i != len(records) || o.Record.Key != jobs[i].Key() {
			t.Errorf("outcome %d is of job %d", len(records), i)
		}
		records = append(records, o.Record)
		return nil
	})
	if err != nil || len(records) != len(jobs) {
		t.Fatalf("%d records of %d jobs, %v", len(records), len(jobs), err)
	}
	return records
}

// TestFamily counts days by one search and by one search for each day, and compares the records.
// They also get into a ledger, which then answers the jobs.
func TestFamily(t *testing.T) {
	jobs := dayJobs(t, leastTogether+8)
	l, err := ledger.Open(filepath.Join(t.TempDir(), "l.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	records := stream(t, l, jobs)
	single := wording.Each(jobs, func(j result.Job) result.Job {
		j.Family = ""
		return j
	})
	for i, want := range stream(t, nil, single) {
		got := records[i]
		if got.Count != want.Count || got.Digest != want.Digest || got.Status != result.Exact || got.Started == "" {
			t.Errorf("%s: got %+v, want %+v", got.Instance, got, want)
		}
		if got.Nodes != nil || got.WallSeconds != nil || want.Nodes == nil || want.WallSeconds == nil {
			t.Errorf("%s: nodes %v together, %v alone", got.Instance, got.Nodes, want.Nodes)
		}
	}
	for i, r := range stream(t, l, jobs) {
		if r.Started != records[i].Started || r.Digest != records[i].Digest {
			t.Errorf("%s was done again", r.Instance)
		}
	}
}

// TestFamilyKilled checks that the jobs of a family are done one by one if the worker is killed during
// their search.
func TestFamilyKilled(t *testing.T) {
	var started atomic.Int64
	pool := &Pool{Workers: 1, Command: func() *exec.Cmd {
		if started.Add(1) == 1 {
			return exec.Command("sh", "-c", "read -r line; kill -9 $$")
		}
		return child.Command(nil, WorkerCommand)
	}}
	for _, r := range streamBy(t, pool, nil, dayJobs(t, leastTogether)) {
		if r.Status != result.Exact || r.Nodes == nil {
			t.Errorf("%s: %s, %s, nodes %v", r.Instance, r.Status, r.Error, r.Nodes)
		}
	}
}

// TestSmallFamily checks that few jobs of a family, and jobs between other jobs, get searches of their own.
func TestSmallFamily(t *testing.T) {
	jobs := dayJobs(t, leastTogether+8)
	jobs[20].Family = ""
	for _, r := range stream(t, nil, jobs) {
		if r.Nodes == nil || r.Count == "" {
			t.Errorf("%s has no nodes", r.Instance)
		}
	}
}
