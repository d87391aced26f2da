package ledger

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// Settled reports whether the job of the record r is done: it has an answer, or a limit ended it. A
// job that is not settled is tried again.
func Settled(r result.Record) bool {
	return answered(r) || r.Reason == result.Timeout || r.Reason == result.CPU || r.Reason == result.Memory
}

func answered(r result.Record) bool { return r.Status == result.Exact || r.Status == result.AtLeast }

// Add stores rows in one transaction, by the rules in the comment of the package. The error joins
// an *Alarm for each answer that differs from the stored answer. Even after an alarm, Add stores
// the other rows.
func (l *Ledger) Add(rows ...Row) error {
	var alarms []error
	err := l.Together(func() error {
		for _, row := range rows {
			alarm, _, _, err := l.addRow(row)
			if err != nil {
				return err
			}
			if alarm != nil {
				alarms = append(alarms, alarm)
			}
		}
		return nil
	})
	return cmp.Or(err, errors.Join(alarms...))
}

// addRow stores a row in the current transaction, by the rules in the comment of the package. The
// result was is the earlier record of the same job, or nil if there is none.
func (l *Ledger) addRow(row Row) (alarm *Alarm, was *result.Record, stored bool, err error) {
	r := row.Record
	old, err := l.stored(r.Key)
	if err != nil {
		return nil, nil, false, err
	}
	if old != nil {
		before, err := old.row()
		if err != nil {
			return nil, nil, false, damaged([]Damage{old.damage(err)})
		}
		was = &before.Record
		switch {
		case answered(*was) && answered(r):
			if was.Status != r.Status || was.Count != r.Count || was.Digest != r.Digest {
				alarm = &Alarm{row.Job, *was, r}
			}
			return alarm, was, false, nil
		case Settled(*was) && !answered(r):
			return nil, was, false, nil
		}
	}
	s, err := store(row)
	if err != nil {
		return nil, was, false, err
	}
	return nil, was, true, l.replace(old, s)
}

func (l *Ledger) replace(old, s *stored) error {
	own := s.own()
	if _, err := l.put.Exec(shortHash(s.key), s.short(s.job, own), string(s.puzzle), string(s.instance), string(s.method),
		string(s.status), string(s.reason), string(s.verdict), s.short(s.record, own), shortHash(s.sum)); err != nil {
		return err
	}
	if old != nil {
		l.next.records--
		l.next.total = l.next.total.xor(old.hash())
	}
	l.next.records++
	l.next.total = l.next.total.xor(s.hash())
	l.stage(s)
	return nil
}

// Rejudge calls the function judge with the records of one instance, sorted by method and key, and
// sets the verdicts that judge returns, one for each record. If judge returns an empty text for a
// record, the record keeps its verdict.
func (l *Ledger) Rejudge(puzzle, instance string, judge func([]result.Record) []string) error {
	return l.Together(func() error {
		rows, err := l.find(l.byInstance, puzzle, wording.Identity(instance))
		if err != nil {
			return err
		}
		records, err := l.recordsOf(rows) // a damaged row must not get a new hash
		if err != nil {
			return err
		}
		for i, verdict := range judge(records) {
			if verdict == "" || verdict == string(rows[i].verdict) {
				continue
			}
			before := rows[i].hash()
			rows[i].verdict = column(verdict)
			after := rows[i].hash()
			if _, err := l.judge.Exec(verdict, after[:], rows[i].id); err != nil {
				return err
			}
			l.next.total = l.next.total.xor(before).xor(after)
			l.stage(rows[i])
		}
		return nil
	})
}

