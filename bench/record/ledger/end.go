package ledger

import (
	"crypto/sha256"
	"maps"
	"slices"

	"counterproof/bench/record/result"
)

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

// The ends of a ledger that Open has opened, by the SHA-256 of the keys. They take 44 bytes per record.
type ends struct {
	kept   map[sum]End
	staged map[sum]End // of the transaction under way
}

// End returns how the job with the given key ended. The result ok says whether the ledger, which must
// come from Open, has a record of the job.
func (l *Ledger) End(key string) (e End, ok bool) {
	l.finding.Lock()
	defer l.finding.Unlock()
	at := sum(sha256.Sum256([]byte(key)))
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
		l.ends.staged = map[sum]End{}
	}
	l.ends.staged[sha256.Sum256([]byte(s.key))] = endOf(s)
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
