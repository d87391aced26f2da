package certificate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ErrExists is the error of Write and Free for a folder that has something in it.
var ErrExists = errors.New("there is something in it already")

// Free returns nil if Write can make the certificate dir: it is empty or not
// there, and a folder can be put in its place. It makes the folders above. The
// error wraps ErrExists if there is something in dir.
func Free(dir string) error {
	tmp, err := begin(dir)
	if err != nil {
		return err
	}
	if err := os.Remove(tmp); err != nil {
		return err
	}
	// A mount point is empty, but stays where it is.
	real, err := place(dir)
	if err != nil {
		return err
	}
	switch err := os.Rename(real, tmp); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s cannot be replaced: %w", dir, err)
	}
	return os.Rename(tmp, real)
}

// empty returns nil if dir is empty or not there.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s: %w", dir, ErrExists)
	}
	return err
}

// begin makes the folder in which dir is written, and those above it.
func begin(dir string) (tmp string, err error) {
	if err := empty(dir); err != nil {
		return "", err
	}
	real, err := place(dir)
	if err != nil {
		return "", err
	}
	tmp = unfinished(real) + strconv.Itoa(os.Getpid())
	err = os.MkdirAll(filepath.Dir(tmp), 0o777)
	if err == nil {
		err = os.RemoveAll(tmp) // of an earlier process with our number
	}
	if err == nil {
		err = os.Mkdir(tmp, 0o777)
	}
	if err != nil {
		return "", fmt.Errorf("%s cannot be made: %w", dir, err)
	}
	return tmp, nil
}

// place is the real name of dir, with a last part that names it; it stays
// relative, as messages want it, where it can.
func place(dir string) (string, error) {
	dir = filepath.Clean(dir)
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if base := filepath.Base(dir); base == "." || base == ".." {
		return filepath.Abs(dir)
	}
	return dir, nil
}

// unfinished begins the names of the folders that Write makes for dir.
func unfinished(dir string) string {
	return filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".unfinished-")
}

// Sweep removes what writers of dir have left that were killed. Writers that are
// at work go on, as long as they are on this machine.
func Sweep(dir string) error {
	dir, err := place(dir)
	if err != nil {
		return err
	}
	prefix := filepath.Base(unfinished(dir))
	entries, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		return nil // nor anything in it
	}
	for _, e := range entries {
		number, ok := strings.CutPrefix(e.Name(), prefix)
		if pid, err := strconv.Atoi(number); !ok || err != nil || alive(pid) {
			continue
		}
		if err := os.RemoveAll(filepath.Join(filepath.Dir(dir), e.Name())); err != nil {
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
	// One that has ended is there until its parent asks, which in a container may
	// be never. Linux says so behind the name, which is in brackets.
	text, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return !bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" Z "))
}
