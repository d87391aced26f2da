package ledger

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// An Experiment is an experiment file that was run with its files of instances. A file with a changed
// text is another experiment, and so are files of instances with other contents.
type Experiment struct {
	Name string // of the file
	Text string // of the file, in the size that was run

	// Files has a line for each file of instances, in the order of the experiment. A line is the SHA-256
	// of the contents in hex, a blank, and the path under which the file was read. For an experiment
	// that an earlier version has run, Files is empty.
	Files string

	// Shards is the number of parts in which the experiment was run, or 1 for a run in one piece. A
	// ledger of an earlier version lacks the places of the jobs. In this case, Shards is 0.
	Shards int

	run    int64 // the last experiment has the highest number
	places int   // how many
}

// id returns the hash of the file's name and text, and of the contents of the files of instances. The
// hash identifies the experiment in the table of places.
func (x *Experiment) id() string {
	if x.Files == "" {
		return x.hash(unplaced).String()
	}
	return sumOf("experiment", x.Name, x.Text, contentsOf(x.Files)).String()
}

func contentsOf(files string) string {
	var b strings.Builder
	for line := range strings.Lines(files) {
		hash, _, _ := strings.Cut(line, " ")
		b.WriteString(hash + "\n")
	}
	return b.String()
}

// SameFiles reports whether two lists of files, as in Experiment.Files, have the same contents in the
// same order. The paths may differ. An empty list, of which nothing is known, is the same as any other.
func SameFiles(a, b string) bool { return a == "" || b == "" || contentsOf(a) == contentsOf(b) }

func (x *Experiment) hash(version int) sum {
	if version <= unplaced {
		return sumOf("experiment", x.Name, x.Text)
	}
	columns := []string{strconv.FormatInt(x.run, 10), x.Name, x.Text, strconv.Itoa(x.Shards), strconv.Itoa(x.places)}
	if x.Files != "" { // without files, the hash is the same as in the version before
		columns = append(columns, x.Files)
	}
	return sumOf("experiment", columns...)
}

func (x *Experiment) is(o *Experiment) bool {
	return x.Name == o.Name && x.Text == o.Text && SameFiles(x.Files, o.Files)
}

func experimentsOf(conn *sql.Conn, version int) (all []*Experiment, lost []Damage) {
	columns := map[int]string{
		schemaVersion: "run, name, text, shards, places, sum, files",
		unshortened:   "run, name, text, shards, places, sum, files",
		unfiled:       "run, name, text, shards, places, sum, ''",
		unplaced:      "1, name, text, 0, 0, sum, ''",
		unhashed:      "1, name, text, 0, 0, '', ''",
	}[version]
	scan := func(rows *sql.Rows) (*Experiment, error) {
		x := new(Experiment)
		var kept column
		err := rows.Scan(&x.run, (*column)(&x.Name), (*column)(&x.Text), &x.Shards, &x.places, &kept, (*column)(&x.Files))
		if err == nil && version != unhashed && string(kept) != x.hash(version).String() {
			err = errSum
		}
		return x, err
	}
	for x, err := range query(conn, scan, "SELECT "+columns+" FROM experiment ORDER BY 1") {
		if err != nil {
			lost = append(lost, Damage{Err: fmt.Errorf("the experiment: %w", err)})
			continue
		}
		all = append(all, x)
	}
	return all, lost
}

// checkExperiments checks the experiments and their places. It returns the readable experiments, and
// the exclusive or of the hashes of these experiments and their places.
func checkExperiments(conn *sql.Conn, version int) (all []*Experiment, total sum, lost []Damage) {
	all, lost = experimentsOf(conn, version)
	for _, x := range all {
		total = total.xor(x.hash(version))
	}
	if version <= unplaced {
		return all, total, lost
	}
	parts, rows, before := 0, 0, len(lost)
	for _, x := range all {
		n, places, err := eachPlace(conn, x, func(result.Place) {})
		lost = append(lost, damageBy(err)...)
		parts += n
		total = total.xor(places)
	}
	err := conn.QueryRowContext(context.Background(), "SELECT count(*) FROM place").Scan(&rows)
	if err == nil && rows != parts && len(lost) == before {
		err = errors.New("it has places of jobs without their experiment")
	}
	return all, total, append(lost, damageBy(err)...)
}

// Experiments returns the experiments of the ledger. The experiment that was run last is at the
// end.
func (l *Ledger) Experiments() ([]*Experiment, error) {
	all, lost := experimentsOf(l.conn, schemaVersion)
	return all, l.place(damaged(lost))
}

// Last returns the experiment that was run last, or nil if there is none.
func (l *Ledger) Last() (*Experiment, error) {
	all, err := l.Experiments()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[len(all)-1], nil
}

