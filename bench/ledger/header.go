package ledger

import "encoding/binary"

// A header is the beginning of an SQLite file (https://sqlite.org/fileformat2.html, 1.3).
// Its numbers are big-endian.
type header [100]byte

// These are the offsets of the numbers in a header.
const (
	pageSizeAt = 16
	changesAt  = 24 // the number of transactions
	pagesAt    = 28
	freeAt     = 32 // the first unused page, and the number of unused pages
	afterFree  = 40
	validAt    = 92 // the value at changesAt when pagesAt was written
)

// page returns the size of a page in bytes.
func (h *header) page() int64 {
	if size := int64(binary.BigEndian.Uint16(h[pageSizeAt:])); size != 1 {
		return size
	}
	return 1 << 16
}

// bytes returns the length of the file according to the header.
func (h *header) bytes() int64 {
	return h.page() * int64(binary.BigEndian.Uint32(h[pagesAt:]))
}

// mend repairs the header of a ledger file whose length in bytes is the parameter size. The two
// numbers about unused pages stay, and mend computes the number of pages. The other parts come
// from the parameter like, the header of another ledger. All ledgers agree in these other parts,
// except in the number of transactions, which does not matter.
func (h *header) mend(like *header, size int64) {
	free := [afterFree - freeAt]byte(h[freeAt:afterFree])
	*h = *like
	copy(h[freeAt:], free[:])
	binary.BigEndian.PutUint32(h[pagesAt:], uint32((size+h.page()-1)/h.page()))
	copy(h[validAt:validAt+4], h[changesAt:changesAt+4])
}
