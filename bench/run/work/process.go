package work

import (
	"bytes"
	"fmt"
	"math"
	"os/exec"
	"time"

	"counterproof/bench/record/result"
	"counterproof/bench/system/child"
	"counterproof/sat/extern"
)

// A process is the parent's handle of one worker process.
type process struct {
	*child.Process
	stderr  extern.Head // a Go program that crashes says why in its first line
	group   *cgroup
	replies int    // how many lines of the process were read as replies
	surplus []byte // lines that arrived after the last record of a list
	full    bool   // the process has ended, and the kernel killed something in its cgroup because of the limit
}

// start starts a process. If there are cgroups, the process gets a new one with the given memory
// limit in bytes; 0 means no limit.
func start(cmd *exec.Cmd, limit int64) (p *process, err error) {
	p = &process{}
	cmd.Stderr = &p.stderr
	if p.Process, err = child.Start(cmd, math.MaxInt); err != nil {
		return nil, fmt.Errorf("worker: %w", err)
	}
	if p.group, err = newCgroup(limit); p.group != nil {
		err = p.group.add(p.Cmd.Process.Pid)
	}
	if err != nil {
		p.end(nil)
		return nil, fmt.Errorf("worker: %w", err)
	}
	return p, nil
}

// unfit reports whether the worker cannot take the job j. This is the case if it has ended, if its
// cgroup has another limit, or if earlier jobs have left the worker with more memory than j is
// allowed to use. The worker would give this memory back at the beginning of j, but perhaps only
// after the first measurement.
func (p *process) unfit(j result.Job) bool {
	return p.ended() || p.group != nil && p.group.limit != j.Limits.Memory ||
		j.Limits.Memory > 0 && child.Resident(p.Cmd.Process.Pid) > j.Limits.Memory
}

func (p *process) used() time.Duration {
	return p.Cmd.ProcessState.UserTime() + p.Cmd.ProcessState.SystemTime()
}

// grace limits the time in which a worker must end by itself. For machines under load, the limit is
// a thousand times the time that a worker usually needs.
const grace = time.Second

// ended reports whether the process was reaped. A process that was not started has ended.
func (p *process) ended() bool { return p == nil || p.Cmd.ProcessState != nil }

// end ends the process and reaps it, unless it has ended already. It returns the line that the process
// has written but that nobody has read yet. This line belongs to the current job, and end drops lines
// about later jobs. A worker whose stdin is closed writes what its job has used, and exits.
func (p *process) end(memory *child.Watch) (line []byte) {
	if p.ended() {
		return nil
	}
	line, _, _ = bytes.Cut(p.End(grace, memory), []byte("\n"))
	p.full = p.group.killed()
	p.group.remove()
	return line
}
