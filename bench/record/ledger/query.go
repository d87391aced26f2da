package ledger

import (
	"context"
	"database/sql"
	"iter"
	"sync"
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

// A lookup finds a few rows of the table of records. Its SQL query is prepared only once, because
// preparing a query takes longer than running it. The zero value is ready to use.
type lookup struct {
	mu        sync.Mutex // a prepared query can run only once at a time
	statement *sql.Stmt
}

// rows returns the rows that fit the SQL condition in the parameter where, without checking them.
// All calls for one lookup must pass the same condition.
func (q *lookup) rows(conn *sql.Conn, where string, args ...any) (all []*stored, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.statement == nil {
		if q.statement, err = conn.PrepareContext(context.Background(), selection(schemaVersion, where)); err != nil {
			return nil, err
		}
	}
	rows, err := q.statement.Query(args...)
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
