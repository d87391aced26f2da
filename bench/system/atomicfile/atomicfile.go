// Package atomicfile writes files and folders that appear either complete or not at all.
//
// While a file or folder is being written, it has a hidden name that ends with the process id.
// The hidden name and the final name are in the same folder, so that the rename never crosses
// a file system. The rename happens after everything is written. After an error, such as a
// full disk, the unfinished version is removed and the previous version stays. A killed
// process leaves its hidden names behind. Sweep and WriteAll remove hidden names whose process
// has ended.
//
// Errors name the file or folder that the caller asked for, never a hidden name.
package atomicfile

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// unfinished returns the prefix of the hidden names for path. The process id follows the prefix. If
// one process writes path several times at once, a dot and a number follow the process id.
func unfinished(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".unfinished-")
}

// renamed replaces a hidden name in an error, or a path below the hidden name, by the name that the
// caller asked for. If the error does not name a hidden path, renamed returns it unchanged.
func renamed(err error, hidden, name string) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		if rest, ok := strings.CutPrefix(path.Path, hidden); ok {
			return &fs.PathError{Op: path.Op, Path: name + rest, Err: path.Err}
		}
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok && strings.HasPrefix(link.Old, hidden) {
		return &fs.PathError{Op: "write", Path: name + strings.TrimPrefix(link.Old, hidden), Err: link.Err}
	}
	return err
}

// sweep removes files and folders with the prefix whose process has ended on this machine, even if
// another machine made them.
func sweep(prefix string) error {
	dir, base := filepath.Split(prefix)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
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

// alive reports whether a process is running. In case of doubt, the result is true.
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
	// the parent may never ask. Linux gives such a process the state Z. In the file, the state
	// follows the name of the process in parentheses.
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return !bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" Z "))
}
