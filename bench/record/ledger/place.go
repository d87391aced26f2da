package ledger

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
	"unique"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// perPart is the number of places (occurrences of jobs in an experiment) that one row of the table
// of places holds. With one row per place, a million places took 9 times as long to write, 6 times
// as long to read, and 93 MB instead of 37 MB.
const perPart = 1000

// A part is a row of the table of places. It holds up to perPart consecutive places of an
// experiment, in the order of the experiment's jobs.
type part struct {
	experiment, number, labels, jobs, sum column
}

func (p *part) hash() sum {
	return sumOf("place", string(p.experiment), string(p.number), string(p.labels), string(p.jobs))
}

func pack(experiment string, number int, places []result.Place) (*part, error) {
	var labels strings.Builder
	var jobs []byte
	numbers := map[result.Label]uint64{}
	for _, p := range places {
		key, err := hex.DecodeString(p.Key)
		if err != nil || len(key) != len(sum{}) {
			return nil, fmt.Errorf("the place of job %q: want a SHA-256 in hexadecimal digits as the key", p.Key)
		}
		k, ok := numbers[*p.Label]
		if !ok {
			k = uint64(len(numbers))
			numbers[*p.Label] = k
			if err := json.NewEncoder(&labels).Encode(p.Label); err != nil {
				return nil, err
			}
		}
		jobs = append(jobs, key...)
		jobs = binary.AppendUvarint(jobs, uint64(p.Board))
		jobs = binary.AppendUvarint(jobs, k)
	}
	return &part{column(experiment), column(fmt.Sprint(number)), column(labels.String()), column(jobs), ""}, nil
}

func (p *part) each(visit func(result.Place)) (int, error) {
	if string(p.sum) != p.hash().String() {
		return 0, errSum
	}
	var labels []*result.Label
	for line := range strings.Lines(string(p.labels)) {
		l := new(result.Label)
		if err := result.DecodeJSON(line, l); err != nil {
			return 0, err
		}
		labels = append(labels, l)
	}
	n := 0
	for r := bytes.NewReader([]byte(p.jobs)); r.Len() > 0; n++ {
		var key sum
		k, _ := r.Read(key[:])
		board, errBoard := binary.ReadUvarint(r)
		label, errLabel := binary.ReadUvarint(r)
		if k < len(key) || errBoard != nil || errLabel != nil || label >= uint64(len(labels)) {
			return n, errors.New("their data is not a list of places")
		}
		visit(result.Place{Key: key.String(), Board: int(board), Label: labels[label]})
	}
	return n, nil
}

// partsOf yields the parts of an experiment in order, without checking them.
func partsOf(conn *sql.Conn, x *Experiment) iter.Seq2[*part, error] {
	scan := func(rows *sql.Rows) (*part, error) {
		p := new(part)
		return p, rows.Scan(&p.experiment, &p.number, &p.labels, &p.jobs, &p.sum)
	}
	return query(conn, scan, "SELECT experiment, part, labels, jobs, sum FROM place WHERE experiment = ? ORDER BY part", x.id())
}

func eachPlace(conn *sql.Conn, x *Experiment, visit func(result.Place)) (parts int, total sum, err error) {
	places := 0
	for p, err := range partsOf(conn, x) {
		n := 0
		if err == nil {
			n, err = p.each(visit)
		}
		if err != nil {
			return parts, total, fmt.Errorf("the places of the jobs of %s: %w", printable(x.Name), err)
		}
		parts++
		places += n
		total = total.xor(p.hash())
	}
	if places != x.places {
		return parts, total, fmt.Errorf("%s has %d places of jobs, but %d were written", printable(x.Name), places, x.places)
	}
	return parts, total, nil
}

// Places returns all places of an experiment, in the order of its jobs. A place says in which suite
// and with which label a job occurs.
func (l *Ledger) Places(x *Experiment) ([]result.Place, error) {
	all := make([]result.Place, 0, x.places)
	_, _, err := eachPlace(l.conn, x, func(p result.Place) { all = append(all, p) })
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return all, l.place(err)
}

