package result

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// WriteJSONL writes one record a line. The error is the writer's, or says
// which record holds a number that JSON cannot express.
func WriteJSONL(w io.Writer, recs iter.Seq[Record]) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	n := 0
	for rec := range recs {
		n++
		if err := enc.Encode(rec); err != nil {
			return fmt.Errorf("record %d (%s %s): %w", n, rec.Instance, rec.Method, err)
		}
	}
	return b.Flush()
}

// ReadJSONL yields the records of r in their order, one line at a time, so
// that memory does not grow with their number. Blank lines are skipped and
// unknown keys ignored. A line that is no record is an error with its number,
// and reading goes on behind it: the last line of a file that was cut short
// does not lose the others. An error of r itself ends the sequence.
func ReadJSONL(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		b := bufio.NewReader(r)
		for n := 1; ; n++ {
			line, err := b.ReadBytes('\n')
			if text := bytes.TrimSpace(line); len(text) > 0 {
				rec, bad := parse(text)
				if bad != nil {
					bad = fmt.Errorf("line %d: %w", n, bad)
				}
				if !yield(rec, bad) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(Record{}, fmt.Errorf("line %d: %w", n, err))
				return
			}
		}
	}
}

func parse(text []byte) (Record, error) {
	var rec Record
	if err := json.Unmarshal(text, &rec); err != nil {
		return Record{}, err
	}
	if rec.Puzzle == "" || rec.Instance == "" || rec.Method == "" || rec.Status == "" {
		return Record{}, errors.New("want an object with puzzle, instance, method and status")
	}
	return rec, nil
}
