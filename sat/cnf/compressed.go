package cnf

import (
	"bytes"
	"regexp"
)

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
