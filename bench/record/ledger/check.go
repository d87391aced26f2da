package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// CheckRow returns an error for a row that no run can have written. For a row from another
// machine, call CheckRow before Add.
func CheckRow(row Row) error {
	if result.Hash(row.Job) != row.Record.Key {
		return errors.New("the key is not the SHA-256 of the job")
	}
	return cmp.Or(checkJob(row.Job, row.Record), checkTexts(row.Record), checkAnswer(row.Record))
}

// claims lists the texts that a worker states about its machine and its programs. Each has at most
// mostClaim characters.
var claims = []string{"host", "go", "commit", "version", "solver"}

const mostClaim = 200

// checkTexts returns an error for a text that would harm a terminal or a report. The text of an
// error may have any characters, because an outside program can have written it.
func checkTexts(r result.Record) error {
	for name, text := range r.Texts() {
		i := strings.IndexFunc(text, wording.Unsafe)
		if i >= 0 && name != "error" {
			return fmt.Errorf("its %s has the control character %U", name, []rune(text[i:])[0])
		}
		if n := utf8.RuneCountInString(text); n > mostClaim && slices.Contains(claims, name) {
			return fmt.Errorf("its %s has %d characters: want at most %d", name, n, mostClaim)
		}
	}
	return nil
}

// checkJob compares the record with the canonical text of its job. A line of the text is a name, a
// space and a value. Zero values have no line.
func checkJob(job string, r result.Record) error {
	said := map[string]string{}
	for line := range strings.Lines(job) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		said[name] = value
	}
	differs := func(name string, value any) error {
		return fmt.Errorf("its %s is %v in the record and %q in the job", name, value, said[name])
	}
	type part struct {
		name  string
		value any
		late  bool // older records lack it
	}
	parts := []part{
		{"task", r.Task, false}, {"puzzle", r.Puzzle, false}, {"instance", wording.Identity(r.Instance), false},
		{"method", r.Method, false}, {"version", r.Version, false}, {"style", r.Style, false},
		{"seed", r.Seed, false}, {"repetition", r.Repetition, false}, {"cube", r.Cube, false},
		{"solver", r.Solver, true}, {"mode", r.Mode, true}, {"given", r.Given, true},
		{"solutions", r.SolutionLimit, true}, {"memory", r.MemoryLimit, true},
	}
	options := wording.Each(r.Options.List(), func(o result.Option) part { return part{o.Name, o.Text, true} })
	for _, f := range append(parts, options...) {
		text := fmt.Sprint(f.value)
		if text == "0" {
			text = ""
		}
		if text != said[f.name] && (text != "" || !f.late) {
			return differs(f.name, f.value)
		}
	}
	for _, limit := range []struct {
		name    string
		seconds float64
	}{{"wall", r.WallLimit}, {"cpu", r.CPULimit}} {
		d, _ := time.ParseDuration(said[limit.name])
		if limit.seconds != 0 && limit.seconds != d.Seconds() {
			return differs(limit.name, limit.seconds)
		}
	}
	return nil
}

var (
	reasons  = []string{result.Done, result.Limit, result.Timeout, result.CPU, result.Memory, result.Killed, result.Error}
	failures = []string{"", result.Refused, result.Panicked}
	verdicts = []string{"", result.Correct, result.Wrong, result.Unchecked}
)

func checkAnswer(r result.Record) error {
	switch {
	case !answered(r) && r.Status != result.Unknown:
		return fmt.Errorf("no status %q", r.Status)
	case !slices.Contains(reasons, r.Reason):
		return fmt.Errorf("no reason %q", r.Reason)
	case !slices.Contains(failures, r.Failure) || r.Failure != "" && r.Reason != result.Error:
		return fmt.Errorf("reason %s and failure %q", r.Reason, r.Failure)
	case !slices.Contains(verdicts, r.Verdict):
		return fmt.Errorf("no verdict %q", r.Verdict)
	case answered(r) && (r.Count == "" || strings.Trim(r.Count, "0123456789") != ""):
		return fmt.Errorf("status %s and count %q: want a decimal number", r.Status, r.Count)
	case !answered(r) && r.Count != "":
		return fmt.Errorf("status %s and count %q: want no count", r.Status, r.Count)
	}
	return nil
}

