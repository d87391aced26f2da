package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed phrases.tsv
var phrasesText string

// A phrase is an expression that is hard to read, from a line of phrases.tsv.
type phrase struct {
	name     string
	pattern  *regexp.Regexp
	harmless *regexp.Regexp // a match of pattern passes if it also matches harmless; may be nil
	instead  string         // what to write instead
	example  string         // a sentence with the phrase
}

// parsePhrases reads the lines of phrases.tsv. It skips lines that start with #.
func parsePhrases(text string) (phrases []phrase, err error) {
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 5 {
			return nil, fmt.Errorf("phrases.tsv:%d: want five columns separated by tabs, got %d", i+1, len(parts))
		}
		p := phrase{name: parts[0], instead: parts[3], example: parts[4]}
		if p.pattern, err = regexp.Compile("(?i)" + parts[1]); err != nil {
			return nil, fmt.Errorf("phrases.tsv:%d: %w", i+1, err)
		}
		if parts[2] != "-" {
			if p.harmless, err = regexp.Compile("(?i)" + parts[2]); err != nil {
				return nil, fmt.Errorf("phrases.tsv:%d: %w", i+1, err)
			}
		}
		phrases = append(phrases, p)
	}
	return phrases, nil
}

// find returns the parts of a sentence in which the phrase occurs.
func (p *phrase) find(sentence string) (spans []span) {
	for _, m := range p.pattern.FindAllStringSubmatchIndex(sentence, -1) {
		if p.harmless != nil && p.harmless.MatchString(sentence[m[0]:m[1]]) {
			continue
		}
		if len(m) > 2 {
			m = m[2:]
		}
		spans = append(spans, span{m[0], m[1]})
	}
	return spans
}
