// Package atomicfile writes files and folders that appear either complete or not at all.
//
// While a file or folder is being written, it has a hidden name that ends with the process id.
// It is in the folder of the final name, so that the rename never crosses a file system. The
// rename happens after everything is written. After an error, such as a full disk, the
// unfinished version is removed and the previous version stays. A killed process leaves its
// hidden names behind. Sweep and WriteAll remove hidden names whose process has ended.
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

// unfinished returns the prefix of the hidden temporary names for path. In such a name, the process
// id follows the prefix. If one process writes path several times at once, a dot and a number
// follow the process id.
func unfinished(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".unfinished-")
}

// sweep removes the temporary files and folders whose name begins with prefix, unless the process
// with the id in the name is still running. It looks for the process only on this machine, even if
// another machine made the file.
func sweep(prefix string) error {
	dir, base := filepath.Split(prefix)
	if dir == "" {
		dir = "."
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // a missing folder has no entries
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

// alive reports whether a process is running. If this cannot be found out, it returns true.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	if errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return false
	}
	// A process that has ended stays listed until its parent asks for its status. In a container,
	// that may never happen. Linux gives such a process the state Z, which follows its name in
	// parentheses.
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return !bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" Z "))
}
