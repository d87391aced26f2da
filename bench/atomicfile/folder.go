package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// ErrExists is wrapped by the errors for a folder that has something in it.
var ErrExists = errors.New("there is something in it already")

// A Folder is a new folder that is being written. Of several writers of the same folder the
// first one makes it, and the others get ErrExists.
type Folder struct {
	Path string // where its files are written
	dir  string // where it will be, as it was given
}

// NewFolder begins the folder dir, which must be empty or not there, and makes the folders
// above it.
func NewFolder(dir string) (*Folder, error) {
	if err := empty(dir); err != nil {
		return nil, err
	}
	real, err := place(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{unfinished(real) + strconv.Itoa(os.Getpid()), dir}
	err = os.MkdirAll(filepath.Dir(f.Path), 0o777)
	if err == nil {
		err = os.RemoveAll(f.Path) // of an earlier process with our number
	}
	if err == nil {
		err = os.Mkdir(f.Path, 0o777)
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w", dir, err)
	}
	return f, nil
}

// Commit puts the folder in its place. Call Discard after an error.
func (f *Folder) Commit() error {
	if err := empty(f.dir); err != nil {
		return err
	}
	real, err := place(f.dir)
	if err != nil {
		return err
	}
	if err := os.Remove(real); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(f.Path, real)
}

// Discard removes what was written. After Commit it does nothing.
func (f *Folder) Discard() error { return os.RemoveAll(f.Path) }

// Free returns nil if a Folder can be put in the place of dir: it is empty or not there, and is
// no mount point. It makes the folders above. The error wraps ErrExists if there is something
// in dir.
func Free(dir string) error {
	f, err := NewFolder(dir)
	if err != nil {
		return err
	}
	if err := os.Remove(f.Path); err != nil {
		return err
	}
	// A mount point is empty, but stays where it is.
	real, err := place(dir)
	if err != nil {
		return err
	}
	switch err := os.Rename(real, f.Path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s cannot be replaced: %w", dir, err)
	}
	return os.Rename(f.Path, real)
}

// Sweep removes what writers of dir have left that were killed. Writers on this machine that
// are still at work are not disturbed.
func Sweep(dir string) error {
	real, err := place(dir)
	if err != nil {
		return err
	}
	return sweep(unfinished(real))
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

// place is the real name of dir, with a last part that names it; it stays relative, as messages
// want it, where it can.
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
