package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// fileFlag reads a flag that names a file; empty: it was not given.
func fileFlag(c *cli.Context, name string) (string, error) {
	if c.IsSet(name) && c.String(name) == "" {
		return "", usagef("%s: --%s: want a file, got an empty name", c.Command.Name, name)
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
			return nil, fmt.Errorf("%s: %w", file, fs.ErrNotExist)
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

// writeFile writes the whole file or leaves it as it was.
func writeFile(file string, data []byte) error {
	file, old, special := target(file)
	if special {
		f, err := os.OpenFile(file, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return errors.Join(err, f.Close())
	}
	f, err := newBeside(file)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil && old != nil {
		err = f.Chmod(old.Mode().Perm())
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
