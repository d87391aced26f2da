package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// In the table of records, a hash is a BLOB of 32 bytes, and the texts of a job and of its record are
// BLOBs in which single bytes stand for fragments that most of them have. A text that cannot be
// restored from its short form is stored as it is. Hashes are always computed from the whole texts. In
// a ledger of 100,000 sudokus, a record takes 466 bytes instead of 1,277.

// These bytes do not occur in UTF-8.
const (
	firstByte  = 0xf5 // the three bytes from here stand for the fragments that depend on the row
	digestByte = 0xf8 // stands for the name of the digest; its 32 bytes follow
)

// fragments lists what the bytes from 0x01 stand for. A fragment must never change, because ledgers
// have its byte.
var fragments = []string{
	`","version":"`, `,"wall_limit_seconds":`, `,"suite":"`, `,"height":`, `,"width":`, `"count":"`, `,"wall_seconds":`,
	`,"cpu_seconds":`, `,"peak_bytes":`, "\n", `,"nodes":`, `,"updates":`, `,"started":"`, `","host":"`, `","go":"go`, `","commit":"`,
	`,"parallel_jobs":`, `,"cores":`, `,"variables":`, `,"clauses":`, `,"conflicts":`, `,"decisions":`, `,"sat_seconds":`,
	`,"cubes":`, `,"cpu_limit_seconds":`, `,"density":`, `,"draws":`, `,"board_seed":`, ` cores, linux/amd64`,
}

const digestKey = `"digest":"`

var shorten = func() *strings.Replacer {
	var pairs []string
	for i, f := range fragments {
		pairs = append(pairs, f, string(rune(i+1)))
	}
	return strings.NewReplacer(pairs...)
}()

// own returns the fragments that depend on the row: the beginnings of its job and of its record, and
// the part of the record about the hash of the instance and the end of the job.
func (s *stored) own() [3]string {
	puzzle, instance, method := string(s.puzzle), string(s.instance), string(s.method)
	hash := sha256.Sum256([]byte(puzzle + "\x00" + instance))
	return [3]string{
		"task count\npuzzle " + puzzle + "\ninstance " + instance + "\nmethod " + method + "\nversion ",
		`{"key":"` + string(s.key) + `","task":"count","puzzle":"` + puzzle + `","instance":"` + instance + `","method":"` + method,
		`,"instance_hash":"` + inHex(hash[:]) + `","status":"` + string(s.status) + `","reason":"` + string(s.reason) + `",`,
	}
}

// short returns the short form of the job or the record of the row, as SQLite stores it: a BLOB or, if
// there is no short form, a string.
func (s *stored) short(text column, own [3]string) any {
	b := string(text)
	for i, f := range own {
		b = strings.Replace(b, f, string([]byte{firstByte + byte(i)}), 1)
	}
	b = shorten.Replace(b)
	if before, rest, ok := strings.Cut(b, digestKey); ok && len(rest) >= 2*len(sum{}) {
		if digest, err := hex.DecodeString(rest[:2*len(sum{})]); err == nil {
			b = before + string([]byte{digestByte}) + string(digest) + rest[2*len(sum{}):]
		}
	}
	if long(b, own) != string(text) {
		return string(text)
	}
	return []byte(b)
}

// long restores a text from its short form. Each of the fragments that depend on the row occurs once.
func long(b string, own [3]string) string {
	text := make([]byte, 0, 4096) // on the stack; enough for most texts
	digest := false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == digestByte && !digest:
			hash := b[i+1 : min(i+1+len(sum{}), len(b))]
			text = hex.AppendEncode(append(text, digestKey...), []byte(hash))
			i, digest = i+len(hash), true
		case c >= firstByte && c < digestByte && own[c-firstByte] != "":
			text = append(text, own[c-firstByte]...)
			own[c-firstByte] = ""
		case c > 0 && int(c) <= len(fragments):
			text = append(text, fragments[c-1]...)
		default:
			text = append(text, c)
		}
	}
	return string(text)
}

// shortHash returns a hash in hex as a BLOB, and any other text as it is.
func shortHash(text column) any {
	if b, err := hex.DecodeString(string(text)); err == nil && len(b) == len(sum{}) && hex.EncodeToString(b) == string(text) {
		return b
	}
	return string(text)
}

// inHex works like hex.EncodeToString. For a hash, it allocates only the result.
func inHex(b []byte) string {
	var text [2 * len(sum{})]byte
	return string(hex.AppendEncode(text[:0], b))
}

// A hash is a column for a hash, which it converts to hex from a BLOB.
type hash column

// Scan implements sql.Scanner.
func (h *hash) Scan(value any) error {
	if b, ok := value.([]byte); ok {
		*h = hash(inHex(b))
		return nil
	}
	return (*column)(h).Scan(value)
}

// A brief is a column for the short form of a text.
type brief struct {
	text  column
	short bool
}

// Scan implements sql.Scanner.
func (b *brief) Scan(value any) error {
	_, b.short = value.([]byte)
	return b.text.Scan(value)
}

func (b *brief) long(own [3]string) column {
	if b.short {
		return column(long(string(b.text), own))
	}
	return b.text
}

type sum [sha256.Size]byte

func (s sum) String() string { return inHex(s[:]) }

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
	b = append(binary.BigEndian.AppendUint64(b, uint64(len(table))), table...)
	for _, text := range columns {
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
	total   sum // exclusive or of the hashes of all rows: records, experiments, parts of places and contents
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
