package transport

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"counterproof/bench/system/atomicfile"
)

// stored is the name of the subfolder in which the NATS server keeps all its files.
const stored = "jetstream"

// claim makes the folder of the queue unless it exists, and returns its path without symbolic links at
// the end. If the folder has files that no queue has made, the result is an error.
func claim(folder string) (string, error) {
	path, err := atomicfile.Follow(folder)
	if err != nil {
		return "", err
	}
	reserved := func(why string) error {
		return fmt.Errorf("%s is reserved for the queue, but %s: move it away, or choose another ledger", folder, why)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return "", reserved("it is a file")
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return "", err
	}
	foreign := func(name string) error { return reserved(fmt.Sprintf("it has something else with the name %q", name)) }
	all, err := os.ReadDir(path)
	if err != nil {
		return "", err
	}
	for _, e := range all {
		if e.Name() != stored || !e.IsDir() {
			return "", foreign(e.Name())
		}
	}
	all, err = os.ReadDir(filepath.Join(path, stored))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, e := range all { // a folder for each account, such as $G, and files such as _test_123
		if first := e.Name()[0]; !(first == '$' && e.IsDir() || first == '_') {
			return "", foreign(filepath.Join(stored, e.Name()))
		}
	}
	return path, nil
}

// Clear deletes the files of the queue, and its folder if nothing else is there. It must not be called
// while a server uses the folder. If the folder is a symbolic link, Clear keeps the link and the folder
// behind it.
func Clear(folder string) error {
	path, err := claim(folder)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(path, stored)); err != nil || path != folder {
		return err
	}
	return os.Remove(path)
}

func foldersOf(folder string) (map[string]os.FileInfo, error) {
	all := map[string]os.FileInfo{}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			all[path], err = d.Info()
		}
		return err
	})
	return all, err
}

var (
	// ErrGone means that the folder of the server was deleted or replaced while the server ran.
	ErrGone = errors.New("the folder of the queue was deleted")
	// ErrFull means that the server could not write its files because the disk is full.
	ErrFull = errors.New("no space left on the disk")
)

// Intact returns an error if the server does not keep messages any more. The error wraps ErrFull if
// the disk is full. It is ErrGone if the folder, or a folder in it, was deleted or replaced since the
// start.
func (s *Server) Intact() error {
	if s.log.full.Load() {
		return fmt.Errorf("the queue in %s: %w", s.options.Folder, ErrFull)
	}
	for path, was := range s.folders {
		if now, err := os.Stat(path); err != nil || !os.SameFile(was, now) {
			return ErrGone
		}
	}
	if !s.ns.JetStreamEnabled() {
		return fmt.Errorf("the queue in %s has stopped to keep messages", s.options.Folder)
	}
	return nil
}
