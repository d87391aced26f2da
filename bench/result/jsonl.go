package result

import (
	"bufio"
	"encoding/json"
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
