package child

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
)

// Resident returns the resident size of a process, or 0 if it is not known.
func Resident(pid int) int64 {
	g := NewGauge(pid)
	defer g.Close()
	return g.Bytes()
}

// A Gauge reads the resident size of one process again and again.
type Gauge struct{ statm *os.File } // nil if the size is not known

// NewGauge returns a Gauge of a process. Close frees it.
func NewGauge(pid int) *Gauge {
	statm, err := os.Open("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return &Gauge{}
	}
	return &Gauge{statm}
}

// Bytes returns the resident size, or 0 if it is not known.
func (g *Gauge) Bytes() int64 {
	if g.statm == nil {
		return 0
	}
	var text [128]byte
	n, _ := g.statm.ReadAt(text[:], 0)
	_, rest, _ := bytes.Cut(text[:n], []byte(" "))
	pages := int64(0)
	for _, c := range rest {
		if c < '0' || c > '9' {
			break
		}
		pages = 10*pages + int64(c-'0')
	}
	return pages * int64(os.Getpagesize())
}

// Close closes the file that the Gauge reads.
func (g *Gauge) Close() {
	if g.statm != nil {
		g.statm.Close()
	}
}

// Self returns a command that runs our own binary. The link /proc/self/exe leads to the running
// file, even after a build has put another file in its place. Without /proc, Self uses the path by
// which this process was started. If a build has replaced the file at this path by another
// version, the worker rejects jobs of methods whose version has changed.
func Self() *exec.Cmd {
	const link = "/proc/self/exe"
	if _, err := os.Lstat(link); err == nil {
		cmd := exec.Command(link)
		cmd.Args[0] = os.Args[0]
		return cmd
	}
	cmd := exec.Command(os.Args[0])
	if _, err := exec.LookPath(os.Args[0]); err != nil {
		cmd.Err = fmt.Errorf("/proc is not mounted, and there is no program called %q: mount /proc, or call this program by its path", os.Args[0])
	}
	return cmd
}

// CanLimitMemory returns nil if this system can enforce memory limits, or the reason.
func CanLimitMemory() error {
	if Resident(os.Getpid()) == 0 {
		return errors.New("memory limits need /proc, which is not mounted here")
	}
	return nil
}
