package cnf

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"counterproof/encode/wording"
)

// A Text reads the bytes of a text that may come from another system. It decodes UTF-16, skips a byte order
// mark at the beginning, and returns LF for each of the line ends LF, CR LF and CR. It returns a blank for
// characters that look like one, and skips characters that nobody sees, as Ordinary does.
type Text struct {
	Line, Column int   // where the next byte is, in the text in UTF-8
	Err          error // the first read error except io.EOF, or the error of CheckText

	r      *bufio.Reader
	cr     bool // the last byte of r was CR, so LF does not end another line
	last   byte // the last byte that Read returned
	again  bool // Read returns this byte again
	width  int  // how many bytes of the text in UTF-8 the last byte stands for, with the skipped characters before it
	before int  // the column of the last LF
}

// Ordinary replaces characters that look like a blank, and removes characters that nobody sees. It keeps
// the joiners U+200C and U+200D, because some languages spell words with them.
var Ordinary = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u202f", " ", "\u3000", " ", "\u200b", "", "\u2060", "", "\ufeff", "")

// NewText returns a reader of r. If CheckText refuses the text, Read returns no bytes.
func NewText(r io.Reader) *Text {
	t := &Text{Line: 1, Column: 1, r: bufio.NewReader(UTF8(r))}
	start, err := t.r.Peek(10)
	if err == nil || errors.Is(err, io.EOF) {
		err = CheckText(start)
	}
	t.Err = err
	t.r.Discard(len(start) - len(bytes.TrimPrefix(start, []byte("\ufeff"))))
	return t
}

// CheckText returns a *SyntaxError if the start of a text shows that it cannot be read, because it
// is compressed. Ten bytes are enough.
func CheckText(start []byte) error {
	if program := Compressed(start); program != "" {
		return &SyntaxError{1, 1, fmt.Errorf("the input is compressed (%s): decompress it first", program)}
	}
	return nil
}

// Read returns the next byte, or false at the end of the text or after an error.
func (t *Text) Read() (b byte, ok bool) {
	if t.again {
		t.again = false
		t.pass()
		return t.last, true
	}
	for t.width = 0; t.Err == nil; {
		b, err := t.r.ReadByte()
		after := t.cr
		t.cr = b == '\r'
		switch {
		case err != nil:
			if !errors.Is(err, io.EOF) {
				t.Err = err
			}
			return 0, false
		case b == '\n' && after:
			continue
		case b == '\r':
			b = '\n'
		case b >= utf8.RuneSelf:
			if b = t.foreign(b); b == 0 {
				continue
			}
		}
		t.width++
		t.last = b
		t.pass()
		return b, true
	}
	return 0, false
}

func (t *Text) pass() {
	if t.last == '\n' {
		t.before = t.Column
		t.Line, t.Column = t.Line+1, 1
	} else {
		t.Column += t.width
	}
}

// foreign returns b, the first byte of a character outside ASCII, or the blank that replaces the character,
// or 0 for a character that is skipped. It adds all other bytes of the character to width.
func (t *Text) foreign(b byte) byte {
	t.r.UnreadByte()
	r, size, _ := t.r.ReadRune()
	switch Ordinary.Replace(string(r)) {
	case " ":
		t.width += size - 1
		return ' '
	case "":
		t.width += size
		return 0
	}
	t.r.UnreadRune()
	t.r.ReadByte()
	return b
}

// Unread makes the next Read return the last byte again.
func (t *Text) Unread() {
	t.again = true
	if t.last == '\n' {
		t.Line, t.Column = t.Line-1, t.before
	} else {
		t.Column -= t.width
	}
}

// Errorf returns a *SyntaxError at the given position, or t.Err if the text could not be read.
func (t *Text) Errorf(line, column int, format string, args ...any) error {
	if t.Err != nil {
		return t.Err
	}
	return &SyntaxError{line, column, fmt.Errorf(format, args...)}
}

var magic = []struct{ program, start string }{
	{"gzip", "\x1f\x8b"}, {"xz", "\xfd7zXZ\x00"}, {"zstd", "\x28\xb5\x2f\xfd"}, {"zip", "PK\x03\x04"},
}

// bzip2Start matches the beginning of a bzip2 file: its magic and the marker of its first block, or
// of its end. A text may also begin with BZh.
var bzip2Start = regexp.MustCompile(`^BZh[1-9](1AY&SY|\x17rE8P)`)

// Compressed returns the name of the program that compressed the data: gzip, xz, zstd, bzip2 or zip.
// The first ten bytes of the data decide. If they do not belong to any of these formats, Compressed
// returns the empty string.
func Compressed(data []byte) string {
	if bzip2Start.Match(data) {
		return "bzip2"
	}
	for _, m := range magic {
		if bytes.HasPrefix(data, []byte(m.start)) {
			return m.program
		}
	}
	return ""
}

