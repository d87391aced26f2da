package ledger

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"counterproof/bench/record/result"
)

// Salvage reads a damaged ledger. It returns a ledger with everything that can be read, and a list
// of what is damaged. If the file is not a ledger, or if SQLite cannot open it, Salvage returns an
// error.
func Salvage(path string) (l *Ledger, lost []Damage, err error) {
	defer func() {
		if err != nil {
			l, err = nil, about(path, err)
		}
	}()
	err = inFile(path, inspectDamaged, func(conn *sql.Conn, version int) error {
		if l, lost, err = salvage(conn, version); err == nil {
			l.path, l.Unhashed = path, version == unhashed
		}
		return err
	})
	if err == nil && len(lost) == 0 { // everything can be read, but Read may reject the file all the same
		lost = whyRefused(path)
	}
	return l, lost, err
}

// inspectDamaged returns the version of a damaged ledger, as its table of records shows it.
func inspectDamaged(conn *sql.Conn, name string) (version int, err error) {
	if err := execute(conn, "PRAGMA writable_schema = ON"); err != nil { // lets SQLite open a file that was cut
		return 0, err
	}
	if version, err = tablesOf(conn); err != nil || version != 0 {
		return version, err
	}
	if info, err := os.Stat(name); err != nil || info.Size() == 0 {
		return 0, err
	}
	return 0, fmt.Errorf("%w: it has no table of records", ErrNotLedger)
}

func whyRefused(path string) []Damage {
	l, err := Read(path)
	if err == nil {
		l.Close()
		return nil
	}
	if p, ok := errors.AsType[*placed](err); ok {
		err = p.err
	}
	return damageBy(err)
}

// Mend replaces the damaged ledger at path by what Salvage can read. Before that, Mend copies the
// damaged file to a new file and returns the new file's name as the result kept. This name is path
// followed by "-damaged" and, if such a file exists, a number. An intact ledger stays unchanged,
// and so does a file that is not a ledger.
func Mend(path string) (kept string, lost []Damage, err error) {
	defer func() { err = about(path, err) }()
	name, err := real(path)
	if err != nil {
		return "", nil, err
	}
	unlock, err := takeLock(name + "-lock")
	if err != nil {
		return "", nil, err
	}
	defer unlock()
	whole, err := Read(path)
	if err == nil {
		return "", nil, whole.Close()
	}
	if !errors.Is(err, ErrDamaged) {
		return "", nil, err
	}
	l, lost, err := Salvage(path)
	if err != nil {
		return "", nil, err
	}
	defer l.Close()
	if kept, err = copyFile(name, path+"-damaged"); err != nil {
		return "", nil, err
	}
	return kept, lost, l.supersede(name)
}

func (l *Ledger) supersede(name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	mended, err := l.saveAs(name + "-mended")
	if err != nil {
		return err
	}
	defer os.Remove(mended) // unless it has another name then
	if err := os.Chmod(mended, info.Mode().Perm()); err != nil {
		return err
	}
	if err := os.Remove(name + "-journal"); err != nil && !errors.Is(err, fs.ErrNotExist) { // the journal belongs to the old file
		return err
	}
	return os.Rename(mended, name)
}

// A salvor copies the rows of a damaged ledger into a new one.
type salvor struct {
	from    *sql.Conn
	version int
	into    *Ledger
	seen    map[int64]bool // the rows that were found, damaged or not, by SQLite's own number
	lost    []Damage
}

func salvage(from *sql.Conn, version int) (*Ledger, []Damage, error) {
	into, err := blank()
	if err != nil {
		return nil, nil, err
	}
	s := &salvor{from: from, version: version, into: into, seen: map[int64]bool{}}
	if err := into.Together(s.all); err != nil {
		into.Close()
		return nil, nil, err
	}
	return into, s.lost, nil
}

// all does the whole work of a salvor: it copies the records, the experiments and the contents. If pages of the
// table of records are broken, all reads the table from both ends. Then it looks for rows that an
// index of the table names and that could not be read from the ends.
func (s *salvor) all() error {
	s.lost = damageBy(checkPages(s.from))
	for _, order := range []string{"NOT INDEXED ORDER BY rowid", "NOT INDEXED ORDER BY rowid DESC"} {
		broken, err := s.scan(order)
		if err != nil {
			return err
		}
		if broken == nil {
			break
		}
	}
	if err := s.named("key, puzzle, instance, method FROM record INDEXED BY record_instance"); err != nil {
		return err
	}
	// This index has only the key, and the table must not be read.
	if err := s.named("key, '', '', '' FROM record INDEXED BY sqlite_autoindex_record_1"); err != nil {
		return err
	}
	return s.experiments()
}

