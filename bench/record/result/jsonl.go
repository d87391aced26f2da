package result

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
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

// DecodeJSON reads a text that is exactly one JSON value. It rejects keys that into does not have.
func DecodeJSON[T ~string | ~[]byte](text T, into any) error {
	d := decoders.Get().(*decoder)
	d.text.Reset(string(text))
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("there is more text after the JSON value")
	}
	decoders.Put(d)
	return nil
}

type decoder struct {
	*json.Decoder
	text strings.Reader
}

// decoders holds decoders that have read the whole of a text. A new one for each text allocates more than
// a record does.
var decoders = sync.Pool{New: func() any {
	d := new(decoder)
	d.Decoder = json.NewDecoder(&d.text)
	d.DisallowUnknownFields()
	return d
}}
