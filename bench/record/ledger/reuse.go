package ledger

import (
	"database/sql"
	"time"

	"counterproof/bench/record/result"
)

// Reuse adds records for jobs that the ledger has answered exactly under shorter limits of time: such
// a job would have ended in the same way under its own limits. It returns the number of these jobs.
func (l *Ledger) Reuse(jobs []result.Job) (reused int, err error) {
	err = l.Together(func() error {
		for _, j := range jobs {
			if e, ok := l.End(j.Key()); ok && e.Settled {
				continue
			}
			r, ok, err := l.Reusable(j)
			if err == nil && ok {
				reused++
				_, _, _, err = l.addRow(Row{j.Text(), r})
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return reused, err
}

// Reusable returns the record that Reuse would add for a job. The result ok is false if the ledger has
// a final record of the job, or no exact answer to the same job under shorter limits of time.
func (l *Ledger) Reusable(j result.Job) (r result.Record, ok bool, err error) {
	if r, ok, err = l.Get(j.Key()); err != nil || ok && Settled(r) {
		return r, false, err
	}
	if l.limits == nil {
		if l.limits, err = l.timeLimits(); err != nil {
			return r, false, l.place(err)
		}
	}
	for _, short := range l.limits {
		if !within(short.Wall, j.Limits.Wall) || !within(short.CPU, j.Limits.CPU) {
			continue
		}
		if short.Wall == j.Limits.Wall && short.CPU == j.Limits.CPU {
			continue // this is the job itself
		}
		old := j
		old.Limits.Wall, old.Limits.CPU = short.Wall, short.CPU
		if r, ok, err = l.Get(old.Key()); err != nil || ok && r.Status == result.Exact {
			r.Key, r.WallLimit, r.CPULimit = j.Key(), j.Limits.Wall.Seconds(), j.Limits.CPU.Seconds()
			return r, err == nil, err
		}
	}
	return r, false, nil
}

// within reports whether a limit of time is not longer than another one. The limit 0 means no limit.
func within(limit, other time.Duration) bool { return other == 0 || 0 < limit && limit <= other }

// timeLimits returns all combinations of time limits under which the ledger has exact answers.
func (l *Ledger) timeLimits() (all []result.Limits, err error) {
	scan := func(rows *sql.Rows) (x result.Limits, err error) { err = rows.Scan(&x.Wall, &x.CPU); return x, err }
	return collect(query(l.conn, scan, `SELECT DISTINCT
		CAST(round(coalesce(record ->> 'wall_limit_seconds', 0) * 1e9) AS INTEGER),
		CAST(round(coalesce(record ->> 'cpu_limit_seconds', 0) * 1e9) AS INTEGER) FROM record WHERE status = 'exact'`))
}
