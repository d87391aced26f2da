package grid

import (
	"encoding/hex"
	"strings"

	"counterproof/encode"
)

// Sides reads the width and the height at the beginning of a game ID, as in 9x7, and returns the
// rest of the ID. Each side must be from 1 to the parameter most. Error messages show the parameter
// example as an example of an ID.
func Sides(id encode.Span, most int, example string) (w, h int, rest encode.Span, err error) {
	var sides [2]int
	for k := range sides {
		n, digits := encode.LeadingNumber(id.Text, most)
		if n < 1 || n > most {
			return 0, 0, id, id.Errorf("want a side of 1 to %d cells, got %q", most, id.Text[:digits])
		}
		sides[k], id = n, id.From(digits)
		if k == 0 && !strings.HasPrefix(id.Text, "x") {
			return 0, 0, id, id.Errorf("want 'x' after the width, as in %s", example)
		}
		id = id.From(1 - k)
	}
	return sides[0], sides[1], id, nil
}

// Pack packs bits into bytes. The first bit becomes the highest bit of the first byte.
func Pack(bits []bool) []byte {
	b := make([]byte, (len(bits)+7)/8)
	for i, bit := range bits {
		if bit {
			b[i/8] |= 0x80 >> (i % 8)
		}
	}
	return b
}

// Unpack returns the first n of the bits that Pack has packed into b.
func Unpack(b []byte, n int) []bool {
	bits := make([]bool, n)
	for i := range bits {
		bits[i] = b[i/8]<<(i%8)&0x80 != 0
	}
	return bits
}

// Hex returns the hex digits of n bits that Pack has packed.
func Hex(b []byte, n int) string { return hex.EncodeToString(b)[:(n+3)/4] }

// ReadHex reads n bits from hex digits in upper or lower case, and returns the bits as Pack packs
// them. It ignores surplus bits of the last digit. In error messages, the parameter name says what
// the bits are.
func ReadHex(text encode.Span, n int, name string) ([]byte, error) {
	if err := text.Only("0123456789abcdefABCDEF", "a hex digit of the "+name); err != nil {
		return nil, err
	}
	want, got := (n+3)/4, len(text.Text)
	if got != want {
		return nil, text.From(min(got, want)).Errorf("want %d hex digits for the %d bits of the %s, got %d", want, n, name, got)
	}
	return hex.DecodeString(text.Text + strings.Repeat("0", want%2))
}