// SetExperiment stores the experiment that is run now as the last experiment, with the places of
// all its jobs in order. SetExperiment uses one transaction, and writes only the parts that the
// ledger lacks. The function absent reports whether the program of a method is not installed here.
// The parameter places lacks the jobs of such methods. Earlier places of these jobs stay in the
// ledger. If absent is nil, all programs are installed.
func (l *Ledger) SetExperiment(x Experiment, places []result.Place, absent func(method string) bool) error {
	return l.Together(func() error {
		all, err := l.Experiments()
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(all, x.is); i >= 0 && absent != nil {
			if places, err = l.withAbsent(all[i], places, absent); err != nil {
				return err
			}
		}
		x.run = 1
		if n := len(all); n > 0 {
			x.run = all[n-1].run
			if !x.is(all[n-1]) {
				x.run++
			}
		}
		return l.keep(all, &x, places)
	})
}

// withAbsent returns the given places together with the stored places of those jobs for whose
// methods the function absent returns true. Each stored place comes after the same job as before.
// Only the record of a job states the job's method, so stored places without a record stay, too. A
// report can then say that the record is missing.
func (l *Ledger) withAbsent(x *Experiment, places []result.Place, absent func(method string) bool) ([]result.Place, error) {
	before, err := l.Places(x)
	if err != nil {
		return nil, err
	}
	here := wording.Set(places, keyOf)
	after := map[string][]result.Place{} // by the key of the job before them; "" is the start
	last := ""
	for _, p := range before {
		if here[p.Key] {
			last = p.Key
			continue
		}
		r, ok, err := l.Get(p.Key)
		if err != nil {
			return nil, err
		}
		if !ok || absent(r.Method) {
			after[last] = append(after[last], p)
		}
	}
	all := after[""]
	for i, p := range places {
		all = append(all, p)
		if i+1 == len(places) || places[i+1].Key != p.Key {
			all = append(all, after[p.Key]...)
		}
	}
	return all, nil
}

func (l *Ledger) keep(all []*Experiment, x *Experiment, places []result.Place) error {
	x.places = len(places)
	i := slices.IndexFunc(all, x.is)
	if i >= 0 && all[i].id() != x.id() { // an earlier version has run it, which did not know the files
		if err := l.putPlaces(all[i], nil); err != nil {
			return err
		}
	}
	if err := l.putPlaces(x, places); err != nil {
		return err
	}
	if i >= 0 {
		old := all[i]
		if *old == *x {
			return nil
		}
		if _, err := l.tx.Exec("DELETE FROM experiment WHERE run = ?", old.run); err != nil {
			return err
		}
		l.next.total = l.next.total.xor(old.hash(schemaVersion))
	}
	l.next.total = l.next.total.xor(x.hash(schemaVersion))
	_, err := l.tx.Exec("INSERT INTO experiment (run, name, text, shards, places, sum, files) VALUES (?, ?, ?, ?, ?, ?, ?)",
		x.run, x.Name, x.Text, x.Shards, x.places, x.hash(schemaVersion).String(), x.Files)
	return err
}

// mergeExperiments copies the experiments of another ledger. For an experiment that both ledgers
// have, mergeExperiments adds the places of jobs that only the other ledger has. Such places occur,
// for example, if an outside program was installed only on the other machine.
func (l *Ledger) mergeExperiments(from *Ledger) error {
	own, err := l.Experiments()
	if err != nil {
		return err
	}
	theirs, err := from.Experiments()
	if err != nil {
		return err
	}
	first := int64(0)
	if len(own) > 0 {
		first = own[0].run
	}
	for _, x := range slices.Backward(theirs) { // the experiments of this ledger stay the last ones
		places, err := from.Places(x)
		if err != nil {
			return err
		}
		x := *x
		if i := slices.IndexFunc(own, x.is); i >= 0 {
			x.run, x.Shards, x.Files = own[i].run, max(own[i].Shards, x.Shards), cmp.Or(own[i].Files, x.Files)
			before, err := l.Places(own[i])
			if err != nil {
				return err
			}
			places = union(before, places)
		} else {
			first--
			x.run = first
		}
		if err := l.keep(own, &x, places); err != nil {
			return err
		}
	}
	return nil
}

func union(places, others []result.Place) []result.Place {
	has := wording.Set(places, keyOf)
	return append(places, slices.DeleteFunc(others, func(p result.Place) bool { return has[p.Key] })...)
}

func keyOf(p result.Place) string { return p.Key }

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
	n[identity] = cmp.Or(n[identity], instance)
	return n[identity]
}