// putPlaces replaces the stored places of an experiment. It writes only the parts that have
// changed.
func (l *Ledger) putPlaces(x *Experiment, places []result.Place) error {
	old := map[column]sum{} // the hashes by number
	for p, err := range partsOf(l.conn, x) {
		if err == nil && string(p.sum) != p.hash().String() {
			err = damaged([]Damage{{Err: fmt.Errorf("the places of the jobs of %s: %w", printable(x.Name), errSum)}})
		}
		if err != nil {
			return err
		}
		old[p.number] = p.hash()
	}
	number := 0
	for own := range slices.Chunk(places, perPart) {
		p, err := pack(x.id(), number, own)
		if err != nil {
			return err
		}
		number++
		if before, ok := old[p.number]; ok && before == p.hash() {
			delete(old, p.number)
			continue
		}
		l.next.total = l.next.total.xor(p.hash())
		if _, err := l.tx.Exec("INSERT OR REPLACE INTO place (experiment, part, labels, jobs, sum) VALUES (?, ?, ?, ?, ?)",
			string(p.experiment), string(p.number), string(p.labels), []byte(p.jobs), p.hash().String()); err != nil {
			return err
		}
	}
	for _, hash := range old {
		l.next.total = l.next.total.xor(hash)
	}
	_, err := l.tx.Exec("DELETE FROM place WHERE experiment = ? AND part >= ?", x.id(), number)
	return err
}

// Placed returns the record of the job at each of the given places, in the order of the places.
// Places whose jobs have no record are skipped. If a job has several places, its record occurs
// several times, each time with the label of the place. Placed reads the table of records only
// once.
func (l *Ledger) Placed(places []result.Place) ([]result.Record, error) {
	first := make(map[string]int, len(places)) // of the places of each job
	for i, p := range slices.Backward(places) {
		first[p.Key] = i
	}
	found := make([]result.Record, len(places)) // at the first places
	missing := len(first)
	for s, err := range storedRows(l.conn, schemaVersion, "NOT INDEXED") {
		var row Row
		if err == nil {
			if _, ok := first[string(s.key)]; !ok {
				continue
			}
			if row, err = s.row(); err != nil {
				err = damaged([]Damage{s.damage(err)})
			}
		}
		if err != nil {
			return nil, l.place(err)
		}
		shareTexts(&row.Record)
		found[first[string(s.key)]] = row.Record
		missing--
	}
	files := fileNames{}
	records := found[:0] // each record gets the index of its place
	if missing > 0 {
		records = nil
	}
	for _, p := range places {
		if r := found[first[p.Key]]; r.Key != "" {
			r.Instance = files.text(r.Instance)
			if n := len(records); n > 0 && records[n-1].Puzzle == r.Puzzle && records[n-1].Instance == r.Instance {
				r.Instance, r.Hash = records[n-1].Instance, records[n-1].Hash // stored only once
			}
			r.Key = p.Key // stored only once
			records = append(records, p.Label.On(r))
		}
	}
	return records, nil
}

// shareTexts stores those texts of a record only once that very many records have. A million records of
// small boards then take 0.9 GB instead of 2 GB.
func shareTexts(r *result.Record) {
	for _, text := range []*string{&r.Task, &r.Puzzle, &r.Method, &r.Style, &r.Version, &r.Suite,
		&r.Status, &r.Reason, &r.Verdict, &r.Count, &r.Host, &r.Go, &r.Commit, &r.Solver} {
		*text = unique.Make(*text).Value()
	}
}

// A stored is a row of the table of records exactly as it is in the file.
type stored struct {
	id                                                                  int64 // SQLite's own
	key, job, puzzle, instance, method, status, reason, verdict, record column

	sum column // hex
}

// A column is the value of one column as text. Values of other SQLite types are converted to
// text, because the hashes are computed from text.
type column string

// Scan sets the column to a value of any SQLite type.
func (c *column) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*c = ""
	case string:
		*c = column(v)
	case []byte:
		*c = column(v)
	default:
		*c = column(fmt.Sprint(v))
	}
	return nil
}

// names lists the columns of the table of records in order, without the column for the hash.
var names = []string{"key", "job", "puzzle", "instance", "method", "status", "reason", "verdict", "record"}

