package ledger

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
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
	name   string
	file   *os.File // the file that was opened, even if another file has its name now
	info   os.FileInfo
	size   int64
	header header
	time   time.Time // of the last change
}

func newMark(name string) (*mark, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	m := &mark{name: name, file: f}
	if m.info, err = f.Stat(); err == nil {
		err = m.set()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return m, nil
}

// set stores the current size, header and modification time of the file in the mark.
func (m *mark) set() error {
	info, err := m.file.Stat()
	if err != nil {
		return err
	}
	if _, err := m.file.ReadAt(m.header[:], 0); err != nil {
		return err
	}
	m.size, m.time = m.header.bytes(), info.ModTime()
	return m.long(info)
}

// long returns an error if the file is shorter than its header says.
func (m *mark) long(info os.FileInfo) error {
	if info.Size() < m.size {
		return fmt.Errorf("%w: it was cut from %d to %d bytes", ErrChanged, m.size, info.Size())
	}
	return nil
}

// same returns an error in three cases: the name does not lead to the marked file, the marked file
// has become shorter, or its header has changed. The rest of the file is not read. The result
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
	}
	if err := m.long(info); err != nil {
		return true, err
	}
	var h header
	if _, err := m.file.ReadAt(h[:], 0); err != nil {
		return true, err
	}
	if h != m.header {
		return true, fmt.Errorf("%w: it was overwritten", ErrChanged)
	}
	return !info.ModTime().Equal(m.time), nil
}

// A header is the beginning of an SQLite file (https://sqlite.org/fileformat2.html, 1.3).
// Its numbers are big-endian.
type header [100]byte

// These are the offsets of the numbers in a header.
const (
	pageSizeAt = 16
	changesAt  = 24 // the number of transactions
	pagesAt    = 28
	freeAt     = 32 // the first unused page, and the number of unused pages
	afterFree  = 40
	validAt    = 92 // the value at changesAt when pagesAt was written
)

// page returns the size of a page in bytes.
func (h *header) page() int64 {
	if size := int64(binary.BigEndian.Uint16(h[pageSizeAt:])); size != 1 {
		return size
	}
	return 1 << 16
}

// bytes returns the length of the file according to the header.
func (h *header) bytes() int64 {
	return h.page() * int64(binary.BigEndian.Uint32(h[pagesAt:]))
}

// mend repairs the header of a ledger file whose length in bytes is the parameter size. The two
// numbers about unused pages stay, and mend computes the number of pages. The other parts come
// from the parameter like, the header of another ledger. All ledgers agree in these other parts,
// except in the number of transactions, which does not matter.
func (h *header) mend(like *header, size int64) {
	free := [afterFree - freeAt]byte(h[freeAt:afterFree])
	*h = *like
	copy(h[freeAt:], free[:])
	binary.BigEndian.PutUint32(h[pagesAt:], uint32((size+h.page()-1)/h.page()))
	copy(h[validAt:validAt+4], h[changesAt:changesAt+4])
}
