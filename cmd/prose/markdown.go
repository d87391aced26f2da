package main

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table)).Parser()

// readMarkdown returns the prose of a page: paragraphs, headings, list items and the cells of tables
// with at least four words. It leaves out code blocks, HTML and the targets of links.
func readMarkdown(name string, page []byte) ([]document, error) {
	doc := document{file: name, kind: docs}
	err := ast.Walk(markdown.Parse(text.NewReader(page)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.Kind() {
		case ast.KindParagraph, ast.KindTextBlock, ast.KindHeading, tables.KindTableCell:
			p := inlineText(n, page)
			if words(p.text) > 0 && (n.Kind() != tables.KindTableCell || isProse(p.text)) {
				doc.passages = append(doc.passages, p)
			}
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return []document{doc}, err
}

// isProse reports whether a cell of a table has at least four words that start with a letter.
func isProse(cell string) bool {
	n := 0
	for _, word := range strings.Fields(cell) {
		if unicode.IsLetter([]rune(word)[0]) {
			n++
		}
	}
	return n >= 4
}

// inlineText returns the text below a node, with code between backquotes.
func inlineText(block ast.Node, page []byte) (p passage) {
	lineOf := func(offset int) (line, column int) {
		return 1 + bytes.Count(page[:offset], []byte("\n")), offset - bytes.LastIndexByte(page[:offset], '\n')
	}
	add := func(text []byte, offset int) {
		line, column := lineOf(offset)
		p.add(string(text), line, column)
	}
	// ast.Walk returns an error only if the function returns one.
	_ = ast.Walk(block, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() == ast.KindCodeSpan {
			p.text += "`" // ast.Walk visits a span of code twice, before and after its text
		}
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			add(n.Segment.Value(page), n.Segment.Start)
			if n.SoftLineBreak() || n.HardLineBreak() {
				p.text += " "
			}
		case *ast.String:
			p.text += string(n.Value)
		case *ast.AutoLink:
			p.text += string(n.Label(page))
		}
		return ast.WalkContinue, nil
	})
	return p
}
