// Package atomicfile writes files and folders that appear whole or not at all.
//
// What is being written has a hidden name that ends with the number of the process, in the
// folder where it will be, so that a rename never crosses a file system. It is renamed when all
// of it is written. An error, such as that of a full disk, removes it and leaves what was there
// before. A killed process leaves its hidden names; Sweep and WriteAll remove those whose
// process is gone.
package atomicfile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// unfinished begins the hidden names of what is being written for path; the number of the
// process follows, and after a dot what tells several of one process apart.
func unfinished(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".unfinished-")
}

// sweep removes what has a hidden name that begins with prefix, unless its process is at work.
// The processes of other machines are taken for processes of this one.
func sweep(prefix string) error {
	dir, base := filepath.Split(prefix)
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // nothing is in a folder that is not there
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), base)
		number, _, _ := strings.Cut(rest, ".")
		if pid, err := strconv.Atoi(number); !ok || err != nil || alive(pid) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// alive reports whether there is a process; where nobody can tell, there is.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return false
	}
	// A process that has ended is listed until its parent asks for its status, which in a
	// container may be never. Linux marks it behind the name, which is in brackets.
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return !bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" Z "))
}