// Together runs the function do in the current transaction, or in a new transaction if there is
// none. If do returns an error, the ledger drops everything that the new transaction has stored.
func (l *Ledger) Together(do func() error) error {
	if l.tx != nil {
		return do()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.place(l.commit(do))
}

// commit runs the function do in a new transaction, and then updates the seal and the mark.
func (l *Ledger) commit(do func() error) error {
	if err := l.look(ifTouched); err != nil {
		return err
	}
	tx, err := l.start()
	if err != nil {
		return err
	}
	l.tx, l.next = tx, l.sealed()
	defer l.settle(false)
	err = do()
	l.tx = nil
	if err == nil && l.next != l.sealed() {
		l.stamp = nil
		_, err = l.finish.Exec(l.next.records, l.next.total.String())
	}
	if err != nil {
		_ = tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		if !locked(err) {
			return err
		}
		_ = execute(l.conn, "ROLLBACK") // SQLite does not do this by itself
		return l.occupied()
	}
	done := l.next
	l.seal.Store(&done)
	l.settle(true)
	l.made = ""
	if l.mark != nil {
		return l.mark.set()
	}
	return nil
}

// start begins a transaction. If another program is writing into the file, the other program
// waits for this process, because this process keeps the file open for reading. So SQLite does
// not wait, but returns an error at once. Then, start tries again until the other program gives
// up, at most for the time l.yielding.
func (l *Ledger) start() (*sql.Tx, error) {
	for end := time.Now().Add(l.yielding); ; time.Sleep(10 * time.Millisecond) {
		tx, err := l.conn.BeginTx(context.Background(), nil)
		if !locked(err) {
			return tx, err
		}
		if time.Now().After(end) {
			return nil, l.occupied()
		}
	}
}

// occupied saves the records, because another program keeps a lock on the file and can change the
// file as soon as this process closes it. Its result is the error of every later transaction.
func (l *Ledger) occupied() error {
	n := l.sealed().records
	name, err := l.rescue()
	l.changed = fmt.Errorf("%w; the %d records of the ledger are saved in %s: end that program and start again; if it has changed the ledger, use the saved file instead", ErrOccupied, n, name)
	if err != nil {
		l.changed = fmt.Errorf("%w, and the %d records of the ledger could not be saved elsewhere: %w; end that program and start again", ErrOccupied, n, err)
	}
	return l.changed
}

// A placed is an error together with the path of the ledger that it is about.
type placed struct {
	path string
	err  error
}

func (p *placed) Error() string { return "ledger " + p.path + ": " + p.err.Error() }

func (p *placed) Unwrap() error { return p.err }

func (l *Ledger) place(err error) error { return about(l.path, err) }

// about adds the path of a ledger to an error, unless the error already names a ledger.
func about(path string, err error) error {
	var other *placed
	if err == nil || errors.As(err, &other) {
		return err
	}
	return &placed{path, explain(err)}
}

// Reuse adds records for jobs that the ledger has answered exactly under shorter limits of time: such
// a job would have ended in the same way under its own limits. It returns the number of these jobs.
func Reuse[J result.Keyed](l *Ledger, jobs []J) (reused int, err error) {
	err = l.Together(func() error {
		for _, listed := range jobs {
			if e, ok := l.End(listed.Key()); ok && e.Settled {
				continue
			}
			j := listed.Whole()
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
		own := short.Wall == j.Limits.Wall && short.CPU == j.Limits.CPU // this is the job itself
		if own || !within(short.Wall, j.Limits.Wall) || !within(short.CPU, j.Limits.CPU) {
			continue
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
func (l *Ledger) timeLimits() ([]result.Limits, error) {
	all := []result.Limits{}
	for s, err := range storedRows(l.conn, schemaVersion, "NOT INDEXED WHERE status = 'exact'") {
		if err != nil {
			return nil, err
		}
		var x result.Limits
		for line := range strings.Lines(string(s.job)) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			switch d, _ := time.ParseDuration(value); name {
			case "wall":
				x.Wall = d
			case "cpu":
				x.CPU = d
			}
		}
		if !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all, nil
}

// An End says how a job with a record ended. A run with a million records asks for nothing else of
// most of them, and reading a whole record takes a hundred times as long.
type End struct {
	Settled bool // as the function Settled reports
	Unknown bool // the status is Unknown
	verdict uint8
}

// Verdict returns the verdict of the record, or "" if it has none yet.
func (e End) Verdict() string { return verdicts[e.verdict] }

func endOf(s *stored) End {
	r := result.Record{Status: string(s.status), Reason: string(s.reason)}
	return End{Settled(r), r.Status == result.Unknown, uint8(max(slices.Index(verdicts, string(s.verdict)), 0))}
}

// The ends of a ledger that Open has opened. They take about 30 bytes per record.
type ends struct {
	kept   map[half]End
	staged map[half]End // of the transaction under way
}

// A half is the first half of the SHA-256 of a key, which is enough to tell keys apart.
type half [sha256.Size / 2]byte

func halfOf(key string) half {
	whole := sha256.Sum256([]byte(key))
	return half(whole[:len(half{})])
}

func (e *ends) keep(s *stored) {
	if e.kept != nil {
		e.kept[halfOf(string(s.key))] = endOf(s)
	}
}

// End returns how the job with the given key ended. The result ok says whether the ledger, which must
// come from Open, has a record of the job.
func (l *Ledger) End(key string) (e End, ok bool) {
	l.finding.Lock()
	defer l.finding.Unlock()
	at := halfOf(key)
	if e, ok = l.ends.staged[at]; !ok {
		e, ok = l.ends.kept[at]
	}
	return e, ok
}

// lacks reports whether the ledger is known to have no record with the key.
func (l *Ledger) lacks(key string) bool {
	_, ok := l.End(key)
	return l.ends.kept != nil && !ok
}

func (l *Ledger) stage(s *stored) {
	if l.ends.kept == nil {
		return
	}
	l.finding.Lock()
	defer l.finding.Unlock()
	if l.ends.staged == nil {
		l.ends.staged = map[half]End{}
	}
	l.ends.staged[halfOf(string(s.key))] = endOf(s)
}

// settle drops the ends of a transaction or, if it has succeeded, lets them stay.
func (l *Ledger) settle(stay bool) {
	l.finding.Lock()
	defer l.finding.Unlock()
	if stay {
		maps.Copy(l.ends.kept, l.ends.staged)
	}
	l.ends.staged = nil
}

// mostAlarms limits the number of alarms in an error from Merge.
const mostAlarms = 10

// A Merged counts what Merge did with the records of another ledger. Records that both ledgers have
// are not counted.
type Merged struct {
	Added    int // records of jobs that this ledger did not have
	Replaced int // records that replaced a record without an answer
	Left     int // records that were not copied, because this ledger keeps another measurement of the same job
}

// Merge copies the records of another ledger into this ledger by the rules of Add. Merge also
// copies the experiments with their places, and the contents of files. If this ledger had experiments, its last experiment
// stays the last one.
//
// If the two ledgers have different answers to the same job, Merge changes nothing. The error then
// joins an *Alarm for each such job, up to 10. If the other ledger has a row that no run can have
// written, the error wraps ErrDamaged. But if the function leave is not nil, Merge calls it for each
// such row and copies the other rows.
func (l *Ledger) Merge(from *Ledger, leave func(Damage)) (m Merged, err error) {
	var alarms []error
	more := 0
	err = l.Together(func() error {
		for row, err := range from.scan(true, "ORDER BY key") {
			if d := new(Damage); leave != nil && errors.As(err, &d) {
				leave(*d)
				continue
			}
			if err != nil {
				return err
			}
			alarm, was, stored, err := l.addRow(row)
			switch {
			case err != nil:
				return err
			case alarm != nil && len(alarms) == mostAlarms:
				more++
			case alarm != nil:
				alarms = append(alarms, fmt.Errorf("from %s: %w", from.path, alarm))
			case was == nil:
				m.Added++
			case sameRecord(*was, row.Record):
			case stored:
				m.Replaced++
			default:
				m.Left++
			}
		}
		if more > 0 {
			alarms = append(alarms, fmt.Errorf("and %d more differences", more))
		}
		if len(alarms) > 0 {
			return errors.Join(alarms...)
		}
		if err := l.copyContents(from.conn, leave); err != nil {
			return err
		}
		return l.mergeExperiments(from)
	})
	if err != nil {
		m = Merged{}
	}
	return m, err
}

func sameRecord(a, b result.Record) bool {
	a.Verdict = b.Verdict
	return reflect.DeepEqual(a, b)
}
