package certificate

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"counterproof/encode/wording"
)

// A folder is a certificate that is being read: regular files in an os.Root, which no link leaves.
type folder struct {
	files fs.FS
	io.Closer
	ctx context.Context
}

func openFolder(ctx context.Context, dir string) (*folder, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &folder{root.FS(), root, ctx}, nil
}

func (d *folder) with(name string, use func(f *reader) error) error {
	info, err := fs.Lstat(d.files, name) // check first, because opening a pipe would block
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse(name, 0, "the file is missing")
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return refuse(name, 0, "want a regular file, got %s", kind(info.Mode()))
	}
	f, err := d.files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return use(&reader{d.ctx, f, info.Size()})
}

// text returns the contents of a file, which may have at most the given number of bytes.
func (d *folder) text(name string, most int64) (text []byte, err error) {
	err = d.with(name, func(f *reader) error {
		if f.size > most {
			return refuse(name, 0, "the file is larger than %d bytes", most)
		}
		text, err = io.ReadAll(io.LimitReader(f, most)) // the file may grow
		return err
	})
	return text, err
}

func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	}
	return "a special file"
}

// A reader is a file that can be read until the context ends.
type reader struct {
	ctx context.Context
	fs.File
	size int64 // when the file was opened
}

func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.File.Read(p)
}

// longestClaim limits the size of count.json in bytes. The file repeats the instance.
const longestClaim = 2 * longestInstance

// claim reads the claim. Unless contentOnly is true, claim also checks the sizes and hashes of all
// files, and that the folder holds nothing else.
func (d *folder) claim(contentOnly bool) (*Claim, error) {
	text, err := d.text(claimFile, longestClaim)
	if err != nil {
		return nil, err
	}
	c, err := readClaim(text)
	if err != nil || contentOnly {
		return c, err
	}
	entries, err := fs.ReadDir(d.files, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, ok := c.Files[e.Name()]; !ok && e.Name() != claimFile {
			return nil, refuse(plainName(e.Name()), 0, "the file does not belong to a certificate")
		}
	}
	for _, name := range filesOf(c) {
		if err := d.hash(name, c.Files[name]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (d *folder) hash(name string, want File) error {
	return d.with(name, func(f *reader) error {
		if f.size != want.Bytes {
			return refuse(name, 0, "the file has changed: it has %d bytes, but %s says %d", f.size, claimFile, want.Bytes)
		}
		sum := sha256.New()
		if _, err := io.Copy(sum, struct{ io.Reader }{f}); err != nil {
			return err
		}
		if hex.EncodeToString(sum.Sum(nil)) != want.SHA256 {
			return refuse(name, 0, "the file has changed: its SHA-256 differs from the one in %s", claimFile)
		}
		return nil
	})
}

// lines counts the lines of a file. Text after the last newline also counts as a line.
func (d *folder) lines(name string) (n int64, err error) {
	last := byte('\n')
	err = d.with(name, func(f *reader) error {
		for buf := make([]byte, 1<<16); ; {
			k, err := f.Read(buf)
			n += int64(bytes.Count(buf[:k], []byte{'\n'}))
			if k > 0 {
				last = buf[k-1]
			}
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
		}
	})
	if last != '\n' {
		n++
	}
	return n, err
}

// A same compares the bytes that are written to it with the bytes of a file.
type same struct {
	file string
	what string // what the file must contain, in words
	r    *bufio.Reader
	line int // the current line, from 1
	buf  []byte
}

func newSame(file, what string, r io.Reader) *same {
	return &same{file: file, what: what, r: bufio.NewReaderSize(r, 1<<16), line: 1}
}

func (s *same) Write(p []byte) (int, error) {
	if len(s.buf) < len(p) {
		s.buf = make([]byte, len(p))
	}
	got := s.buf[:len(p)]
	n, err := io.ReadFull(s.r, got)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, err
	}
	if got = got[:n]; !bytes.Equal(got, p) {
		return 0, s.differ(got, p)
	}
	s.line += bytes.Count(p, []byte{'\n'})
	return n, nil
}

func (s *same) differ(got, want []byte) error {
	i := 0
	for i < len(got) && got[i] == want[i] {
		i++
	}
	from := max(bytes.LastIndexByte(got[:i], '\n')+1, i-wording.MostQuoted/2) // so that the quotes show the difference
	rest, _ := s.r.Peek(wording.MostQuoted)
	return refuse(s.file, s.line+bytes.Count(got[:i], []byte{'\n'}), "the file is not %s: want %s, got %s",
		s.what, firstLine(string(want[from:])), firstLine(string(got[from:])+string(rest)))
}

func firstLine(text string) string {
	line, _, ended := strings.Cut(text, "\n")
	if line == "" && !ended {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", wording.Short(line))
}

// end refuses a file that is longer than the text written to s.
func (s *same) end() error {
	rest, err := s.r.Peek(60)
	switch {
	case len(rest) > 0:
		return refuse(s.file, s.line, "the file is not %s: want the end of the file, got %s", s.what, firstLine(string(rest)))
	case err != io.EOF:
		return err
	}
	return nil
}

// plainName quotes the name of a file if it is long or could be mistaken for a part of a message.
func plainName(name string) string {
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` || len(name) > 60 {
		return fmt.Sprintf("%.20q", name)
	}
	return name
}

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
	if claim, err = write(m, s, func(w *writer) { w.list(search) }); err != nil {
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
