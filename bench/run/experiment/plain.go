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
func (s *Spec) checkPlain(text []byte, tree map[string]any) error {
	if at := controlAt(string(text), true); at >= 0 {
		before := string(text[:at])
		line := strings.Count(before, "\n")
		return &SpecError{s.Path, line + 1, at - strings.LastIndex(before, "\n"), errControl(string(text[at:]))}
	}
	var first *SpecError
	offset := 0
	s.texts(tree, "", func(path, text string) {
		at := controlAt(text, longer.MatchString(path))
		if at < 0 {
			return
		}
		place := s.at.find(path).value
		if first == nil || place.Offset < offset {
			first, offset = &SpecError{s.Path, place.Line, place.Column, errControl(text[at:])}, place.Offset
		}
	})
	if first == nil {
		return nil
	}
	return first
}

// texts calls the function each with every string in a TOML value, and with the path of the string.
func (s *Spec) texts(value any, path string, each func(path, text string)) {
	switch v := value.(type) {
	case string:
		each(path, v)
	case []any:
		for i := range v {
			s.texts(v[i], fmt.Sprintf("%s[%d]", path, i), each)
		}
	case map[string]any:
		for key := range v {
			s.texts(v[key], join(path, key), each)
		}
	}
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
