package grid

import (
	"encoding/hex"
	"strings"

	"counterproof/encode"
)

// Sides reads the width and the height at the beginning of a game ID, as in 9x7, and returns the
// rest of the ID. Each side is from 1 to most. The errors show example as an example of an ID.
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

// Pack packs bits into bytes. The first bit is the highest of the first byte.
func Pack(bits []bool) []byte {
	b := make([]byte, (len(bits)+7)/8)
	for i, bit := range bits {
		if bit {
			b[i/8] |= 0x80 >> (i % 8)
		}
	}
	return b
}

// Unpack returns the first n bits that Pack packed.
func Unpack(b []byte, n int) []bool {
	bits := make([]bool, n)
	for i := range bits {
		bits[i] = b[i/8]<<(i%8)&0x80 != 0
	}
	return bits
}

// Hex returns n packed bits as hex digits.
func Hex(b []byte, n int) string { return hex.EncodeToString(b)[:(n+3)/4] }

// ReadHex reads n packed bits from hex digits in upper or lower case. It drops padding bits. The
// errors call the bits by name.
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
