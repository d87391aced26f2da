package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

type sum [sha256.Size]byte

func (s sum) String() string { return hex.EncodeToString(s[:]) }

func (s sum) xor(other sum) sum {
	for i := range s {
		s[i] ^= other[i]
	}
	return s
}

// sumOf returns the hash of a row, computed from the name of its table and its columns. The length
// of each text, in 8 bytes, comes before the text, so that different rows give different bytes.
func sumOf(table string, columns ...string) sum {
	b := make([]byte, 0, 4096) // enough for most rows
	for _, text := range append([]string{table}, columns...) {
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(text))), text...)
	}
	return sha256.Sum256(b)
}

// errSum means that a row was changed after it was written.
var errSum = errors.New("its hash does not match its contents")

// A seal describes the contents of a whole ledger. The hash of a row shows whether the row was
// changed. The seal also shows whether a row is missing, or was replaced by an older version of
// the row.
type seal struct {
	records int
	total   sum // exclusive or of the hashes of all rows: records, experiments and parts of places
}

// sealing is the SQL statement that sets the seal.
const sealing = "UPDATE seal SET records = ?, total = ?"

func sealOf(conn *sql.Conn) (seal, error) {
	var s seal
	var total column
	if err := conn.QueryRowContext(context.Background(), "SELECT records, total FROM seal").Scan(&s.records, &total); err != nil {
		return seal{}, fmt.Errorf("its seal: %w", err)
	}
	b, err := hex.DecodeString(string(total))
	if err != nil || len(b) != len(s.total) {
		return seal{}, errors.New("its seal is damaged: want a hash of 64 hexadecimal digits")
	}
	return seal{s.records, sum(b)}, nil
}
