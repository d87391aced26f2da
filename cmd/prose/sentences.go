package main

import (
	"regexp"
	"strings"
	"unicode"
)

// A span is a part of a text, from start up to but not including end.
type span struct{ start, end int }

// sentences splits a text into its sentences. A sentence ends at a full stop, a question mark or an
// exclamation mark before a space, and at the end of the text. The full stops of abbreviations,
// initials and numbered list items do not end a sentence. An ellipsis ends it only if a capital letter
// follows.
func sentences(text string) (spans []span) {
	start := 0
	for _, m := range sentenceEnd.FindAllStringSubmatchIndex(text, -1) {
		if m[1] < len(text) && !ends(text[start:m[0]], text[m[2]:m[3]], text[m[1]:]) {
			continue
		}
		if words(text[start:m[1]]) > 0 {
			spans = append(spans, span{start, m[1]})
		}
		start = m[1]
	}
	if words(text[start:]) > 0 {
		spans = append(spans, span{start, len(text)})
	}
	return spans
}

// sentenceEnd matches punctuation with the quotation marks, brackets and spaces after it. The first
// group is the punctuation.
var sentenceEnd = regexp.MustCompile(`([.!?…]+)["'”’)\]*]*(?:\s+|$)`)

// ends reports whether a sentence ends at a punctuation mark. The parameter before is the sentence
// up to the mark, and the parameter after is the text behind the mark.
func ends(before, mark, after string) bool {
	if mark == "…" || strings.HasPrefix(mark, "..") {
		return unicode.IsUpper([]rune(after)[0])
	}
	if mark != "." {
		return true
	}
	fields := strings.Fields(before)
	if len(fields) == 0 {
		return true
	}
	last := strings.TrimLeft(fields[len(fields)-1], `("'“‘[`)
	return !abbreviations[strings.ToLower(last)] && !initial.MatchString(last) &&
		!(len(fields) == 1 && listNumber.MatchString(last))
}

var abbreviations = map[string]bool{
	"e.g": true, "i.e": true, "cf": true, "vs": true, "approx": true, "resp": true, "ca": true,
	"al": true, "fig": true, "p": true, "pp": true, "vol": true, "ed": true, "eds": true, "dr": true,
	"st": true, "prof": true, "incl": true, "viz": true,
}

var (
	initial    = regexp.MustCompile(`^[A-Z]$`)
	listNumber = regexp.MustCompile(`^[0-9]+$`)
)

// words counts the words of a text. A word is a run of characters other than spaces that has a letter
// or a digit.
func words(text string) (n int) {
	for _, field := range strings.Fields(text) {
		if strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}
