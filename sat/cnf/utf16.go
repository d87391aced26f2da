package cnf

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
)

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
