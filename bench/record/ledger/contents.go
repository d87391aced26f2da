package ledger

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io"
	"iter"

	"counterproof/encode/wording"
)

// The table of contents has the files that are instances. Only ledgers with such records have the table.
const contentsTable = `CREATE TABLE IF NOT EXISTS contents ( -- of instances that are files
	hash   BLOB PRIMARY KEY, -- SHA-256 of the file
	packed BLOB NOT NULL     -- the file, compressed by gzip
)`

// A file is a row of the table of contents.
type file struct {
	hash   hash
	packed []byte
}

func contentsSum(hash string) sum { return sumOf("contents", hash) }

// filesOf yields the rows of the table of contents, if there is one, or an error for each damaged row.
func filesOf(conn *sql.Conn, where string, args ...any) iter.Seq2[file, error] {
	var n int
	err := conn.QueryRowContext(context.Background(), "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'contents'").Scan(&n)
	if err == nil && n == 0 {
		return func(func(file, error) bool) {}
	}
	return query(conn, func(rows *sql.Rows) (f file, err error) {
		if err = rows.Scan(&f.hash, &f.packed); err == nil {
			err = f.intact()
		}
		return f, err
	}, "SELECT hash, packed FROM contents "+where, args...)
}

// intact returns an error if the contents do not have their hash. It needs no memory for the whole file, except
// for contents that were computed from a source.
func (f file) intact() error {
	h := sha256.New()
	z, err := gzip.NewReader(bytes.NewReader(f.packed))
	if err == nil {
		text := bufio.NewReader(z)
		if begin, _ := text.Peek(len(wording.Packed)); string(begin) == wording.Packed {
			var all []byte
			all, err = io.ReadAll(text)
			h.Write(wording.Source(all))
		} else {
			_, err = io.Copy(h, text)
		}
	}
	if err == nil && hex.EncodeToString(h.Sum(nil)) != string(f.hash) {
		err = errSum
	}
	if err != nil {
		return fmt.Errorf("the contents of the file with the SHA-256 %.12s: %w", printable(string(f.hash)), err)
	}
	return nil
}

// checkContents checks the table of contents. It returns the exclusive or of the hashes of its rows.
func checkContents(conn *sql.Conn) (total sum, lost []Damage) {
	for f, err := range filesOf(conn, "") {
		lost = append(lost, damageBy(err)...)
		total = total.xor(contentsSum(string(f.hash)))
	}
	return total, lost
}

// KeepContents stores the contents of an instance that is a file, unless the ledger has them. They are
// compressed by gzip, and the hash is the SHA-256 of the file in hex.
func (l *Ledger) KeepContents(hash string, packed []byte) error {
	if l.files[hash] {
		return nil
	}
	err := l.Together(func() error {
		if _, err := l.tx.Exec(contentsTable); err != nil {
			return err
		}
		added, err := l.tx.Exec("INSERT OR IGNORE INTO contents (hash, packed) VALUES (?, ?)", shortHash(column(hash)), packed)
		if err != nil {
			return err
		}
		if n, _ := added.RowsAffected(); n > 0 {
			l.next.total = l.next.total.xor(contentsSum(hash))
		}
		return nil
	})
	if err == nil && l.tx == nil {
		if l.files == nil {
			l.files = map[string]bool{}
		}
		l.files[hash] = true
	}
	return err
}

// copyContents copies the contents of another ledger. It passes damaged contents to the function leave or, if
// leave is nil, returns an error.
func (l *Ledger) copyContents(from *sql.Conn, leave func(Damage)) error {
	for f, err := range filesOf(from, "") {
		switch {
		case err == nil:
			if err := l.KeepContents(string(f.hash), f.packed); err != nil {
				return err
			}
		case leave == nil:
			return damaged(damageBy(err))
		default:
			leave(Damage{Err: err})
		}
	}
	return nil
}

// Contents returns the contents with a hash from the ledger at path, as KeepContents got them, or nil if the
// ledger does not have them. It checks nothing else.
func Contents(path, hash string) (packed []byte, err error) {
	err = inFile(path, inspect, func(conn *sql.Conn, _ int) error {
		for f, err := range filesOf(conn, "WHERE hash = ?", shortHash(column(hash))) {
			if err != nil {
				return err
			}
			packed = f.packed
		}
		return nil
	})
	return packed, err
}

// fileNames has for each file the first of the names that its records have.
type fileNames map[string]string

// text returns a text for an instance, which is the same for all names of a file.
func (n fileNames) text(instance string) string {
	identity := wording.Identity(instance)
	if len(identity) == len(instance) {
		return instance
	}
	if n[identity] == "" {
		n[identity] = instance
	}
	return n[identity]
}
