package cnf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A Text reads the bytes of a text that may come from another system. It decodes UTF-16, skips a byte order
// mark at the beginning, and returns LF for each of the line ends LF, CR LF and CR. It returns a blank for
// characters that look like one, and skips characters that nobody sees, as Ordinary does.
type Text struct {
	r     *bufio.Reader
	cr    bool  // the last byte of r was CR, so LF does not end another line
	last  byte  // the last byte that Read returned
	again bool  // Read returns this byte again
	Width int   // how many bytes of the text in UTF-8 the last byte stands for, with the skipped characters before it
	Err   error // the first read error except io.EOF, or the error of CheckText
}

// Ordinary replaces characters that look like a blank, and removes characters that nobody sees. It keeps
// the joiners U+200C and U+200D, because some languages spell words with them.
var Ordinary = strings.NewReplacer("\u00a0", " ", "\u2007", " ", "\u202f", " ", "\u3000", " ", "\u200b", "", "\u2060", "", "\ufeff", "")

// NewText returns a reader of r. If CheckText refuses the text, Read returns no bytes.
func NewText(r io.Reader) *Text {
	t := &Text{r: bufio.NewReader(UTF8(r))}
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
		return t.last, true
	}
	for t.Width = 0; t.Err == nil; {
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
		t.Width++
		t.last = b
		return b, true
	}
	return 0, false
}

// foreign returns b, the first byte of a character outside ASCII, or the blank that replaces the character,
// or 0 for a character that is skipped. It adds all other bytes of the character to Width.
func (t *Text) foreign(b byte) byte {
	t.r.UnreadByte()
	r, size, _ := t.r.ReadRune()
	switch Ordinary.Replace(string(r)) {
	case " ":
		t.Width += size - 1
		return ' '
	case "":
		t.Width += size
		return 0
	}
	t.r.UnreadRune()
	t.r.ReadByte()
	return b
}

// Unread makes the next Read return the last byte again.
func (t *Text) Unread() { t.again = true }