// A Damage is a part of a ledger that cannot be read or has changed since it was written. Key,
// Puzzle, Instance and Method identify the damaged record as far as they can be read. If the
// damage is outside the records, these fields are empty.
type Damage struct {
	Key, Puzzle, Instance, Method string

	Err error
}

func (d *Damage) Error() string {
	if d.Key == "" && d.Puzzle == "" {
		return d.Err.Error()
	}
	where := wording.If(d.Puzzle != "", fmt.Sprintf(" (%s %s by %s)", printable(d.Puzzle), printable(d.Instance), printable(d.Method)))
	return fmt.Sprintf("record %s: %v%s", printable(d.Key), d.Err, where)
}

func (d *Damage) Unwrap() error { return d.Err }

// damageBy returns the damage outside the records that an error is about. It is empty if err is nil.
func damageBy(err error) []Damage {
	if err == nil {
		return nil
	}
	return []Damage{{Err: err}}
}

func printable(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }) {
		return strconv.Quote(text)
	}
	return text
}

// damaged returns an error that wraps ErrDamaged and names the first of the damaged parts, or nil if
// there are none. If a part could not be read, nobody knows whether it is damaged, and damaged
// returns the error of this part.
func damaged(parts []Damage) error {
	for i := range parts {
		if unreadable(parts[i].Err) {
			return &parts[i]
		}
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%w: %w", ErrDamaged, &parts[0])
	}
	return fmt.Errorf("%w: %w; and %d more", ErrDamaged, &parts[0], len(parts)-1)
}

// verify checks the whole of a ledger with hashes: its pages, each record with the function check,
// the experiments with their places, the contents, and the seal. It returns the seal that fits, and the damage.
func verify(conn *sql.Conn, version int, check func(*stored) error) (found seal, lost []Damage) {
	lost = damageBy(checkPages(conn))
	for s, err := range storedRows(conn, version, "NOT INDEXED") {
		if err != nil {
			lost = append(lost, damageBy(err)...)
			break
		}
		if err := check(s); err != nil {
			lost = append(lost, s.damage(err))
		}
		found.records++
		found.total = found.total.xor(s.hash())
	}
	_, total, more := checkExperiments(conn, version)
	lost = append(lost, more...)
	files, more := checkContents(conn)
	lost = append(lost, more...)
	found.total = found.total.xor(total).xor(files)
	if len(lost) > 0 {
		return found, lost
	}
	kept, err := sealOf(conn)
	switch {
	case err != nil:
	case kept.records != found.records:
		err = fmt.Errorf("it has %d records, but %d were written", found.records, kept.records)
	case kept != found:
		err = errEarlier
	}
	return found, damageBy(err)
}

// contents checks the whole of the ledger file at path and returns the seal that fits its contents.
// It reads the file in place, because a copy may not fit into the folder for temporary files.
func contents(path string) (found seal, err error) {
	err = inFile(path, inspect, func(conn *sql.Conn, _ int) error {
		var lost []Damage
		found, lost = verify(conn, schemaVersion, (*stored).intact)
		return damaged(lost)
	})
	return found, err
}

// errEarlier means that each record is intact, but that the records together do not match the seal.
var errEarlier = errors.New("its records do not match its seal, so some may be older versions: use a backup, or run the experiment again with a new ledger")

func checkPages(conn *sql.Conn) error {
	var text string
	if err := conn.QueryRowContext(context.Background(), "PRAGMA integrity_check(1)").Scan(&text); err != nil {
		return err
	}
	return pageError(text)
}

// errPage means that SQLite could not read a page, so that nobody knows whether it is damaged.
var errPage = errors.New("a page cannot be read")

// pageError converts the first line of the result of SQLite's integrity check to an error. For a page that
// SQLite cannot get, the line ends with a result code.
func pageError(text string) error {
	if text == "ok" {
		return nil
	}
	text = printable(strings.Join(strings.Fields(text), " "))
	if _, number, found := strings.Cut(text, "error code="); found {
		if code, err := strconv.Atoi(number); err == nil && unreadableBy(code) {
			return fmt.Errorf("%w: %s", errPage, text)
		}
	}
	return fmt.Errorf("its pages: %s", text)
}
