//go:build unix

package worker

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/run/queue"
	"counterproof/bench/test/processtest"
)

// TestRests checks when a worker on which jobs are killed takes no lists.
func TestRests(t *testing.T) {
	start := time.Unix(1_000_000, 0)
	said := 0
	w := &worker{Options: Options{Say: func(string) { said++ }}, spare: true}
	for n := range queue.MostKills {
		if w.rests(start) || said > 0 {
			t.Errorf("it rests after %d kills", n)
		}
		w.ended(true, start)
	}
	if !w.rests(start) || !w.rests(start.Add(queue.Resting-1)) || said != 1 {
		t.Errorf("it does not rest after %d kills, or says so %d times", queue.MostKills, said)
	}
	if w.rests(start.Add(queue.Resting)) {
		t.Error("it never tries again")
	}
	w.ended(true, start.Add(queue.Resting))
	if !w.rests(start.Add(queue.Resting)) || said != 1 {
		t.Errorf("after another kill, it does not rest, or says so %d times", said)
	}
	w.spare = false
	if w.rests(start.Add(queue.Resting)) {
		t.Error("it rests although no other worker is present")
	}
	w.spare = true
	w.ended(false, start)
	if w.rests(start) {
		t.Error("it rests after a job that was not killed")
	}
}

// TestFailingMachine kills each process of one worker at once, as a machine with too little memory does.
// The other worker must run all jobs.
func TestFailingMachine(t *testing.T) {
	t.Parallel()
	s := newStage(t, sleeping(t, 200, 201, 202, 203, 204, 205, 206, 207))
	s.start()
	good := s.work()
	processtest.Until(t, "the first worker runs a job", func() bool { return len(processtest.Children(good.cmd.Process.Pid)) > 0 })
	bad := s.work()
	processtest.Until(t, "the coordinator ends", func() bool {
		for _, child := range processtest.Children(bad.cmd.Process.Pid) {
			_ = syscall.Kill(child, syscall.SIGKILL)
		}
		return s.coord.over()
	})
	if last := s.end(); last.Failed > 0 || last.Done != len(s.jobs) {
		t.Errorf("at the end: %+v", last)
	}
	s.check()
	if !strings.Contains(bad.said(), "killed on this machine") {
		t.Errorf("the worker says %q", bad.said())
	}
}
