package cnf

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// A Text reads the bytes of a text that may come from another system. It skips a byte order mark
// at the beginning, and returns LF for each of the line ends LF, CR LF and CR.
type Text struct {
	r   *bufio.Reader
	cr  bool  // the last byte of r was CR, so LF does not end another line
	Err error // the first read error except io.EOF, or the error of CheckText
}

// NewText returns a reader of r. If CheckText refuses the text, Read returns no bytes.
func NewText(r io.Reader) *Text {
	t := &Text{r: bufio.NewReader(r)}
	start, err := t.r.Peek(10)
	if err == nil || errors.Is(err, io.EOF) {
		err = CheckText(start)
	}
	t.Err = err
	t.r.Discard(len(start) - len(bytes.TrimPrefix(start, []byte("\ufeff"))))
	return t
}

// CheckText returns a *SyntaxError if the start of a text shows that it cannot be read, because it
// is compressed or is in UTF-16. Ten bytes are enough.
func CheckText(start []byte) error {
	program := Compressed(start)
	switch {
	case program != "":
		return &SyntaxError{1, 1, fmt.Errorf("the input is compressed (%s): decompress it first", program)}
	case len(start) > 1 && (string(start[:2]) == "\xff\xfe" || string(start[:2]) == "\xfe\xff"):
		return &SyntaxError{1, 1, errors.New("the input is text in UTF-16: convert it to UTF-8 first")}
	}
	return nil
}

// Read returns the next byte, or false at the end of the text or after an error.
func (t *Text) Read() (b byte, ok bool) {
	if t.Err != nil {
		return 0, false
	}
	b, err := t.r.ReadByte()
	if b == '\n' && t.cr {
		b, err = t.r.ReadByte()
	}
	if err != nil {
		if !errors.Is(err, io.EOF) {
			t.Err = err
		}
		return 0, false
	}
	if t.cr = b == '\r'; t.cr {
		b = '\n'
	}
	return b, true
}

// Unread makes the next Read return the last byte again.
func (t *Text) Unread() { t.r.UnreadByte() }
