package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged means that another program has deleted, replaced, cut or overwritten the file of an
// open ledger. The returned errors wrap it.
var ErrChanged = errors.New("somebody else has changed the file")

// These errors say why the name of the ledger does not lead to its file any more. SQLite still has
// the file open, with all records.
var (
	errGone       = errors.New("it was deleted or renamed")
	errReplaced   = errors.New("another file was put in its place")
	errFolderGone = errors.New("its folder was deleted or renamed")
)

// ours reports whether the file of the ledger still looks as this process left it; see mark.same.
func (l *Ledger) ours() bool {
	if l.mark == nil {
		return true
	}
	_, err := l.mark.same()
	return err == nil
}

// A mark describes the file of an open ledger after the last transaction, so that a change by
// another program can be noticed. Programs that respect SQLite's locks do not write into the file
// while the ledger is open.
type mark struct {
	name  string
	file  *os.File    // the file that was opened, even if another file has its name now
	info  os.FileInfo // of file
	start [100]byte   // of file; SQLite changes this part with every transaction
}

func (m *mark) set() (err error) {
	if m.info, err = m.file.Stat(); err == nil {
		_, err = m.file.ReadAt(m.start[:], 0)
	}
	return err
}

// same returns an error in three cases: the name does not lead to the marked file, the marked file
// has become shorter, or its start has changed. The rest of the file is not read. The result
// touched is true if the modification time has changed.
func (m *mark) same() (touched bool, err error) {
	info, err := os.Stat(m.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(m.name)); errors.Is(err, fs.ErrNotExist) {
			return true, fmt.Errorf("%w: %w", ErrChanged, errFolderGone)
		}
		return true, fmt.Errorf("%w: %w", ErrChanged, errGone)
	case err != nil:
		return true, err
	case !os.SameFile(info, m.info):
		return true, fmt.Errorf("%w: %w", ErrChanged, errReplaced)
	case info.Size() < m.info.Size():
		return true, fmt.Errorf("%w: it was cut from %d to %d bytes", ErrChanged, m.info.Size(), info.Size())
	}
	var start [len(m.start)]byte
	if _, err := m.file.ReadAt(start[:], 0); err != nil {
		return true, err
	}
	if start != m.start {
		return true, fmt.Errorf("%w: it was overwritten", ErrChanged)
	}
	return !info.ModTime().Equal(m.info.ModTime()), nil
}
