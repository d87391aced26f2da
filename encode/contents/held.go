//go:build !js

package contents

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"weak"

	"counterproof/encode"
	"counterproof/encode/wording"
)

// A Held is what an instance that is a file means: a P that a Reader has made of the contents.
type Held[P any] struct {
	text   string // canonical
	reader *Reader[P]

	// Only the last P that was used is sure to stay in memory, because a family of large files does not fit
	// into it.
	mu   sync.Mutex
	held weak.Pointer[P]
}

var recent atomic.Pointer[any] // the last P that was used

// String returns the canonical text of the instance.
func (h *Held[P]) String() string { return h.text }

// Get returns what the file means. It reads the contents again if nobody has used them for a while.
func (h *Held[P]) Get() *P {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.held.Value()
	if p == nil {
		data, err := Find(h.text)
		if err == nil {
			_, _, project := wording.File(h.text)
			p, err = h.reader.Read(data, project)
		}
		if err != nil { // it was read before
			panic(fmt.Sprintf("%s: %v", h.text, err))
		}
		h.held = weak.Make(p)
	}
	recent.Store(new(any(p)))
	return p
}

// A Reader reads the files of a puzzle.
type Reader[P any] struct {
	// Read reads contents. The parameter project is that of encode.Puzzle.OfFile.
	Read func(data []byte, project *string) (*P, error)
	// Projection returns the projection of a file for the canonical text.
	Projection func(p *P) string
	// Instance makes an instance.
	Instance func(h *Held[P]) encode.Instance
}

// Register sets the functions of the puzzle that read instances.
func (r *Reader[P]) Register(p *encode.Puzzle) {
	p.OfFile = r.ofFile
	p.Parse = r.parse
	p.Import = func(data []byte) ([]encode.Instance, error) {
		text := strings.TrimSpace(string(data))
		if _, hash, _ := wording.File(text); hash == "" || strings.Contains(text, "\n") {
			in, err := r.ofFile("text", data, nil)
			return []encode.Instance{in}, err
		}
		in, err := r.parse(text)
		return []encode.Instance{in}, err
	}
}

// parse reads canonical text or, if there are several lines, the contents of a file.
func (r *Reader[P]) parse(text string) (encode.Instance, error) {
	name, hash, project := wording.File(text)
	switch {
	case strings.Contains(text, "\n"): // a name has none
		return r.ofFile("text", []byte(text), nil)
	case hash == "":
		return nil, encode.Errorf(1, 1, "want @FILE, @FOLDER or the canonical text NAME sha256:HEX, got %q", text)
	}
	data, err := Find(text)
	if err != nil {
		return nil, &encode.ParseError{Line: 1, Column: 1, Err: err}
	}
	return r.ofFile(name, data, project)
}

func (r *Reader[P]) ofFile(name string, data []byte, project *string) (encode.Instance, error) {
	if i := strings.IndexFunc(name, func(r rune) bool { return unicode.IsControl(r) || wording.Unsafe(r) || strings.ContainsRune(";|/", r) }); i >= 0 || name == "" {
		return nil, encode.Errorf(1, 1, "want a file name without control characters and without ;, | and /, got %q: rename the file", name)
	}
	if len(data) > Most {
		return nil, encode.Errorf(1, 1, "want a file of at most %d bytes, got %d", Most, len(data))
	}
	p, err := r.Read(data, project)
	if err != nil {
		return nil, err
	}
	if project != nil {
		project = new(r.Projection(p))
	}
	recent.Store(new(any(p)))
	return r.Instance(&Held[P]{text: wording.FileText(name, Put(data), project), reader: r, held: weak.Make(p)}), nil
}

// Example makes contents known and returns the canonical text of a file with this name and these contents.
func Example(name, data string) string {
	known := Hash([]byte(data))
	AddSource(func(_, hash string) []byte {
		if hash == known {
			return []byte(data)
		}
		return nil
	})
	return wording.FileText(name, known, nil)
}
