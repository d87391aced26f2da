package ledger

import (
	"context"
	"database/sql"
	"iter"
)

// query starts an SQL query and yields, for each row, the results of the function scan. An
// error of SQLite comes last. The caller must use the results, which ends the query.
func query[T any](conn *sql.Conn, scan func(*sql.Rows) (T, error), text string, args ...any) iter.Seq2[T, error] {
	rows, err := conn.QueryContext(context.Background(), text, args...)
	return results(rows, err, scan)
}

// results yields the results of a query that was started, or its error. It can be used only once.
func results[T any](rows *sql.Rows, err error, scan func(*sql.Rows) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if !yield(scan(rows)) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

// find returns the rows of a prepared query without checking them.
func (l *Ledger) find(prepared *sql.Stmt, args ...any) ([]*stored, error) {
	l.finding.Lock()
	defer l.finding.Unlock()
	rows, err := prepared.Query(args...)
	return collect(results(rows, err, scanStored))
}

// collect returns all results of a query, or the error of the query. If there are none, the list is not nil.
func collect[T any](results iter.Seq2[T, error]) (all []T, err error) {
	all = []T{}
	for x, err := range results {
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

func execute(conn *sql.Conn, statements ...string) error {
	for _, text := range statements {
		if _, err := conn.ExecContext(context.Background(), text); err != nil {
			return err
		}
	}
	return nil
}
