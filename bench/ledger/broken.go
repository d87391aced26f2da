package ledger

import (
	"context"
	"errors"
	"io"
	"os"
)

// A broken is a copy of a damaged ledger in a temporary file. SQLite needs some parts of
// the first page. These parts are repaired in the copy.
type broken struct {
	*Ledger
	version int // of its tables
	name    string
}

// copyBroken copies the file at path and repairs the first page. The first page begins with a
// header. It is the same in every ledger, except for a few numbers. First, copyBroken repairs only
// the header. If the tables still cannot be read, copyBroken replaces the whole page.
func copyBroken(path string) (b *broken, err error) {
	if _, err := os.Stat(path); err != nil {
		return nil, errors.Unwrap(err)
	}
	name, err := real(path)
	if err != nil {
		return nil, err
	}
	temporary, err := os.CreateTemp("", "counterproof-")
	if err != nil {
		return nil, err
	}
	b = &broken{name: temporary.Name()}
	defer func() {
		temporary.Close()
		if err != nil {
			b.Close()
			b = nil
		}
	}()
	size, err := copyLocked(name, temporary)
	if err != nil {
		return b, err
	}
	page, least, err := firstPage()
	if err != nil {
		return b, err
	}
	var own header
	if _, err := temporary.ReadAt(own[:], 0); err != nil && err != io.EOF {
		return b, err
	}
	own.mend((*header)(page[:]), size)
	if _, err := temporary.WriteAt(own[:], 0); err != nil {
		return b, err
	}
	if err := b.connect(); err == nil && b.version != 0 {
		return b, nil
	}
	if err := b.disconnect(); err != nil {
		return b, err
	}
	if size < least {
		size = least
		if err := temporary.Truncate(size); err != nil {
			return b, err
		}
	}
	(*header)(page[:]).mend((*header)(page[:]), size)
	if _, err := temporary.WriteAt(page, 0); err != nil {
		return b, err
	}
	if err = b.connect(); err == nil && b.version == 0 {
		err = ErrDamaged
	}
	return b, err
}

// connect opens the copy with SQLite and finds the version of its tables.
func (b *broken) connect() (err error) {
	b.Ledger = new(Ledger)
	if b.db, b.conn, err = open(location(b.name)); err != nil {
		return err
	}
	b.version, err = tablesOf(b.conn)
	return err
}

func (b *broken) disconnect() error {
	if b.Ledger == nil {
		return nil
	}
	return b.Ledger.Close()
}

// Close deletes the copy.
func (b *broken) Close() error {
	return errors.Join(b.disconnect(), os.Remove(b.name))
}

// copyLocked copies a file while no other process writes it. Before the copy, SQLite undoes the
// unfinished transaction of a killed run, if SQLite can read the file at all.
func copyLocked(name string, to io.Writer) (size int64, err error) {
	db, conn, err := open(location(name))
	if err != nil {
		return 0, err
	}
	defer db.Close()
	defer conn.Close()
	_, err = conn.ExecContext(context.Background(), "BEGIN")
	if err == nil {
		_, err = tablesOf(conn)
	}
	if errors.Is(explain(err), ErrLocked) {
		return 0, err
	}
	in, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer in.Close() // this also releases SQLite's lock
	size, err = io.Copy(to, in)
	if size == 0 && err == nil {
		err = ErrEmpty
	}
	return size, err
}

// firstPage returns the first page of an empty ledger, and the size of this ledger's file in bytes.
func firstPage() (page []byte, size int64, err error) {
	l, err := blank()
	if err != nil {
		return nil, 0, err
	}
	defer l.Close()
	err = l.conn.Raw(func(conn any) error {
		all, err := conn.(interface{ Serialize() ([]byte, error) }).Serialize()
		if err == nil {
			page, size = all[:(*header)(all).page()], int64(len(all))
		}
		return err
	})
	return page, size, err
}
