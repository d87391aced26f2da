package certificate

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
)

// A TooLarge is the error of Zip if the files have more bytes than the limit.
type TooLarge struct{ Limit int64 }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("the certificate has more than %d MiB", e.Limit>>20)
}

// Zip makes a certificate in memory. It returns a ZIP archive with one folder, whose name is the
// result of Name. The folder has the files that Write would write. The files together may have at
// most the given limit of bytes before they are compressed. The error is a *TooLarge, or one of the
// errors of Write.
func Zip(s Subject, search Search, limit int64) (claim *Claim, archive []byte, err error) {
	m := &memory{files: map[string]*memoryFile{}, limit: limit, left: limit}
	if claim, err = write(m, s, search); err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(m.files)) {
		w, err := z.Create(Name(claim.Puzzle, claim.Instance) + "/" + name)
		if err == nil {
			_, err = m.files[name].text.WriteTo(w)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	err = z.Close()
	return claim, b.Bytes(), err
}

type memory struct {
	files       map[string]*memoryFile
	limit, left int64 // in bytes
}

func (m *memory) create(name string) (io.WriteCloser, error) {
	m.files[name] = &memoryFile{memory: m}
	return m.files[name], nil
}

func (m *memory) open(name string) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(m.files[name].text.Bytes())), nil
}

func (m *memory) remove(name string) error {
	m.left += int64(m.files[name].text.Len())
	delete(m.files, name)
	return nil
}

type memoryFile struct {
	memory *memory
	text   bytes.Buffer // not embedded, because its method WriteString would go around the limit
}

func (f *memoryFile) Write(p []byte) (int, error) {
	if f.memory.left -= int64(len(p)); f.memory.left < 0 {
		return 0, &TooLarge{f.memory.limit}
	}
	return f.text.Write(p)
}

func (f *memoryFile) Close() error { return nil }
