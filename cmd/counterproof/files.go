package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// fileFlag reads a flag that names a file; empty: it was not given. A - would be
// taken for standard output, where the results go.
func fileFlag(c *cli.Context, name string) (string, error) {
	switch {
	case c.IsSet(name) && c.String(name) == "":
		return "", usagef("%s: --%s: want a file, got an empty name", c.Command.Name, name)
	case c.String(name) == "-":
		return "", usagef("%s: --%s: want a file, got -: standard output is for the results", c.Command.Name, name)
	}
	return c.String(name), nil
}

// checkFile finds what would make writeFile fail; an empty name is no file.
func checkFile(file string) error {
	if file == "" {
		return nil
	}
	real, info, special := target(file)
	switch {
	case info != nil && info.IsDir():
		return fmt.Errorf("%s is a folder", file)
	case special:
		return nil
	}
	f, err := newBeside(real)
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}

// newBeside makes a temporary file in the folder of another, with the
// permissions that a new file has.
func newBeside(file string) (*os.File, error) {
	for n := os.Getpid(); ; n++ {
		name := filepath.Join(filepath.Dir(file), fmt.Sprintf(".%s.%d", filepath.Base(file), n))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		switch {
		case err == nil:
			return f, nil
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s: there is no folder %s", file, filepath.Dir(file))
		case !errors.Is(err, fs.ErrExist):
			return nil, err
		}
	}
}

// target is the file that writing to a name changes: what symbolic links lead
// to. special says that it is there and no file, but a pipe or a device, which
// is written into and never replaced.
func target(file string) (real string, info os.FileInfo, special bool) {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	info, err := os.Stat(file)
	if err != nil {
		return file, nil, false
	}
	return file, info, !info.Mode().IsRegular()
}

// A replacement is a new file that takes the place of an old one, if there is
// one, when all of it is written. A pipe or a device is written into.
type replacement struct {
	*os.File
	path    string
	old     os.FileInfo
	special bool
}

func replace(file string) (*replacement, error) {
	real, old, special := target(file)
	var f *os.File
	var err error
	if special {
		f, err = os.OpenFile(real, os.O_WRONLY, 0)
	} else {
		f, err = newBeside(real)
	}
	if err != nil {
		return nil, err
	}
	return &replacement{f, real, old, special}, nil
}

// keep closes the new file and puts it in its place, or takes it away.
func (r *replacement) keep() error {
	defer r.discard()
	var err error
	if !r.special && r.old != nil {
		err = r.Chmod(r.old.Mode().Perm())
	}
	if err := errors.Join(err, r.Close()); err != nil || r.special {
		return err
	}
	return os.Rename(r.Name(), r.path)
}

// discard leaves the old file as it was. After keep it does nothing.
func (r *replacement) discard() {
	r.Close()
	if !r.special {
		os.Remove(r.Name())
	}
}

// writeFile writes the whole file or leaves it as it was.
func writeFile(file string, data []byte) error {
	r, err := replace(file)
	if err != nil {
		return err
	}
	defer r.discard()
	if _, err := r.Write(data); err != nil {
		return err
	}
	return r.keep()
}