// UTF16 returns the byte order of a text in UTF-16, or nil for any other text. The first two bytes decide:
// a byte order mark, or an ASCII character.
func UTF16(start []byte) binary.ByteOrder {
	switch {
	case len(start) < 2:
		return nil
	case string(start[:2]) == "\xff\xfe" || start[0] != 0 && start[1] == 0:
		return binary.LittleEndian
	case string(start[:2]) == "\xfe\xff" || start[0] == 0 && start[1] != 0:
		return binary.BigEndian
	}
	return nil
}

// UTF8 returns a reader that decodes UTF-16 to UTF-8. Any other text stays as it is. A byte order mark stays,
// too. If a text in UTF-16 has an odd number of bytes, the last one is dropped.
func UTF8(r io.Reader) io.Reader {
	b := bufio.NewReader(r)
	start, err := b.Peek(2)
	switch order := UTF16(start); {
	case order != nil:
		return &decoder{r: b, order: order}
	case err != nil: // b has forgotten the error
		return io.MultiReader(bytes.NewReader(start), &decoder{err: err})
	}
	return b
}

type decoder struct {
	r     *bufio.Reader
	order binary.ByteOrder
	text  string // decoded, but not yet read
	err   error
}

func (d *decoder) Read(p []byte) (int, error) {
	for d.text == "" && d.err == nil {
		d.fill()
	}
	n := copy(p, d.text)
	if d.text = d.text[n:]; d.text != "" {
		return n, nil
	}
	return n, d.err
}

// fill decodes the next block. It does not divide the two halves of a character.
func (d *decoder) fill() {
	var block [4098]byte
	n, err := io.ReadFull(d.r, block[:4096])
	if n == 4096 && d.order.Uint16(block[n-2:])>>10 == 0xd800>>10 {
		var more int
		more, err = io.ReadFull(d.r, block[n:])
		n += more
	}
	if d.err = err; errors.Is(err, io.ErrUnexpectedEOF) {
		d.err = io.EOF
	}
	units := make([]uint16, n/2)
	for i := range units {
		units[i] = d.order.Uint16(block[2*i:])
	}
	d.text = string(utf16.Decode(units))
}

// A SyntaxError reports where and why a text does not follow the expected format.
type SyntaxError struct {
	Line, Column int // from 1; columns are bytes
	Err          error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
}

func (e *SyntaxError) Unwrap() error { return e.Err }

// A scanner splits a text into lines and lines into words. It remembers where the last word
// began.
type scanner struct {
	*Text
	col int // column of the last word, or of the end of the line if there was no word
	buf []byte
}

func newScanner(r io.Reader) *scanner { return &scanner{Text: NewText(r), col: 1} }

// maxWord limits the length of a word. Longer words are cut off; no valid number is that long.
const maxWord = 32

// word returns the next word of this line, or an empty slice at the end of the line. The word
// is valid until the next call.
func (s *scanner) word() []byte { return s.wordUpTo(maxWord) }

// wordUpTo works like the method word, but cuts the word off at the given length.
func (s *scanner) wordUpTo(length int) []byte {
	s.buf = s.buf[:0]
	for {
		if len(s.buf) == 0 {
			s.col = s.Column
		}
		b, ok := s.Read()
		space := b == ' ' || b == '\t'
		if !ok || b == '\n' || space && len(s.buf) > 0 {
			if ok {
				s.Unread()
			}
			return s.buf
		}
		if !space && len(s.buf) < length {
			s.buf = append(s.buf, b)
		}
	}
}

func (s *scanner) nextLine() bool {
	for {
		s.col = s.Column
		if b, ok := s.Read(); !ok || b == '\n' {
			return ok
		}
	}
}

func (s *scanner) fail(format string, args ...any) error {
	return s.Errorf(s.Line, s.col, format, args...)
}

// lineEnd returns an error if another word follows in this line. For the error message, the
// parameter want describes what is allowed there.
func (s *scanner) lineEnd(want string) error {
	if word := s.word(); len(word) > 0 {
		return s.fail("want %s, got %s", want, quote(word))
	}
	return nil
}

// number parses a word as a decimal number whose absolute value is at most the given limit. It
// rejects a leading '+' and -0.
func (s *scanner) number(word []byte, want string, limit int) (int, error) {
	digits, sign := word, 1
	if len(digits) > 0 && digits[0] == '-' {
		digits, sign = digits[1:], -1
	}
	n := 0
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, s.fail("want %s, got %s", want, quote(word))
		}
		if n = 10*n + int(d-'0'); n > limit {
			return 0, s.fail("want %s, got %s, which is beyond the limit %d", want, wording.Short(string(word)), limit)
		}
	}
	if len(digits) == 0 || n == 0 && sign < 0 {
		return 0, s.fail("want %s, got %s", want, quote(word))
	}
	return sign * n, nil
}

func quote[text []byte | string](word text) string {
	if len(word) == 0 {
		return "the end of the line"
	}
	return fmt.Sprintf("%q", wording.Short(string(word)))
}
