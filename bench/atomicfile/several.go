package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// A Named is the content of a file that goes into a folder.
type Named struct {
	Name string // without a folder
	Data []byte
}

// WriteAll puts files into dir, which is made if it is missing, next to what is in it. All are
// written before the first one takes its place: an error leaves no half-written file and no
// folder that was made, and the old files stay.
func WriteAll(dir string, files []Named) (err error) {
	made := missing(dir)
	defer func() {
		for _, path := range made {
			if err != nil {
				os.Remove(path) // which takes nothing that has a file in it
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
		// The one way in which a rename still fails: find it before the first.
		if path := filepath.Join(dir, f.Name); isFolder(path) {
			return fmt.Errorf("%s is a folder where a file goes", path)
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
