package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// A File is a file that is being written. Commit puts it in the place of the old file, if there is
// one. A pipe or a device is written directly and never replaced.
type File struct {
	*os.File
	path    string
	old     os.FileInfo
	special bool
}

// Create starts a new file. It follows symbolic links. Do not write to the File after Commit or
// Discard.
func Create(name string) (*File, error) {
	real, old, special := Target(name)
	var f *os.File
	var err error
	if special {
		f, err = os.OpenFile(real, os.O_WRONLY, 0)
	} else {
		f, err = hidden(real)
	}
	if err != nil {
		return nil, err
	}
	return &File{f, real, old, special}, nil
}

// Commit closes the new file, gives it the permissions of the old file, and moves it to its final
// name. If there is an error, the old file stays unchanged.
func (f *File) Commit() error {
	defer f.Discard()
	var err error
	if !f.special && f.old != nil {
		err = f.Chmod(f.old.Mode().Perm())
	}
	if err := errors.Join(err, f.Close()); err != nil || f.special {
		return err
	}
	return os.Rename(f.Name(), f.path)
}

// Discard removes the new file and leaves the old one unchanged. After Commit it does nothing.
func (f *File) Discard() {
	f.Close()
	if !f.special {
		os.Remove(f.Name())
	}
}

// Write writes a whole file. If there is an error, the old file stays unchanged.
func Write(name string, data []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// Check returns the error that Write would return, as far as it can be known in advance. It returns
// nil for an empty name, because then no file is written.
func Check(name string) error {
	if name == "" {
		return nil
	}
	real, info, special := Target(name)
	switch {
	case info != nil && info.IsDir():
		return fmt.Errorf("%s is a folder: want the name of a file", name)
	case special:
		return nil
	}
	f, err := hidden(real)
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// Target follows symbolic links from a name to the file that writing would change. It returns
// the path of that file and its FileInfo, which is nil if the file does not exist. special is
// true if the file is a pipe or a device.
func Target(name string) (real string, info os.FileInfo, special bool) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	info, err := os.Stat(name)
	if err != nil {
		return name, nil, false
	}
	return name, info, !info.Mode().IsRegular()
}

// hidden creates a file with a hidden name in the folder of path, with the permissions of a new
// file.
func hidden(path string) (*os.File, error) {
	name := unfinished(path) + strconv.Itoa(os.Getpid())
	for n := 1; ; n++ {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case err == nil:
			return f, nil
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s: there is no folder %s; make it first", path, filepath.Dir(path))
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
		name = fmt.Sprintf("%s%d.%d", unfinished(path), os.Getpid(), n)
	}
}
