package main

import (
	_ "embed"
	"fmt"
	"path"
	"strings"
)

const exceptionsFile = "cmd/prose/exceptions.tsv"

//go:embed exceptions.tsv
var exceptionsText string

// An exception excuses the findings of one rule in the files that match a pattern, if the sentence
// or the comment contains a given text.
type exception struct {
	line                int
	pattern, rule, text string
	used                bool
}

// parseExceptions reads the lines of exceptions.tsv. Each line has a path pattern, a rule, a text and a
// reason, separated by tabs. It skips empty lines and lines that start with #.
func parseExceptions(text string) (exceptions []*exception, err error) {
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 4 || parts[2] == "" || strings.TrimSpace(parts[3]) == "" {
			return nil, fmt.Errorf("%s:%d: want a path pattern, a rule, a text and a reason, separated by tabs", exceptionsFile, i+1)
		}
		if _, err := path.Match(parts[0], ""); err != nil {
			return nil, fmt.Errorf("%s:%d: path pattern %q: %w", exceptionsFile, i+1, parts[0], err)
		}
		exceptions = append(exceptions, &exception{line: i + 1, pattern: parts[0], rule: parts[1], text: parts[2]})
	}
	return exceptions, nil
}

// excuses reports whether an exception excuses the finding. It marks every such exception as used.
func (c *checker) excuses(f finding) (ok bool) {
	for _, e := range c.exceptions {
		// The error can be ignored, because parseExceptions has refused bad patterns.
		if match, _ := path.Match(e.pattern, f.file); match && e.rule == f.rule && strings.Contains(f.sentence, e.text) {
			e.used, ok = true, true
		}
	}
	return ok
}

// unusedExceptions returns a finding for each exception that has excused nothing so far.
func (c *checker) unusedExceptions() (found []finding) {
	for _, e := range c.exceptions {
		if !e.used {
			found = append(found, finding{file: exceptionsFile, line: e.line, column: 1, rule: "exception", message: "the exception excuses nothing: remove it"})
		}
	}
	return found
}
