package encode

import (
	"crypto/sha256"
	endian "encoding/binary"
	"encoding/hex"
	"math/bits"

	"counterproof/encode/wording"
)

// A Digest is a checksum of a set of solutions: the sum modulo 2^256 of the SHA-256 of every
// solution added. The order of the solutions does not matter. If the solutions are split into
// parts, the digests of the parts add up to the digest of the whole. The zero value is the digest
// of no solutions.
type Digest struct{ words [4]uint64 } // the most significant word first

// Add adds one solution in its printed form. The parameter instance is the board in canonical
// notation, of which wording.Identity counts.
func (d *Digest) Add(puzzle, instance, solution string) {
	instance = wording.Identity(instance)
	var short [256]byte // for most solutions, the text needs no memory of the heap
	text := append(append(append(short[:0], puzzle...), 0), instance...)
	sum := sha256.Sum256(append(append(text, 0), solution...))
	var o Digest
	for i := range o.words {
		o.words[i] = endian.BigEndian.Uint64(sum[8*i:])
	}
	d.AddDigest(o)
}

// AddDigest adds the digest of another set of solutions, so that d becomes the digest of both sets.
func (d *Digest) AddDigest(o Digest) {
	var carry uint64
	for i := 3; i >= 0; i-- {
		d.words[i], carry = bits.Add64(d.words[i], o.words[i], carry)
	}
}

// String returns the digest as 64 hex digits.
func (d Digest) String() string {
	var sum []byte
	for _, w := range d.words {
		sum = endian.BigEndian.AppendUint64(sum, w)
	}
	return hex.EncodeToString(sum)
}
