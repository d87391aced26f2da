//go:build unix

package worker

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
)

// TestDisturbed disturbs a small experiment in every way once. It kills a worker and the
// coordinator with kill -9. It stops a worker, which comes back late. It deletes the folder of the
// queue twice: while the coordinator runs, and while no coordinator runs. The records must be equal
// to the records of a plain run.
func TestDisturbed(t *testing.T) {
	t.Parallel()
	var times []int
	for i := range 120 {
		times = append(times, 1+i*7%60)
	}
	s := newStage(t, sleeping(t, times...), "-wait", "2s")
	s.start()
	a, b, c := s.work(), s.work(), s.work("-slots", "2")
	reach := func(n int) {
		t.Helper()
		processtest.Until(t, fmt.Sprintf("the ledger has %d records", n), func() bool { return s.stored() >= n })
	}
	reach(10)
	a.kill()
	reach(20)
	_ = b.cmd.Process.Signal(syscall.SIGSTOP)
	reach(30)
	s.coord.kill()
	s.start()
	reach(40)
	s.lose()
	reach(60)
	s.coord.kill()
	s.lose()
	s.start()
	reach(70)
	_ = b.cmd.Process.Signal(syscall.SIGCONT)
	for _, child := range processtest.Children(c.cmd.Process.Pid) {
		_ = syscall.Kill(child, syscall.SIGKILL)
	}
	last := s.end()
	if last.Done+last.Kept != len(times) || last.Running <= 0 || last.Failed > 0 || last.Alarms > 0 || last.Refused > 0 {
		t.Errorf("at the end: %+v", last)
	}
	s.check()
}

// TestLeaving checks that a worker gives its list back upon Ctrl-C: another worker must
// finish the experiment at once, although the queue would wait an hour for a silent worker.
func TestLeaving(t *testing.T) {
	t.Parallel()
	s := newStage(t, sleeping(t, 300_000), "-wait", "1h")
	s.start()
	w := s.work()
	processtest.Until(t, "the worker runs the job", func() bool { return len(processtest.Children(w.cmd.Process.Pid)) > 0 })
	_ = w.cmd.Process.Signal(os.Interrupt)
	processtest.Until(t, "the worker ends", w.over)
	if code := w.cmd.ProcessState.ExitCode(); code != 0 || w.said() != "" {
		t.Errorf("exit status %d, stderr %q", code, w.said())
	}
	other := s.work()
	processtest.Until(t, "another worker runs the job", func() bool { return len(processtest.Children(other.cmd.Process.Pid)) > 0 })
	_ = s.coord.cmd.Process.Signal(os.Interrupt)
	processtest.Until(t, "the coordinator ends", s.coord.over)
	if code := s.coord.cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(s.coord.said(), "context canceled") {
		t.Errorf("exit status %d, stderr %q", code, s.coord.said())
	}
}

// TestIdle checks that a worker waits for a coordinator, runs its jobs, and ends when it is idle.
func TestIdle(t *testing.T) {
	t.Parallel()
	s := newStage(t, sleeping(t, 1, 2, 3), "-wait", "2s")
	s.start()
	s.coord.kill()
	w := s.work("-idle", "5s")
	processtest.Until(t, "the worker has noticed that there is no coordinator", func() bool { return strings.Contains(w.said(), "no coordinator answers") })
	s.start()
	s.end()
	s.check()
	processtest.Until(t, "the worker ends", w.over)
	if code := w.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d: %s", code, w.said())
	}
}

// strikes returns the number in an environment variable, or the usual number if the variable is not
// set.
func strikes(variable string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return usual
}

// TestManyKills kills random workers and the coordinator again and again, and deletes the folder of
// the queue. It kills workers 10 times, and 20 times in a long test. QUEUE_KILLS=200 makes the longest
// test: 1,000 jobs of 1 ms to 10 s with eight workers. It kills workers 200 times and the coordinator
// more than 20 times, and cuts a cable for 60 s.
func TestManyKills(t *testing.T) {
	kills := strikes("QUEUE_KILLS", 10)
	if processtest.IsLong() {
		kills = max(kills, 20)
	}
	jobs, longest := 5*kills, float64(50*kills)
	rng := rand.New(rand.NewPCG(5, 6))
	var times []int
	sum := 0
	for range jobs { // from 1 ms to the longest time, evenly on a logarithmic scale
		n := int(math.Exp(rng.Float64() * math.Log(longest)))
		times = append(times, n)
		sum += n
	}
	options := []string{}
	if kills < 200 {
		options = append(options, "-wait", "3s")
	}
	s := newStage(t, sleeping(t, times...), options...)
	cable := newNetwork(t)
	if cable != nil {
		cable.carry(s)
	}
	began := time.Now()
	s.start()
	var crew []*process
	for range 8 {
		crew = append(crew, s.work())
	}
	gap := time.Duration(sum) * time.Millisecond / 8 / time.Duration(kills)
	coordinator := 0
	for n := 1; n <= kills && !s.coord.over(); n++ {
		later(time.Duration(rng.Int64N(int64(2*gap) + 1)))
		i := rng.IntN(len(crew))
		if n%(kills/4) == kills/8 { // stopped, and replaced until it comes back
			stopped := crew[i]
			_ = stopped.cmd.Process.Signal(syscall.SIGSTOP)
			defer func() { _ = stopped.cmd.Process.Signal(syscall.SIGCONT) }()
		} else {
			crew[i].kill()
		}
		crew[i] = s.work()
		switch {
		case s.coord.over():
		case n == kills/3 && cable != nil: // the workers lose their lists
			cable.cut(time.Duration(kills) * 300 * time.Millisecond)
		case n%(kills/2) == kills/4:
			s.lose()
		case n%9 == 0:
			s.coord.kill()
			coordinator++
			if n%(kills/2) == 0 {
				s.lose()
			}
			s.start()
		}
	}
	last := s.end()
	took := time.Since(began)
	if last.Done+last.Kept != jobs || last.Failed > 0 || last.Alarms > 0 || last.Refused > 0 {
		t.Errorf("at the end: %+v", last)
	}
	s.check()
	t.Logf("%d jobs, %v of work, %d kills of workers, %d of the coordinator: %v; repeated records since the last start: %d", jobs,
		(time.Duration(sum) * time.Millisecond).Round(time.Second), kills, coordinator, took.Round(time.Second), last.Repeated)
}
