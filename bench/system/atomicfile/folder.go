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
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// ErrExists is wrapped by the errors about a folder that cannot be written, as it is not empty.
var ErrExists = errors.New("the folder is not empty")

// A Folder is a new folder that is being written. If several writers write the same folder, the
// first writer succeeds and the others get ErrExists.
type Folder struct {
	Path string // the temporary folder for its files
	dir  string // its final name, as given to NewFolder
	real string // dir without symbolic links
}

// NewFolder starts a folder under a temporary name. Commit moves the folder to dir. The folder dir
// must be empty or missing. NewFolder also makes the folders above dir.
func NewFolder(dir string) (*Folder, error) {
	if err := empty(dir); err != nil {
		return nil, err
	}
	real, err := place(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{unfinished(real) + strconv.Itoa(os.Getpid()), dir, real}
	err = os.MkdirAll(filepath.Dir(f.Path), 0o777)
	if err == nil {
		err = os.RemoveAll(f.Path) // left by an earlier process with the same id
	}
	if err == nil {
		err = os.Mkdir(f.Path, 0o777)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w", dir, f.Named(err))
	}
	return f, nil
}

// Named replaces the temporary name by the final name in an error about a file below Path.
func (f *Folder) Named(err error) error { return renamed(err, f.Path, f.dir) }

// Commit moves the folder to its final name. Call Discard after an error.
func (f *Folder) Commit() error {
	if err := empty(f.dir); err != nil {
		return err
	}
	if err := os.Remove(f.real); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.Named(os.Rename(f.Path, f.real))
}

// Discard removes the temporary folder. After Commit, Discard does nothing.
func (f *Folder) Discard() error { return os.RemoveAll(f.Path) }

// Free returns nil if Commit could move a Folder to dir: dir must be empty or missing, and must not
// be a mount point. Free makes the folders above dir. If dir is not empty, the error wraps
// ErrExists.
func Free(dir string) error {
	f, err := NewFolder(dir)
	if err != nil {
		return err
	}
	if err := os.Remove(f.Path); err != nil {
		return f.Named(err)
	}
	// An empty mount point cannot be renamed.
	switch err := os.Rename(f.real, f.Path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s cannot be replaced: %w", dir, err)
	}
	return f.Named(os.Rename(f.Path, f.real))
}

// Sweep removes the hidden folders that writers of dir left behind when they were killed. Folders
// of writers on this machine that are still running stay.
func Sweep(dir string) error {
	real, err := place(dir)
	if err != nil {
		return err
	}
	return sweep(unfinished(real))
}

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

// place resolves symbolic links in dir and makes sure that the last part is a name, not a dot.
// If possible, the result is a relative path, because relative paths read better in messages.
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
