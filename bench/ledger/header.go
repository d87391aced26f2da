package ledger

import "encoding/binary"

// A header is the beginning of an SQLite file (https://sqlite.org/fileformat2.html, 1.3).
// Its numbers are big-endian.
type header [100]byte

// Where numbers are in a header.
const (
	pageSizeAt = 16
	changesAt  = 24 // of transactions
	pagesAt    = 28
	freeAt     = 32 // pages that are in no use: the first, and how many
	afterFree  = 40
	validAt    = 92 // what was at changesAt when pagesAt was written
)

// page returns the size of a page.
func (h *header) page() int64 {
	if size := int64(binary.BigEndian.Uint16(h[pageSizeAt:])); size != 1 {
		return size
	}
	return 1 << 16
}

// bytes returns the length of the file.
func (h *header) bytes() int64 {
	return h.page() * int64(binary.BigEndian.Uint32(h[pagesAt:]))
}

// mend makes the header that of a ledger, like the one given, in a file of the size. All
// numbers are the same in every ledger, except those of pages and transactions.
func (h *header) mend(like *header, size int64) {
	free := [afterFree - freeAt]byte(h[freeAt:afterFree])
	*h = *like
	copy(h[freeAt:], free[:])
	binary.BigEndian.PutUint32(h[pagesAt:], uint32((size+h.page()-1)/h.page()))
	copy(h[validAt:validAt+4], h[changesAt:changesAt+4])
}
