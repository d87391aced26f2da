package ledger

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

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
	sum := "sum"
	if version == unhashed {
		sum = "''"
	}
	return "SELECT rowid, " + strings.Join(names, ", ") + ", " + sum + " FROM record " + where
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
