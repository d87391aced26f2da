package model

import (
	"bytes"
	"encoding/json"
)

// A Source has the files from which an instance is compiled.
type Source struct {
	Files           []SourceFile `json:"files"`             // the model first, then its own includes, then the data files in the order given
	Defines         []string     `json:"defines,omitempty"` // such as "n=8"
	IgnoreObjective bool         `json:"ignore_objective,omitempty"`
}

// A SourceFile is a text with its name, which is relative and plain.
type SourceFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Compiled is the result of the compiler.
type Compiled struct {
	FlatZinc string `json:"flatzinc"`
	Ozn      string `json:"ozn"`
	Compiler string `json:"compiler"` // such as "MiniZinc 2.6.4"
}

type bundle struct {
	Source   Source   `json:"source"`
	Compiled Compiled `json:"compiled"`
}

// Pack returns the contents of an instance that was compiled.
func Pack(source Source, compiled Compiled) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(bundle{source, compiled}) // strings cannot fail
	return bytes.TrimSpace(b.Bytes())
}

// Unpack returns what Pack has packed. The result ok is false if Pack did not make the data, which is then a FlatZinc text.
func Unpack(data []byte) (source Source, compiled Compiled, ok bool) {
	var b bundle
	if !bytes.HasPrefix(data, []byte(`{"source":`)) || json.Unmarshal(data, &b) != nil || len(b.Source.Files) == 0 {
		return Source{}, Compiled{}, false
	}
	return b.Source, b.Compiled, true
}
