//go:build !js

package wording

import (
	"bytes"
	"encoding/json"
	"strings"
)

const (
	hashSign    = "sha256:"
	projectSign = "project="
)

// Files says whether the program has instances that are files. The smaller engine for browsers has none.
const Files = true

// Identity returns the part of the canonical text of an instance that decides which instance it is. For a
// file, whose text is "NAME sha256:HEX" or "NAME sha256:HEX project=VARIABLES", this is the text after the
// name. VARIABLES are numbers or names, joined by commas. For any other instance, it is the whole text.
func Identity(instance string) string {
	if !strings.Contains(instance, " "+hashSign) {
		return instance
	}
	at := strings.LastIndex(instance, " "+hashSign)
	hash, project, more := strings.Cut(instance[at+1+len(hashSign):], " ")
	project, named := strings.CutPrefix(project, projectSign)
	if at == 0 || strings.ContainsAny(instance[:at], ";|/") || len(hash) != 64 || strings.Trim(hash, "0123456789abcdef") != "" ||
		more != named || strings.ContainsFunc(project, foreign) {
		return instance
	}
	return instance[at+1:]
}

// foreign reports whether a list of projected variables cannot have a character.
func foreign(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != ','
}

// File returns the parts of the canonical text of an instance that is a file. The result hash is the SHA-256
// of the contents in hex, or empty for an instance that is not a file. The result project lists the projected
// variables, or is nil if the text does not name them.
func File(instance string) (name, hash string, project *string) {
	identity := Identity(instance)
	if len(identity) == len(instance) {
		return "", "", nil
	}
	name = instance[:len(instance)-len(identity)-1]
	hash, list, projected := strings.Cut(identity[len(hashSign):], " "+projectSign)
	if projected {
		project = &list
	}
	return name, hash, project
}

// FileText returns the canonical text of an instance that is a file.
func FileText(name, hash string, project *string) string {
	text := name + " " + hashSign + hash
	if project != nil {
		text += " " + projectSign + *project
	}
	return text
}

// Packed begins contents that were computed from a source: a JSON object whose first key is "source".
const Packed = `{"source":`

// Source returns the part of the contents of a file whose SHA-256 identifies the instance. This is the value of
// "source" if the contents begin with Packed, because all other values were computed from the source, and
// otherwise everything.
func Source(data []byte) []byte {
	var packed struct{ Source json.RawMessage }
	if bytes.HasPrefix(data, []byte(Packed)) && json.Unmarshal(data, &packed) == nil && len(packed.Source) > 0 {
		return packed.Source
	}
	return data
}