func (s *stored) columns() []*column {
	return []*column{&s.key, &s.job, &s.puzzle, &s.instance, &s.method, &s.status, &s.reason, &s.verdict, &s.record}
}

func (s *stored) hash() sum {
	return sumOf("record", string(s.key), string(s.job), string(s.puzzle), string(s.instance), string(s.method),
		string(s.status), string(s.reason), string(s.verdict), string(s.record)) // a list of columns is garbage for each row
}

// columnsOf sets the columns of a row, except for the record and the hash. Records of one file under several
// names have the same instance.
func columnsOf(row Row) *stored {
	r := row.Record
	return &stored{key: column(r.Key), job: column(row.Job), puzzle: column(r.Puzzle), instance: column(wording.Identity(r.Instance)), method: column(r.Method),
		status: column(r.Status), reason: column(r.Reason), verdict: column(r.Verdict)}
}

func store(row Row) (*stored, error) {
	s := columnsOf(row)
	row.Record.Verdict = "" // it has a column of its own
	text, err := json.Marshal(row.Record)
	if err != nil {
		return nil, err
	}
	s.record = column(text)
	if err := s.checkUTF8(); err != nil {
		return nil, fmt.Errorf("record %s: %w", s.key, err)
	}
	s.sum = column(s.hash().String())
	return s, nil
}

func (s *stored) checkUTF8() error {
	for i, c := range s.columns() {
		if !utf8.ValidString(string(*c)) {
			return fmt.Errorf("its %s is not UTF-8", names[i])
		}
	}
	return nil
}

func (s *stored) intact() error {
	if string(s.sum) != s.hash().String() {
		return errSum
	}
	return nil
}

// row returns the decoded contents of a row. It fails if the hash is wrong or decoding is impossible.
func (s *stored) row() (Row, error) {
	if err := s.intact(); err != nil {
		return Row{}, err
	}
	return s.decode()
}

// readable returns an error if the method row would fail for this row.
func (s *stored) readable() error {
	_, err := s.row()
	return err
}

// decode returns the decoded contents of a row without checking its hash. It rejects text that is
// not UTF-8, and JSON with keys that a record does not have.
func (s *stored) decode() (Row, error) {
	row := Row{Job: string(s.job)}
	if err := s.checkUTF8(); err != nil {
		return Row{}, err
	}
	if err := result.DecodeJSON(s.record, &row.Record); err != nil {
		return Row{}, err
	}
	row.Record.Verdict = string(s.verdict)
	return row, nil
}

// check returns an error for a row that no run can have written, or whose columns do not match its record.
func (s *stored) check(row Row) error {
	own := columnsOf(row).columns()
	for i, c := range s.columns()[:len(names)-1] { // the last one is the record
		if *own[i] != *c {
			return fmt.Errorf("its %s is %q in the record and %q in the column", names[i], *own[i], *c)
		}
	}
	return CheckRow(row)
}

func (s *stored) damage(err error) Damage {
	return Damage{Key: string(s.key), Puzzle: string(s.puzzle), Instance: string(s.instance), Method: string(s.method), Err: err}
}

// storedRows yields rows of a table of records of a version, without checks, until an error.
func storedRows(conn *sql.Conn, version int, where string, args ...any) iter.Seq2[*stored, error] {
	return query(conn, scanStored, selection(version, where), args...)
}

func selection(version int, where string) string {
	return "SELECT rowid, " + strings.Join(names, ", ") + wording.Either(version == unhashed, ", ''", ", sum") + " FROM record " + where
}

func scanStored(rows *sql.Rows) (*stored, error) {
	s := new(stored)
	var job, record brief
	err := rows.Scan(&s.id, (*hash)(&s.key), &job, &s.puzzle, &s.instance, &s.method, &s.status, &s.reason, &s.verdict, &record, (*hash)(&s.sum))
	if err != nil || !job.short && !record.short {
		s.job, s.record = job.text, record.text
		return s, err
	}
	own := s.own()
	s.job, s.record = job.long(own), record.long(own)
	return s, nil
}
