package result

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
)

// WriteJSONL writes each record as one line of JSON. If JSON cannot express a number, the error
// names the record. Any other error comes from w.
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
