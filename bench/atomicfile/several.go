package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Named is the name and the content of a file to be written.
type Named struct {
	Name string // without a folder
	Data []byte
}

// WriteAll writes files into dir and leaves other files there. It makes dir if it is missing.
// It writes all files under temporary names before it renames the first one. After an error
// there are no half-written files and no new folders, and the old files stay.
func WriteAll(dir string, files []Named) (err error) {
	made := missing(dir)
	defer func() {
		for _, path := range made {
			if err != nil {
				os.Remove(path) // which fails for a folder that is not empty
			}
		}
	}()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	prefix := filepath.Join(dir, ".unfinished-")
	if err := sweep(prefix); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(dir, fmt.Sprintf(".unfinished-%d.*", os.Getpid()))
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(temporary, f.Name), f.Data, 0o666); err != nil {
			return err
		}
	}
	for _, f := range files {
		// Now a rename can only fail because a folder is in the way. Check this before the first
		// rename.
		if path := filepath.Join(dir, f.Name); isFolder(path) {
			return fmt.Errorf("%s is a folder where a file must be written: move the folder or write elsewhere", path)
		}
	}
	for _, f := range files {
		if err := os.Rename(filepath.Join(temporary, f.Name), filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	return nil
}

// missing lists the folders that MkdirAll will make, the innermost first.
func missing(dir string) []string {
	var paths []string
	for dir = filepath.Clean(dir); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		paths = append(paths, dir)
	}
	return paths
}

func isFolder(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}
