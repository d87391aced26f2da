package experiment

import (
	"regexp"
	"strings"
)

// ShellQuote quotes the text so that a shell reads it as one word.
func ShellQuote(text string) string {
	if plain.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

var plain = regexp.MustCompile(`^[A-Za-z0-9_./-]+$`)
