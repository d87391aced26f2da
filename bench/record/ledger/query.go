package ledger

import (
	"context"
	"database/sql"
	"iter"
)

// query runs an SQL query and yields, for each row, the result of the function scan. After an
// error, query yields nothing more.
func query[T any](conn *sql.Conn, scan func(*sql.Rows) (T, error), text string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := conn.QueryContext(context.Background(), text, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if x, err := scan(rows); !yield(x, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// find returns the rows of a prepared query without checking them.
func (l *Ledger) find(query *sql.Stmt, args ...any) (all []*stored, err error) {
	l.finding.Lock()
	defer l.finding.Unlock()
	rows, err := query.Query(args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		s, err := scanStored(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, rows.Err()
}

func execute(conn *sql.Conn, statements ...string) error {
	for _, text := range statements {
		if _, err := conn.ExecContext(context.Background(), text); err != nil {
			return err
		}
	}
	return nil
}
