package main

import (
	"regexp"
	"sort"
	"strings"
)

// A passage is a text without line breaks that belongs together: a paragraph, a heading, a list
// item, a cell of a table, or a string. It also records at which positions of the file its parts
// begin.
type passage struct {
	text    string
	anchors []anchor
}

// An anchor gives the line and column in the file, both counted from 1, of the part of a passage
// that starts at offset.
type anchor struct{ offset, line, column int }

// add appends text that starts at the given position of the file.
func (p *passage) add(text string, line, column int) {
	p.anchors = append(p.anchors, anchor{len(p.text), line, column})
	p.text += text
}

// join appends another passage, after a space.
func (p *passage) join(other passage) {
	if p.text != "" {
		p.text += " "
	}
	for _, a := range other.anchors {
		p.anchors = append(p.anchors, anchor{a.offset + len(p.text), a.line, a.column})
	}
	p.text += other.text
}

// cut returns the passage without its first n bytes.
func (p passage) cut(n int) passage {
	line, column := p.position(n)
	rest := passage{text: p.text[n:], anchors: []anchor{{0, line, column}}}
	for _, a := range p.anchors {
		if a.offset > n {
			rest.anchors = append(rest.anchors, anchor{a.offset - n, a.line, a.column})
		}
	}
	return rest
}

// position returns the line and column in the file of an offset in the passage.
func (p passage) position(offset int) (line, column int) {
	i := sort.Search(len(p.anchors), func(i int) bool { return p.anchors[i].offset > offset }) - 1
	if i < 0 {
		return 1, 1
	}
	a := p.anchors[i]
	return a.line, a.column + offset - a.offset
}

// paragraphs joins lines to passages. An empty line, a heading and a list item each start a new passage.
// Other indented lines continue a list item, or they are code or tables and are left out.
func paragraphs(lines []passage) (ps []passage) {
	var current passage
	flush := func() {
		if strings.TrimSpace(current.text) != "" {
			ps = append(ps, current)
		}
		current = passage{}
	}
	const (
		plain = iota
		item
		code
	)
	state := plain
	for _, line := range lines {
		content := strings.TrimLeft(line.text, " \t")
		indent := len(line.text) - len(content)
		marker := len(listMarker.FindString(content))
		switch {
		case content == "":
			flush()
		case indent == 0 && (state != plain || strings.HasPrefix(content, "# ") || strings.HasPrefix(content, "- ")):
			flush()
			state = plain
			current.join(line.cut(0))
		case indent > 0 && marker > 0 && state != code:
			flush()
			state = item
			current.join(line.cut(indent + marker))
		case indent > 0 && state != item:
			flush()
			state = code
		default:
			current.join(line.cut(indent))
		}
	}
	flush()
	return ps
}

var listMarker = regexp.MustCompile(`^(?:[-*+•]|[0-9]+[.)])[ \t]+`)

// masked replaces each piece of code between backquotes by one word of the same length. So code counts as
// one word and contains no phrases.
func masked(text string) string {
	return codeSpan.ReplaceAllStringFunc(text, func(code string) string {
		mask := []byte(code)
		for i, c := range mask {
			if !isAlphanumeric(c) {
				mask[i] = '_'
			}
		}
		return string(mask)
	})
}

var codeSpan = regexp.MustCompile("`[^`]*`")

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