// experiments copies the experiments. The places of an experiment are copied only if all of them
// are intact, because the command run adds missing places again.
func (s *salvor) experiments() error {
	all, total, lost := checkExperiments(s.from, s.version)
	s.lost = append(s.lost, lost...)
	if err := s.into.copyContents(s.from, func(d Damage) { s.lost = append(s.lost, d) }); err != nil {
		return err
	}
	s.missing(total)
	for _, x := range all {
		var places []result.Place
		if x.Shards > 0 {
			if _, _, err := eachPlace(s.from, x, func(p result.Place) { places = append(places, p) }); err != nil {
				x.Shards, places = 0, nil
			}
		}
		if err := s.into.keep(nil, x, places); err != nil {
			return err
		}
	}
	return nil
}

// scan copies those rows of a query that the salvor has not seen yet. If SQLite ended the query too
// early, the result broken is the error of SQLite.
func (s *salvor) scan(where string, args ...any) (broken, err error) {
	for row, err := range storedRows(s.from, s.version, where, args...) {
		if err != nil {
			return err, nil
		}
		if s.seen[row.id] {
			continue
		}
		s.seen[row.id] = true
		if err := s.take(row); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func (s *salvor) take(row *stored) error {
	if err := s.sound(row); err != nil {
		s.lost = append(s.lost, row.damage(err))
		return nil
	}
	switch there, err := s.into.stored(string(row.key)); {
	case err != nil:
		return err
	case there != nil:
		s.lost = append(s.lost, row.damage(errors.New("it is a second record of the same job")))
		return nil
	}
	return s.into.replace(nil, row)
}

// sound returns an error if a row is damaged. A damaged row has a wrong hash. Rows of the
// oldest ledgers have no hash. Such a row counts as damaged if its columns, its job and its
// record disagree. If they agree, sound computes the hash.
func (s *salvor) sound(row *stored) error {
	if s.version != unhashed {
		return row.readable()
	}
	own, err := row.decode()
	if err == nil {
		err = row.check(own)
	}
	row.sum = column(row.hash().String())
	return err
}

// named looks for rows that an index names and that were not read yet. If such a row cannot be
// read, named adds a Damage with the key columns from the index.
func (s *salvor) named(columns string) error {
	scan := func(rows *sql.Rows) (r stored, err error) {
		err = rows.Scan(&r.id, (*hash)(&r.key), &r.puzzle, &r.instance, &r.method)
		return r, err
	}
	for r, err := range query(s.from, scan, "SELECT rowid, "+columns) {
		if err != nil {
			return nil // checkPages has reported it
		}
		if s.seen[r.id] {
			continue
		}
		broken, err := s.scan("NOT INDEXED WHERE rowid = ?", r.id)
		if err != nil {
			return err
		}
		if s.seen[r.id] {
			continue
		}
		s.seen[r.id] = true
		if broken == nil {
			broken = errors.New("its row is missing, and only an index of the file still names it: run the experiment again to do its job")
		}
		s.lost = append(s.lost, r.damage(broken))
	}
	return nil
}

// missing compares the rows that were found with the seal, which is the stored checksum of the whole
// ledger, and adds a Damage if records are missing. The total covers all except the records.
func (s *salvor) missing(total sum) {
	if s.version == unhashed {
		return
	}
	kept, err := sealOf(s.from)
	switch n := kept.records - len(s.seen); {
	case err != nil:
	case n == 1:
		err = errors.New("1 other record is missing: run the experiment again to do its job")
	case n > 1:
		err = fmt.Errorf("%d other records are missing: run the experiment again to do their jobs", n)
	case len(s.lost) == 0 && kept != seal{s.into.next.records, s.into.next.total.xor(total)}:
		err = errEarlier
	}
	s.lost = append(s.lost, damageBy(err)...)
}

// blank returns an empty ledger without a file. SQLite keeps the new ledger in memory. If the
// ledger grows large, SQLite moves it to a nameless file.
func blank() (*Ledger, error) {
	db, conn, err := open("")
	if err != nil {
		return nil, err
	}
	l := &Ledger{db: db, conn: conn, files: map[string]bool{}}
	if err = create(conn); err == nil {
		err = l.compile()
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

func (l *Ledger) copyTo(name string) error {
	name, err := filepath.Abs(name) // location needs an absolute path
	if err != nil {
		return err
	}
	into, err := duplicate(l.conn, location(name))
	if err != nil {
		return err
	}
	return into.Close()
}

func copyFile(from, to string) (name string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	name, out, err := createNew(to)
	if err != nil {
		return "", err
	}
	if _, err = io.Copy(out, in); err == nil {
		err = out.Sync()
	}
	return name, errors.Join(err, out.Close())
}

func createNew(to string) (name string, f *os.File, err error) {
	name = to
	for n := 2; ; n++ {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, os.ErrExist) {
			return name, f, err
		}
		name = fmt.Sprintf("%s-%d", to, n)
	}
}
