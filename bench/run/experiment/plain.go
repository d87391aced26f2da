package experiment

import (
	"fmt"
	"regexp"
	"strings"

	"counterproof/encode/wording"
)

// longer matches the paths of the keys whose texts may have several lines, such as the key
// question.
var longer = regexp.MustCompile(`(^question|\.caption|\.size|\.instances\[[0-9]+\])$`)

// checkPlain rejects characters that change what a terminal or a page shows: control characters,
// line separators and controls of bidirectional text. Line breaks and tabs are allowed outside
// strings, and in strings that may have several lines. The error is a *SpecError at the first
// rejected character. If this character is written as an escape, the place of the error is the
// string.
func (s *Spec) checkPlain(text []byte, texts []located) error {
	if at := controlAt(string(text), true); at >= 0 {
		return s.errorAt(at, errControl(string(text[at:])))
	}
	for _, t := range texts {
		if at := controlAt(t.text, longer.MatchString(t.path)); at >= 0 {
			return s.errorf(t.path, "%w", errControl(t.text[at:]))
		}
	}
	return nil
}

// controlAt returns the offset of the first forbidden character in a text, or -1. If lines is true,
// it allows line breaks and tabs.
func controlAt(text string, lines bool) int {
	for i, r := range text {
		if !wording.Unsafe(r) || lines && (r == '\n' || r == '\t' || strings.HasPrefix(text[i:], "\r\n")) {
			continue
		}
		return i
	}
	return -1
}

func errControl(text string) error {
	return fmt.Errorf("want a text without control characters, got %U", []rune(text)[0])
}
