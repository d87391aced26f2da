package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A section is a generated part of a page. It lies between two marks, each on a line of its own.
// The first mark states the name of the section and, for some sections, an argument:
//
//	<!-- generated: NAME ARGUMENT -->
//	<!-- end -->
type section struct {
	write    func(argument string) (string, error)
	plain    bool // the section takes no argument
	optional bool
}

const (
	opening = "<!-- generated: "
	closing = " -->"
	end     = "<!-- end -->"
)

// fill returns the page with a new text in every section. A section that occurs twice is an
// error, and so is a missing section that is not optional.
func fill(page []byte, sections map[string]section) ([]byte, error) {
	var out bytes.Buffer
	seen := map[string]bool{}
	inside := "" // the name of the section whose old text is being skipped
	for i, line := range strings.SplitAfter(string(page), "\n") {
		mark := strings.TrimSuffix(line, "\n")
		if inside != "" {
			switch {
			case strings.HasPrefix(mark, opening):
				return nil, fmt.Errorf("line %d: want %s, which ends the section %q, got another section", i+1, end, inside)
			case mark == end:
				inside = ""
				out.WriteString(line)
			}
			continue
		}
		out.WriteString(line)
		if !strings.HasPrefix(mark, opening) {
			continue
		}
		name, argument, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(mark, opening), closing), " ")
		s, ok := sections[name]
		switch {
		case !strings.HasSuffix(mark, closing):
			return nil, fmt.Errorf("line %d: want%s at the end of the line", i+1, closing)
		case !ok:
			return nil, fmt.Errorf("line %d: unknown section %q: want one of %s", i+1, name, strings.Join(slices.Sorted(maps.Keys(sections)), ", "))
		case seen[name]:
			return nil, fmt.Errorf("line %d: the section %q occurs twice", i+1, name)
		case s.plain && argument != "":
			return nil, fmt.Errorf("line %d: %s: want no argument, got %q", i+1, name, argument)
		}
		text, err := s.write(argument)
		if err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", i+1, name, err)
		}
		out.WriteString(text)
		seen[name], inside = true, name
	}
	if inside != "" {
		return nil, fmt.Errorf("the section %q has no end: want a line %s", inside, end)
	}
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		if !sections[name].optional && !seen[name] {
			return nil, errors.New("want a line " + opening + name + closing + " and below it a line " + end)
		}
	}
	return out.Bytes(), nil
}
