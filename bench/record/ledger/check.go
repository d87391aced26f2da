package ledger

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"counterproof/bench/record/result"
	"counterproof/encode/wording"
)

// CheckRow returns an error for a row that no run can have written. For a row from another
// machine, call CheckRow before Add.
func CheckRow(row Row) error {
	sum := sha256.Sum256([]byte(row.Job))
	if hex.EncodeToString(sum[:]) != row.Record.Key {
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
	for _, o := range r.Options.List() {
		parts = append(parts, part{o.Name, o.Text, true})
	}
	for _, f := range parts {
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
