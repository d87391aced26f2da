package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A Named is the name and the content of a file to be written.
type Named struct {
	Name string // a path in the folder, with slashes
	Data []byte

	Rest func(io.Writer) error // writes what follows the data; may be nil
}

func (f *Named) write(path string) error {
	w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = w.Write(f.Data)
	if f.Rest != nil && err == nil {
		err = f.Rest(w)
	}
	return errors.Join(err, w.Close())
}

// A ForeignError reports a file that no earlier run has made and that is not overwritten.
type ForeignError struct {
	Path  string
	Maker string // what an earlier run would have made, such as "report"
}

func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s is not a file of an earlier %s, so it is not overwritten: name another folder with -o, or remove the file", e.Path, e.Maker)
}

// WriteAll writes files into dir. Other files in dir stay. If dir or the folder of a file is
// missing, WriteAll makes this folder. All files are written under temporary names before the first
// file is renamed. After an error there are no half-written files and no new folders, and the old
// files stay.
func WriteAll(dir string, files []Named) (err error) {
	var made []string
	defer func() {
		for _, path := range slices.Backward(made) {
			if err != nil {
				os.Remove(path) // which fails for a folder that is not empty
			}
		}
	}()
	makeFolder := func(path string) error {
		made = append(made, missing(path)...)
		return os.MkdirAll(path, 0o777)
	}
	if err := makeFolder(dir); err != nil {
		return err
	}
	prefix := filepath.Join(dir, ".unfinished-")
	if err := sweep(prefix); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(dir, fmt.Sprintf(".unfinished-%d.*", os.Getpid()))
	if err != nil {
		return fmt.Errorf("%s: no file can be written into this folder: %w", dir, errors.Unwrap(err)) // without the hidden name
	}
	defer os.RemoveAll(temporary)
	for _, f := range files {
		path := filepath.Join(temporary, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), f.write(path)); err != nil {
			return renamed(err, temporary, filepath.Clean(dir))
		}
	}
	for _, f := range files {
		// Now a rename can only fail because a folder is in the way. Check this before.
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			return fmt.Errorf("%s is a folder where a file must be written: move the folder or write elsewhere", path)
		}
		if err := makeFolder(filepath.Dir(path)); err != nil {
			return err
		}
	}
	for _, f := range files {
		name := filepath.FromSlash(f.Name)
		if err := os.Rename(filepath.Join(temporary, name), filepath.Join(dir, name)); err != nil {
			return renamed(err, temporary, filepath.Clean(dir))
		}
	}
	return nil
}

func missing(dir string) []string {
	var paths []string
	for dir = filepath.Clean(dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		paths = append(paths, dir)
	}
	slices.Reverse(paths)
	return paths
}
