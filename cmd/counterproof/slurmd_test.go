//go:build unix

package main

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"counterproof/bench/test/processtest"
)

// A slurm is a Slurm cluster with one node, which this test has started. Its daemons have their own
// files and use only the loopback interface. They need neither systemd nor a database.
type slurm struct {
	dir string // of the files of the daemons
}

// slurmConf is the configuration of the cluster (slurm.conf(5)). The node claims three cores and
// 16 GB, whatever the machine has. The setting cred_expire makes a requeued task wait for 5 s instead
// of 120 s.
const slurmConf = `ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=%[2]s
SlurmdUser=%[2]s
AuthType=auth/munge
AuthInfo=socket=%[1]s/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/spool
SlurmctldPidFile=%[1]s/slurmctld.pid
SlurmdPidFile=%[1]s/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
AccountingStoreFlags=job_comment
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
NodeName=node NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=3 RealMemory=16000
PartitionName=test Nodes=node Default=NO MaxTime=INFINITE State=UP
PartitionName=other Nodes=node Default=YES MaxTime=INFINITE State=DOWN
`

// startSlurm starts a cluster, or skips the test if Slurm is not installed. At the end of the test, the
// cluster ends its jobs, and the daemons end.
func startSlurm(t *testing.T) *slurm {
	t.Helper()
	processtest.Need(t)
	munged, ctld, slurmd := processtest.Program(t, "munged"), processtest.Program(t, "slurmctld"), processtest.Program(t, "slurmd")
	needs(t, "sbatch")
	dir, err := os.MkdirTemp("", "slurm") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &slurm{dir: dir}
	own, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	key := make([]byte, 128)
	_, _ = rand.Read(key)
	write(t, s.file("munge.key"), 0o400, string(key))
	ports := freePorts(t, 2)
	write(t, s.file("slurm.conf"), 0o644, fmt.Sprintf(slurmConf, dir, own.Username, ports[0], ports[1]))
	for _, folder := range []string{"state", "spool"} {
		if err := os.Mkdir(s.file(folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.daemon(t, munged, "--foreground", "--force", "--num-threads=1", "--socket="+s.file("munge.socket"), "--key-file="+s.file("munge.key"),
		"--pid-file="+s.file("munged.pid"), "--seed-file="+s.file("munged.seed"))
	processtest.Until(t, "munged listens", func() bool {
		_, err := os.Stat(s.file("munge.socket"))
		return err == nil
	})
	s.daemon(t, ctld, "-D", "-f", s.file("slurm.conf"))
	s.daemon(t, slurmd, "-D", "-N", "node", "-f", s.file("slurm.conf"))
	t.Cleanup(s.cancel)
	processtest.Until(t, "the node is idle", func() bool { return strings.TrimSpace(s.try("sinfo", "-h", "-p", "test", "-o", "%T")) == "idle" })
	return s
}

func (s *slurm) file(name string) string { return filepath.Join(s.dir, name) }

// command returns a command whose programs use this cluster. Without a cluster, s is nil.
func (s *slurm) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	if s != nil {
		cmd.Env = append(os.Environ(), "SLURM_CONF="+s.file("slurm.conf"))
	}
	return cmd
}

// daemon starts a daemon in the foreground and ends it at the end of the test. If the test fails,
// the last lines of the daemon are printed.
func (s *slurm) daemon(t *testing.T, program string, args ...string) {
	t.Helper()
	name := filepath.Base(program)
	log, err := os.Create(s.file(name + ".out"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	cmd := s.command(program, args...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			t.Errorf("%s does not end after SIGTERM", name)
			_ = cmd.Process.Kill()
			<-ended
		}
		if text, _ := os.ReadFile(log.Name()); t.Failed() {
			t.Logf("%s:\n%s", name, text[max(0, len(text)-3000):])
		}
	})
}

// cancel ends all jobs and waits until their processes have ended.
func (s *slurm) cancel() {
	s.try("scancel", "--partition=test")
	processtest.Happens(func() bool { return s.try("squeue", "-h") == "" })
}

// try runs a command of Slurm and returns what it prints, or its error.
func (s *slurm) try(name string, args ...string) string {
	out, err := s.command(name, args...).CombinedOutput()
	if err != nil {
		return fmt.Sprintf("%v: %s", err, out)
	}
	return string(out)
}

// do runs a command of Slurm that must succeed.
func (s *slurm) do(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := s.command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v: %s", name, args, err, out)
	}
	return string(out)
}

// tasks returns the indices of the tasks of an array that are in a state, such as RUNNING.
func (s *slurm) tasks(array, state string) string {
	var tasks []string
	for line := range strings.Lines(s.try("squeue", "-h", "-r", "-j", array, "-t", state, "-o", "%K")) {
		tasks = append(tasks, strings.TrimSpace(line))
	}
	slices.Sort(tasks)
	return strings.Join(tasks, ",")
}

// state returns a field of a job, as scontrol prints it.
func (s *slurm) state(job, field string) string {
	_, rest, _ := strings.Cut(s.try("scontrol", "show", "job", job), " "+field+"=")
	value, _, _ := strings.Cut(rest, "\n")
	return value
}

// freePorts returns ports on which nobody listens.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

func write(t *testing.T, path string, mode os.FileMode, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}
