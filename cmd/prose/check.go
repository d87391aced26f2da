package main

import (
	"cmp"
	"fmt"
	"slices"
)

// maxWords is the largest number of words that a sentence may have.
const maxWords = 35

// A finding is a place in a text that breaks a rule of plain English.
type finding struct {
	file          string
	line, column  int
	rule, message string
	sentence      string // the sentence, or the first paragraph of the doc comment
	phrase        string // the name of the phrase, for the rule "phrase"
}

// String returns the line of the finding in the output.
func (f finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", f.file, f.line, f.column, f.rule, f.message)
}

// A checker holds the tables of phrases and exceptions.
type checker struct {
	phrases    []phrase
	exceptions []*exception
}

// newChecker reads the tables of phrases and exceptions.
func newChecker(phrases, exceptions string) (c *checker, err error) {
	c = &checker{}
	if c.phrases, err = parsePhrases(phrases); err != nil {
		return nil, err
	}
	if c.exceptions, err = parseExceptions(exceptions); err != nil {
		return nil, err
	}
	return c, nil
}

// check returns the findings in the documents, sorted by place. It leaves out findings that an exception
// excuses.
func (c *checker) check(docs []document) (found []finding) {
	for _, d := range docs {
		for _, p := range d.passages {
			found = append(found, c.checkPassage(d, p)...)
		}
		for _, comment := range d.comments {
			if comment.complaint != "" {
				found = append(found, finding{d.file, comment.line, comment.column, "doc", comment.complaint, comment.text, ""})
			}
		}
	}
	found = slices.DeleteFunc(found, c.excuses)
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.file, b.file), a.line-b.line, a.column-b.column, cmp.Compare(a.rule, b.rule))
	})
	return found
}

// checkPassage returns a finding for each sentence that is too long, and for each phrase of the
// table that occurs.
func (c *checker) checkPassage(d document, p passage) (found []finding) {
	text := masked(p.text)
	for _, s := range sentences(text) {
		add := func(at int, rule, phrase, message string) {
			line, column := p.position(s.start + at)
			found = append(found, finding{d.file, line, column, rule, message, p.text[s.start:s.end], phrase})
		}
		sentence := text[s.start:s.end]
		if n := words(sentence); n > maxWords && d.kind != messages {
			add(0, "length", "", fmt.Sprintf("%d words: %s", n, shortened(p.text[s.start:s.end])))
		}
		for _, phrase := range c.phrases {
			for _, m := range phrase.find(sentence) {
				add(m.start, "phrase", phrase.name, fmt.Sprintf("%q: %s", sentence[m.start:m.end], phrase.instead))
			}
		}
	}
	return found
}

// shortened returns the first 60 characters of a sentence.
func shortened(sentence string) string {
	if letters := []rune(sentence); len(letters) > 60 {
		return string(letters[:60]) + "…"
	}
	return sentence
}
