package cnf

import "testing"

// TestCompressed checks the first ten bytes that the programs themselves write, for a short text and
// for an empty one, and texts that begin almost so.
func TestCompressed(t *testing.T) {
	for start, want := range map[string]string{
		"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03": "gzip",
		"\xfd7zXZ\x00\x00\x04\xe6\xd6":             "xz",
		"\x28\xb5\x2f\xfd\x04\x58\x71\x00\x00\x70": "zstd",
		"\x28\xb5\x2f\xfd\x24\x00\x01\x00\x00\x99": "zstd",
		"BZh91AY&SY":                 "bzip2",
		"BZh9\x17rE8P\x90":           "bzip2",
		"PK\x03\x04\x2d\x00\x08\x00": "zip",
		"":                           "",
		"BZh9 1 2 0":                 "",
		"p cnf 1 0\n":                "",
		"PK":                         "",
		"\ufeffp cnf":                "",
	} {
		if got := Compressed([]byte(start)); got != want {
			t.Errorf("%q: got %q, want %q", start, got, want)
		}
	}
}
