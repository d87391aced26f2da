package data

import (
	"crypto/sha256"
	"encoding/hex"

	"counterproof/bench/record/result"
)

// BoardID returns a short name for the board of a record, which depends on the puzzle, the instance and
// the given values. The name is the beginning of a hash. With 10,000 boards, the chance that two of them
// have the same name is less than one in a million.
func BoardID(r *result.Record) string {
	sum := sha256.Sum256([]byte(r.Puzzle + "\x00" + r.Instance + "\x00" + r.Given))
	return hex.EncodeToString(sum[:6])
}
